// Where a command writes its result: standard output, a file that is replaced atomically at the end, or something
// that is written to directly (a device, a pipe, the target of a link).
import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { chmod, type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { describeFileError } from "./file-errors.ts";
import { Failure } from "./terminal.ts";

export type Output = {
  /** How messages name it. */
  readonly name: string;
  /** Resolves when there is room for more. */
  write(part: string | Uint8Array): Promise<void>;
  /** Commits what was written. */
  finish(): Promise<void>;
  /** Discards what was written, as far as possible. */
  discard(): Promise<void>;
};

/** `-` is standard output, and so is /dev/stdout, which can't be opened when it is a socket. */
export async function openOutput(to: string): Promise<Output> {
  if (to === "-" || to === "/dev/stdout") return standardOutput();
  try {
    const there = await lstat(to).catch(nullIfMissing);
    return there === null || there.isFile()
      ? await openReplacement(to, there)
      : openInPlace(to, await open(to, "w"));
  } catch (error) {
    throw unwritable(to, error);
  }
}

function standardOutput(): Output {
  return {
    name: "standard output",
    write: (part) =>
      new Promise((resolve, reject) =>
        process.stdout.write(part, (error) => (error ? reject(error) : resolve())),
      ),
    async finish() {},
    async discard() {},
  };
}

/** Written to a temporary file and renamed, so that half a result is never mistaken for a whole one. */
async function openReplacement(to: string, there: Stats | null): Promise<Output> {
  const part = `${to}.${randomBytes(6).toString("hex")}.part`;
  const handle = await open(part, "wx");
  const output = openInPlace(to, handle);
  return {
    ...output,
    async finish() {
      try {
        await handle.sync();
        await handle.close();
        if (there !== null) await chmod(part, there.mode & 0o7777);
        await rename(part, to);
      } catch (error) {
        throw unwritable(to, error);
      }
    },
    async discard() {
      await output.discard();
      await rm(part, { force: true });
    },
  };
}

function openInPlace(to: string, handle: FileHandle): Output {
  return {
    name: to,
    async write(part) {
      try {
        await handle.appendFile(part);
      } catch (error) {
        throw unwritable(to, error);
      }
    },
    finish: () => handle.close(),
    discard: () => handle.close().catch(() => {}),
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

function unwritable(to: string, error: unknown): unknown {
  // A closed pipe is not a failure; cli.ts ignores it.
  if ((error as NodeJS.ErrnoException).code === "EPIPE") return error;
  return new Failure(`${to} can't be written: ${describeFileError(error)}`, { cause: error });
}
