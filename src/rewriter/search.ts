// Chooses which proposed edits to make: each must pass the gate alone and together with the others in its
// sentence, and earn its place by easier reading and more natural wording, within a budget of change.
import { findFault } from "./checks.ts";
import { isDoubtfulCut } from "./doubts/doubts.ts";
import { applyReplacements, type Edit, type Replacement } from "./edit.ts";
import type { Passage } from "./passages.ts";
import type { Preference } from "./preference.ts";
import { type Span, sparesProtected } from "./protect.ts";
import { countWords } from "./readability.ts";
import type { EditKind } from "./rule-table.ts";

export type Chosen = Replacement & {
  readonly from: string;
  readonly why: string;
  readonly kind: EditKind;
  readonly value: number;
  /** The wording that was picked, as the rule gave it. */
  readonly option: string;
  /** The same edit in other wordings. */
  readonly others?: readonly Chosen[];
};

export type Proposal = { readonly passage: Passage; readonly edits: readonly Edit[] };

export type SearchOptions = {
  /** Words that may change, over the whole text. */
  readonly budgetWords: number;
  /** What an edit must be worth. */
  readonly valueMin: number;
  readonly kinds: ReadonlySet<EditKind>;
  /** Whether every word of an edit counts, as in a person's own text. */
  readonly countsWords?: boolean;
};

/** The edits to make, in order. */
export function chooseEdits(
  text: string,
  proposals: readonly Proposal[],
  spans: readonly Span[],
  preference: Preference,
  { budgetWords, valueMin, kinds, countsWords = false }: SearchOptions,
): Chosen[] {
  const turns = new Map<string, number>();
  const found: { passage: Passage; chosen: Chosen[] }[] = [];
  let previous = "";
  let stock = 0;
  const stockMax = 1 + Math.floor(proposals.length / SENTENCES_A_TURN);
  for (const [index, { passage, edits }] of proposals.entries()) {
    const next = proposals[index + 1]?.passage.text ?? "";
    const weighed = edits
      .filter(({ kind, options }) => kinds.has(kind) && !(stock >= stockMax && isStock(options)))
      // "This is especially true of snow. This can be especially useful …".
      .filter(
        ({ kind, options }) => kind !== "split" || !(SINGLED.test(next) && isSingled(options)),
      )
      .map((edit) => weigh(text, passage, edit, spans, preference, turns))
      .filter((edit) => edit !== undefined)
      .filter(({ value }) => value >= valueMin)
      .sort((a, b) => b.value - a.value || a.start - b.start);
    const chosen = combine(passage, weighed, previous);
    for (const { why, option } of chosen) {
      const turn = turnOf(why, option);
      turns.set(turn, (turns.get(turn) ?? 0) + 1);
    }
    stock += chosen.filter(({ to }) => isStock([to])).length;
    if (chosen.length > 0) found.push({ passage, chosen });
    previous = rewrite(passage, chosen);
  }
  return withinBudget(
    found.flatMap(({ chosen }) => chosen),
    budgetWords,
    countsWords,
  ).sort((a, b) => a.start - b.start);
}

function isSingled(options: readonly string[]): boolean {
  return options.some((option) => SINGLED.test(option));
}

const SINGLED = /\b(?:especially|particularly)\b/;

/** "They do this by …", "This is especially true …": right, but soon a stock phrase itself. */
function isStock(options: readonly string[]): boolean {
  return options.some((option) => STOCK.test(option));
}

const STOCK =
  /\b(?:do|does|did|done) this\b|\bThis (?:is|was) (?:also |even )?(?:true|despite|because|due|especially|particularly)\b/;
const SENTENCES_A_TURN = 10;

/** An edit in its best replacement with its worth, or undefined where none passes the gate. */
function weigh(
  text: string,
  passage: Passage,
  edit: Edit,
  spans: readonly Span[],
  preference: Preference,
  turns: ReadonlyMap<string, number>,
): Chosen | undefined {
  let best: Chosen | undefined;
  let bestRank = 0;
  const wordings = edit.options.map((option) =>
    word(text, passage, edit, option, spans, preference),
  );
  for (const wording of wordings) {
    if (wording === undefined) continue;
    // Of several wordings the most natural one stands; one used before is worth less each time.
    const used = turns.get(turnOf(edit.why, wording.option)) ?? 0;
    const rank = STYLE_WEIGHT * wording.style - TURN_COST * used;
    if (best !== undefined && rank <= bestRank) continue;
    bestRank = rank;
    best = wording;
  }
  const others = [
    ...wordings,
    ...(edit.others ?? []).map((option) => word(text, passage, edit, option, spans, preference)),
  ].filter((wording) => wording !== undefined && wording !== best && wording.value > 0);
  return best === undefined ? undefined : { ...best, others: others as Chosen[] };
}

