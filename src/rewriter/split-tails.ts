// Closing clauses that can become a sentence of their own: "…, which makes …", "…, making …",
// "…, where …", "… because …", "…, such as …", "…, a step that …".
import { findFiniteVerb, hasMainVerb, mainTense, startsClause, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import { capitalise, verbForms } from "./inflect.ts";
import {
  CLAUSE_MARKS,
  cut,
  HELPERS,
  hangsOn,
  isUnrealised,
  LONG,
  lastClauseStart,
  MODALS,
  PEOPLE,
  replaceJoint,
  resumesAfter,
  sentenceEnd,
  standsAlone,
  subjectPronoun,
  subjectStart,
  wordsBetween,
} from "./split-ground.ts";
import { formsOfGerund, type Sentence } from "./tokens.ts";

/** "…, which makes it slow." → "…. This makes it slow." */
export function splitAtWhich(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const verb = sentence.tokens[comma + 2];
  if (verb === undefined || !standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) {
    return undefined;
  }
  if (resumesAfter(sentence, comma + 2, end)) return undefined;
  const isModal = MODALS.has(verb.lower);
  const isSingular =
    SINGULAR_VERBS.has(verb.lower) ||
    (sentence.is(comma + 2, "PresentTense") && /[^s]s$/.test(verb.lower));
  const isPlural =
    PLURAL_VERBS.has(verb.lower) ||
    (sentence.is(comma + 2, "Infinitive") && !sentence.is(comma + 2, "Noun"));
  const before = sentence.tokens[comma - 1]?.lower ?? "";
  const antecedentIsPlural = sentence.is(comma - 1, "Plural") || before === "people";
  const isPast = sentence.is(comma + 2, "PastTense") && !isSingular && !isPlural;
  if (antecedentIsPlural && sentence.is(comma - 1, "ProperNoun")) return undefined;
  const subject = isPlural
    ? antecedentIsPlural
      ? "These"
      : undefined
    : isSingular
      ? "This"
      : isModal || isPast
        ? antecedentIsPlural
          ? undefined
          : "This"
        : undefined;
  if (subject === undefined) return undefined;
  return replaceJoint(sentence, comma, comma + 2, `${subject} `, 'long sentence split at "which"');
}

/** "…, where users meet." → "…. There, users meet." */
export function splitAtWhere(sentence: Sentence, comma: number, end: number): Edit | undefined {
  if (!sentence.is(comma - 1, "Noun") || sentence.is(comma - 1, "Pronoun")) return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
  if (!startsClause(sentence, comma + 2, end) || resumesAfter(sentence, comma + 2, end))
    return undefined;
  const tense = mainTense(sentence, comma + 2, end) ?? mainTense(sentence, 0, comma);
  if (tense === undefined) return undefined;
  const opener = tense === "past" ? "There, " : "Here, ";
  return cut(sentence, comma, comma + 2, opener, 'long sentence split at "where"');
}

/** "… because it rains." → "…. This is because it rains." */
export function splitAtBecause(
  sentence: Sentence,
  mark: number,
  because: number,
): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  if (wordsBetween(sentence, 0, mark) < 8 || wordsBetween(sentence, because + 1, end) < 7)
    return undefined;
  if (!standsAlone(sentence, 0, mark) || hangsOn(sentence, mark)) return undefined;
  // "not … because" may deny the reason rather than the fact, and "only because" weighs it.
  if (isUnrealised(sentence, mark) || WEIGHS.has(tokens[because - 1]?.lower ?? ""))
    return undefined;
  if (tokens[because + 1]?.lower === "of" || !startsClause(sentence, because + 1, end))
    return undefined;
  if (mainTense(sentence, lastClauseStart(sentence, mark), mark) !== "present") return undefined;
  return cut(sentence, mark, because + 1, "This is because ", 'long sentence split at "because"');
}

