// A small preference model: of two wordings that say the same, which would a person have written? Hashed
// runs of one to three words and of four letters, one weight each, trained on texts by people and by
// machines (training/rewriter-preference.ts). Names and numbers are masked: it judges style alone.

export type Preference = {
  /** How much a passage speaks for a machine; only differences between wordings of it mean anything. */
  score(passage: string): number;
  /** The same for a whole text, by its length: log-odds that a machine wrote it. */
  scoreText(text: string): number;
};

/** Four bytes of scale (float32, little-endian), then one signed byte for each of 2^n buckets. */
export function readPreference(file: Uint8Array): Preference {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const weights = new Int8Array(file.buffer, file.byteOffset + 4, file.byteLength - 4);
  if (weights.length === 0 || (weights.length & (weights.length - 1)) !== 0) {
    throw new Error("preference: the number of weights is not a power of two");
  }
  const scale = view.getFloat32(0, true);
  return {
    score(passage) {
      let sum = 0;
      for (const [bucket, count] of countFeatures(passage, weights.length)) {
        sum += (weights[bucket] ?? 0) * count;
      }
      return (sum * scale) / TYPICAL_NORM;
    },
    scoreText(text) {
      let sum = 0;
      let square = 0;
      for (const [bucket, count] of countFeatures(text, weights.length)) {
        const value = damped(count);
        sum += (weights[bucket] ?? 0) * value;
        square += value * value;
      }
      return (sum * scale) / (Math.sqrt(square) || 1);
    },
  };
}

/** A feature seen often counts little more than one seen once. */
export function damped(count: number): number {
  return 1 + Math.log(count);
}

// The length of the feature vector of a text of some 250 words; it brings both scores to one scale.
const TYPICAL_NORM = 40;

/** How often each bucket occurs in a passage. */
export function countFeatures(passage: string, buckets: number): Map<number, number> {
  const plain = passage.replaceAll("’", "'");
  const found = new Map<number, number>();
  const add = (state: number): void => {
    const bucket = (state ^ (state >>> 13)) & (buckets - 1);
    found.set(bucket, (found.get(bucket) ?? 0) + 1);
  };
  const tokens = maskedTokens(plain);
  const hashes = tokens.map(hash);
  for (let length = 1; length <= 3; length++) {
    for (let first = 0; first + length <= hashes.length; first++) {
      let state = length * 0x9e3779b1;
      for (let i = 0; i < length; i++) {
        state = Math.imul(state ^ (hashes[first + i] ?? 0), 0x85ebca6b);
        state ^= state >>> 15;
      }
      add(state);
    }
  }
  // Letters as they stand: endings, and what stands on either side of a space or a comma.
  const letters = tokens.join(" ").replaceAll(/ (?=[.,;:!?')])/g, "");
  for (let i = 0; i + LETTERS <= letters.length; i++) add(hash(letters.slice(i, i + LETTERS)));
  return found;
}

const LETTERS = 4;
const TOKEN = /\p{L}+(?:'\p{L}+)*|\p{N}+|[^\s\p{L}\p{N}]/gu;

function maskedTokens(passage: string): string[] {
  const tokens = passage.match(TOKEN) ?? [];
  return tokens.map((token, i) => {
    if (/^\p{N}/u.test(token)) return "0";
    // A capital inside a sentence is a name.
    const opens = i === 0 || /^[.!?"“”:]$/.test(tokens[i - 1] ?? "");
    if (!opens && /^\p{Lu}/u.test(token) && token !== "I" && !token.startsWith("I'")) return "Aa";
    return token.toLowerCase();
  });
}

function hash(token: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < token.length; i++) {
    value = Math.imul(value ^ token.charCodeAt(i), 0x01000193);
  }
  return value ^ (value >>> 15);
}
