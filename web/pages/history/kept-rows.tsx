// One line for each kept result: what it was, its verdict at a glance, and what can be done with it.
import type { KeptRow } from "../../../client/dashboard.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { usualPaper } from "../../components/report-buttons.tsx";
import { save } from "../../components/save.ts";
import { Time } from "../../components/time.tsx";
import { VerdictBadge } from "../../components/verdict-badge.tsx";
import { useAction } from "../../load.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { openingOf, sourceOf } from "./wording.ts";

export function KeptRows({
  rows,
  onDelete,
}: {
  rows: readonly KeptRow[];
  onDelete: (row: KeptRow) => void;
}) {
  const report = useAction(async (row: KeptRow) => {
    const options = { format: "pdf", paper: usualPaper(navigator.language) } as const;
    const { content, name } = await service.getKeptReport(row.id, options);
    save(content, name);
  });
  return (
    <>
      {report.error !== null && <ErrorNotice error={report.error} />}
      <ul class="plain kept-list">
        {rows.map((row) => (
          <li key={row.id}>
            <div class="kept-text">
              <Link href={`/history?id=${encodeURIComponent(row.id)}`}>
                <bdi>{openingOf(row)}</bdi>
              </Link>
              <p class="small soft">
                <Time at={row.at} /> · <bdi>{sourceOf(row)}</bdi>
                {row.words !== null &&
                  ` · ${row.words.toLocaleString("en")} ${row.words === 1 ? "word" : "words"}`}
              </p>
            </div>
            <p class="kept-outcome">
              {row.verdict === null ? (
                <span class="badge">Rewritten</span>
              ) : (
                <VerdictBadge verdict={row.verdict} />
              )}
              {row.probability !== null && (
                <span class="small soft">
                  {row.probability} % AI probability{row.verdict === null && " before"}
                </span>
              )}
            </p>
            <div class="row kept-actions">
              {row.verdict !== null && (
                <button
                  type="button"
                  class="quiet"
                  disabled={report.isBusy}
                  onClick={() => report.run(row)}
                >
                  Report<span class="unseen"> on {openingOf(row)}</span>
                </button>
              )}
              <button type="button" class="quiet" onClick={() => onDelete(row)}>
                Delete<span class="unseen"> {openingOf(row)}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
