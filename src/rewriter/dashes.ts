// Dashes, which machine-written prose strews about: a comma does where a short aside or a conjunction
// follows, a colon where the rest of the sentence is a list. Clauses of their own keep their dash.

import type { Edit } from "./edit.ts";
import { hasMainVerb } from "./sentence/clauses.ts";
import type { Sentence } from "./sentence/tokens.ts";

export function proposeDashes(sentence: Sentence): Edit[] {
  const { tokens, text } = sentence;
  const dashes = tokens.flatMap(({ text: mark, start, end }, i) =>
    mark === "—" || (mark === "–" && /\s/.test(text.charAt(start - 1) + text.charAt(end)))
      ? [i]
      : [],
  );
  const [first, second] = dashes;
  if (first === undefined || first === 0 || dashes.length > 2) return [];
  // With other marks about, a comma more would blur what belongs to what.
  if (/[;:()"“”]/.test(text)) return [];
  if (second === undefined) {
    const mark = markFor(sentence, first);
    return mark === undefined ? [] : [editAt(sentence, first, mark)];
  }
  const aside = text.slice(tokens[first]?.end, tokens[second]?.start);
  // Beside another comma the aside would read as one of a list.
  const isShort = second - first <= ASIDE_MAX && !/[.!?]/.test(aside) && !text.includes(",");
  if (!isShort || second + 2 >= tokens.length || hasMainVerb(sentence, first + 1, second))
    return [];
  const from = tokens[first];
  const to = tokens[second];
  if (from === undefined || to === undefined) return [];
  const start = before(text, from.start);
  return [
    {
      start,
      end: after(text, to.end),
      options: [`, ${aside.trim()}, `],
      kind: "phrase",
      why: "comma instead of a dash",
    },
  ];
}

const ASIDE_MAX = 8;

/** What can stand for a single dash: a comma, a colon, or nothing safe. */
function markFor(sentence: Sentence, at: number): ", " | ": " | undefined {
  const { tokens, text } = sentence;
  // As it stands: a capital behind the dash begins something of its own.
  const next = tokens[at + 1]?.text ?? "";
  const rest = text.slice(tokens[at]?.end);
  const count = tokens.length - at;
  if (JOINING.has(next)) {
    // "a win—not efficient": behind a comma a bare quality hangs loose.
    if (!hasNoun(sentence, at + 2)) return undefined;
    const mark = rest.search(/[.!?,]/);
    return count > 2 && (mark === -1 || !/[.!?]/.test(rest.slice(mark + 1))) ? ", " : undefined;
  }
  if (!OPENS_NOUN.has(next) || count < 3 || hasMainVerb(sentence, at + 1, tokens.length)) {
    return undefined;
  }
  const comma = rest.indexOf(",");
  if (comma === -1) return namesAnother(sentence, at) ? undefined : ", ";
  return /\b(?:and|or)\b/.test(rest.slice(comma + 1)) ? ": " : undefined;
}

/** Whether something is named or done behind the dash. */
function hasNoun(sentence: Sentence, from: number): boolean {
  return sentence.tokens.some((_, i) => i >= from && sentence.is(i, "Noun", "Pronoun", "Verb"));
}

/**
 * "an idea that fitted my life—the end of time": behind a comma the words would name the noun right before it, which
 * is not the one they are meant for when it hangs on a preposition.
 */
function namesAnother(sentence: Sentence, dash: number): boolean {
  let i = dash - 1;
  if (!sentence.is(i, "Noun")) return false;
  while (i > 0 && sentence.is(i, "Noun", "Adjective", "Determiner", "Possessive", "Value")) i--;
  return !sentence.is(i, "Verb");
}

function editAt(sentence: Sentence, at: number, mark: string): Edit {
  const { tokens, text } = sentence;
  const dash = tokens[at];
  return {
    start: before(text, dash?.start ?? 0),
    end: after(text, dash?.end ?? 0),
    options: [mark],
    kind: "phrase",
    why: mark === ", " ? "comma instead of a dash" : "colon instead of a dash",
  };
}

function before(text: string, at: number): number {
  return text.charAt(at - 1) === " " ? at - 1 : at;
}

function after(text: string, at: number): number {
  return text.charAt(at) === " " ? at + 1 : at;
}

const set = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const JOINING = set("but and or yet not nor though although especially including even because");
const OPENS_NOUN = set("a an the his her their its our my your some");
