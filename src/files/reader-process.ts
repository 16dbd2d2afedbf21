// The process that parses documents. It has no environment, can't write files or start programs (Node's
// permission model), and is killed when it uses too much memory.
import { type DocumentRequest, type DocumentText, readDocument } from "./read-document.ts";
import { type FileFault, FileRefusal } from "./refusal.ts";
import { startWatch } from "./watch.ts";

export type ToReader = { job: number; request: DocumentRequest };
export type FromReader =
  | { kind: "ready" }
  /** A part or page was begun, or text was found. */
  | { kind: "progress"; job: number }
  | { kind: "done"; job: number; result: DocumentText }
  /** `mayBeRunning`: the parser may still be at work on the document. */
  | { kind: "refused"; job: number; fault: FileFault; message: string; mayBeRunning: boolean }
  /** An internal error: an unexpected exception of a parser. */
  | { kind: "failed"; job: number; reason: string };

const PROGRESS_EVERY_MS = 50;

const answer = (message: FromReader): void => void process.send?.(message);

startWatch(Number(process.argv[2]));

process.on("message", ({ job, request }: ToReader) => {
  let toldAt = 0;
  const onProgress = (): void => {
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    answer({ kind: "progress", job });
  };
  readDocument(request, { onProgress }).then(
    (result) => answer({ kind: "done", job, result }),
    (error: unknown) =>
      answer(
        error instanceof FileRefusal
          ? {
              kind: "refused",
              job,
              fault: error.fault,
              message: error.message,
              mayBeRunning: error.mayBeRunning,
            }
          : { kind: "failed", job, reason: error instanceof Error ? (error.stack ?? "") : "" },
      ),
  );
});
process.on("disconnect", () => process.exit());
answer({ kind: "ready" });
