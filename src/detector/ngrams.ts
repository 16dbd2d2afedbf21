// The n-gram model: hashed runs of words, lowercased and as written, one weight each. It repeats exactly
// what training/ngrams.py does (models/ngrams.json describes it); the golden scores keep both consistent.
import { FORM, fnv1a, hashRun } from "./hashing.ts";

export type NgramFile = {
  weights: { file: string; type: "int8"; count: number; scale: number };
  bias: number;
  groups: { name: string; token: "word" | "form"; length: number; salt: number }[];
};

export type NgramModel = {
  /** One logit for a text (AI against human). */
  score(text: string): number;
  /** The same with what each token adds to it, for explanations. */
  explain(text: string): NgramText;
};

export type NgramText = {
  /** Offsets of each token in the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** About how far the logit would fall without the token: the runs it stands in, shared among their tokens. */
  readonly contributions: Float64Array;
  /** The exact logit of the text without the tokens [from, to). */
  without(from: number, to: number): number;
};

/** Makes the model from its description and its weights. */
export function createNgramModel(file: NgramFile, weights: Int8Array): NgramModel {
  if (weights.length !== file.weights.count || (weights.length & (weights.length - 1)) !== 0) {
    throw new Error("ngrams: the number of weights is not the stated power of two");
  }
  const bucketMask = file.weights.count - 1;
  const longest = Math.max(1, ...file.groups.map(({ length }) => length));
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

  function hashTokens(found: readonly string[]): TokenHashes {
    const words = new Int32Array(found.length);
    const forms = new Int32Array(found.length);
    found.forEach((form, i) => {
      const hashes = hashesOf(form);
      words[i] = hashes.word;
      forms[i] = hashes.form;
    });
    return { words, forms };
  }

  /** Calls `visit` with the bucket of every run inside the tokens. */
  function eachRun(
    { words, forms }: TokenHashes,
    visit: (bucket: number, first: number, length: number) => void,
  ): void {
    for (const { token, length, salt } of file.groups) {
      const hashes = token === "word" ? words : forms;
      for (let first = 0; first + length <= hashes.length; first++) {
        visit(hashRun(hashes, first, length, salt) & bucketMask, first, length);
      }
    }
  }

  const weightOf = (bucket: number): number => weights[bucket] ?? 0;

  /** The counts of all buckets, and the two sums the logit is made of. */
  function sumUp(tokens: TokenHashes): Sums & { counts: Map<number, number> } {
    const counts = new Map<number, number>();
    eachRun(tokens, (bucket) => counts.set(bucket, (counts.get(bucket) ?? 0) + 1));
    let sum = 0;
    let squares = 0;
    for (const [bucket, count] of counts) {
      const value = Math.log1p(count);
      sum += value * weightOf(bucket);
      squares += value * value;
    }
    return { counts, sum, squares };
  }

  const logitOf = ({ sum, squares }: Sums): number =>
    file.bias + (file.weights.scale * sum) / Math.sqrt(Math.max(squares, 1e-9));

  return {
    score: (text) => logitOf(sumUp(hashTokens(text.match(FORM) ?? []))),

    explain(text) {
      const found = [...text.matchAll(FORM)];
      const tokens = hashTokens(found.map(([form]) => form));
      const { counts, sum, squares } = sumUp(tokens);
      const norm = Math.sqrt(Math.max(squares, 1e-9));
      const contributions = new Float64Array(found.length);
      eachRun(tokens, (bucket, first, length) => {
        const count = counts.get(bucket) ?? 1;
        const [value, less] = [Math.log1p(count), Math.log1p(count - 1)];
        // What the logit loses when one of the runs goes, to first order; the norm shrinks with it.
        const ownSum = (weightOf(bucket) * (value - less)) / norm;
        const ownNorm = (sum * (value * value - less * less)) / (2 * norm ** 3);
        const share = (file.weights.scale * (ownSum - ownNorm)) / length;
        for (let i = first; i < first + length; i++)
          contributions[i] = (contributions[i] ?? 0) + share;
      });
      const slice = (from: number, to: number): TokenHashes => ({
        words: tokens.words.subarray(from, to),
        forms: tokens.forms.subarray(from, to),
      });
      return {
        starts: Int32Array.from(found, ({ index }) => index),
        ends: Int32Array.from(found, (match) => match.index + match[0].length),
        contributions,
        without(from, to) {
          // Only runs that touch the gap change: those go, and those across the seam come.
          const left = Math.max(0, from - longest + 1);
          const right = Math.min(found.length, to + longest - 1);
          const changes = new Map<number, number>();
          const change = (bucket: number, by: number): void =>
            void changes.set(bucket, (changes.get(bucket) ?? 0) + by);
          eachRun(slice(left, right), (bucket) => change(bucket, -1));
          eachRun(joinTokens(slice(left, from), slice(to, right)), (bucket) => change(bucket, 1));
          const sums = { sum, squares };
          for (const [bucket, by] of changes) {
            const count = counts.get(bucket) ?? 0;
            const [before, after] = [Math.log1p(count), Math.log1p(count + by)];
            sums.sum += (after - before) * weightOf(bucket);
            sums.squares += after * after - before * before;
          }
          return logitOf(sums);
        },
      };
    },
  };
}

type TokenHashes = { readonly words: Int32Array; readonly forms: Int32Array };
type Sums = { sum: number; squares: number };

const KNOWN_MAX = 50_000;

function joinTokens(a: TokenHashes, b: TokenHashes): TokenHashes {
  const join = (left: Int32Array, right: Int32Array): Int32Array => {
    const joined = new Int32Array(left.length + right.length);
    joined.set(left);
    joined.set(right, left.length);
    return joined;
  };
  return { words: join(a.words, b.words), forms: join(a.forms, b.forms) };
}
