// What a reader looks at when a sentence was cut in two, as plain marks: how the second part begins and what it
// begins in place of, what the first part ends with, whether tenses and numbers go together, what either part
// holds, and how likely the model of joints finds the cut. Each mark has a weight of its own (cut-judge.ts).
import { hasMainVerb, mainTense } from "../sentence/clauses.ts";
import { isPluralNoun } from "../sentence/ground.ts";
import { findSubject } from "../sentence/subjects.ts";
import { readSentence, type Sentence, type Tag, tokensIn } from "../sentence/tokens.ts";

/** A cut: `to` in place of [start, end) of `sentence`. */
export type ReadCut = {
  readonly sentence: Sentence;
  readonly start: number;
  readonly end: number;
  readonly to: string;
  /** Who proposed it, and why. */
  readonly isLearned: boolean;
  readonly why: string;
  /** What the model of joints says of place and wording; undefined where it has no words for the cut. */
  readonly chance: number | undefined;
  readonly wording: number | undefined;
  /** What the network of the joints holds of the words around the cut; undefined where it read nothing. */
  readonly states: readonly Float32Array[] | undefined;
};

/** How a cut is made, in numbers: the opening, the joint, and what the model of joints says of them. */
export function cutKind({
  sentence,
  start,
  end,
  to,
  isLearned,
  chance,
  wording,
}: ReadCut): number[] {
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
    isLearned ? 1 : 0,
    wording === undefined ? 0 : Math.log(Math.max(1e-3, wording)) / 2,
    (logit(chance) ?? 0) / 3,
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

export function cutFeatures(cut: ReadCut): string[] {
  const { sentence, start, end, to } = cut;
  const stop = /[.!?]["”’)]* /.exec(to);
  const at = start + (stop === null ? 0 : stop.index + stop[0].length);
  const now = sentence.text.slice(0, start) + to + sentence.text.slice(end);
  const first = readSentence(now.slice(0, at).trim(), sentence.lexicon);
  const second = readSentence(now.slice(at).trim(), sentence.lexicon);
  const from = words(sentence.text.slice(start, end));
  const one = first.tokens.map(({ lower }) => lower);
  const two = second.tokens.map(({ lower }) => lower);
  const opener = two[0] ?? "";
  const opening = two.slice(0, 2).join(" ");
  const joint = from.slice(0, 2).join(" ");
  const why = cut.isLearned ? "learned" : cut.why;
  const features = [
    `opens ${opener}`,
    `opens ${opening}`,
    `opens ${two.slice(0, 3).join(" ")}`,
    `joint ${from[0]}`,
    `joint ${joint}`,
    `joint ${joint} opens ${opener}`,
    `joint ${joint} opens ${opening}`,
    `from ${from.slice(0, 4).join(" ")}`,
    `by ${cut.isLearned}`,
    `by ${cut.isLearned} opens ${opener}`,
    `why ${why}`,
    `last ${two.at(-2)}`,
    `ends ${kindOf(second, two.length - 2)}`,
    `commas ${count(one, ",")} ${Math.min(4, count(two, ","))}`,
    `quoted ${/["“”]/.test(sentence.text)}`,
    `length ${Math.min(10, one.length >> 2)}`,
    `behind ${Math.min(10, two.length >> 2)}`,
    `length ${Math.min(8, one.length >> 2)} behind ${Math.min(8, two.length >> 2)}`,
  ];
  // The words around the cut, and their kinds.
  const kinds = [0, 1, 2, 3].map((i) => kindOf(second, i));
  const before = [2, 3, 4].map((i) => kindOf(first, one.length - i));
  features.push(
    `kinds ${kinds.slice(0, 2).join(" ")}`,
    `kinds ${kinds.slice(0, 3).join(" ")}`,
    `kinds ${kinds.join(" ")}`,
    `joint ${joint} kinds ${kinds.slice(0, 3).join(" ")}`,
    `before ${before[0]}`,
    `before ${before.slice(0, 2).join(" ")}`,
    `before ${before.join(" ")}`,
    `before ${before[0]} opens ${opener}`,
    `before ${before.slice(0, 2).join(" ")} opens ${opening}`,
    `before ${one.at(-2)}`,
    `before ${one.slice(-3, -1).join(" ")}`,
    `before ${one.slice(-4, -1).join(" ")}`,
    `before ${one.at(-2)} opens ${opener}`,
    `begins ${one[0]}`,
    `begins ${one.slice(0, 2).join(" ")}`,
    `begins ${one[0]} opens ${opener}`,
    `begins ${kindOf(first, 0)} ${kindOf(first, 1)} opens ${opener}`,
  );
  for (const word of new Set(one)) features.push(`one ${word}`);
  for (const word of new Set(two)) features.push(`two ${word}`);
  for (const word of new Set(two.slice(0, 6))) features.push(`early ${word}`);
  for (const word of new Set(one.slice(-7)))
    features.push(`late ${word}`, `late ${word} opens ${opener}`);
  // Who and when.
  const tense = mainTense(first, 0, one.length) ?? "none";
  const later = mainTense(second, 0, two.length) ?? "none";
  const subject = findSubject(first);
  const about = subject === undefined ? "unknown" : `${subject.again} ${subject.isPerson}`;
  const many = first.tokens.filter((_, i) => isPluralNoun(first, i)).length;
  const single = first.tokens.filter(
    (_, i) => first.is(i, "Singular") && !isPluralNoun(first, i),
  ).length;
  const nouns = `${Math.min(3, many)} ${Math.min(3, single)}`;
  const lastNoun = lastKind(first, "Noun");
  const hold = HOLDERS.filter((word) => one.includes(word));
  features.push(
    `tense ${tense} ${later}`,
    `tense ${tense} ${later} opens ${opening}`,
    `tense ${tense} ${later} joint ${joint}`,
    `about ${about}`,
    `about ${about} opens ${opener}`,
    `about ${about} opens ${opening}`,
    `about ${about} joint ${joint}`,
    `nouns ${nouns} opens ${opener}`,
    `noun ${lastNoun} opens ${opener}`,
    `noun ${lastNoun} about ${about} opens ${opener}`,
    `verb ${hasMainVerb(first, 0, one.length)} ${hasMainVerb(second, 0, two.length)}`,
    `person ${PERSONS.filter((word) => one.includes(word)).join(" ")} opens ${opener}`,
  );
  for (const word of hold)
    features.push(`holds ${word}`, `holds ${word} opens ${opener}`, `holds ${word} joint ${joint}`);
  // A verb put into another form.
  const verb = from.find((word) => /[a-z]{2}ing$/.test(word));
  if (verb !== undefined) features.push(`verb ${verb}`, `verb ${verb} opens ${opener}`);
  const place = step(logit(cut.chance), 2);
  const wording = step(
    cut.wording === undefined ? undefined : Math.log(Math.max(1e-3, cut.wording)),
    4,
  );
  const odds = step(cut.wording === undefined ? undefined : logit(cut.wording), 1);
  features.push(
    `place ${place}`,
    `place ${place} by ${cut.isLearned}`,
    `place ${place} opens ${opener}`,
    `place ${place} joint ${joint}`,
    `wording ${wording}`,
    `wording ${wording} by ${cut.isLearned}`,
    `wording ${wording} opens ${opener}`,
    `wording ${wording} joint ${joint}`,
    `wording ${odds} place ${step(logit(cut.chance), 1)}`,
    `wording ${odds} why ${why}`,
  );
  return features;
}

function words(text: string): string[] {
  return tokensIn(text).map(({ lower }) => lower);
}

function count(all: readonly string[], word: string): number {
  return all.filter((one) => one === word).length;
}

function logit(chance: number | undefined): number | undefined {
  if (chance === undefined) return undefined;
  const bounded = Math.min(1 - 1e-3, Math.max(1e-3, chance));
  return Math.log(bounded / (1 - bounded));
}

function step(value: number | undefined, steps: number): string {
  return value === undefined ? "none" : String(Math.round(value * steps));
}

/** A small word itself, or the kind of any other one. */
function kindOf(sentence: Sentence, at: number): string {
  const token = sentence.tokens[at];
  if (token === undefined) return "-";
  if (!token.isWord || SMALL.has(token.lower)) return token.lower;
  if (isPluralNoun(sentence, at)) return "Plural";
  return KINDS.find((kind) => sentence.is(at, kind)) ?? "Other";
}

function lastKind(sentence: Sentence, kind: Tag): string {
  for (let i = sentence.tokens.length - 1; i >= 0; i--)
    if (sentence.is(i, kind)) return `${kindOf(sentence, i)} ${kindOf(sentence, i - 1)}`;
  return "none";
}

const KINDS: readonly Tag[] = [
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
