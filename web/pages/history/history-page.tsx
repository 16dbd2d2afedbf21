// History: whether results are kept and for how long, the list of them, one of them, and their end.
import "./history-page.css";
import { useState } from "preact/hooks";
import type { KeptRow } from "../../../client/dashboard.ts";
import { useLocation } from "../../router.tsx";
import { HistoryList } from "./history-list.tsx";
import { KeptView } from "./kept-view.tsx";

export function HistoryPage() {
  const { query } = useLocation();
  const id = query.get("id");
  // Known here, so that it can be undone in the list also when it was deleted in its own view.
  const [deleted, setDeleted] = useState<KeptRow | null>(null);
  return id === null ? (
    <HistoryList deleted={deleted} onDeleted={setDeleted} />
  ) : (
    <KeptView key={id} id={id} onDeleted={setDeleted} />
  );
}
