// Closing "-ing" parts that can become a sentence of their own: "…, making …", "…, looking back at …",
// "…, its lights fading", "…, with sales rising". The verb takes the tense of the clause before.
import { hasMainVerb, mainTense, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import { capitalise, verbForms } from "./inflect.ts";
import {
  CLAUSE_MARKS,
  HELPERS,
  hangsOn,
  isPluralNoun,
  isUnrealised,
  lastClauseStart,
  marksClause,
  resumesAfter,
  standsAlone,
  stripSpaceBefore,
  subjectPronoun,
  subjectStart,
  wordsBetween,
} from "./split-ground.ts";
import { formsOfGerund, type Sentence } from "./tokens.ts";

/** "…, making it slow." → "…. This makes it slow." for verbs whose subject is all that went before. */
export function splitAtParticiple(
  sentence: Sentence,
  comma: number,
  end: number,
): Edit | undefined {
  const { tokens } = sentence;
  let at = comma + 1;
  let adverb = "";
  const lead = tokens[at]?.lower ?? "";
  if (lead === "thus" || lead === "thereby" || lead === "hence") at++;
  else if (LEADS.has(lead)) {
    adverb = `${lead} `;
    at++;
  }
  const token = tokens[at];
  if (token === undefined || !token.lower.endsWith("ing")) return undefined;
  // "It includes testing the code, fixing errors, and …": items of a list, not tails. Behind a quotation
  // the tense of what was said would be taken for that of the sentence.
  if (hasGerundBefore(sentence, comma) || /["“”]/.test(sentence.text)) return undefined;
  const isPersonal = PERSONAL.has(subjectPronoun(sentence)?.pronoun ?? "");
  const lemma = CLAUSE_VERBS.get(token.lower);
  const opening = tokens[subjectStart(sentence)];
  const isNamed =
    opening !== undefined &&
    /^\p{Lu}/u.test(opening.text) &&
    (opening.start > 0 || sentence.is(0, "ProperNoun"));
  // "Bell praised the plan, stressing …": she stresses, not her praise.
  if (isNamed && !isPersonal && !EFFECTS.has(token.lower)) return undefined;
  if (lemma === undefined || (isPersonal && !EFFECTS.has(token.lower))) {
    return at === comma + 1 ? splitAtOwnParticiple(sentence, comma, end) : undefined;
  }
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
  if (isUnrealised(sentence, comma, true)) return undefined;
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  const able = tense ?? tenseOfAbility(sentence, comma);
  if (able === undefined) return undefined;
  const forms = verbForms(lemma);
  const verb = able === "past" ? forms.past : forms.s;
  return writeTail(sentence, comma, at, end, `This ${adverb}${verb}`, able, true);
}

/** Whether a verb or a preposition before the mark takes an "-ing" of its own. */
function hasGerundBefore(sentence: Sentence, mark: number): boolean {
  for (let i = lastClauseStart(sentence, mark) + 1; i < mark; i++) {
    if (!sentence.is(i, "Gerund")) continue;
    const before = sentence.tokens[i - 1]?.lower ?? "";
    if (HELPERS.has(before)) continue;
    if (
      sentence.is(i - 1, "Verb", "Noun") ||
      /^(?:by|of|for|in|from|without|about|and|like|to)$/.test(before)
    )
      return true;
  }
  return false;
}

/** "Users can share files, making …": what can be is told in the present. */
function tenseOfAbility(sentence: Sentence, comma: number): "present" | undefined {
  for (let i = lastClauseStart(sentence, comma); i < comma; i++) {
    if (sentence.tokens[i]?.lower === "can") return "present";
  }
  return undefined;
}

/** "She turned, looking back at …" → "She turned. She looked back at …" */
function splitAtOwnParticiple(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const token = tokens[comma + 1];
  if (token === undefined || !isGerund(sentence, comma + 1)) return undefined;
  if (wordsBetween(sentence, 0, end) < 14 || wordsBetween(sentence, comma + 1, end) < 5)
    return undefined;
  const subject = subjectPronoun(sentence);
  if (subject === undefined || subject.verb >= comma) return undefined;
  for (let i = subject.verb + 1; i < comma; i++) {
    // Another clause or a list in between might own the participle.
    if (marksClause(sentence, i, comma) && tokens[i]?.lower !== "to") return undefined;
    if (tokens[i]?.text === ",") return undefined;
  }
  if (hangsOn(sentence, comma) || isUnrealised(sentence, comma)) return undefined;
  const main = tokens[subject.verb]?.lower ?? "";
  if (PERSONAL.has(subject.pronoun) && OF_THINGS.has(token.lower)) return undefined;
  // "He saw an object, glowing": what was seen glows, not he.
  if (PERCEIVES.test(main) || endsInNewThing(sentence, comma)) return undefined;
  const isProgressive =
    HELPERS.has(main) &&
    (sentence.is(subject.verb + 1, "Gerund") || sentence.is(subject.verb + 2, "Gerund"));
  if (isProgressive || main === "has" || main === "have" || main === "had") return undefined;
  const tense = mainTense(sentence, subjectStart(sentence), comma);
  const plain = PLAIN.get(token.lower);
  const forms = plain === undefined ? formsOfGerund(token.lower) : verbForms(plain);
  if (tense === undefined || forms === undefined) return undefined;
  const isThird = !/^(?:I|we|they|you)$/.test(subject.pronoun);
  const verb = tense === "past" ? forms.past : isThird ? forms.s : forms.base;
  const opening = `${capitalise(subject.pronoun)} ${verb}`;
  return writeTail(sentence, comma, comma + 1, end, opening, tense, isThird);
}

/** Whether the clause ends in "a …": a thing just brought in may be what the tail is about. */
function endsInNewThing(sentence: Sentence, comma: number): boolean {
  for (let i = comma - 1; i > comma - 6 && i > 0; i--) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (word === "a" || word === "an") return true;
    if (!sentence.is(i, "Noun", "Adjective") || sentence.is(i, "Pronoun")) return false;
  }
  return false;
}

// What things do, and people hardly ever.
const OF_THINGS = wordSet(
  "teeming glowing shining gleaming glistening glittering containing consisting stretching resembling dating measuring brimming overlooking blooming featuring spanning covering surrounding hanging lying towering dripping flowing swirling flickering shimmering smelling tasting costing weighing",
);
const PERCEIVES =
  /^(?:saw|sees|see|heard|hears|hear|noticed|notices|found|finds|watched|watches|met|meets|is|was|are|were|has|had|have|spotted|discovered|encountered|felt|feels)$/;

/** "The lamp burned, its light fading." → "The lamp burned. Its light faded."; "with sales rising" too. */
export function splitAtAbsolute(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const lead = tokens[comma + 1]?.lower ?? "";
  const isWith = lead === "with";
  if (!isWith && !OWNERS.has(lead)) return undefined;
  const from = comma + (isWith ? 2 : 1);
  if (wordsBetween(sentence, comma + 1, end) < 5 || /["“”]/.test(text)) return undefined;
  const at = gerundAfterThing(sentence, from, end);
  if (at === undefined) return isWith ? undefined : splitAtState(sentence, comma, end);
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  if (tense === undefined) return undefined;
  let head = at - 1;
  for (let i = from; i < at; i++) {
    if (/^(?:of|in|for|from|at|on)$/.test(tokens[i]?.lower ?? "")) {
      head = i - 1;
      break;
    }
  }
  const isPlural = isPluralNoun(sentence, head);
  const isSome = /^(?:many|some|others|most|both)$/.test(tokens[head]?.lower ?? "");
  if (!isPlural && !isSome && !sentence.is(head, "Singular", "Noun")) return undefined;
  const gerund = tokens[at]?.lower ?? "";
  const verb = isInProgress(sentence, comma)
    ? `${finiteOf("being", tense, isPlural || isSome)} ${gerund}`
    : finiteOf(gerund, tense, isPlural || isSome);
  if (verb === undefined) return undefined;
  const start = tokens[from]?.start ?? 0;
  const thing = capitalise(text.slice(start, tokens[at]?.start ?? start));
  return writeTail(sentence, comma, at, end, `${thing}${verb}`, tense, !isPlural && !isSome);
}

/** "He stood there, his eyes fixed on the door." → "He stood there. His eyes were fixed on the door." */
function splitAtState(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  let at = comma + 2;
  while (at < Math.min(end, comma + 5) && sentence.is(at, "Noun") && !isState(sentence, at)) at++;
  if (at === comma + 2 || !isState(sentence, at) || !sentence.is(at - 1, "Noun")) return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  if (resumesAfter(sentence, at + 1, end) || hasMainVerb(sentence, at, end)) return undefined;
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  const from = tokens[comma];
  const owner = tokens[comma + 1];
  const last = tokens[at - 1];
  if (tense === undefined || from === undefined || owner === undefined || last === undefined)
    return undefined;
  const isPlural = isPluralNoun(sentence, at - 1);
  const be = tense === "past" ? (isPlural ? "were" : "was") : isPlural ? "are" : "is";
  return {
    start: stripSpaceBefore(text, from.start),
    end: last.end,
    options: [`. ${capitalise(text.slice(owner.start, last.end))} ${be}`],
    kind: "split",
    why: "long sentence split before a state",
  };
}

/** "fixed on", "covered in", "woven from": a participle with what belongs to it. */
function isState(sentence: Sentence, at: number): boolean {
  const next = sentence.tokens[at + 1]?.lower ?? "";
  return (
    /(?:ed|en|wn|rn|ught|ung|ost|own)$/.test(sentence.tokens[at]?.lower ?? "") &&
    sentence.is(at, "PastTense", "Participle", "Adjective") &&
    /^(?:on|in|with|by|from|to|against|into|around|of|at|under|over|for)$/.test(next)
  );
}

/** "The debate is growing, with both sides making …": what goes on beside it goes on too. */
function isInProgress(sentence: Sentence, mark: number): boolean {
  for (let i = lastClauseStart(sentence, mark); i + 1 < mark; i++) {
    if (!/^(?:is|are|was|were)$/.test(sentence.tokens[i]?.lower ?? "")) continue;
    return isGerund(sentence, sentence.is(i + 1, "Adverb") ? i + 2 : i + 1);
  }
  return false;
}

function finiteOf(
  gerund: string,
  tense: "past" | "present",
  isPlural: boolean,
): string | undefined {
  if (gerund === "being")
    return tense === "past" ? (isPlural ? "were" : "was") : isPlural ? "are" : "is";
  if (gerund === "having") return tense === "past" ? "had" : isPlural ? "have" : "has";
  const forms = formsOfGerund(gerund);
  if (forms === undefined) return undefined;
  return tense === "past" ? forms.past : isPlural ? forms.base : forms.s;
}

/** "-ing" words the tagger took for nouns or adjectives count too when a verb stands behind them. */
function isGerund(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (!/^[a-z]{2,}ing$/.test(word) || NO_PARTICIPLES.has(word)) return false;
  return (
    sentence.is(at, "Gerund") || (formsOfGerund(word) !== undefined && !sentence.is(at + 1, "Noun"))
  );
}

function isThingEnd(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Noun") ||
    /^(?:many|some|others|most|both|each)$/.test(sentence.tokens[at]?.lower ?? "")
  );
}

/** Where the "-ing" stands behind a plain thing such as "its pale light" or "most of the shops". */
function gerundAfterThing(sentence: Sentence, from: number, end: number): number | undefined {
  for (let i = from + 1; i < Math.min(end, from + 8); i++) {
    const token = sentence.tokens[i];
    if (token === undefined || !token.isWord) return undefined;
    if (isGerund(sentence, i) && isThingEnd(sentence, i - 1)) return i;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective")) return undefined;
    if (NOT_IN_THING.has(token.lower)) return undefined;
  }
  return undefined;
}

/** The cut before token `at`; one more "-ing" joined by "and" takes the same form. */
function writeTail(
  sentence: Sentence,
  comma: number,
  at: number,
  end: number,
  opening: string,
  tense: "past" | "present",
  isSingular: boolean,
): Edit | undefined {
  const { tokens, text } = sentence;
  const from = tokens[comma];
  const verb = tokens[at];
  const next = tokens[at + 1];
  if (from === undefined || verb === undefined || next === undefined) return undefined;
  if (!next.isWord) return undefined;
  const start = stripSpaceBefore(text, from.start);
  const why = `long sentence split before "${verb.lower}"`;
  const second = secondParticiple(sentence, at + 1, end);
  if (second === undefined) {
    if (resumesAfter(sentence, at + 1, end)) return undefined;
    return { start, end: verb.end, options: [`. ${opening}`], kind: "split", why };
  }
  const last = tokens[second.at];
  const and = tokens[second.and];
  if (second.isUnclear || last === undefined || and === undefined) return undefined;
  if (resumesAfter(sentence, second.at + 1, end)) return undefined;
  const forms =
    PLAIN.get(last.lower) === undefined
      ? formsOfGerund(last.lower)
      : verbForms(PLAIN.get(last.lower) ?? "");
  if (forms === undefined) return undefined;
  const finite = tense === "past" ? forms.past : isSingular ? forms.s : forms.base;
  const between = text.slice(verb.end, stripComma(text, and.start));
  return {
    start,
    end: last.end,
    options: [`. ${opening}${between} and ${finite}`],
    kind: "split",
    why,
  };
}

function stripComma(text: string, at: number): number {
  let start = stripSpaceBefore(text, at);
  if (text.charAt(start - 1) === ",") start--;
  return start;
}

/** A second "-ing" beside the first would be left hanging; "and …ing" alone can be carried over. */
function secondParticiple(
  sentence: Sentence,
  from: number,
  end: number,
): { and: number; at: number; isUnclear: boolean } | undefined {
  const { tokens } = sentence;
  let found: { and: number; at: number; isUnclear: boolean } | undefined;
  for (let i = from; i + 1 < end; i++) {
    const word = tokens[i]?.lower ?? "";
    const next = tokens[i + 1]?.lower ?? "";
    if (word !== "and" && word !== "or" && word !== ",") continue;
    if (!next.endsWith("ing") || !sentence.is(i + 1, "Gerund", "Verb", "Noun")) continue;
    const isPlain =
      word === "and" &&
      sentence.is(i + 1, "Gerund") &&
      !/^(?:understanding|training|learning|thinking|writing|reading|meaning|feeling|being)$/.test(
        next,
      ) &&
      sentence.is(i + 2, "Determiner", "Possessive", "Adjective", "Noun", "Pronoun") &&
      !sentence.is(i + 2, "Verb", "Copula") &&
      tokens[i + 2]?.isWord === true &&
      !/^(?:of|and|,)$/.test(tokens[i + 2]?.lower ?? "") &&
      !hasPrepositionBefore(sentence, from, i);
    if (found !== undefined) return { ...found, isUnclear: true };
    found = { and: i, at: i + 1, isUnclear: !isPlain };
  }
  return found;
}

/** "by cutting costs and raising prices": the second belongs to "by", not to the tail's verb. */
function hasPrepositionBefore(sentence: Sentence, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (sentence.tokens[i]?.lower.endsWith("ing") && i > from - 1 && sentence.is(i, "Gerund"))
      return true;
    if (CLAUSE_MARKS.has(sentence.tokens[i]?.lower ?? "")) return true;
  }
  return false;
}

const LEADS = wordSet("ultimately often also further greatly thus effectively essentially");
const OWNERS = wordSet("its his her their my our each");
const NOT_IN_THING = wordSet(
  "and or but that which who whom whose where when while if because although though than as so yet not to with by each",
);
const NO_PARTICIPLES = wordSet(
  "during according including regarding concerning excluding following depending considering something nothing everything anything being having morning evening pending notwithstanding using ranging starting beginning",
);
const PERSONAL = wordSet("i we he she they");
// Verbs that tell an effect: what acts is the event, even after "she".
const EFFECTS = wordSet(
  "making leaving causing allowing enabling leading resulting prompting sparking ensuring forcing meaning",
);
const PLAIN = new Map([
  ["utilizing", "use"],
  ["utilising", "use"],
  ["leveraging", "use"],
  ["showcasing", "show"],
  ["demonstrating", "show"],
  ["emphasizing", "stress"],
  ["enhancing", "improve"],
]);
// Verbs whose subject in "…, making" is the whole clause before.
const CLAUSE_VERBS = new Map(
  `making make|allowing allow|enabling allow|leading lead|resulting result|ensuring ensure|helping help|causing cause|creating create|reducing reduce|improving improve|highlighting show|demonstrating show|showing show|underscoring show|contributing contribute|increasing increase|reflecting reflect|prompting prompt|sparking spark|forcing force|paving pave|leaving leave|fostering foster|eliminating eliminate|preventing prevent|minimizing minimize|raising raise|adding add|giving give|triggering trigger|limiting limit|hindering hinder|rendering make|strengthening strengthen|providing provide|offering offer|promoting promote|encouraging encourage|enhancing improve|saving save|posing pose|affecting affect|inspiring inspire|reminding remind|letting let|sending send|turning turn|showcasing show|emphasizing stress|emphasising stress|stressing stress|aligning align|fueling fuel|fuelling fuel|enriching enrich|deepening deepen|reinforcing reinforce|solidifying solidify|cementing cement|expanding expand|simplifying simplify|complicating complicate|streamlining streamline|transforming transform|evoking evoke|driving drive|opening open|influencing influence|shaping shape|impacting affect|restoring restore|undermining undermine|weakening weaken|exacerbating worsen|intensifying intensify|disrupting disrupt|straining strain|heightening heighten|amplifying amplify|signaling signal|signalling signal|meaning mean|suggesting suggest|indicating indicate|implying imply|confirming confirm|proving prove|threatening threaten|boosting boost|bringing bring`
    .split("|")
    .map((pair): [string, string] => {
      const [from = "", to = ""] = pair.split(" ");
      return [from, to];
    }),
);
