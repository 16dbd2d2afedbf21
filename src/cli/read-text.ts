// The text a command works on: from a file of any format the service reads, or from standard input.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { buffer as readAll } from "node:stream/consumers";
import type { FileFormat } from "../files/files.ts";
import { describeFileError } from "./file-errors.ts";
import { Failure, loadConfig, sayInputIsRead } from "./terminal.ts";

export type GivenText = { content: string; format: FileFormat };

export async function readText(file: string | undefined): Promise<GivenText> {
  return withReader((read) => read(file ?? "-"));
}

/** Runs `work` with a file reader; `-` is standard input. A file that can't be read is a Failure. */
export async function withReader<T>(
  work: (read: (file: string) => Promise<GivenText>) => Promise<T>,
): Promise<T> {
  const { openFileReader } = await import("../files/files.ts");
  const files = openFileReader({ ...loadConfig(), processes: 1, queueMax: 1 });
  const { wordsIn } = await import("../detector/detector.ts");
  try {
    return await work(async (file) => {
      const isInput = file === "-";
      if (isInput) sayInputIsRead();
      const bytes = await (isInput ? readAll(process.stdin) : readFile(file)).catch(
        (error: Error) => {
          throw new Failure(`${file} can't be read: ${describeFileError(error)}`, { cause: error });
        },
      );
      const outcome = await files.read(bytes, { name: isInput ? "" : basename(file), type: "" });
      if (!outcome.ok) {
        throw new Failure("message" in outcome ? outcome.message : "The file can't be read now.");
      }
      if (wordsIn(outcome.content) === 0) throw new Failure("The text has no words.");
      return outcome;
    });
  } finally {
    await files.close();
  }
}

/** What a result says about a document: its format, and the text that offsets refer to. */
export function withDocument<T extends object>(result: T, { content, format }: GivenText): T {
  return format === "text" ? result : { ...result, input_type: format, content };
}
