// What the detector has to say in which edits are made, told from outside.
import { expect, test } from "vitest";
import { buildRewriter } from "../../testing/build-rewriter.ts";
import { wordsIn } from "../detector/detector.ts";

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

const STIFF =
  "They utilize the old hall to sing, and numerous individuals come. The hall is warm and the tea is free.";

/** Finds a text without the stiff word more machine-like by so much. */
function minding(rise: number): (content: string) => number {
  return (content) => (content.includes("utilize") ? 0.9 : 0.9 + rise);
}

test("what the detector minds by less than half a point is edited all the same", async () => {
  const { humanized_text, warnings } = await buildRewriter(minding(0.004)).rewrite(STIFF);
  expect(humanized_text).toContain("They use the old hall");
  expect(warnings).toEqual([]);
});

test("no edit makes a text look more machine-written, but for strong, which says so", async () => {
  const rewriter = buildRewriter(minding(0.05));
  const { humanized_text } = await rewriter.rewrite(STIFF);
  expect(humanized_text).toContain("utilize");
  const strong = await rewriter.rewrite(STIFF, { strength: "strong" });
  expect(strong.humanized_text).toContain("They use the old hall");
  expect(strong.new_human_prob).toBeLessThan(100 - strong.original_ai_prob);
  expect(strong.warnings.map(({ code }) => code)).toEqual(["rewrite_less_human"]);
});

test("a text that reads as a person's loses its wordy phrases and keeps its other words", async () => {
  const text =
    "Despite the fact that the hall is closed, please call us. Due to the fact that many claims came late, we will look at them on a weekly basis. Numerous members demonstrate that this works.";
  const { humanized_text } = await buildRewriter(() => 0.05).rewrite(text);
  expect(humanized_text).toBe(
    "Although the hall is closed, please call us. Because many claims came late, we will look at them weekly. Numerous members demonstrate that this works.",
  );
});

test("official prose is put plainly, whether or not it reads as a person's", async () => {
  const text =
    "It should be noted that the hall will be closed for a period of two days. You are requested to send the form not later than 3 May. Prior to the visit, kindly call this office in respect of the visit.";
  for (const strength of ["medium", "strong"] as const) {
    // The detector takes the plain text for a machine's: officialese looks like a person's, because machines rarely write it.
    const rewriter = buildRewriter((read) => (read === text ? 0.05 : 0.9));
    const { humanized_text, warnings } = await rewriter.rewrite(text, { strength });
    expect(humanized_text).toBe(
      "The hall will be closed for two days. Please send the form by 3 May. Before the visit, kindly call this office in respect of the visit.",
    );
    expect(warnings.map(({ code }) => code)).toContain("rewrite_less_human");
  }
});
