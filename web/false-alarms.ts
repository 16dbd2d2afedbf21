// How often human texts are called likely AI, and how often AI texts are found, as measured. The figures are those of
// models/CARD.md and change with the model; test/false-alarms.test.ts compares them.

export const FALSE_ALARMS =
  "On texts like those it was made with, 0.2 % of human texts were called likely AI; on texts from other sources, 0.3 %.";

export const FOUND =
  "It recognises 92 % of texts of 100 words or more by assistants of 2025–26, and calls 0.7 % of them human-written.";

/** Rows of the model card's table, word by word, for the page of documentation. */
export const MEASURED: ReadonlyArray<readonly [what: string, measured: string]> = [
  [
    "texts by assistants of 2025–26: AUROC / found when 5 % of human texts are flagged / 1 %",
    "0.996 / 0.987 / 0.951",
  ],
  [
    "the same of 100 words and more: called AI-generated or Likely / (likely) human",
    "92 % / 0.7 %",
  ],
  ["texts by models of 2019 to 2024: AUROC / 5 % / 1 %", "0.989 / 0.952 / 0.831"],
  ["human texts called AI-generated or Likely, all sources", "0.2 %"],
  ["the same on human texts from sources left out of training", "0.3 %"],
  ["the worst such source of 100 texts and more (a textbook)", "1.0 %"],
  ["texts by models of 2019 to 2024, 50 words and more, called AI-generated or Likely", "74 %"],
];

/** For the page: a number and its sign stay on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(" %", "\u00a0%");
}
