// `lodestone detect` with several files: one line for each, and an exit code for all of them.
import type { Detection } from "../detector/detector.ts";
import { withDetector } from "./many-texts.ts";
import { withDocument, withReader } from "./read-text.ts";
import { Failure, loadConfig, printTable } from "./terminal.ts";

type Outcome = { file: string } & (Detection | { error: string });

/** A file that fails has its reason in the table, and makes the exit code 1. */
export async function detectFiles(files: readonly string[], isJson: boolean): Promise<void> {
  const { workers } = loadConfig();
  const outcomes: Outcome[] = [];
  await withDetector(Math.min(workers, files.length), (detector) =>
    withReader(async (read) => {
      const check = async (file: string): Promise<Outcome> => {
        try {
          const text = await read(file);
          return { file, ...withDocument(await detector.detect(text.content), text) };
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          return { file, error: error.message };
        }
      };
      // A file is read while those before it are analysed, and few are held in memory.
      for (let first = 0; first < files.length; first += workers) {
        outcomes.push(...(await Promise.all(files.slice(first, first + workers).map(check))));
      }
    }),
  );
  if (isJson) process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`);
  else printTable(["file", "verdict", "probability", "words", "remark"], outcomes.map(rowOf));
  if (outcomes.some((outcome) => "error" in outcome)) process.exitCode = 1;
}

function rowOf(outcome: Outcome): string[] {
  if ("error" in outcome) return [outcome.file, "–", "–", "–", outcome.error];
  const { file, verdict, final_probability, words, warnings } = outcome;
  const remarks = warnings.map(({ message }) => message).join(" ");
  return [file, verdict, `${final_probability} %`, String(words), remarks];
}
