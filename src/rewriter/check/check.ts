// What a rewritten sentence must have kept, whoever wrote it: protected strings, numbers, names, negation, "and" and
// "or", how sure it is, how much and how often. Rules see only words; they refuse what a careless or hostile writer
// gets wrong most often and most gravely. Whether the rest says the same is for a model to judge.
import { findNames, findNumbers } from "./figures.ts";
import { findOpposite } from "./opposites.ts";

export type Fault =
  | "shape"
  | "protected"
  | "numbers"
  | "names"
  | "negation"
  | "alternatives"
  | "certainty"
  | "obligation"
  | "extent"
  | "persons"
  | "opposite"
  | "content";

/** What is wrong with a rewrite, or undefined where nothing is. `kept` are the strings that must survive exactly. */
export function checkRewrite(
  before: string,
  after: string,
  kept: readonly string[] = [],
): Fault | undefined {
  const [source, target] = [readSentence(before), readSentence(after)];
  if (isShapeless(before, after)) return "shape";
  if (kept.some((part) => countOf(after, part) !== countOf(before, part))) return "protected";
  if (!sameNumbers(before, after)) return "numbers";
  if (!sameNames(before, after)) return "names";
  if (changesNegation(source, target)) return "negation";
  if (count(source, ALTERNATIVE) !== count(target, ALTERNATIVE)) return "alternatives";
  for (const [fault, commitment] of COMMITMENTS) {
    if (drops(source, target, commitment) || drops(target, source, commitment)) return fault;
  }
  if (changesPersons(source, target)) return "persons";
  // "Not fair" may become "unfair": whether it may was asked above.
  const sameNegatives = count(source, NEGATIVE) === count(target, NEGATIVE);
  if (sameNegatives && findOpposite(source, target) !== undefined) return "opposite";
  return isAbout(source, target) ? undefined : "content";
}

/** A sentence's words in lower case, set phrases whose words don't mean what they say put in plain words. */
function readSentence(sentence: string): string[] {
  const plain = SET_PHRASES.reduce(
    (text, [phrase, words]) => text.replace(phrase, words),
    sentence.toLowerCase().replaceAll("’", "'"),
  );
  return plain.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
}

