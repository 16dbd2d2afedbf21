// A comma behind a few words at the head of a sentence: "In 2019, the town" and "At last, she" need none.
// Only where the subject follows at once and cannot be taken for a part of them.
import type { Edit } from "./edit.ts";
import type { Sentence } from "./sentence/tokens.ts";

export function proposeLighterCommas({ tokens, text }: Sentence): Edit[] {
  const comma = tokens.findIndex((token) => token.text === ",");
  if (comma < 2 || comma > 4 || !LEADS.has(tokens[0]?.lower ?? "")) return [];
  const time = tokens[comma - 1];
  const subject = tokens[comma + 1];
  const mark = tokens[comma];
  if (time === undefined || subject === undefined || mark === undefined) return [];
  const isPronoun = PRONOUNS.has(subject.text);
  const isTime = TIMES.has(time.lower) || /^(?:1[0-9]|20)\d\d$/.test(time.text);
  // "For example," and "In fact," keep theirs: the last word has to tell a time.
  const isShort = isPronoun && (TIMES.has(time.lower) || MOMENTS.has(time.lower));
  if (!(isShort || (isTime && comma < 4 && SUBJECTS.has(subject.text)))) return [];
  if (text.charAt(mark.start - 1) === " ") return [];
  // "In May, he, too, left", "This time, they said, …": the comma is one of several that belong together.
  if (tokens.slice(comma + 2, comma + 7).some((token) => token.text === ",")) return [];
  return [
    {
      start: mark.start,
      end: mark.end,
      options: [""],
      kind: "phrase",
      why: "no comma needed after a few words",
    },
  ];
}

const set = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const LEADS = set("in on by last this next every each since after for during at");
const TIMES = set(
  "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter week month year night morning evening afternoon weekend time day",
);
const MOMENTS = set(
  "end beginning first last moment point then that past war school dinner lunch breakfast years weeks months days hours minutes decades centuries while now",
);
const PRONOUNS = set("he she it they we I");
const SUBJECTS = set("the he she it they we his her their its our my I");
