// A closing apposition as a sentence of its own: "…, a sign that spring had come" → "This was a sign that …",
// "… of Ann Holm, a nurse who …" → "Holm was a nurse who …". What it names again must be plain: all that was
// said, the one thing right before the comma, or the person whose name stands there.

import type { Edit } from "../edit.ts";
import { isAnimate } from "../sentence/animate.ts";
import { findMainVerb, mainTense, wordSet } from "../sentence/clauses.ts";
import {
  hasSpeech,
  isBracketed,
  isPluralNoun,
  isUnrealised,
  lastClauseStart,
  MODALS,
  subjectStart,
  wordsBetween,
} from "../sentence/ground.ts";
import { holdsClause, isReported } from "../sentence/main-clauses.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";

/** "…, a step that saves time." → "…. This is a step that saves time." `mark` is the comma or the dash. */
export function splitAtApposition(sentence: Sentence, mark: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const opener = tokens[mark + 1]?.lower ?? "";
  if (!/^(?:a|an|the|one)$/.test(opener) || isBracketed(sentence, mark)) return undefined;
  // "introduces Halo, a lamp giving warm light": behind a name, what follows tells of the thing itself.
  const isNamed =
    /^\p{Lu}\p{L}/u.test(tokens[mark - 1]?.text ?? "") && !sentence.is(mark - 1, "Person");
  if (wordsBetween(sentence, 0, mark) < (isNamed ? 4 : 5)) return undefined;
  if (wordsBetween(sentence, mark + 1, end) < 5) return undefined;
  if (hasSpeech(text) || !holdsClause(sentence, mark) || isReported(sentence, mark))
    return undefined;
  if (isListBefore(sentence, mark)) return undefined;
  const head = headOf(sentence, mark + 2, end);
  if (head === undefined || !closes(sentence, head, end, isNamed)) return undefined;
  // "a dusty, forgotten look": the word may stand behind what was taken for the noun.
  if (tokens.slice(mark + 2, head + 2).some(({ lower }) => NEVER.test(lower))) return undefined;
  // "a little bounce to a step, a little sway to a turn": two of a kind.
  const own = tokens.slice(mark + 2, head).map(({ lower }) => lower);
  if (tokens.slice(0, mark).some(({ lower }) => lower.length > 2 && own.includes(lower)))
    return undefined;
  if (isSecondName(sentence, mark) || isParallel(sentence, mark, head)) return undefined;
  // A flag, a beast or a man may be a symbol as well as all that was said.
  if (/^(?:symbol|figure|metaphor|staple|hallmark|cornerstone)$/.test(tokens[head]?.lower ?? ""))
    return undefined;
  // "It was a task for him, a task that …" says the word twice on purpose.
  if (tokens.slice(0, mark).some(({ lower }) => lower === tokens[head]?.lower)) return undefined;
  const said = saidOf(sentence, mark, head, opener);
  if (said === undefined) return undefined;
  const be = beFor(sentence, mark, head, end, said.isName);
  if (be === undefined) return undefined;
  // Behind people and behind several things "It" can only mean what was said.
  const subject = findSubject(sentence);
  const isApart = subject?.isPerson === true || subject?.isPlural === true;
  const others =
    said.subject === "This" && isApart && !isPluralNoun(sentence, mark - 1) ? ["It"] : [];
  return {
    start: stripSpaceBefore(text, tokens[mark]?.start ?? 0),
    end: tokens[mark + 1]?.start ?? 0,
    options: [said.subject, ...others].map((subject) => `. ${subject} ${be} `),
    kind: "split",
    why: "long sentence split before its explanation",
  };
}

/** "Their fight was a dance, a song of fire": one more thing that the fight was; "This" would be the dance. */
function isSecondName(sentence: Sentence, mark: number): boolean {
  const start = lastClauseStart(sentence, mark);
  const verb = findMainVerb(sentence, start, mark);
  if (verb === undefined) return false;
  const next = sentence.is(verb + 1, "Adverb") ? verb + 2 : verb + 1;
  return (
    /^(?:is|are|was|were|became|becomes?)$/.test(sentence.tokens[verb]?.lower ?? "") &&
    /^(?:a|an|the)$/.test(sentence.tokens[next]?.lower ?? "")
  );
}

