// Writes sentences of the corpora with the class of each word, for rewriter-word-classes.ts. The larger tagger whose labels the
// released table learnt from is not kept: the released table labels the words itself, and leaves open what the rewriter would not
// take its word for.
//
//   node training/rewriter-word-labels.ts CORPORA LABELS.tsv [--models models] [--sentences 400000]
import { createWriteStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRows } from "../evaluation/corpus-rows.ts";
import { tokensIn } from "../src/rewriter/english/tokens.ts";
import { readWordClasses, WORD_CLASSES } from "../src/rewriter/english/word-classes.ts";
import { findProse } from "../src/rewriter/passages.ts";

const LETTERS = "NVARPO";
/** More of one text would say the same of the same words. */
const A_TEXT_MAX = 6;
const MARGIN_MIN = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string", default: "models" },
    sentences: { type: "string", default: "400000" },
  },
});
const [corpora = "", output = ""] = positionals;
const classes = readWordClasses(readFileSync(join(values.models, "rewriter/word-classes.bin")));
const shards = readdirSync(corpora)
  .filter((name) => /^train-core-\d+\.jsonl\.xz$/.test(name))
  .sort();
const aShard = Math.ceil(Number(values.sentences) / shards.length);
const out = createWriteStream(output);
let count = 0;
for (const shard of shards) {
  let left = aShard;
  for await (const row of readRows(join(corpora, shard))) {
    if (row.lang !== "en" || row.attack !== undefined) continue;
    for (const { text } of findProse(row.text).passages.slice(0, Math.min(A_TEXT_MAX, left))) {
      out.write(`${labelled(text)}\n\n`);
      left--;
      count++;
    }
    if (left === 0) break;
  }
}
out.end();
console.log(`${count} sentences`);

function labelled(sentence: string): string {
  const words = tokensIn(sentence).map(({ text }) => text);
  return classes
    .classify(words)
    .map(({ kind, margin }, i) => {
      const letter = margin < MARGIN_MIN ? "?" : LETTERS.charAt(WORD_CLASSES.indexOf(kind));
      return `${words[i]}\t${letter}`;
    })
    .join("\n");
}
