import { expect, test } from "vitest";
import { detectLines } from "./detect-lines.ts";
import type { Detection } from "./detection.ts";
import { renderReport } from "./report-terminal.ts";

function buildDetection(changes: Partial<Detection> = {}): Detection {
  const text =
    "A plain sentence that is a little longer than the width of the narrow report below.";
  return {
    ai_probability: 97,
    human_probability: 3,
    final_probability: 93,
    verdict: "AI-generated",
    input_type: "text",
    model_version: "v1.3",
    words: 120,
    language: "en",
    warnings: [{ code: "zero_width", message: "3 zero-width characters removed before scoring." }],
    score: 0.9712,
    segments: [
      {
        text,
        ai_prob: 92,
        human_prob: 8,
        color_label: "red",
        is_data: false,
        start: 0,
        end: text.length,
      },
      {
        text: "a\u001b[31m = 日本語",
        ai_prob: 50,
        human_prob: 50,
        color_label: "gray",
        is_data: true,
        start: 90,
        end: 99,
      },
    ],
    ...changes,
  };
}

test("the report says verdict, bars, warnings and caution within its width", () => {
  const report = renderReport(buildDetection(), { width: 44, color: false });
  expect(report).toMatchInlineSnapshot(`
    "AI-generated
    93 on a scale from 0, human, to 100, AI.

     92 % ███████░ A plain sentence that is a
                   little longer than the width
                   of the narrow report below.
     data ░░░░░░░░ a[31m = 日本語

    ! 3 zero-width characters removed before
      scoring.
    120 words of prose, language en, model v1.3.
    A score is evidence, not proof: never decide
    about a person by it alone.
    "
  `);
  for (const line of report.split("\n")) expect(line.length).toBeLessThanOrEqual(44);
});

test("colours appear only when asked for, and a text cannot bring its own", () => {
  expect(renderReport(buildDetection(), { width: 80, color: true })).toContain(
    "\u001b[31m███████░\u001b[0m",
  );
  expect(renderReport(buildDetection(), { width: 80, color: false })).not.toContain("\u001b");
});

async function* linesOf(lines: string[]): AsyncIterable<string> {
  yield* lines;
}

test("lines are answered in input order although the texts take different times", async () => {
  const waiting: (() => void)[] = [];
  const written: string[] = [];
  const progress: number[] = [];
  const run = detectLines({
    lines: linesOf(["1", "2", "3", "4"].map((id) => JSON.stringify({ id, text: `text ${id}` }))),
    // The later text of each pair is finished first.
    detect: (text) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(buildDetection({ score: Number(text.slice(5)) })));
        if (waiting.length === 2) for (const finish of waiting.splice(0).toReversed()) finish();
      }),
    write: (line) => void written.push(line),
    parallel: 2,
    textLengthMax: 100,
    onProgress: (done) => progress.push(done),
  });
  expect(await run).toEqual({ done: 4, failed: 0 });
  expect(written.map((line) => JSON.parse(line)).map(({ id, score }) => [id, score])).toEqual([
    ["1", 1],
    ["2", 2],
    ["3", 3],
    ["4", 4],
  ]);
  expect(progress).toEqual([1, 2, 3, 4]);
});

test("a bad line becomes an error line and the others go on", async () => {
  const written: unknown[] = [];
  const result = await detectLines({
    lines: linesOf([
      "{",
      "[]",
      '{"id":7}',
      '{"id":8,"text":"!?"}',
      `{"id":9,"text":"${"a".repeat(60)}"}`,
      "",
      '{"id":10,"text":"boom"}',
      '{"id":11,"text":"fine"}',
    ]),
    detect: async (text) => {
      if (text === "boom") throw new Error("the text could not be analysed");
      return buildDetection();
    },
    write: (line) => void written.push(JSON.parse(line)),
    parallel: 3,
    textLengthMax: 50,
  });
  expect(result).toEqual({ done: 7, failed: 6 });
  expect(written.slice(0, 6)).toEqual([
    { id: null, error: "line 1 is not JSON" },
    { id: null, error: 'line 2 has no "text"' },
    { id: 7, error: 'line 3 has no "text"' },
    { id: 8, error: "The text has no words." },
    { id: 9, error: "Text is too long: at most 50 characters." },
    { id: 10, error: "the text could not be analysed" },
  ]);
  expect(written[6]).toMatchObject({ id: 11, score: 0.9712, verdict: "AI-generated" });
});

test("never more texts in flight than asked for", async () => {
  let flying = 0;
  let most = 0;
  await detectLines({
    lines: linesOf(Array.from({ length: 50 }, (_, id) => JSON.stringify({ id, text: "word" }))),
    detect: async () => {
      most = Math.max(most, ++flying);
      await Promise.resolve();
      flying--;
      return buildDetection();
    },
    write: () => {},
    parallel: 4,
    textLengthMax: 50,
  });
  expect(most).toBeLessThanOrEqual(4);
});
