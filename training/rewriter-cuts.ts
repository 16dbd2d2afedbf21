// Teaches the judge of cuts (models/rewriter/cut-judge.bin) with cuts that were read and judged one by one: what
// the model of joints holds of the words around each cut is read again, then judge-fit.ts fits the weights. The
// cuts of every seventh text are left out at first, to measure with; then all of them teach the judge that is
// written.
//
//   node training/rewriter-cuts.ts training/work/cuts.jsonl

import { createReadStream, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { foldOf } from "../evaluation/row-splits.ts";
import { RELEASED_MODELS } from "../src/release.ts";
import { readSentence } from "../src/rewriter/english/tokens.ts";
import { cutFeatures, inputOf, judgeWith, type ReadCut } from "../src/rewriter/judge/cut-judge.ts";
import { bucketsOf, writeJudgeWeights } from "../src/rewriter/judge/judge-weights.ts";
import { statesAround } from "../src/rewriter/proposer/cuts.ts";
import { openResources } from "../src/rewriter/resources.ts";
import { fitJudge, type JudgeExample } from "./judge-fit.ts";

/** A line of the input; `id` names the text it comes from, `before` is the sentence before. */
export type JudgedCut = {
  id: string;
  before: string;
  sentence: string;
  start: number;
  end: number;
  to: string;
  chance: number;
  wording: number;
  isRight: boolean;
  /** Whether an earlier judge held it to be right: those are what a judge has to tell apart. */
  isClose: boolean;
};

const BUCKETS = 1 << 18;
const STATE = 384;
const CLOSE_WEIGHT = 3;

const [input = "training/work/cuts.jsonl", output = "models/rewriter/cut-judge.bin"] =
  process.argv.slice(2);
const resources = openResources(RELEASED_MODELS);
const lexicon = resources.lexicon();
const joints = await resources.joints();
type Held = JudgeExample & { cut: ReadCut; isClose: boolean; isHeld: boolean };
const examples: Held[] = [];
let last = { key: "", reading: await joints.read("", "") };
const nothing = new Float32Array(3 * STATE);
for await (const line of createInterface({ input: createReadStream(input) })) {
  if (line === "") continue;
  const { id, before, sentence, isRight, isClose, ...rest } = JSON.parse(line) as JudgedCut;
  const key = `${before}\n${sentence}`;
  if (last.key !== key) last = { key, reading: await joints.read(before, sentence) };
  const cut: ReadCut = {
    ...rest,
    sentence: readSentence(sentence, lexicon),
    states: statesAround(sentence, rest, last.reading)?.map((state) => state.slice()),
  };
  examples.push({
    cut,
    buckets: Uint32Array.from(bucketsOf(cutFeatures(cut), BUCKETS)),
    input: inputOf(cut, nothing),
    isRight,
    isClose,
    weight: isClose ? CLOSE_WEIGHT : 1,
    isHeld: foldOf(id, 7) === 0,
  });
}
const settings = { buckets: BUCKETS, states: 3 * STATE };
const { judge } = judgeWith(
  fitJudge(
    examples.filter(({ isHeld }) => !isHeld),
    settings,
  ),
);
for (const isClose of [false, true])
  measure(examples.filter((example) => example.isHeld && example.isClose === isClose));
const file = writeJudgeWeights(fitJudge(examples, settings));
writeFileSync(output, file);
console.log(`${output}: ${file.length} bytes, ${examples.length} cuts`);

/** Of the cuts held to be right at a threshold, how many are, and how many of the right ones are kept. */
function measure(held: readonly Held[]): void {
  if (held.length === 0) return;
  const judged = held.map(({ cut, isRight }) => ({ sure: judge(cut), isRight }));
  const right = judged.filter(({ isRight }) => isRight).length;
  console.log(`${held.length} cuts left out, ${held.length - right} of them wrong`);
  let below = 0;
  let pairs = 0;
  for (const { isRight } of judged.toSorted((a, b) => a.sure - b.sure)) {
    if (isRight) pairs += below;
    else below++;
  }
  console.log(`AUROC ${(pairs / right / (held.length - right)).toFixed(4)}`);
  for (const threshold of [0.5, 0.7, 0.8, 0.85, 0.9, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98]) {
    const kept = judged.filter(({ sure }) => sure >= threshold);
    const good = kept.filter(({ isRight }) => isRight).length;
    console.log(
      `sure of ${threshold}: ${kept.length} kept, ${((100 * (kept.length - good)) / Math.max(1, kept.length)).toFixed(1)} % wrong, ${((100 * good) / right).toFixed(1)} % of the right ones`,
    );
  }
}
