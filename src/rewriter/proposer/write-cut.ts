// Writes a cut in words: a full stop, and the opening, the helper and the form of the verb that the second sentence
// needs. A cut whose parts don't go together is not written.
import type { Edit } from "../edit.ts";
import { formsOfGerund, hasMainVerb, isName, isPluralNoun } from "../english/grammar.ts";
import { capitalise } from "../english/inflect.ts";
import { readSentence, type Sentence } from "../english/tokens.ts";
import { type JointWord, jointWords } from "./joint-classes.ts";
import { type CutParts, SAID_AGAIN } from "./reading.ts";

/** A cut as an edit, or undefined where the parts don't fit together. */
export function writeCut(sentence: Sentence, parts: CutParts): Edit | undefined {
  const { text } = sentence;
  const words = jointWords(text.slice(parts.at)).map((word) => shift(word, parts.at));
  const kept = words[parts.drop];
  const head = text.slice(0, parts.at).trimEnd();
  if (kept === undefined || !/^[\p{L}\p{N}]/u.test(kept.text) || head === "") return undefined;
  const subject = writeSubject(sentence, parts);
  if (subject === undefined || parts.helper === "?") return undefined;
  // "since" may be a time or a reason; who cuts there has to know which.
  if (words.slice(0, parts.drop).some((word) => word.text === "since")) return undefined;
  if (leavesPart(head, words, parts)) return undefined;
  if (jars(sentence, parts, kept, subject)) return undefined;
  const isInner = parts.lead !== "" && parts.subject !== "NAME";
  const opener = [parts.lead, isInner ? lower(subject) : subject, parts.helper]
    .filter((part) => part !== "")
    .join(" ");
  const put = writeForms(text, words, kept, parts);
  if (put === undefined) return undefined;
  const isBare = opener === "" && put.written === "";
  const written = isBare ? kept.text : put.written;
  return {
    start: head.length,
    end: isBare ? kept.end : put.end,
    to: `. ${opener === "" ? capitalise(written) : `${opener} ${written}`}`,
    kind: "split",
    why: reasonAt(text, parts.at),
  };
}

/** The words behind the opening up to the last one that changes its form. */
function writeForms(
  text: string,
  words: readonly JointWord[],
  kept: JointWord,
  { forms }: CutParts,
): { written: string; end: number } | undefined {
  let written = "";
  let end = kept.start;
  for (const { at, form } of forms) {
    const word = words.find((one) => one.start <= at && one.end > at);
    if (word === undefined || word.start < end) return undefined;
    const changed = inForm(word.text, form);
    if (changed === undefined) return undefined;
    written += text.slice(end, word.start) + changed;
    end = word.end;
  }
  return { written, end };
}

/** Whether the first part needs what follows: "… worth it if.", "… of all peoples and respects." */
function leavesPart(
  head: string,
  words: readonly JointWord[],
  { drop, subject }: CutParts,
): boolean {
  if (OPEN_ENDS.test(head) || OPEN_CLAUSE.test(head)) return true;
  const joins = words.slice(0, drop).some(({ text }) => text === "and" || text === "or");
  // "respects and protects the law": both verbs have what stands behind the second.
  return joins && subject !== "" && /\b(?:and|or) \p{L}+$/u.test(head);
}

const OPEN_ENDS =
  /\b(?:if|that|because|when|while|than|as|and|or|but|the|an?|of|to|with|by|from|for|whether|is|are|was|were)$/i;

// "… is debated, but given what is known": the clause that begins there has not said anything yet.
const OPEN_CLAUSE =
  /\b(?:and|but) (?:considering|given|since|because|although|though|if|when|while|as)\b[^,;:]*$/i;

