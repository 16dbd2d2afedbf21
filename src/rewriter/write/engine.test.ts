// The tiny network is random, so its tokens mean nothing; that batches and the cache change nothing shows all the same.
import { afterAll, beforeAll, expect, test } from "vitest";
import { decode, logProbability, sampler } from "./decode.ts";
import { type Engine, openEngine } from "./engine.ts";

const MARKS = { end: 2, keep: 10, judge: 11, yes: 12, no: 13 };
const PROMPTS = [
  [3, 40, 41, 42, 43, 6],
  [3, 50, 51, 6],
  [3, 20, 21, 22, 23, 24, 25, 26, 6],
  [3, 60, 6],
];

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine(
    new URL("../../../testing/tiny-writer/writer.onnx", import.meta.url).pathname,
  );
});
afterAll(() => engine.release());

/** The slow way: everything read again for each token, one row at a time. */
async function readAfresh(ids: readonly number[]): Promise<Float32Array> {
  const cache = engine.openCache(1, ids.length);
  cache.add();
  return (await engine.read(cache, [ids])).of(0);
}

test("reading token by token gives what reading everything at once gives", async () => {
  const cache = engine.openCache(2, 16);
  cache.add();
  cache.add();
  await engine.read(cache, [[3, 40, 41], [3]]);
  const found = await engine.read(cache, [[42], [50, 51]]);
  expectClose(found.of(0), await readAfresh([3, 40, 41, 42]));
  expectClose(found.of(1), await readAfresh([3, 50, 51]));
});

test("logits after every token are those of the text up to there", async () => {
  const cache = engine.openCache(2, 8);
  cache.add();
  cache.add();
  const found = await engine.read(cache, [[3, 40, 41], [3]], "all");
  expectClose(found.of(0, 1), await readAfresh([3, 40]));
  expectClose(found.of(0, 2), await readAfresh([3, 40, 41]));
  expectClose(found.of(1), await readAfresh([3]));
});

test("prompts answered side by side get the answers they get alone, each with its judgement", async () => {
  const lengthMax = [12, 3, 9, 20];
  const together = await decode(engine, MARKS, PROMPTS, { lengthMax });
  for (const [i, prompt] of PROMPTS.entries()) {
    const [alone] = await decode(engine, MARKS, [prompt], { lengthMax: [lengthMax[i] ?? 0] });
    expect(together[i]?.ids).toEqual(alone?.ids);
    expect(together[i]?.likelihood).toBeCloseTo(alone?.likelihood ?? 0, 1);
    expect(together[i]?.judgement).toBeCloseTo(alone?.judgement ?? 0, 0);
    expect(await answerAfresh(prompt, lengthMax[i] ?? 0)).toEqual(alone?.ids);
  }
  expect(together.map(({ ids }) => ids.length).some((length) => length > 1)).toBe(true);
});

test("an answer that ends is judged after its end, one that doesn't is incomplete, kept is one token", async () => {
  const script = [[40, 41, MARKS.end], [40, 40, 40, 40], [MARKS.keep]];
  const finished: number[] = [];
  const answers = await decode(engine, MARKS, PROMPTS.slice(0, 3), {
    lengthMax: [4, 4, 4],
    choose: scripted(script),
    onAnswer: (prompt) => finished.push(prompt),
  });
  expect(answers.map(({ ids }) => ids)).toEqual([[40, 41], [40, 40, 40, 40], []]);
  expect(answers.map(({ complete }) => complete)).toEqual([true, false, true]);
  expect(answers.map(({ kept }) => kept)).toEqual([false, false, true]);
  expect(finished[0]).toBe(2);
  const judged = await readAfresh([...(PROMPTS[0] ?? []), 40, 41, MARKS.end, MARKS.judge]);
  const odds = (judged[MARKS.yes] ?? 0) - (judged[MARKS.no] ?? 0);
  expect(answers[0]?.judgement).toBeCloseTo(odds, 0);
});

test("decoding ends when it is cancelled", async () => {
  const stop = new AbortController();
  const choose = () => {
    stop.abort(new Error("the client left"));
    return 40;
  };
  const running = decode(engine, MARKS, PROMPTS, {
    lengthMax: [9, 9, 9, 9],
    choose,
    signal: stop.signal,
  });
  await expect(running).rejects.toThrow("the client left");
});

test("a sampler draws in proportion, and never from outside the likeliest tokens", () => {
  const logits = Float32Array.from([Math.log(0.5), Math.log(0.3), Math.log(0.15), Math.log(0.05)]);
  const draws = new Map<number, number>();
  for (let i = 0; i < 1000; i++) {
    const token = sampler(() => (i + 0.5) / 1000, { temperature: 1, topP: 0.8 })(logits);
    draws.set(token, (draws.get(token) ?? 0) + 1);
  }
  expect(Object.fromEntries(draws)).toEqual({ 0: 625, 1: 375 });
  expect(logProbability(logits, 2)).toBeCloseTo(Math.log(0.15), 5);
});

async function answerAfresh(prompt: readonly number[], lengthMax: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < lengthMax) {
    const logits = await readAfresh([...prompt, ...ids]);
    const token = logits.indexOf(Math.max(...logits));
    if (token === MARKS.end || token === MARKS.keep) break;
    ids.push(token);
  }
  return ids;
}

/** Chooses what the script says: in each step the rows still open are asked in order. */
function scripted(script: readonly (readonly number[])[]): () => number {
  const longest = Math.max(...script.map((row) => row.length));
  const calls = Array.from({ length: longest }, (_, step) =>
    script.flatMap((row) => row[step] ?? []),
  ).flat();
  return () => calls.shift() ?? MARKS.end;
}

/** Activations are rounded to 8 bits, so the last bits depend on the order of sums. */
function expectClose(found: Float32Array, expected: Float32Array): void {
  const scale = Math.max(...expected.map(Math.abs));
  const apart = Math.max(...found.map((value, i) => Math.abs(value - (expected[i] ?? 0))));
  expect(apart / scale).toBeLessThan(0.02);
}
