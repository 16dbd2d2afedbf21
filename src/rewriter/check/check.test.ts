import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { segmentText } from "../../detector/detector.ts";
import { checkRewrite } from "./check.ts";

// For each fault a rewrite that has it, and one that says the same in other words.
test.each([
  [
    "numbers",
    "Costs rose by 20 percent to $1,200.",
    "Costs rose by 30 percent to $1,200.",
    "Costs went up 20% to $1200.",
  ],
  [
    "numbers",
    "Three of the ten wells are dry.",
    "Four of the ten wells are dry.",
    "Of the 10 wells, 3 are dry.",
  ],
  [
    "names",
    "The mayor met Holm in Leeds.",
    "The mayor met Holm in York.",
    "In Leeds the mayor met Holm.",
  ],
  [
    "names",
    "Last year the firm moved to Delhi.",
    "Last year the firm moved away.",
    "The firm moved to Delhi last year.",
  ],
  ["negation", "The plan is not fair.", "The plan is fair.", "The plan is unfair."],
  ["negation", "They have no money left.", "They have some money left.", "They lack money now."],
  [
    "negation",
    "The dam holds the water back.",
    "The dam does not hold the water back.",
    "The dam keeps the water back.",
  ],
  [
    "negation",
    "It is not only cheap but also safe.",
    "It is not cheap but it is safe.",
    "It is both cheap and safe.",
  ],
  [
    "alternatives",
    "Bring a passport and a photograph.",
    "Bring a passport or a photograph.",
    "Take a passport and a photograph with you.",
  ],
  [
    "alternatives",
    "Pay by card or in cash.",
    "Pay by card and in cash.",
    "Payment is by card or in cash.",
  ],
  [
    "certainty",
    "The drug may cause headaches.",
    "The drug causes headaches.",
    "Headaches are possible with the drug.",
  ],
  [
    "certainty",
    "The drug causes headaches.",
    "The drug probably causes headaches.",
    "The drug gives people headaches.",
  ],
  [
    "obligation",
    "Visitors must sign the book.",
    "Visitors sign the book.",
    "Visitors are required to sign the book.",
  ],
  [
    "extent",
    "All pupils passed the test.",
    "Pupils passed the test.",
    "Every pupil passed the test.",
  ],
  ["extent", "Only members vote on it.", "Members vote on it.", "It is voted on by members alone."],
  ["extent", "Most towns pay for it.", "Towns pay for it.", "The majority of towns pay for it."],
  [
    "persons",
    "I wrote the report myself.",
    "We wrote the report ourselves.",
    "I was the one who wrote the report.",
  ],
  ["persons", "The report was written late.", "I wrote the report late.", "The report came late."],
  [
    "opposite",
    "Prices rose before the vote.",
    "Prices fell before the vote.",
    "Prices went up before the vote.",
  ],
  ["opposite", "Wash it before the meal.", "Wash it after the meal.", "Before the meal, wash it."],
  [
    "shape",
    "Wash it before the meal.",
    "Wash it\nbefore the meal.",
    "Wash it before eating the meal.",
  ],
  [
    "content",
    "The committee examined several competing proposals concerning regional transport.",
    "The weather yesterday was pleasantly sunny throughout the whole afternoon.",
    "The committee looked at several competing proposals about transport in the region.",
  ],
])("%s: %s is not %s", (fault, before, wrong, right) => {
  expect(checkRewrite(before, wrong)).toBe(fault);
  expect(checkRewrite(before, right)).toBeUndefined();
});

test("strings to be kept survive exactly and as often", () => {
  const kept = ["Form 12-B"];
  expect(checkRewrite("Send Form 12-B today.", "Send form 12-B today.", kept)).toBe("protected");
  expect(checkRewrite("Send Form 12-B today.", "Today, send Form 12-B.", kept)).toBeUndefined();
});

// What a careless or hostile writer makes of machine prose. None of it may stand.
const HOSTILE: readonly (readonly [string, RegExp, string])[] = [
  ["and → or", /\band\b/, "or"],
  ["is → is not", /\bis\b(?! not)/, "is not"],
  ["can → cannot", /\bcan\b/, "cannot"],
  ["not left out", /\bnot (?!only\b)/, ""],
  ["may → will", /\bmay\b/, "will"],
  ["will → may", /\bwill\b(?! not)/, "may"],
  ["more → less", /\bmore\b/, "less"],
  ["before → after", /\bbefore\b/, "after"],
  ["with → without", /\bwith\b/, "without"],
];

const SENTENCES = readFileSync(
  new URL("../../../bench/texts/machine.jsonl", import.meta.url),
  "utf8",
)
  .split("\n", 60)
  .map((line) => (JSON.parse(line) as { text: string }).text)
  .flatMap((text) =>
    segmentText(text).segments.map(({ start, end }) => text.slice(start, end).trim()),
  );

test.each(HOSTILE)("%s is refused in every sentence of machine prose", (_, pattern, put) => {
  const changed = SENTENCES.filter((sentence) => pattern.test(sentence));
  expect(changed.length).toBeGreaterThan(5);
  const passed = changed.filter(
    (sentence) => checkRewrite(sentence, sentence.replace(pattern, put)) === undefined,
  );
  expect(passed.length / changed.length).toBeLessThanOrEqual(0.02);
});
