// Long clauses that open a sentence and tell what came first, went on meanwhile or was the cause: "After the
// storm had passed, the men …", "As the train slowed, he …", "By cutting costs, the firm …". They become a
// sentence of their own, and a short phrase keeps how the two hang together.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { isAnimate } from "../sentence/animate.ts";
import { opensClause } from "../sentence/clause-starts.ts";
import { findMainVerb, hasMainVerb, startsClause, wordSet } from "../sentence/clauses.ts";
import { hasSpeech, MODALS, PEOPLE, sentenceEnd, wordsBetween } from "../sentence/ground.ts";
import { type Subject, subjectBetween } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { formsOf, isGerund } from "./participle-tails.ts";

/** "After the rain had stopped, they left." → "The rain had stopped. After that, they left." */
export function splitAtOpening(sentence: Sentence): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const comma = tokens.findIndex(({ text: mark }) => mark === ",");
  const first = tokens[0]?.lower ?? "";
  if (!OPENINGS.has(first) || comma < 4 || comma > 22 || hasSpeech(text)) return undefined;
  if (wordsBetween(sentence, comma, end) < 6) return undefined;
  const role = first === "as" ? tellRole(sentence, comma) : undefined;
  if (role !== undefined) return role;
  if (comma < 5 || wordsBetween(sentence, 1, comma) < 4) return undefined;
  // "Once upon a time in a town" holds no clause, whatever is told of the town.
  if (sentence.is(1, "Preposition") && !isGerund(sentence, 1)) return undefined;
  if (
    !startsClause(sentence, comma + 1, end) &&
    !opensClause(sentence, comma + 1, end) &&
    findMainVerb(sentence, comma + 1, Math.min(end, comma + 12)) === undefined
  )
    return undefined;
  for (let i = 0; i < comma; i++) {
    const word = tokens[i]?.lower ?? "";
    if (i > 0 && UNCERTAIN.has(word)) return undefined;
    if (/[;:()—–]/.test(word) || word === "news") return undefined;
    if (word === "and" && startsClause(sentence, i + 1, comma)) return undefined;
  }
  const main = findMainVerb(sentence, comma + 1, Math.min(end, comma + 12));
  if (main === undefined) return undefined;
  // "As the sun set, casting a glow, they …": the main clause has not begun yet.
  if (tokens.slice(comma + 1, main).some(({ isWord }) => !isWord)) return undefined;
  if (tokens.some(({ lower }) => /^(?:allegedly|reportedly|supposedly)$/.test(lower)))
    return undefined;
  const told = isGerund(sentence, 1)
    ? tellDeed(sentence, comma, main)
    : tellClause(sentence, comma, main);
  const next = tokens[comma + 1];
  if (told === undefined || next === undefined) return undefined;
  return {
    start: tokens[0]?.start ?? 0,
    end: told.to,
    options: [`${capitalise(told.clause)}. ${told.link}, ${told.rest}`],
    kind: "split",
    why: "long sentence split behind its opening",
  };
}

type Told = {
  /** The opening as a sentence, how the next one is linked to it, and how that begins. */
  readonly clause: string;
  readonly link: string;
  readonly rest: string;
  /** Where in the sentence the rest goes on. */
  readonly to: number;
};

/** "As the train slowed" has a subject of its own. */
function tellClause(sentence: Sentence, comma: number, main: number): Told | undefined {
  const { tokens, text } = sentence;
  const first = tokens[0]?.lower ?? "";
  const from = tokens[1];
  const stop = tokens[comma];
  const next = tokens[comma + 1];
  if (from === undefined || stop === undefined || next === undefined) return undefined;
  if (first === "by") return undefined;
  const verb = findMainVerb(sentence, 1, comma);
  if (verb === undefined || verb < 2) return undefined;
  if (!startsClause(sentence, 1, comma) && !isPast(sentence, verb)) return undefined;
  const link = linkOf(sentence, first, verb, main);
  // "He drew the sword. As he did, …": what is said in a breath stumbles when told in two.
  if (link === undefined || (link.startsWith("As ") && comma < AS_WORDS_MIN)) return undefined;
  // "As she swam, Luna felt": told apart, the two might be different people.
  const own = from.lower;
  // Only where one is several and the other is not can they be no other than two.
  const isApart = own === "they" && isOne(sentence, comma + 1);
  const isSame = tokens[main - 1]?.lower === own || next.lower === own;
  if (/^(?:he|she|it|they)$/.test(own) && !isSame && !isApart) return undefined;
  const clause = text.slice(from.start, stop.start);
  return { clause, link, rest: text.slice(next.start, next.end), to: next.end };
}

