// Checks of a sentence that would be cut in two. Each names something in the first part on which the second depends:
// a speaker, a condition, a choice, a person. A cut there would tell as a fact, or of somebody else, what the
// sentence did not. Whether a cut reads well is not asked here; that is for the judge of cuts.
import type { Replacement } from "../edit.ts";
import type { Passage } from "../passages.ts";

/** A sentence that would be cut, as the checks see it. */
export type Cut = {
  /** The sentence up to the cut, what goes at it, and the rest. */
  readonly head: string;
  readonly from: string;
  readonly tail: string;
  /** What opens the second part, and the whole of it. */
  readonly to: string;
  readonly second: string;
};

/** The check that refuses a cut, or undefined when it may stand. */
export function findCutFault(
  text: string,
  passage: Passage,
  { start, end, to }: Replacement,
): string | undefined {
  // "group) that" → "group). It": what both have in common belongs to the head.
  let at = start;
  while (at < end && text.charAt(at) === to.charAt(at - start)) at++;
  const put = to.slice(at - start);
  const tail = text.slice(end, passage.end);
  return findCutFaultIn({
    head: text.slice(passage.start, at),
    from: text.slice(at, end),
    tail,
    to: put,
    second: /\.\s+(.*)$/su.exec(put + tail)?.[1] ?? "",
  });
}

export function findCutFaultIn(cut: Cut): string | undefined {
  return CHECKS.find(([, refuses]) => refuses(cut))?.[0];
}

/** Whether a sentence is of a kind that can be two. */
export function canBeCut(text: string): boolean {
  // A question, "Not only did …, but …" and a wish ("May the wind fill our sails") are one thing.
  if (/[?]|^\W*(?:Not (?:only|just)|May (?!\d))\b/.test(text)) return false;
  // "…, he said": whoever said it said all of it. A line of verse keeps its shape, and lines run together have none.
  return !CREDITS.test(text) && !VERSE.test(text) && !RUN_TOGETHER.test(text);
}

