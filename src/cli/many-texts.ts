// Shared by `detect` and `rewrite`: a detector for the duration of a command, and files of many texts.
import { openLines } from "./input-lines.ts";
import { openOutput } from "./output.ts";
import { Failure, loadConfig } from "./terminal.ts";

/** Reads {id, text} per line and writes one result each, in the same order. If a line fails, the exit code
 * is 1. */
export async function answerLines(
  from: string,
  to: string,
  answer: (content: string) => Promise<object>,
): Promise<void> {
  const { workers, textLengthMax } = loadConfig();
  const { lines, share } = await openLines(from);
  const output = await openOutput(to);
  try {
    const { detectLines } = await import("../detector/detector.ts");
    const { done, failed } = await detectLines({
      lines,
      detect: answer,
      write: (line) => output.write(`${line}\n`),
      parallel: workers * 2,
      textLengthMax,
      onProgress: createProgress(share),
    });
    await output.finish();
    if (process.stderr.isTTY) process.stderr.write("\n");
    const place = to === "-" ? "" : `, written to ${output.name}`;
    process.stderr.write(`${done} texts, ${failed} with an error${place}.\n`);
    if (failed > 0) process.exitCode = 1;
  } catch (error) {
    await output.discard();
    throw error;
  }
}

export async function withDetector(
  workers: number,
  work: (
    detector: Awaited<ReturnType<typeof import("../detector/detector.ts")["openDetector"]>>,
  ) => Promise<void>,
): Promise<void> {
  const { CalibrationRefused, openDetector } = await import("../detector/detector.ts");
  const { calibrationFile, modelDir } = loadConfig();
  const detector = await openDetector({
    modelDir,
    workers,
    queueMax: workers * 4,
    calibrationFile,
  }).catch((error: unknown) => {
    if (error instanceof CalibrationRefused) throw new Failure(`CALIBRATION_FILE ${error.message}`);
    throw error;
  });
  try {
    await work(detector);
  } finally {
    await detector.close();
  }
}

/** A bar on a terminal, or the number of texts where the input's size is not known; in a log nothing but the
 * summary. */
export function createProgress(share: () => number | null): (done: number) => void {
  if (!process.stderr.isTTY) return () => {};
  const width = 40;
  return (done) => {
    const read = share();
    const bar = read === null ? "" : `${"█".repeat(Math.round(width * read)).padEnd(width, "░")} `;
    process.stderr.write(`\r${bar}${done} texts`);
  };
}
