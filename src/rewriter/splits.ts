// Where a long sentence can become two: at ", and" before a whole clause, at a semicolon or a dash, at a
// closing "which" or "-ing" clause, at "although" and "whereas". A joint is refused when the second part
// would lose what it hangs on: a report ("he said that …"), a condition, a reason, a list.
import { findFiniteVerb, hasMainVerb, mainTense, startsClause, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import { capitalise, verbForms } from "./inflect.ts";
import type { Sentence } from "./tokens.ts";

/** Proposes joints for a sentence of at least `wordsMin` words. */
export function proposeSplits(sentence: Sentence, wordsMin: number): Edit[] {
  const { tokens, text } = sentence;
  const words = tokens.filter(({ isWord }) => isWord).length;
  if (words < wordsMin || /[?]/.test(text)) return [];
  const edits: Edit[] = [];
  let depth = 0;
  for (let i = 1; i + 1 < tokens.length; i++) {
    const mark = tokens[i]?.text ?? "";
    if (/[([{]/.test(mark)) depth++;
    if (/[)\]}]/.test(mark)) depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    const edit =
      mark === ","
        ? splitAtComma(sentence, i)
        : mark === ";"
          ? splitAtSemicolon(sentence, i)
          : mark === "—" || mark === "–"
            ? splitAtDash(sentence, i)
            : undefined;
    if (edit !== undefined) edits.push(edit);
  }
  const although = splitAlthough(sentence);
  if (although !== undefined) edits.push(although);
  return edits;
}

const LEFT_MIN = 5;
const RIGHT_MIN = 4;

function splitAtComma(sentence: Sentence, comma: number): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  const next = tokens[comma + 1];
  if (next === undefined || wordsBetween(sentence, 0, comma) < LEFT_MIN) return undefined;
  if (wordsBetween(sentence, comma + 1, end) < RIGHT_MIN) return undefined;
  const joint = next.lower;
  if (joint === "and" || joint === "but" || joint === "so" || joint === "yet") {
    if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
    if (isInList(sentence, comma)) return undefined;
    const then = joint === "and" && tokens[comma + 2]?.lower === "then" ? 1 : 0;
    if (!startsClause(sentence, comma + 2 + then, end)) return undefined;
    const opener = joint === "and" ? "" : `${capitalise(joint)} `;
    return cut(sentence, comma, comma + 2, opener, `long sentence split at "${joint}"`);
  }
  if (joint === "whereas" || joint === "while") {
    if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
    if (!startsClause(sentence, comma + 2, end)) return undefined;
    const opener = joint === "whereas" ? "But " : "Meanwhile, ";
    return cut(sentence, comma, comma + 2, opener, `long sentence split at "${joint}"`);
  }
  if (joint === "which") return splitAtWhich(sentence, comma, end);
  if (QUANTIFIERS.has(joint)) return splitAtOfWhich(sentence, comma, end);
  return splitAtParticiple(sentence, comma, end);
}