/** "a wish for peace, a longing for rest": built alike, and so two things of one kind. */
function isParallel(sentence: Sentence, mark: number, head: number): boolean {
  const { tokens } = sentence;
  const link = tokens[head + 1]?.lower ?? "";
  if (!/^(?:for|to|in|on|with|from|of)$/.test(link)) return false;
  for (let i = mark - 2; i > Math.max(0, mark - 6); i--) {
    if (tokens[i]?.lower !== link || !sentence.is(i - 1, "Noun")) continue;
    let first = i - 1;
    while (first > 0 && sentence.is(first, "Noun", "Adjective")) first--;
    if (/^an?$/.test(tokens[first]?.lower ?? "")) return true;
  }
  return false;
}

/** The noun an apposition turns on: "a small and crooked *door* that …". */
function headOf(sentence: Sentence, from: number, end: number): number | undefined {
  const { tokens } = sentence;
  let head: number | undefined;
  for (let i = from; i < Math.min(end, from + 8); i++) {
    const { lower, isWord, text } = tokens[i] ?? { lower: "", isWord: false, text: "" };
    if (sentence.is(i, "Noun") && isWord && !sentence.is(i, "Pronoun")) {
      head = i;
      if (!sentence.is(i + 1, "Noun") || sentence.is(i, "Possessive")) {
        if (!/['’]s?$/.test(text)) return head;
      }
      continue;
    }
    const isInside =
      sentence.is(i, "Adjective", "Adverb", "PastTense", "Participle", "Gerund", "Value") ||
      /^(?:,|and|-|most|more|such|of)$/.test(lower);
    if (!isInside || (lower === "of" && head !== undefined)) return head;
  }
  return head;
}

/** Whether the apposition runs to the end: no list, no verb of its own but that of a relative clause. */
function closes(sentence: Sentence, head: number, end: number, isNamed: boolean): boolean {
  const { tokens } = sentence;
  // "a frown marring his face" tells what else goes on.
  if ((sentence.is(head + 1, "Gerund") && !isNamed) || isPluralNoun(sentence, head)) return false;
  let isRelative = false;
  for (let i = head + 1; i < end; i++) {
    const { text, lower } = tokens[i] ?? { text: "", lower: "" };
    if (/^[;:—–?!]$/.test(text) || (/^[()]$/.test(text) && !isNamed)) return false;
    if (text === ",") {
      if (!sentence.is(i - 1, "Adjective") || !sentence.is(i + 1, "Adjective")) return false;
    }
    if (/^(?:that|who|which|where|when|whose|whom|what|how|because)$/.test(lower))
      isRelative = true;
    if (isRelative) continue;
    if (SURE.has(lower) || MODALS.has(lower)) return false;
    if (sentence.is(i, "PresentTense") && /s$/.test(lower) && !sentence.is(i, "Noun")) return false;
    if (
      !isNamed &&
      sentence.is(i, "Gerund") &&
      sentence.is(i - 1, "Noun") &&
      sentence.is(i + 1, "Noun", "Determiner")
    )
      return false;
    if ((lower === "and" || lower === "or") && /^(?:a|an|the)$/.test(tokens[i + 1]?.lower ?? ""))
      return false;
  }
  return true;
}

/** "the roof, the walls, a door": no verb since the last comma, so that a list goes on. */
function isListBefore(sentence: Sentence, mark: number): boolean {
  for (let i = mark - 1; i > 0; i--) {
    if (/^[;:—–]$/.test(sentence.tokens[i]?.text ?? "")) return true;
    if (sentence.tokens[i]?.text !== ",") continue;
    if (sentence.is(i - 1, "Adjective") && sentence.is(i + 1, "Adjective")) continue;
    return findMainVerb(sentence, i + 1, mark) === undefined && !sentence.is(i + 1, "Gerund");
  }
  return false;
}

type Said = { readonly subject: string; readonly isName: boolean };

function saidOf(sentence: Sentence, mark: number, head: number, opener: string): Said | undefined {
  const { tokens } = sentence;
  const word = tokens[head]?.lower ?? "";
  const before = tokens[mark - 1];
  if (before === undefined || NEVER.test(word)) return undefined;
  // "She was a living riddle, a light in the dark": told of her, not of the riddle.
  const start = subjectStart(sentence);
  const isHers =
    /^(?:i|he|she|we|you|they|it|this|that|there)$/.test(tokens[start]?.lower ?? "") &&
    /^(?:is|was|am|are|were|became|becomes)$/.test(tokens[start + 1]?.lower ?? "");
  if (
    isHers ||
    /^(?:i'm|he's|she's|it's|they're|we're|you're|which|who)$/.test(tokens[0]?.lower ?? "")
  )
    return undefined;
  const isShort = /\(\p{Lu}[\p{L}\p{N}-]{1,9}\)$/u.test(
    sentence.text.slice(0, tokens[mark]?.start).trimEnd(),
  );
  const isName = isShort || /^\p{Lu}/u.test(before.text);
  const isOwner = /\b(?:his|her|he|she|him|himself|herself)\b/;
  const isPerson =
    isAnimate(word) ||
    (isName && !OF_ALL.test(word) && isOwner.test(sentence.text.slice(tokens[head]?.end)));
  if (isPerson) {
    // Only a name says who it is.
    if (isShort || !/^\p{Lu}\p{Ll}{2,}$/u.test(before.text)) return undefined;
    if (sentence.is(mark - 1, "Plural", "Country", "City", "Organization")) return undefined;
    const lead = tokens[mark - 2]?.text ?? "";
    // "He roams the Earth, a fallen angel": what has an article is nobody's name.
    if (lead === "the" || subjectIsHe(sentence)) return undefined;
    // "Geralt of Rivia": the last word is no name of his.
    if (lead === "of" && /^\p{Lu}/u.test(tokens[mark - 3]?.text ?? "")) return undefined;
    return /['’]s$/.test(lead) || opener === "one"
      ? undefined
      : { subject: before.text, isName: true };
  }
  // What is only demanded or longed for is not told as a fact.
  if (tokens.slice(0, mark).some(({ lower }) => LONGS.test(lower))) return undefined;
  if (OF_ALL.test(word) && opener !== "the") return { subject: "This", isName: false };
  if (opener === "the" && (!isName || sentence.is(mark - 1, "Person"))) return undefined;
  if (isUnrealised(sentence, mark, true)) return undefined;
  if (opener === "one") return undefined;
  const isThing =
    isName ||
    (sentence.is(mark - 1, "Noun") &&
      !sentence.is(mark - 1, "Pronoun", "Plural") &&
      !isAnimate(before.lower));
  if (!isThing || isPluralNoun(sentence, mark - 1)) return undefined;
  // "The sea lay in the night, a beast": behind a thing and a place it might be either.
  if (!isName && findSubject(sentence)?.isPerson !== true && isBehindPreposition(sentence, mark))
    return undefined;
  return { subject: "This", isName };
}

/** "He left for Rome, a broken man": it is told of him. */
function subjectIsHe(sentence: Sentence): boolean {
  return /^(?:he|she|i|we|they)$/.test(findSubject(sentence)?.again.toLowerCase() ?? "");
}

function isBehindPreposition(sentence: Sentence, mark: number): boolean {
  let i = mark - 1;
  while (
    i > 0 &&
    (sentence.is(i, "Noun", "Adjective", "Determiner", "Possessive") ||
      /^(?:the|an?|its|their|his|her|our|my|this|,)$/.test(sentence.tokens[i]?.lower ?? ""))
  )
    i--;
  return sentence.is(i, "Preposition");
}

/** The form of "be" for the apposition: the tense of its clause, or that of its own relative clause. */
function beFor(
  sentence: Sentence,
  mark: number,
  head: number,
  end: number,
  isName: boolean,
): "is" | "was" | undefined {
  const { tokens } = sentence;
  // "I recall a time when I was young, a sign of …": two tenses, and either may be meant.
  if (
    tokens.slice(0, mark).some(({ lower }) => /^(?:when|where|while|read|put|set|let)$/.test(lower))
  )
    return undefined;
  const supposes = tokens.slice(0, mark).some(({ lower }) => MODALS.has(lower));
  const tense = supposes ? undefined : mainTense(sentence, lastClauseStart(sentence, mark), mark);
  if (!isName) {
    // "Money spent on trees brings rain, a gain": the past was no verb.
    const hasPresent = tokens.some(
      ({ lower }, i) =>
        i < mark &&
        (/^(?:is|are|has|have)$/.test(lower) ||
          (sentence.is(i, "PresentTense") && !sentence.is(i, "Infinitive", "Noun", "Gerund"))),
    );
    const isBare = tokens.some(
      ({ lower }, i) =>
        i > 0 && i < mark && sentence.is(i, "Infinitive") && lower !== "" && isFree(sentence, i),
    );
    if (tense === "past" && (hasPresent || isBare)) return undefined;
    if (tense !== undefined) return tense === "past" ? "was" : "is";
    const words = tokens.slice(0, mark).map(({ lower }) => lower);
    return words.some((word) => /^(?:could|would|might|should|must)$/.test(word)) ||
      !words.some((word) => /^(?:can|will|may)$/.test(word))
      ? undefined
      : "is";
  }
  // "is named after Holm, a baker who built it": he may be long dead.
  const who = tokens.findIndex(
    ({ lower }, i) => i > head && i < end && /^(?:that|who|which)$/.test(lower),
  );
  const isPastTail =
    who !== -1 &&
    (/^(?:was|were|had|did)$/.test(tokens[who + 1]?.lower ?? "") ||
      sentence.is(who + 1, "PastTense"));
  if (tense === "present") return isPastTail ? undefined : "is";
  // What somebody or something is may still be so, whatever happened: its own clause must tell.
  for (let i = head + 1; i + 1 < end; i++) {
    if (!/^(?:that|who|which)$/.test(tokens[i]?.lower ?? "")) continue;
    const verb = sentence.is(i + 1, "Adverb") ? i + 2 : i + 1;
    const word = tokens[verb]?.lower ?? "";
    if (/^(?:was|were|had|did)$/.test(word) || sentence.is(verb, "PastTense"))
      return tense === "past" ? "was" : undefined;
    return /^(?:is|has|can|will|does)$/.test(word) || sentence.is(verb, "PresentTense")
      ? "is"
      : undefined;
  }
  return undefined;
}

/** A bare verb behind a plural, with no "to" or helper before it. */
function isFree(sentence: Sentence, at: number): boolean {
  const before = sentence.is(at - 1, "Adverb") ? at - 2 : at - 1;
  return isPluralNoun(sentence, before) && !sentence.is(at, "Noun", "PastTense");
}

const LONGS =
  /^(?:yearn(?:s|ed|ing)?|long(?:s|ed|ing)|dream(?:s|ed|t|ing)?|crave[sd]?|search(?:es|ed|ing)?|look(?:s|ed|ing)?|imagine[sd]?|need(?:s|ed)?|demand(?:s|ed|ing)?|require[sd]?|expect(?:s|ed)?|promise[sd]?|propose[sd]?|want(?:s|ed)?|wish(?:es|ed)?)$/;
const SURE = wordSet(
  "is are was were am has have had does do did isn't aren't wasn't weren't don't doesn't didn't it's he's she's they're",
);
// Words for all that was said, rather than for one thing of it.
const OF_ALL =
  /^(?:reminder|testament|sign|signal|symptom|discovery|feat|move|step|gesture|decision|habit|result|consequence|task|process|practice|trend|change|shift|achievement|accomplishment|milestone|proof|tribute|nod|departure|challenge|problem|issue|strategy|tactic|factor|mistake|risk|luxury|privilege|honor|honour|blessing|burden|skill|trait|quality|feature|reflection|indication|demonstration|manifestation|acknowledgement|acknowledgment|admission|confession|promise|warning|message|statement|claim|response|reaction|approach|method|technique|phenomenon|condition|situation|scenario|circumstance|development|transition|transformation|victory|defeat|loss|gain|increase|decrease|drop|rise|improvement|setback|blow|boost|twist|contrast|paradox|irony|tradition|custom|ritual|experience|ordeal|journey|adventure|fate|sacrifice|choice|compromise|necessity|concept|principle|belief|notion|fact|truth|reality|secret|mystery|riddle|puzzle|lie|illusion|lesson|opportunity|chance|advantage|disadvantage|drawback|benefit|plus|perk|bonus|treat|pleasure|delight|joy|relief|comfort|contradiction|offense|offence|crime|violation|breach|threat|danger|concern|worry|fear|hope|dream|wish|goal|aim|objective|strategy|microcosm|prerequisite|requirement|measure|effort|attempt|endeavor|endeavour|undertaking|initiative|practice)$/;
// These tell a time, a kind or a number, and what they mean hangs on the clause.
const NEVER =
  /^(?:day|night|morning|evening|week|month|year|time|moment|way|kind|sort|type|bit|lot|number|couple|few|pair|hint|touch|hand|arm|smile|frown|grin|look|glint|gleam|eye|face|head|voice|finger|tear|first|second|third|latter|former|more|less|world)$/;
