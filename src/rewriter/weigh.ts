// What an edit is worth, in each of its wordings: easier reading, and wording that a person would rather have
// written. A wording that the gate refuses is worth nothing.
import type { Edit, EditKind, Replacement } from "./edit.ts";
import { passGate, rewritePassage } from "./gate/gate.ts";
import type { Span } from "./gate/protect.ts";
import type { Passage } from "./passages.ts";
import type { Preference } from "./preference.ts";
import { countWords } from "./readability.ts";

export type Chosen = Replacement & {
  readonly from: string;
  readonly why: string;
  readonly kind: EditKind;
  readonly value: number;
  /** The same edit in other wordings. */
  readonly others?: readonly Chosen[];
};

export type WeighOptions = {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly preference: Preference;
  /** Whether an edit in one wording is of a kind that is made at this strength. */
  readonly allows: (edit: Pick<Chosen, "kind" | "from" | "to">) => boolean;
};

/** An edit with its worth, or undefined where it doesn't pass the gate; its other wordings that pass behind it. */
export function weigh(passage: Passage, edit: Edit, options: WeighOptions): Chosen | undefined {
  const best = word(passage, edit, edit.to, options);
  const others = (edit.others ?? [])
    .map((to) => word(passage, edit, to, options))
    .filter((other) => other !== undefined)
    .filter(({ value }) => value > 0);
  return best === undefined ? undefined : { ...best, others };
}

/** An edit in one wording, or undefined where that doesn't pass the gate. */
function word(
  passage: Passage,
  { start, end, kind, why, sure = 1, isReviewed = false }: Edit,
  to: string,
  { text, spans, preference, allows }: WeighOptions,
): Chosen | undefined {
  const replacement = passGate(text, passage, { start, end, kind }, to, spans);
  if (replacement === undefined) return undefined;
  const from = text.slice(replacement.start, replacement.end);
  if (!allows({ kind, from, to: replacement.to })) return undefined;
  const after = rewritePassage(passage, [replacement]);
  const found = preference.score(passage.text) - preference.score(after);
  // People write "prior to" more often than machines do, and readers like "before" all the same: the worth of an edit they have
  // reviewed may rise with the model's opinion, and never falls.
  const style = isReviewed ? Math.max(0, found) : found;
  // Of two edits that get in each other's way the surer one stands.
  const value = worth(passage.text, after, kind, style) - DOUBT_COST * (1 - sure);
  return { ...replacement, from, why, kind, value };
}

function worth(before: string, after: string, kind: EditKind, style: number): number {
  const old = countWords(before);
  const fresh = countWords(after);
  const saved = 0.4 * (old.syllables - fresh.syllables) + 0.1 * (old.words - fresh.words);
  return (
    PRIOR[kind] +
    (kind === "split" ? 0 : saved) +
    Math.max(-STYLE_MAX, Math.min(STYLE_MAX, STYLE_WEIGHT * style))
  );
}

// How much each kind is worth for its own sake. A cut stands where its rule and the gate allow it.
const PRIOR: Readonly<Record<EditKind, number>> = {
  word: 0.25,
  phrase: 0.4,
  connective: 0.5,
  split: 2,
  // A slip repaired is worth more than any wording.
  repair: 1,
  // The operator wants the model's wording wherever it is safe.
  model: 1.5,
};

const DOUBT_COST = 3;
const STYLE_WEIGHT = 8;
const STYLE_MAX = 1.2;
