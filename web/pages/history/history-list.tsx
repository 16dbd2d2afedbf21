// The list of kept results with the switch above it; older ones are fetched as they are asked for.
import { useState } from "preact/hooks";
import type { HistoryPage, KeptRow } from "../../../client/dashboard.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { usualPaper } from "../../components/report-buttons.tsx";
import { save } from "../../components/save.ts";
import { useAction, useLoad } from "../../load.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { DeleteResult } from "./delete-result.tsx";
import { ALL, type Filter, HistoryFilter, isFiltered, wantedOf } from "./history-filter.tsx";
import { KeepingCard } from "./keeping-card.tsx";
import { KeptRows } from "./kept-rows.tsx";
import { openingOf } from "./wording.ts";

type Deleted = { deleted: KeptRow | null; onDeleted: (row: KeptRow | null) => void };

export function HistoryList({ deleted, onDeleted }: Deleted) {
  const [filter, setFilter] = useState<Filter>(ALL);
  const { loaded, reload } = useLoad(
    (signal) => service.getHistory(wantedOf(filter), { signal }),
    JSON.stringify(filter),
  );
  return (
    <>
      <h1>History</h1>
      <p class="lead">Your checks and rewrites, stored for as long as you choose.</p>
      {deleted !== null && (
        <Undo
          of={deleted}
          onRestored={() => {
            onDeleted(null);
            reload();
          }}
        />
      )}
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
          <Results
            first={loaded.value}
            filter={filter}
            onFilter={setFilter}
            onChange={reload}
            onDeleted={onDeleted}
          />
        </div>
      )}
    </>
  );
}

function Undo({ of, onRestored }: { of: KeptRow; onRestored: () => void }) {
  const restore = useAction(async () => {
    await service.restoreKept(of.id);
    onRestored();
  });
  return (
    <Notice kind="good">
      <div class="row spread">
        <p role="status">
          Deleted <q>{openingOf(of)}</q>. You can undo this for five minutes.
        </p>
        <button type="button" class="quiet" disabled={restore.isBusy} onClick={() => restore.run()}>
          Undo
        </button>
      </div>
      {restore.error !== null && <ErrorNotice error={restore.error} />}
    </Notice>
  );
}

function Results({
  first,
  filter,
  onFilter,
  onChange,
  onDeleted,
}: {
  first: HistoryPage;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  onChange: () => void;
  onDeleted: (row: KeptRow | null) => void;
}) {
  const [older, setOlder] = useState<{
    of: HistoryPage;
    rows: KeptRow[];
    next: string | null;
  } | null>(null);
  const [isWiping, setWiping] = useState(false);
  const [deleting, setDeleting] = useState<KeptRow | null>(null);
  // What was fetched after another first page does not belong here.
  const more = older?.of === first ? older : { of: first, rows: [], next: first.next };
  const rows = [...first.results, ...more.rows];
  const fetchMore = useAction(async () => {
    const page = await service.getHistory({ ...wantedOf(filter), before: more.next ?? undefined });
    setOlder({ of: first, rows: [...more.rows, ...page.results], next: page.next });
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
        <Downloads onWipe={() => setWiping(true)} />
      </div>
      <HistoryFilter filter={filter} onFilter={onFilter} />
      <p class="small soft" role="status">
        {isFiltered(filter) &&
          `${first.found.toLocaleString("en")} of ${first.total.toLocaleString("en")} results`}
      </p>
      <KeptRows rows={rows} onDelete={setDeleting} />
      {fetchMore.error !== null && <ErrorNotice error={fetchMore.error} />}
      {more.next !== null && (
        <button
          type="button"
          class="quiet"
          disabled={fetchMore.isBusy}
          onClick={() => fetchMore.run()}
        >
          Load older results
        </button>
      )}
      {deleting !== null && (
        <DeleteResult
          kept={deleting}
          onDeleted={() => {
            onDeleted(deleting);
            setDeleting(null);
            onChange();
          }}
          onClose={() => setDeleting(null)}
        />
      )}
      {isWiping && (
        <Confirm
          title="Delete all results?"
          action="Delete all"
          onClose={() => setWiping(false)}
          onConfirm={async () => {
            await service.deleteAllKept();
            onDeleted(null);
            setWiping(false);
            onChange();
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

function Downloads({ onWipe }: { onWipe: () => void }) {
  const download = useAction(async (format: "json" | "csv" | "zip") => {
    if (format === "zip") {
      const paper = usualPaper(navigator.language);
      const { content, name } = await service.downloadReports({ format: "pdf", paper });
      save(content, name);
      return;
    }
    const day = new Date().toISOString().slice(0, 10);
    save(await service.downloadHistory(format), `lodestone-history-${day}.${format}`);
  });
  return (
    <>
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
        <button
          type="button"
          class="quiet"
          disabled={download.isBusy}
          onClick={() => download.run("zip")}
        >
          All reports (ZIP)
        </button>
        <button type="button" class="quiet" onClick={onWipe}>
          Delete all …
        </button>
        {download.isBusy && (
          <span class="small soft" role="status">
            Preparing the download …
          </span>
        )}
      </div>
      {download.error !== null && <ErrorNotice error={download.error} />}
    </>
  );
}