/** An edit in one wording, or undefined where that doesn't pass the gate. */
function word(
  text: string,
  passage: Passage,
  { start, end, kind, why, sure = 1 }: Edit,
  option: string,
  spans: readonly Span[],
  preference: Preference,
): (Chosen & { readonly style: number }) | undefined {
  const replacement = passGate(text, passage, { start, end, kind }, option, spans);
  if (replacement === undefined) return undefined;
  const from = text.slice(replacement.start, replacement.end);
  const after = rewrite(passage, [replacement]);
  const style = preference.score(passage.text) - preference.score(after);
  // Of two cuts that get in each other's way the surer one stands.
  const value = worth(passage.text, after, kind, style) - DOUBT_COST * (1 - sure);
  return { ...replacement, from, why, kind, value, option, style };
}

/** An edit in one wording, without what stays as it is, or undefined where the gate refuses it. */
export function passGate(
  text: string,
  passage: Passage,
  { start, end, kind }: Pick<Edit, "start" | "end" | "kind">,
  option: string,
  spans: readonly Span[],
): Replacement | undefined {
  const replacement = trim(text, { start, end, to: option });
  if (replacement === undefined || !sparesProtected(text, replacement, spans)) return undefined;
  // A line break inside an edit would change the shape of the text.
  if (/[\n\r]/.test(text.slice(replacement.start, replacement.end))) return undefined;
  if (findFault(passage.text, rewrite(passage, [replacement])) !== undefined) return undefined;
  if (kind === "split" && isDoubtful(text, passage, replacement)) return undefined;
  return replacement;
}

function isDoubtful(text: string, passage: Passage, { start, end, to }: Replacement): boolean {
  // "group) that" → "group). It": what both have in common belongs to the head.
  let from = start;
  while (from < end && text.charAt(from) === to.charAt(from - start)) from++;
  const head = text.slice(passage.start, from);
  const put = to.slice(from - start);
  return isDoubtfulCut(head, text.slice(from, end), put, text.slice(end, passage.end));
}

const TURN_COST = 0.4;
const DOUBT_COST = 10;

function turnOf(why: string, option: string): string {
  return `${why} ${option.split(" ")[0]?.toLowerCase() ?? ""}`;
}

// How much each kind is worth for its own sake; a split must earn its place by length.
const PRIOR: Readonly<Record<EditKind, number>> = {
  word: 0.25,
  phrase: 0.4,
  connective: 0.5,
  contraction: 0.3,
  split: 0,
  recast: 0.5,
  // Joining makes a sentence longer; what it gains is rhythm.
  rhythm: 1,
  // A slip repaired is worth more than any wording.
  repair: 1,
  // The operator wants the model's wording wherever it is safe.
  model: 1.5,
};

function worth(before: string, after: string, kind: EditKind, style: number): number {
  const old = countWords(before);
  const fresh = countWords(after);
  const saved = 0.4 * (old.syllables - fresh.syllables) + 0.1 * (old.words - fresh.words);
  const reading =
    kind === "split" ? Math.min(2, old.words / 8 - 0.5) : kind === "rhythm" ? 0 : saved;
  return PRIOR[kind] + reading + Math.max(-STYLE_MAX, Math.min(STYLE_MAX, STYLE_WEIGHT * style));
}

const STYLE_WEIGHT = 8;
const STYLE_MAX = 1.2;

/** The most valuable edits of one sentence that go together. */
function combine(passage: Passage, weighed: readonly Chosen[], previous: string): Chosen[] {
  let chosen: Chosen[] = [];
  let pointing = /(?:^|[.!?]\s)This\b[^.!?]*[.!?]*$/.test(previous) ? 1 : 0;
  let opposing = OPPOSES.test(previous) ? 1 : 0;
  const isShort = countWords(passage.text).words < SHORT_WORDS;
  for (const proposed of weighed) {
    if (chosen.some((other) => proposed.start < other.end + 1 && proposed.end + 1 > other.start))
      continue;
    // One "This …" after another reads like a machine again.
    // In a long sentence its first half stands between the two.
    const isApart = !chosen.some(points) && countWords(passage.text).words >= LONG_WORDS;
    const isRow = pointing > 0 || /^\W*(?:This|These)\b/.test(passage.text);
    // And so does one "But …" after another. "However" is no better; it stays as it is.
    const isAgain =
      (points(proposed) && isRow && !isApart) ||
      (opposes(proposed) && (opposing > 0 || OPPOSES.test(passage.text)));
    const edit = isAgain ? proposed.others?.find((other) => differs(other, proposed)) : proposed;
    if (edit === undefined) continue;
    // "Smith was … . Smith has … . Smith opens …": a name said again once is enough.
    const name = nameOf(edit);
    if (name !== undefined && chosen.some((other) => nameOf(other) === name)) continue;
    // "a key route has been key to its trade": two edits of a sentence don't bring the same word.
    if (chosen.some((other) => bringsSame(edit, other))) continue;
    const trial = [...chosen, edit].sort((a, b) => a.start - b.start);
    const after = rewrite(passage, trial);
    if (findFault(passage.text, after) !== undefined) continue;
    if (edit.kind === "split" && (leavesStump(passage, trial) || isChopped(after, trial))) continue;
    if (edit.kind === "split" && isShort && endsShort(previous)) continue;
    chosen = trial;
    if (points(edit)) pointing++;
    if (opposes(edit)) opposing++;
  }
  return chosen.map((edit) => ({
    ...edit,
    others: edit.others?.filter((other) => fits(passage, chosen, edit, other)) ?? [],
  }));
}

