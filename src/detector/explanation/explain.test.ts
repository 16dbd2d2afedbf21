import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTinyModel } from "../../../testing/tiny-model.ts";
import { type Detector, type Evidence, openDetector } from "../detector.ts";
import { removeRanges } from "./occlusion.ts";

const HUMAN = "We quit the quay quietly, and the quarrel about the quilt was quickly done. ";
const AI = "The lazy breeze zigzags over the dizzy maze and the puzzle of frozen pizza. ";
const PLAIN = "There is a road that goes down to the river, and the boys walk there at noon. ";

let modelDir: string;
let detector: Detector;
beforeAll(async () => {
  modelDir = await buildTinyModel();
  detector = await openDetector({ modelDir, workers: 1, queueMax: 20 });
});
afterAll(async () => {
  await detector.close();
  await rm(modelDir, { recursive: true });
});

async function explain(text: string): Promise<Evidence[]> {
  const { explanation } = await detector.detect(text, { explain: true });
  return explanation?.evidence ?? [];
}
const scoreOf = async (text: string): Promise<number> => (await detector.detect(text)).score;

test.each([
  ["one window", AI.slice(0, 55) + HUMAN.slice(0, 60)],
  ["several windows", PLAIN.repeat(4) + AI + PLAIN.repeat(3) + HUMAN + PLAIN.repeat(5)],
  ["a long text", (PLAIN.repeat(9) + AI + PLAIN.repeat(7) + HUMAN).repeat(12)],
])("the evidence in %s is what moves the score, together and alone", async (_name, text) => {
  const evidence = await explain(text);
  const before = await scoreOf(text);
  expect(evidence.length).toBeGreaterThan(0);
  expect(evidence.length).toBeLessThanOrEqual(12);
  for (const direction of ["ai", "human"] as const) {
    const own = evidence.filter((item) => item.direction === direction);
    if (own.length === 0) continue;
    const together = await scoreOf(removeRanges(text, own));
    expect(together < before).toBe(direction === "ai");
    for (const item of own) {
      expect(text.slice(item.start, item.end)).toBe(item.text);
      expect(item.weight).toBeGreaterThan(0);
      expect(item.text).toMatch(direction === "ai" ? /z/i : /q/i);
      // Whole words: nothing is cut inside one.
      expect(text.slice(item.start - 1, item.start)).not.toMatch(/\p{L}/u);
      expect(text.slice(item.end, item.end + 1)).not.toMatch(/\p{L}/u);
    }
  }
  expect(evidence.map(({ weight }) => weight)).toEqual(
    evidence.map(({ weight }) => weight).toSorted((a, b) => b - a),
  );
  expect(evidence.some(({ direction }) => direction === "ai")).toBe(true);
});

test("phrases do not overlap and stay inside their sentence", async () => {
  const text = (AI + HUMAN).repeat(6);
  const sorted = (await explain(text)).toSorted((a, b) => a.start - b.start);
  sorted.forEach((item, i) => {
    expect(item.start).toBeGreaterThanOrEqual(sorted[i - 1]?.end ?? 0);
    expect(item.text).not.toContain(". ");
  });
});

test("offsets point into the input as it was sent, with markup and hidden characters", async () => {
  const text = `# Title\n\n${PLAIN}\n\n* The la\u200bzy **breeze zigzags** over the dizzy maze.\n\n${PLAIN.repeat(4)}`;
  const evidence = await explain(text);
  expect(evidence.length).toBeGreaterThan(0);
  for (const { start, end, text: phrase } of evidence) {
    expect(text.slice(start, end)).toBe(phrase);
  }
});

test("no explanation comes unasked, and a text without a score has no evidence", async () => {
  expect((await detector.detect(AI.repeat(8))).explanation).toBeUndefined();
  const foreign = "El barco salió antes de que se levantara la niebla y nadie dijo nada. ".repeat(
    8,
  );
  for (const text of [foreign, "", "```\nconst zz = 1;\n```"]) {
    const { explanation } = await detector.detect(text, { explain: true });
    expect(explanation).toEqual({ evidence: [], signs: [] });
  }
});

test("the answer is otherwise the same, and the same every time", async () => {
  const text = PLAIN.repeat(4) + AI + HUMAN;
  const { explanation, ...rest } = await detector.detect(text, { explain: true });
  expect(rest).toEqual(await detector.detect(text));
  const again = await Promise.all([1, 2, 3].map(() => detector.detect(text, { explain: true })));
  for (const found of again) expect(found.explanation).toEqual(explanation);
});

test("an explanation that nobody waits for is given up", async () => {
  const gone = new AbortController();
  const pending = detector.detect(PLAIN.repeat(300) + AI, { explain: true, signal: gone.signal });
  gone.abort(new Error("gone"));
  await expect(pending).rejects.toThrow("gone");
  expect((await detector.detect(AI.repeat(8))).verdict).toBe("AI-generated");
});

test("texts of full length are explained, also hard ones", async () => {
  for (const unit of [PLAIN + AI, "z q ", "z, ", "z. ", "字", "\n", "a"]) {
    const text = unit.repeat(Math.floor(100_000 / unit.length));
    const { explanation } = await detector.detect(text, { explain: true });
    expect(explanation?.evidence.length).toBeLessThanOrEqual(12);
  }
});
