// Sentences turned round a little: passive to active where the agent is named ("was built by the town"),
// "is capable of making" to "can make", "continues to grow" to "keeps growing".

import type { Edit } from "./edit.ts";
import { capitalise } from "./inflect.ts";
import { wordSet } from "./sentence/clauses.ts";
import { isPluralNoun } from "./sentence/ground.ts";
import { formsOfGerund, formsOfVerb, type Sentence } from "./sentence/tokens.ts";

export function proposeRecasts(sentence: Sentence): Edit[] {
  const edits: Edit[] = [];
  const active = passiveToActive(sentence);
  if (active !== undefined) edits.push(active);
  const both = notOnly(sentence);
  if (both !== undefined) edits.push(both);
  const moved = connectiveInside(sentence);
  if (moved !== undefined) edits.push(moved);
  for (let i = 1; i + 2 < sentence.tokens.length; i++) {
    const edit = capableOf(sentence, i) ?? continueTo(sentence, i) ?? thereAre(sentence, i - 1);
    if (edit !== undefined) edits.push(edit);
  }
  return edits;
}

/** "The bridge was built by the town in 1998." → "The town built the bridge in 1998." */
function passiveToActive(sentence: Sentence): Edit | undefined {
  const { tokens, text } = sentence;
  const by = tokens.findIndex(({ lower }) => lower === "by");
  if (by < 3 || /[?,;:—–()"“”]/.test(text)) return undefined;
  const verb = by - 1;
  const be = verb - 1;
  const helper = tokens[be]?.lower ?? "";
  if (!/^(?:is|are|was|were)$/.test(helper)) return undefined;
  const participle = tokens[verb]?.lower ?? "";
  if (!sentence.is(verb, "PastTense", "Participle") || NOT_TURNED.has(participle)) return undefined;
  const forms = formsOfVerb(participle);
  if (forms === undefined) return undefined;
  // Both the thing and the agent must be plain: no clause, no second "by", nothing denied.
  const agentEnd = nameEnd(sentence, by + 1) ?? plainThingEnd(sentence, by + 1);
  if (agentEnd === undefined || plainThingEnd(sentence, 0) !== be) return undefined;
  if (sentence.is(by + 1, "Gerund") || sentence.is(by + 1, "Pronoun")) return undefined;
  const rest = text.slice(tokens[agentEnd]?.start ?? text.length);
  if (
    !/^(?:[.!]|(?:in|on) (?:\d|January|February|March|April|May|June|July|August|September|October|November|December)[^,;]{0,30}[.!]$)/.test(
      rest,
    )
  )
    return undefined;
  const first = tokens[0];
  const agent = tokens[by + 1];
  const last = tokens[agentEnd - 1];
  const patientLast = tokens[be - 1];
  if (first === undefined || agent === undefined || last === undefined || patientLast === undefined)
    return undefined;
  const isPlural = isPluralNoun(sentence, agentEnd - 1);
  const past = /^(?:was|were)$/.test(helper);
  const finite = past ? forms.past : isPlural ? forms.base : forms.s;
  const patient = text.slice(first.start, patientLast.end);
  const lowered = OPENERS.has(first.lower)
    ? patient.charAt(0).toLowerCase() + patient.slice(1)
    : undefined;
  if (lowered === undefined) return undefined;
  return {
    start: first.start,
    end: last.end,
    options: [`${capitalise(text.slice(agent.start, last.end))} ${finite} ${lowered}`],
    kind: "recast",
    why: "active voice: who did it comes first",
  };
}

/** Where a name of one to three words ends. */
function nameEnd(sentence: Sentence, from: number): number | undefined {
  let at = from;
  while (/^\p{Lu}[\p{L}.'’-]*$/u.test(sentence.tokens[at]?.text ?? "") && at < from + 3) at++;
  return at > from ? at : undefined;
}

/** Where a plain thing that begins at `from` ends: an article, adjectives, nouns, one "of …". */
function plainThingEnd(sentence: Sentence, from: number): number | undefined {
  const { tokens } = sentence;
  if (!OPENERS.has(tokens[from]?.lower ?? "")) return undefined;
  let at = from + 1;
  while (at < tokens.length && at < from + 7) {
    const word = tokens[at]?.lower ?? "";
    const fits = sentence.is(at, "Noun", "Adjective") && !sentence.is(at, "Pronoun", "Verb");
    if (
      !fits &&
      !(word === "of" && at > from + 1) &&
      !(OPENERS.has(word) && tokens[at - 1]?.lower === "of")
    )
      break;
    at++;
  }
  return at > from + 1 && sentence.is(at - 1, "Noun") ? at : undefined;
}

/** "It not only saves time but also cuts costs." → "It both saves time and cuts costs." */
function notOnly(sentence: Sentence): Edit | undefined {
  const { tokens, text } = sentence;
  const not = tokens.findIndex(
    ({ lower }, i) => lower === "not" && /^(?:only|just)$/.test(tokens[i + 1]?.lower ?? ""),
  );
  const but = tokens.findIndex(
    ({ lower }, i) => i > not && lower === "but" && tokens[i + 1]?.lower === "also",
  );
  const next = tokens[not + 2];
  const also = tokens[but + 1];
  const last = tokens[but - (tokens[but - 1]?.text === "," ? 2 : 1)];
  if (not < 1 || but === -1 || next === undefined || also === undefined || last === undefined)
    return undefined;
  // "to not only expose … but also to build" would be left lopsided.
  if (tokens[not - 1]?.lower === "to" || /\band\b|\bboth\b/i.test(text.slice(next.start, last.end)))
    return undefined;
  if (!tokens[but + 2]?.isWord || text.slice(next.start, last.end).includes(",")) return undefined;
  if (/[;:—–()"“”]/.test(text.slice(next.start, last.end))) return undefined;
  return {
    start: tokens[not]?.start ?? 0,
    end: also.end,
    options: [`both ${text.slice(next.start, last.end)} and`],
    kind: "recast",
    why: "shorter phrase, same meaning",
  };
}

/** "The plan, however, is slow." → "But the plan is slow." */
function connectiveInside(sentence: Sentence): Edit | undefined {
  const { tokens, text } = sentence;
  const at = tokens.findIndex(({ lower }) => INSIDE.has(lower));
  const first = tokens[0];
  const word = INSIDE.get(tokens[at]?.lower ?? "");
  const next = tokens[at + 2];
  const last = tokens[at - 2];
  if (at < 2 || at > 8 || word === undefined || first === undefined) return undefined;
  if (tokens[at - 1]?.text !== "," || tokens[at + 1]?.text !== ",") return undefined;
  if (next === undefined || last === undefined || !next.isWord || !last.isWord) return undefined;
  // Only a plain subject or a short adverbial stands before it, and what is no name gets a small letter.
  const opening = text.slice(first.start, last.end);
  if (/[,;:()"“”—–]/.test(opening) || !/^\p{Lu}\p{Ll}*$/u.test(first.text)) return undefined;
  const isSmall = OPENERS.has(first.lower) || PRONOUNS.has(first.lower);
  if (!isSmall && !sentence.is(0, "ProperNoun")) return undefined;
  const lowered = isSmall ? opening.charAt(0).toLowerCase() + opening.slice(1) : opening;
  return {
    start: first.start,
    end: next.start,
    options: [`${word} ${lowered} `],
    kind: "recast",
    why: "stock connective",
  };
}

/** "is capable of making" → "can make" */
function capableOf(sentence: Sentence, at: number): Edit | undefined {
  const { tokens } = sentence;
  const be = tokens[at];
  const gerund = tokens[at + 3];
  if (be === undefined || gerund === undefined || !/^(?:is|are)$/.test(be.lower)) return undefined;
  if (tokens[at + 1]?.lower !== "capable" || tokens[at + 2]?.lower !== "of") return undefined;
  const forms = formsOfGerund(gerund.lower);
  if (forms === undefined || /^(?:and|or|,)$/.test(tokens[at + 4]?.text ?? "")) return undefined;
  return {
    start: be.start,
    end: gerund.end,
    options: [`can ${forms.base}`],
    kind: "recast",
    why: "plainer verb",
  };
}

/** "continues to grow" → "keeps growing", for what goes on by itself; not for states. */
function continueTo(sentence: Sentence, at: number): Edit | undefined {
  const { tokens } = sentence;
  const word = tokens[at];
  const base = tokens[at + 2];
  const keep = KEEPS.get(word?.lower ?? "");
  if (word === undefined || base === undefined || keep === undefined) return undefined;
  if (tokens[at + 1]?.lower !== "to" || !sentence.is(at + 2, "Infinitive", "Verb"))
    return undefined;
  if (STATES.has(base.lower) || /^(?:and|or|,|not)$/.test(tokens[at + 3]?.lower ?? ""))
    return undefined;
  if (sentence.is(at - 1, "Determiner")) return undefined;
  const forms = formsOfVerb(base.lower);
  if (forms === undefined || forms.base !== base.lower) return undefined;
  return {
    start: word.start,
    end: base.end,
    options: [`${keep} ${forms.ing}`],
    kind: "recast",
    why: "plainer verb",
  };
}

/** "There are many people who believe" → "Many people believe" */
function thereAre(sentence: Sentence, at: number): Edit | undefined {
  const { tokens, text } = sentence;
  const first = tokens[at];
  if (at !== 0 || first?.lower !== "there" || tokens[1]?.lower !== "are") return undefined;
  const amount = tokens[2];
  if (amount === undefined || !/^(?:many|several|some)$/.test(amount.lower)) return undefined;
  for (let i = 3; i < Math.min(tokens.length - 2, 7); i++) {
    const word = tokens[i]?.lower ?? "";
    if (word === "who" || word === "that") {
      const last = tokens[i - 1];
      const verb = tokens[i + 1];
      if (last === undefined || verb === undefined || !isPluralNoun(sentence, i - 1))
        return undefined;
      if (!sentence.is(i + 1, "Verb") || sentence.is(i + 1, "Gerund")) return undefined;
      return {
        start: first.start,
        end: verb.start,
        options: [`${capitalise(text.slice(amount.start, last.end))} `],
        kind: "recast",
        why: "shorter phrase, same meaning",
      };
    }
    if (!sentence.is(i, "Noun", "Adjective") || sentence.is(i, "Pronoun")) return undefined;
  }
  return undefined;
}

const OPENERS = wordSet("the a an this these those his her its their our my");
// "was followed by", "is surrounded by" tell an order or a place, not a deed.
const NOT_TURNED = wordSet(
  "followed surrounded accompanied caused born done replaced preceded bordered known characterized defined marked inspired affected impressed moved touched struck overwhelmed fascinated intrigued captivated amazed bounded flanked dominated",
);
const INSIDE = new Map([
  ["however", "But"],
  ["therefore", "So"],
  ["nevertheless", "Still,"],
  ["nonetheless", "Still,"],
]);
const PRONOUNS = wordSet("he she it we they this that these those there");
const KEEPS = new Map([
  ["continues", "keeps"],
  ["continued", "kept"],
  ["continue", "keep"],
]);
const STATES = wordSet(
  "be become have exist remain know need want believe hold own contain belong seem appear live love hate like matter require depend play offer provide serve",
);
