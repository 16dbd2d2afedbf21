// What stands behind an "and" shares the verb, the preposition or the pronoun of what stands before it: an edit that
// takes these away there leaves it without.
import { type Sentence, wordSet } from "../english/tokens.ts";

/**
 * "plays a role in A and in B", "aims to explore A and analyze B", "is looking to add A or searching for B", "tools that
 * are made for A and come with B": what goes here leaves its partner behind the "and" hanging in the air.
 */
export function strandsPartner(
  sentence: Sentence,
  at: number,
  last: number,
  option: string,
): boolean {
  const { tokens } = sentence;
  const gone = tokens.slice(at, last + 1).map(({ lower }) => lower);
  const put = option.split(" ");
  const end = gone.at(-1) ?? "";
  const isPreposition = PREPOSITIONS.has(end) && put.at(-1) !== end;
  // The verb itself takes another form: "aims to explore" → "explores".
  const isInfinitive = gone.at(-2) === "to" && !put.includes(end);
  const isGerund =
    /\b(?:is|are|was|were|'re|'m) \w+ing\b/.test(gone.join(" ").replace("'", " '")) &&
    !/ing\b/.test(option);
  const isRelative =
    /^(?:that|which|who) (?:is|are|was|were)\b/.test(gone.join(" ")) && !RELATIVE.test(option);
  return tokens.some(({ lower }, i) => {
    const joint = sentence.is(i - 1, "Adverb") ? i - 2 : i - 1;
    if (joint <= last || !JOINS.test(tokens[joint]?.lower ?? "")) return false;
    if ((isPreposition && lower === end) || (isRelative && RELATIVE.test(lower))) return true;
    if (isInfinitive && sentence.is(i, "Infinitive")) return true;
    if (
      isRelative &&
      sentence.is(i, "PresentTense", "Infinitive", "Copula", "Modal", "Auxiliary") &&
      !sentence.is(i, "Gerund")
    )
      return true;
    return isGerund && sentence.is(i, "Gerund");
  });
}

const JOINS = /^(?:and|or|but|nor|,)$/;
const RELATIVE = /^(?:that|which|who)\b/;
const PREPOSITIONS = wordSet("to of in for on with by at from about as");
