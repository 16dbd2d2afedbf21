// Weighs a set of edits with the detector. As long as it doesn't find the text less human the reader gets every edit: each
// has passed the gate and its judge, and what the detector makes of a few words is mostly chance. Otherwise each edit is
// left out once to see what it does to the text as a whole; those that cost more than they give are dropped, single
// edits are taken out and put back while that helps, and of the sets that were read the best one stands.
import {
  createTrials,
  type Gain,
  NATURAL_MIN,
  type Trial,
  type TrialOptions,
  type Trials,
  wordingOf,
  worthOf,
} from "./trials.ts";
import type { Chosen } from "./weigh.ts";

/** The best set of edits found, or undefined when none makes the text better. */
export async function refineEdits(
  all: readonly Chosen[],
  options: TrialOptions,
): Promise<Trial | undefined> {
  const trials = createTrials(options);
  const whole = await trials.attempt(all);
  if (trials.best() === whole) return whole;
  if (whole === undefined || trials.left() < SECOND_ROUND_MIN) return trials.best();
  const weighed: Unit[] = [];
  for (const edits of unitsOf(all, Math.floor(trials.left() * SHARE_WEIGHED))) {
    const without = await trials.attempt(all.filter((edit) => !edits.includes(edit)));
    weighed.push({ edits, gain: difference(whole.gain, without?.gain ?? NOTHING) });
  }
  await trials.attempt(together(worthKeeping(weighed)));
  // What one reading promises the next may not keep: the harmful go one by one, those first that cost most for
  // what they give, until the rest is welcome.
  const byHarm = [...weighed].sort((a, b) => harmOf(b) - harmOf(a));
  for (let gone = 1; gone < byHarm.length; gone++) {
    if ((trials.best()?.gain.moreHuman ?? 0) > 0 || trials.left() < CLIMB_MIN) break;
    await trials.attempt(together(byHarm.slice(gone)));
  }
  // Edits work on one another: what the detector minds in company it may welcome alone.
  const welcome = weighed.filter(({ gain }) => gain.moreHuman > 0 && gain.moreNatural > 0);
  if (!isWelcome(trials.best())) await trials.attempt(together(welcome));
  for (const kind of new Set(all.map((edit) => edit.kind))) {
    const alike = all.filter((edit) => edit.kind === kind);
    if (!isWelcome(trials.best())) await trials.attempt(alike);
  }
  await climb(trials, weighed);
  return trials.best();
}

type Unit = { readonly edits: readonly Chosen[]; readonly gain: Gain };

/** Takes single units out of the best set, or puts them back, as long as that makes it better. */
async function climb(trials: Trials, weighed: readonly Unit[]): Promise<void> {
  const byWorth = [...weighed].sort((a, b) => unitWorth(a) - unitWorth(b));
  for (let moved = true; moved && trials.left() > 0; ) {
    moved = false;
    for (const unit of byWorth) {
      const best = trials.best();
      for (const next of movesOf(unit, best?.chosen ?? [])) await trials.attempt(next);
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

const AIM = 0.05;
// Even an edit that doesn't move the grade is worth something to a reader.
const EASE_MIN = 0.05;
const NOTHING: Gain = { moreHuman: 0, moreNatural: 0, easier: 0 };
const NO_UNIT: Unit = { edits: [], gain: NOTHING };

function unitWorth({ gain, edits }: Unit): number {
  return worthOf(gain) + wordingOf(edits);
}

function isWelcome(trial: Trial | undefined): boolean {
  return trial !== undefined && trial.gain.moreHuman > 0 && trial.gain.moreNatural > NATURAL_MIN;
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
