// Teaches the judge of words (models/rewriter/word-judge.bin) with words that were read and judged one by one.
// `rewriter-word-verdicts.tsv.xz` says which: the text they come from, where in it the word stands, the word, what
// was offered for it ("-": nothing at all), and whether that may stand (+ or -). It holds no sentences; those are
// taken from the corpora. The words of every seventh text are left out at first, to measure with; then all of
// them teach the judge that is written.
//
//   node training/rewriter-words.ts CORPORA [models/rewriter/word-judge.bin]

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { linesOfXz, readRows } from "../evaluation/corpus-rows.ts";
import { foldOf } from "../evaluation/row-splits.ts";
import { RELEASED_MODELS } from "../src/release.ts";
import { readSentence } from "../src/rewriter/english/tokens.ts";
import { readCloze } from "../src/rewriter/judge/cloze.ts";
import { bucketsOf, writeJudgeWeights } from "../src/rewriter/judge/judge-weights.ts";
import {
  INPUT_LENGTH,
  type ReadWord,
  wordFeatures,
  wordInput,
  wordJudgeWith,
} from "../src/rewriter/judge/word-judge.ts";
import { findProse } from "../src/rewriter/passages.ts";
import { findRegister } from "../src/rewriter/register.ts";
import { openResources } from "../src/rewriter/resources.ts";
import { fitJudge, type JudgeExample } from "./judge-fit.ts";

type Verdict = { start: number; from: string; to: string; isRight: boolean };
type Held = JudgeExample & { readonly word: ReadWord; readonly isHeld: boolean };

const BUCKETS = 1 << 18;
const SETTINGS = { buckets: BUCKETS, states: INPUT_LENGTH, rounds: 5, batch: 256, markRate: 0.07 };

const [corpora = "", output = "models/rewriter/word-judge.bin"] = process.argv.slice(2);
const cloze = readCloze(readFileSync("models/rewriter/cloze.bin"));
const verdicts = new Map<string, Verdict[]>();
for await (const line of linesOfXz("training/rewriter-word-verdicts.tsv.xz")) {
  const [id = "", start = "", from = "", to = "", verdict = ""] = line.split("\t");
  const own = verdicts.get(id) ?? [];
  own.push({
    start: Number(start),
    from,
    to: to === "-" ? "" : to,
    isRight: verdict === "+",
  });
  verdicts.set(id, own);
}
const lexicon = openResources(RELEASED_MODELS).lexicon();
const examples: Held[] = [];
for (const shard of readdirSync(corpora).filter((name) => /^train-.*\.jsonl\.xz$/.test(name)))
  for await (const { id, text } of readRows(join(corpora, shard))) {
    const own = verdicts.get(id);
    if (own === undefined) continue;
    verdicts.delete(id);
    examples.push(...wordsOf(text, own, foldOf(id, 7) === 0));
  }
if (verdicts.size > 0) console.log(`${verdicts.size} texts are not in the corpora`);

const { judge } = wordJudgeWith(
  fitJudge(
    examples.filter(({ isHeld }) => !isHeld),
    SETTINGS,
  ),
);
measure(examples.filter(({ isHeld }) => isHeld));
const file = writeJudgeWeights(fitJudge(examples, SETTINGS));
writeFileSync(output, file);
console.log(`${output}: ${file.length} bytes, ${examples.length} words`);

function wordsOf(text: string, own: readonly Verdict[], isHeld: boolean): Held[] {
  const { isFormal } = findRegister(text);
  const { passages } = findProse(text);
  return [...Map.groupBy(own, ({ start }) => start)].flatMap(([start, offers]) => {
    const passage = passages.find((one) => one.start <= start && start < one.end);
    if (passage === undefined) return [];
    const sentence = readSentence(passage.text, lexicon);
    const at = sentence.tokens.findIndex((token) => token.start === start - passage.start);
    const { lower: from } = sentence.tokens[at] ?? { lower: "" };
    const gap = cloze.read(text, start, start + from.length);
    return offers
      .filter((offer) => offer.from === from)
      .map(({ to, isRight }) => {
        const word: ReadWord = { sentence, at, from, to, isFormal, gap };
        const buckets = Uint32Array.from(bucketsOf(wordFeatures(word), BUCKETS));
        return { word, buckets, input: wordInput(word), isRight, weight: 1, isHeld };
      });
  });
}

/** Of the words held to be right at a threshold, how many are, and how many of the right ones are kept. */
function measure(held: readonly Held[]): void {
  const judged = held.map(({ word, isRight }) => ({ sure: judge(word), isRight }));
  const right = judged.filter(({ isRight }) => isRight).length;
  let below = 0;
  let pairs = 0;
  for (const { isRight } of judged.toSorted((a, b) => a.sure - b.sure)) {
    if (isRight) pairs += below;
    else below++;
  }
  const area = pairs / right / (held.length - right);
  console.log(`${held.length} words left out, ${right} of them right, AUROC ${area.toFixed(4)}`);
  for (const threshold of [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]) {
    const kept = judged.filter(({ sure }) => sure >= threshold);
    const good = kept.filter(({ isRight }) => isRight).length;
    console.log(
      `sure of ${threshold}: ${kept.length} kept, ${((100 * good) / Math.max(1, kept.length)).toFixed(1)} % right, ${((100 * good) / right).toFixed(1)} % of the right ones`,
    );
  }
}
