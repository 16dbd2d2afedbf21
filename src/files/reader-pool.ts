// The reader processes: started when the first document comes, one document at a time each, replaced
// when one dies. A document that kills its process or takes too long is refused; nothing else suffers.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DocumentRequest, DocumentText } from "./read-document.ts";
import type { FromReader, ToReader } from "./reader-process.ts";

export type PoolOutcome =
  | { ok: true; text: DocumentText }
  | { ok: false; reason: "refused"; message: string }
  | { ok: false; reason: "busy" | "closed" };

export type PoolSettings = {
  readonly size: number;
  /** How many documents may wait. */
  readonly queueMax: number;
  readonly timeoutMs: number;
  readonly memoryMaxMb: number;
  /** Told about faults that are ours and not the document's. */
  onFault?(reason: string): void;
};

export type ReaderPool = {
  run(request: DocumentRequest, signal?: AbortSignal): Promise<PoolOutcome>;
  close(): Promise<void>;
};

type Job = { request: DocumentRequest; settle(outcome: PoolOutcome): void };
type Slot = { child: ChildProcess; isReady: boolean; job: Job | undefined; timer?: NodeJS.Timeout };

export function createReaderPool(settings: PoolSettings): ReaderPool {
  const slots = new Set<Slot>();
  const waiting: Job[] = [];
  let number = 0;
  let failedStarts = 0;
  let isClosed = false;

  function addSlot(): void {
    const child = startReader(settings.memoryMaxMb);
    const slot: Slot = { child, isReady: false, job: undefined };
    slots.add(slot);
    child.on("message", (message: FromReader) => take(slot, message));
    child.on("error", () => lose(slot));
    child.on("exit", () => lose(slot));
  }

  function take(slot: Slot, message: FromReader): void {
    if (message.kind === "ready") {
      slot.isReady = true;
      failedStarts = 0;
    } else {
      clearTimeout(slot.timer);
      const { job } = slot;
      slot.job = undefined;
      if (message.kind === "failed") settings.onFault?.(message.reason);
      job?.settle(outcomeOf(message));
    }
    hand();
    if (slot.job === undefined) hold(slot, false);
  }

  /** A process ended: by its own watch, by V8 for want of memory, or by our clock. */
  function lose(slot: Slot): void {
    if (!slots.delete(slot)) return;
    clearTimeout(slot.timer);
    slot.job?.settle(isClosed ? { ok: false, reason: "closed" } : refused(TOO_MUCH));
    if (isClosed) return;
    if (!slot.isReady && ++failedStarts >= FAILED_STARTS_MAX) {
      // A broken installation: those who wait are told to come back, and the next one tries again.
      failedStarts = 0;
      settings.onFault?.("the process that reads files does not start");
      for (const job of waiting.splice(0)) job.settle({ ok: false, reason: "busy" });
      return;
    }
    hand();
  }

  function hand(): void {
    for (const slot of slots) {
      if (!slot.isReady || slot.job !== undefined) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      slot.job = job;
      hold(slot, true);
      slot.timer = setTimeout(() => {
        slots.delete(slot);
        slot.child.kill("SIGKILL");
        job.settle(refused(TOO_SLOW));
        hand();
      }, settings.timeoutMs);
      slot.child.send({ job: ++number, request: job.request } satisfies ToReader, (error) => {
        if (error !== null) lose(slot);
      });
    }
    const starting = [...slots].filter(({ isReady }) => !isReady).length;
    if (waiting.length > starting && slots.size < settings.size) addSlot();
  }

  return {
    run(request, signal) {
      if (isClosed) return Promise.resolve({ ok: false, reason: "closed" });
      if (waiting.length >= settings.queueMax) {
        return Promise.resolve({ ok: false, reason: "busy" });
      }
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          const at = waiting.indexOf(job);
          if (at >= 0) waiting.splice(at, 1);
          reject(signal?.reason);
        };
        const job: Job = {
          request,
          settle(outcome) {
            signal?.removeEventListener("abort", onAbort);
            resolve(outcome);
          },
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        waiting.push(job);
        hand();
      });
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.settle({ ok: false, reason: "closed" });
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
      // Settings hold secrets, and a parser needs none of them.
      env: {},
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    },
  );
}

function outcomeOf(message: Exclude<FromReader, { kind: "ready" }>): PoolOutcome {
  if (message.kind === "done") return { ok: true, text: message.result };
  return refused(message.kind === "refused" ? message.message : TOO_MUCH);
}

function refused(message: string): PoolOutcome {
  return { ok: false, reason: "refused", message };
}

/** An idle process keeps nobody from ending; one at work does. */
function hold({ child }: Slot, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