const SET_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bnot (?:only|just|merely|simply)\b(?=.{0,300}\bbut\b)/g, "both"],
  [/\bwhether or not\b/g, "whether"],
  [/\bmore or less\b/g, "roughly"],
  [/\b(?:no|not) later than\b/g, "by"],
  [/\b(?:do not|don't|please do not) hesitate to\b/g, "please"],
  [/\bno doubt\b|\bwithout (?:a )?doubt\b/g, "certainly"],
  [/\bcannot help but\b|\bcan't help but\b/g, "must"],
  [/\bno matter\b/g, "whatever"],
  [/\bas soon as possible\b/g, "soon"],
  [/\bnot to mention\b|\blet alone\b/g, "and"],
  [/\bif not (?=all|more|most|the)/g, "or even "],
  [/\bor so\b/g, "about"],
  [/\bif any\b|\bif ever\b|\bin case of\b/g, ""],
  [/\bin (?:all|most) likelihood\b/g, "probably"],
  [/\bat all\b|\ball (?:around|over|along|too|but|in all)\b|\bafter all\b/g, ""],
  [/\bcan't\b|\bcan not\b/g, "cannot"],
  [/\bwon't\b/g, "will not"],
  [/n't\b/g, " not"],
  [/'ll\b/g, " will"],
];

function isShapeless(before: string, after: string): boolean {
  if (after.trim() === "" || /[\n\r]|\p{Cc}/u.test(after)) return true;
  return /[`{}<>\\]/.test(after) && !/[`{}<>\\]/.test(before);
}

function sameNumbers(before: string, after: string): boolean {
  return findNumbers(before).join(" ") === findNumbers(after).join(" ");
}

/** Nobody may be left out and nobody brought in; a name may be said less or more often. */
function sameNames(before: string, after: string): boolean {
  const lower = new Set(before.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const [had, has] = [findNames(before), findNames(after)];
  const all = new Set(after.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return (
    [...had].every((name) => all.has(name.toLowerCase())) &&
    [...has].every((name) => lower.has(name.toLowerCase()))
  );
}

/**
 * Negatives come and go in pairs, or in exchange for a word that denies in a way of its own ("is not fair" → "is
 * unfair", "keeps nobody out" → "lets everybody in" is for the judge).
 */
function changesNegation(source: readonly string[], target: readonly string[]): boolean {
  const more = count(target, NEGATIVE) - count(source, NEGATIVE);
  if (more % 2 === 0) return false;
  const [from, to] = more > 0 ? [source, target] : [target, source];
  return !from.some((word) => DENYING.test(word) && !to.includes(word));
}

const NEGATIVE =
  /^(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|hardly|barely|scarcely|rarely|seldom|unless|lack|lacks|lacked|lacking|absence|absent|fail|fails|failed|failing|impossible|unable|inability|unlikely|unnecessary)$/;

const DENYING =
  /^(?:except|until|only|lose|loses|lost|losing|loss|gone|failures?|refuse[sd]?|refus(?:al|ing)|avoid(?:s|ed|ing)?|avoidance|prevent(?:s|ed|ing|ion)?|keep|keeps|kept|keeping|stop(?:s|ped|ping)?|cease[sd]?|den(?:y|ies|ied|ying|ial)|exclu\p{L}*|eliminat\p{L}*|remov\p{L}*|reject\p{L}*|ignor\p{L}*|miss(?:es|ed|ing)?|neglect\p{L}*|forbid\p{L}*|prohibit\p{L}*|ban|bans|banned|free|too|few|little|less|rather|instead|rare|hard|difficult|short|shortages?|illegal|irrelevant|irresponsible|irregular|anonymous|otherwise|regardless|beyond|unlike|despite|far|anything|any|anyone|resist\p{L}*|spare[sd]?|escape[sd]?|clear|ever|(?:un|in|im|non|dis|il|ir)-?\p{L}{4,}|\p{L}+less(?:ly)?|\p{L}+-free)$/u;

const ALTERNATIVE = /^(?:or|nor|either|neither|whether|and-or)$/;

/**
 * Words that commit a sentence to something, and all the ways to say as much. A sentence that has one of the first
 * may not lose all of the second, nor may one of the first come where none of the second was.
 */
type Commitment = { readonly firm: RegExp; readonly ways: RegExp };

const CERTAINTY: Commitment = {
  firm: /^(?:may|might|perhaps|maybe|possibly|potentially|likely|unlikely|probably|could|seem|seems|appears|suggests|suggested|reportedly|allegedly|apparently)$/,
  ways: /^(?:may|might|can|cannot|could|able|unable|ability|capable|capacity|possible|possibly|possibility|possibilities|potential|potentially|perhaps|maybe|likely|unlikely|likelihood|probably|probable|chance|chances|allow|allows|allowing|let|lets|letting|enable|enables|enabling|risk|risks|risky|opportunity|opportunities|option|options|impossible|whether|if|help|helps|tend|tends|seem|seems|seemed|seemingly|appear|appears|apparent|apparently|suggest|suggests|suggested|suggesting|suggestion|indicate|indicates|point|points|hint|hints|sign|signs|would|prone|sometimes|often|usually|easily|easy|room|expect|expected|reportedly|allegedly|reported|alleged|said|claim|claims|claimed|think|thought|believe|believed|looks|look|sound|sounds|guess|threaten|threatens|promising|promises|worth|hope|when|hard|should|potentials|prospective|prospect|roughly|about|presumably)$/,
};

const OBLIGATION: Commitment = {
  firm: /^(?:must|shall|mandatory|compulsory|obliged|obligated|required)$/,
  ways: /^(?:must|should|ought|shall|need|needs|needed|have|has|had|having|require|requires|required|requiring|requirement|requirements|necessary|necessity|essential|vital|crucial|critical|imperative|obliged|obliges|obligated|obligation|obligations|mandatory|compulsory|mandate|mandates|mandated|demand|demands|demanded|call|calls|called|takes|take|took|needing|duty|bound|forced|force|forces|to|will|cannot|only|before|without|insist|insists|be|make|want|wants|condition)$/,
};

const WHOLE: Commitment = {
  firm: /^(?:all|every|everyone|everything|everywhere|always|entire|never|nobody|none)$/,
  ways: /^(?:all|every|each|any|both|entire|entirely|whole|wholly|everyone|everybody|everything|everywhere|anyone|anybody|anything|anywhere|always|full|fully|complete|completely|throughout|constantly|across|no|none|never|nobody|nothing|total|totally|universal|universally|overall|constant|whatever|whichever|whoever|wherever|whenever|however|ever|consistent|consistently|continually|per|altogether|absolutely|together|not|nor|neither)$/,
};

const ONLY: Commitment = {
  firm: /^(?:only|solely|exclusively)$/,
  ways: /^(?:only|solely|just|merely|simply|alone|exclusively|exclusive|nothing|sole|but|except|unless|until|not|no|purely|strictly|mere|little|limited|than|nobody|unique|uniquely|single|one|stop|rather|never|cannot|isn't)$/,
};

const MOST: Commitment = {
  firm: /^(?:most|mostly|majority|mainly|largely|primarily|typically)$/,
  ways: /^(?:most|mostly|majority|mainly|main|largely|large|primarily|primary|usually|usual|generally|general|often|typically|typical|chiefly|chief|above|normally|normal|frequently|commonly|common|best|highest|greatest|biggest|largest|worst|least|tend|tends|tended|very|more|especially|particularly|extremely|half|rule|predominantly|leading|top|first|much|many|key|-?\p{L}+est|centrally|heavily|really|truly|highly|to|part)$/u,
};

const COMMITMENTS: readonly (readonly [Fault, Commitment])[] = [
  ["certainty", CERTAINTY],
  ["obligation", OBLIGATION],
  ["extent", WHOLE],
  ["extent", ONLY],
  ["extent", MOST],
];

const FIRST_PERSONS: readonly RegExp[] = [
  /^(?:i|me|my|mine|myself|i'm|i've|i'd)$/,
  /^(?:we|us|our|ours|ourselves|we're|we've|we'd|let's)$/,
];

const PERSONS: readonly RegExp[] = [
  ...FIRST_PERSONS,
  /^(?:you|your|yours|yourself|yourselves|you're|you've|you'd)$/,
  /^(?:he|him|his|himself|he's|he'd)$/,
  /^(?:she|her|hers|herself|she's|she'd)$/,
  /^(?:they|them|their|theirs|themselves|they're|they've|they'd)$/,
];

/** Whether a firm word went and no other way of saying it came. */
function drops(
  one: readonly string[],
  other: readonly string[],
  { firm, ways }: Commitment,
): boolean {
  return count(one, firm) > count(other, firm) && count(one, ways) > count(other, ways);
}

/** A name may stand for "he"; nobody may stand for somebody else, and no "I" or "we" may come in. */
function changesPersons(source: readonly string[], target: readonly string[]): boolean {
  const gone = PERSONS.some((person) => has(source, person) && !has(target, person));
  const come = PERSONS.some((person) => !has(source, person) && has(target, person));
  const comesFirst = FIRST_PERSONS.some((person) => !has(source, person) && has(target, person));
  return (gone && come) || comesFirst;
}

function has(words: readonly string[], pattern: RegExp): boolean {
  return words.some((word) => pattern.test(word));
}

function count(words: readonly string[], pattern: RegExp): number {
  return words.filter((word) => pattern.test(word)).length;
}

function countOf(text: string, part: string): number {
  return part === "" ? 0 : text.split(part).length - 1;
}

/** Whether the two share what they are about, by the stems of their longer words. */
function isAbout(source: readonly string[], target: readonly string[]): boolean {
  const [one, two] = [stems(source), stems(target)];
  if (one.size < 3) return true;
  const shared = [...one].filter((stem) => two.has(stem)).length;
  return shared / one.size >= SHARED_MIN && shared / Math.max(two.size, 1) >= SHARED_MIN;
}

const SHARED_MIN = 0.25;

function stems(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => word.length >= 5).map((word) => word.slice(0, 5)));
}
