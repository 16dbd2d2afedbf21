// The list of kept results with the switch above it; older ones are fetched as they are asked for.
import { useState } from "preact/hooks";
import type { HistoryPage, KeptRow } from "../../../client/dashboard.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { save } from "../../components/save.ts";
import { Time } from "../../components/time.tsx";
import { useAction, useLoad } from "../../load.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { DeleteResult } from "./delete-result.tsx";
import { KeepingCard } from "./keeping-card.tsx";
import { openingOf, outcomeOf, sourceOf } from "./wording.ts";

export function HistoryList() {
  const { loaded, reload } = useLoad((signal) => service.getHistory({}, { signal }));
  return (
    <>
      <h1>History</h1>
      <p class="lead">Your checks and rewrites, stored for as long as you choose.</p>
      {loaded.status === "loading" && <Loading what="Loading your history" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && (
        <div class="stack">
          <KeepingCard
            days={loaded.value.days}
            daysMax={loaded.value.days_max}
            total={loaded.value.total}
            onChange={reload}
          />
          <Results first={loaded.value} onChange={reload} />
        </div>
      )}
    </>
  );
}

function Results({ first, onChange }: { first: HistoryPage; onChange: () => void }) {
  const [older, setOlder] = useState<{ rows: KeptRow[]; next: string | null } | null>(null);
  const [isWiping, setWiping] = useState(false);
  const [deleting, setDeleting] = useState<KeptRow | null>(null);
  const rows = [...first.results, ...(older?.rows ?? [])];
  const next = older === null ? first.next : older.next;
  const more = useAction(async () => {
    const page = await service.getHistory({ before: next ?? undefined });
    setOlder({ rows: [...(older?.rows ?? []), ...page.results], next: page.next });
  });
  const changed = () => {
    setDeleting(null);
    setWiping(false);
    setOlder(null);
    onChange();
  };
  const download = useAction(async (format: "json" | "csv") => {
    const day = new Date().toISOString().slice(0, 10);
    save(await service.downloadHistory(format), `lodestone-history-${day}.${format}`);
  });
  if (first.total === 0) {
    if (first.days === null) return null;
    return (
      <div class="empty">
        <p>No results yet.</p>
        <p>
          <Link href="/">Check a text</Link> and its result appears here.
        </p>
      </div>
    );
  }
  return (
    <section class="card" aria-labelledby="kept">
      <div class="row spread">
        <h2 id="kept">
          Results <span class="soft count">{first.total.toLocaleString("en")}</span>
        </h2>
        <div class="row">
          {(["csv", "json"] as const).map((format) => (
            <button
              key={format}
              type="button"
              class="quiet"
              disabled={download.isBusy}
              onClick={() => download.run(format)}
            >
              Download {format.toUpperCase()}
            </button>
          ))}
          <button type="button" class="quiet" onClick={() => setWiping(true)}>
            Delete all …
          </button>
        </div>
      </div>
      {download.error !== null && <ErrorNotice error={download.error} />}
      <ul class="plain kept-list">
        {rows.map((row) => (
          <li key={row.id}>
            <div class="kept-text">
              <Link href={`/history?id=${encodeURIComponent(row.id)}`}>
                <bdi>{openingOf(row)}</bdi>
              </Link>
              <p class="small soft">
                <Time at={row.at} /> · <bdi>{sourceOf(row)}</bdi>
                {row.words !== null && ` · ${row.words.toLocaleString("en")} words`}
              </p>
            </div>
            <p class="kept-outcome">{outcomeOf(row)}</p>
            <button type="button" class="quiet" onClick={() => setDeleting(row)}>
              Delete<span class="unseen"> {openingOf(row)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more.error !== null && <ErrorNotice error={more.error} />}
      {next !== null && (
        <button type="button" class="quiet" disabled={more.isBusy} onClick={() => more.run()}>
          Load older results
        </button>
      )}
      {deleting !== null && (
        <DeleteResult kept={deleting} onDeleted={changed} onClose={() => setDeleting(null)} />
      )}
      {isWiping && (
        <Confirm
          title="Delete all results?"
          action="Delete all"
          onClose={() => setWiping(false)}
          onConfirm={async () => {
            await service.deleteAllKept();
            changed();
          }}
        >
          <p>
            {first.total === 1
              ? "The text and its result are"
              : `All ${first.total.toLocaleString("en")} texts and results are`}{" "}
            deleted from the server. This can’t be undone.
          </p>
        </Confirm>
      )}
    </section>
  );
}