const CHECKS: readonly (readonly [string, (cut: Cut) => boolean])[] = [
  // "He argues that rules help; they keep …": his words, and not the text's.
  [
    "report",
    ({ head, from, second }) =>
      (REPORTS.test(head) && (isMark(from) || (isJoined(from) && PRONOUN.test(second)))) ||
      (SPOKE.test(head) && /^(?:And|But|Yet) that (?!(?:is|was|has|had|will|can)\b)/.test(second)),
  ],
  // "In theory, the road is open and the ferry runs": neither is said to be so.
  ["supposed", ({ head }) => SUPPOSES.test(head)],
  // "concerns over a cut, resulting in unsafe streets" → "This results in": only if it comes.
  ["feared", ({ head, second }) => FEARS.test(head) && /^This\b/.test(second)],
  // "When they are heard, they feel valued and share more": both when they are heard.
  [
    "condition",
    ({ head, from, second }) => isJoined(from) && CONDITION.test(head) && !PAST.test(second),
  ],
  // "Get those two right and most errors go away": only if you do.
  ["order", ({ head, from, second }) => isJoined(from) && ORDER.test(head) && HAPPENS.test(second)],
  // "By raising the field, we can change the mass and see it grow": both by that.
  ["means", ({ head, from }) => isJoined(from) && /^By \w+ing\b/.test(head)],
  // "can smooth the skin, making it soft" → "This makes it soft": only if it does.
  [
    "possibility",
    ({ head, from, second }) =>
      /^, (?:\w+ )?\w+ing\b/.test(from) &&
      MODAL.test(head.slice(head.lastIndexOf(",") + 1)) &&
      /^(?:This|That|It|They|These) /.test(second) &&
      !MODAL.test(firstSentence(second)),
  ],
  // "a model able to learn" → "It is able to learn": what was said by the way would be claimed.
  [
    "ability",
    ({ head, from, to, tail }) => CLAIMS.test(to + tail) && !CLAIMS.test(head + from + tail),
  ],
  // "She must be rich, because …" tells what the guess rests on, not why she is rich.
  ["guess", ({ head, second }) => /^This (?:is|was) because\b/.test(second) && GUESSES.test(head)],
  // "It is good to set goals, so we know …": what for, and not what came of it.
  [
    "purpose",
    ({ head, from, second }) =>
      (AIMS.test(head) && /^So (?:we|you|they|he|she|it|I) (?!was|were|had|did)/.test(second)) ||
      (/^,? while (?:also |still )?\w+ing\b/.test(from) && INTENDS.test(head)),
  ],
  // "strong aerials or able to reach new masts", "either large. That means … or medium": one of two.
  [
    "choice",
    ({ head, from }) =>
      /^,? ?or\b/.test(from) ||
      /\beither\b(?!.*\bor\b)/i.test(head) ||
      (/^, which\b/.test(from) && /\b(?:either|neither)\b/.test(head)),
  ],
  // "has not only cut costs. But it has also …", "not with force, but by waiting": two halves of one statement.
  [
    "pair",
    ({ head, from, second }) =>
      (/\bnot (?:only|just|merely|simply)\b[^.;:]{0,200}$/.test(head) &&
        (isMark(from) || /^But\b.{0,80}\b(?:also|too|even)\b/su.test(second))) ||
      (WAY_DENIED.test(head) && /^But (?:by|with|through|in|on|for|from|to|as)\b/.test(second)),
  ],
  // "The night fell, the mist grew, and the dock was still": three things in a row. "I grow; I need air; water kills
  // me": a row of equals is cut everywhere or nowhere.
  [
    "row",
    ({ head, from, tail }) =>
      (/^,? ?and\b/.test(from) && ROW.test(head) && !OPENS_CLAUSE.test(head)) ||
      (head + from + tail).split(";").length > 2,
  ],
  // "They kept lists, ensuring order and cutting waste" → "This ensures order and cutting waste": two of a kind.
  [
    "two of a kind",
    ({ from, tail }) => /^, (?:\w+ )?\w+ing\b/.test(from) && /\band (?:\w+ly )?\w+ing\b/.test(tail),
  ],
  // "We were seated and presented with a menu" → "We presented with a menu": "were" is said for both.
  [
    "shared helper",
    ({ head, from, second }) =>
      isJoined(from) &&
      /\b(?:is|are|was|were|been) (?:\w+ly )?\w+(?:ed|en)\b/.test(head) &&
      /^(?:And |But )?(?:I|we|you|he|she|it|they) (?:\w+ly )?\w+(?:ed|en) (?:with|by|to|in|on|at|from|as|for|into)\b/i.test(
        second,
      ),
  ],
  // "It is the field that acts": without the rest, the first part would say something else.
  [
    "cleft",
    ({ head, from }) => /^,? ?(?:that|who|which)\b/.test(from) && /^\W*It (?:is|was)\b/.test(head),
  ],
  // "all of them (and the dog, which barked)": a bracket, a quotation or a pair of dashes is still open.
  ["enclosed", ({ head, from, tail }) => isOpen(head, from + tail)],
  // "I saw her, walking towards me" → "I walked towards me"; "and joins it with …" → "It joins it with …".
  [
    "oneself",
    ({ from, second }) =>
      (!isJoined(from) && /^(?:I\b[^,.]*\bme|We\b[^,.]*\bus)\b/.test(second)) ||
      (!/\b(?:it|they)\b/i.test(from) && TWO_OF_ONE_WORD.test(second)),
  ],
  // "a woman from Leeds …. She": the sentence itself has to say which. "His aunt …. He": his aunt is no "he". "He
  // stood before Lucas. His eyes": whose?
  [
    "person",
    ({ head, from, to, tail, second }) => {
      const all = head + from + tail;
      const opening = /^\. (?:But |And )?(he|she)\b/i.exec(to)?.[1]?.toLowerCase();
      if (opening === "he" && !/\b(?:he|him|his|himself)\b/i.test(all)) return true;
      if (opening === "she" && !/\b(?:she|her|hers|herself)\b/i.test(all)) return true;
      if (opening !== undefined && /^(?:His|Her)\b/.test(head) && !isJoined(from)) return true;
      return /^(?:His|Her)\b/.test(second) && BESIDE_NAME.test(head);
    },
  ],
  // "He felt a pain, followed by an ache" → "He was followed by an ache".
  [
    "done to",
    ({ from, second }) =>
      /^, \w+ed\b/.test(from) && /^(?:He|She|I|We|You|They) (?:was|were) \w+ed by\b/.test(second),
  ],
  // "The panic grew in my chest, wondering whether …" → "It wondered": nothing but a person does.
  ["mind", ({ second }) => THING_THINKS.test(second)],
  // "without harm from heat, which is common" → "This is common": the heat is, and not that there is none.
  [
    "denied",
    ({ head, from, second }) =>
      /^, which\b/.test(from) && /^This (?:is|was)\b/.test(second) && DENIES.test(head),
  ],
  // "Seeing the clock—she sighs": what stands before the mark is no sentence.
  ["no clause", ({ head, from }) => isMark(from) && /^\W*\w+ing\b[^,]*$/.test(head)],
  // "the student model copies the teacher model …. The model": nobody can tell which of the two.
  ["one of two", ({ head, second }) => isOneOfTwo(head, second)],
  // "pregnant with you. This is a gift": the person is meant, not what was said.
  [
    "person as thing",
    ({ head, second }) =>
      /^(?:This|It|That|These) (?:is|are|was|were)\b/.test(second) &&
      /\b(?:you|me|him|her|us|them)$/i.test(head),
  ],
  // "had stood for years, hollowed by rain" → "It was hollowed": what came first would come later.
  [
    "earlier",
    ({ head, from, second }) => !isJoined(from) && PERFECT.test(head) && LATER.test(second),
  ],
];