/** "the crowd", "a dog", "silence": one thing, and nobody by name. */
function isOne(sentence: Sentence, at: number): boolean {
  const last = /^(?:the|a|an)$/.test(sentence.tokens[at]?.lower ?? "") ? at + 1 : at;
  return sentence.is(last, "Singular") && !sentence.is(last, "ProperNoun", "Pronoun", "Person");
}

/** "As a nurse myself, I know …" → "I am a nurse myself. I know …": who speaks, not when. */
function tellRole(sentence: Sentence, comma: number): Edit | undefined {
  const { tokens, text } = sentence;
  const article = tokens[1];
  const stop = tokens[comma];
  const next = tokens[comma + 1];
  if (article === undefined || stop === undefined || next === undefined) return undefined;
  if (!/^(?:a|an)$/.test(article.lower) || !/^I(?:['’](?:m|ve))?$/.test(next.text))
    return undefined;
  const verb = tokens[comma + 2]?.lower ?? "";
  // "I seek", "I bring": a bare verb behind "I" is no past.
  const isBare = sentence.is(comma + 2, "Infinitive") && !/^(?:read|put|set|cut)$/.test(verb);
  const isPresent =
    isBare ||
    next.text !== "I" ||
    /^(?:am|have|can|must|do|believe|find|think|know|understand|feel|see|want|recommend|strongly|also|highly|always|often|would|will|cannot|can't|don't)$/.test(
      verb,
    );
  if (!isPresent || sentence.is(comma + 2, "PastTense")) return undefined;
  // "As a student, I believe …": where the speaker stands is the reason for the belief.
  if (/^(?:believe|think|feel|find|strongly)$/.test(verb)) return undefined;
  // "As a nurse, I would have …": whoever says so may be none yet.
  if (/^(?:would|will)$/.test(verb) && !ADVISES.test(tokens[comma + 3]?.lower ?? ""))
    return undefined;
  for (let i = 2; i < comma; i++) {
    const word = tokens[i]?.lower ?? "";
    // "As a child, I …" tells when; "as a result", "as a whole" tell nobody's role.
    if (TIMES_OF_LIFE.test(word) || (UNCERTAIN.has(word) && word !== "who" && word !== "well"))
      return undefined;
    if (/[;:()—–"“”]/.test(word) || /^(?:years?|decades?|months?|since)$/.test(word))
      return undefined;
  }
  // "As a noble sport, I have seen it grow": nobody is a sport.
  const isSomebody = tokens
    .slice(2, comma)
    .some(({ lower }) => isAnimate(lower) || PEOPLE.test(lower) || SOMEBODY.test(lower));
  if (!isSomebody) return undefined;
  const role = text.slice(article.start, stop.start);
  return {
    start: tokens[0]?.start ?? 0,
    end: next.start,
    options: [`I am ${role}. `],
    kind: "split",
    why: "long sentence split behind its opening",
  };
}

const ADVISES =
  /^(?:recommend|suggest|advise|say|argue|like|love|urge|encourage|highly|strongly|definitely|never|always|not|certainly|also)$/;
const SOMEBODY =
  /^(?:professional|fan|native|graduate|veteran|expert|individual|local|member|citizen|lead|head|parent|human|ai|model)$/;
const TIMES_OF_LIFE =
  /^(?:child|kid|boy|girl|teen|teenager|baby|toddler|youth|youngster|result|consequence|whole|rule|matter|way|means|sign|reminder|starting|side|last|first|bonus|gift|joke|precaution|reward|thank|token|gesture|follow-up|backup|example|side|treat|snack|general)$/;

function linkOf(sentence: Sentence, first: string, verb: number, main: number): string | undefined {
  if (first === "because") return "Because of this";
  // "As the town continues to grow": it does grow, now.
  if (first === "as" && /^continues?$/.test(sentence.tokens[verb]?.lower ?? "")) {
    const subject = subjectBetween(sentence, 1, verb);
    if (subject === undefined || /^\p{Lu}\p{Ll}|^the /u.test(subject.again)) return undefined;
    if (sentence.tokens[verb + 1]?.lower !== "to") return undefined;
    return `As ${subject.again} ${subject.isPlural ? "do" : "does"}`;
  }
  // A rule or a habit ("once it is done, …") is no story; only what happened once can be told in two steps.
  if (!isPast(sentence, verb) || !isPast(sentence, main)) return undefined;
  if (first === "after" || first === "once") return "After that";
  if (first === "while") return isGerund(sentence, verb + 1) ? "Meanwhile" : undefined;
  const word = sentence.tokens[verb]?.lower ?? "";
  if (first !== "as" || STATES.test(word) || !sentence.is(verb, "PastTense")) return undefined;
  const subject = subjectBetween(sentence, 1, verb);
  if (subject === undefined || /^\p{Lu}\p{Ll}|^the /u.test(subject.again)) return undefined;
  return `As ${subject.again} did`;
}

/** "By cutting costs, the firm saved money" has the subject of the main clause. */
function tellDeed(sentence: Sentence, comma: number, main: number): Told | undefined {
  const { tokens, text } = sentence;
  const first = tokens[0]?.lower ?? "";
  const gerund = tokens[1];
  const stop = tokens[comma];
  const thing = tokens[comma + 1];
  if (gerund === undefined || stop === undefined || thing === undefined) return undefined;
  if ((first !== "by" && first !== "after") || /^(?:doing|being|having)$/.test(gerund.lower))
    return undefined;
  const subject = subjectBetween(sentence, comma + 1, main);
  if (subject === undefined || /^(?:you|we|I|this)$/.test(subject.again)) return undefined;
  const word = tokens[main]?.lower ?? "";
  // "By closing it, costs go down": who closes it is not said.
  if (thing.lower === "it" || LOOSE.test(word)) return undefined;
  if (MODALS.has(word) || /n't$/.test(word) || tokens[main + 1]?.lower === "not") return undefined;
  if (hasMainVerb(sentence, 2, comma)) return undefined;
  const past = isPast(sentence, main);
  if (first === "after" && !past) return undefined;
  const deed = writeDeed(sentence, comma, past ? "past" : "present", subject);
  if (deed === undefined) return undefined;
  let last = main - 1;
  while (last > comma + 1 && sentence.is(last, "Adverb")) last--;
  const lastToken = tokens[last];
  if (lastToken === undefined) return undefined;
  return {
    clause: `${text.slice(thing.start, lastToken.end)} ${deed}`,
    link: first === "by" ? "By doing so" : "After that",
    rest: subject.again,
    to: lastToken.end,
  };
}

/** "cutting costs and raising prices" → "cut costs and raised prices". */
function writeDeed(
  sentence: Sentence,
  comma: number,
  tense: "past" | "present",
  subject: Subject,
): string | undefined {
  const { tokens, text } = sentence;
  const write = (at: number): string | undefined => {
    const forms = formsOf(tokens[at]?.lower ?? "");
    if (forms === undefined) return undefined;
    return tense === "past" ? forms.past : subject.isPlural ? forms.base : forms.s;
  };
  const verb = write(1);
  if (verb === undefined) return undefined;
  const stop = tokens[comma]?.start ?? 0;
  for (let i = 2; i < comma; i++) {
    if (!tokens[i]?.lower.endsWith("ing") || !isGerund(sentence, i)) continue;
    if (tokens[i - 1]?.lower !== "and") return undefined;
    const second = write(i);
    if (second === undefined) return undefined;
    const between = text.slice(tokens[1]?.end, tokens[i]?.start);
    return `${verb}${between}${second}${text.slice(tokens[i]?.end, stop)}`;
  }
  return `${verb}${text.slice(tokens[1]?.end, stop)}`;
}

function isPast(sentence: Sentence, verb: number): boolean {
  const word = sentence.tokens[verb]?.lower ?? "";
  if (/^(?:was|were|had|did)$/.test(word)) return true;
  return sentence.is(verb, "PastTense") && !MODALS.has(word);
}

const AS_WORDS_MIN = 8;
const OPENINGS = wordSet("after once because as while by");
const LOOSE =
  /^(?:is|are|was|were|had|go|goes|went|falls?|fell|rises?|rose|becomes?|became|comes?|came|grows?|grew|improves?|improved|increases?|increased|decreases?|decreased|changes?|changed)$/;
const UNCERTAIN = wordSet(
  "if when whenever while because although though as since that which who where not never no only soon long much far well or",
);
const STATES =
  /^(?:was|were|had|knew|felt|wanted|believed|thought|seemed|lived|liked|loved|needed|hoped|feared|remained|became|meant|expected|planned|predicted|mentioned|noted|described|stated|explained|said|happened|turned|arrived|approached|came|began|drew)$/;
