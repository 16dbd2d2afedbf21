// What the detector has to say in which edits are made, told from outside.
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

test("a text loses its padding", async () => {
  const text = `${PLAIN} It is important to note that they are able to mend the roads, and each and every one of them could potentially help.`;
  expect(await wordsLost(text)).toBeGreaterThan(6);
});

test("a text full of padding loses it", async () => {
  const text =
    "It is important to note that their wellbeing matters. First and foremost, the hall is old, and it could potentially fall. As mentioned earlier, we are able to mend it for each and every one of us.";
  expect(await wordsLost(text)).toBeGreaterThan(8);
});

test("of a text too short to judge, what the detector would mind by less than a point stays edited", async () => {
  const text =
    "They utilize the old hall to sing, and numerous individuals come. The hall is warm and the tea is free.";
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
