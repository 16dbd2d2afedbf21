// The reader processes: started on demand, one document at a time each. Documents wait in a queue that is fair by
// account. A process that refused a document is never given another account's, and is killed when the parser may still
// be running: what it left behind would slow down or kill the next reading. A document whose process died is read once
// more in a fresh process, since the cause may lie outside of it; one that takes too long is refused.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createFairQueue } from "../fair-queue/fair-queue.ts";
import type { DocumentRequest, DocumentText } from "./read-document.ts";
import type { FromReader, ToReader } from "./reader-process.ts";
import type { FileFault } from "./refusal.ts";

export type PoolOutcome =
  | { ok: true; text: DocumentText }
  | { ok: false; reason: "refused"; fault: FileFault; message: string }
  | { ok: false; reason: "busy" | "closed" };

export type PoolOptions = {
  readonly size: number;
  /** How many documents may wait. */
  readonly queueMax: number;
  /** For a whole document, whatever its format, both tries together. */
  readonly timeoutMs: number;
  /** Idle deadline: for a stretch in which no new part, page or text is reached. */
  readonly idleTimeoutMs: number;
  readonly memoryMaxMb: number;
  /** Called for internal errors, which are not the document's fault. */
  onFault?(reason: string): void;
};

export type ReaderPool = {
  run(
    request: DocumentRequest,
    options?: { signal?: AbortSignal; account?: string },
  ): Promise<PoolOutcome>;
  close(): Promise<void>;
};

type Job = {
  account: string;
  request: DocumentRequest;
  begunAt: number;
  /** Whether a process died while reading it. */
  isSecondTry: boolean;
  settle(outcome: PoolOutcome): void;
};
type Slot = {
  child: ChildProcess;
  isReady: boolean;
  /** Documents given to the process so far; the number of the one being read. */
  count: number;
  /** The only account it may still serve, after a refusal. */
  onlyFor?: string;
  /** The document being read, or waiting for this process to start. */
  job: Job | undefined;
  timer?: NodeJS.Timeout;
  idleTimer?: NodeJS.Timeout;
};

export function createReaderPool(settings: PoolOptions): ReaderPool {
  const slots = new Set<Slot>();
  const waiting = createFairQueue<Job>();
  let failedStarts = 0;
  let isClosed = false;

  function addSlot(job?: Job): void {
    const child = startReader(settings.memoryMaxMb);
    const slot: Slot = { child, isReady: false, count: 0, job };
    slots.add(slot);
    child.on("message", (message: FromReader) => handleMessage(slot, message));
    child.on("error", () => handleDeath(slot, null));
    child.on("exit", (_, signal) => handleDeath(slot, signal));
  }

  function handleMessage(slot: Slot, message: FromReader): void {
    if (!slots.has(slot)) return;
    if (message.kind === "ready") {
      slot.isReady = true;
      failedStarts = 0;
      if (slot.job !== undefined) begin(slot, slot.job);
      dispatch();
      if (slot.job === undefined) hold(slot, false);
      return;
    }
    // A late message about an earlier document says nothing about this one.
    if (slot.job === undefined || message.job !== slot.count) return;
    if (message.kind === "progress") {
      slot.idleTimer?.refresh();
      return;
    }
    if (message.kind === "failed") settings.onFault?.(message.reason);
    const outcome = outcomeOf(message);
    if (message.kind === "failed" || (message.kind === "refused" && message.mayBeRunning)) {
      discard(slot, outcome);
      return;
    }
    if (!outcome.ok) slot.onlyFor = slot.job.account;
    endJob(slot)?.settle(outcome);
    dispatch();
    if (slot.job === undefined) hold(slot, false);
  }

  /** Takes the document off its slot. */
  function endJob(slot: Slot): Job | undefined {
    const { job } = slot;
    clearTimeout(slot.timer);
    clearTimeout(slot.idleTimer);
    slot.job = undefined;
    if (job !== undefined) waiting.end(job.account, performance.now() - job.begunAt);
    return job;
  }

  /** Kills a process with its document: the only reliable way to stop a parser. */
  function discard(slot: Slot, outcome: PoolOutcome): void {
    slots.delete(slot);
    slot.child.kill("SIGKILL");
    endJob(slot)?.settle(outcome);
    dispatch();
  }

  /** A process exited (its own memory watchdog, V8 out of memory, the system) or can't be reached. */
  function handleDeath(slot: Slot, signal: NodeJS.Signals | null): void {
    if (!slots.has(slot)) return;
    const { job } = slot;
    if (isClosed) {
      discard(slot, { ok: false, reason: "closed" });
    } else if (!slot.isReady && ++failedStarts >= FAILED_STARTS_MAX) {
      // A broken installation: waiting jobs are refused, and the next job tries to start a process again.
      failedStarts = 0;
      settings.onFault?.("the process that reads files does not start");
      for (const each of waiting.clear()) each.settle({ ok: false, reason: "busy" });
      discard(slot, { ok: false, reason: "busy" });
    } else if (job !== undefined && (!slot.isReady || !isItsOwnFault(slot, job, signal))) {
      clearTimeout(slot.timer);
      clearTimeout(slot.idleTimer);
      job.isSecondTry ||= slot.isReady;
      replace(slot, job);
    } else {
      discard(slot, refused("too_complex", TOO_MUCH));
    }
  }

  /** Gives the document to a fresh process in place of this one. */
  function replace(slot: Slot, job: Job): void {
    slots.delete(slot);
    slot.child.kill("SIGKILL");
    addSlot(job);
  }

  function begin(slot: Slot, job: Job): void {
    slot.job = job;
    slot.count += 1;
    hold(slot, true);
    const giveUp = () => discard(slot, refused("too_complex", TOO_SLOW));
    const used = performance.now() - job.begunAt;
    slot.timer = setTimeout(giveUp, Math.max(0, settings.timeoutMs - used));
    slot.idleTimer = setTimeout(giveUp, settings.idleTimeoutMs);
    slot.child.send({ job: slot.count, request: job.request } satisfies ToReader, (error) => {
      if (error !== null) handleDeath(slot, null);
    });
  }

  function dispatch(): void {
    for (const slot of slots) {
      if (!slot.isReady || slot.job !== undefined) continue;
      const job = waiting.next();
      if (job === undefined) return;
      job.begunAt = performance.now();
      if (slot.onlyFor === undefined || slot.onlyFor === job.account) begin(slot, job);
      else replace(slot, job);
    }
    const starting = [...slots].filter(({ isReady, job }) => !isReady && job === undefined).length;
    if (waiting.size() > starting && slots.size < settings.size) addSlot();
  }

  return {
    async run(request, { signal, account = "" } = {}) {
      signal?.throwIfAborted();
      if (isClosed) return { ok: false, reason: "closed" };
      if (waiting.size() >= settings.queueMax) {
        // In a full queue the newest document of the account with the most is evicted.
        const displaced = waiting.displaceFor(account);
        if (displaced === undefined) return { ok: false, reason: "busy" };
        displaced.settle({ ok: false, reason: "busy" });
      }
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          reject(signal?.reason);
          if (waiting.remove(account, job)) return;
          const slot = [...slots].find((each) => each.job === job);
          if (slot !== undefined) discard(slot, refused("too_complex", TOO_SLOW));
        };
        const job: Job = {
          account,
          request,
          begunAt: 0,
          isSecondTry: false,
          settle(outcome) {
            signal?.removeEventListener("abort", onAbort);
            resolve(outcome);
          },
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        waiting.add(account, job);
        dispatch();
      });
    },
    async close() {
      isClosed = true;
      for (const job of waiting.clear()) job.settle({ ok: false, reason: "closed" });
      const ended = [...slots].map(
        ({ child }) =>
          new Promise((resolve) => {
            child.ref();
            child.once("exit", resolve);
            child.kill("SIGKILL");
          }),
      );
      await Promise.all(ended);
    },
  };
}

