// The options of a request, each parsed strictly.
import { type Paper, type ReportFormat, TITLE_LENGTH_MAX } from "../report/report.ts";
import type { Strength } from "../rewriter/rewriter.ts";
import { invalidField } from "./bad.ts";

type Parameters = ReadonlyMap<string, unknown>;

const STRENGTHS: readonly Strength[] = ["light", "medium", "strong"];
const KEEP_MAX = 200;
/** More than a text of the greatest length has. */
const SENTENCES_MAX = 50_000;
const ALTERNATIVES_MAX = 3;
const FORMATS: readonly ReportFormat[] = ["html", "pdf"];
const PAPERS: readonly Paper[] = ["a4", "letter"];

/** Forms carry only strings; JSON has booleans. */
export function readDetectOptions(parameters: Parameters): { explain: boolean } {
  const value = parameters.get("explain");
  if (value === undefined || value === false || value === "false") return { explain: false };
  if (value === true || value === "true") return { explain: true };
  throw invalidField("explain", "must be true or false.");
}

export type RewriteAsked = {
  strength: Strength;
  keep: string[];
  sentences: number[] | undefined;
  alternatives: number;
};

export function readRewriteOptions(parameters: Parameters): RewriteAsked {
  return {
    strength: readChoice(parameters, "strength", STRENGTHS, "medium"),
    keep: readKeep(parameters.get("keep")),
    sentences: readSentences(parameters.get("sentences")),
    alternatives: readAlternatives(parameters.get("alternatives")),
  };
}

/** What an Idempotency-Key of a rewrite is bound to. Wishes of later versions stand behind, so that a request of an
 * earlier one stays the same. */
export function describeAsked(
  identity: string,
  { strength, keep, sentences, alternatives }: RewriteAsked,
): string {
  const more =
    sentences === undefined && alternatives === 0 ? [] : [sentences ?? null, alternatives];
  return JSON.stringify([identity, strength, keep, ...more]);
}

const TASKS = ["detect", "regenerate"] as const;

export type JobOptions = { task: (typeof TASKS)[number]; webhook: string | null };

/** What a job is to do, and its webhook. Whether that address is allowed is checked elsewhere. */
export function readJobOptions(parameters: Parameters): JobOptions {
  const webhook = parameters.get("webhook") ?? "";
  if (typeof webhook !== "string") throw invalidField("webhook", "must be a string.");
  return {
    task: readChoice(parameters, "task", TASKS, "detect"),
    webhook: webhook === "" ? null : webhook,
  };
}

export function readReportOptions(parameters: Parameters): {
  format: ReportFormat;
  paper: Paper;
  title: string | undefined;
} {
  return {
    format: readChoice(parameters, "format", FORMATS, "html"),
    paper: readChoice(parameters, "paper", PAPERS, "a4"),
    title: readTitle(parameters.get("title")),
  };
}

/** One of a few words. Null and the empty string count as absent: forms send those for empty fields. */
function readChoice<T extends string>(
  parameters: Parameters,
  name: string,
  choices: readonly T[],
  usual: T,
): T {
  const given = parameters.get(name) ?? "";
  const choice = given === "" ? usual : choices.find((known) => known === given);
  if (choice === undefined) throw invalidField(name, `must be one of ${choices.join(", ")}.`);
  return choice;
}

/** An array in JSON; in a form one word or phrase per line. */
function readKeep(value: unknown): string[] {
  const items = typeof value === "string" ? value.split(/\r?\n/) : (value ?? []);
  if (!Array.isArray(items) || !items.every((item) => typeof item === "string")) {
    throw invalidField("keep", "must be a list of strings.");
  }
  const keep = items.map((item) => item.trim()).filter((item) => item !== "");
  if (keep.length > KEEP_MAX) throw invalidField("keep", `may list at most ${KEEP_MAX} phrases.`);
  return keep;
}

/** Segment numbers: an array in JSON; in a form "0,3,4" or one a line. Without any the whole text is meant. */
function readSentences(value: unknown): number[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const items = typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : value;
  if (!Array.isArray(items) || items.length === 0) {
    throw invalidField("sentences", "must be a list of segment numbers.");
  }
  if (items.length > SENTENCES_MAX) {
    throw invalidField("sentences", `may list at most ${SENTENCES_MAX} segments.`);
  }
  const numbers = items.map((item) =>
    typeof item === "string" && /^\d{1,9}$/.test(item) && typeof value === "string"
      ? Number(item)
      : item,
  );
  if (!numbers.every((item) => Number.isSafeInteger(item) && item >= 0)) {
    throw invalidField("sentences", "must be a list of segment numbers.");
  }
  // In order and without repetitions, so that the same wish is the same request.
  return [...new Set(numbers as number[])].sort((a, b) => a - b);
}

function readAlternatives(value: unknown): number {
  if (value === undefined || value === null || value === "") return 0;
  const number = typeof value === "string" && /^\d$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || ![0, 1, 2, 3].includes(number)) {
    throw invalidField("alternatives", `must be a whole number from 0 to ${ALTERNATIVES_MAX}.`);
  }
  return number;
}

function readTitle(title: unknown): string | undefined {
  if (title === undefined || title === null || title === "") return undefined;
  if (typeof title !== "string" || title.length > TITLE_LENGTH_MAX) {
    throw invalidField("title", `must be a string of at most ${TITLE_LENGTH_MAX} characters.`);
  }
  return title;
}
