// `lodestone detect`: a text from a file or standard input, several files, or a file of many texts; no server
// needed.
import { basename } from "node:path";
import type { Command } from "commander";
import type { Detection } from "../detector/detector.ts";
import { readAppVersion } from "../release.ts";
import type { Paper, ReportFormat } from "../report/report.ts";
import { addCalibrateCommand } from "./calibrate.ts";
import { detectFiles } from "./detect-files.ts";
import { answerLines, withDetector } from "./many-texts.ts";
import { openOutput } from "./output.ts";
import { readText, withDocument } from "./read-text.ts";
import { addRewriteCommand } from "./rewrite.ts";
import { BadUsage, colorWanted, loadConfig } from "./terminal.ts";

type DetectOptions = {
  json?: true;
  explain?: true;
  jsonl?: string;
  out?: string;
  report?: string;
  paper: string;
  title?: string;
};

export function addTextCommands(program: Command): void {
  const command = program
    .command("detect")
    .description("estimate how likely it is that a text was written by an AI")
    .enablePositionalOptions()
    .argument("[files...]", "text, Markdown, HTML, PDF, DOCX or ODT files, or - for standard input")
    .option("--json", "write the result as JSON")
    .option(
      "--explain",
      "also show which phrases moved the score, and the style of the text as a whole",
    )
    .option("--report <file>", "also write a report, as .html or .pdf")
    .option("--paper <size>", "the report's paper size: a4 or letter", "a4")
    .option("--title <title>", "the report's title; the file's name by default")
    .option("--jsonl <file>", "read one {id, text} per line from this file, or - (needs --out)")
    .option(
      "--out <file>",
      "where --jsonl writes one result per line, in input order; - for standard output",
    )
    .action(async (files: string[], options: DetectOptions) => {
      if (options.jsonl !== undefined || options.out !== undefined) {
        if (options.jsonl === undefined || options.out === undefined || files.length > 0) {
          throw new BadUsage("--jsonl IN and --out OUT belong together, without another file.");
        }
        if (options.report !== undefined) throw new BadUsage("--report is for one text.");
        return detectMany(options.jsonl, options.out, options.explain === true);
      }
      if (files.length > 1) {
        if (options.report !== undefined) throw new BadUsage("--report is for one text.");
        return detectFiles(files, options.json === true);
      }
      return detectOne(files[0], options);
    });
  addCalibrateCommand(command);

  addRewriteCommand(program);
}

async function detectOne(file: string | undefined, options: DetectOptions): Promise<void> {
  const report = readReportOptions(file, options);
  const text = await readText(file);
  const { content } = text;
  await withDetector(1, async (detector) => {
    const explain = options.explain === true;
    const checkedAt = Date.now();
    const result = withDocument(await detector.detect(content, { explain }), text);
    if (report !== null) await saveReport(report, content, result, checkedAt);
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

/** Checked before any work, so that an unwritable report is reported at once. */
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
  checkedAt: number,
): Promise<void> {
  const { readCard, writeReport } = await import("../report/report.ts");
  const document = await writeReport(format, {
    text,
    detection,
    checkedAt,
    madeAt: Date.now(),
    title,
    paper,
    appVersion: readAppVersion(),
    card: readCard(loadConfig().modelDir),
  });
  const output = await openOutput(to);
  try {
    await output.write(document);
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
  process.stderr.write(`The report was written to ${to}.\n`);
}

async function detectMany(from: string, to: string, explain: boolean): Promise<void> {
  const { workers } = loadConfig();
  await withDetector(workers, (detector) =>
    answerLines(from, to, (content) => detector.detect(content, { explain })),
  );
}
