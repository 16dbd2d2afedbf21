// Plainer words: a table says what may stand for a word somewhere; what a reviewed rule already changes is left to the
// rule.
import { type Draft, type Edit, textAfter } from "../edit.ts";
import { capitalise } from "../english/inflect.ts";
import type { Sentence } from "../english/tokens.ts";
import { type Conditions, holds, type MatchOptions } from "./conditions.ts";
import { deletion, isForbidden, saysAgain, stemOf, withArticle } from "./match-phrases.ts";
import { type PhraseTable, readConditions } from "./phrase-table.ts";

export type WordOptions = {
  /** What may stand for a word somewhere. */
  readonly table: PlainerWords;
  /** The reviewed phrases: what they forbid is not offered. */
  readonly phrases: PhraseTable;
  readonly settings: MatchOptions;
};

/** Plainer words for the drafts of a text, draft by draft: the wordings of one word together. */
export function wordProposer(
  text: string,
  drafts: readonly Draft[],
  { table, phrases, settings }: WordOptions,
): (index: number, edits: readonly Edit[]) => Edit[][] {
  const counts = countWords(text);
  return (index, edits) => {
    const draft = drafts[index];
    if (draft === undefined) return [];
    const beside = new Set(
      `${draft.before} ${textAfter(drafts, index)}`
        .toLowerCase()
        .match(/[a-z]{4,}/g)
        ?.map(stemOf) ?? [],
    );
    const offers = proposeWords(draft.sentence, table, settings).filter(
      ({ at, edit, from, to }) =>
        !edits.some((other) => isTaken(other, edit)) &&
        !(draft.sentence.is(at, "Noun") && (counts.get(singular(from)) ?? 0) > 1) &&
        !isForbidden(draft.sentence, at, to, phrases, settings) &&
        // The same word in the sentence before or after would be heard.
        !(to.match(/[a-z]{4,}/g) ?? []).some((word) => beside.has(stemOf(word))),
    );
    return [...Map.groupBy(offers, ({ at }) => at).values()].map((wordings) =>
      wordings.map(({ edit }) => edit),
    );
  };
}

/** How often each word stands in a text: a thing that comes again keeps its name. */
function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? [])
    counts.set(singular(word), (counts.get(singular(word)) ?? 0) + 1);
  return counts;
}

/** One form for both numbers: "city" and "cities", "movie" and "movies". */
function singular(word: string): string {
  return word.replace(/(?<=[^s])s$/, "").replace(/(?:ie|y)$/, "i");
}

/** Whether a rule changes the place already. */
function isTaken(other: Edit, { start, end }: Edit): boolean {
  return other.start < end && other.end > start;
}

/** Each word with what may stand for it, and where. */
export type PlainerWords = ReadonlyMap<string, readonly PlainerWord[]>;

export type PlainerWord = {
  /** What may stand for it, "" for nothing at all. */
  readonly replacements: readonly string[];
  /** What its place must be like (conditions.ts): "primary school" is a fixed term. */
  readonly conditions: Conditions;
};

/** A word of a sentence in one other wording. */
export type WordEdit = {
  /** The index of its token. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly edit: Edit;
};

/**
 * Reads the table: a word and its replacements a line, "-" for nothing, and behind them the conditions of the phrase
 * files: "primary => main | chief ; !next:school,care". A word has several lines where its replacements fit different places.
 */
export function readPlainerWords(file: string): PlainerWords {
  const table = new Map<string, PlainerWord[]>();
  for (const line of file.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [body = "", ...conditions] = line.split(" ; ");
    const [word, replacements] = body.split(" => ");
    if (word === undefined || replacements === undefined)
      throw new Error(`plainer words: cannot read the line "${line}"`);
    const entry = {
      replacements: replacements.split(" | ").map((one) => (one === "-" ? "" : one)),
      conditions: readConditions(conditions, line),
    };
    table.set(word, [...(table.get(word) ?? []), entry]);
  }
  return table;
}

/** All that the table offers for a sentence. */
export function proposeWords(
  sentence: Sentence,
  table: PlainerWords,
  settings: MatchOptions,
): WordEdit[] {
  const offers: WordEdit[] = [];
  sentence.tokens.forEach((token, at) => {
    // A capital inside a sentence is a name or a title.
    if (at > 0 && token.text !== token.lower) return;
    const fitting = (table.get(token.lower) ?? []).filter(({ conditions }) =>
      holds(sentence, at, at, conditions, settings),
    );
    for (const to of fitting.flatMap(({ replacements }) => replacements)) {
      if (to.includes(" ") && token.lower.endsWith("ly") && !standsApart(sentence, at)) continue;
      const edit = write(sentence, at, to);
      if (edit !== undefined) offers.push({ at, from: token.lower, to, edit });
    }
  });
  return offers;
}

/** "Ultimately, it" may be "In the end, it"; "it ultimately led" has no room for three words. */
function standsApart({ tokens }: Sentence, at: number): boolean {
  return at === 0 || [tokens[at - 1], tokens[at + 1]].some((token) => token?.isWord === false);
}

function write(sentence: Sentence, at: number, to: string): Edit | undefined {
  const token = sentence.tokens[at];
  if (token === undefined || saysAgain(sentence, at, at, to)) return undefined;
  // "Overall it was" sums up; without its first word a sentence may lose what it hangs on.
  if (to === "" && at === 0) return undefined;
  if (to === "") return deletion(sentence, at, at, { kind: "word", why: "filler word" });
  const opens = at === 0 && /^\p{Lu}/u.test(token.text);
  return withArticle(sentence, at, {
    start: token.start,
    end: token.end,
    to: opens ? capitalise(to) : to,
    kind: "word",
    why: "plainer word",
  });
}