/** Whether subject, helper and verbs don't go together. */
function jars(
  sentence: Sentence,
  { forms, lead, helper, subject: kind }: CutParts,
  kept: JointWord,
  subject: string,
): boolean {
  const first = forms.find(({ at }) => at === kept.start);
  const isGerund = /[a-z]{2}ing$/.test(kept.text);
  // "This making": a verb that nobody put into a form; "Ensures that": a form without anybody who does it.
  const isBare = subject !== "" && helper === "" && first === undefined;
  if (isBare && isGerund && formsOfGerund(kept.text) !== undefined) return true;
  if (subject === "" && first !== undefined) return true;
  const verbs = forms.filter(({ form }) => !form.startsWith("+"));
  if (!areOneRow(sentence.text, verbs)) return true;
  // "Britain faced them while cutting … and erecting" → "and erected": a sentence with a verb of its own keeps the others.
  const own = readSentence(sentence.text.slice(kept.start, verbs[0]?.at), sentence.lexicon);
  if (subject === "" && verbs.length > 0 && hasMainVerb(own, 0, own.tokens.length)) return true;
  if (disagrees(subject, helper, verbs[0]?.form)) return true;
  const begins = readSentence(kept.text, sentence.lexicon);
  // "It amplify", which had two subjects before.
  if (isBare && ONE.test(subject) && verbs.length === 0 && begins.is(0, "Infinitive")) return true;
  // "But rebounded", "At the same time guarantees": nobody who did it.
  const rest = sentence.text.slice(kept.start);
  if (subject === "" && lead !== "" && begins.is(0, "Verb") && !isGerund) return true;
  if (subject === "" && NOBODY.test(rest)) return true;
  // "This potentially causing".
  const second = /^\p{L}+ly (\p{L}+ing)\b/u.exec(rest)?.[1] ?? "";
  if (isBare && verbs.length === 0 && formsOfGerund(second) !== undefined) return true;
  // ", breath fogging" → "He breath fogged": between the subject and its verb only an adverb may stand.
  if (isBare && verbs.length > 0 && !begins.is(0, "Adverb")) return true;
  // "leaving them beaten and gasping" → "leaves them beaten and gasps": a later verb needs one before it.
  if ((isGerund || begins.is(0, "Verb")) && verbs.length > 0 && first === undefined) return true;
  // "with countries like Japan having" → "Countries like Japan has".
  if (forms.some(({ form }) => /^\+(?:is|was|has)$/.test(form)) && isPluralNoun(begins, 0))
    return true;
  // "Proceed with caution. This is especially true …": nothing was said that could be true.
  const head = readSentence(sentence.text.slice(0, kept.start), sentence.lexicon);
  if (helper.endsWith(" true") && !hasMainVerb(head, 0, head.tokens.length)) return true;
  // "Examples include a or b": one list says which, the other one of them. "Examples include a, but they": who?
  if (kind !== "Examples") return false;
  return (/ or /.test(rest) && !/ and /.test(rest)) || /, (?:but|so|yet) /.test(rest);
}

/** Verbs in one form, each behind "and", a comma or an adverb: not "enriched … and enhances", nor "bonding result in". */
function areOneRow(text: string, verbs: CutParts["forms"]): boolean {
  return verbs.every(
    ({ at, form }, i) =>
      i === 0 ||
      (form === verbs[0]?.form && /(?:\b(?:and|or|then)|,|\p{L}ly) $/u.test(text.slice(0, at))),
  );
}

/** "They has reflected", "This can reflects": a subject, a helper and a form of the verb that English doesn't put together. */
function disagrees(subject: string, helper: string, form: string | undefined): boolean {
  const said = helper === "" ? form : helper;
  if (MANY.test(subject) && /^(?:is|was|has|has been|does|includes|s)$/.test(said ?? ""))
    return true;
  if (ONE.test(subject) && /^(?:are|were|have|have been|do|include|base)$/.test(said ?? ""))
    return true;
  // Behind "can" and "did" a verb has its base; behind "is" and "has" none of the forms there are.
  if (helper === "" || form === undefined) return false;
  return !(/^(?:can|could|will|would|may|might|should|must|do|does|did|is to|was to)$/.test(helper)
    ? form === "base"
    : helper.endsWith("because") || helper.endsWith("true"));
}

const NOBODY = /^(?:at the same time|as a result|in (?:turn|addition)|thus),? \p{Ll}+(?:s|ed) /u;
const MANY = /^(?:They|These|Those|We|You)\b/;
const ONE = /^(?:This|That|It|He|She|Each)\b/;

function writeSubject(sentence: Sentence, { subject, noun }: CutParts): string | undefined {
  if (subject === "?") return undefined;
  if (!SAID_AGAIN.has(subject)) return subject;
  if (noun === undefined || noun[1] < noun[0]) return undefined;
  const last = jointWords(sentence.text).find(({ start }) => start === noun[1]);
  const named = sentence.text.slice(noun[0], last?.end ?? noun[1]);
  if (!/^[\p{L}\p{N}]/u.test(named) || /[,;:()"“”]/.test(named)) return undefined;
  // "Mike and Denny, who had met": both did.
  if (/\b(?:and|or) $/.test(sentence.text.slice(0, noun[0]))) return undefined;
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

/** "long sentence split at "which"", or at the mark that stands there. */
function reasonAt(text: string, at: number): string {
  const [first, second] = jointWords(text.slice(at)).map((word) => word.text.toLowerCase());
  const mark = MARKS.get(first ?? "");
  const word = mark === undefined ? first : mark === "comma" ? second : undefined;
  if (word !== undefined && (JOINING.has(word) || /^[a-z]{3,}ing$/.test(word)))
    return `long sentence split at "${word}"`;
  return `long sentence split ${mark === undefined ? "in two" : `at a ${mark}`}`;
}

function shift(word: JointWord, by: number): JointWord {
  return { ...word, start: word.start + by, end: word.end + by };
}

function lower(text: string): string {
  return /^(?:I\b|\p{Lu}\p{Lu})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

const NOUN_WORDS_MAX = 4;
const MARKS: ReadonlyMap<string, string> = new Map([
  [",", "comma"],
  [";", "semicolon"],
  [":", "colon"],
  ["-", "dash"],
  ["–", "dash"],
  ["—", "dash"],
]);
const JOINING: ReadonlySet<string> = new Set(
  "and but so yet or nor which who where when whose that while whereas although though as because since with without like including such especially particularly by to for from through".split(
    " ",
  ),
);
