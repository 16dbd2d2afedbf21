// Where a command writes its result: standard output, a file that is replaced when all is done, or something
// that only takes what is written to it (a device, a pipe, what a link points to).
import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { chmod, type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { Failure } from "./terminal.ts";

export type Output = {
  /** How messages name it. */
  readonly name: string;
  /** Resolves when there is room for more. */
  write(part: string | Uint8Array): Promise<void>;
  /** Puts what was written in its place. */
  finish(): Promise<void>;
  /** Leaves everything as it was, as far as that is possible. */
  discard(): Promise<void>;
};

/** `-` is standard output, and so is its device, which can't be opened where it is a socket. */
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

/** Written aside and renamed: nobody mistakes half a result for a whole one. */
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
  // A reader that has gone is not a failure; cli.ts passes it over.
  if ((error as NodeJS.ErrnoException).code === "EPIPE") return error;
  return new Failure(`${to} can't be written: ${(error as Error).message}`, { cause: error });
}
