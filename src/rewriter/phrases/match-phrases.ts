// Finds the phrases of the table in a sentence and writes what stands for them: verbs in their form, articles by the
// sound, capitals where the sentence has them.
import type { Edit } from "../edit.ts";
import { hasMainVerb } from "../english/grammar.ts";
import { articleFor, capitalise, type VerbForm, verbForms } from "../english/inflect.ts";
import { type Sentence, wordSet as set } from "../english/tokens.ts";
import { holds, type MatchOptions } from "./conditions.ts";
import { strandsPartner } from "./partners.ts";
import type { Phrase, PhraseTable } from "./phrase-table.ts";

/** All edits the table proposes for a sentence; they may overlap. */
export function matchPhrases(
  sentence: Sentence,
  table: PhraseTable,
  settings: MatchOptions,
): Edit[] {
  const edits: Edit[] = [];
  for (let i = 0; i < sentence.tokens.length; i++) {
    for (const rule of table.at(sentence.tokens, i)) {
      const edit = matchAt(sentence, i, rule, settings);
      if (edit === undefined) continue;
      edits.push(edit);
      break;
    }
  }
  return edits;
}

function matchAt(
  sentence: Sentence,
  at: number,
  rule: Phrase,
  settings: MatchOptions,
): Edit | undefined {
  const { tokens } = sentence;
  const last = at + rule.words.length - 1;
  const isNamed = tokens
    .slice(Math.max(1, at), last + 1)
    .some((token) => token.isWord && /^\p{Lu}/u.test(token.text));
  // A capital inside a sentence is a name or a title.
  if (isNamed) return undefined;
  if (!holds(sentence, at, last, rule.conditions, settings)) return undefined;
  const to = inForm(sentence, at, rule);
  const [first, final] = [tokens[at], tokens[last]];
  if (to === undefined || first === undefined || final === undefined) return undefined;
  if (dropsThat(rule, to) && needsThat(sentence, at, last)) return undefined;
  if (strandsPartner(sentence, at, last, to) || saysAgain(sentence, at, last, to)) return undefined;
  if (to === "") return deletion(sentence, at, last, saidOf(rule));
  const opens = at === 0 && /^\p{Lu}/u.test(first.text);
  // A sentence that begins small goes on so: "however, it" → "but it".
  const small = to.charAt(0).toLowerCase() + to.slice(1);
  return withArticle(sentence, at, {
    start: first.start,
    end: final.end,
    to: opens ? capitalise(to) : at === 0 ? small : to,
    ...saidOf(rule),
  });
}

/** The judge was taught with essays, stories and answers: of official prose it tells right from wrong by chance (decision 0045). */
function saidOf({
  kind,
  why,
  conditions,
}: Phrase): Pick<Edit, "kind" | "why" | "isReviewed" | "isSettled"> {
  const isSettled = conditions.get("register")?.has("official") === true;
  return isSettled ? { kind, why, isReviewed: true, isSettled } : { kind, why };
}

/** Whether a wording leaves out the "that" of a clause: "knew that he" → "knew he". */
function dropsThat({ words }: Phrase, option: string): boolean {
  return words.includes("that") && !/\bthat\b/.test(option);
}

/** Whether the clause behind a "that" would be misread without it. */
function needsThat(sentence: Sentence, at: number, last: number): boolean {
  const { tokens } = sentence;
  for (let i = last + 1; i + 1 < tokens.length; i++) {
    const isJoint = /^(?:and|or|but)$/.test(tokens[i]?.lower ?? "");
    // "heard that it was late, and that nobody came", "write to say that it was late and to ask": what has two keeps the first.
    if (isJoint && /^(?:that|to)$/.test(tokens[i + 1]?.lower ?? "")) return true;
  }
  // "hope that this time, she would": an adverbial with its comma stands before the subject.
  const from = tokens.findIndex(({ lower }, i) => i >= at && lower === "that") + 1;
  const comma = tokens.findIndex((token, i) => i >= from && token.text === ",");
  return comma !== -1 && comma - from <= ASIDE_MAX && !hasMainVerb(sentence, from, comma);
}

