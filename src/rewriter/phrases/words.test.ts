import { expect, test } from "vitest";
import { RESOURCES } from "../../../testing/build-rewriter.ts";
import { applyReplacements, type Edit } from "../edit.ts";
import { findProse } from "../passages.ts";
import { draftEdits, judgeDrafts } from "../propose.ts";
import { registerOf } from "../register.ts";
import type { RewriterResources } from "../resources.ts";
import { readPlainerWords } from "./words.ts";

const TABLE =
  "terrain => land | ground\nmassive => huge\nindividuals => folk | people\nmovies => films\n";

/** What is added to the drafts of a text when the judge says this of each wording. */
async function settled(text: string, sureOf: (to: string) => number): Promise<Edit[]> {
  const register = registerOf(text);
  const { passages } = findProse(text);
  const resources: RewriterResources = {
    ...RESOURCES,
    plainerWords: () => readPlainerWords(TABLE),
    judge: () => ({ judge: ({ to }) => sureOf(to) }),
  };
  const drafts = draftEdits(text, passages, {
    isStrong: false,
    register,
    lexicon: RESOURCES.lexicon(),
    phrases: RESOURCES.phrases(),
  });
  const judged = await judgeDrafts(text, drafts, {
    resources,
    register,
    isOwn: false,
    settings: {
      isStrong: false,
      sureMin: { phrase: 0.59, word: 0.66 },
      cutWordsMin: Number.POSITIVE_INFINITY,
    },
  });
  return judged.flatMap(({ edits, passage }) =>
    edits
      .filter(({ why }) => why === "plainer word")
      .map((edit) => ({
        ...edit,
        start: edit.start + passage.start,
        end: edit.end + passage.start,
      })),
  );
}

async function reworded(text: string, sureOf: (to: string) => number): Promise<string> {
  return applyReplacements(text, await settled(text, sureOf));
}

test("the surest wording stands, and the other sure ones are kept for the search", async () => {
  const text = "The road crosses rough terrain for two days.";
  const [edit] = await settled(text, (to) => (to === "ground" ? 0.9 : 0.8));
  expect(edit).toMatchObject({ to: "ground", others: ["land"] });
});

test("what the judge is not sure of stays as it is", async () => {
  const text = "The road crosses rough terrain for two days.";
  expect(await reworded(text, () => 0.5)).toBe(text);
});

test("a word that the sentence before or after has is not said again", async () => {
  const text = "A massive gate stood there. The huge door was shut. A massive wall rose behind it.";
  expect(await reworded(text, () => 0.9)).toBe(text);
});

test("what a reviewed rule changes is left to the rule", async () => {
  expect(await settled("Many individuals came to the fair.", () => 0.9)).toEqual([]);
});

test("nor is a word put where the rule for it says it must not stand", async () => {
  expect(
    await settled("We must act as individuals here.", (to) => (to === "people" ? 0.9 : 0)),
  ).toEqual([]);
});

test("a thing that comes again in the text keeps its name", async () => {
  const text = "The road crosses rough terrain for two days. Few horses like such terrain at all.";
  expect(await reworded(text, () => 0.9)).toBe(text);
});

test("a thing that comes again in the other number keeps its name", async () => {
  const text = "It is a good movie. She saw two of the movies at home.";
  expect(await reworded(text, () => 0.9)).toBe(text);
});
