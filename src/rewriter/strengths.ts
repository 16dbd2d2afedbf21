// What each strength means: which edits it makes, how sure the judges must be, and how many of a text's words may
// change. The caps are a promise of the API (docs/api.md).
import { wordsIn } from "../detector/detector.ts";
import type { SureMin } from "./judge/judge.ts";
import type { Chosen } from "./weigh.ts";

export type Strength = "light" | "medium" | "strong";

export type StrengthSettings = {
  /** The share of words that may change. */
  readonly wordsShare: number;
  /** The same for a text that reads as a person's. */
  readonly ownWordsShare: number;
  /** What an edit must be worth. */
  readonly valueMin: number;
  /** Sentences of fewer words are not cut. */
  readonly cutWordsMin: number;
  readonly sureMin: SureMin;
  /** How far a set of edits may raise the detector's score, 0…1. */
  readonly scoreRiseMax: number;
  /** Whether rules for this strength alone apply. */
  readonly isStrong: boolean;
  allows(edit: Pick<Chosen, "kind" | "from" | "to">): boolean;
};

/** How many words of a text may change, and how many of them an edit takes. */
export type Budget = {
  readonly words: number;
  costOf(edit: Pick<Chosen, "kind" | "from" | "to">): number;
};

/**
 * The budget of a text with so many words. An edit takes the words it puts others for, and one where words only go or
 * come; in a person's own text it takes every word it touches, unless it says the same in fewer words: nobody's voice
 * is in "due to the fact that" or "prior to", and of these as many may go as in any text. A sentence that the configured language
 * model wrote takes one, so that the caps leave its answers alone.
 */
export function budgetFor(settings: StrengthSettings, words: number, isOwn: boolean): Budget {
  const { wordsShare, ownWordsShare } = settings;
  return {
    words: (isOwn ? ownWordsShare : wordsShare) * words,
    costOf({ kind, from, to }) {
      if (kind === "model") return 1;
      const [old, fresh] = [wordsIn(from), wordsIn(to)];
      const put = Math.max(1, Math.min(old, fresh));
      if (!isOwn) return put;
      return old > 1 && fresh < old ? (put * ownWordsShare) / wordsShare : old;
    },
  };
}

// Half a point: what one changed word does by chance.
const SCORE_RISE_MAX = 0.005;

export const STRENGTHS: Readonly<Record<Strength, StrengthSettings>> = {
  // Repairs and shortens: no sentence is recast, and no wording is longer than what it stands for.
  light: {
    wordsShare: 0.06,
    ownWordsShare: 0.01,
    valueMin: 0.5,
    cutWordsMin: Number.POSITIVE_INFINITY,
    sureMin: { phrase: 0.75, word: 0.95 },
    scoreRiseMax: SCORE_RISE_MAX,
    isStrong: false,
    allows: ({ kind, from, to }) =>
      kind === "repair" || kind === "model" || to.length < from.length,
  },
  // Plainer words and phrases; every sentence stays one.
  medium: {
    wordsShare: 0.2,
    ownWordsShare: 0.025,
    valueMin: 0.15,
    cutWordsMin: Number.POSITIVE_INFINITY,
    sureMin: { phrase: 0.6, word: 0.93 },
    scoreRiseMax: SCORE_RISE_MAX,
    isStrong: false,
    allows: () => true,
  },
  // More edits of which the judge is less sure, and cuts of long sentences at semicolons and dashes.
  strong: {
    wordsShare: 0.4,
    ownWordsShare: 0.08,
    valueMin: 0,
    // In shorter ones readers like a cut as often as not.
    cutWordsMin: 24,
    sureMin: { phrase: 0.5, word: 0.9 },
    // Whoever asks for plain prose gets it. Officialese looks like a person's, because machines rarely write it.
    scoreRiseMax: 1,
    isStrong: true,
    allows: () => true,
  },
};
