// The process that parses documents. It has no environment, can't write files or start programs (Node's
// permission model), and is killed when it uses too much memory.
import { type DocumentRequest, type DocumentText, readDocument } from "./read-document.ts";
import { FileRefusal } from "./refusal.ts";
import { startWatch } from "./watch.ts";

export type ToReader = { job: number; request: DocumentRequest };
export type FromReader =
  | { kind: "ready" }
  /** A page was started, or yielded text. */
  | { kind: "progress" }
  | { kind: "done"; job: number; result: DocumentText }
  | { kind: "refused"; job: number; message: string }
  /** An internal error: an unexpected exception of a parser. */
  | { kind: "failed"; job: number; reason: string };

const answer = (message: FromReader): void => void process.send?.(message);

startWatch(Number(process.argv[2]));

process.on("message", ({ job, request }: ToReader) => {
  readDocument(request, { onProgress: () => answer({ kind: "progress" }) }).then(
    (result) => answer({ kind: "done", job, result }),
    (error: unknown) =>
      answer(
        error instanceof FileRefusal
          ? { kind: "refused", job, message: error.message }
          : { kind: "failed", job, reason: error instanceof Error ? (error.stack ?? "") : "" },
      ),
  );
});
process.on("disconnect", () => process.exit());
answer({ kind: "ready" });
