// Two filters of words, 80 KiB together: those a grammar checker takes as they stand, and those it minds in
// one use ("a warmth", "Mia"). A filter may take a strange word for one of its own (about once in a
// hundred), never the other way round.

export type WordFilter = { has(word: string): boolean };

export type KnownWords = {
  /** Words in small letters that are spelled right. */
  readonly known: WordFilter;
  /** Names with an odd capital, and nouns that are not counted, as "a warmth". */
  readonly minded: WordFilter;
};

const KNOWN_BITS = 1 << 19;
const MINDED_BITS = 1 << 17;
const PROBES = 4;

export function readKnownWords(file: Uint8Array): KnownWords {
  if (file.length * 8 !== KNOWN_BITS + MINDED_BITS)
    throw new Error(`The filters of words have ${file.length} bytes.`);
  return {
    known: filterOver(file.subarray(0, KNOWN_BITS / 8)),
    minded: filterOver(file.subarray(KNOWN_BITS / 8)),
  };
}

export function buildKnownWords(known: Iterable<string>, minded: Iterable<string>): Uint8Array {
  const file = new Uint8Array((KNOWN_BITS + MINDED_BITS) / 8);
  fill(file.subarray(0, KNOWN_BITS / 8), known);
  fill(file.subarray(KNOWN_BITS / 8), minded);
  return file;
}

/** The runs of letters in a text that begin small; parts of "don't" and "it's" are no words. */
export function smallWords(text: string): string[] {
  return text.match(SMALL_WORD) ?? [];
}

/** The runs of letters that begin with a capital. */
export function capitalWords(text: string): string[] {
  return text.match(CAPITAL_WORD) ?? [];
}

const SMALL_WORD = /(?<![\p{L}\p{N}\p{M}'’])[a-z]\p{L}+(?!['’\p{L}\p{N}\p{M}])/gu;
const CAPITAL_WORD = /(?<![\p{L}\p{N}\p{M}])\p{Lu}\p{L}+(?![\p{L}\p{N}\p{M}])/gu;

function filterOver(bits: Uint8Array): WordFilter {
  return {
    has: (word) =>
      probesOf(word, bits.length * 8).every(
        (bit) => ((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0,
      ),
  };
}

function fill(bits: Uint8Array, words: Iterable<string>): void {
  for (const word of words) {
    for (const bit of probesOf(word, bits.length * 8)) {
      bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
}

function probesOf(word: string, size: number): number[] {
  let one = 0x811c9dc5;
  let two = 0x9e3779b1;
  for (let i = 0; i < word.length; i++) {
    one = Math.imul(one ^ word.charCodeAt(i), 0x01000193);
    two = Math.imul(two ^ word.charCodeAt(i), 0x85ebca6b);
    two ^= two >>> 13;
  }
  one ^= one >>> 15;
  // An odd step reaches every bit.
  return Array.from({ length: PROBES }, (_, i) => (one + Math.imul(i, two | 1)) & (size - 1));
}
