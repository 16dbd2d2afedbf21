// How the verb of an "-ing" part is written as a finite verb: in the tense, the aspect and the number of the
// subject's own verb.
import { mainTense } from "../sentence/clauses.ts";
import { HELPERS, subjectStart } from "../sentence/ground.ts";
import type { Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { formsOf, isGerund } from "./participle-tails.ts";
import { ACTS, LIKE, MENTAL } from "./participle-verbs.ts";
import { MODAL } from "./tail-modals.ts";
import { lastJoinedClause, shownClause } from "./tail-subjects.ts";

/** How an "-ing" word is written as a finite verb of the subject, in the tense and aspect of its own verb. */
export function writerFor(
  sentence: Sentence,
  subject: Subject,
  comma: number,
): ((gerund: string) => string) | undefined {
  const main = openVerb(sentence, subject.verb);
  if (MODAL.test(main)) {
    return (gerund) => {
      const base = formsOf(gerund)?.base;
      return base === undefined ? "" : `${main} ${base}`;
    };
  }
  const next = sentence.is(subject.verb + 1, "Adverb") ? subject.verb + 2 : subject.verb + 1;
  // "is equally astonishing" tells what it is like.
  const isLike =
    sentence.is(next, "Adjective") ||
    /^(?:equally|very|quite|so|truly|really|incredibly|rather|absolutely)$/.test(
      sentence.tokens[next - 1]?.lower ?? "",
    ) ||
    LIKE.test(sentence.tokens[next]?.lower ?? "");
  const isUnderWay = isGerund(sentence, next) && !isLike;
  if (/^(?:is|are|was|were)$/.test(main) && isUnderWay) {
    // "She was walking home, humming a tune": what goes on beside it goes on too.
    return agreesWithAgain(main, subject) ? (gerund) => `${main} ${gerund}` : undefined;
  }
  // "He was an ordinary man, trying to …": what somebody does in a state he is in.
  const isState =
    /^(?:is|are|was|were)$/.test(main) && !sentence.is(next, "PastTense", "Participle");
  if (isState && subject.isPerson === true && agreesWithAgain(main, subject)) {
    // "She is a fine cook, feeding …" tells what she does, "he was alone, trying to …" what went on.
    const isRole = /^an?$/.test(sentence.tokens[next]?.lower ?? "");
    return (gerund) => {
      if (MENTAL.has(gerund)) return "";
      if (!isRole || ACTS.has(gerund)) return `${main} ${gerund}`;
      const forms = formsOf(gerund);
      if (forms === undefined) return "";
      return /^(?:was|were)$/.test(main) ? forms.past : subject.isPlural ? forms.base : forms.s;
    };
  }
  if (/^(?:has|have|had)$/.test(main) && sentence.tokens[next]?.lower === "been") {
    if (isGerund(sentence, next + 1)) return (gerund) => `${main} been ${gerund}`;
  }
  // "has two sandy beaches": what it owns, in a plain tense.
  const owns =
    /^(?:has|have|had)$/.test(main) &&
    !sentence.is(next, "PastTense", "Participle") &&
    !/^(?:become|come|run|set|put|cut|spread)$/.test(sentence.tokens[next]?.lower ?? "") &&
    sentence.is(next, "Determiner", "Adjective", "Noun", "Value", "Possessive");
  if (/^(?:has|have|had)$/.test(main) && !owns) {
    const isDone =
      sentence.is(next, "PastTense", "Participle") ||
      /^(?:been|become|overcome|come|run|set|put|cut|spread)$/.test(
        sentence.tokens[next]?.lower ?? "",
      );
    if (!isDone) return undefined;
    // "had become her friend, guiding her": what it did from then on.
    if (/^(?:become|come)$/.test(sentence.tokens[next]?.lower ?? "")) {
      return (gerund) => {
        const forms = formsOf(gerund);
        if (forms === undefined) return "";
        return main === "had" ? forms.past : subject.isPlural ? forms.base : forms.s;
      };
    }
    // "has been known as a guide, leading …": known it was, and lead it still may.
    const isKnown =
      main !== "had" &&
      sentence.tokens[next]?.lower === "been" &&
      sentence.is(next + 1, "PastTense", "Participle");
    if (isKnown) return undefined;
    // "has worked there, hosting a show in 2016": what has a date is past.
    const isDated =
      main !== "had" && DATED.test(sentence.text.slice(sentence.tokens[comma]?.start ?? 0));
    return (gerund) => {
      const forms = formsOf(gerund);
      if (isDated) return forms?.past ?? "";
      return forms?.participle === undefined ? "" : `${main} ${forms.participle}`;
    };
  }
  const joined = lastJoinedClause(sentence, comma);
  const that = sentence.tokens.findLastIndex(
    ({ lower }, i) => lower === "that" && i < subject.verb,
  );
  const isShown = that > 0 && shownClause(sentence, that - 1) === that + 1;
  const start = joined ?? (isShown ? that + 1 : subjectStart(sentence));
  // "Vines sprung from the earth": a past, whatever the tagger makes of it.
  const isOdd = /(?:ung|unk|egun)$/.test(main) && !HELPERS.has(main);
  const tense = isOdd
    ? "past"
    : (mainTense(sentence, start, comma) ?? plainTense(sentence, subject));
  if (tense === undefined) return undefined;
  const isThird = !subject.isPlural;
  return (gerund) => {
    const forms = formsOf(gerund);
    if (forms === undefined) return "";
    return tense === "past" ? forms.past : isThird ? forms.s : forms.base;
  };
}

/** The verb as it is written out: "has" of "he's gone", "had" of "I'd left". */
export function openVerb(sentence: Sentence, at: number): string {
  const word = sentence.tokens[at]?.lower ?? "";
  const short = /^(?:i|you|he|she|it|we|they)'(m|ve|d|ll|re|s)$/.exec(word)?.[1];
  if (short === undefined) return word;
  const next = sentence.is(at + 1, "Adverb") ? at + 2 : at + 1;
  const isDone =
    sentence.is(next, "PastTense", "Participle") || sentence.tokens[next]?.lower === "been";
  switch (short) {
    case "m":
      return "am";
    case "re":
      return "are";
    case "ve":
      return "have";
    case "ll":
      return "will";
    case "d":
      return isDone ? "had" : "would";
    default:
      // "It's made" may be "is" or "has": only "been" and "got" tell.
      return /^(?:been|got)$/.test(sentence.tokens[next]?.lower ?? "") ? "has" : isDone ? "" : "is";
  }
}

export const DATED =
  /\b(?:1[89]|20)\d\d\b|\b(?:yesterday|ago|last (?:week|month|year|night|summer|season))\b/;
function agreesWithAgain(main: string, subject: Subject): boolean {
  if (subject.again === "I") return main === "was";
  return subject.isPlural ? /^(?:are|were)$/.test(main) : /^(?:is|was)$/.test(main);
}

/** The tense of a verb that carries it openly, such as "glowed" or "is". */
function plainTense(sentence: Sentence, subject: Subject): "past" | "present" | undefined {
  const word = openVerb(sentence, subject.verb);
  if (/^(?:was|were)$/.test(word)) return "past";
  if (/^(?:is|are)$/.test(word)) return "present";
  if (word.endsWith("ed") && sentence.is(subject.verb, "PastTense")) return "past";
  return undefined;
}
