// One proposed edit, and how edits are put into a text.
import type { EditKind } from "./rule-table.ts";

export type Edit = {
  /** Offsets in UTF-16 units: in the sentence while it is proposed, in the input afterwards. */
  readonly start: number;
  readonly end: number;
  /** Replacements to be used in turn; most edits have one. */
  readonly options: readonly string[];
  /** More wordings that are right as well, for where none of the first pleases. */
  readonly others?: readonly string[];
  readonly kind: EditKind;
  readonly why: string;
  /** How likely a cut is right, from 0 to 1, where somebody judged it. */
  readonly sure?: number;
};

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