const ASIDE_MAX = 5;

/** Whether a wording would say a word that the sentence has already: "to assess it, we assess". */
export function saysAgain({ tokens }: Sentence, at: number, last: number, option: string): boolean {
  const old = new Set(tokens.slice(at, last + 1).map(({ lower }) => stemOf(lower)));
  const fresh = (option.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter(
    (word) => !SMALL_WORDS.has(word) && !old.has(stemOf(word)),
  );
  if (fresh.length === 0) return false;
  const stems = new Set(fresh.map(stemOf));
  return tokens.some(({ lower }, i) => (i < at || i > last) && stems.has(stemOf(lower)));
}

export function stemOf(word: string): string {
  return word.replace(/(?:ing|ed|es|s|e)$/, "").replace(/y$/, "i");
}

/** Takes a phrase out with the space after it; the next word opens the sentence where it has to. */
export function deletion(
  sentence: Sentence,
  at: number,
  last: number,
  said: Pick<Edit, "kind" | "why">,
): Edit | undefined {
  const { tokens } = sentence;
  const first = tokens[at];
  const next = tokens[last + 1];
  if (first === undefined || next === undefined || !next.isWord) return undefined;
  if (at > 0 || !/^\p{Lu}/u.test(first.text)) {
    return withArticle(sentence, at, {
      ...said,
      start: first.start,
      end: next.start,
      to: "",
    });
  }
  return { ...said, start: first.start, end: next.end, to: capitalise(next.text) };
}

/** Takes the article before the edit into it when the new sound asks for the other one. */
export function withArticle(sentence: Sentence, at: number, edit: Edit): Edit | undefined {
  const before = sentence.tokens[at - 1];
  if (before === undefined || (before.lower !== "a" && before.lower !== "an")) return edit;
  // A capital inside a sentence opens a line of verse or a title.
  if (at > 1 && before.text !== before.lower) return undefined;
  const { to } = edit;
  const following = to === "" ? sentence.text.slice(edit.end) : to;
  const wanted = articleFor(following);
  if (wanted === before.lower) return edit;
  const article = /^\p{Lu}/u.test(before.text) ? capitalise(wanted) : wanted;
  const gap = sentence.text.slice(before.end, edit.start);
  return { ...edit, start: before.start, to: article + gap + to };
}

/** Whether a reviewed rule that puts `to` for the word at `at` forbids it here: "us as individuals". */
export function isForbidden(
  sentence: Sentence,
  at: number,
  to: string,
  table: PhraseTable,
  settings: MatchOptions,
): boolean {
  return table.at(sentence.tokens, at).some((rule) => {
    if (rule.words.length > 1 || inForm(sentence, at, rule) !== to) return false;
    const forbidding = new Map([...rule.conditions].filter(([name]) => name.startsWith("!")));
    return !holds(sentence, at, at, forbidding, settings);
  });
}

/** The replacement in the form of the verb that was matched, or undefined when that is unclear. */
function inForm(sentence: Sentence, at: number, { to, verb }: Phrase): string | undefined {
  if (verb === undefined) return to;
  const where = at + verb.at;
  const found = formInSentence(sentence, where, verb.form);
  const own = verbForms(verb.lemma);
  // "had come": the participle of some verbs looks like their bare form.
  const isPerfect = own.participle === own.base && HAVE.test(wordBefore(sentence, where));
  const form = found === "base" && isPerfect ? "participle" : found;
  // The marked verb, or else the first word.
  const words = to.split(" ");
  const marked = words.find((word) => word.endsWith("/v")) ?? words[0] ?? "";
  const lemma = marked.replace("/v", "");
  const put = form === undefined ? undefined : inflected(sentence, where, lemma, form);
  return put === undefined ? undefined : to.replace(marked, put);
}

function inflected(
  sentence: Sentence,
  at: number,
  lemma: string,
  form: VerbForm,
): string | undefined {
  if (lemma !== "be") return verbForms(lemma)[form];
  if (form === "s") return "is";
  if (form === "ing") return "being";
  if (form === "participle") return "been";
  const before = sentence.tokens[at - 1]?.lower ?? "";
  const isPlural =
    PLURAL_SUBJECTS.has(before) ||
    (sentence.is(at - 1, "Plural") && !sentence.is(at - 1, "Pronoun"));
  if (form === "base") {
    if (before === "to" || MODALS.has(before)) return "be";
    return isPlural ? "are" : undefined;
  }
  if (isPlural) return "were";
  return SINGULAR_SUBJECTS.has(before) || sentence.is(at - 1, "Singular") ? "was" : undefined;
}

/** Tells a verb from a noun of the same letters, and a past tense from a participle. */
function formInSentence(sentence: Sentence, at: number, form: VerbForm): VerbForm | undefined {
  const before = wordBefore(sentence, at);
  const direct = sentence.tokens[at - 1]?.lower ?? "";
  if (form !== "past" && NOT_BEFORE_VERBS.has(direct)) {
    return form === "ing" && !ARTICLES.has(direct) ? form : undefined;
  }
  if ((form === "base" || form === "s") && sentence.is(at - 1, "Adjective", "Possessive")) {
    return undefined;
  }
  if (form !== "past") return form;
  // "the demonstrated effect" is no "shown effect": a participle before its thing is left alone.
  if (DETERMINERS.has(direct) && sentence.is(at + 1, "Noun", "Adjective")) return undefined;
  // "Had he truly stumbled upon it?": the helper stands before its subject.
  if (/^(?:i|you|he|she|it|we|they)$/.test(before) && isAskedOf(sentence, at)) return "participle";
  // "the silence, often perceived as a void": behind a comma only what follows can tell.
  const next = sentence.tokens[at + 1]?.lower ?? "";
  if (before === ",") return /^(?:as|by|through)$/.test(next) ? "participle" : form;
  if (PERFECT_OR_PASSIVE.has(before) || /^(?:by|through)$/.test(next)) return "participle";
  if (NOT_BEFORE_VERBS.has(direct) || sentence.is(at - 1, "Adjective", "Conjunction")) {
    // "has tested and demonstrated": what the first verb is, the second is too.
    return direct === "and" || direct === "or" ? undefined : "participle";
  }
  return "past";
}

/** "had he", "have they": a helper right before the pronoun that stands before the verb. */
function isAskedOf(sentence: Sentence, at: number): boolean {
  let i = at - 1;
  while (i > 0 && (sentence.is(i, "Adverb") || SKIPPED.has(sentence.tokens[i]?.lower ?? ""))) i--;
  return /^(?:has|have|had)$/.test(sentence.tokens[i - 1]?.lower ?? "");
}

/** The word before, past adverbs and "not". */
function wordBefore(sentence: Sentence, at: number): string {
  let i = at - 1;
  while (i >= 0 && (sentence.is(i, "Adverb") || SKIPPED.has(sentence.tokens[i]?.lower ?? ""))) i--;
  return sentence.tokens[i]?.lower ?? "";
}

const ARTICLES = set("a an the");
const DETERMINERS = set("a an the my your his its our their this these those any no some");
const NOT_BEFORE_VERBS = set(
  "a an the my your his her its our their some any no every of in for with on at by from as between per",
);
const PERFECT_OR_PASSIVE = set(
  "has have had having is are was were be been being am 's 've it's they've we've i've i'm get gets got",
);
const SKIPPED = set("not also always never often been");
// Words so small that saying them twice tires nobody.
const SMALL_WORDS = set(
  "all and any are but can did for get got had has her him his how its may new not now off one our out own put see she the too two use via was way who why yet you about after again also amid among because been before being both could does down during each even ever every from have here into just like made make makes making more most much near only other over same should some such than that their them then there these they this those through today toward under until upon very well were what when where which while will with without would your",
);
const HAVE = /^(?:has|have|had|having)$/;
const MODALS = set("can could may might must shall should will would");
const PLURAL_SUBJECTS = set("they we you these those");
const SINGULAR_SUBJECTS = set("he she it this that");
