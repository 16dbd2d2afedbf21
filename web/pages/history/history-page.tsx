// History: whether results are kept and for how long, the list of them, one of them, and their end.
import "./history-page.css";
import { useLocation } from "../../router.tsx";
import { HistoryList } from "./history-list.tsx";
import { KeptView } from "./kept-view.tsx";

export function HistoryPage() {
  const { query } = useLocation();
  const id = query.get("id");
  return id === null ? <HistoryList /> : <KeptView key={id} id={id} />;
}
