// What a set of edits may do to the length of a text, told from outside.
import { expect, test } from "vitest";
import { buildDetection, buildRewriter, RESOURCES } from "../../testing/build-rewriter.ts";
import { wordsIn } from "../detector/detector.ts";
import { createRewriter } from "./rewrite.ts";

const PLAIN =
  "The people of the town meet in the old hall each week. They bring tea and bread, and they talk about the roads, the school and the price of wool. A clerk writes down what they say and reads it out at the end.";

async function wordsLost(text: string): Promise<number> {
  const { humanized_text, regenerated } = await buildRewriter().rewrite(text);
  expect(regenerated).toBe(true);
  return wordsIn(text) - wordsIn(humanized_text);
}

test("a text without blemishes loses its padding", async () => {
  const text = `${PLAIN} They meet in order to find out the facts, and they do so due to the fact that they utilize the roads.`;
  expect(await wordsLost(text)).toBeGreaterThan(3);
});

test("a text with a blemish keeps its length while a few words would go, and gets plainer words", async () => {
  const text = `${PLAIN} They utilize the hall for their wellbeing, and in order to ensure that numerous individuals can commence their work.`;
  const { humanized_text } = await buildRewriter().rewrite(text);
  expect(wordsIn(humanized_text)).toBeGreaterThanOrEqual(wordsIn(text));
  expect(humanized_text).toContain("make sure that many people");
});

test("a text full of padding loses it, blemish or not", async () => {
  const text =
    "It is important to note that their wellbeing matters. Due to the fact that the hall is old, we meet in order to find money. In the event that it rains, we stay at home on a regular basis.";
  expect(await wordsLost(text)).toBeGreaterThan(8);
});

test("a slip that is repaired no longer keeps a text long", async () => {
  const text = `The hall is a old one. ${PLAIN} They meet in order to find out the facts, and they do so due to the fact that they utilize the roads.`;
  const { humanized_text } = await buildRewriter().rewrite(text);
  expect(humanized_text).toMatch(/^The hall is an old one/);
  expect(wordsIn(humanized_text)).toBeLessThan(wordsIn(text));
});

test("one word in a long text is not worth a blemish that was not seen", async () => {
  const plain = "The people of the town meet in the hall. They bring tea. A clerk reads the news.";
  const text = `${Array.from({ length: 14 }, () => plain).join(" ")} They utilize the old hall in order to sing.`;
  const { humanized_text } = await buildRewriter().rewrite(text);
  expect(humanized_text).toContain("They use the old hall in order to sing.");
});

test("of a text too short to judge, what the detector would mind by less than a point stays edited", async () => {
  const text =
    "They utilize the old hall in order to sing, and numerous individuals come. The hall is warm and the tea is free.";
  const minds = (content: string) =>
    !content.includes("utilize") ? 0.9003 : content.includes("numerous") ? 0.9001 : 0.9;
  const warnings = [{ code: "short_text", message: "Under 50 words." }];
  const rewriter = createRewriter({
    resources: RESOURCES,
    detect: async (content) => ({ ...buildDetection(minds(content)), warnings }),
  });
  const { humanized_text } = await rewriter.rewrite(text);
  expect(humanized_text).toContain("They use the old hall");
  const longer = await buildRewriter(minds).rewrite(text);
  expect(longer.humanized_text).toContain("utilize");
});