function isMark(from: string): boolean {
  return /^ ?[—–;:-]/.test(from);
}

function isJoined(from: string): boolean {
  return /^,? ?(?:and|but|so|yet)\b/.test(from);
}

function firstSentence(text: string): string {
  return /^[^.!?]*/.exec(text)?.[0] ?? "";
}

function isOpen(head: string, rest: string): boolean {
  const count = (pattern: RegExp): number => head.match(pattern)?.length ?? 0;
  return (
    (count(/—| – /g) % 2 === 1 && /\p{L} ?[—–]/u.test(rest)) ||
    count(/[([{]/g) > count(/[)\]}]/g) ||
    count(/[“«]/g) > count(/[”»]/g) ||
    count(/"/g) % 2 === 1
  );
}

function isOneOfTwo(head: string, second: string): boolean {
  const noun = /^The (\p{Ll}+)\b/u.exec(second)?.[1];
  if (noun === undefined) return false;
  const words = head.split(" ").map((word) => word.replace(/^[^\p{L}]/u, ""));
  const before = new Set(
    words
      .filter((_, i) => /^\p{L}+/u.exec(words[i + 1] ?? "")?.[0] === noun)
      .map((lead) => lead.toLowerCase())
      .filter((lead) => /^[\p{L}-]+$/u.test(lead) && !ARTICLES.test(lead)),
  );
  return before.size > 1;
}

const PRONOUN = /^(?:But |And |Yet )?(?:I|he|she|it|they|we|you|only)\b/i;
const SPOKE =
  /\b(?:sa(?:id|ys?)|tells?|told|argue[sd]?|claim(?:s|ed)?|believe[sd]?|note[sd]?|thinks?|thought|report(?:s|ed)|admit(?:s|ted)?)\b/;
const REPORTS =
  /\b(?<!\b(?:I|we) )(?:sa(?:id|ys?)|told|argue[sd]?|claim(?:s|ed)?|stress(?:es|ed)|suggest(?:s|ed)|state[sd]|warn(?:s|ed)|insist(?:s|ed)?|maintain(?:s|ed)|contend(?:s|ed)?|assert(?:s|ed)?|report(?:s|ed)|explain(?:s|ed)|wr(?:ote|ites)|posit(?:s|ed)?|proves?|proved|holds?|believe[sd]?|thinks?|thought|kn[eo]ws?|hope[sd]?|fear(?:s|ed)|felt|feels?|reali[sz]e[sd]?|understands?|understood)(?: (?:that|he|she|it|they|the|his|her|their|this|these|those|there|all|every|no|each|only|some|how|what)\b|$)/;
const SUPPOSES =
  /^\W*(?:(?:But|And|So|However),? )?(?:In (?:my|his|her|their|your|our) (?:mind|mind's eye|dreams?|head|imagination|fantasy|fantasies|nightmares?)\b|In (?:theory|principle|an ideal world|a perfect world)\b|Ideally\b|Hypothetically\b|True or False\b|Imagine\b|Suppose\b|From (?:[\w'’-]+ ){1,4}(?:perspective|viewpoint|point of view|standpoint)\b)/i;
const FEARS =
  /\b(?:concerns?|fears?|worr(?:y|ies)|allegations?|rumou?rs?|speculation|warnings?) (?:about|over|of|that|regarding)\b/;
