// Above the table: how far the files are, and what can be done with all of them.
import { useEffect, useState } from "preact/hooks";
import { Confirm } from "../../components/confirm.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { type Action, useAction } from "../../load.ts";
import { hasNoChecksLeft, useSession } from "../../session.tsx";
import { files } from "./files.ts";

export function FilesProgress({ onCsv }: { onCsv: () => void }) {
  const zip = useAction(async () => {
    const { downloadReports } = await import("./reports.ts");
    await downloadReports(files.entries());
  });
  const counts = countFiles();
  const [isClearing, setClearing] = useState(false);
  return (
    <>
      <div class="row spread">
        <h2 id="results">Results</h2>
        <FileActions counts={counts} zip={zip} onCsv={onCsv} onClear={() => setClearing(true)} />
      </div>
      {zip.isBusy && (
        <p class="small soft" role="status">
          Preparing the reports …
        </p>
      )}
      {zip.error !== null && <ErrorNotice error={zip.error} />}
      {isClearing && <ClearDialog total={counts.total} onClose={() => setClearing(false)} />}
      <FilesDone counts={counts} />
    </>
  );
}

type Counts = ReturnType<typeof countFiles>;

function countFiles() {
  const entries = files.entries();
  const count = (...wanted: string[]) =>
    entries.filter(({ state }) => wanted.includes(state.status)).length;
  const total = entries.length;
  const running = count("waiting", "busy");
  const done = total - running;
  const shares = entries.map(({ state }) => (state.status === "busy" ? state.share : 0));
  return {
    total,
    running,
    done,
    checked: count("checked"),
    /** What another try may check. */
    again: entries.filter(files.canRetry).length,
    /** Done of all the work, 0…1. */
    share: (done + shares.reduce((sum, each) => sum + each, 0)) / total,
  };
}

function FileActions({
  counts: { total, running, checked, again },
  zip,
  onCsv,
  onClear,
}: {
  counts: Counts;
  zip: Action<[]>;
  onCsv: () => void;
  onClear: () => void;
}) {
  const { state } = useSession();
  return (
    <div class="row">
      {running > 0 && (
        <button type="button" class="quiet" onClick={() => files.stop()}>
          Stop
        </button>
      )}
      {running === 0 && again > 0 && (
        <button
          type="button"
          class="quiet"
          disabled={hasNoChecksLeft(state.quota)}
          onClick={() => files.retry()}
        >
          Try again{again < total && ` (${again})`}
        </button>
      )}
      {checked > 0 && (
        <button type="button" class="quiet" onClick={onCsv}>
          Download CSV
        </button>
      )}
      {running === 0 && checked > 0 && (
        <button type="button" class="quiet" disabled={zip.isBusy} onClick={() => zip.run()}>
          All reports (ZIP)
        </button>
      )}
      {running === 0 && (
        <button type="button" class="quiet" onClick={onClear}>
          Clear list
        </button>
      )}
    </div>
  );
}

function ClearDialog({ total, onClose }: { total: number; onClose: () => void }) {
  return (
    <Confirm
      title="Clear the list?"
      action="Clear list"
      onClose={onClose}
      onConfirm={async () => files.clear()}
    >
      <p>
        {total === 1
          ? "The file and its result are removed from"
          : `All ${total} files and their results are removed from`}{" "}
        this page. Checks that were made stay counted. Download the CSV first to keep the results.
      </p>
    </Confirm>
  );
}

function FilesDone({ counts: { total, running, done, checked, share } }: { counts: Counts }) {
  const isSlow = useIsSlow(running > 0, done);
  return (
    <div class="row all-files">
      {running > 0 && <progress value={share} max={1} aria-label="Files done" />}
      <p class="small soft" role="status">
        {running > 0
          ? `${done} of ${total} files done${isSlow ? SLOW : ""}`
          : `${checked} of ${total} ${total === 1 ? "file" : "files"} checked`}
      </p>
    </div>
  );
}

const SLOW_MS = 6_000;
const SLOW = ". Still working: long files take a while, and the server limits requests per minute.";

/** True when no file was finished for a while, so that nobody takes a pause for the end. */
function useIsSlow(isRunning: boolean, done: number): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isRunning) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isRunning, done]);
  return isSlow;
}
