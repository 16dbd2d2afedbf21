// What is told of the subject between two commas before its verb: "Holm, a nurse from Leeds, writes …", "The
// novel, published in 1963, follows …", "The captain, sensing a trap, turned …". It becomes the first
// sentence, and the verb begins the second.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { hasMainVerb, NO_OBJECT, wordSet } from "../sentence/clauses.ts";
import {
  CLAUSE_MARKS,
  HELPERS,
  hasSpeech,
  MODALS,
  REPORTS,
  sentenceEnd,
  wordsBetween,
} from "../sentence/ground.ts";
import { type Subject, subjectBetween } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { formsOf, isGerund } from "./participle-tails.ts";

/** "The novel, published in 1963, follows a spy." → "The novel was published in 1963. It follows a spy." */
export function splitAtInsertion(sentence: Sentence, comma: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const next = tokens[comma + 1];
  if (next === undefined || comma > SUBJECT_MAX || /[:;—–]/.test(text) || hasSpeech(text))
    return undefined;
  // "However, the mill, built in 1840, …": a word that joins what was said before stays where it is.
  const start = tokens[1]?.text === "," && LEADS.has(tokens[0]?.lower ?? "") ? 2 : 0;
  const opener = tokens[start]?.lower ?? "";
  const isShown = /^(?:this|these|those)$/.test(opener) && comma > start + 1;
  if (comma <= start || (OPENERS.has(opener) && !isShown) || hasMainVerb(sentence, start, comma))
    return undefined;
  for (let i = start; i < comma; i++) {
    if (!tokens[i]?.isWord || CLAUSE_MARKS.has(tokens[i]?.lower ?? "")) return undefined;
  }
  const close = closingComma(sentence, comma, end);
  if (close === undefined || wordsBetween(sentence, comma, close) < 3) return undefined;
  if (wordsBetween(sentence, close, end) < 5) return undefined;
  const verb = isAdverb(sentence, close + 1) ? close + 2 : close + 1;
  const subject = subjectBetween(sentence, start, verb, comma);
  if (
    subject === undefined ||
    subject.again === "this" ||
    TIMES.test(tokens[comma - 1]?.lower ?? "")
  )
    return undefined;
  // "The talent, known for his …": who has something of "his" is no "it".
  const isOwner = /\b(?:he|she|his|her|him|himself|herself)\b/.test(text);
  if (isOwner && subject.again === "it") return undefined;
  // "Bread with seeds, grown in the hills, …": it may be the seeds.
  for (let i = start + 1; i < comma; i++)
    if (sentence.is(i, "Preposition") && tokens[i]?.lower !== "by") return undefined;
  const told = tellInsertion(sentence, comma, close, verb, subject, opener);
  const from = tokens[comma];
  const main = tokens[close + 1];
  if (told === undefined || from === undefined || main === undefined) return undefined;
  return {
    start: from.start,
    end: main.start,
    options: [` ${told}. ${capitalise(subject.again)} `],
    kind: "split",
    why: "long sentence split behind what is told of its subject",
  };
}

