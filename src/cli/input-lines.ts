// Streams the lines of a file, a pipe or standard input, so that inputs of any size can be processed.
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { describeFileError } from "./file-errors.ts";
import { Failure, sayInputIsRead } from "./terminal.ts";

export type InputLines = {
  readonly lines: AsyncIterable<string>;
  /** The share of the input read so far, 0…1; null where its size is not known. */
  share(): number | null;
};

/** `-` is standard input, and so is /dev/stdin, which can't be opened when it is a socket. */
export async function openLines(from: string): Promise<InputLines> {
  if (from === "-" || from === "/dev/stdin") {
    sayInputIsRead();
    return { lines: splitLines(process.stdin, "standard input"), share: () => null };
  }
  try {
    const handle = await open(from);
    const { size } = await handle.stat();
    const stream = handle.createReadStream();
    const share = () => (size === 0 ? null : Math.min(1, stream.bytesRead / size));
    return { lines: splitLines(stream, from), share };
  } catch (error) {
    throw unreadable(from, error);
  }
}

async function* splitLines(stream: Readable, name: string): AsyncGenerator<string> {
  stream.setEncoding("utf8");
  let parts: string[] = [];
  let length = 0;
  const take = (part: string) => {
    // A line longer than any text can only be reported as an error: its beginning is enough for that.
    if (length < LINE_MAX && part !== "") parts.push(part);
    length += part.length;
  };
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      let start = 0;
      for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
        take(chunk.slice(start, end));
        yield parts.join("");
        parts = [];
        length = 0;
        start = end + 1;
      }
      take(chunk.slice(start));
    }
  } catch (error) {
    throw unreadable(name, error);
  }
  if (length > 0) yield parts.join("");
}

// In UTF-16 units; the longest text the settings allow is far below it.
const LINE_MAX = 2 ** 26;

function unreadable(name: string, error: unknown): Failure {
  return new Failure(`${name} can't be read: ${describeFileError(error)}`, { cause: error });
}
