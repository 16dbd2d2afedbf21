// One proposed edit, the sentence it is proposed for, and how edits are put into a text.
import type { Sentence } from "./english/tokens.ts";
import type { Passage } from "./passages.ts";

export type EditKind = "word" | "phrase" | "connective" | "split" | "repair" | "model";

export type Edit = {
  /** Offsets in UTF-16 units: in the sentence while it is proposed, in the input afterwards. */
  readonly start: number;
  readonly end: number;
  /** What stands there instead. */
  readonly to: string;
  /** More wordings that are right as well, for where the first doesn't please. */
  readonly others?: readonly string[];
  readonly kind: EditKind;
  readonly why: string;
  /** How likely it is right, from 0 to 1, where it was judged. */
  readonly sure?: number;
  /** Whether it follows a rule that was reviewed with its examples. */
  readonly isReviewed?: boolean;
  /** Whether its rule decides alone and no judge is asked. */
  readonly isSettled?: boolean;
};

/** A sentence with the edits that were proposed for it; their offsets are in the sentence. */
export type Draft = {
  readonly passage: Passage;
  /** The sentence before it in its paragraph, or "". */
  readonly before: string;
  readonly sentence: Sentence;
  readonly edits: readonly Edit[];
};

/** The sentence after one in its paragraph, or "". */
export function textAfter(drafts: readonly Draft[], index: number): string {
  const next = drafts[index + 1];
  return next === undefined || next.before === "" ? "" : next.passage.text;
}

/** An edit with its replacement chosen. */
export type Replacement = { readonly start: number; readonly end: number; readonly to: string };

/** Puts replacements that don't overlap, in order, into a text. */
export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  let result = "";
  let done = 0;
  for (const { start, end, to } of replacements) {
    result += text.slice(done, start) + to;
    done = end;
  }
  return result + text.slice(done);
}
