// How fast the engine of src/rewriter/write reads prompts and writes answers, by batch size, in tokens a second of one
// core's time; the reference is the same engine without its cache, which reads everything again for each token.
//
//   node bench/writer-engine.ts FOLDER     (made by training/rewriter/export.py; models/rewriter if none is named)
import { join } from "node:path";
import { mulberry32 } from "../evaluation/seeded-random.ts";
import { disableTelemetry } from "../src/inference/inference.ts";
import { openEngine } from "../src/rewriter/write/engine.ts";

const PROMPT = 64;
const ANSWER = 25;
const ROUNDS = 3;

disableTelemetry();
const engine = await openEngine(join(process.argv[2] ?? "models/rewriter", "writer.onnx"));
const random = mulberry32(44);
const row = (length: number) =>
  Array.from({ length }, () => 16 + Math.floor(random() * (engine.vocabulary - 16)));

console.log("rows  prompt tokens/s  answer tokens/s  both, answer tokens/s  without a cache");
for (const rows of [1, 4, 8, 16]) {
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await time(rows));
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const prompt = middle(runs.map((run) => run.prompt));
  const answer = middle(runs.map((run) => run.answer));
  const afresh = middle(runs.map((run) => run.afresh));
  const figures = [
    (rows * PROMPT) / prompt,
    (rows * ANSWER) / answer,
    (rows * ANSWER) / (prompt + answer),
    rows / afresh,
  ];
  console.log([rows, ...figures.map(Math.round)].join("\t"));
}
await engine.release();

async function time(rows: number) {
  const prompts = Array.from({ length: rows }, () => row(PROMPT));
  const cache = engine.openCache(rows, PROMPT + ANSWER);
  for (const _ of prompts) cache.add();
  const prompt = await seconds(() => engine.read(cache, prompts));
  const answer = await seconds(async () => {
    for (let step = 0; step < ANSWER; step++) {
      await engine.read(
        cache,
        prompts.map(() => row(1)),
      );
    }
  });
  const whole = Array.from({ length: rows }, () => row(PROMPT + ANSWER));
  const fresh = engine.openCache(rows, PROMPT + ANSWER);
  for (const _ of prompts) fresh.add();
  return { prompt, answer, afresh: await seconds(() => engine.read(fresh, whole)) };
}

/** Processor time, not the clock's: other work on the machine changes it little. */
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
