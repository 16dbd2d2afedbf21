// The options of a request, each parsed strictly.
import { type Paper, type ReportFormat, TITLE_LENGTH_MAX } from "../report/report.ts";
import type { Strength } from "../rewriter/rewriter.ts";
import { invalidField } from "./bad.ts";

type Parameters = ReadonlyMap<string, unknown>;

const STRENGTHS: readonly Strength[] = ["light", "medium", "strong"];
const KEEP_MAX = 200;
const FORMATS: readonly ReportFormat[] = ["html", "pdf"];
const PAPERS: readonly Paper[] = ["a4", "letter"];

/** Forms carry only strings; JSON has booleans. */
export function readDetectOptions(parameters: Parameters): { explain: boolean } {
  const value = parameters.get("explain");
  if (value === undefined || value === false || value === "false") return { explain: false };
  if (value === true || value === "true") return { explain: true };
  throw invalidField("explain", "must be true or false.");
}

export function readRewriteOptions(parameters: Parameters): {
  strength: Strength;
  keep: string[];
} {
  return {
    strength: readChoice(parameters, "strength", STRENGTHS, "medium"),
    keep: readKeep(parameters.get("keep")),
  };
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

function readTitle(title: unknown): string | undefined {
  if (title === undefined || title === null || title === "") return undefined;
  if (typeof title !== "string" || title.length > TITLE_LENGTH_MAX) {
    throw invalidField("title", `must be a string of at most ${TITLE_LENGTH_MAX} characters.`);
  }
  return title;
}