/** The insertion as a predicate of the subject. */
function tellInsertion(
  sentence: Sentence,
  comma: number,
  close: number,
  verb: number,
  subject: Subject,
  opener: string,
): string | undefined {
  const { tokens, text } = sentence;
  const first = tokens[comma + 1];
  if (first === undefined) return undefined;
  const tense = tenseAt(sentence, verb);
  const part = text.slice(first.start, tokens[close]?.start);
  if (/^(?:a|an|the)$/.test(first.lower)) {
    // What somebody who "said" something is may still be so; who is "the former mayor" was not that then.
    if (tense === undefined || subject.isPlural || PASSING.test(part)) return undefined;
    if (/^(?:died|passed|retired|resigned|left|been)$/.test(tokens[verb + 1]?.lower ?? ""))
      return undefined;
    // "Chess, an old game, came …": what has no article is told of at all times.
    const opens = /^(?:the|an?|his|her|its|their|our|my|your|this|that|these)$/;
    if (tense === "past" && !opens.test(opener)) return undefined;
    // "Ann Holm, a nurse, won": what a person of that name is may be so still.
    if (tense === "past" && /^\p{Lu}/u.test(tokens[comma - 1]?.text ?? "")) return undefined;
    if (
      tense === "past" &&
      (REPORTS.test(tokens[verb]?.lower ?? "") || SAYS.test(tokens[verb]?.lower ?? ""))
    )
      return undefined;
    if (first.lower === "the" && (tense === "past" || !/ of /.test(part))) return undefined;
    if (hasMainVerb(sentence, comma + 2, close)) return undefined;
    return `${tense === "past" ? "was" : "is"} ${part}`;
  }
  if (isGerund(sentence, comma + 1) && !NO_DEEDS.has(first.lower)) {
    if (tense === undefined || HELPERS.has(tokens[verb]?.lower ?? "")) return undefined;
    // "options, letting users read, add, and share": a bare verb goes on with theirs.
    if (tense === "present" && !/s$/.test(tokens[verb]?.lower ?? "")) return undefined;
    const forms = formsOf(first.lower);
    if (forms === undefined || hasSecondDeed(sentence, comma + 2, close)) return undefined;
    const finite = tense === "past" ? forms.past : subject.isPlural ? forms.base : forms.s;
    return `${finite}${text.slice(first.end, tokens[close]?.start)}`;
  }
  // "A small box, known as a hive, is …": not every small box is called that.
  const isOne = /^(?:a|an|one|some)$/.test(opener);
  if (isOne && /^(?:known|called|named|termed|dubbed|referred)$/.test(first.lower))
    return undefined;
  // What somebody is known for who "said" something is so still.
  if (tense === "past" && first.lower === "known") {
    const word = tokens[verb]?.lower ?? "";
    if (REPORTS.test(word) || SAYS.test(word)) return undefined;
  }
  // "The fair, attended by many, will open": what it is then is not so yet.
  const isLater = /^(?:will|may|should|must)$/.test(tokens[verb]?.lower ?? "");
  const when = isLater ? undefined : tense;
  const be = beWith(first.lower, tokens[comma + 2]?.lower ?? "", when, subject);
  if (be === undefined || hasMainVerb(sentence, comma + 2, close)) return undefined;
  return `${be} ${part}`;
}

/** The form of "be" before a participle: what was once done was done, what is so goes with the main verb. */
export function beWith(
  participle: string,
  next: string,
  tense: "past" | "present" | undefined,
  subject: Pick<Subject, "again" | "isPlural">,
): string | undefined {
  if (!PARTICIPLES.test(participle) || LOOSE.has(participle) || !BEHIND_PARTICIPLE.has(next))
    return undefined;
  // "found in the hills": with a present, where it is rather than that somebody found it.
  const isPlace = participle === "found" && tense === "present" && next === "in";
  const when = DEEDS.test(participle) && !isPlace ? "past" : tense;
  if (when === undefined) return undefined;
  if (subject.again === "I") return when === "past" ? "was" : "am";
  if (when === "past") return subject.isPlural ? "were" : "was";
  return subject.isPlural ? "are" : "is";
}

/** "seeing the light and hearing a voice": the second would need a form of its own. */
function hasSecondDeed(sentence: Sentence, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (sentence.tokens[i]?.lower === "and" && sentence.tokens[i + 1]?.lower.endsWith("ing"))
      return true;
  }
  return false;
}

/** The next comma, if the main verb stands right behind it. */
function closingComma(sentence: Sentence, comma: number, end: number): number | undefined {
  for (let i = comma + 2; i + 4 < end; i++) {
    if (sentence.tokens[i]?.text !== ",") continue;
    const verb = isAdverb(sentence, i + 1) ? i + 2 : i + 1;
    // "a sleek, tailored suit": two adjectives of one noun.
    const isPair = sentence.is(i - 1, "Adjective") && sentence.is(verb + 1, "Noun");
    if (isPair && /ed$/.test(sentence.tokens[verb]?.lower ?? "")) return undefined;
    return tenseAt(sentence, verb) !== undefined || MODALS.has(sentence.tokens[verb]?.lower ?? "")
      ? i
      : undefined;
  }
  return undefined;
}

