// Turns what the model says of a sentence into edits: each joint it is sure of becomes a full stop, with the
// opening, the helper and the form of the verb that the second sentence needs.
import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { hasMainVerb, mainTense, startsClause } from "../sentence/clauses.ts";
import { isPluralNoun } from "../sentence/ground.ts";
import type { Lexicon } from "../sentence/lexicon.ts";
import { isName } from "../sentence/names.ts";
import { findSubject } from "../sentence/subjects.ts";
import { formsOfGerund, readSentence, type Sentence } from "../sentence/tokens.ts";
import { type JointWord, jointWords } from "./joint-classes.ts";
import type { JointParts } from "./joint-parts.ts";

/** A place where a sentence may be cut, and how the next one would begin. Offsets in the sentence. */
export type Joint = {
  readonly at: number;
  /** How likely an editor would cut here. */
  readonly chance: number;
  /** How many words and marks go, and what takes their place. */
  readonly drop: Answer<number>;
  readonly lead: Answer<string>;
  readonly subject: Answer<string>;
  readonly helper: Answer<string>;
  /** Where the first and the last word begin of the noun or name that is said again. */
  readonly noun: { readonly first: Answer<number>; readonly last: Answer<number> };
};

/** The likeliest answer to a question, and how likely each one is. */
export type Answer<Kind> = {
  readonly best: Kind;
  chanceOf(answer: Kind): number;
  /** All answers at least so likely, the best first. */
  likely(chanceMin: number): Kind[];
};

/** What becomes of a word when the joint before it is cut. */
export type Form = { readonly at: number; readonly form: Answer<string> };

export type JointReading = {
  readonly joints: readonly Joint[];
  readonly forms: readonly Form[];
  /** What the network holds of the word at an offset, as numbers; undefined where it read nothing. */
  stateAt(at: number): Float32Array | undefined;
};

/** A cut in the model's words, with how likely the place and the wording are. */
export type JointCut = {
  readonly parts: JointParts;
  readonly chance: number;
  readonly wording: number;
};

/** The cuts the model would make in its likeliest wordings: of two subjects that may both fit, both. */
export function likelyCuts(reading: JointReading): JointCut[] {
  return reading.joints.flatMap((joint) => {
    const { drop, lead, helper, noun } = joint;
    return joint.subject.likely(SUBJECT_MIN).map((subject) => {
      const parts: JointParts = {
        at: joint.at,
        drop: drop.best,
        lead: lead.best,
        subject,
        helper: helper.best,
        noun: SAID_AGAIN.has(subject) ? [noun.first.best, noun.last.best] : undefined,
        forms: formsBehind(reading, joint.at).flatMap(({ at, form }) =>
          form.best === "" ? [] : [{ at, form: form.best }],
        ),
      };
      return { parts, chance: joint.chance, wording: wordingChance(reading, joint, parts) };
    });
  });
}

/** How likely the model holds a cut that somebody else proposes. */
export function judgeCut(reading: JointReading, parts: JointParts): JointCut {
  const joint = reading.joints.find(({ at }) => at === parts.at);
  if (joint === undefined) return { parts, chance: 0, wording: 0 };
  return { parts, chance: joint.chance, wording: wordingChance(reading, joint, parts) };
}

function wordingChance(reading: JointReading, joint: Joint, parts: JointParts): number {
  const { drop, lead, subject, helper, noun } = joint;
  let chance =
    drop.chanceOf(parts.drop) *
    lead.chanceOf(parts.lead) *
    subject.chanceOf(parts.subject) *
    helper.chanceOf(parts.helper);
  if (parts.noun !== undefined)
    chance *= noun.first.chanceOf(parts.noun[0]) * noun.last.chanceOf(parts.noun[1]);
  const forms = formsBehind(reading, joint.at);
  for (const { at, form } of forms) {
    const wanted = parts.forms.find((one) => one.at === at)?.form ?? "";
    chance *= form.chanceOf(wanted);
  }
  // A form where the model is sure that there is none.
  const isStrange = parts.forms.some(({ at }) => !forms.some((one) => one.at === at));
  return isStrange ? chance * STRANGE : chance;
}

/** The forms that belong to a joint: those up to the next likely one. */
function formsBehind(reading: JointReading, from: number): Form[] {
  const next = reading.joints.find(({ at, chance }) => at > from && chance > OTHER_MIN);
  return reading.forms.filter(({ at }) => at > from && at < (next?.at ?? Number.POSITIVE_INFINITY));
}

