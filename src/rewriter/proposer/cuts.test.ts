import { expect, test } from "vitest";
import { RESOURCES } from "../../../testing/build-rewriter.ts";
import { findProtected } from "../gate/protect.ts";
import { findProse } from "../passages.ts";
import { draftEdits, judgeDrafts } from "../propose.ts";
import { isFormalProse } from "../register.ts";
import { STRENGTHS } from "../strengths.ts";

/** The cuts that stand, as they would read. */
async function cutsOf(text: string, keep: string[] = [], signal?: AbortSignal): Promise<string[]> {
  const prose = findProse(text);
  const drafts = draftEdits(text, prose.passages, {
    isStrong: false,
    isFormal: isFormalProse(text),
    lexicon: RESOURCES.lexicon(),
    phrases: RESOURCES.phrases(),
  });
  const cut = await judgeDrafts(text, drafts, {
    resources: RESOURCES,
    isFormal: false,
    isOwn: false,
    spans: findProtected(text, prose.starts, keep),
    settings: { ...STRENGTHS.strong, sureMin: { ...STRENGTHS.strong.sureMin, split: 0.95 } },
    signal,
  });
  return cut.flatMap(({ passage, edits }) =>
    edits
      .filter(({ kind }) => kind === "split")
      .map(({ start, end, to }) => passage.text.slice(0, start) + to + passage.text.slice(end)),
  );
}

test("a sure cut stands", async () => {
  const text =
    "The new harbour plan will bring more ships to the northern coast, and the council hopes that the larger docks will create work for young people.";
  expect(await cutsOf(text)).toEqual([
    "The new harbour plan will bring more ships to the northern coast. The council hopes that the larger docks will create work for young people.",
  ]);
});

test("a first part in which no verb is found is left to the judge", async () => {
  expect(
    await cutsOf(
      "The scrap of paper that she had looked for all week lay beside the old brass lamp on the desk, its edges torn and brown with age.",
    ),
  ).toEqual([
    "The scrap of paper that she had looked for all week lay beside the old brass lamp on the desk. Its edges were torn and brown with age.",
  ]);
});

test("a part without a verb is not left alone where the other one had the only verb", async () => {
  for (const text of [
    "This article analysing the domain of learning from pictures and presents a full view of the methods in use.",
    "This event was thought to have been caused by the strong forces of nature; in this case, the great storm, suggesting an unusual journey for the bird.",
  ])
    expect(await cutsOf(text)).toEqual([]);
});

test("a story that goes on, a promise that hangs on a request, and a cause stay in one sentence", async () => {
  for (const text of [
    "The new harbour plan will bring more ships to the northern coast every year, so the council hopes for work for the young people of the town.",
    "The old man put down the lamp that he had carried all the way from the harbour, and he laughed about the long letters of the council.",
    "Please send me the long report about the northern harbour and its new docks, and I will read it with the people of the council.",
  ])
    expect(await cutsOf(text)).toEqual([]);
});

test("at 'and' and 'but' only sentences of 25 words and more are cut", async () => {
  for (const text of [
    "The new harbour plan will bring more ships to the coast, and the council hopes that the docks will create work.",
    "The new harbour plan will bring more ships to the coast, but the council fears that the docks will cost too much.",
  ])
    expect(await cutsOf(text)).toEqual([]);
});

test("what a caller wants kept is not cut", async () => {
  const text =
    "The new harbour plan will bring more ships to the northern coast, and the council hopes that the larger docks will create work for young people.";
  expect(await cutsOf(text, ["northern coast, and the council"])).toEqual([]);
});

test("a short sentence, a question and a quotation stay whole", async () => {
  for (const text of [
    "The plan failed, but nobody minded.",
    "Did the council approve the plan in March, and did the fishermen of the villages know of it?",
    '"The council approved the plan in March, and the fishermen of the villages were never asked about it," he said.',
  ])
    expect(await cutsOf(text)).toEqual([]);
});

test("at one joint one wording stands", async () => {
  const text =
    "The old mill stands by the river below the town, its great wheel turning slowly in the cold water.";
  expect((await cutsOf(text)).length).toBeLessThanOrEqual(1);
});

test("who leaves is not worked for", async () => {
  const gone = AbortSignal.abort(new Error("gone"));
  await expect(cutsOf("The plan failed, but nobody minded.", [], gone)).rejects.toThrow("gone");
});
