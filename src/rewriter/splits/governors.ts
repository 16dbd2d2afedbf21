// Verbs on which two deeds can hang ("aims to …", "can help people …", "is used to …"), with the words that say
// such a verb again before the second deed: "It also aims to …", "They can also help people …".

import { wordSet } from "../sentence/clauses.ts";
import { isPluralNoun, MODALS } from "../sentence/ground.ts";
import type { Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { frameOf, type Governor } from "./frames.ts";
import { isBareVerb } from "./predicates.ts";

/** The governor whose verb belongs to `subject`; what hangs on it begins before `to`. */
export function governorOf(sentence: Sentence, subject: Subject, to: number): Governor | undefined {
  const { tokens } = sentence;
  const { verb } = subject;
  const word = tokens[verb]?.lower ?? "";
  const fits = (at: number): boolean =>
    isBareVerb(sentence, at) && !/^(?:are|is|was|were)$/.test(tokens[at]?.lower ?? "");
  const asked = askedFrom(sentence, verb);
  if (asked !== undefined && fits(asked.first)) return { ...asked, fits };
  const { core, said } = coreOf(sentence, verb);
  const deed = tokens[core]?.lower ?? "";
  const isTo = tokens[core + 1]?.lower === "to";
  if (AIMS.test(deed) && isTo && fits(core + 2)) {
    return { words: `${said} to`, first: core + 2, fits };
  }
  if (deed.startsWith("help") && core !== verb && fits(core + 1)) {
    return { words: said, first: core + 1, fits };
  }
  const preposition = DOINGS.get(word.replace(/(?<=[a-z]{3})(?:s|ed|d)$/, "")) ?? DOINGS.get(word);
  if (preposition !== undefined) {
    const next = tokens[verb + 1]?.lower ?? "";
    const first = preposition === "" ? verb + 1 : next === preposition ? verb + 2 : -1;
    if (first > 0 && sentence.is(first, "Gerund")) {
      return {
        words: `also ${word}${preposition === "" ? "" : ` ${preposition}`}`,
        first,
        fits: (at) =>
          sentence.is(at, "Gerund") &&
          !sentence.is(at + 1, "Gerund") &&
          !OF_THINGS.test(tokens[at]?.lower ?? ""),
      };
    }
  }
  const allowed = LETS.test(deed) ? withObject(sentence, core, to, said, subject) : undefined;
  return allowed ?? frameOf(sentence, verb, to);
}

/** The verb that tells the deed, behind a modal or a helper, and the words that say it again. */
export function coreOf(sentence: Sentence, verb: number): { core: number; said: string } {
  const { tokens } = sentence;
  const word = tokens[verb]?.lower ?? "";
  const isHelper = MODALS.has(word) || /^(?:has|have|had|is|are|was|were)$/.test(word);
  if (!isHelper) return { core: verb, said: `also ${word}` };
  const next = sentence.is(verb + 1, "Adverb") ? verb + 2 : verb + 1;
  return { core: next, said: `${word} also ${tokens[next]?.lower}` };
}

/** "is designed to", "can be used to", "it is vital to", "the aim is to". */
function askedFrom(
  sentence: Sentence,
  verb: number,
): { words: string; first: number; noun?: string } | undefined {
  const { tokens } = sentence;
  const word = tokens[verb]?.lower ?? "";
  const isModal = MODALS.has(word) && tokens[verb + 1]?.lower === "be";
  if (!isModal && !/^(?:is|are|was|were)$/.test(word)) return undefined;
  const at = isModal ? verb + 2 : verb + 1;
  const own = tokens[at]?.lower ?? "";
  const be = isModal ? `${word} also be` : `${word} also`;
  // "The goal of the work is to …".
  const goal = tokens.slice(0, verb).find(({ lower }) => GOALS.has(lower));
  if (own === "to" && goal !== undefined) {
    return { words: `${be} to`, first: at + 1, noun: `the ${goal.lower}` };
  }
  if (tokens[at + 1]?.lower !== "to") return undefined;
  const isIt = tokens[verb - 1]?.lower === "it" && WORTHY.has(own);
  return ASKED.test(own) || isIt ? { words: `${be} ${own} to`, first: at + 2 } : undefined;
}

/** "allows small firms to cut": those who are let do it are named again, or are "them". */
function withObject(
  sentence: Sentence,
  verb: number,
  to: number,
  said: string,
  subject: Subject,
): Governor | undefined {
  const { tokens, text } = sentence;
  const isHelp = (tokens[verb]?.lower ?? "").startsWith("help");
  for (let i = verb + 1; i < Math.min(to, verb + 7); i++) {
    const own = tokens[i]?.lower ?? "";
    const isTo = own === "to" && sentence.is(i + 1, "Verb");
    const isBare =
      isHelp && i > verb + 1 && isBareVerb(sentence, i) && sentence.is(i - 1, "Noun", "Pronoun");
    if (!isTo && !isBare) {
      if (!sentence.is(i, "Noun", "Adjective", "Determiner", "Possessive") && !ARTICLES.has(own))
        return undefined;
      const isPronoun = OBJECT_PRONOUNS.has(own) && i === verb + 1;
      if (sentence.is(i, "Pronoun") && !isPronoun && !ARTICLES.has(own)) return undefined;
      continue;
    }
    const first = isTo ? i + 1 : i;
    if (i === verb + 1 || !isBareVerb(sentence, first)) return undefined;
    const last = tokens[i - 1]?.lower ?? "";
    if (/^(?:him|her|it|itself|themselves)$/.test(last)) return undefined;
    // "This will help you get up and make it easier": the second may be what the thing does itself.
    if (/^(?:us|you|me)$/.test(last))
      return {
        words: `${said} ${last}${isTo ? " to" : ""}`,
        first,
        fits: (at) => isBareVerb(sentence, at) && (isTo || !CAUSES.test(tokens[at]?.lower ?? "")),
      };
    const isMany = isPluralNoun(sentence, i - 1) || last === "them";
    const isThey = subject.again === "they";
    if (last === "them" && isThey) return undefined;
    const object = text.slice(tokens[verb + 1]?.start, tokens[i - 1]?.end);
    const isShort = i - verb <= 4 && /^[\p{Ll}\s'’-]+$/u.test(object);
    // "They also allow them" would leave open who is who.
    const again =
      isMany && !isThey ? "them" : isShort && !/^an?\b/.test(object) ? object : undefined;
    if (again === undefined) return undefined;
    return {
      words: `${said} ${again}${isTo ? " to" : ""}`,
      first,
      fits: (at) => isBareVerb(sentence, at),
    };
  }
  return undefined;
}

const AIMS =
  /^(?:aim|aims|aimed|seek|seeks|sought|hope|hopes|hoped|want|wants|wanted|plan|plans|planned|tr(?:y|ies|ied)|strives?|strove|intends?|intended|works?|worked|serves?|served|helps?|helped|promises?|promised|tends?|tended|continues?|continued|attempts?|attempted|vow(?:s|ed)?|pledge[sd]?|learn(?:s|ed)?|began|begins?)$/;
// "and corresponding texts": things of that kind, not deeds.
const OF_THINGS =
  /^(?:corresponding|existing|remaining|surrounding|underlying|ongoing|competing|growing|emerging|leading|outstanding|supporting|following|matching|accompanying|increasing|decreasing|varying|conflicting|opposing)$/;
const ASKED =
  /^(?:expected|designed|intended|used|set|meant|ready|built|advised|encouraged|urged|invited|excited|eager|determined|trained|developed|created|established|made|honored|honoured|proud|pleased|asked|told|allowed|forced)$/;
const WORTHY = wordSet(
  "essential important crucial vital imperative best better wise helpful useful advisable critical easy hard difficult",
);
const GOALS = wordSet(
  "goal goals aim aims purpose objective objectives mission task plan role job",
);
const LETS =
  /^(?:allow(?:s|ed|ing)?|enabl(?:e|es|ed|ing)|help(?:s|ed|ing)?|encourag(?:e|es|ed|ing)|empower(?:s|ed|ing)?|inspir(?:e|es|ed|ing)|prompt(?:s|ed|ing)?|motivat(?:e|es|ed|ing)|urg(?:e|es|ed|ing)|invit(?:e|es|ed|ing)|forc(?:e|es|ed|ing)|advis(?:e|es|ed|ing)|ask(?:s|ed|ing)?|challeng(?:e|es|ed|ing)|teach|teaches|taught|train(?:s|ed|ing)?|push(?:es|ed|ing)?|remind(?:s|ed|ing)?)$/;
const CAUSES = /^(?:make|give|provide|let|allow|enable|ensure|keep|prevent|help|offer|lead|cause)$/;
const OBJECT_PRONOUNS = wordSet("them us you me");
const DOINGS = new Map([
  ["involve", ""],
  ["include", ""],
  ["focuse", "on"],
  ["focus", "on"],
  ["focused", "on"],
  ["focuses", "on"],
  ["recommend", ""],
  ["enjoy", ""],
  ["mean", ""],
]);
const ARTICLES = wordSet(
  "the a an its their his our all both many most such these those more other",
);
