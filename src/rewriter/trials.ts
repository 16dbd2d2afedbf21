// Trials of sets of edits: each is read by the detector and the preference model, and counts only where it keeps to
// the budget and doesn't make the text less human or harder to read. The number of readings bounds the work, never the
// clock, so that the answer is always the same.
import type { Detection } from "../detector/detector.ts";
import { applyReplacements } from "./edit.ts";
import { countProse } from "./passages.ts";
import type { Preference } from "./preference.ts";
import { gradeOf } from "./readability.ts";
import type { Budget } from "./strengths.ts";
import type { Chosen } from "./weigh.ts";

export type Trial = {
  readonly text: string;
  readonly chosen: readonly Chosen[];
  readonly after: Detection;
  readonly gain: Gain;
  readonly value: number;
};

/** What a set of edits does to a text, or one edit to the set. */
export type Gain = {
  /** How far the detector moves towards human, in log-odds. */
  readonly moreHuman: number;
  /** How far the preference model does. */
  readonly moreNatural: number;
  /** How far the reading grade falls. */
  readonly easier: number;
};

/** Reads a text; `onShare` is told how much of it has been read. */
export type Judge = (content: string, onShare: (share: number) => void) => Promise<Detection>;

export type TrialOptions = {
  readonly text: string;
  readonly before: Detection;
  readonly judge: Judge;
  readonly preference: Preference;
  /** A set that changes more does not stand. */
  readonly budget: Budget;
  /** How far the score may rise, 0…1. */
  readonly scoreRiseMax: number;
  /** How often the detector may be asked. */
  readonly readingsMax: number;
  /** Told how much of the readings is done, 0…1; a set that needs no more weighing ends them early. */
  readonly onProgress?: ((share: number) => void) | undefined;
};

export type Trials = {
  /** Reads a set of edits; undefined when it changes nothing or no reading is left. */
  attempt(chosen: readonly Chosen[]): Promise<Trial | undefined>;
  best(): Trial | undefined;
  left(): number;
};

export function createTrials(options: TrialOptions): Trials {
  const { text, before, judge, preference, budget, scoreRiseMax, readingsMax, onProgress } =
    options;
  const grade = gradeOf(countProse(text));
  const style = preference.scoreText(text);
  const known = new Map<string, Trial>();
  let left = readingsMax;
  let best: Trial | undefined;
  const isAllowed = ({ gain, after, chosen }: Trial): boolean =>
    chosen.reduce((sum, edit) => sum + budget.costOf(edit), 0) <= budget.words &&
    gain.easier >= -GRADE_RISE_MAX &&
    after.score - before.score <= scoreRiseMax &&
    before.human_probability - after.human_probability <= Math.floor(100 * scoreRiseMax);
  return {
    async attempt(chosen) {
      const result = applyReplacements(text, chosen);
      if (result === text) return undefined;
      const earlier = known.get(result);
      if (earlier !== undefined || left === 0) return earlier;
      left--;
      const done = readingsMax - left - 1;
      const after = await judge(result, (share) => onProgress?.((done + share) / readingsMax));
      const gain: Gain = {
        moreHuman: logit(before.score) - logit(after.score),
        moreNatural: style - preference.scoreText(result),
        easier: grade - gradeOf(countProse(result)),
      };
      const points = after.human_probability - before.human_probability;
      const value = valueOf(gain, points) + wordingOf(chosen);
      const trial: Trial = { text: result, chosen, after, gain, value };
      known.set(result, trial);
      if (isAllowed(trial) && (best === undefined || value > best.value)) best = trial;
      return trial;
    },
    best: () => best,
    left: () => left,
  };
}

export function wordingOf(chosen: readonly Chosen[]): number {
  return WORDING_WEIGHT * chosen.reduce((sum, edit) => sum + Math.max(0, edit.value), 0);
}

function valueOf(gain: Gain, points: number): number {
  return (
    worthOf(gain) +
    (gain.moreHuman > 0 ? MORE_HUMAN_BONUS : 0) +
    (gain.moreNatural > NATURAL_MIN ? MORE_NATURAL_BONUS : 0) +
    (points > 0 ? POINTS_BONUS : 0)
  );
}

export function worthOf({ easier, moreHuman, moreNatural }: Gain): number {
  return easier + DETECTOR_WEIGHT * moreHuman + PREFERENCE_WEIGHT * moreNatural;
}

const GRADE_RISE_MAX = 0.15;
// The grade rises when short padding goes, so that the wording each edit improves has to count as well.
const WORDING_WEIGHT = 0.2;
// A whole unit of log-odds weighs as much as a school year.
const DETECTOR_WEIGHT = 1;
const PREFERENCE_WEIGHT = 1.5;
// A rewritten text should read as more human, unless that costs it most of what makes it easier to read; the
// preference model, whose word is worth less, decides between sets that are much alike.
const MORE_HUMAN_BONUS = 3;
const MORE_NATURAL_BONUS = 1;
const POINTS_BONUS = 2;
// Less than this is chance: another model of style might see it the other way round.
export const NATURAL_MIN = 0.03;

function logit(score: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, score));
  return Math.log(bounded / (1 - bounded));
}