const FAILED_STARTS_MAX = 3;
const TOO_MUCH = "The file can't be read: it is damaged, or takes too much memory.";
const TOO_SLOW = "The file can't be read: it takes too long.";
const root = fileURLToPath(new URL("../../", import.meta.url));
/** Where the parsers are installed, which may be a link to elsewhere. */
const packages = fileURLToPath(new URL("../", import.meta.resolve("yauzl")));

function startReader(memoryMaxMb: number): ChildProcess {
  return fork(
    fileURLToPath(new URL("./reader-process.ts", import.meta.url)),
    [String(memoryMaxMb)],
    {
      execArgv: [
        `--max-old-space-size=${Math.ceil(memoryMaxMb / 2)}`,
        "--permission",
        `--allow-fs-read=${root}`,
        `--allow-fs-read=${packages}`,
        "--allow-worker",
        "--disable-warning=SecurityWarning",
      ],
      // The environment contains secrets, and a parser needs none of it.
      env: {},
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    },
  );
}

type LastMessage = Exclude<FromReader, { kind: "ready" | "progress" }>;

function outcomeOf(message: LastMessage): PoolOutcome {
  if (message.kind === "done") return { ok: true, text: message.result };
  return message.kind === "refused"
    ? refused(message.fault, message.message)
    : refused("too_complex", TOO_MUCH);
}

/** Whether the process certainly died of the document: it was fresh, and nobody killed it from outside, as the kernel
 * does when the machine runs out of memory. */
function isItsOwnFault({ count }: Slot, job: Job, signal: NodeJS.Signals | null): boolean {
  return job.isSecondTry || (count === 1 && signal !== null && !FROM_OUTSIDE.has(signal));
}

const FROM_OUTSIDE: ReadonlySet<NodeJS.Signals> = new Set([
  "SIGKILL",
  "SIGTERM",
  "SIGINT",
  "SIGHUP",
]);

function refused(fault: FileFault, message: string): PoolOutcome {
  return { ok: false, reason: "refused", fault, message };
}

/** An idle process must not keep the program alive; a busy one does. */
function hold({ child }: Slot, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
