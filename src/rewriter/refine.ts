// Weighs a set of edits with the detector and the preference model. Each edit is left out once to see what
// it does to the text as a whole; those that cost more than they give are dropped, single edits are taken
// out and put back while that helps, and of the sets that were read the best one stands. The work is
// bounded by the number of readings, never by the clock, so that the answer is always the same.
import { type Detection, wordsIn } from "../detector/detector.ts";
import { applyReplacements } from "./edit.ts";
import { keepLength } from "./length.ts";
import { hasTooManyLinks, keepFewLinks } from "./links.ts";
import { countProse } from "./passages.ts";
import type { Preference } from "./preference.ts";
import { gradeOf } from "./readability.ts";
import type { Chosen } from "./search.ts";

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

export type RefineOptions = {
  readonly text: string;
  readonly before: Detection;
  readonly judge: Judge;
  readonly preference: Preference;
  /** How often the detector may be asked. */
  readonly readingsMax: number;
  /** Told how much of the readings is done, 0…1; a set that needs no more weighing ends them early. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Whether a text has blemishes, which would stand closer in a shorter one. */
  readonly isBlemished: (content: string) => boolean;
};

/** The best set of edits found, or undefined when none makes the text better. */
export async function refineEdits(
  proposed: readonly Chosen[],
  options: RefineOptions,
): Promise<Trial | undefined> {
  const trials = createTrials(options);
  const all = trials.fit(keepFewLinks(options.text, proposed));
  const whole = await trials.attempt(all);
  // Of a few words the detector can say little: unless it minds by whole points, the reader gets every edit.
  if (!canJudge(options.before) && trials.best() === whole) return whole;
  if (whole === undefined || trials.left() < SECOND_ROUND_MIN) return trials.best();
  // What both welcome, and by whole points, needs no more weighing: the reader gets every edit.
  const points = whole.after.human_probability - options.before.human_probability;
  if (isWelcome(whole) && points > 0 && trials.best() === whole) return whole;
  const weighed: Unit[] = [];
  for (const edits of unitsOf(all, Math.floor(trials.left() * SHARE_WEIGHED))) {
    const without = await trials.attempt(all.filter((edit) => !edits.includes(edit)));
    weighed.push({ edits, gain: difference(whole.gain, without?.gain ?? NOTHING) });
  }
  await trials.attempt(trials.fit(together(worthKeeping(weighed))));
  // What one reading promises the next may not keep: the harmful go one by one, those first that cost most for
  // what they give, until the rest is welcome.
  const byHarm = [...weighed].sort((a, b) => harmOf(b) - harmOf(a));
  for (let gone = 1; gone < byHarm.length; gone++) {
    if ((trials.best()?.gain.moreHuman ?? 0) > 0 || trials.left() < CLIMB_MIN) break;
    await trials.attempt(trials.fit(together(byHarm.slice(gone))));
  }
  // Edits work on one another: what the detector minds in company it may welcome alone.
  const welcome = weighed.filter(({ gain }) => gain.moreHuman > 0 && gain.moreNatural > 0);
  if (!isWelcome(trials.best())) await trials.attempt(trials.fit(together(welcome)));
  for (const kind of new Set(all.map((edit) => edit.kind))) {
    const alike = trials.fit(all.filter((edit) => edit.kind === kind));
    if (!isWelcome(trials.best())) await trials.attempt(alike);
  }
  await climb(trials, weighed);
  return trials.best();
}

/** Whether the detector has words enough to say anything. */
function canJudge({ warnings }: Detection): boolean {
  return !warnings.some(({ code }) => code === "short_text");
}

type Unit = { readonly edits: readonly Chosen[]; readonly gain: Gain };

/** Takes single units out of the best set, or puts them back, as long as that makes it better. */
async function climb(trials: Trials, weighed: readonly Unit[]): Promise<void> {
  const byWorth = [...weighed].sort((a, b) => unitWorth(a) - unitWorth(b));
  for (let moved = true; moved && trials.left() > 0; ) {
    moved = false;
    for (const unit of byWorth) {
      const best = trials.best();
      for (const next of movesOf(unit, best?.chosen ?? [])) await trials.attempt(trials.fit(next));
      if (trials.best() !== best) moved = true;
    }
  }
}

/** A set without a unit or with it, and with single edits of the unit in another wording. */
function movesOf({ edits }: Unit, held: readonly Chosen[]): (readonly Chosen[])[] {
  const isOf = (own: Chosen, edit: Chosen) => own === edit || own.others?.includes(edit) === true;
  const rest = held.filter((edit) => !edits.some((own) => isOf(own, edit)));
  const isIn = rest.length === held.length - edits.length;
  const moves = [isIn ? rest : [...rest, ...edits].sort(byPlace)];
  for (const edit of edits) {
    const without = held.filter((one) => !isOf(edit, one));
    for (const wording of [edit, ...(edit.others ?? [])])
      if (!held.includes(wording)) moves.push([...without, wording].sort(byPlace));
  }
  return moves;
}

/**
 * The units that give more than they cost. While the sum would not be welcome, those go first that harm it
 * most for what they give the reader.
 */
function worthKeeping(weighed: readonly Unit[]): Unit[] {
  const kept = weighed.filter((unit) => unitWorth(unit) > 0).sort((a, b) => harmOf(a) - harmOf(b));
  const sum = (of: (gain: Gain) => number) => kept.reduce((all, { gain }) => all + of(gain), 0);
  while (
    kept.length > 1 &&
    (sum((gain) => gain.moreHuman) <= AIM || sum((gain) => gain.moreNatural) <= AIM) &&
    harmOf(kept.at(-1) ?? NO_UNIT) > 0
  ) {
    kept.pop();
  }
  return kept;
}

