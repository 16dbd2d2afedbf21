// Checks of a sentence that would be cut in two at a semicolon or a dash. Each names something in the first part on which
// the second depends: a speaker, a supposition, a condition, a contrast, a pair of marks that is still open. A cut there would state
// as a fact, or separate, what the sentence did not.
import type { Replacement } from "../edit.ts";
import type { Passage } from "../passages.ts";

/** A sentence that would be cut: what stands before the mark and behind it. */
type Cut = { readonly head: string; readonly tail: string };

/** The check that refuses a cut, or undefined when it may stand. */
export function findCutFault(
  text: string,
  passage: Passage,
  { start, end, to }: Replacement,
): string | undefined {
  return findCutFaultIn({
    head: text.slice(passage.start, start),
    tail: (to + text.slice(end, passage.end)).replace(/^\.\s*/, ""),
  });
}

export function findCutFaultIn(cut: Cut): string | undefined {
  return CHECKS.find(([, refuses]) => refuses(cut))?.[0];
}

const CHECKS: readonly (readonly [string, (cut: Cut) => boolean])[] = [
  // A question or a wish ("May the wind fill our sails") is one thing, and so is "Not only did …".
  ["one thing", ({ head, tail }) => /[?]|^\W*(?:Not (?:only|just)|May (?!\d))\b/.test(head + tail)],
  // "…, he said": whoever said it said all of it.
  ["credit", ({ head, tail }) => CREDITS.test(head) || CREDITS.test(tail)],
  // A line of verse keeps its shape, and in lines run together nobody can tell where a sentence ends.
  ["lines", ({ head, tail }) => [head, tail].some((part) => VERSE.test(part) || RUN_ON.test(part))],
  // "He argues that rules help; they keep …": his words, and not the text's.
  ["report", ({ head }) => REPORTS.test(head) || SPEAKS.test(head)],
  // "In theory, the road is open; the ferry runs": neither is said to be so.
  ["supposed", ({ head }) => SUPPOSES.test(head)],
  // "The reason is that tides rise; they flood …", "If it rains, we stay; we read": both hang on what stands before.
  [
    "clause",
    ({ head }) =>
      /\b(?:is|was|means?|shows?) that\b/.test(head) || CONDITION.test(head) || isInner(head),
  ],
  // "It is not a game; it is a trade": one thought, and its first half alone says little.
  [
    "contrast",
    ({ head }) =>
      /\b(?:not?|never|cannot|neither|(?:more|less|rather) than|beyond)\b|n['’]t\b/i.test(head),
  ],
  // "either large; … or medium", "In one town they stay; in another they go".
  [
    "choice",
    ({ head, tail }) =>
      /\beither\b(?!.*\bor\b)/i.test(head) || /^(?:\p{L}+ )?(?:another|others?)\b/iu.test(tail),
  ],
  // "jobs like; …": what stands before the mark needs what follows.
  ["open end", ({ head }) => OPEN_END.test(head)],
  // "all of them (and the dog; it barked)": a bracket or a quotation is still open. Behind 'the "pact"' some put the stop inside.
  ["enclosed", ({ head }) => isOpen(head) || /["”’']$/.test(head)],
  // "I grow; I need air; water kills me": a row of equals is cut everywhere or nowhere. "Two rules hold: …; …" are both announced.
  ["row", ({ head, tail }) => /;|:\s/.test(head) || tail.includes(";")],
];

/** "While this may fuel worries; experts argue …": a semicolon in place of a comma. */
function isInner(head: string): boolean {
  return INNER.test(head) && !head.includes(",");
}

function isOpen(head: string): boolean {
  const count = (pattern: RegExp): number => head.match(pattern)?.length ?? 0;
  return (
    count(/—| – /g) % 2 === 1 ||
    count(/[([{]/g) > count(/[)\]}]/g) ||
    count(/[“«]/g) > count(/[”»]/g) ||
    count(/"/g) % 2 === 1
  );
}

const REPORTS =
  /\b(?<!\b(?:I|we) )(?:sa(?:id|ys?)|told|argue[sd]?|claim(?:s|ed)?|stress(?:es|ed)|suggest(?:s|ed)|state[sd]|warn(?:s|ed)|insist(?:s|ed)?|maintain(?:s|ed)|contend(?:s|ed)?|assert(?:s|ed)?|report(?:s|ed)|explain(?:s|ed)|wr(?:ote|ites)|posit(?:s|ed)?|proves?|proved|holds?|believe[sd]?|thinks?|thought|kn[eo]ws?|hope[sd]?|fear(?:s|ed)|felt|feels?|reali[sz]e[sd]?|understands?|understood)(?: (?:that|he|she|it|they|the|his|her|their|this|these|those|there|all|every|no|each|only|some|how|what)\b|$)/;
const SUPPOSES =
  /^\W*(?:(?:But|And|So|However),? )?(?:In (?:my|his|her|their|your|our) (?:mind|mind's eye|dreams?|head|imagination|fantasy|fantasies|nightmares?)\b|In (?:theory|principle|an ideal world|a perfect world)\b|Ideally\b|Hypothetically\b|True or False\b|Imagine\b|Suppose\b|From (?:[\w'’-]+ ){1,4}(?:perspective|viewpoint|point of view|standpoint)\b)/i;
const INNER =
  /^\W*(?:(?:But|And|So|Yet|However),? )?(?:while|although|though|even|because|since|as|whereas|despite|given|after|before|until|by|in order to)\b/i;
const OPEN_END =
  /\b(?:of|like|to|for|with|by|in|on|at|from|as|such|that|the|an?|and|or|including)$/i;
// Whoever speaks in the present tense, or to somebody, may have said the rest as well.
const SPEAKS = /\b(?:says?|tells?|told|argues?|claims?|warns?|insists?|believes?|thinks?)\b/;
const CONDITION =
  /^\W*(?:(?:But|And|So|Yet|However),? )?(?:[Ww]hen|[Ww]henever|[Ii]f|[Uu]nless|[Oo]nce|[Aa]s long as)\b/;
const CREDITS =
  /, (?:according to\b|(?:said|says|added|noted|explained|warned|argued) (?:the |Mr\.? |Ms\.? |Mrs\.? |Dr\.? )?\p{L}|(?:he|she|they|it|(?:(?:the|a|an|his|her|its) )?(?!and\b|but\b|or\b|with\b|which\b|who\b|then\b|\w+ing\b)[\p{L}'’.-]+(?: [\p{L}'’.-]+){0,5}) (?:said|says|told|added|noted|reported|explained|announced|warned|argued|claimed|insisted|wrote)\b)[^,]{0,80}$/u;
const RUN_ON = /\p{Ll} (?:It|It's|The|This|They|These|There|Most|Now|If) \p{Ll}/u;
// A line of verse begins with a capital, wherever it stands in its sentence.
const VERSE =
  /(?:,|\n)\s{0,8}(?:A|An|And|But|With|Of|In|On|To|For|From|Where|When|While|As|That|Which|Who|My|His|Her|Their|Our|Its|By|At|Like|Through|So|Yet|Or|Nor|Each|No|Not|It|He|She|They|We|You|This|These|Those|Every|All|If|Then|There|What|How|Oh|\p{Lu}\p{Ll}{2,18}(?:ed|ing|ly))\s/u;
