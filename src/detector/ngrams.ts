// The n-gram voice: hashed runs of words and of style tokens, one weight each. It repeats exactly what
// training/ngrams.py does (models/ngrams.json describes it); the golden scores hold both together.

export type NgramFile = {
  weights: { file: string; type: "int8"; count: number; scale: number };
  bias: number;
  groups: { name: string; token: "word" | "style"; length: number; salt: number }[];
  frequent_words: string[];
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
  const frequent = new Set(file.frequent_words);
  const bucketMask = file.weights.count - 1;
  // Hashes of forms seen before, bounded; prose repeats its words.
  const known = new Map<string, { word: number; style: number }>();

  function hashesOf(form: string): { word: number; style: number } {
    const stored = known.get(form);
    if (stored !== undefined) return stored;
    const hashes = { word: fnv1a(wordToken(form)), style: fnv1a(styleToken(form, frequent)) };
    if (known.size >= KNOWN_MAX) known.clear();
    if (form.length <= 40) known.set(form, hashes);
    return hashes;
  }

  return {
    score(text) {
      const forms = text.match(FORM) ?? [];
      const words = new Int32Array(forms.length);
      const styles = new Int32Array(forms.length);
      forms.forEach((form, i) => {
        const hashes = hashesOf(form);
        words[i] = hashes.word;
        styles[i] = hashes.style;
      });
      const counts = new Map<number, number>();
      for (const group of file.groups) {
        const hashes = group.token === "word" ? words : styles;
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

function wordToken(form: string): string {
  return /^\p{Nd}/u.test(form) ? "0" : form.toLowerCase();
}

/** Frequent words and punctuation stay; any other word becomes its case, its length and its ending. */
function styleToken(form: string, frequent: ReadonlySet<string>): string {
  if (/^\p{Nd}/u.test(form)) return "0";
  const lower = form.toLowerCase();
  if (!/^[\p{L}\p{N}]/u.test(form) || frequent.has(lower)) return lower;
  const points = [...lower];
  const shape = form === lower ? "a" : "A";
  const length = points.length <= 4 ? "1" : points.length <= 7 ? "2" : "3";
  return `${shape}${length}~${points.slice(-2).join("")}`;
}

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