const CONDITION = /^\W*(?:When|Whenever|If|Unless|Once|As long as)\b/;
const ORDER = /^\W*(?:get|keep|take|give|add|try|use|make|ask|let|put|turn|set|follow|learn|do)\b/i;
const HAPPENS = /^(?:The|Most|You|Your|It|They|This|That|There)\b/;
// What happened once, and is no rule that hangs on the condition.
const PAST =
  /^(?:But )?(?:\p{L}+ ){1,4}?(?:was|were|had|did|\p{Ll}*(?:ed|ook|ame|ent|ave|aw|got|elt|old|ought))\b/u;
const MODAL = /\b(?:can|could|may|might|should|must|would|will)\b/;
const CLAIMS = /\b(?:is|are|was|were) (?:cap)?able\b/;
const GUESSES = /\b(?:must|may|might|could) be\b|\b(?:probably|perhaps|maybe|surely|apparently)\b/i;
const AIMS =
  /\b(?:important|essential|vital|crucial|necessary|best|better|good|great|helpful|useful|wise|needs?|wants?|try|aims?|how) to\b|\b(?:should|must|make sure|ensure|let's|please)\b/i;
const INTENDS =
  /\b(?:meant|intended|designed|supposed|expected|aim(?:s|ed)?|hope[sd]?|plan(?:s|ned)?|promised|vowed|seeks?|sought|tr(?:y|ies|ied|ying)|want(?:s|ed)?) to\b/;
const WAY_DENIED = /\bnot (?:by|with|through|in|on|for|from|to|as|because)\b/;
const ROW =
  /(?:had|has|have|was|were|is|are|ed) [^,]{2,80}, (?:the|his|her|its|their|my|our) [\w-]{1,20} (?:had|has|have|was|were|is|are|\w+ed) [^,]{2,80}$|, \w{3,20}ed (?:the|an?|his|her|its|their|my|our)\b(?![^,]* and )[^,]{0,80}$/;
const OPENS_CLAUSE =
  /^\W*(?:when|as|while|if|after|before|because|although|though|since|once|until|even|whenever|where|despite)\b/i;
const ARTICLES = /^(?:the|a|an|this|that|its|their|his|her|my|our|your|of|one|each|every)$/;
const TWO_OF_ONE_WORD =
  /^(?:It (?:[\w'’-]+ ){1,3}(?<!with )it|They (?:[\w'’-]+ ){1,3}(?<!with )them)\b/;
const BESIDE_NAME =
  / (?:before|with|beside|behind|to|for|and|by|towards?|facing|saw|met|watched|against) \p{Lu}\p{Ll}+$/u;
const THING_THINKS =
  /^(?:It|This|That) (?:wonder|hop|think|thought|know|knew|realiz|realis|wish|fear|believ|doubt|recall|remember|imagin)(?:s|es|ed|e|es)?\b/;
const DENIES = /\b(?:without|not|no|never|avoid\w*|prevent\w*)\b[^,]*$|n't\b[^,]*$/;
const PERFECT = /\bhad (?:been|\w+(?:ed|en|wn|ood|elt|ent|ept|ade|old))\b/;
const LATER = /^\p{L}+ (?:(?:was|were) \w+(?:ed|en|wn)|\w+ed)\b/u;
const CREDITS =
  /, (?:according to\b|(?:said|says|added|noted|explained|warned|argued) (?:the |Mr\.? |Ms\.? |Mrs\.? |Dr\.? )?\p{L}|(?:he|she|they|it|(?:(?:the|a|an|his|her|its) )?(?!and\b|but\b|or\b|with\b|which\b|who\b|then\b|\w+ing\b)[\p{L}'’.-]+(?: [\p{L}'’.-]+){0,5}) (?:said|says|told|added|noted|reported|explained|announced|warned|argued|claimed|insisted|wrote)\b)[^,]{0,80}$/u;
const RUN_TOGETHER = /\p{Ll} (?:It|It's|The|This|They|These|There|Most|Now|If) \p{Ll}/u;
// A line of verse begins with a capital, wherever it stands in its sentence.
const VERSE =
  /(?:,|\n)\s{0,8}(?:A|An|And|But|With|Of|In|On|To|For|From|Where|When|While|As|That|Which|Who|My|His|Her|Their|Our|Its|By|At|Like|Through|So|Yet|Or|Nor|Each|No|Not|It|He|She|They|We|You|This|These|Those|Every|All|If|Then|There|What|How|Oh|\p{Lu}\p{Ll}{2,18}(?:ed|ing|ly))\s/u;
