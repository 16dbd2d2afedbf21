// `lodestone rewrite`: a text from a file or standard input, or a file of many, no server needed.
import type { Command } from "commander";
import { languageModelOf } from "../config.ts";
import type { Detector } from "../detector/detector.ts";
import type { RewriteAsked } from "../input/input.ts";
import type { OpenRewriter } from "../rewriter/rewriter.ts";
import { answerLines, withDetector } from "./many-texts.ts";
import { readText, withDocument } from "./read-text.ts";
import { BadUsage, Failure, loadConfig } from "./terminal.ts";

type RewriteOptions = {
  json?: true;
  jsonl?: string;
  out?: string;
  strength: string;
  keep: string[];
  sentences?: string;
  alternatives: string;
};

export function addRewriteCommand(program: Command): void {
  program
    .command("rewrite")
    .description("rewrite a text into plainer prose that keeps its meaning")
    .argument("[file]", "a text, Markdown, HTML, PDF, DOCX or ODT file, or - for standard input")
    .option("--json", "write the result as JSON")
    .option("--jsonl <file>", "read one {id, text} per line from this file, or - (needs --out)")
    .option(
      "--out <file>",
      "where --jsonl writes one result per line, in input order; - for standard output",
    )
    .option("--strength <strength>", "light, medium or strong", "medium")
    .option("--keep <phrase>", "never change this (repeatable)", collect, [])
    .option("--sentences <numbers>", "rewrite only these segments, such as 0,3,4 (from 0)")
    .option("--alternatives <count>", "up to how many other wordings to give, 0 to 3", "0")
    .action(async (file: string | undefined, options: RewriteOptions) => {
      const strength = STRENGTHS.find((one) => one === options.strength);
      if (strength === undefined) throw new BadUsage("--strength must be light, medium or strong.");
      const { jsonl, out } = options;
      const asked = await readAsked(options);
      if (jsonl === undefined && out === undefined) return rewriteOne(file, asked, options);
      if (jsonl === undefined || out === undefined || file !== undefined) {
        throw new BadUsage("--jsonl IN and --out OUT belong together, without another file.");
      }
      return rewriteMany(jsonl, out, asked);
    });
}

const STRENGTHS = ["light", "medium", "strong"] as const;

async function rewriteOne(
  file: string | undefined,
  asked: RewriteAsked,
  { json }: RewriteOptions,
): Promise<void> {
  const text = await readText(file);
  await refuseShort(text.content);
  await withRewriter(1, async ({ rewriter }) => {
    const result = withDocument(await rewriteAsked(rewriter, text.content, asked), text);
    if (json) {
      process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      return;
    }
    for (const { message } of result.warnings) process.stderr.write(`! ${message}\n`);
    if (!result.regenerated)
      process.stderr.write("No safe improvement was found; the text is unchanged.\n");
    for (const { index, alternatives } of result.sentences) {
      for (const other of alternatives) process.stderr.write(`${index}, or: ${other}\n`);
    }
    process.stdout.write(result.humanized_text);
    if (!result.humanized_text.endsWith("\n")) process.stdout.write("\n");
  });
}

/** As the service reads them, with its words for what is wrong. */
async function readAsked({
  strength,
  keep,
  sentences,
  alternatives,
}: RewriteOptions): Promise<RewriteAsked> {
  const { readRewriteOptions } = await import("../input/input.ts");
  const given = { strength, keep, sentences, alternatives };
  try {
    return readRewriteOptions(new Map(Object.entries(given)));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new BadUsage(words.replace(/^Parameter '(\w+)'/, "--$1"), { cause: error });
  }
}

async function rewriteAsked(rewriter: OpenRewriter, content: string, asked: RewriteAsked) {
  const { NoSuchSentence } = await import("../rewriter/rewriter.ts");
  try {
    return await rewriter.rewrite(content, asked);
  } catch (error) {
    if (error instanceof NoSuchSentence) throw new Failure(`--sentences ${error.message}`);
    throw error;
  }
}

async function rewriteMany(from: string, to: string, asked: RewriteAsked): Promise<void> {
  const { workers } = loadConfig();
  await withRewriter(workers, ({ rewriter, detector }) =>
    answerLines(from, to, async (content) => {
      await refuseShort(content);
      const result = await rewriteAsked(rewriter, content, asked);
      // The unrounded score of what came out, as `detect --jsonl` gives that of what went in.
      const { score } = await detector.detect(result.humanized_text);
      return { ...result, score };
    }),
  );
}

/** The service refuses such a text with the same message. */
async function refuseShort(content: string): Promise<void> {
  const { wordsIn } = await import("../detector/detector.ts");
  if (wordsIn(content) < WORDS_MIN) throw new Failure("Text is too short for humanization.");
}

const WORDS_MIN = 20;

async function withRewriter(
  workers: number,
  work: (opened: { rewriter: OpenRewriter; detector: Detector }) => Promise<void>,
): Promise<void> {
  await withDetector(workers, async (detector) => {
    const { openRewriter } = await import("../rewriter/rewriter.ts");
    const config = loadConfig();
    const rewriter = openRewriter({
      detect: detector.detect,
      modelDir: config.modelDir,
      languageModel: languageModelOf(config),
    });
    try {
      await work({ rewriter, detector });
    } finally {
      await rewriter.close();
    }
  });
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
