import { expect, test } from "vitest";
import { columnsOf } from "../terminal-text.ts";
import { renderExplanation } from "./terminal.ts";

const paint = (text: string): string => text;
const explanation = {
  evidence: [
    {
      start: 0,
      end: 22,
      text: "Research\nsuggests that",
      direction: "ai",
      weight: 0.8,
      per_million: { ai: 7.4, human: 2 },
    },
    { start: 30, end: 52, text: "ordered it\u001b[31m and left", direction: "human", weight: 0.2 },
  ],
  signs: [
    {
      name: "stock_phrases",
      value: 2.5,
      human_range: [0, 1.9],
      text: "2.5 % of the words stand in stock phrases. That is above the 0 to 1.9 of most human texts.",
    },
  ],
} satisfies Parameters<typeof renderExplanation>[0];

test("phrases, counts and signs fit the screen", () => {
  expect(renderExplanation(explanation, { width: 80, paint }).join("\n")).toMatchInlineSnapshot(`
    "Why
    These phrases make it look like AI:
      ████████ Research suggests that                               AI 7.4, people 2
    These make it look human:
      ██░░░░░░ ordered it[31m and left
    The bar is how far the score moves without the phrase; behind it, how often AI
    and people use it in a million words.
    · 2.5 % of the words stand in stock phrases. That is above the 0 to 1.9 of most
      human texts."
  `);
  for (const width of [80, 44]) {
    for (const line of renderExplanation(explanation, { width, paint })) {
      expect(columnsOf(line)).toBeLessThanOrEqual(width);
    }
  }
});

test("a text without evidence is told so", () => {
  const lines = renderExplanation({ evidence: [], signs: [] }, { width: 80, paint });
  expect(lines).toEqual(["Why", "No single phrase moves the score by itself."]);
});
