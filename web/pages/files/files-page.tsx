// Check files: several at once, each with its progress, a table of the results, and any of them opened.
import "./files-page.css";
import { useEffect, useState } from "preact/hooks";
import { dropTarget, FilePicker } from "../../components/file-picker.tsx";
import { save } from "../../components/save.ts";
import { Link, navigate, useLocation } from "../../router.tsx";
import { useSession } from "../../session.tsx";
import { CheckTabs } from "../check/check-tabs.tsx";
import { Keeping, Remarks } from "../check/remarks.tsx";
import { type Order, sortRows, toRow, writeCsv } from "./file-rows.ts";
import { files, megabytes } from "./files.ts";
import { FilesProgress } from "./files-progress.tsx";
import { OpenedFile } from "./opened-file.tsx";
import { reportOn } from "./report-on.ts";
import { ResultsTable } from "./results-table.tsx";

export function FilesPage() {
  const [entries, setEntries] = useState(files.entries);
  const opened = Number(useLocation().query.get("file"));
  const [order, setOrder] = useState<Order | null>(null);
  useEffect(() => files.watch(() => setEntries(files.entries())), []);

  const rows = sortRows(entries.map(toRow), order);
  const shown = entries.find(({ id }) => id === opened);
  if (shown !== undefined && shown.state.status === "checked") {
    const { result } = shown.state;
    return <OpenedFile file={shown.file} result={result} />;
  }
  return (
    <>
      <h1>Check files</h1>
      <p class="lead">
        How likely it is that an AI wrote them, file by file. <Keeping />
      </p>
      <CheckTabs path="/files" />
      <Remarks />
      <DropZone />
      {entries.length > 0 && (
        <section class="card" aria-labelledby="results">
          <FilesProgress
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
            onReport={saveReport}
          />
        </section>
      )}
    </>
  );
}

async function saveReport(id: number): Promise<void> {
  const entry = files.entries().find((one) => one.id === id);
  if (entry?.state.status !== "checked") return;
  const { content, name } = await reportOn(entry.file, entry.state.result, "pdf");
  save(content, name);
}

function DropZone() {
  const { state } = useSession();
  const [isOver, setOver] = useState(false);
  const mayCheck = state.account !== null || state.is_local;
  return (
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
        Each file with a verdict is one check.
      </p>
    </div>
  );
}
