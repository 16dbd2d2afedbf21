// What of an answer reaches the history: the fields its list shows, and the answer without the text.
import { expect, test } from "vitest";
import type { Detection } from "../detector/detector.ts";
import type { Rewrite } from "../rewriter/rewriter.ts";
import { keepDetection, keepRewrite } from "./input.ts";

const detection: Detection = {
  ai_probability: 58,
  human_probability: 42,
  final_probability: 61,
  verdict: "Mixed",
  input_type: "text",
  model_version: "v1.0",
  segments: [],
  words: 2,
  language: "en",
  warnings: [],
  score: 0.58,
};

const readability = { grade: 8, words: 2, sentences: 1 };
const rewrite: Rewrite = {
  regenerated: true,
  humanized_text: "Two words",
  original_ai_prob: 80,
  new_human_prob: 55,
  input_type: "text",
  model_version: "v1.0",
  warnings: [],
  scores: { before: 0.8, after: 0.45 },
  final_probability: { before: 71, after: 40 },
  readability: { before: readability, after: readability },
  changes: [],
  sentences: [],
};

test("a detection is listed by its verdict, final probability and words", () => {
  expect(keepDetection(detection, { content: "two words" })).toEqual({
    content: "two words",
    name: undefined,
    summary: { inputType: "text", verdict: "Mixed", probability: 61, words: 2 },
    answer: detection,
  });
});

test("a detection without a score is listed without a probability", () => {
  const text = { content: "zwei Wörter" };
  const language: Detection = {
    ...detection,
    verdict: "Uncertain",
    final_probability: 50,
    uncertain_because: "language",
  };
  const warnings = [{ code: "no_prose" as const, message: "No prose was found." }];
  const table: Detection = { ...detection, verdict: "Uncertain", final_probability: 50, warnings };
  for (const without of [language, table]) {
    expect(keepDetection(without, text).summary).toMatchObject({
      verdict: "Uncertain",
      probability: null,
    });
  }
});

test("a rewrite is listed by the final probability of the text that was sent", () => {
  expect(keepRewrite(rewrite, { content: "two words" }).summary).toEqual({
    inputType: "text",
    verdict: null,
    probability: 71,
    words: null,
  });
});

test("the answer about a file names its format and doesn't repeat its text", () => {
  const file = { content: "two words", format: "pdf", name: "a.pdf" };
  for (const { name, summary, answer } of [
    keepDetection(detection, file),
    keepRewrite(rewrite, file),
  ]) {
    expect([name, summary.inputType, answer.input_type]).toEqual(["a.pdf", "pdf", "pdf"]);
    expect(answer).not.toHaveProperty("content");
  }
});
