// What `detect` and `rewrite` share: a detector for as long as a command runs, and files of many texts.
import { createReadStream, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { MODEL_DIR } from "../release.ts";
import { Failure, loadConfig } from "./terminal.ts";

/** Reads {id, text} a line and writes one answer each, in the same order. */
export async function answerLines(
  from: string,
  to: string,
  answer: (content: string) => Promise<object>,
): Promise<void> {
  const { workers, textLengthMax } = loadConfig();
  const total = countLines(from);
  // Written aside and renamed at the end: nobody mistakes half a run for a whole one.
  const part = `${to}.part`;
  const output = await open(part, "w").catch((error: Error) => {
    throw new Failure(`${to} can't be written: ${error.message}`);
  });
  try {
    const { detectLines } = await import("../detector/detector.ts");
    const { done, failed } = await detectLines({
      lines: createInterface({
        input: createReadStream(from),
        crlfDelay: Number.POSITIVE_INFINITY,
      }),
      detect: answer,
      write: async (line) => void (await output.write(`${line}\n`)),
      parallel: workers * 2,
      textLengthMax,
      onProgress: createProgress(total),
    });
    if (process.stderr.isTTY) process.stderr.write("\n");
    process.stderr.write(`${done} texts, ${failed} with an error, written to ${to}.\n`);
    await output.sync();
    await output.close();
    await rename(part, to);
  } catch (error) {
    await output.close().catch(() => {});
    await rm(part, { force: true });
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
  const { calibrationFile } = loadConfig();
  const detector = await openDetector({
    modelDir: MODEL_DIR,
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

function countLines(file: string): number {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new Failure(`${file} can't be read: ${(error as Error).message}`);
  }
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines += 1;
  return lines + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
}

/** A bar on a terminal; in a log nothing but the summary. */
export function createProgress(total: number): (done: number) => void {
  if (!process.stderr.isTTY) return () => {};
  const width = 40;
  return (done) => {
    const filled = total === 0 ? width : Math.round((width * Math.min(done, total)) / total);
    const bar = "█".repeat(filled).padEnd(width, "░");
    process.stderr.write(`\r${bar} ${done}/${total}`);
  };
}