/** What a unit costs in naturalness, for each school year it makes reading easier. */
function harmOf({ gain, edits }: Unit): number {
  return -leastOf(gain) / (EASE_MIN + Math.max(0, gain.easier) + wordingOf(edits));
}

/**
 * How often the detector may be asked about a text of so many characters: some 15,000 of them in all. Who sends
 * several pages waits longer anyway, and gets readings enough to weigh the edits with.
 */
export function readingsFor(length: number): number {
  if (length > LONG_LENGTH) return LONG_READINGS;
  return Math.max(READINGS_MIN, Math.min(READINGS_MAX, Math.floor(LENGTH_READ_MAX / length)));
}

const READINGS_MIN = 5;
const READINGS_MAX = 24;
const LENGTH_READ_MAX = 15_000;
const LONG_LENGTH = 4_500;
const LONG_READINGS = 6;
const SECOND_ROUND_MIN = 5;
const CLIMB_MIN = 3;
const SHARE_WEIGHED = 0.6;

// Where six words in a hundred say nothing, they go, blemishes or not.
const PADDED_MIN = 0.06;
// Signs can be missed: for less than one word in a hundred that is not worth the risk.
const SHORTER_MIN = 0.01;
const GRADE_RISE_MAX = 0.05;
const LESS_HUMAN_MAX = 0.005;
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
const AIM = 0.05;
// Even an edit that doesn't move the grade is worth something to a reader.
const EASE_MIN = 0.05;
// Less than this is chance: another model of style might see it the other way round.
const NATURAL_MIN = 0.03;

const NOTHING: Gain = { moreHuman: 0, moreNatural: 0, easier: 0 };
const NO_UNIT: Unit = { edits: [], gain: NOTHING };

type Trials = {
  /** What may be made of a set of edits: without those that would cost the text its length. */
  fit(chosen: readonly Chosen[]): readonly Chosen[];
  /** Reads a set of edits; undefined when it changes nothing or no reading is left. */
  attempt(chosen: readonly Chosen[]): Promise<Trial | undefined>;
  best(): Trial | undefined;
  left(): number;
};

function createTrials(options: RefineOptions): Trials {
  const { text, before, judge, preference, readingsMax, onProgress, isBlemished } = options;
  const words = wordsIn(text);
  const grade = gradeOf(countProse(text));
  const style = preference.scoreText(text);
  const known = new Map<string, Trial>();
  let left = readingsMax;
  let best: Trial | undefined;
  /** A text may lose words when it has no blemishes that would stand closer, or much padding. */
  const hasRightLength = (result: string): boolean => {
    const lost = words - wordsIn(result);
    if (lost <= 0 || lost >= PADDED_MIN * words) return true;
    return lost >= SHORTER_MIN * words && !isBlemished(result);
  };
  const isAllowed = ({ gain, after, text: result }: Trial): boolean =>
    hasRightLength(result) &&
    gain.easier >= -GRADE_RISE_MAX &&
    after.score - before.score <= LESS_HUMAN_MAX &&
    after.human_probability >= before.human_probability;
  return {
    fit: (chosen) =>
      hasRightLength(applyReplacements(text, chosen))
        ? chosen
        : keepLength(chosen, (next) => !hasTooManyLinks(text, applyReplacements(text, next))),
    async attempt(chosen) {
      const result = applyReplacements(text, chosen);
      if (result === text || hasTooManyLinks(text, result)) return undefined;
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

function unitWorth({ gain, edits }: Unit): number {
  return worthOf(gain) + wordingOf(edits);
}

function wordingOf(chosen: readonly Chosen[]): number {
  return WORDING_WEIGHT * chosen.reduce((sum, edit) => sum + Math.max(0, edit.value), 0);
}

function isWelcome(trial: Trial | undefined): boolean {
  return trial !== undefined && trial.gain.moreHuman > 0 && trial.gain.moreNatural > NATURAL_MIN;
}

function valueOf(gain: Gain, points: number): number {
  return (
    worthOf(gain) +
    (gain.moreHuman > 0 ? MORE_HUMAN_BONUS : 0) +
    (gain.moreNatural > NATURAL_MIN ? MORE_NATURAL_BONUS : 0) +
    (points > 0 ? POINTS_BONUS : 0)
  );
}

function worthOf({ easier, moreHuman, moreNatural }: Gain): number {
  return easier + DETECTOR_WEIGHT * moreHuman + PREFERENCE_WEIGHT * moreNatural;
}

function leastOf({ moreHuman, moreNatural }: Gain): number {
  return Math.min(moreHuman, moreNatural);
}

function difference(one: Gain, two: Gain): Gain {
  return {
    moreHuman: one.moreHuman - two.moreHuman,
    moreNatural: one.moreNatural - two.moreNatural,
    easier: one.easier - two.easier,
  };
}

/** Single edits while there are few; otherwise neighbours go together, so that the rest need not be read again. */
function unitsOf(all: readonly Chosen[], count: number): Chosen[][] {
  if (all.length <= count) return all.map((edit) => [edit]);
  const sorted = [...all].sort(byPlace);
  const size = Math.ceil(sorted.length / Math.max(count, 1));
  const units: Chosen[][] = [];
  for (let i = 0; i < sorted.length; i += size) units.push(sorted.slice(i, i + size));
  return units;
}

function together(units: readonly Unit[]): Chosen[] {
  return units.flatMap(({ edits }) => edits).sort(byPlace);
}

function byPlace(a: Chosen, b: Chosen): number {
  return a.start - b.start;
}

function logit(score: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, score));
  return Math.log(bounded / (1 - bounded));
}
