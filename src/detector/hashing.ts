// The hash functions of the n-gram model and the phrase table. training/ngrams.py repeats them, so a change
// here asks for a new model.

/** Letters with inner apostrophes, runs of digits, or any other single character. */
export const FORM = /[\p{L}\p{Nl}\p{No}]+(?:'[\p{L}\p{Nl}\p{No}]+)*|\p{Nd}+|\S/gu;

const encoder = new TextEncoder();

/** 32-bit FNV-1a over UTF-8. */
export function fnv1a(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of encoder.encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value;
}

/** One 32-bit hash for a run of token hashes. */
export function hashRun(hashes: Int32Array, first: number, length: number, salt: number): number {
  let state = salt;
  for (let i = 0; i < length; i++) {
    state = Math.imul(state ^ (hashes[first + i] ?? 0), 0x9e3779b1);
    state ^= state >>> 15;
  }
  state = Math.imul(state, 0x85ebca6b);
  return state ^ (state >>> 13);
}
