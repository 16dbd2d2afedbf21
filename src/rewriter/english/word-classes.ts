// Whether a word in its sentence is a noun, a verb, an adjective, an adverb or a preposition: an averaged
// perceptron over the word, its ending and its neighbours. It settles what the tagger alone gets wrong
// ("small firms", "the buyers in the east"), where both verbs and nouns have the same form.

export type WordClass = "noun" | "verb" | "adjective" | "adverb" | "preposition" | "other";

export type Classified = { readonly kind: WordClass; readonly margin: number };

export type WordClasses = { classify(words: readonly string[]): Classified[] };

export const WORD_CLASSES: readonly WordClass[] = [
  "noun",
  "verb",
  "adjective",
  "adverb",
  "preposition",
  "other",
];

/** Rows of the table, one for each hashed feature; a power of two. */
export const BUCKETS = 1 << 16;

/** Reads the table: one byte for each feature and class. */
export function readWordClasses(bytes: Uint8Array): WordClasses {
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (weights.length !== BUCKETS * WORD_CLASSES.length)
    throw new Error(`A table of word classes has ${weights.length} bytes.`);
  const rows: number[] = [];
  return {
    classify(words) {
      const found: Classified[] = [];
      const lower = words.map((word) => word.toLowerCase());
      let previous = START;
      let earlier = START;
      for (let i = 0; i < words.length; i++) {
        rowsOf(words, lower, i, previous, earlier, rows);
        const { best, margin } = bestOf(weights, rows);
        found.push({ kind: WORD_CLASSES[best] ?? "other", margin });
        earlier = previous;
        previous = best;
      }
      return found;
    },
  };
}

/** The class with the highest sum, and how far it is ahead of the next. */
export function bestOf(
  weights: Int8Array | Float64Array,
  rows: readonly number[],
): { best: number; margin: number } {
  let best = 0;
  let top = Number.NEGATIVE_INFINITY;
  let second = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < WORD_CLASSES.length; c++) {
    let sum = 0;
    for (const row of rows) sum += weights[row * WORD_CLASSES.length + c] ?? 0;
    if (sum > top) {
      second = top;
      top = sum;
      best = c;
    } else if (sum > second) second = sum;
  }
  return { best, margin: top - second };
}

/** What stands before the first word. */
export const START = WORD_CLASSES.length;

/** Writes the rows of a word's features into `rows`, the same way in training and in use. */
export function rowsOf(
  words: readonly string[],
  lower: readonly string[],
  at: number,
  previous: number,
  earlier: number,
  rows: number[],
): void {
  const own = lower[at] ?? "";
  const left = lower[at - 1] ?? "^";
  const right = lower[at + 1] ?? "$";
  const ending = own.slice(-3);
  const next = right.slice(-3);
  const text = words[at] ?? "";
  const shape = /^\p{Lu}/u.test(text) ? (at === 0 ? "F" : "C") : /^\p{N}/u.test(text) ? "N" : "l";
  rows.length = 0;
  rows.push(
    hash(`w ${own}`),
    hash(`e ${ending}`),
    hash(`f ${own.slice(-2)} ${shape}`),
    hash(`s ${own.slice(0, 3)} ${ending}`),
    hash(`l ${left}`),
    hash(`L ${lower[at - 2] ?? "^"}`),
    hash(`r ${right}`),
    hash(`R ${lower[at + 2] ?? "$"}`),
    hash(`lw ${left} ${own}`),
    hash(`wr ${own} ${right}`),
    hash(`le ${left} ${ending}`),
    hash(`er ${ending} ${right}`),
    hash(`en ${ending} ${next}`),
    hash(`n ${next}`),
    hash(`p ${previous}`),
    hash(`pp ${previous} ${earlier}`),
    hash(`pw ${previous} ${own}`),
    hash(`pe ${previous} ${ending}`),
    hash(`pr ${previous} ${right}`),
    hash(`pn ${previous} ${ending} ${next}`),
  );
}

/** FNV-1a, folded to the size of the table. */
function hash(feature: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < feature.length; i++) {
    value = Math.imul(value ^ feature.charCodeAt(i), 0x01000193);
  }
  return (value ^ (value >>> 16)) & (BUCKETS - 1);
}