/** One cut as an edit, or undefined where the parts don't fit together. */
export function writeCut(sentence: Sentence, parts: JointParts): Edit | undefined {
  const { text } = sentence;
  const { helper } = parts;
  if (parts.subject === "?" || helper === "?") return undefined;
  const words = jointWords(text.slice(parts.at)).map((word) => shift(word, parts.at));
  const kept = words[parts.drop];
  const head = text.slice(0, parts.at).trimEnd();
  if (kept === undefined || !/^[\p{L}\p{N}]/u.test(kept.text) || head === "") return undefined;
  if (isEnclosed(head, text.slice(parts.at))) return undefined;
  const subject = writeSubject(sentence, parts);
  if (subject === undefined || bringsPerson(text, subject)) return undefined;
  // "since" may be a time or a reason; who cuts there has to know which.
  if (words.slice(0, parts.drop).some((word) => word.text === "since")) return undefined;
  // "This making": a verb that nobody put into a form; "Ensures that": a form without anybody who does it.
  const first = parts.forms.find(({ at }) => at === kept.start);
  const isBare = subject !== "" && helper === "" && first === undefined;
  if (isBare && /[a-z]{2}ing$/.test(kept.text) && formsOfGerund(kept.text) !== undefined)
    return undefined;
  // "; understanding this would help" → "Understand this": nobody is told to.
  if (subject === "" && first !== undefined) return undefined;
  const before = readSentence(head, sentence.lexicon);
  if (jarsInForm(parts, kept, sentence.lexicon) || jarsInTense(before, parts, kept))
    return undefined;
  if (tearsApart(before, words.slice(0, parts.drop), parts) || pointsAtPerson(head, parts))
    return undefined;
  const isInner = parts.lead !== "" && parts.subject !== "NAME";
  const opener = [parts.lead, isInner ? lower(subject) : subject, helper]
    .filter((part) => part !== "")
    .join(" ");
  let written = opener === "" ? "" : `${opener} `;
  let end = kept.start;
  for (const { at, form } of parts.forms) {
    const word = words.find((one) => one.start <= at && one.end > at);
    if (word === undefined || word.start < end) return undefined;
    const changed = inForm(word.text, form);
    if (changed === undefined) return undefined;
    written += text.slice(end, word.start) + changed;
    end = word.end;
  }
  if (opener === "") {
    if (end === kept.start) {
      written = kept.text;
      end = kept.end;
    }
    written = capitalise(written);
  }
  // "Examples include a or b": one list says which, the other one of them.
  if (
    parts.subject === "Examples" &&
    / or /.test(text.slice(end)) &&
    !/ and /.test(text.slice(end))
  )
    return undefined;
  return {
    start: head.length,
    end,
    options: [`. ${written}`],
    kind: "split",
    why: WHY,
  };
}

/** Verbs that would not go together with what stands before them. */
function jarsInForm({ forms }: JointParts, kept: JointWord, lexicon: Lexicon): boolean {
  const verbs = forms.filter(({ form }) => !form.startsWith("+"));
  const begins = readSentence(kept.text, lexicon);
  // "leaving them beaten and gasping" → "leaves them beaten and gasps": a later verb needs one before it.
  const isVerb = /[a-z]{2}ing$/.test(kept.text) || begins.is(0, "Verb");
  if (isVerb && verbs.length > 0 && verbs.every(({ at }) => at !== kept.start)) return true;
  // "with countries like Japan having" → "Countries like Japan has".
  return forms.some(({ form }) => /^\+(?:is|was|has)$/.test(form)) && isPluralNoun(begins, 0);
}

/** What is still open before the cut: a choice, what somebody said, a row of clauses. */
function tearsApart(
  first: Sentence,
  dropped: readonly JointWord[],
  { subject, helper }: JointParts,
): boolean {
  const { text: head, lexicon } = first;
  // "It is the field. It acts …": what was said of the one thing alone.
  if (/^It (?:is|was)\b/.test(head) && dropped[0]?.text === "that") return true;
  // "She must be using magic. This is because …" was a ground to think so, and "I write this. This is" stumbles.
  if (helper.endsWith(" because") && /\bmust\b|\bthis$/i.test(head)) return true;
  // "either large. That means … or medium".
  if (/\beither\b(?!.*\bor\b)/i.test(head)) return true;
  // "Proceed with caution. This is especially true …": nothing was said that could be true.
  if (helper.endsWith(" true") && findSubject(first) === undefined) return true;
  // "His aunt …. He said": his aunt did.
  if (/^(?:He|She)$/.test(subject) && /^(?:His|Her)\b/.test(head)) return true;
  if (!dropped.some(({ text }) => /^(?:and|but)$/.test(text))) return false;
  // "His aunt said he loved his job. He was proud": that was said as well.
  if (/^(?:I|He|She|It|They|We|You)$/.test(subject) && REPORTED.test(head)) return true;
  // "The night deepened, the mist grew thicker. The dock …": three things in a row.
  const comma = head.lastIndexOf(", ");
  const [one, two] = [head.slice(0, comma), head.slice(comma + 2)].map((part) =>
    readSentence(part, lexicon),
  );
  if (comma < 1 || one === undefined || two === undefined) return false;
  const isClause = startsClause(two, 0, two.tokens.length);
  return isClause && !OPENS_FRAME.test(head) && hasMainVerb(one, 0, one.tokens.length);
}

