import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readModelCard } from "./model-card.ts";

const CARD = `# Model card: Lodestone detector v7.3

**What it is for.** Tells how likely
a text is. **Evidence.**

**What it is.** An encoder with \`manifest.json\`.

**Trained on** 12 texts.

## Measured

On a set of [texts](https://nowhere.example).

| what | measured | wanted |
|---|---|---|
| AUROC | 0.5 | 0.9 |
| … when 1 % are | 0.4 | |

Another paragraph.

## Where it fails

- **Short texts**: under 50
  words.
- Others.
`;

test("version, purpose, figures and failures come out of the card, word for word", () => {
  expect(readModelCard(CARD)).toEqual({
    version: "v7.3",
    about: [
      "What it is for. Tells how likely a text is. Evidence.",
      "What it is. An encoder with manifest.json.",
    ],
    measuredOn: "On a set of texts.",
    measured: [
      ["AUROC", "0.5"],
      ["… when 1 % are", "0.4"],
    ],
    fails: ["Short texts: under 50 words.", "Others."],
  });
});

test("a card that names no version is none, and one without tables has none", () => {
  expect(readModelCard("# Notes\n\nNothing.")).toBeNull();
  expect(readModelCard("# Card v1.0")).toMatchObject({ measured: [], fails: [], measuredOn: "" });
});

test("the released model's card can be read, every figure of its table", () => {
  const markdown = readFileSync(new URL("../../models/CARD.md", import.meta.url), "utf8");
  const card = readModelCard(markdown);
  const rows = markdown.split("\n").filter((line) => line.startsWith("| ")).length;
  expect(card?.about).toHaveLength(2);
  expect(card?.measured.length).toBe(rows - 1);
  expect(card?.measuredOn).not.toBe("");
  expect(card?.fails.length).toBeGreaterThan(3);
  for (const [what, figure] of card?.measured ?? []) {
    expect(markdown.replace(/\*\*|`/g, "")).toContain(`| ${what} | ${figure} |`);
  }
});
