// The text a command works on: from a file of any format the service reads, or from standard input.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { buffer as readAll } from "node:stream/consumers";
import type { FileFormat } from "../files/files.ts";
import { BadUsage, Failure, loadConfig } from "./terminal.ts";

export type GivenText = { content: string; format: FileFormat };

export async function readText(file: string | undefined): Promise<GivenText> {
  if (file === undefined && process.stdin.isTTY) {
    throw new BadUsage("Name a file, or - and type the text (end with Ctrl-D).");
  }
  const isInput = file === undefined || file === "-";
  let bytes: Uint8Array;
  try {
    bytes = isInput ? await readAll(process.stdin) : readFileSync(file);
  } catch (error) {
    throw new Failure(`${file} can't be read: ${(error as Error).message}`);
  }
  const { openFileReader } = await import("../files/files.ts");
  const files = openFileReader({ ...loadConfig(), processes: 1, queueMax: 1 });
  try {
    const outcome = await files.read(bytes, { name: isInput ? "" : basename(file), type: "" });
    if (!outcome.ok) {
      throw new Failure("message" in outcome ? outcome.message : "The file can't be read now.");
    }
    const { wordsIn } = await import("../detector/detector.ts");
    if (wordsIn(outcome.content) === 0) throw new Failure("The text has no words.");
    return outcome;
  } finally {
    await files.close();
  }
}

/** What a result says about a document: its format, and the text that offsets refer to. */
export function withDocument<T extends object>(result: T, { content, format }: GivenText): T {
  return format === "text" ? result : { ...result, input_type: format, content };
}