/** "pregnant with you. This is a gift": the person is meant, not what was said. */
function pointsAtPerson(head: string, { subject, helper }: JointParts): boolean {
  const isNaming = /^(?:This|It|That|These)$/.test(subject) && /^(?:is|are|was|were)$/.test(helper);
  return isNaming && /\b(?:you|me|him|her|us|them)$/i.test(head);
}

const REPORTED =
  /\b(?:sa(?:id|ys?)|told|claim(?:s|ed)?|stat(?:es|ed)|argu(?:es|ed)|insist(?:s|ed)|warn(?:s|ed)|explain(?:s|ed)|(?:understand|believe|think|know|hope|feel|realize|realise)s? that)\b/;
// A front of its own may stand before the clause.
const OPENS_FRAME =
  /^(?:when|if|as|while|after|before|once|although|though|because|since|until|whenever|where|even|unless|despite|in|on|at|by|for|with|from|to|during|throughout|however|still|then|now|instead|meanwhile|finally|today|yet|but|and|so)\b/i;

/** "had stood …. It was hollowed", "we discussed topics. These include": one time and another. */
function jarsInTense(
  first: Sentence,
  { helper, subject, forms }: JointParts,
  kept: JointWord,
): boolean {
  const words = jointWords(first.text).map(({ text }) => text.toLowerCase());
  const isEarlier = words.some(
    (word, i) =>
      word === "had" && /^been$|(?:ed|en|wn|ood|elt|ent|ept|ade|old)$/.test(words[i + 1] ?? ""),
  );
  if (
    isEarlier &&
    /^(?:was|were)$/.test(helper) &&
    /(?:ed|en|wn)$/.test(kept.text) &&
    subject !== ""
  )
    return true;
  // "had watched the stars …. He learned".
  if (isEarlier && forms.some(({ form }) => form === "past")) return true;
  const isPast = mainTense(first, 0, first.tokens.length) === "past";
  return isPast && /^includes?$/.test(helper);
}

/** "a woman from Wanaka … . She": a person the sentence itself calls neither "he" nor "she". */
function bringsPerson(text: string, subject: string): boolean {
  return (
    (subject === "He" && !/\b(?:he|him|his|himself)\b/i.test(text)) ||
    (subject === "She" && !/\b(?:she|her|hers|herself)\b/i.test(text))
  );
}

/** Whether a bracket, a quotation or a pair of dashes is still open. */
function isEnclosed(head: string, tail: string): boolean {
  const count = (pattern: RegExp): number => head.match(pattern)?.length ?? 0;
  const isBetween = count(/—| – /g) % 2 === 1 && /\p{L} ?[—–]/u.test(tail);
  return (
    isBetween ||
    count(/[([{]/g) > count(/[)\]}]/g) ||
    count(/[“«]/g) > count(/[”»]/g) ||
    count(/"/g) % 2 === 1
  );
}

function writeSubject(sentence: Sentence, { subject, noun }: JointParts): string | undefined {
  if (!SAID_AGAIN.has(subject)) return subject;
  if (noun === undefined || noun[1] < noun[0]) return undefined;
  const last = jointWords(sentence.text).find(({ start }) => start === noun[1]);
  const named = sentence.text.slice(noun[0], last?.end ?? noun[1]);
  if (!/^[\p{L}\p{N}]/u.test(named) || /[,;:()"“”]/.test(named)) return undefined;
  if (named.split(" ").length > NOUN_WORDS_MAX) return undefined;
  if (subject === "NAME") return capitalise(named);
  const inside = noun[0] === 0 && !isName(sentence, 0) ? lower(named) : named;
  if (subject === "THE NOUN") return `The ${inside}`;
  return /(?:[^sui]s|people|men|children)$/.test(named) ? `These ${inside}` : `This ${inside}`;
}

function inForm(word: string, form: string): string | undefined {
  if (form.startsWith("+")) return `${form.slice(1)} ${word}`;
  const forms = /ing$/.test(word) ? formsOfGerund(word.toLowerCase()) : undefined;
  return forms?.[form as "base" | "s" | "past"];
}

function shift(word: JointWord, by: number): JointWord {
  return { ...word, start: word.start + by, end: word.end + by };
}

function lower(text: string): string {
  return /^(?:I\b|\p{Lu}\p{Lu})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

const WHY = "long sentence split where an editor would";
const SAID_AGAIN: ReadonlySet<string> = new Set(["THE NOUN", "THIS NOUN", "NAME"]);
// A form behind a joint that is likely itself belongs to that one.
const OTHER_MIN = 0.3;
const NOUN_WORDS_MAX = 4;
const STRANGE = 0.02;
const SUBJECT_MIN = 0.1;
