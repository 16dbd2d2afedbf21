// The columns of a kept result: its text once, the answer as it was given, and the summary a list shows.
import { createHash } from "node:crypto";
import type { ResultToKeep } from "../store/store.ts";

/** A text and what was answered about it. */
export type ResultOfText = {
  endpoint: string;
  /** As it was sent, or as it was read from a file. */
  content: string;
  /** Of the file. */
  name?: string | undefined;
  summary: ResultSummary;
  /** The answer in its wire form, without the text. The history stores and returns it unread. */
  answer: object;
};

/** What a list shows of a result. */
export type ResultSummary = {
  /** `text`, or the format of the file. */
  inputType: string;
  verdict: string | null;
  /** Per cent. */
  probability: number | null;
  words: number | null;
};

const OPENING_LENGTH = 160;
const NAME_LENGTH_MAX = 255;

export function describeResult({
  endpoint,
  content,
  name,
  summary,
  answer,
}: ResultOfText): Omit<ResultToKeep, "id" | "accountId" | "keyId" | "at"> {
  const { inputType, verdict, probability, words } = summary;
  return {
    endpoint,
    inputType,
    name: name === undefined ? null : storable(name).slice(0, NAME_LENGTH_MAX),
    verdict,
    probability: probability === null ? null : Math.round(probability),
    words,
    hash: createHash("sha256").update(content).digest("hex"),
    opening: openingOf(storable(content)),
    content: storable(content),
    result: JSON.stringify(answer),
  };
}

/** Postgres can't store NUL, and neither store takes a lone surrogate. Each is replaced by one character, so that
 * offsets into the text stay valid. */
function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** Cut between characters, on one line. */
function openingOf(content: string): string {
  const line = content.slice(0, 4 * OPENING_LENGTH).replace(/\s+/g, " ");
  return line.trim().slice(0, OPENING_LENGTH).toWellFormed();
}
