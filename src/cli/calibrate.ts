// `lodestone detect calibrate`: moves the detector's limits so that few enough of the operator's own human
// texts are called AI, and says what that changes.
import { createReadStream } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { GroupReport, HumanReading, Recalibration } from "../detector/detector.ts";
import type { FileReader } from "../files/files.ts";
import { describeFileError } from "./file-errors.ts";
import { createProgress } from "./many-texts.ts";
import { BadUsage, Failure, loadConfig, printTable } from "./terminal.ts";

type Options = { human?: string; out: string };

export function addCalibrateCommand(detect: Command): void {
  detect
    .command("calibrate")
    .description("set the detector's limits on your own human texts, never below the released ones")
    .option("--human <folder>", "at least 200 texts by people: files of any format, or .jsonl")
    .option("--out <file>", "the file that CALIBRATION_FILE names", "calibration-local.json")
    .action(async (options: Options) => {
      if (options.human === undefined) throw new BadUsage("--human must name a folder.");
      await calibrate(options.human, options.out);
    });
}

async function calibrate(folder: string, out: string): Promise<void> {
  const files = await listFiles(folder);
  const { HUMAN_TEXTS_MIN, openHumanReader, recalibrate } = await import("../detector/detector.ts");
  const { openFileReader } = await import("../files/files.ts");
  const config = loadConfig();
  const documents = openFileReader({ ...config, processes: 1, queueMax: 1 });
  const reader = await openHumanReader(config.modelDir);
  const readings: HumanReading[] = [];
  const skipped: string[] = [];
  let texts = 0;
  try {
    let done = 0;
    const showProgress = createProgress(() => done / files.length);
    for (const file of files) {
      for await (const text of textsOf(file, documents)) {
        texts++;
        const reading = typeof text === "string" ? await reader.read(text) : undefined;
        if (typeof text !== "string") skipped.push(`${relative(folder, file)}: ${text.problem}`);
        else if (reading !== undefined) readings.push(reading);
      }
      done++;
      showProgress(texts);
    }
    if (process.stderr.isTTY) process.stderr.write("\n");
    const result = recalibrate(readings, reader, new Date().toISOString().slice(0, 10));
    for (const problem of skipped.slice(0, SKIPPED_SHOWN)) process.stderr.write(`${problem}\n`);
    process.stdout.write(
      `${texts} texts, ${readings.filter(({ words }) => words >= 50).length} of them judged; the others have under 50 words, another language, or can't be read.\n`,
    );
    if (result.languages.length === 0) {
      throw new Failure(
        `At least ${HUMAN_TEXTS_MIN} human texts of 50 words and more in one language are needed; nothing was written.`,
      );
    }
    printResult(result);
    await save(out, result);
  } finally {
    await reader.close();
    await documents.close();
  }
  process.stdout.write(`\nWritten to ${out}. It counts once CALIBRATION_FILE=${out} is set.\n`);
}

const SKIPPED_SHOWN = 20;

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: Error) => {
      throw new Failure(`${folder} can't be read: ${describeFileError(error)}`, { cause: error });
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The texts of a file: one a line for .jsonl, else one; a problem where there is none to be had. */
async function* textsOf(
  file: string,
  documents: FileReader,
): AsyncGenerator<string | { problem: string }> {
  if (!file.endsWith(".jsonl")) {
    const outcome = await documents.read(await readFile(file), { name: file, type: "" });
    if (outcome.ok) yield outcome.content;
    else yield { problem: "message" in outcome ? outcome.message : "The file can't be read now." };
    return;
  }
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number++;
    if (line.trim() === "") continue;
    const text = textOf(line);
    yield text ?? { problem: `line ${number} is not {"text": "…"}` };
  }
}

function textOf(line: string): string | undefined {
  try {
    const { text } = Object(JSON.parse(line)) as { text?: unknown };
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

function printResult({ languages, tooFew }: Recalibration): void {
  for (const { language, texts, shift, groups } of languages) {
    process.stdout.write(
      `\n${language}: ${texts} human texts. The limits move out by ${shift.toFixed(2)} in log-odds${shift === 0 ? ": they hold as they are" : ""}.\n\n`,
    );
    printTable(
      ["words", "texts", "called AI or Mixed", "AI outright", "called human"],
      groups.map((group) => [
        group.to === undefined ? `${group.from} and more` : `${group.from} to ${group.to - 1}`,
        group.texts,
        ...(["accused", "outright", "cleared"] as const).map((name) => change(group, name)),
      ]),
    );
  }
  for (const [language, texts] of Object.entries(tooFew)) {
    process.stdout.write(`\n${language}: only ${texts} texts, its limits stay.\n`);
  }
}

function change({ before, after }: GroupReport, name: keyof GroupReport["before"]): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return `${percent(before[name])} → ${percent(after[name])}`;
}

/** Written to a temporary file and renamed: a server never sees half a file. */
async function save(out: string, { local }: Recalibration): Promise<void> {
  const part = `${out}.part`;
  try {
    await writeFile(part, `${JSON.stringify(local, null, 2)}\n`);
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    throw new Failure(`${out} can't be written: ${describeFileError(error)}`, { cause: error });
  }
}
