// Sends the webhooks of finished jobs, with retries and backoff. Copies share the work: each webhook is leased.
// Delivery is at least once, since a copy may die after sending; the message id is the job's, so that receivers can
// deduplicate.
import { type DueWebhook, type Job, type Log, reasonOf, type Store } from "../store/store.ts";
import type { WebhookSender } from "./send-webhook.ts";

/** Waits before the second attempt and those after it: in all less than the hour for which results are kept. */
export const RETRY_WAITS_MS: readonly number[] = [5000, 30_000, 120_000, 600_000, 1_500_000];
/** Longer than an attempt can take. */
const HELD_MS = 30_000;
const LOOK_EVERY_MS = 1000;
const AT_ONCE = 8;
/** Receivers that never answer must not hold up the webhooks of other accounts. */
const AT_ONCE_PER_ACCOUNT = 2;

export function startWebhooks(options: {
  store: Pick<Store, "claimWebhook" | "settleWebhook">;
  clock: () => number;
  send: WebhookSender;
  secretOf: (keyId: string) => Promise<string>;
  /** The body of the message. */
  describe: (job: Job) => object;
  log?: Log | undefined;
  onAttempt?: ((outcome: "delivered" | "failed") => void) | undefined;
  lookEveryMs?: number;
  retryWaitsMs?: readonly number[];
}): { stop(): Promise<void> } {
  const { store, clock, send, secretOf, describe, log, onAttempt } = options;
  const { lookEveryMs = LOOK_EVERY_MS, retryWaitsMs = RETRY_WAITS_MS } = options;
  const running = new Map<Promise<void>, string>();
  let isStopped = false;

  const deliver = async ({ job, attempt }: DueWebhook): Promise<void> => {
    const { url } = job.webhook ?? { url: "" };
    const at = clock();
    const secret = await secretOf(job.keyId);
    const body = JSON.stringify(describe(job));
    const problem = await send({ url, id: job.id, at, secret, body });
    onAttempt?.(problem === null ? "delivered" : "failed");
    const waitMs = retryWaitsMs[attempt - 1];
    const isOver = problem === null || waitMs === undefined;
    // The address may contain a secret, so only the job is logged.
    if (problem !== null) log?.warn({ job: job.id, attempt, problem }, "a webhook failed");
    await store.settleWebhook(job.id, {
      status: problem === null ? "delivered" : isOver ? "failed" : "waiting",
      attempts: attempt,
      dueAt: isOver ? null : clock() + waitMs,
    });
  };

  /** Accounts that have their share. */
  const saturated = (): string[] => {
    const held = new Map<string, number>();
    for (const account of running.values()) held.set(account, (held.get(account) ?? 0) + 1);
    return [...held].filter(([, count]) => count >= AT_ONCE_PER_ACCOUNT).map(([id]) => id);
  };

  const look = async (): Promise<void> => {
    while (!isStopped && running.size < AT_ONCE) {
      const at = clock();
      const due = await store.claimWebhook({ at, heldUntil: at + HELD_MS, except: saturated() });
      if (due === null) return;
      const one = deliver(due)
        .catch((err: unknown) => log?.warn({ reason: reasonOf(err) }, "a webhook was postponed"))
        .finally(() => running.delete(one));
      running.set(one, due.job.accountId);
    }
  };

  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((err: unknown) => {
      log?.warn({ reason: reasonOf(err) }, "webhooks can't be sent now");
    });
  }, lookEveryMs);
  timer.unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      await Promise.all(running.keys());
    },
  };
}