/** "… many fields, such as law and art." → "… many fields. Examples include law and art." */
export function splitAtExamples(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const isSuch = tokens[comma + 1]?.lower === "such";
  if (isSuch && tokens[comma + 2]?.lower !== "as") return undefined;
  const from = comma + (isSuch ? 3 : 2);
  if (wordsBetween(sentence, 0, end) < 20 || wordsBetween(sentence, from, end) < 4)
    return undefined;
  if (!sentence.is(comma - 1, "Plural") || !standsAlone(sentence, 0, comma)) return undefined;
  if (hangsOn(sentence, comma) || isUnrealised(sentence, comma)) return undefined;
  // Only a plain list of things: no verb of its own, nothing that goes on after it.
  if (hasMainVerb(sentence, from, end) || resumesAfter(sentence, from, end)) return undefined;
  if (sentence.is(from, "Gerund", "Verb", "Preposition")) return undefined;
  if (mainTense(sentence, lastClauseStart(sentence, comma), comma) === undefined) return undefined;
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  const verb = tense === "past" ? "included" : "include";
  const opener = isSuch ? `Examples ${verb} ` : `These ${verb} `;
  return cut(sentence, comma, from, opener, "long sentence split before its examples");
}

/** "…, some of which are new." → "…. Some of these are new." */
export function splitAtOfWhich(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  if (tokens[comma + 2]?.lower !== "of" || tokens[comma + 3]?.lower !== "which") return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
  if (!sentence.is(comma - 1, "Plural") || resumesAfter(sentence, comma + 4, end)) return undefined;
  if (findFiniteVerb(sentence, comma + 4, Math.min(end, comma + 7)) === undefined) return undefined;
  const word = capitalise(tokens[comma + 1]?.lower ?? "");
  return replaceJoint(
    sentence,
    comma,
    comma + 4,
    `${word} of these `,
    'long sentence split at "which"',
  );
}

/** "…, a step that saves time." → "…. This is a step that saves time." */
export function splitAtApposition(
  sentence: Sentence,
  comma: number,
  end: number,
): Edit | undefined {
  const { tokens } = sentence;
  if (wordsBetween(sentence, 0, end) < LONG || wordsBetween(sentence, comma + 1, end) < 6)
    return undefined;
  if (!sentence.is(comma - 1, "Noun") || sentence.is(comma - 1, "Pronoun", "ProperNoun", "Plural"))
    return undefined;
  if (/^\p{Lu}/u.test(tokens[comma - 1]?.text ?? "") || PEOPLE.test(tokens[comma - 1]?.lower ?? ""))
    return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  // What is added must explain a thing ("a step that …"), not go on with a list.
  let explains = false;
  for (let i = comma + 2; i < end; i++) {
    const word = tokens[i]?.lower ?? "";
    if (tokens[i]?.text === "," || tokens[i]?.text === ";") return undefined;
    if (!explains && PEOPLE.test(word)) return undefined;
    if (word === "that" || word === "which" || word === "of") explains = true;
    if ((word === "and" || word === "or") && /^(?:a|an|the)$/.test(tokens[i + 1]?.lower ?? ""))
      return undefined;
    if (word === "who") return undefined;
  }
  if (!explains || hasMainVerb(sentence, comma + 2, end)) return undefined;
  for (let i = 0; i < comma; i++) if (tokens[i]?.text === ",") return undefined;
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  if (tense === undefined) return undefined;
  const opener = tense === "past" ? "This was " : "This is ";
  return cut(sentence, comma, comma + 1, opener, "long sentence split before its explanation");
}

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
  else if (lead === "ultimately" || lead === "often" || lead === "also") {
    adverb = `${lead} `;
    at++;
  }
  const token = tokens[at];
  if (token === undefined || !token.lower.endsWith("ing")) return undefined;
  const lemma = CLAUSE_VERBS.get(token.lower);
  const isPersonal = PERSONAL.has(tokens[subjectStart(sentence)]?.lower ?? "");
  if (isPersonal && !EFFECTS.has(token.lower)) {
    return at === comma + 1 ? splitAtOwnParticiple(sentence, comma, end) : undefined;
  }
  if (lemma === undefined)
    return at === comma + 1 ? splitAtOwnParticiple(sentence, comma, end) : undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
  if (isUnrealised(sentence, comma) || resumesAfter(sentence, at + 1, end)) return undefined;
  if (hasSecondParticiple(sentence, at + 1, end)) return undefined;
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  if (tense === undefined) return undefined;
  const forms = verbForms(lemma);
  const verb = tense === "past" ? forms.past : forms.s;
  return replaceJoint(
    sentence,
    comma,
    at + 1,
    `This ${adverb}${verb}${tokens[at + 1] !== undefined ? " " : ""}`,
    `long sentence split before "${token.lower}"`,
  );
}

