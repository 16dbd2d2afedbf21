// The room's entry file: a file in, its text in reading order out. Plain text and Markdown are only decoded;
// everything else is parsed in a separate process, within limits of memory and time.
import { checkName, type FileFormat, type FileLabel, recognise } from "./format.ts";
import { decodeText } from "./plain-text.ts";
import { createReaderPool, type PoolOutcome } from "./reader-pool.ts";
import { type FileFault, FileRefusal } from "./refusal.ts";

export type { FileFormat, FileLabel } from "./format.ts";
export type { FileFault } from "./refusal.ts";

export type FileOutcome =
  | { readonly ok: true; readonly format: FileFormat; readonly content: string }
  /** What is wrong with the file, as a message for its sender. */
  | {
      readonly ok: false;
      readonly reason: "refused";
      readonly fault: FileFault;
      readonly message: string;
    }
  /** Too many files are queued, or the program is shutting down. */
  | { readonly ok: false; readonly reason: "busy" };

export type FileReader = {
  read(
    bytes: Uint8Array,
    label: FileLabel,
    options?: { signal?: AbortSignal; account?: string },
  ): Promise<FileOutcome>;
  close(): Promise<void>;
};

export type FileReaderOptions = {
  readonly fileSizeMax: number;
  readonly textLengthMax: number;
  /** How many documents are parsed at once. */
  readonly processes: number;
  readonly queueMax: number;
  readonly timeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly memoryMaxMb?: number;
  onFault?(reason: string): void;
};

/** A document of ten megabytes, mostly pictures, is read in a second or two. */
const TIMEOUT_MS = 20_000;
/** A full page takes some ten milliseconds; forms nested in forms can keep one busy for hours. */
const IDLE_TIMEOUT_MS = 4000;
/** For files of up to 80 MB; larger ones get eight times their size. */
const MEMORY_MAX_MB = 640;

/** Opens the room; the processes start with the first document. */
export function openFileReader(settings: FileReaderOptions): FileReader {
  const { fileSizeMax, textLengthMax, processes, queueMax, onFault } = settings;
  const pool = createReaderPool({
    size: processes,
    queueMax,
    timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
    idleTimeoutMs: settings.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    memoryMaxMb: settings.memoryMaxMb ?? Math.max(MEMORY_MAX_MB, (8 * fileSizeMax) / 1_048_576),
    ...(onFault === undefined ? {} : { onFault }),
  });
  return {
    async read(bytes, label, options) {
      if (bytes.byteLength > fileSizeMax) return refused("too_large", tooLarge(fileSizeMax));
      try {
        const kind = recognise(bytes, label);
        if (kind === "text" || kind === "markdown") {
          checkName(kind, label);
          return { ok: true, format: kind, content: decodeText(bytes, textLengthMax) };
        }
      } catch (error) {
        if (error instanceof FileRefusal) return refused(error.fault, error.message);
        throw error;
      }
      return toOutcome(await pool.run({ bytes, label, textLengthMax }, options));
    },
    close: () => pool.close(),
  };
}

export function tooLarge(fileSizeMax: number): string {
  const megabytes = Math.floor((10 * fileSizeMax) / 1_048_576) / 10;
  const size = megabytes >= 0.1 ? `${megabytes} MB` : `${fileSizeMax} bytes`;
  return `The file is too large: at most ${size}.`;
}

function toOutcome(outcome: PoolOutcome): FileOutcome {
  if (outcome.ok) return { ok: true, ...outcome.text };
  return outcome.reason === "refused" ? outcome : { ok: false, reason: "busy" };
}

function refused(fault: FileFault, message: string): FileOutcome {
  return { ok: false, reason: "refused", fault, message };
}
