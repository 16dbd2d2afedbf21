import fc from "fast-check";
import { expect, test } from "vitest";
import { createNgramModel } from "./ngrams.ts";

const COUNT = 1 << 10;
const model = createNgramModel(
  {
    weights: { file: "ngrams.bin", type: "int8", count: COUNT, scale: 0.05 },
    bias: -0.3,
    groups: [
      { name: "w1", token: "word", length: 1, salt: 11 },
      { name: "w3", token: "word", length: 3, salt: 13 },
      { name: "k2", token: "form", length: 2, salt: 17 },
    ],
  },
  Int8Array.from({ length: COUNT }, (_, i) => ((i * 37) % 255) - 127),
);

const WORDS = ["The", "the", "boat", "late", ",", "and", "12", "it's", "."];
const anyTokens = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 30 });

test("the logit without some tokens is that of the text in which they do not stand", () => {
  fc.assert(
    fc.property(anyTokens, fc.nat(29), fc.nat(29), (tokens, a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const left = tokens.filter((_, i) => i < from || i >= to);
      const explained = model.explain(tokens.join(" "));
      const last = Math.min(to, tokens.length);
      const without = explained.without(Math.min(from, tokens.length), last);
      expect(without).toBeCloseTo(model.score(left.join(" ")), 9);
    }),
  );
});

test("each token has its place, and the contributions point the way of the weights", () => {
  const text = "The boat was late.";
  const { starts, ends, contributions } = model.explain(text);
  expect(Array.from(starts, (start, i) => text.slice(start, ends[i]))).toEqual([
    "The",
    "boat",
    "was",
    "late",
    ".",
  ]);
  expect(contributions).toHaveLength(5);
  expect(contributions.every(Number.isFinite)).toBe(true);
});
