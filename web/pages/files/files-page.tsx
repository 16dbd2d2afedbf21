// Check files: several at once, each with its progress, a table of the results, and any of them opened.
import "./files-page.css";
import { useEffect, useState } from "preact/hooks";
import { Confirm } from "../../components/confirm.tsx";
import { dropTarget, FilePicker } from "../../components/file-picker.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { save } from "../../components/save.ts";
import { useAction } from "../../load.ts";
import { Link, navigate, useLocation } from "../../router.tsx";
import { hasNoChecksLeft, useSession } from "../../session.tsx";
import { CheckTabs } from "../check/check-tabs.tsx";
import { keepDraft } from "../check/kept-work.ts";
import { Keeping, Remarks } from "../check/remarks.tsx";
import { ResultView } from "../check/result-view.tsx";
import { type CheckedFile, type Order, sortRows, toRow, writeCsv } from "./file-rows.ts";
import { files, megabytes } from "./files.ts";
import { reportOn } from "./report-on.ts";
import { ResultsTable } from "./results-table.tsx";

export function FilesPage() {
  const { state } = useSession();
  const [entries, setEntries] = useState(files.entries);
  const opened = Number(useLocation().query.get("file"));
  const [order, setOrder] = useState<Order | null>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => files.watch(() => setEntries(files.entries())), []);

  const mayCheck = state.account !== null || state.is_local;
  const rows = sortRows(entries.map(toRow), order);
  const shown = entries.find(({ id }) => id === opened);
  if (shown !== undefined && shown.state.status === "checked") {
    const { result } = shown.state;
    return <Opened file={shown.file} result={result} />;
  }
  return (
    <>
      <h1>Check files</h1>
      <p class="lead">
        How likely it is that an AI wrote them, file by file. <Keeping />
      </p>
      <CheckTabs path="/files" />
      <Remarks />
      <div
        class={isOver ? "drop over" : "drop"}
        {...dropTarget(setOver, (dropped) => mayCheck && files.add(dropped))}
      >
        <p>Drop files here, or</p>
        {mayCheck ? (
          <FilePicker label="Choose files" isButton onFiles={(chosen) => files.add(chosen)} />
        ) : (
          <Link href="/sign-in?next=/files" class="button">
            Sign in to check files
          </Link>
        )}
        <p class="small soft">
          Plain text, Markdown, HTML, PDF, DOCX or ODT, at most {megabytes(state.limits.file_size)}.
          Each file is one check.
        </p>
      </div>
      {entries.length > 0 && (
        <section class="card" aria-labelledby="results">
          <Progress
            onCsv={() => {
              const csv = new Blob([writeCsv(rows)], { type: "text/csv" });
              save(csv, `lodestone-files-${new Date().toISOString().slice(0, 10)}.csv`);
            }}
          />
          <ResultsTable
            rows={rows}
            order={order}
            onOrder={setOrder}
            onOpen={(id) => navigate(`/files?file=${id}`)}
            onReport={async (id) => {
              const entry = files.entries().find((one) => one.id === id);
              if (entry?.state.status !== "checked") return;
              const { content, name } = await reportOn(entry.file, entry.state.result, "pdf");
              save(content, name);
            }}
          />
        </section>
      )}
    </>
  );
}

function Progress({ onCsv }: { onCsv: () => void }) {
  const { state } = useSession();
  const zip = useAction(async () => {
    const { downloadReports } = await import("./reports.ts");
    await downloadReports(files.entries());
  });
  const entries = files.entries();
  const count = (...wanted: string[]) =>
    entries.filter(({ state }) => wanted.includes(state.status)).length;
  const running = count("waiting", "busy");
  const again = entries.filter(files.canRetry).length;
  const done = entries.length - running;
  const shares = entries.map(({ state }) => (state.status === "busy" ? state.share : 0));
  const share = (done + shares.reduce((sum, each) => sum + each, 0)) / entries.length;
  const isSlow = useIsSlow(running > 0, done);
  const [isClearing, setClearing] = useState(false);
  return (
    <>
      <div class="row spread">
        <h2 id="results">Results</h2>
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
              Try again{again < entries.length && ` (${again})`}
            </button>
          )}
          {count("checked") > 0 && (
            <button type="button" class="quiet" onClick={onCsv}>
              Download CSV
            </button>
          )}
          {running === 0 && count("checked") > 0 && (
            <button type="button" class="quiet" disabled={zip.isBusy} onClick={() => zip.run()}>
              All reports (ZIP)
            </button>
          )}
          {running === 0 && (
            <button type="button" class="quiet" onClick={() => setClearing(true)}>
              Clear list
            </button>
          )}
        </div>
      </div>
      {zip.isBusy && (
        <p class="small soft" role="status">
          Preparing the reports …
        </p>
      )}
      {zip.error !== null && <ErrorNotice error={zip.error} />}
      {isClearing && (
        <Confirm
          title="Clear the list?"
          action="Clear list"
          onClose={() => setClearing(false)}
          onConfirm={async () => files.clear()}
        >
          <p>
            {entries.length === 1
              ? "The file and its result are removed from"
              : `All ${entries.length} files and their results are removed from`}{" "}
            this page. Checks that were made stay counted. Download the CSV first to keep the
            results.
          </p>
        </Confirm>
      )}
      <div class="row all-files">
        {running > 0 && <progress value={share} max={1} aria-label="Files done" />}
        <p class="small soft" role="status">
          {running > 0
            ? `${done} of ${entries.length} files done${isSlow ? SLOW : ""}`
            : `${count("checked")} of ${entries.length} ${entries.length === 1 ? "file" : "files"} checked`}
        </p>
      </div>
    </>
  );
}

const PATIENCE_MS = 6_000;
const SLOW = ". Still working: long files take a while, and the server limits requests per minute.";

/** True when no file was finished for a while, so that nobody takes a pause for the end. */
function useIsSlow(isRunning: boolean, done: number): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isRunning) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isRunning, done]);
  return isSlow;
}

function Opened({ file, result }: { file: File; result: CheckedFile }) {
  useEffect(() => {
    scrollTo(0, 0);
    document.getElementById("opened")?.focus();
  }, []);
  return (
    <>
      <p class="small">
        <Link href="/files">All files</Link>
      </p>
      <h1 id="opened" class="file-title" tabIndex={-1}>
        <bdi>{file.name}</bdi>
      </h1>
      <ResultView
        text={result.content}
        detection={result}
        getReport={(format) => reportOn(file, result, format)}
        checkedAt={result.checked_at}
        beside={
          <button
            type="button"
            class="quiet"
            onClick={() => {
              keepDraft(result.content);
              navigate("/");
            }}
          >
            Edit text
          </button>
        }
      />
    </>
  );
}
