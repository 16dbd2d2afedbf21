// Asks now and then how far a check or a rewrite has come.
import { service } from "./service.ts";

const ASK_EVERY_MS = 1_000;

/** Tells the share that is done, 0…1, until the returned function is called. */
export function watchProgress(
  idempotencyKey: string,
  signal: AbortSignal,
  onShare: (share: number) => void,
): () => void {
  let isOver = false;
  const timer = setInterval(() => {
    service.getProgress(idempotencyKey, { signal, retries: 0 }).then(
      (share) => {
        if (share !== null && !isOver && !signal.aborted) onShare(share);
      },
      // The answer itself tells what went wrong.
      () => {},
    );
  }, ASK_EVERY_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
