// The n-gram voice: hashed runs of words, lowercased and as written, one weight each. It repeats exactly
// what training/ngrams.py does (models/ngrams.json describes it); the golden scores hold both together.

export type NgramFile = {
  weights: { file: string; type: "int8"; count: number; scale: number };
  bias: number;
  groups: { name: string; token: "word" | "form"; length: number; salt: number }[];
};

export type NgramModel = {
  /** One logit for a text (AI against human). */
  score(text: string): number;
};

/** Makes the model from its description and its weights. */
export function createNgramModel(file: NgramFile, weights: Int8Array): NgramModel {
  if (weights.length !== file.weights.count || (weights.length & (weights.length - 1)) !== 0) {
    throw new Error("ngrams: the number of weights is not the power of two that was described");
  }
  const bucketMask = file.weights.count - 1;
  // Hashes of forms seen before, bounded; prose repeats its words.
  const known = new Map<string, { word: number; form: number }>();

  function hashesOf(form: string): { word: number; form: number } {
    const stored = known.get(form);
    if (stored !== undefined) return stored;
    const token = /^\p{Nd}/u.test(form) ? "0" : form;
    const hashes = { word: fnv1a(token.toLowerCase()), form: fnv1a(token) };
    if (known.size >= KNOWN_MAX) known.clear();
    if (form.length <= 40) known.set(form, hashes);
    return hashes;
  }

  return {
    score(text) {
      const found = text.match(FORM) ?? [];
      const words = new Int32Array(found.length);
      const forms = new Int32Array(found.length);
      found.forEach((form, i) => {
        const hashes = hashesOf(form);
        words[i] = hashes.word;
        forms[i] = hashes.form;
      });
      const counts = new Map<number, number>();
      for (const group of file.groups) {
        const hashes = group.token === "word" ? words : forms;
        for (let first = 0; first + group.length <= hashes.length; first++) {
          const bucket = hashRun(hashes, first, group.length, group.salt) & bucketMask;
          counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
        }
      }
      let sum = 0;
      let squares = 0;
      for (const [bucket, count] of counts) {
        const value = Math.log1p(count);
        sum += value * (weights[bucket] ?? 0);
        squares += value * value;
      }
      return file.bias + (file.weights.scale * sum) / Math.sqrt(Math.max(squares, 1e-9));
    },
  };
}

const KNOWN_MAX = 50_000;

const FORM = /[\p{L}\p{Nl}\p{No}]+(?:'[\p{L}\p{Nl}\p{No}]+)*|\p{Nd}+|\S/gu;

const encoder = new TextEncoder();

function fnv1a(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of encoder.encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value;
}

function hashRun(hashes: Int32Array, first: number, length: number, salt: number): number {
  let state = salt;
  for (let i = 0; i < length; i++) {
    state = Math.imul(state ^ (hashes[first + i] ?? 0), 0x9e3779b1);
    state ^= state >>> 15;
  }
  state = Math.imul(state, 0x85ebca6b);
  return state ^ (state >>> 13);
}
