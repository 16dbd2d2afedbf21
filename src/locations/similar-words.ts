// Finds the words of a table that one word of a query can be a misspelling of.
import { type Distance, editsAllowed } from "./edit-distance.ts";
import type { NameTable } from "./name-table.ts";
import { maskOf, siftPrefix, siftWhole } from "./signatures.ts";

/** The words found last, and their edits. */
export type SimilarWords = {
  readonly words: Uint32Array;
  readonly edits: Uint8Array;
  count: number;
  /** As whole words, or as the beginnings of words. */
  find(units: Uint16Array, isPrefix: boolean): void;
};

/** Shorter beginnings with an edit in them would match almost anything. */
export const PREFIX_LENGTH_MIN = 4;

export function createSimilarWords(table: NameTable, distance: Distance): SimilarWords {
  const { wordText, wordStart, wordSignatures } = table;
  const wordCount = wordStart.length - 1;
  const sifted = new Uint32Array(wordCount);
  const similar: SimilarWords = {
    words: new Uint32Array(wordCount),
    edits: new Uint8Array(wordCount),
    count: 0,
    find,
  };
  return similar;

  function find(units: Uint16Array, isPrefix: boolean): void {
    similar.count = 0;
    const most = editsAllowed(units.length);
    if (most === 0) return;
    const mask = maskOf(units, 0, units.length);
    const least = units.length - most;
    const byPrefix = isPrefix && units.length >= PREFIX_LENGTH_MIN;
    const count = byPrefix
      ? siftPrefix(wordSignatures, mask, most, least, sifted)
      : siftWhole(wordSignatures, mask, most, least, units.length + most, sifted);
    distance.begin(units);
    for (let i = 0; i < count; i += 1) {
      const word = sifted[i]!;
      const start = wordStart[word]!;
      const length = wordStart[word + 1]! - 1 - start;
      const edits = byPrefix
        ? distance.prefix(wordText, start, length, most)
        : distance.whole(wordText, start, length, most);
      if (edits > most) continue;
      similar.words[similar.count] = word;
      similar.edits[similar.count] = edits;
      similar.count += 1;
    }
  }
}