function isAdverb(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Adverb") ||
    /^(?:first|also|now|still|once)$/.test(sentence.tokens[at]?.lower ?? "")
  );
}

/** The tense of the verb that must stand at `at`. */
export function tenseAt(sentence: Sentence, at: number): "past" | "present" | undefined {
  const word = sentence.tokens[at]?.lower ?? "";
  if (/^(?:is|are|has|have|does|do|can|will|may|must|should)$/.test(word)) return "present";
  if (/^(?:was|were|had|did)$/.test(word)) return "past";
  if (HELPERS.has(word) || MODALS.has(word) || sentence.is(at, "Gerund", "Noun", "Adjective"))
    return undefined;
  if (sentence.is(at, "PastTense")) {
    // "The star, an old friend, hidden in the clouds": a participle is no verb of a sentence.
    const isParticiple = /(?:ing|en|wn|rn|gone|done)$/.test(word);
    const mayBe =
      sentence.is(at + 1, "Preposition") && word.endsWith("ed") && !NO_OBJECT.test(word);
    const end = sentence.tokens.length;
    // "known for its wide streets, advanced schools, and parks": a list goes on.
    const isListed = /^\w+ed (?:[\w'’-]+ ){0,2}[\w'’-]+, (?:and|or) /.test(
      sentence.text.slice(sentence.tokens[at]?.start),
    );
    if (isListed) return undefined;
    return isParticiple || (mayBe && hasMainVerb(sentence, at + 1, end)) ? undefined : "past";
  }
  return sentence.is(at, "PresentTense") ? "present" : undefined;
}

// These tell what goes with it, or under which condition.
const LOOSE = wordSet(
  "combined coupled paired followed accompanied compared given used seen taken considered provided armed united mixed joined evolved",
);
const SAYS =
  /^(?:emphasized|emphasised|noted|stressed|expressed|described|commented|confirmed|acknowledged|highlighted|praised|criticized|criticised|recalled|revealed|remarked|urged|called|pointed|responded|replied|shared|wrote)$/;
const SUBJECT_MAX = 8;
/** Words that only join; what tells a time or a feeling belongs to the main clause alone. */
export const LEADS = wordSet("additionally however moreover furthermore similarly");
const OPENERS = wordSet(
  "in on at by with for from to as after before during despite unlike like among no none nobody nothing each every few many most some all there it this that these those if when while because although though since once upon then so but and or yet what who how given based according considering compared due thanks following alongside regardless along together behind beyond within under over across through throughout without amid amidst near beside besides except instead rather even only also not just when whenever where wherever until unless",
);
const TIMES =
  /^(?:day|days|night|morning|evening|afternoon|week|month|year|years|summer|winter|spring|autumn|time|moment|today|ago|later|finally|meanwhile|instead|however|overall|conclusion|example|instance|fact)$/;
const PASSING =
  /\b(?:former|late|current|then|only|same|fellow|one|few|many|day|month|week|year|fact|move|step|decision|moment)\b/i;
const NO_DEEDS = wordSet("including being having according regarding excluding following ranging");
const PARTICIPLES =
  /^(?:[a-z]{3,}ed|known|made|built|written|drawn|held|led|set|woven|born|driven|torn|taught|hidden|worn|run|sung|caught|found|sent)$/;
const DEEDS =
  /^(?:salvaged|recovered|donated|inherited|published|written|founded|established|built|created|released|directed|produced|discovered|introduced|invented|launched|opened|completed|passed|signed|born|painted|composed|conducted|held|formed|adopted|advanced|proposed|filed|issued|announced|crafted|revealed|unveiled|developed|organized|organised|recorded|named|constructed|commissioned|appointed|elected|arrested|found|taught|sent|raised|injured|killed)$/;
const BEHIND_PARTICIPLE = wordSet(
  "by in as for with on to at from of into under near between around over behind along beneath across outside inside within above below off just",
);
