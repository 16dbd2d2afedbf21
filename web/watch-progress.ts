// Polls the progress of a check or a rewrite.
import { service } from "./service.ts";

const ASK_EVERY_MS = 1_000;

/** Reports the share that is done, 0…1, until the returned function is called. */
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
      // The request itself reports what went wrong.
      () => {},
    );
  }, ASK_EVERY_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
