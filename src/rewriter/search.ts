// Chooses which proposed edits to make: each must pass the gate alone and together with the others in its
// sentence, and earn its place by easier reading and more natural wording, within a budget of change.
import type { Edit, EditKind } from "./edit.ts";
import { heardWords, isSameWord } from "./english/inflect.ts";
import { findFault, rewritePassage } from "./gate/gate.ts";
import type { Passage } from "./passages.ts";
import { countWords } from "./readability.ts";
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
  let stock = 0;
  const stockMax = 1 + Math.floor(proposals.length / SENTENCES_A_TURN);
  for (const { passage, edits } of proposals) {
    const weighed = edits
      .filter((edit) => stock < stockMax || !STOCK.test(edit.to))
      .map((edit) => weigh(passage, edit, options))
      .filter((edit) => edit !== undefined)
      .filter(({ value }) => value >= options.valueMin)
      .sort((a, b) => b.value - a.value || a.start - b.start);
    const chosen = combine(passage, weighed, previous);
    stock += chosen.filter(({ to }) => STOCK.test(to)).length;
    found.push(...chosen);
    previous = rewritePassage(passage, chosen);
  }
  return withinBudget(found, options.budget).sort((a, b) => a.start - b.start);
}

// "They do this by …", "This is especially true …": right, but soon a stock phrase itself.
const STOCK =
  /\b(?:do|does|did|done) this\b|\bThis (?:is|was) (?:also |even )?(?:true|despite|because|due|especially|particularly)\b/;
const SENTENCES_A_TURN = 10;

/** The most valuable edits of one sentence that go together. */
function combine(passage: Passage, weighed: readonly Chosen[], previous: string): Chosen[] {
  let chosen: Chosen[] = [];
  for (const proposed of weighed) {
    if (chosen.some((other) => proposed.start < other.end + 1 && proposed.end + 1 > other.start))
      continue;
    const edit = isMonotonous(passage, chosen, proposed, previous)
      ? proposed.others?.find((other) => differs(other, proposed))
      : proposed;
    if (edit === undefined) continue;
    // "Smith was … . Smith has … . Smith opens …": a name said again once is enough.
    const name = nameOf(edit);
    if (name !== undefined && chosen.some((other) => nameOf(other) === name)) continue;
    // "a key route has been key to its trade": two edits of a sentence don't bring the same word.
    if (chosen.some((other) => bringsSame(edit, other))) continue;
    const trial = [...chosen, edit].sort((a, b) => a.start - b.start);
    const after = rewritePassage(passage, trial);
    if (findFault(passage.text, after) !== undefined) continue;
    if (edit.kind === "split" && isChopped(passage, trial, after, previous)) continue;
    chosen = trial;
  }
  return chosen.map((edit) => ({
    ...edit,
    others: edit.others?.filter((other) => fits(passage, chosen, edit, other)) ?? [],
  }));
}

/** One "This …" after another reads like a machine again, and so does one "But …" after another. */
function isMonotonous(
  passage: Passage,
  chosen: readonly Chosen[],
  proposed: Chosen,
  previous: string,
): boolean {
  if (opposes(proposed))
    return [previous, passage.text].some((text) => OPPOSES.test(text)) || chosen.some(opposes);
  if (!points(proposed)) return false;
  const isRow =
    chosen.some(points) ||
    /(?:^|[.!?]\s)This\b[^.!?]*[.!?]*$/.test(previous) ||
    /^\W*(?:This|These)\b/.test(passage.text);
  // In a long sentence its first half stands between the two.
  const isApart = !chosen.some(points) && countWords(passage.text).words >= LONG_WORDS;
  return isRow && !isApart;
}

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

const REWORDS: ReadonlySet<EditKind> = new Set(["word", "phrase"]);

/** Whether another wording of an edit goes together with the rest of its sentence. */
function fits(passage: Passage, chosen: readonly Chosen[], edit: Chosen, other: Chosen): boolean {
  const rest = chosen.filter((one) => one !== edit);
  if (rest.some((one) => other.start < one.end + 1 && other.end + 1 > one.start)) return false;
  const trial = [...rest, other].sort((a, b) => a.start - b.start);
  return findFault(passage.text, rewritePassage(passage, trial)) === undefined;
}

/** The name or noun a cut makes the second half begin with; a pronoun tires nobody. */
function nameOf({ kind, to }: Chosen): string | undefined {
  const words = /\. (?:And |But )?(?:The )?(\p{L}+)/u.exec(to)?.[1];
  return kind !== "split" || words === undefined || PRONOUNS.test(words) ? undefined : words;
}

const PRONOUNS = /^(?:I|It|They|He|She|We|You|This|That|These|Those|There|Here|And|But|The)$/i;

/** Whether a cut makes the second half begin with "This" or "These". */
function points({ kind, to }: Chosen): boolean {
  return kind === "split" && /\. (?:This|These)\b/.test(to);
}

function opposes({ to }: Chosen): boolean {
  return /(?:^|\. )But\b/.test(to);
}

/** Whether a wording opens with "That" or a noun for "This", or with "Yet" for "But". */
function differs(other: Chosen, proposed: Chosen): boolean {
  if (other.kind !== "split") return false;
  return points(proposed)
    ? !points(other) && !/\. And this/.test(other.to)
    : /^\. Yet\b/.test(other.to);
}

// From here on a sentence is so long that it should not stay whole for the sake of style.
const LONG_WORDS = 20;
const OPPOSES = /(?:^|[.!?]\s)(?:But|Yet)\b/;

/** Whether cuts would leave pieces that read like a list of blows. */
function isChopped(
  passage: Passage,
  trial: readonly Chosen[],
  after: string,
  previous: string,
): boolean {
  const cuts = trial.filter(({ kind }) => kind === "split").length;
  if (cuts > 1 && countWords(after).words / (cuts + 1) < PIECE_WORDS_MIN) return true;
  // Stops the text had before ("Dr. Rao") cut nothing.
  const marked = trial.map((edit) =>
    edit.kind === "split" ? { ...edit, to: edit.to.replace(STOP_AND_CAPITAL, `$&${CUT}`) } : edit,
  );
  const pieces = rewritePassage(passage, marked).split(CUT);
  if (pieces.some((piece) => countWords(piece).words < STUMP_WORDS_MAX)) return true;
  // A short sentence is cut only behind a longer one.
  const last = previous.split(/(?<=[.!?]["”’)]?) /).at(-1) ?? "";
  const isShort = countWords(passage.text).words < SHORT_WORDS;
  return isShort && last !== "" && countWords(last).words < BRIEF_WORDS;
}

const PIECE_WORDS_MIN = 8;
const STUMP_WORDS_MAX = 4;
const SHORT_WORDS = 13;
const BRIEF_WORDS = 8;
// A sign no prose holds.
const CUT = "\u0000";
const STOP_AND_CAPITAL = /[.!?]["”’)]? (?=\p{Lu}|$)|[.!?]$/gu;

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
