// Takes an edit that cuts a sentence apart into what the model of joints can say: where the joint is, how many
// words go, what opens the second sentence, which verbs change. The marked sentences the model is taught with are
// read by it.
import { formsOfGerund } from "../src/rewriter/english/grammar.ts";
import {
  DROPS,
  FORMS,
  HELPERS,
  type JointWord,
  jointWords,
  LEADS,
  SUBJECTS,
} from "../src/rewriter/proposer/joint-classes.ts";
import type { CutParts } from "../src/rewriter/proposer/reading.ts";

/** The parts of the cut that `to` makes at [start, end), or undefined where it is none of this kind. */
export function takeApart(
  text: string,
  { start, end, to }: { start: number; end: number; to: string },
): CutParts | undefined {
  const after = text.slice(0, start) + to + text.slice(end);
  const stop = findStop(text, after, start, start + to.length);
  if (stop === undefined) return undefined;
  const rest = jointWords(text.slice(stop)).map((word) => ({
    ...word,
    start: word.start + stop,
    end: word.end + stop,
  }));
  const next = jointWords(after.slice(stop + 2)).map((word) => word.text);
  let alike = 0;
  while (
    alike < Math.min(rest.length, next.length) &&
    isSame(next, next.length - 1 - alike, rest[rest.length - 1 - alike])
  )
    alike++;
  const aligned = alignVerbs(rest, next, rest.length - alike, next.length - alike);
  const first = rest[0];
  if (alike === 0 || first === undefined || aligned.drop >= DROPS.length) return undefined;
  const opener = next
    .slice(0, aligned.opener)
    .join(" ")
    .replace(/ (?=[,.'’])/g, "");
  return {
    at: first.start,
    drop: aligned.drop,
    forms: aligned.forms,
    ...readOpener(opener, text.slice(0, first.start)),
  };
}

/** Where the new full stop stands: the text before it is as it was. */
function findStop(text: string, after: string, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    if (!/[.!]/.test(after.charAt(at)) || after.charAt(at + 1) !== " ") continue;
    if (text.startsWith(after.slice(0, at)) && !text.startsWith(after.slice(0, at + 1))) return at;
  }
  return undefined;
}

function isSame(next: readonly string[], index: number, word: JointWord | undefined): boolean {
  const said = next[index] ?? "";
  const was = word?.text ?? "";
  return said === was || (index === 0 && said.toLowerCase() === was.toLowerCase());
}

/** From the end of what differs: verbs in another form, helpers put in, and words alike before them. */
function alignVerbs(
  rest: readonly JointWord[],
  next: readonly string[],
  dropped: number,
  opened: number,
): { drop: number; opener: number; forms: { at: number; form: string }[] } {
  const forms: { at: number; form: string }[] = [];
  let [drop, opener, r, n] = [dropped, opened, dropped, opened];
  while (r > 0 && n > 0) {
    const was = rest[r - 1];
    const said = next[n - 1] ?? "";
    if (was === undefined) break;
    const form = formOf(was.text, said, next[n - 2]?.toLowerCase() ?? "");
    if (form !== undefined) {
      forms.push({ at: was.start, form });
      [drop, opener, r, n] = [r - 1, n - 1, r - 1, n - 1];
    } else if (forms.length > 0 && isSame(next, n - 1, was)) {
      r--;
      n--;
      if (/\p{L}/u.test(said) && (n === 0 || !/^(?:and|or)$/.test(said))) [drop, opener] = [r, n];
    } else if (forms.length === 0 && isPutIn(rest, next, r, n)) {
      forms.push({ at: rest[r]?.start ?? 0, form: `+${said}` });
      n--;
    } else break;
  }
  return { drop, opener, forms };
}

/** "their faces pale" → "Their faces were pale". */
function isPutIn(
  rest: readonly JointWord[],
  next: readonly string[],
  r: number,
  n: number,
): boolean {
  const isHelper = FORMS.some((form) => form === `+${next[n - 1]}`);
  if (!isHelper || n < 2 || rest[r] === undefined) return false;
  return isSame(next, n - 2, rest[r - 1]) && /\p{L}/u.test(rest[r - 1]?.text ?? "");
}

function formOf(was: string, said: string, before: string): string | undefined {
  const forms = /ing$/.test(was) && was !== said ? formsOfGerund(was.toLowerCase()) : undefined;
  const word = said.toLowerCase();
  if (forms === undefined) return undefined;
  if (forms.s === word) return "s";
  if (forms.past === word && (forms.base !== word || !BARE_BEHIND.test(before))) return "past";
  return forms.base === word ? "base" : undefined;
}

const BARE_BEHIND =
  /^(?:can|could|will|would|may|might|should|must|to|do|does|did|not|and|or|also|potentially|further)$/;

type Opener = Pick<CutParts, "lead" | "subject" | "helper" | "noun">;

function readOpener(opener: string, head: string): Opener {
  const lead = LEADS.find((one) => one !== "" && startsWith(opener, one)) ?? "";
  const rest = opener.slice(lead.length).trim();
  const other: Opener = { lead, subject: "?", helper: "?", noun: undefined };
  if (rest === "") return { ...other, subject: "", helper: "" };
  if (/^\p{L}+['’]/u.test(rest)) return other;
  const subject = PLAIN_SUBJECTS.find((one) => startsWith(rest, one));
  if (subject !== undefined) {
    const behind = rest.slice(subject.length).trim();
    const helper = ALL_HELPERS.find((one) => one === behind);
    if (helper !== undefined) return { lead, subject, helper, noun: undefined };
    if (!/^Th(?:is|at|ese|ose)$/.test(subject)) return { ...other, subject };
  }
  for (const helper of ALL_HELPERS) {
    if (helper !== "" && !rest.endsWith(` ${helper}`)) continue;
    const named = helper === "" ? rest : rest.slice(0, -helper.length - 1);
    const article = /^(?:the|this|these|that|those) /i.exec(named)?.[0];
    const noun = findNoun(named.slice(article?.length ?? 0), head);
    const kind = article === undefined ? "NAME" : /^the /i.test(article) ? "THE NOUN" : "THIS NOUN";
    if (noun !== undefined) return { lead, subject: kind, helper, noun };
  }
  return other;
}

/** Where the last such run of words stands in the first sentence. */
function findNoun(named: string, head: string): readonly [number, number] | undefined {
  const words = jointWords(named);
  const before = jointWords(head);
  if (words.length === 0 || words.length > NOUN_WORDS_MAX) return undefined;
  for (let i = before.length - words.length; i >= 0; i--) {
    const isIt = words.every(
      ({ text }, k) => text.toLowerCase() === before[i + k]?.text.toLowerCase(),
    );
    if (isIt) return [before[i]?.start ?? 0, before[i + words.length - 1]?.start ?? 0];
  }
  return undefined;
}

function startsWith(text: string, part: string): boolean {
  const own = text.slice(0, part.length).toLowerCase();
  return own === part.toLowerCase() && /^(?: |$)/.test(text.slice(part.length));
}

const NOUN_WORDS_MAX = 4;
const byLength = (a: string, b: string) => b.length - a.length;
const PLAIN_SUBJECTS = SUBJECTS.filter((one) => !/^(?:|\?|NAME|TH.* NOUN)$/.test(one)).sort(
  byLength,
);
const ALL_HELPERS = ["", ...HELPERS.filter((one) => one !== "" && one !== "?").sort(byLength)];
