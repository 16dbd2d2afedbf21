// How often human texts are called likely AI, and how often AI texts are found, as measured. The figures are those of
// models/CARD.md and change with the model; test/false-alarms.test.ts compares them.

export const FALSE_ALARMS =
  "On texts like those it was made with, 0.3 % of human texts were called likely AI; on texts from other sources, 2.0 %.";

export const FOUND = "It recognises 75 % of AI texts of 50 words and more.";

/** Rows of the model card's table, word by word, for the page of documentation. */
export const MEASURED: ReadonlyArray<readonly [what: string, measured: string]> = [
  ["AUROC", "0.990"],
  ["machine texts found when 5 % of human texts are flagged", "0.954"],
  ["… when 1 % are", "0.842"],
  ["human texts called AI-generated, Likely or Mixed, all sources", "0.3 %"],
  ["the same on human texts from sources outside the corpora", "2.0 %"],
  ["machine texts of 50 words and more called so", "75 %"],
  ["calibration error (15 bins)", "0.011"],
  ["sentence AUROC where sentences are labelled", "0.85"],
];
