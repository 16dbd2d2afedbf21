// How far apart two words sound, in tenths of a letter: an edit distance in which vowels weigh little and sounds that
// are easily confused between scripts and spellings weigh less than others.
import type { Writing } from "./romanise.ts";

/** Letters as small numbers; 0 ends a text, and every letter without a number of its own is OTHER. */
const ALPHABET = "aeiouyhvkgcjstdnmpbrl0123456789";
const OTHER = ALPHABET.length + 1;
const SIZE = OTHER + 1;

const CODES = new Uint8Array(128).fill(OTHER);
for (let at = 0; at < ALPHABET.length; at += 1) CODES[ALPHABET.charCodeAt(at)] = at + 1;

export function codeOf(unit: number): number {
  return CODES[unit] ?? OTHER;
}

export function encodeSounds(sounds: string): Uint8Array {
  const codes = new Uint8Array(sounds.length);
  for (let at = 0; at < sounds.length; at += 1) codes[at] = codeOf(sounds.charCodeAt(at));
  return codes;
}

export type SoundDistance = {
  begin(query: Uint8Array, writing: Writing): void;
  /**
   * Measures the query against the stretch of text: `whole` and `prefix` are the costs against all of
   * it and against its nearest beginning, or at least more than `most` where they are above that.
   */
  measure(text: Uint8Array, start: number, length: number, most: number): void;
  whole: number;
  prefix: number;
  /** No letter, added or dropped, costs less than this in the script of the query. */
  leastEdit: number;
};

/** A wrong letter. All other costs are shares of it. */
const LETTER_COST = 10;
const SWAP_COST = 8;

const EDIT_COSTS: { [letter: string]: number } = {
  a: 5,
  e: 3,
  i: 3,
  o: 3,
  u: 3,
  y: 2,
  h: 3,
  v: 3,
  n: 6,
};

/** Urdu leaves out most vowels. */
const ARABIC_EDIT_COSTS = { a: 2, e: 1, i: 1, o: 1, u: 1, y: 2, h: 1, v: 1 };

/** Pairs that cost less than a wrong letter. */
const PAIRS: ReadonlyArray<readonly [pairs: string, cost: number]> = [
  ["ei ou nm", 1],
  ["vu vo yi ye", 2],
  ["ae ai ao au cs vb jy", 3],
  ["kg td pb cj dr pv eo eu io iu", 4],
  ["js tr lr ld hs hk gy", 6],
  ["kc ks", 7],
];

/** Tamil writes these pairs with one letter. */
const TAMIL_PAIRS = "kg td pb cj cs js hk";

export function createSoundDistance(): SoundDistance {
  const costs = { plain: buildCosts(false), tamil: buildCosts(true) };
  const edits = buildEdits(EDIT_COSTS);
  const cheapVowels = buildEdits({ ...EDIT_COSTS, ...ARABIC_EDIT_COSTS });
  let [before, above, row] = [new Int32Array(64), new Int32Array(64), new Int32Array(64)];
  let query: Uint8Array = new Uint8Array(0);
  let pairs = costs.plain;
  let edit = edits;
  /** What each letter of the query costs to be dropped. */
  let drops = new Uint8Array(64);

  const distance: SoundDistance = {
    whole: 0,
    prefix: 0,
    leastEdit: 1,
    begin(next, writing) {
      query = next;
      pairs = writing === "tamil" ? costs.tamil : costs.plain;
      edit = writing === "arabic" ? cheapVowels : edits;
      distance.leastEdit = writing === "arabic" ? 1 : 2;
      if (row.length <= query.length) {
        const size = query.length * 2 + 1;
        [before, above, row] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
        drops = new Uint8Array(size);
      }
      for (let q = 0; q < query.length; q += 1) drops[q] = edit[query[q]!]!;
    },
    measure(text, start, length, most) {
      const width = query.length;
      if (most < distance.leastEdit) {
        compareLetters(text, start, length, most);
        return;
      }
      // A letter of the one can only stand for one about as far into the other: each place in between is a
      // letter added or dropped, and costs something. What lies beyond counts as too much.
      const band = Math.floor(most / distance.leastEdit);
      const tooMuch = most + 1;
      let last = Math.min(width, band);
      row[0] = 0;
      for (let q = 0; q < last; q += 1) row[q + 1] = row[q]! + drops[q]!;
      if (last < width) row[last + 1] = tooMuch;
      let least = last === width ? row[width]! : tooMuch;
      let lastLetter = 0;
      const rows = Math.min(length, width + band + 1);
      for (let t = 0; t < rows; t += 1) {
        const spare = before;
        before = above;
        above = row;
        row = spare;
        const letter = text[start + t]!;
        const insertion = edit[letter]!;
        const offset = letter * SIZE;
        const first = Math.max(0, t - band);
        let left = first === 0 ? above[0]! + insertion : tooMuch;
        let rowLeast = left;
        row[first] = left;
        last = Math.min(width, t + 1 + band);
        for (let q = first; q < last; q += 1) {
          const own = query[q]!;
          let cost = above[q]! + pairs[offset + own]!;
          const inserted = above[q + 1]! + insertion;
          if (inserted < cost) cost = inserted;
          const dropped = left + drops[q]!;
          if (dropped < cost) cost = dropped;
          if (own === lastLetter && q > 0 && letter === query[q - 1]) {
            const swapped = before[q - 1]! + SWAP_COST;
            if (swapped < cost) cost = swapped;
          }
          row[q + 1] = cost;
          left = cost;
          if (cost < rowLeast) rowLeast = cost;
        }
        if (last < width) row[last + 1] = tooMuch;
        else if (left < least) least = left;
        lastLetter = letter;
        // Costs never fall from row to row, but for a swap, which is dearer than what it saves here.
        if (rowLeast > most) {
          distance.whole = rowLeast;
          distance.prefix = least;
          return;
        }
      }
      distance.whole = rows < length || last < width ? tooMuch : row[width]!;
      distance.prefix = least;
    },
  };
  return distance;

  /** Where no letter can be added or dropped, each can only stand for the one in its place. */
  function compareLetters(text: Uint8Array, start: number, length: number, most: number): void {
    let cost = length < query.length ? most + 1 : 0;
    for (let q = 0; q < query.length && cost <= most; q += 1) {
      cost += pairs[text[start + q]! * SIZE + query[q]!]!;
    }
    distance.prefix = cost;
    distance.whole = length === query.length ? cost : most + 1;
  }
}

function buildCosts(isTamil: boolean): Uint8Array {
  const costs = new Uint8Array(SIZE * SIZE).fill(LETTER_COST);
  const set = (pair: string, cost: number) => {
    const [a, b] = [codeOf(pair.charCodeAt(0)), codeOf(pair.charCodeAt(1))];
    costs[a * SIZE + b] = cost;
    costs[b * SIZE + a] = cost;
  };
  for (const [list, cost] of PAIRS) for (const pair of list.split(" ")) set(pair, cost);
  if (isTamil) for (const pair of TAMIL_PAIRS.split(" ")) set(pair, 1);
  // Letters of other scripts have been compared as themselves before.
  for (let letter = 0; letter < SIZE; letter += 1) costs[letter * SIZE + letter] = 0;
  return costs;
}

function buildEdits(costs: { [letter: string]: number }): Uint8Array {
  const edits = new Uint8Array(SIZE).fill(LETTER_COST);
  for (const [letter, cost] of Object.entries(costs)) edits[codeOf(letter.charCodeAt(0))] = cost;
  return edits;
}
