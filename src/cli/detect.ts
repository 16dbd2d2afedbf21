// `lodestone detect` and `lodestone rewrite`: a text from a file or standard input, no server needed.
import { createReadStream, readFileSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { Detection } from "../detector/detector.ts";
import { MODEL_DIR, readAppVersion } from "../release.ts";
import type { Paper, ReportFormat } from "../report/report.ts";
import { readText, withDocument } from "./read-text.ts";
import { BadUsage, colorWanted, Failure, loadConfig } from "./terminal.ts";

type DetectOptions = {
  json?: true;
  jsonl?: string;
  out?: string;
  report?: string;
  paper: string;
  title?: string;
};
type RewriteOptions = { json?: true; strength: string; keep: string[] };

export function addTextCommands(program: Command): void {
  program
    .command("detect")
    .description("tell how likely a text was written by an AI")
    .argument("[file]", "a text, Markdown, HTML, PDF, DOCX or ODT file, or - for standard input")
    .option("--json", "write the result as JSON")
    .option("--report <file>", "also write a report to hand over, as .html or .pdf")
    .option("--paper <size>", "the report's sheets: a4 or letter", "a4")
    .option("--title <title>", "the report's title; the file's name if left out")
    .option("--jsonl <file>", "read one {id, text} a line from this file (needs --out)")
    .option("--out <file>", "where --jsonl writes one result a line, in input order")
    .action(async (file: string | undefined, options: DetectOptions) => {
      if (options.jsonl !== undefined || options.out !== undefined) {
        if (options.jsonl === undefined || options.out === undefined || file !== undefined) {
          throw new BadUsage("--jsonl IN and --out OUT belong together, without another file.");
        }
        if (options.report !== undefined) throw new BadUsage("--report is for one text.");
        return detectMany(options.jsonl, options.out);
      }
      return detectOne(file, options);
    });

  program
    .command("rewrite")
    .description("rewrite a text into plainer prose that keeps its meaning")
    .argument("[file]", "a text, Markdown, HTML, PDF, DOCX or ODT file, or - for standard input")
    .option("--json", "write the result as JSON")
    .option("--strength <strength>", "light, medium or strong", "medium")
    .option("--keep <phrase>", "never touch this (repeatable)", collect, [])
    .action(rewriteOne);
}

async function detectOne(file: string | undefined, options: DetectOptions): Promise<void> {
  const report = readReportOptions(file, options);
  const text = await readText(file);
  const { content } = text;
  await withDetector(1, async (detector) => {
    const result = withDocument(await detector.detect(content), text);
    if (report !== null) await saveReport(report, content, result);
    if (options.json) {
      process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      return;
    }
    const { renderReport } = await import("../detector/detector.ts");
    process.stdout.write(
      renderReport(result, {
        width: Math.min(process.stdout.columns ?? 80, 100),
        color: colorWanted(process.stdout),
      }),
    );
  });
}

type WantedReport = { to: string; format: ReportFormat; paper: Paper; title: string | undefined };

/** Looked at before any work: a report that can't be written is said at once. */
function readReportOptions(file: string | undefined, options: DetectOptions): WantedReport | null {
  const { report: to, title } = options;
  const paper = (["a4", "letter"] as const).find((one) => one === options.paper.toLowerCase());
  if (paper === undefined) throw new BadUsage("--paper must be a4 or letter.");
  if (to === undefined) return null;
  const format = (["html", "pdf"] as const).find((one) => to.toLowerCase().endsWith(`.${one}`));
  if (format === undefined) throw new BadUsage("--report must name a .html or .pdf file.");
  const name = file === undefined || file === "-" ? undefined : basename(file);
  return { to, format, paper, title: title ?? name };
}

async function saveReport(
  { to, format, paper, title }: WantedReport,
  text: string,
  detection: Detection,
): Promise<void> {
  const { readCard, writeReport } = await import("../report/report.ts");
  const document = await writeReport(format, {
    text,
    detection,
    at: Date.now(),
    title,
    paper,
    appVersion: readAppVersion(),
    card: readCard(MODEL_DIR),
  });
  // Written aside and renamed: nobody mistakes half a report for a whole one.
  const part = `${to}.part`;
  try {
    await writeFile(part, document);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw new Failure(`${to} can't be written: ${(error as Error).message}`);
  }
  process.stderr.write(`The report was written to ${to}.\n`);
}

async function rewriteOne(file: string | undefined, options: RewriteOptions): Promise<void> {
  const strength = (["light", "medium", "strong"] as const).find((one) => one === options.strength);
  if (strength === undefined) throw new BadUsage("--strength must be light, medium or strong.");
  const text = await readText(file);
  await withDetector(1, async (detector) => {
    const { createRewriter } = await import("../rewriter/rewriter.ts");
    const { keep } = options;
    const rewrite = await createRewriter(detector).rewrite(text.content, { strength, keep });
    const result = withDocument(rewrite, text);
    if (options.json) {
      process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      return;
    }
    if (!result.regenerated)
      process.stderr.write("No safe improvement was found; the text is unchanged.\n");
    process.stdout.write(result.humanized_text);
    if (!result.humanized_text.endsWith("\n")) process.stdout.write("\n");
  });
}

async function detectMany(from: string, to: string): Promise<void> {
  const config = loadConfig();
  const total = countLines(from);
  // Written aside and renamed at the end: nobody mistakes half a run for a whole one.
  const part = `${to}.part`;
  const output = await open(part, "w").catch((error: Error) => {
    throw new Failure(`${to} can't be written: ${error.message}`);
  });
  try {
    await withDetector(config.workers, async (detector) => {
      const { detectLines } = await import("../detector/detector.ts");
      const showProgress = createProgress(total);
      const { done, failed } = await detectLines({
        lines: createInterface({
          input: createReadStream(from),
          crlfDelay: Number.POSITIVE_INFINITY,
        }),
        detect: (content) => detector.detect(content),
        write: async (line) => void (await output.write(`${line}\n`)),
        parallel: config.workers * 2,
        textLengthMax: config.textLengthMax,
        onProgress: showProgress,
      });
      if (process.stderr.isTTY) process.stderr.write("\n");
      process.stderr.write(`${done} texts, ${failed} with an error, written to ${to}.\n`);
    });
    await output.sync();
    await output.close();
    await rename(part, to);
  } catch (error) {
    await output.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

async function withDetector(
  workers: number,
  work: (
    detector: Awaited<ReturnType<typeof import("../detector/detector.ts")["openDetector"]>>,
  ) => Promise<void>,
): Promise<void> {
  const { openDetector } = await import("../detector/detector.ts");
  const detector = await openDetector({ modelDir: MODEL_DIR, workers, queueMax: workers * 4 });
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
function createProgress(total: number): (done: number) => void {
  if (!process.stderr.isTTY) return () => {};
  const width = 40;
  return (done) => {
    const filled = total === 0 ? width : Math.round((width * Math.min(done, total)) / total);
    const bar = "█".repeat(filled).padEnd(width, "░");
    process.stderr.write(`\r${bar} ${done}/${total}`);
  };
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
