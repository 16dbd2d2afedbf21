// Weighs a set of edits with the detector. Each edit is left out once to see what it does to the score;
// those that cost more than they give are dropped, and of the sets that were read the best one stands.
// The work is bounded by the number of readings, never by the clock, so that the answer is always the same.
import type { Detection } from "../detector/detector.ts";
import { applyReplacements } from "./edit.ts";
import { countProse } from "./passages.ts";
import { gradeOf } from "./readability.ts";
import type { Chosen } from "./search.ts";

export type Trial = {
  readonly text: string;
  readonly chosen: readonly Chosen[];
  readonly after: Detection;
  /** How far the detector moved towards human, in log-odds. */
  readonly moreHuman: number;
  /** How far the reading grade fell. */
  readonly easier: number;
  readonly value: number;
};

export type RefineSettings = {
  readonly text: string;
  readonly before: Detection;
  readonly judge: (content: string) => Promise<Detection>;
  /** How often the detector may be asked. */
  readonly readingsMax: number;
};

/** The best set of edits found, or undefined when none makes the text better. */
export async function refineEdits(
  all: readonly Chosen[],
  { text, before, judge, readingsMax }: RefineSettings,
): Promise<Trial | undefined> {
  const gradeBefore = gradeOf(countProse(text));
  const known = new Map<string, Trial>();
  let left = readingsMax;
  const attempt = async (chosen: readonly Chosen[]): Promise<Trial | undefined> => {
    const result = applyReplacements(text, chosen);
    if (result === text) return undefined;
    const earlier = known.get(result);
    if (earlier !== undefined) return earlier;
    if (left === 0) return undefined;
    left--;
    const after = await judge(result);
    const moreHuman = logit(before.score) - logit(after.score);
    const easier = gradeBefore - gradeOf(countProse(result));
    const worth = chosen.reduce((sum, edit) => sum + Math.max(0, edit.value), 0);
    const value = valueOf(easier + WORDING_WEIGHT * worth, moreHuman);
    const trial: Trial = { text: result, chosen, after, moreHuman, easier, value };
    known.set(result, trial);
    return trial;
  };

  const whole = await attempt(all);
  if (whole !== undefined && left >= SECOND_ROUND_MIN) {
    const units = unitsOf(all, left - RESERVED);
    const weighed: Unit[] = [];
    for (const unit of units) {
      const without = await attempt(all.filter((edit) => !unit.includes(edit)));
      weighed.push({
        edits: unit,
        moreHuman: whole.moreHuman - (without?.moreHuman ?? 0),
        easier: whole.easier - (without?.easier ?? 0),
      });
    }
    // What the detector minds most goes first; the rest is tried in ever smaller sets.
    weighed.sort((a, b) => b.moreHuman - a.moreHuman);
    const welcome = weighed.filter(({ moreHuman }) => moreHuman > 0);
    // Each edit has earned its place by its wording; it goes only when the detector minds it more than it
    // makes reading easier.
    const worthwhile = weighed.filter(
      ({ easier, moreHuman }) => moreHuman >= 0 || easier + DETECTOR_WEIGHT * moreHuman > 0,
    );
    const sum = (part: readonly Unit[]) => part.reduce((total, unit) => total + unit.moreHuman, 0);
    let kept = worthwhile;
    while (kept.length > welcome.length && sum(kept) <= MORE_HUMAN_AIM) kept = kept.slice(0, -1);
    const first = await attempt(together(kept));
    if (first !== undefined && first.moreHuman <= 0) {
      await attempt(together(kept.slice(0, Math.ceil((kept.length + welcome.length) / 2))));
    }
    const isWelcome = () => (bestOf(known, before)?.moreHuman ?? 0) > 0;
    if (!isWelcome()) await attempt(together(welcome));
    // Edits work on one another: what the detector minds in company it may welcome alone.
    for (const kind of new Set(all.map((edit) => edit.kind))) {
      if (!isWelcome()) await attempt(all.filter((edit) => edit.kind === kind));
    }
    for (const unit of weighed.slice(0, ALONE_MAX)) {
      if (!isWelcome()) await attempt(together([unit]));
    }
  }
  return bestOf(known, before);
}

type Unit = {
  readonly edits: readonly Chosen[];
  readonly moreHuman: number;
  readonly easier: number;
};

/** The detector may be asked so often about a text: some 12,000 words in all, whatever their order. */
export function readingsFor(words: number): number {
  return Math.max(2, Math.min(READINGS_MAX, Math.floor(WORDS_READ_MAX / Math.max(words, 1))));
}

const READINGS_MAX = 24;
const WORDS_READ_MAX = 12_000;
const SECOND_ROUND_MIN = 5;
const RESERVED = 5;
const ALONE_MAX = 4;

const GRADE_RISE_MAX = 0.05;
const LESS_HUMAN_MAX = 0.02;
// The grade rises when short padding goes, so that the wording each edit improves has to count as well.
const WORDING_WEIGHT = 0.1;
// A whole unit of log-odds weighs as much as a school year.
const DETECTOR_WEIGHT = 1;
const MORE_HUMAN_BONUS = 20;
const MORE_HUMAN_AIM = 0.05;

/** Easier reading counts in full, but only a text that also reads as more human is a good rewrite. */
function valueOf(easier: number, moreHuman: number): number {
  return easier + DETECTOR_WEIGHT * moreHuman + (moreHuman > 0 ? MORE_HUMAN_BONUS : 0);
}

function bestOf(known: ReadonlyMap<string, Trial>, before: Detection): Trial | undefined {
  let best: Trial | undefined;
  for (const trial of known.values()) {
    if (trial.easier < -GRADE_RISE_MAX) continue;
    if (trial.after.score - before.score > LESS_HUMAN_MAX) continue;
    if (trial.after.human_probability < before.human_probability - 1) continue;
    if (best === undefined || trial.value > best.value) best = trial;
  }
  return best;
}

/** Single edits while there are few; otherwise edits of one kind that stand near each other go together. */
function unitsOf(all: readonly Chosen[], count: number): Chosen[][] {
  if (all.length <= count) return all.map((edit) => [edit]);
  const sorted = [...all].sort(
    (a, b) =>
      a.kind.localeCompare(b.kind, "en") || a.why.localeCompare(b.why, "en") || a.start - b.start,
  );
  const size = Math.ceil(sorted.length / Math.max(count, 1));
  const units: Chosen[][] = [];
  for (let i = 0; i < sorted.length; i += size) units.push(sorted.slice(i, i + size));
  return units;
}

function together(units: readonly Unit[]): Chosen[] {
  return units.flatMap(({ edits }) => edits).sort((a, b) => a.start - b.start);
}

function logit(score: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, score));
  return Math.log(bounded / (1 - bounded));
}
