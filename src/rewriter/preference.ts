// A small sentence-preference model: of two sentences that say the same, which did a person write? Hashed
// runs of one to three words, one weight each, trained on human originals beside machine-polished
// versions (training/rewriter-preference.ts). Names and numbers are masked: it judges style alone.

export type Preference = {
  /** Log-odds that a machine polished the sentence; only differences mean anything. */
  score(sentence: string): number;
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
    score(sentence) {
      let sum = 0;
      for (const bucket of featuresOf(sentence, weights.length)) sum += weights[bucket] ?? 0;
      return sum * scale;
    },
  };
}

/** The buckets of a sentence, each once. */
export function featuresOf(sentence: string, buckets: number): Set<number> {
  const tokens = ["^", ...maskedTokens(sentence), "$"].map(hash);
  const found = new Set<number>();
  for (let length = 1; length <= 3; length++) {
    for (let first = 0; first + length <= tokens.length; first++) {
      let state = length * 0x9e3779b1;
      for (let i = 0; i < length; i++) {
        state = Math.imul(state ^ (tokens[first + i] ?? 0), 0x85ebca6b);
        state ^= state >>> 15;
      }
      found.add((state ^ (state >>> 13)) & (buckets - 1));
    }
  }
  return found;
}

const TOKEN = /\p{L}+(?:'\p{L}+)*|\p{N}+|[^\s\p{L}\p{N}]/gu;

function maskedTokens(sentence: string): string[] {
  const tokens = sentence.replaceAll("’", "'").match(TOKEN) ?? [];
  return tokens.map((token, i) => {
    if (/^\p{N}/u.test(token)) return "0";
    if (i > 0 && /^\p{Lu}/u.test(token) && token !== "I" && !token.startsWith("I'")) return "Aa";
    return token.toLowerCase();
  });
}

function hash(token: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < token.length; i++) {
    value = Math.imul(value ^ token.charCodeAt(i), 0x01000193);
  }
  return value;
}
