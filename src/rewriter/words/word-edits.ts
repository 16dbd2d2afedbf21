// Finds words for which the table of plainer words has another, and writes each replacement as an edit. The
// table says what may stand for a word somewhere; whether it fits here, the judge of words has to say.
import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { deletion, saysAgain, withArticle } from "../match-rules.ts";
import type { Sentence } from "../sentence/tokens.ts";

/** Each word with what may stand for it. */
export type PlainerWords = ReadonlyMap<string, PlainerWord>;

export type PlainerWord = {
  /** What may stand for it, "" for nothing at all. */
  readonly replacements: readonly string[];
  /** Words right behind it or before it with which it is a fixed term: "primary school". */
  readonly notBefore: ReadonlySet<string>;
  readonly notAfter: ReadonlySet<string>;
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
 * Reads the table: a word and its replacements a line, "-" for nothing, and behind them the neighbours with which it
 * has to stay: "primary => main | chief ; !next:school,care ; !prev:juvenile".
 */
export function readPlainerWords(file: string): PlainerWords {
  const table = new Map<string, PlainerWord>();
  for (const line of file.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [body = "", ...conditions] = line.split(" ; ");
    const [word, replacements] = body.split(" => ");
    const isKnown = conditions.every((one) => /^!(?:next|prev):[a-z,'-]+$/.test(one));
    if (word === undefined || replacements === undefined || table.has(word) || !isKnown)
      throw new Error(`plainer words: cannot read the line "${line}"`);
    const neighbours = (side: string): ReadonlySet<string> =>
      new Set(
        conditions
          .find((one) => one.startsWith(side))
          ?.slice(side.length)
          .split(","),
      );
    table.set(word, {
      replacements: replacements.split(" | ").map((one) => (one === "-" ? "" : one)),
      notBefore: neighbours("!next:"),
      notAfter: neighbours("!prev:"),
    });
  }
  return table;
}

/** All that the table offers for a sentence. */
export function proposeWords(sentence: Sentence, table: PlainerWords): WordEdit[] {
  const offers: WordEdit[] = [];
  sentence.tokens.forEach((token, at) => {
    // A capital inside a sentence is a name or a title.
    if (at > 0 && token.text !== token.lower) return;
    const found = table.get(token.lower);
    if (found === undefined || found.notBefore.has(sentence.tokens[at + 1]?.lower ?? "")) return;
    if (found.notAfter.has(sentence.tokens[at - 1]?.lower ?? "")) return;
    for (const to of found.replacements) {
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
  if (to === "") return deletion(sentence, at, at, { kind: "word", why: "empty word" });
  const opens = at === 0 && /^\p{Lu}/u.test(token.text);
  return withArticle(sentence, at, {
    start: token.start,
    end: token.end,
    options: [opens ? capitalise(to) : to],
    kind: "word",
    why: "plainer word",
  });
}