/** Whether two exchanges of words bring the same word into a sentence. */
function bringsSame(one: Chosen, other: Chosen): boolean {
  if (!REWORDS.has(one.kind) || !REWORDS.has(other.kind)) return false;
  const fresh = newWords(other);
  return newWords(one).some((word) => fresh.includes(word));
}

function newWords({ from, to }: Chosen): string[] {
  const old = wordsOf(from);
  return wordsOf(to).filter((word) => !old.includes(word));
}

/** Words that a reader hears when they come twice. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter((word) => !UNHEARD.has(word));
}

const REWORDS: ReadonlySet<EditKind> = new Set(["word", "phrase"]);
const UNHEARD: ReadonlySet<string> = new Set(
  "the and for with from that this these those which who are was were has have had can not but into about out its their his her our your more most many much than then such like one all some any when where while after before because".split(
    " ",
  ),
);

/** Whether another wording of an edit goes together with the rest of its sentence. */
function fits(passage: Passage, chosen: readonly Chosen[], edit: Chosen, other: Chosen): boolean {
  const rest = chosen.filter((one) => one !== edit);
  if (rest.some((one) => other.start < one.end + 1 && other.end + 1 > one.start)) return false;
  const trial = [...rest, other].sort((a, b) => a.start - b.start);
  return findFault(passage.text, rewrite(passage, trial)) === undefined;
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

/** Whether two or more cuts would leave pieces that read like a list of blows. */
function isChopped(text: string, trial: readonly Chosen[]): boolean {
  const cuts = trial.filter(({ kind }) => kind === "split").length;
  return cuts > 1 && countWords(text).words / (cuts + 1) < PIECE_WORDS_MIN;
}

const PIECE_WORDS_MIN = 8;

/** Whether a text ends with a short sentence: one stump behind another reads like a list of blows as well. */
function endsShort(text: string): boolean {
  const last = text.split(/(?<=[.!?]["”’)]?) /).at(-1) ?? "";
  return last !== "" && countWords(last).words < BRIEF_WORDS;
}

// A sentence of fewer words is cut only behind a longer one.
const SHORT_WORDS = 13;
const BRIEF_WORDS = 8;

/** Whether cuts would leave a piece too short to stand. Stops the text had before ("Dr. Rao") cut nothing. */
function leavesStump(passage: Passage, trial: readonly Chosen[]): boolean {
  const marked = trial.map((edit) =>
    edit.kind === "split" ? { ...edit, to: edit.to.replace(STOP_AND_CAPITAL, `$&${CUT}`) } : edit,
  );
  const pieces = rewrite(passage, marked).split(CUT);
  return pieces.some((piece) => countWords(piece).words < STUMP_WORDS_MAX);
}

const STUMP_WORDS_MAX = 4;
// A sign no prose holds.
const CUT = "\u0000";
const STOP_AND_CAPITAL = /[.!?]["”’)]? (?=\p{Lu}|$)|[.!?]$/gu;

/** Keeps the most valuable edits whose words fit the budget. */
function withinBudget(
  chosen: readonly Chosen[],
  budgetWords: number,
  countsWords: boolean,
): Chosen[] {
  let left = budgetWords;
  const kept: Chosen[] = [];
  for (const edit of [...chosen].sort((a, b) => b.value - a.value || a.start - b.start)) {
    // A cut, a stock opener or an answer of the model is one change, however long it is.
    const isOne = edit.kind === "split" || edit.kind === "model" || edit.kind === "connective";
    const { words } = countWords(edit.from);
    const cost = Math.max(1, countsWords ? words : isOne ? 1 : Math.ceil(words / 2));
    if (cost > left) continue;
    left -= cost;
    kept.push(edit);
  }
  return kept;
}

function rewrite(passage: Passage, replacements: readonly Replacement[]): string {
  return applyReplacements(
    passage.text,
    replacements.map(({ start, end, to }) => ({
      start: start - passage.start,
      end: end - passage.start,
      to,
    })),
  );
}

/** Without the whole words the two have in common at either end, so that a change shows what changed. */
function trim(text: string, { start, end, to }: Replacement): Replacement | undefined {
  const old = text.slice(start, end).split(/(?<=\s)|(?=\s)/);
  const put = to.split(/(?<=\s)|(?=\s)/);
  let head = 0;
  while (head < old.length && head < put.length && old[head] === put[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < put.length - head &&
    old.at(-1 - tail) === put.at(-1 - tail)
  )
    tail++;
  const skipped = old.slice(0, head).join("").length;
  const kept = old.slice(old.length - tail).join("").length;
  if (head + tail >= old.length && head + tail >= put.length) return undefined;
  return {
    start: start + skipped,
    end: end - (tail === 0 ? 0 : kept),
    to: put.slice(head, put.length - tail).join(""),
  };
}
