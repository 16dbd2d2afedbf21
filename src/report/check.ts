// The data of a report, and the facts that both formats state in the same words.
import { createHash } from "node:crypto";
import type { ColorLabel, Detection, Evidence, Verdict } from "../detector/detector.ts";
import type { ModelCard } from "./model-card.ts";

export type Paper = "a4" | "letter";
export type ReportFormat = "html" | "pdf";

/** One check: the text and what the detector said of it. */
export type ReportedCheck = {
  text: string;
  /** `input_type` is any file's format as well, when the text was taken from a file. */
  detection: Omit<Detection, "input_type"> & { input_type: string };
  /** The file the text was found in. */
  file?: { name: string | undefined; sha256: string } | undefined;
  /** When the text was checked, in milliseconds. */
  checkedAt: number;
  /** When this document was created, which may be long after the check. */
  madeAt: number;
  /** Title of the text; by default the file's name or "Report of a text check". */
  title?: string | undefined;
  appVersion: string;
  /** Null when this installation has no card. */
  card: ModelCard | null;
  /** Paper size; A4 by default. */
  paper?: Paper | undefined;
};

export const TITLE = "Report of a text check";
export const TITLE_LENGTH_MAX = 200;

/** On one line and without invisible characters: a title must not change the direction of the text around it. */
export function titleOf({ title, file }: ReportedCheck): string {
  const plain = oneLine(title ?? file?.name ?? "");
  return plain === "" ? TITLE : plain.slice(0, TITLE_LENGTH_MAX);
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

const VERDICT_SENTENCES: Readonly<Record<Verdict, string>> = {
  "AI-generated": "The text reads like one written by an AI.",
  "Likely AI-generated": "The text reads more like an AI’s than like a person’s.",
  Mixed: "Some long stretches read like an AI’s, others like a person’s.",
  Uncertain: "There is not enough here to tell either way.",
  "Likely human-written": "The text reads more like a person’s than like an AI’s.",
  "Human-written": "The text reads like one written by a person.",
};

/** The severity of the verdict, for its colour. */
export function toneOf({ verdict }: ReportedCheck["detection"]): "red" | "amber" | "green" {
  if (verdict === "Uncertain" || verdict === "Mixed") return "amber";
  return verdict.toLowerCase().endsWith("human-written") ? "green" : "red";
}

/** What the verdict means for this text; with `Uncertain` and `Mixed` the answer knows more than the word. */
export function describeVerdict(detection: ReportedCheck["detection"]): string {
  const { verdict, uncertain_because, ai_share, warnings } = detection;
  const sentence = VERDICT_SENTENCES[verdict];
  if (ai_share !== undefined)
    return `${sentence} ${ai_share} % of the words stand in AI-like ones.`;
  // The first warning of an uncertain text says why it is one.
  return (uncertain_because === undefined ? undefined : warnings[0]?.message) ?? sentence;
}

/** Colour and range, in per cent, of the parts of the gauge. */
export const GAUGE_ZONES = [
  ["green", 0, 10],
  ["green", 10.5, 30],
  ["amber", 30.5, 69.5],
  ["red", 70, 89.5],
  ["red", 90, 100],
] as const;

/** What the gauge shows, in a sentence. */
export function describeGauge({ final_probability }: ReportedCheck["detection"]): string {
  return `${final_probability} on a scale from 0, human, to 100, AI.`;
}

export const DIRECTIONS: Readonly<Record<Evidence["direction"], string>> = {
  ai: "AI",
  human: "human",
};

export const ABOUT_SIGNS = "Not part of the score; compared with eight in ten human texts.";

export function aboutEvidence(phrases: number): string {
  return phrases === 0
    ? "No single phrase moved the score: it comes from the text as a whole."
    : "Phrases that moved the score, strongest first. Each was left out and the text read again.";
}

/** How a phrase moved the score, in the words of its counts where they are known. */
export function describePhrase({ per_million: counts, direction }: Evidence): string {
  if (counts !== undefined) {
    return `${rate(counts.ai)} in a million words of AI texts, ${rate(counts.human)} in human ones`;
  }
  return `without it the text reads ${direction === "ai" ? "less" : "more"} like an AI’s`;
}

function rate(value: number): string {
  return value < 10 ? String(Math.round(10 * value) / 10) : grouped(Math.round(value));
}

export const LABELS: Readonly<Record<ColorLabel, { name: string; about: string; mark: string }>> = {
  red: { name: "AI-like", about: "70 to 100 per cent", mark: "double line" },
  amber: { name: "unclear", about: "31 to 69 per cent", mark: "dashed line" },
  green: { name: "human-like", about: "0 to 30 per cent", mark: "thin line" },
  gray: {
    name: "not counted",
    about: "no prose: code, tables, links, references, numbers",
    mark: "dotted line, hatched",
  },
};
export const LABEL_ORDER: readonly ColorLabel[] = ["red", "amber", "green", "gray"];

export function countLabels({ segments }: ReportedCheck["detection"]): Record<ColorLabel, number> {
  const counts = { red: 0, amber: 0, green: 0, gray: 0 };
  for (const { color_label } of segments) counts[color_label]++;
  return counts;
}

/** What counted and what did not, in a sentence. */
export function describeCounted({ segments, words }: ReportedCheck["detection"]): string {
  const data = segments.filter((segment) => segment.is_data).length;
  const counted = segments.length - data;
  const prose = `${count(words, "word")} of prose in ${count(counted, "segment")} counted.`;
  if (data === 0) return `${prose} Nothing was left out: all of the text is prose.`;
  return `${prose} ${count(data, "segment")} did not count, because ${data === 1 ? "it is" : "they are"} no prose.`;
}

function count(number: number, thing: string): string {
  return `${grouped(number)} ${thing}${number === 1 ? "" : "s"}`;
}

/** With commas, the same on every machine. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Names and values of the facts that identify text, model and time. */
export function factsOf(check: ReportedCheck): [name: string, value: string][] {
  const { text, detection } = check;
  return [
    ["Checked", timeOf(check.checkedAt)],
    ["Report made", timeOf(check.madeAt)],
    ["Text", `${grouped(text.length)} characters, ${grouped(detection.words)} words of prose`],
    ["SHA-256 of the text", hashOf(text)],
    ...describeFile(check),
    ["Language", languageName(detection.language)],
    ["Sent as", detection.input_type],
    ["Model", describeModel(detection)],
    [
      "Score before its length counts",
      `AI ${detection.ai_probability} %, human ${detection.human_probability} %`,
    ],
    ["Program", `Lodestone ${check.appVersion}`],
  ];
}

function describeModel({ model_version, calibration }: ReportedCheck["detection"]): string {
  const local = calibration === undefined ? "" : `, the operator’s calibration ${calibration}`;
  return `Lodestone detector ${model_version}${local}`;
}

/** The hash of the file identifies it without knowledge of how its text was extracted. */
function describeFile({ file }: ReportedCheck): [name: string, value: string][] {
  if (file === undefined) return [];
  const name = excerptOf(oneLine(file.name ?? ""), TITLE_LENGTH_MAX);
  return [
    ["File", name === "" ? "sent without a name" : name],
    ["SHA-256 of the file", file.sha256],
  ];
}

/** Of the text in UTF-8, so that anybody can repeat it with a tool of their own. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

export function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function languageName(code: string): string {
  if (code === "und" || code === "") return "not known";
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

export const PROOF =
  "Evidence, not proof: this report says how much the text resembles what AI models write. It does not show who wrote it, and it must never be the only ground for a decision about a person.";

export const LIMITS: readonly string[] = [
  "The verdict is read from one number. On texts like those the model was made with, 0.2 % of human texts were called likely AI; on texts from other sources, 0.3 %. This text may be such a one.",
  "The number knows the length: short texts are drawn to the middle, and under 50 words of prose there is no verdict.",
  "Sentences are marked by the same model with much less to go by: a single marked sentence means little.",
  "Some kinds of human prose look more like a machine’s than others, and a determined writer can change a machine’s text until it passes.",
  "Before deciding anything, speak with the writer, look at drafts and notes, and compare with other work.",
];

export const REPEAT =
  "The same text and the same model version give the same result every time. To repeat the check, take the text, compare its SHA-256 and check it again with this version of the model.";

/** Rows of the table of segments; the marked text has them all in any case. */
export const ROWS_MAX = 2000;

export function excerptOf(text: string, lengthMax: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= lengthMax) return line;
  // Never half of a surrogate pair.
  const cut = line.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut}…`;
}