/** "…, which makes it slow." → "…. This makes it slow." */
function splitAtWhich(sentence: Sentence, comma: number, end: number): Edit | undefined {
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

/** "…, some of which are new." → "…. Some of these are new." */
function splitAtOfWhich(sentence: Sentence, comma: number, end: number): Edit | undefined {
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

/** "…, making it slow." → "…. This makes it slow." for verbs whose subject is all that went before. */
function splitAtParticiple(sentence: Sentence, comma: number, end: number): Edit | undefined {
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
  const lemma = token === undefined ? undefined : CLAUSE_VERBS.get(token.lower);
  if (token === undefined || lemma === undefined) return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
  if (isUnrealised(sentence, comma) || resumesAfter(sentence, at + 1, end)) return undefined;
  // A second "-ing" beside the first would be left hanging.
  for (let i = at + 1; i + 1 < end; i++) {
    const word = tokens[i]?.lower ?? "";
    if (
      (word === "and" || word === "or" || word === ",") &&
      /ing$/.test(tokens[i + 1]?.lower ?? "")
    ) {
      return undefined;
    }
  }
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

function splitAtSemicolon(sentence: Sentence, mark: number): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  // Several semicolons make a list.
  if (tokens.filter(({ text }) => text === ";").length !== 1) return undefined;
  if (wordsBetween(sentence, 0, mark) < 4 || wordsBetween(sentence, mark + 1, end) < 3)
    return undefined;
  if (!hasMainVerb(sentence, 0, mark)) return undefined;
  const next = tokens[mark + 1]?.lower ?? "";
  const opener = tokens[mark + 2]?.text === "," ? OPENERS.get(next) : undefined;
  if (opener !== undefined) {
    if (!startsClause(sentence, mark + 3, end)) return undefined;
    return cut(sentence, mark, mark + 3, `${opener} `, "long sentence split at a semicolon");
  }
  if (!startsClause(sentence, mark + 1, end)) return undefined;
  return cut(sentence, mark, mark + 1, "", "long sentence split at a semicolon");
}

function splitAtDash(sentence: Sentence, mark: number): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  if (tokens.filter(({ text }) => text === "—" || text === "–").length !== 1) return undefined;
  if (wordsBetween(sentence, 0, mark) < LEFT_MIN) return undefined;
  if (wordsBetween(sentence, mark + 1, end) < RIGHT_MIN) return undefined;
  if (!standsAlone(sentence, 0, mark) || hangsOn(sentence, mark)) return undefined;
  const next = tokens[mark + 1]?.lower ?? "";
  if (next === "but" || next === "and" || next === "yet") {
    if (!startsClause(sentence, mark + 2, end)) return undefined;
    const opener = next === "and" ? "" : `${capitalise(next)} `;
    return cut(sentence, mark, mark + 2, opener, "long sentence split at a dash");
  }
  if (!PRONOUN_STARTS.has(next) || !startsClause(sentence, mark + 1, end)) return undefined;
  return cut(sentence, mark, mark + 1, "", "long sentence split at a dash");
}

/** "Although it rained, we went." → "It rained. But we went." */
function splitAlthough(sentence: Sentence): Edit | undefined {
  const { tokens, text } = sentence;
  const first = tokens[0]?.lower ?? "";
  const skip =
    first === "although" || first === "though" || first === "while"
      ? 1
      : first === "even" && tokens[1]?.lower === "though"
        ? 2
        : 0;
  if (skip === 0) return undefined;
  const comma = tokens.findIndex(({ text: mark }) => mark === ",");
  const end = sentenceEnd(sentence);
  if (comma === -1 || comma < skip + 3) return undefined;
  if (!startsClause(sentence, skip, comma) || !startsClause(sentence, comma + 1, end))
    return undefined;
  if (wordsBetween(sentence, comma + 1, end) < RIGHT_MIN) return undefined;
  for (let i = skip; i < comma; i++)
    if (SUBORDINATORS.has(tokens[i]?.lower ?? "")) return undefined;
  if (first === "while") {
    // "While I slept" tells a time; "while it is cheap" makes a contrast.
    const verb = findFiniteVerb(sentence, skip, comma);
    const word = verb === undefined ? "" : (tokens[verb]?.lower ?? "");
    const isContrast =
      word === "is" ||
      word === "are" ||
      word === "has" ||
      word === "have" ||
      word === "may" ||
      word === "can";
    if (!isContrast || sentence.is((verb ?? 0) + 1, "Gerund")) return undefined;
  }
  const subject = tokens[skip];
  const right = tokens[comma + 1];
  const mark = tokens[comma];
  if (subject === undefined || right === undefined || mark === undefined) return undefined;
  // One edit for both ends: neither half makes sense without the other.
  const opening = capitalise(text.slice(subject.start, mark.start));
  return {
    start: 0,
    end: right.start,
    options: [`${text.slice(0, tokens[0]?.start ?? 0)}${opening}. But `],
    kind: "split",
    why: `long sentence split at "${first}"`,
  };
}

/** Ends the sentence at token `mark` and begins the next at token `start`, after `opener`. */
function cut(
  sentence: Sentence,
  mark: number,
  start: number,
  opener: string,
  why: string,
): Edit | undefined {
  const { tokens, text } = sentence;
  const from = tokens[mark];
  const next = tokens[start];
  if (from === undefined || next === undefined) return undefined;
  const begin = stripSpaceBefore(text, from.start);
  if (opener !== "")
    return { start: begin, end: next.start, options: [`. ${opener}`], kind: "split", why };
  const letter = text.charAt(next.start);
  return {
    start: begin,
    end: next.start + 1,
    options: [`. ${letter.toUpperCase()}`],
    kind: "split",
    why,
  };
}

/** Ends the sentence at `mark` and puts `opening` in place of the words up to token `start`. */
function replaceJoint(
  sentence: Sentence,
  mark: number,
  start: number,
  opening: string,
  why: string,
): Edit | undefined {
  const from = sentence.tokens[mark];
  const next = sentence.tokens[start];
  if (from === undefined || next === undefined || !next.isWord) return undefined;
  return { start: from.start, end: next.start, options: [`. ${opening}`], kind: "split", why };
}

function stripSpaceBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && text.charAt(start - 1) === " ") start--;
  return start;
}

