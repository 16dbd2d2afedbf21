// Finds words for which the table of plainer words has another, and writes each replacement as an edit. The
// table says what may stand for a word somewhere; whether it fits here, the judge of words has to say.
import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { deletion, saysAgain, withArticle } from "../match-rules.ts";
import type { Sentence } from "../sentence/tokens.ts";

/** Each word with what may stand for it, "" for nothing at all. */
export type PlainerWords = ReadonlyMap<string, readonly string[]>;

/** A word of a sentence in one other wording. */
export type WordEdit = {
  /** The index of its token. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly edit: Edit;
};

/** Reads the table: a word and its replacements a line, "word => one | two", "-" for nothing. */
export function readPlainerWords(file: string): PlainerWords {
  const table = new Map<string, readonly string[]>();
  for (const line of file.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [word, replacements] = line.split(" => ");
    if (word === undefined || replacements === undefined || table.has(word))
      throw new Error(`plainer words: cannot read the line "${line}"`);
    table.set(
      word,
      replacements.split(" | ").map((one) => (one === "-" ? "" : one)),
    );
  }
  return table;
}

/** All that the table offers for a sentence. */
export function proposeWords(sentence: Sentence, table: PlainerWords): WordEdit[] {
  const found: WordEdit[] = [];
  sentence.tokens.forEach((token, at) => {
    // A capital inside a sentence is a name or a title.
    if (at > 0 && token.text !== token.lower) return;
    for (const to of table.get(token.lower) ?? []) {
      const edit = write(sentence, at, to);
      if (edit !== undefined) found.push({ at, from: token.lower, to, edit });
    }
  });
  return found;
}

function write(sentence: Sentence, at: number, to: string): Edit | undefined {
  const token = sentence.tokens[at];
  if (token === undefined || saysAgain(sentence, at, at, to)) return undefined;
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
