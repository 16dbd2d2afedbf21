import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTinyModel, TINY_CALIBRATION } from "../../testing/tiny-model.ts";
import { findCalibrationProblem, openDetector } from "./detector.ts";
import { finalProbability } from "./final-probability.ts";
import { applyLocal, type HumanReading } from "./local-calibration.ts";
import type { Manifest } from "./model-files.ts";
import { recalibrate } from "./recalibrate.ts";

const manifest: Manifest = {
  version: "v0.1",
  window: { length: 129, stride: 96 },
  files: { "calibration.json": "abc" },
};
const model = { calibration: TINY_CALIBRATION, manifest };

/** The same sequence of random numbers on every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Human texts of a population that the released limits accuse far too often. */
function drawTexts(count: number, random: () => number): HumanReading[] {
  return Array.from({ length: count }, () => {
    const sum = random() + random() + random() + random() - 2;
    const mixture = random() < 0.02 ? random() : -1;
    return { language: "en", words: 60 + Math.floor(400 * random()), logit: 1.6 * sum, mixture };
  });
}

function accusedShare(texts: readonly HumanReading[], shift: number): number {
  const local = applyLocal(TINY_CALIBRATION, {
    ...recalibrate([], model, "").local,
    languages: { en: { texts: 200, shift } },
  });
  const map = local.languages["en"]?.final;
  if (map === undefined) throw new Error("no English");
  const accused = texts.filter(
    ({ logit, words, mixture }) => finalProbability(logit, words, map) >= 70 || mixture >= shift,
  );
  return accused.length / texts.length;
}

test("of new texts like those given, at most 1 in 100 is accused on average", () => {
  const random = randomFrom(5);
  const shares: number[] = [];
  for (let trial = 0; trial < 400; trial++) {
    const { local } = recalibrate(drawTexts(200, random), model, "2026-01-01");
    shares.push(accusedShare(drawTexts(500, random), local.languages["en"]?.shift ?? 0));
  }
  expect(accusedShare(drawTexts(2000, random), 0)).toBeGreaterThan(0.05);
  // 2 / 201 is what the method promises for 200 texts; the mean of so many trials strays from it a little.
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  expect(mean).toBeGreaterThan(0.005);
  expect(mean).toBeLessThanOrEqual(0.011);
});

test("the report tells the shares before and after, in all and by length", () => {
  const { languages } = recalibrate(drawTexts(900, randomFrom(3)), model, "2026-01-01");
  const groups = languages[0]?.groups ?? [];
  expect(groups.map(({ from, to }) => [from, to])).toEqual([
    [50, undefined],
    [50, 100],
    [100, 200],
    [200, undefined],
  ]);
  expect(groups.slice(1).reduce((sum, { texts }) => sum + texts, 0)).toBe(900);
  expect(groups[0]?.before.accused).toBeGreaterThan(0.05);
  for (const { after, before } of groups) {
    expect(after.accused).toBeLessThanOrEqual(before.accused);
    expect(after.outright).toBeLessThanOrEqual(before.outright);
    // A text that is no longer called mixed may be called human.
    expect(after.cleared).toBeGreaterThanOrEqual(before.cleared);
  }
  expect(groups[0]?.after.accused).toBeLessThanOrEqual(0.01);
});

test("texts that are hardly ever accused leave the limits as they are: never bolder", () => {
  const calm = drawTexts(400, randomFrom(1)).map((text) => ({ ...text, logit: -5, mixture: -1 }));
  const { local, languages } = recalibrate(calm, model, "2026-01-01");
  expect(local.languages).toEqual({ en: { texts: 400, shift: 0 } });
  expect(languages[0]?.groups[0]?.after).toEqual(languages[0]?.groups[0]?.before);
});

test("under 200 texts of 50 words in a language nothing is moved", () => {
  const random = randomFrom(2);
  const short = drawTexts(300, random).map((text) => ({ ...text, words: 49 }));
  const { local, tooFew } = recalibrate([...drawTexts(199, random), ...short], model, "");
  expect(local.languages).toEqual({});
  expect(tooFew).toEqual({ en: 199 });
});

describe("a detector with the operator's calibration", () => {
  const AI = "The lazy breeze zigzags over the dizzy maze and the puzzle of frozen pizza. ";
  let modelDir: string;
  let folder: string;
  beforeAll(async () => {
    modelDir = await buildTinyModel();
    folder = await mkdtemp(join(tmpdir(), "lodestone-calibration-"));
  });
  afterAll(async () => {
    await rm(modelDir, { recursive: true });
    await rm(folder, { recursive: true });
  });

  async function write(changes: object): Promise<string> {
    const own = JSON.parse(await readFile(join(modelDir, "manifest.json"), "utf8")) as Manifest;
    const file = join(folder, "local.json");
    const local = {
      ...recalibrate([], { calibration: TINY_CALIBRATION, manifest: own }, "2026-01-01").local,
      languages: { en: { texts: 250, shift: 30 } },
      ...changes,
    };
    await writeFile(file, JSON.stringify(local));
    return file;
  }

  test("is more cautious, says that it is in force, and keeps its scores", async () => {
    const open = (calibrationFile?: string) =>
      openDetector({ modelDir, workers: 1, queueMax: 5, calibrationFile });
    const [released, local] = await Promise.all([open(), open(await write({}))]);
    try {
      const text = AI.repeat(12);
      const [before, after] = await Promise.all([released.detect(text), local.detect(text)]);
      expect([before.verdict, before.calibration]).toEqual(["AI-generated", undefined]);
      expect(after.final_probability).toBeLessThan(70);
      expect(after.score).toBe(before.score);
      expect(after.calibration).toMatch(/^local-[0-9a-f]{8}$/);
      expect(local.calibration).toBe(after.calibration);
      expect(after.model_version).toBe(before.model_version);
    } finally {
      await Promise.all([released.close(), local.close()]);
    }
  });

  test.each([
    ["of another model", { model_version: "v9.9" }, "made for model v9.9"],
    [
      "of another calibration",
      { calibration_sha256: "00" },
      'run "lodestone detect calibrate" again',
    ],
    [
      "that makes it bolder",
      { languages: { en: { texts: 250, shift: -1 } } },
      "is not a calibration",
    ],
    ["of another kind", { format: "x" }, "is not a calibration"],
  ])("refuses a file %s with a sentence", async (_name, changes, sentence) => {
    const file = await write(changes);
    expect(await findCalibrationProblem(modelDir, file)).toContain(sentence);
    await expect(
      openDetector({ modelDir, workers: 1, queueMax: 1, calibrationFile: file }),
    ).rejects.toThrow(sentence);
  });

  test("refuses a file that is no JSON, or gone", async () => {
    const file = join(folder, "broken.json");
    await writeFile(file, "{");
    expect(await findCalibrationProblem(modelDir, file)).toContain("is not JSON");
    expect(await findCalibrationProblem(modelDir, join(folder, "no"))).toContain("can't be read");
  });
});