/** Whether [from, to) can be a sentence of its own: a main verb, and no subordinator that opens it. */
function standsAlone(sentence: Sentence, from: number, to: number): boolean {
  const first = sentence.tokens[from]?.lower ?? "";
  const main = lastClauseStart(sentence, to);
  if (OPENS_SUBORDINATE.has(first) || sentence.is(from, "Gerund")) {
    // "When it rains, we stay": the main clause must have begun.
    const comma = firstComma(sentence, from, to);
    return comma !== undefined && startsClause(sentence, comma + 1, to);
  }
  return hasMainVerb(sentence, Math.min(main, from), to);
}

/** Whether what follows the mark hangs on a report, a reason or a condition before it. */
function hangsOn(sentence: Sentence, mark: number): boolean {
  const { tokens } = sentence;
  const first = tokens[0]?.lower ?? "";
  const opening = OPENS_SUBORDINATE.has(first) ? (firstComma(sentence, 0, mark) ?? 0) : 0;
  for (let i = opening; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (REPORTS.test(word)) return true;
    if (i > opening && SUBORDINATORS.has(word)) return true;
    if (word === "that" && sentence.is(i - 1, "Verb")) return true;
    if (tokens[i]?.text === ":") return true;
  }
  return false;
}

/** Whether the clause before the mark tells a wish, a possibility or a denial rather than a fact. */
function isUnrealised(sentence: Sentence, mark: number): boolean {
  for (let i = lastClauseStart(sentence, mark); i < mark; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (MODALS.has(word) || UNREALISED.test(word) || /n't$/.test(word)) return true;
  }
  return false;
}

/** "red, green, and blue": the stretch since the last comma has no verb of its own. */
function isInList(sentence: Sentence, comma: number): boolean {
  for (let i = comma - 1; i >= 0; i--) {
    if (sentence.tokens[i]?.text === ",") {
      return !hasMainVerb(sentence, i + 1, comma) || sentence.tokens[i + 1]?.lower === "and";
    }
  }
  return false;
}

/** Whether a closing clause is interrupted and the main one goes on: "X, which is old, is good". */
function resumesAfter(sentence: Sentence, from: number, end: number): boolean {
  for (let i = from; i + 1 < end; i++) {
    const { text } = sentence.tokens[i] ?? { text: "" };
    if (text === ";" || text === ":" || text === "—" || text === "–") return true;
    if (text !== ",") continue;
    const next = sentence.tokens[i + 1]?.lower ?? "";
    if (RESUMES.has(next)) return true;
    if (sentence.is(i + 1, "Verb") && !sentence.is(i + 1, "Gerund", "Adjective")) return true;
  }
  return false;
}

function lastClauseStart(sentence: Sentence, to: number): number {
  const first = sentence.tokens[0]?.lower ?? "";
  if (!OPENS_SUBORDINATE.has(first) && !OPENS_PHRASE.has(first)) return 0;
  const comma = firstComma(sentence, 0, to);
  return comma === undefined ? 0 : comma + 1;
}

function firstComma(sentence: Sentence, from: number, to: number): number | undefined {
  for (let i = from; i < to; i++) if (sentence.tokens[i]?.text === ",") return i;
  return undefined;
}

function wordsBetween(sentence: Sentence, from: number, to: number): number {
  let words = 0;
  for (let i = from; i < to; i++) if (sentence.tokens[i]?.isWord) words++;
  return words;
}

/** The index just after the last word. */
function sentenceEnd(sentence: Sentence): number {
  return sentence.tokens.findLastIndex(({ isWord }) => isWord) + 1;
}

const MODALS = wordSet("can could may might must shall should will would cannot");
const QUANTIFIERS = wordSet("some many most all several both each none");
const SINGULAR_VERBS = wordSet("is was has does isn't wasn't hasn't doesn't");
const PLURAL_VERBS = wordSet("are were have do aren't weren't haven't don't");
const OPENERS = new Map([
  ["however", "But"],
  ["therefore", "So"],
  ["thus", "So"],
  ["consequently", "So"],
  ["moreover", "Also,"],
  ["furthermore", "Also,"],
  ["additionally", "Also,"],
  ["instead", "Instead,"],
  ["nevertheless", "Still,"],
  ["nonetheless", "Still,"],
]);
const PRONOUN_STARTS = wordSet("i you he she it we they this that these those there");
const OPENS_SUBORDINATE = wordSet(
  "if when whenever while although though even because since as after before unless until once whether given despite whereas provided where wherever by in with without for to from at on during through upon following based unlike like among throughout",
);
const OPENS_PHRASE = wordSet(
  "by in with without for to from at on during through upon following based unlike like among throughout despite given",
);
const SUBORDINATORS = wordSet(
  "if because unless until whether whereas although though since so while when whenever where once lest",
);
const REPORTS =
  /^(?:said|says|say|saying|told|tells|argue[sd]?|arguing|claim(?:s|ed|ing)?|believe[sd]?|believing|think(?:s|ing)?|thought|report(?:s|ed|ing)?|suggest(?:s|ed|ing)?|state[sd]|stating|announce[sd]?|warn(?:s|ed)?|insist(?:s|ed)?|den(?:y|ies|ied)|fear(?:s|ed)?|hope[sd]?|wonder(?:s|ed)?|know|knew|knows|feel|felt|feels|assume[sd]?|allege[sd]?|allegedly|reportedly|according|imagine[sd]?|wish(?:es|ed)?|ask(?:s|ed)?|predict(?:s|ed)?|estimate[sd]?|expect(?:s|ed)?|agree[sd]?|propose[sd]?|conclude[sd]?|conclud|add(?:s|ed)|explain(?:s|ed)?|seem(?:s|ed)?)$/;
const UNREALISED =
  /^(?:not|no|never|aim(?:s|ed|ing)?|seek(?:s|ing)?|sought|hope[sd]?|hoping|plan(?:s|ned|ning)?|want(?:s|ed|ing)?|intend(?:s|ed|ing)?|tr(?:y|ies|ied|ying)|need(?:s|ed|ing)?|attempt(?:s|ed)?|designed|potential|potentially|likely|possible|possibly|perhaps|maybe|if|unless|fail(?:s|ed)?|without|hardly|rarely|seldom|propose[sd]?|expected|supposed|meant|could've|lack(?:s|ed)?)$/;
const RESUMES = wordSet(
  "is are was were has have had does do did can could may might must shall should will would and but or so yet who while which where when because although though as",
);
// Verbs whose subject in "…, making" is the whole clause before.
const CLAUSE_VERBS = new Map(
  `making make|allowing allow|enabling allow|leading lead|resulting result|ensuring ensure|helping help|causing cause|creating create|reducing reduce|improving improve|highlighting show|demonstrating show|showing show|underscoring show|contributing contribute|increasing increase|reflecting reflect|prompting prompt|sparking spark|forcing force|paving pave|leaving leave|marking mark|fostering foster|eliminating eliminate|preventing prevent|minimizing minimize|raising raise|adding add|giving give|triggering trigger|limiting limit|hindering hinder|rendering make|strengthening strengthen|boosting boost|bringing bring`
    .split("|")
    .map((pair): [string, string] => {
      const [from = "", to = ""] = pair.split(" ");
      return [from, to];
    }),
);
