// The reader processes: started on demand, one document at a time each, replaced when one dies. Documents wait
// in a queue that is fair by account. A document that crashes its process or takes too long is refused; a
// cancelled one is dropped together with its process. Other documents are not affected.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createFairQueue } from "../fair-queue/fair-queue.ts";
import type { DocumentRequest, DocumentText } from "./read-document.ts";
import type { FromReader, ToReader } from "./reader-process.ts";

export type PoolOutcome =
  | { ok: true; text: DocumentText }
  | { ok: false; reason: "refused"; message: string }
  | { ok: false; reason: "busy" | "closed" };

export type PoolOptions = {
  readonly size: number;
  /** How many documents may wait. */
  readonly queueMax: number;
  /** For a whole document. */
  readonly timeoutMs: number;
  /** Idle deadline: for a stretch of a PDF page that yields no text. */
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
  settle(outcome: PoolOutcome): void;
};
type Slot = {
  child: ChildProcess;
  isReady: boolean;
  job: Job | undefined;
  timer?: NodeJS.Timeout;
  idleTimer?: NodeJS.Timeout | undefined;
};

export function createReaderPool(settings: PoolOptions): ReaderPool {
  const slots = new Set<Slot>();
  const waiting = createFairQueue<Job>();
  let number = 0;
  let failedStarts = 0;
  let isClosed = false;

  function addSlot(): void {
    const child = startReader(settings.memoryMaxMb);
    const slot: Slot = { child, isReady: false, job: undefined };
    slots.add(slot);
    child.on("message", (message: FromReader) => handleMessage(slot, message));
    child.on("error", () => handleExit(slot));
    child.on("exit", () => handleExit(slot));
  }

  function handleMessage(slot: Slot, message: FromReader): void {
    if (message.kind === "progress") {
      clearTimeout(slot.idleTimer);
      slot.idleTimer = setTimeout(() => kill(slot), settings.idleTimeoutMs);
      return;
    }
    if (message.kind === "ready") {
      slot.isReady = true;
      failedStarts = 0;
    } else {
      const job = endJob(slot);
      if (message.kind === "failed") settings.onFault?.(message.reason);
      job?.settle(outcomeOf(message));
    }
    dispatch();
    if (slot.job === undefined) hold(slot, false);
  }

  /** Settles the document of a slot. */
  function endJob(slot: Slot): Job | undefined {
    const { job } = slot;
    clearTimeout(slot.timer);
    clearTimeout(slot.idleTimer);
    slot.job = undefined;
    if (job !== undefined) waiting.end(job.account, performance.now() - job.begunAt);
    return job;
  }

  /** Kills a process with its document: the only reliable way to stop a parser. */
  function kill(slot: Slot): void {
    slots.delete(slot);
    slot.child.kill("SIGKILL");
    endJob(slot)?.settle(refused(TOO_SLOW));
    dispatch();
  }

  /** A process exited: ended by its own memory watchdog, or by V8 running out of memory. */
  function handleExit(slot: Slot): void {
    if (!slots.delete(slot)) return;
    endJob(slot)?.settle(isClosed ? { ok: false, reason: "closed" } : refused(TOO_MUCH));
    if (isClosed) return;
    if (!slot.isReady && ++failedStarts >= FAILED_STARTS_MAX) {
      // A broken installation: waiting jobs are refused, and the next job tries to start a process again.
      failedStarts = 0;
      settings.onFault?.("the process that reads files does not start");
      for (const job of waiting.clear()) job.settle({ ok: false, reason: "busy" });
      return;
    }
    dispatch();
  }

  function dispatch(): void {
    for (const slot of slots) {
      if (!slot.isReady || slot.job !== undefined) continue;
      const job = waiting.next();
      if (job === undefined) return;
      slot.job = job;
      job.begunAt = performance.now();
      hold(slot, true);
      slot.timer = setTimeout(() => kill(slot), settings.timeoutMs);
      slot.child.send({ job: ++number, request: job.request } satisfies ToReader, (error) => {
        if (error !== null) handleExit(slot);
      });
    }
    const starting = [...slots].filter(({ isReady }) => !isReady).length;
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
          if (slot !== undefined) kill(slot);
        };
        const job: Job = {
          account,
          request,
          begunAt: 0,
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

function outcomeOf(message: Exclude<FromReader, { kind: "ready" | "progress" }>): PoolOutcome {
  if (message.kind === "done") return { ok: true, text: message.result };
  return refused(message.kind === "refused" ? message.message : TOO_MUCH);
}

function refused(message: string): PoolOutcome {
  return { ok: false, reason: "refused", message };
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
