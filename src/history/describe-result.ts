// What of an answer goes into which column: the text once, the answer as it was given, and the few
// facts a list shows. Answers of both endpoints are told apart by their fields.
import { createHash } from "node:crypto";
import type { ResultToKeep } from "../store/store.ts";

/** A text and what was answered about it. */
export type ResultOfText = {
  endpoint: string;
  /** As it was sent, or as it was read from a file. */
  content: string;
  /** Of the file. */
  name?: string | undefined;
  result: object;
};

const OPENING_LENGTH = 160;
const NAME_LENGTH_MAX = 255;

export function describeResult({
  endpoint,
  content,
  name,
  result,
}: ResultOfText): Omit<ResultToKeep, "id" | "accountId" | "keyId" | "at"> {
  // The text of a file comes with its answer; it is kept once.
  const { content: _, ...answer } = result as Record<string, unknown>;
  return {
    endpoint,
    inputType: textOr(answer.input_type, "text"),
    name: name === undefined ? null : storable(name).slice(0, NAME_LENGTH_MAX),
    verdict: textOr(answer.verdict, null),
    probability: probabilityOf(answer),
    words: numberOr(answer.words, null),
    hash: createHash("sha256").update(content).digest("hex"),
    opening: openingOf(storable(content)),
    content: storable(content),
    result: JSON.stringify(answer),
  };
}

/** The one number that is shown; a rewrite has it of the text before and after. */
function probabilityOf({
  final_probability: final,
  original_ai_prob: raw,
}: Record<string, unknown>) {
  const before = (final as { before?: unknown } | undefined)?.before;
  return numberOr(final, numberOr(before, numberOr(raw, null)));
}

/** Postgres holds no NUL, and neither store half a character; a half in a text is a whole question mark
 * of the same length, so that offsets into it stay true. */
function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** Cut between characters, on one line. */
function openingOf(content: string): string {
  const line = content.slice(0, 4 * OPENING_LENGTH).replace(/\s+/g, " ");
  return line.trim().slice(0, OPENING_LENGTH).toWellFormed();
}

function textOr<T>(value: unknown, other: T): string | T {
  return typeof value === "string" ? value : other;
}

function numberOr<T>(value: unknown, other: T): number | T {
  return typeof value === "number" ? Math.round(value) : other;
}