/** "She turned, looking back at …" → "She turned. She looked back at …" */
function splitAtOwnParticiple(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const token = tokens[comma + 1];
  if (token === undefined || NO_PARTICIPLES.has(token.lower) || !sentence.is(comma + 1, "Gerund"))
    return undefined;
  if (wordsBetween(sentence, 0, end) < 17 || wordsBetween(sentence, comma + 1, end) < 5)
    return undefined;
  const subject = subjectPronoun(sentence);
  if (subject === undefined || subject.verb >= comma) return undefined;
  for (let i = subject.verb + 1; i < comma; i++) {
    // Another clause or a list in between might own the participle.
    if (CLAUSE_MARKS.has(tokens[i]?.lower ?? "") && tokens[i]?.lower !== "to") return undefined;
    if (tokens[i]?.text === ",") return undefined;
  }
  if (hangsOn(sentence, comma) || isUnrealised(sentence, comma)) return undefined;
  if (resumesAfter(sentence, comma + 2, end) || hasSecondParticiple(sentence, comma + 2, end))
    return undefined;
  const main = tokens[subject.verb]?.lower ?? "";
  const isProgressive =
    HELPERS.has(main) &&
    (sentence.is(subject.verb + 1, "Gerund") || sentence.is(subject.verb + 2, "Gerund"));
  if (isProgressive || main === "has" || main === "have" || main === "had") return undefined;
  const tense = mainTense(sentence, subjectStart(sentence), comma);
  const plain = PLAIN.get(token.lower);
  const forms = plain === undefined ? formsOfGerund(token.lower) : verbForms(plain);
  if (tense === undefined || forms === undefined) return undefined;
  const isThird = subject.pronoun === "he" || subject.pronoun === "she" || subject.pronoun === "it";
  const verb = tense === "past" ? forms.past : isThird ? forms.s : forms.base;
  return replaceJoint(
    sentence,
    comma,
    comma + 2,
    `${capitalise(subject.pronoun)} ${verb} `,
    `long sentence split before "${token.lower}"`,
  );
}

/** A second "-ing" beside the first would be left hanging. */
function hasSecondParticiple({ tokens }: Sentence, from: number, end: number): boolean {
  for (let i = from; i + 1 < end; i++) {
    const word = tokens[i]?.lower ?? "";
    const next = tokens[i + 1]?.lower ?? "";
    if ((word === "and" || word === "or" || word === ",") && next.endsWith("ing")) return true;
  }
  return false;
}

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
const WEIGHS = wordSet(
  "only just simply partly mainly largely perhaps mostly not is was precisely",
);
const SINGULAR_VERBS = wordSet("is was has does isn't wasn't hasn't doesn't");
const PLURAL_VERBS = wordSet("are were have do aren't weren't haven't don't");
// Verbs whose subject in "…, making" is the whole clause before.
const CLAUSE_VERBS = new Map(
  `making make|allowing allow|enabling allow|leading lead|resulting result|ensuring ensure|helping help|causing cause|creating create|reducing reduce|improving improve|highlighting show|demonstrating show|showing show|underscoring show|contributing contribute|increasing increase|reflecting reflect|prompting prompt|sparking spark|forcing force|paving pave|leaving leave|fostering foster|eliminating eliminate|preventing prevent|minimizing minimize|raising raise|adding add|giving give|triggering trigger|limiting limit|hindering hinder|rendering make|strengthening strengthen|providing provide|offering offer|promoting promote|encouraging encourage|enhancing improve|saving save|posing pose|affecting affect|inspiring inspire|reminding remind|letting let|sending send|turning turn|showcasing show|emphasizing stress|emphasising stress|stressing stress|aligning align|fueling fuel|fuelling fuel|enriching enrich|deepening deepen|reinforcing reinforce|solidifying solidify|cementing cement|expanding expand|simplifying simplify|complicating complicate|streamlining streamline|transforming transform|evoking evoke|driving drive|opening open|influencing influence|shaping shape|impacting affect|restoring restore|undermining undermine|weakening weaken|exacerbating worsen|intensifying intensify|disrupting disrupt|straining strain|heightening heighten|amplifying amplify|signaling signal|signalling signal|meaning mean|suggesting suggest|indicating indicate|implying imply|confirming confirm|proving prove|threatening threaten|boosting boost|bringing bring`
    .split("|")
    .map((pair): [string, string] => {
      const [from = "", to = ""] = pair.split(" ");
      return [from, to];
    }),
);
