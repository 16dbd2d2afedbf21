// The kept results that a filter finds; older ones are fetched as they are asked for.
import { useState } from "preact/hooks";
import type { HistoryPage, KeptRow } from "../../../client/dashboard.ts";
import { Confirm } from "../../components/confirm.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useAction } from "../../load.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { DeleteResult } from "./delete-result.tsx";
import { Downloads } from "./downloads.tsx";
import { type Filter, HistoryFilter, isFiltered, wantedOf } from "./history-filter.tsx";
import { KeptRows } from "./kept-rows.tsx";

type Changes = { onChange: () => void; onDeleted: (row: KeptRow | null) => void };

export function HistoryResults({
  first,
  filter,
  onFilter,
  ...changes
}: { first: HistoryPage; filter: Filter; onFilter: (filter: Filter) => void } & Changes) {
  const { rows, hasMore, fetchMore } = useOlderRows(first, filter);
  const [deleting, setDeleting] = useState<KeptRow | "all" | null>(null);
  if (first.total === 0) return first.days === null ? null : <NoResults />;
  return (
    <section class="card" aria-labelledby="kept">
      <div class="row spread">
        <h2 id="kept">
          Results <span class="soft count">{first.total.toLocaleString("en")}</span>
        </h2>
        <Downloads onWipe={() => setDeleting("all")} />
      </div>
      <HistoryFilter filter={filter} onFilter={onFilter} />
      <p class="small soft" role="status">
        {isFiltered(filter) &&
          `${first.found.toLocaleString("en")} of ${first.total.toLocaleString("en")} results`}
      </p>
      <KeptRows rows={rows} onDelete={setDeleting} />
      {fetchMore.error !== null && <ErrorNotice error={fetchMore.error} />}
      {hasMore && (
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
        <Deletion
          {...changes}
          of={deleting}
          total={first.total}
          onClose={() => setDeleting(null)}
        />
      )}
    </section>
  );
}

/** The rows of the first page and those fetched after it. */
function useOlderRows(first: HistoryPage, filter: Filter) {
  const [older, setOlder] = useState<{
    of: HistoryPage;
    rows: KeptRow[];
    next: string | null;
  } | null>(null);
  // What was fetched after another first page does not belong here.
  const more = older?.of === first ? older : { of: first, rows: [], next: first.next };
  const fetchMore = useAction(async () => {
    const page = await service.getHistory({ ...wantedOf(filter), before: more.next ?? undefined });
    setOlder({ of: first, rows: [...more.rows, ...page.results], next: page.next });
  });
  return { rows: [...first.results, ...more.rows], hasMore: more.next !== null, fetchMore };
}

function NoResults() {
  return (
    <div class="empty">
      <p>No results yet.</p>
      <p>
        <Link href="/">Check a text</Link> and its result appears here.
      </p>
    </div>
  );
}

/** Asks before one result is deleted, or all of them. */
function Deletion({
  of,
  total,
  onChange,
  onDeleted,
  onClose,
}: { of: KeptRow | "all"; total: number; onClose: () => void } & Changes) {
  const finish = (undoable: KeptRow | null) => {
    onDeleted(undoable);
    onClose();
    onChange();
  };
  if (of !== "all") {
    return <DeleteResult kept={of} onDeleted={() => finish(of)} onClose={onClose} />;
  }
  return (
    <Confirm
      title="Delete all results?"
      action="Delete all"
      onClose={onClose}
      onConfirm={async () => {
        await service.deleteAllKept();
        finish(null);
      }}
    >
      <p>
        {total === 1
          ? "The text and its result are"
          : `All ${total.toLocaleString("en")} texts and results are`}{" "}
        deleted from the server. This can’t be undone.
      </p>
    </Confirm>
  );
}
