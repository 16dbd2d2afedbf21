import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { RESOURCES, readSentence } from "../../../testing/build-rewriter.ts";
import { applyReplacements } from "../edit.ts";
import type { JointModel } from "./joint-model.ts";
import { likelyCuts } from "./reading.ts";
import { writeCut } from "./write-cut.ts";

let model: JointModel;
beforeAll(async () => {
  model = await RESOURCES.joints();
});

const LONG =
  "The harbour was rebuilt after the war with money from the north, and the fishing boats that had been moved to the river came back one by one.";

test("the released model finds the joint of a long sentence, and how the next one begins", async () => {
  const reading = await model.read("", LONG);
  const [best] = likelyCuts(reading).toSorted((one, two) => two.chance - one.chance);
  expect(best?.parts).toMatchObject({
    at: LONG.indexOf(", and"),
    drop: 2,
    subject: "",
    helper: "",
  });
  expect(best?.chance).toBeGreaterThan(0.9);
  const edit = best === undefined ? undefined : writeCut(readSentence(LONG), best.parts);
  expect(edit && applyReplacements(LONG, [edit])).toBe(
    "The harbour was rebuilt after the war with money from the north. The fishing boats that had been moved to the river came back one by one.",
  );
});

test("a short plain sentence has no joint", async () => {
  const { joints } = await model.read("", "The ferry leaves at nine in the morning.");
  expect(joints.filter(({ chance }) => chance > 0.3)).toEqual([]);
});

test("what the model says of a sentence is the same every time", async () => {
  const [one, two] = await Promise.all([
    model.read("It rained.", LONG),
    model.read("It rained.", LONG),
  ]);
  const cuts = likelyCuts(one);
  expect(likelyCuts(two)).toEqual(cuts);
  await model.read("", "Something else was read in between, and nobody minded it at all.");
  expect(likelyCuts(await model.read("It rained.", LONG))).toEqual(cuts);
});

test("a sentence longer than it was taught with is left alone", async () => {
  const { joints } = await model.read("", `${"The road goes on and on, ".repeat(60)}and it ends.`);
  expect(joints).toEqual([]);
});

test("any text can be read, and every cut of it is written with the words it keeps", async () => {
  const word = fc.constantFrom(
    ..."the a river, and but which made it They 1998 — “stone” (old) making , . ; naïve 日本 🌊 he".split(
      " ",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 40 }), async (words) => {
      const text = words.join(" ");
      const reading = await model.read("", text);
      for (const { parts, chance, wording } of likelyCuts(reading)) {
        expect(chance).toBeGreaterThan(0);
        expect(wording).toBeLessThanOrEqual(1.0001);
        const edit = writeCut(readSentence(text), parts);
        if (edit === undefined) continue;
        expect(text.slice(0, edit.start) + edit.to + text.slice(edit.end)).toContain(". ");
      }
    }),
    { numRuns: 60 },
  );
});
