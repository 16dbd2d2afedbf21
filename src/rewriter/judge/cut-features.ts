// What the judge is told of a cut: plain marks (how the second part begins and in place of what, what either part holds,
// how likely the proposer finds the cut), and how it is made, in numbers.
import { hasMainVerb, isPluralNoun } from "../english/grammar.ts";
import { readSentence, type Sentence, type Tag, tokensIn } from "../english/tokens.ts";

/** A cut: `to` in place of [start, end) of `sentence`. */
export type ReadCut = {
  readonly sentence: Sentence;
  readonly start: number;
  readonly end: number;
  readonly to: string;
  /** How likely the proposer holds place and wording. */
  readonly chance: number;
  readonly wording: number;
};

/** How many numbers `cutKind` gives. */
export const CUT_KIND_LENGTH = 48;

/** How a cut is made, in numbers: the opening, the joint, and what the model of joints says of them. */
export function cutKind({ sentence, start, end, to, chance, wording }: ReadCut): number[] {
  const opening = /[.!?]["”’)]* (?:And |But )?(\p{L}+)(?: (\p{L}+))?/u.exec(to);
  const opener = opening?.[1] ?? /\p{L}+/u.exec(sentence.text.slice(end))?.[0] ?? "";
  const from = sentence.text.slice(start, end).toLowerCase().trim();
  const comma = from.startsWith(",") ? ", " : "";
  const word = from.replace(/^,\s*/, "").split(/\s/, 1)[0] ?? "";
  const joint = /^[a-z]+ing$/.test(word) ? "ing" : CLAUSES.has(word) ? comma + word : word || from;
  return [
    ...OPENERS.map((one) => (one === opener.toLowerCase() ? 1 : 0)),
    ...JOINTS.map((one) => (one === joint ? 1 : 0)),
    opening?.[2] !== undefined && /^(?:is|was|are|were)$/.test(opening[2]) ? 1 : 0,
    Math.log(Math.max(1e-3, wording)) / 2,
    logit(chance) / 3,
  ];
}

const OPENERS: readonly string[] =
  "it this these they he she i we you that there and but the its his her their examples yet so as when for one".split(
    " ",
  );
const CLAUSES: ReadonlySet<string> = new Set(["and", "but"]);
const JOINTS: readonly string[] =
  "ing|and|, and|but|, but|which|who|that|where|while|as|with|including|such|because|—|:|;|,|to".split(
    "|",
  );

/** The marks of a cut. */
export function cutFeatures(cut: ReadCut): string[] {
  const { sentence, start, end, to } = cut;
  const stop = /[.!?]["”’)]* /.exec(to);
  const at = start + (stop === null ? 0 : stop.index + stop[0].length);
  const now = sentence.text.slice(0, start) + to + sentence.text.slice(end);
  const first = readSentence(now.slice(0, at).trim(), sentence.lexicon);
  const second = readSentence(now.slice(at).trim(), sentence.lexicon);
  const from = words(sentence.text.slice(start, end));
  const parts: Parts = {
    first,
    second,
    from,
    one: first.tokens.map(({ lower }) => lower),
    two: second.tokens.map(({ lower }) => lower),
    joint: from.slice(0, 2).join(" "),
  };
  return [
    ...openingFeatures(parts, sentence.text),
    ...kindFeatures(parts),
    ...wordFeatures(parts),
    ...chanceFeatures(parts, cut),
  ];
}

type Parts = {
  /** The sentence as two, and the words of each. */
  readonly first: Sentence;
  readonly second: Sentence;
  readonly one: readonly string[];
  readonly two: readonly string[];
  /** The words that went, and the first two of them. */
  readonly from: readonly string[];
  readonly joint: string;
};

/** How the second part begins, in place of what, and how long both are. */
function openingFeatures({ second, one, two, from, joint }: Parts, text: string): string[] {
  const opener = two[0] ?? "";
  const opening = two.slice(0, 2).join(" ");
  return [
    `opens ${opener}`,
    `opens ${opening}`,
    `opens ${two.slice(0, 3).join(" ")}`,
    `joint ${from[0]}`,
    `joint ${joint}`,
    `joint ${joint} opens ${opener}`,
    `joint ${joint} opens ${opening}`,
    `from ${from.slice(0, 4).join(" ")}`,
    `last ${two.at(-2)}`,
    `ends ${kindOf(second, two.length - 2)}`,
    `commas ${count(one, ",")} ${Math.min(4, count(two, ","))}`,
    `quoted ${/["“”]/.test(text)}`,
    `length ${Math.min(10, one.length >> 2)}`,
    `behind ${Math.min(10, two.length >> 2)}`,
    `length ${Math.min(8, one.length >> 2)} behind ${Math.min(8, two.length >> 2)}`,
  ];
}

/** The kinds of the words around the cut. */
function kindFeatures({ first, second, one, two, joint }: Parts): string[] {
  const opener = two[0] ?? "";
  const kinds = [0, 1, 2, 3].map((i) => kindOf(second, i));
  const before = [2, 3, 4].map((i) => kindOf(first, one.length - i));
  return [
    `kinds ${kinds.slice(0, 2).join(" ")}`,
    `kinds ${kinds.slice(0, 3).join(" ")}`,
    `kinds ${kinds.join(" ")}`,
    `joint ${joint} kinds ${kinds.slice(0, 3).join(" ")}`,
    `before ${before[0]}`,
    `before ${before.slice(0, 2).join(" ")}`,
    `before ${before.join(" ")}`,
    `before ${before[0]} opens ${opener}`,
    `before ${before.slice(0, 2).join(" ")} opens ${two.slice(0, 2).join(" ")}`,
    `before ${one.at(-2)}`,
    `before ${one.slice(-3, -1).join(" ")}`,
    `before ${one.slice(-4, -1).join(" ")}`,
    `before ${one.at(-2)} opens ${opener}`,
    `begins ${one[0]}`,
    `begins ${one.slice(0, 2).join(" ")}`,
    `begins ${one[0]} opens ${opener}`,
    `begins ${kindOf(first, 0)} ${kindOf(first, 1)} opens ${opener}`,
    `nouns ${Math.min(3, first.tokens.filter((_, i) => isPluralNoun(first, i)).length)} opens ${opener}`,
    `noun ${lastKind(first, "Noun")} opens ${opener}`,
    `verb ${hasMainVerb(first, 0, one.length)} ${hasMainVerb(second, 0, two.length)}`,
  ];
}

/** The words of both parts, and those among them that may hold what follows. */
function wordFeatures({ one, two, from, joint }: Parts): string[] {
  const opener = two[0] ?? "";
  const features = [
    `person ${PERSONS.filter((word) => one.includes(word)).join(" ")} opens ${opener}`,
  ];
  for (const word of new Set(one)) features.push(`one ${word}`);
  for (const word of new Set(two)) features.push(`two ${word}`);
  for (const word of new Set(two.slice(0, 6))) features.push(`early ${word}`);
  for (const word of new Set(one.slice(-7)))
    features.push(`late ${word}`, `late ${word} opens ${opener}`);
  for (const word of HOLDERS.filter((holder) => one.includes(holder)))
    features.push(`holds ${word}`, `holds ${word} opens ${opener}`, `holds ${word} joint ${joint}`);
  // A verb put into another form.
  const verb = from.find((word) => /[a-z]{2}ing$/.test(word));
  if (verb !== undefined) features.push(`verb ${verb}`, `verb ${verb} opens ${opener}`);
  return features;
}

/** What the proposer says of place and wording. */
function chanceFeatures({ two, joint }: Parts, cut: ReadCut): string[] {
  const opener = two[0] ?? "";
  const place = step(logit(cut.chance), 2);
  const wording = step(Math.log(Math.max(1e-3, cut.wording)), 4);
  return [
    `place ${place}`,
    `place ${place} opens ${opener}`,
    `place ${place} joint ${joint}`,
    `wording ${wording}`,
    `wording ${wording} opens ${opener}`,
    `wording ${wording} joint ${joint}`,
    `wording ${step(logit(cut.wording), 1)} place ${step(logit(cut.chance), 1)}`,
  ];
}

function words(text: string): string[] {
  return tokensIn(text).map(({ lower }) => lower);
}

function count(all: readonly string[], word: string): number {
  return all.filter((one) => one === word).length;
}

function logit(chance: number): number {
  const bounded = Math.min(1 - 1e-3, Math.max(1e-3, chance));
  return Math.log(bounded / (1 - bounded));
}

function step(value: number, steps: number): string {
  return String(Math.round(value * steps));
}

/** A small word itself, or the kind of any other one. */
function kindOf(sentence: Sentence, at: number): string {
  const token = sentence.tokens[at];
  if (token === undefined) return "-";
  if (!token.isWord || SMALL.has(token.lower)) return token.lower;
  if (isPluralNoun(sentence, at)) return "Plural";
  return KINDS_OF_WORDS.find((kind) => sentence.is(at, kind)) ?? "Other";
}

function lastKind(sentence: Sentence, kind: Tag): string {
  for (let i = sentence.tokens.length - 1; i >= 0; i--)
    if (sentence.is(i, kind)) return `${kindOf(sentence, i)} ${kindOf(sentence, i - 1)}`;
  return "none";
}

export const KINDS_OF_WORDS: readonly Tag[] = [
  "ProperNoun",
  "Gerund",
  "Modal",
  "Copula",
  "PastTense",
  "Participle",
  "PresentTense",
  "Infinitive",
  "Adjective",
  "Adverb",
  "Possessive",
  "Pronoun",
  "Value",
  "Noun",
  "Verb",
];
const SMALL: ReadonlySet<string> = new Set(
  "a an the this that these those it they he she i we you there each his her its their my our your and but or so yet nor if when while as because since although though which who whom whose where what how of in on at by with from to for into about over under between through during without within not no never is are was were be been being has have had do does did can could will would may might must should also both all some many most one such like than then".split(
    " ",
  ),
);
// Words that hold what follows: a report, a wish, a condition, a possibility, a question.
const HOLDERS: readonly string[] =
  "if when whenever unless until while although though because since so that which who whether would could may might should must will can not never no without before after once imagine want wanted hope hoped wish believe believed think thought said says say feel felt know knew seem seemed suggest suggests need needs try tried help helps allow allows let make makes ensure ensures there each every any only even both neither either not-only than like as".split(
    " ",
  );
const PERSONS: readonly string[] = "i you he she we they it him her them his their me us".split(
  " ",
);
