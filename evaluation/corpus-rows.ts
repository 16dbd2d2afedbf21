// Reads the labelled corpora, one row at a time.
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

export type CorpusRow = {
  id: string;
  text: string;
  label: "human" | "ai";
  source: string;
  domain: string;
  generator: string;
  lang: string;
  group: string;
  words: number;
  mixed?: boolean;
  attack?: string;
  /** How a mirror text was asked to sound; the human original shares its `group`. */
  voice?: string;
  /** [start, end, 1 for AI] in code points, as Python counts. */
  sentence_labels?: [number, number, number][];
};

/** The lines of an xz-compressed file. */
export async function* linesOfXz(path: string): AsyncGenerator<string> {
  const unpack = spawn("xz", ["-dc"], { stdio: ["pipe", "pipe", "inherit"] });
  // A reader that stops early closes the pipe; that is no error.
  unpack.stdin.on("error", () => {});
  createReadStream(path).pipe(unpack.stdin);
  try {
    for await (const line of createInterface({ input: unpack.stdout })) {
      if (line !== "") yield line;
    }
  } finally {
    unpack.kill();
  }
}

/** The rows of a shard. */
export async function* readRows(path: string): AsyncGenerator<CorpusRow> {
  for await (const line of linesOfXz(path)) yield JSON.parse(line) as CorpusRow;
}

/** For each code point of a text (and its end), its offset in UTF-16 units. */
export function unitOffsets(text: string): number[] {
  const offsets: number[] = [];
  for (let i = 0; i < text.length; i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1)
    offsets.push(i);
  offsets.push(text.length);
  return offsets;
}
