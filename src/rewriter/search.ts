// Chooses which proposed edits to make: each must pass the gate alone and together with the others in its
// sentence, and earn its place by easier reading and more natural wording, within a budget of change.
import type { Edit, EditKind } from "./edit.ts";
import { heardWords, isSameWord } from "./english/inflect.ts";
import { findFault, rewritePassage } from "./gate/gate.ts";
import type { Passage } from "./passages.ts";
import type { Budget } from "./strengths.ts";
import { type Chosen, type WeighOptions, weigh } from "./weigh.ts";

export type Proposal = { readonly passage: Passage; readonly edits: readonly Edit[] };

export type SearchOptions = WeighOptions & {
  readonly budget: Budget;
  /** What an edit must be worth. */
  readonly valueMin: number;
};

/** The edits to make, in order. */
export function chooseEdits(proposals: readonly Proposal[], options: SearchOptions): Chosen[] {
  const found: Chosen[] = [];
  let previous = "";
  for (const { passage, edits } of proposals) {
    const weighed = edits
      .map((edit) => weigh(passage, edit, options))
      .filter((edit) => edit !== undefined)
      .filter(({ value }) => value >= options.valueMin)
      .sort((a, b) => b.value - a.value || a.start - b.start);
    const chosen = combine(passage, weighed, previous);
    found.push(...chosen);
    previous = rewritePassage(passage, chosen);
  }
  return withinBudget(found, options.budget).sort((a, b) => a.start - b.start);
}

/** The most valuable edits of one sentence that go together. */
function combine(passage: Passage, weighed: readonly Chosen[], previous: string): Chosen[] {
  let chosen: Chosen[] = [];
  for (const edit of weighed) {
    if (chosen.some((other) => edit.start < other.end + 1 && edit.end + 1 > other.start)) continue;
    if (opposes(edit) && isOpposed(passage, chosen, previous)) continue;
    // "a key route has been key to its trade": two edits of a sentence don't bring the same word.
    if (chosen.some((other) => bringsSame(edit, other))) continue;
    const trial = [...chosen, edit].sort((a, b) => a.start - b.start);
    const after = rewritePassage(passage, trial);
    if (findFault(passage.text, after) !== undefined) continue;
    chosen = trial;
  }
  return chosen.map((edit) => ({
    ...edit,
    others: edit.others?.filter((other) => fits(passage, chosen, edit, other)) ?? [],
  }));
}

/** Whether a sentence or the one before it opposes already: one "But …" after another reads like a machine. */
function isOpposed(passage: Passage, chosen: readonly Chosen[], previous: string): boolean {
  return [previous, passage.text].some((text) => OPPOSES.test(text)) || chosen.some(opposes);
}

function opposes({ to }: Chosen): boolean {
  return /^But\b/.test(to);
}

const OPPOSES = /(?:^|[.!?]\s)(?:But|Yet)\b/;

/** Whether two exchanges of words bring the same word into a sentence, for two different ones. */
function bringsSame(one: Chosen, other: Chosen): boolean {
  if (!REWORDS.has(one.kind) || !REWORDS.has(other.kind)) return false;
  if (isSameWord(one.from, other.from)) return false;
  const fresh = newWords(other);
  return newWords(one).some((word) => fresh.some((brought) => isSameWord(word, brought)));
}

function newWords({ from, to }: Chosen): string[] {
  const old = heardWords(from);
  return heardWords(to).filter((word) => !old.includes(word));
}

const REWORDS: ReadonlySet<EditKind> = new Set(["word", "phrase", "connective"]);

/** Whether another wording of an edit goes together with the rest of its sentence. */
function fits(passage: Passage, chosen: readonly Chosen[], edit: Chosen, other: Chosen): boolean {
  const rest = chosen.filter((one) => one !== edit);
  if (rest.some((one) => other.start < one.end + 1 && other.end + 1 > one.start)) return false;
  const trial = [...rest, other].sort((a, b) => a.start - b.start);
  return findFault(passage.text, rewritePassage(passage, trial)) === undefined;
}

/** Keeps the most valuable edits whose words fit the budget. */
function withinBudget(chosen: readonly Chosen[], { words, costOf }: Budget): Chosen[] {
  let left = words;
  const kept: Chosen[] = [];
  for (const edit of [...chosen].sort((a, b) => b.value - a.value || a.start - b.start)) {
    const cost = costOf(edit);
    if (cost > left) continue;
    left -= cost;
    kept.push(edit);
  }
  return kept;
}
