// The list of kept results with the switch above it, and the way back from a deletion.
import { useState } from "preact/hooks";
import type { KeptRow } from "../../../client/dashboard.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useAction, useLoad } from "../../load.ts";
import { service } from "../../service.ts";
import { ALL, type Filter, wantedOf } from "./history-filter.tsx";
import { HistoryResults } from "./history-results.tsx";
import { KeepingCard } from "./keeping-card.tsx";
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
          <HistoryResults
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
