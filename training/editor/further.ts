// Draws sentences of machine-written texts, long enough to be cut, for the answers of a proposer (`joint-answers.py`).
//
//   node training/editor/further.ts CORPORA OUT.jsonl [--texts 36000] [--each 8]
//
// A line of the output is a sentence with the one before it and its place, as `rows.ts` reads it. Texts whose rewritings were
// read or will be are left out, and those that measure (`proposer.py`).
import { createHash } from "node:crypto";
import { createWriteStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRows } from "../../evaluation/corpus-rows.ts";
import { foldOf } from "../../evaluation/row-splits.ts";
import { findProse } from "../../src/rewriter/passages.ts";
import { isRunningOn } from "../../src/rewriter/propose.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    texts: { type: "string", default: "36000" },
    each: { type: "string", default: "8" },
  },
});
const [corpora = "", output = ""] = positionals;
const EACH = Number(values.each);
const WORDS_MIN = 12;

const left = new Set(
  ["rewriter-sealed.json", "rewriter-read.json"].flatMap((name) =>
    Object.values(JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8")))
      .filter((ids) => Array.isArray(ids))
      .flat(),
  ),
);
const shards = [
  ...listShards(corpora),
  ...listShards(new URL("../mirrors", import.meta.url).pathname),
];
const drawn: { key: number; id: string; text: string }[] = [];
for (const shard of shards)
  for await (const { id, text, label, lang, attack, mixed } of readRows(shard))
    if (label === "ai" && lang === "en" && !attack && !mixed && !left.has(id) && isTaught(id))
      drawn.push({ key: keyOf(id), id, text });
console.log(`${drawn.length} texts`);
drawn.sort((one, two) => one.key - two.key);

const out = createWriteStream(output);
let count = 0;
for (const { key, id, text } of drawn.slice(0, Number(values.texts))) {
  const { passages } = findProse(text);
  const from = key % Math.max(1, passages.length - EACH);
  for (const [index, { start, end, text: sentence }] of passages.entries()) {
    if (index < from || index >= from + EACH || sentence.split(" ").length < WORDS_MIN) continue;
    const before = isRunningOn(text, passages, index) ? (passages[index - 1]?.text ?? "") : "";
    out.write(`${JSON.stringify({ id, at: [start, end], before, sentence })}\n`);
    count++;
  }
}
out.end();
console.log(`${count} sentences`);

function listShards(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^train-.*\.jsonl\.xz$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function isTaught(id: string): boolean {
  return foldOf(id, 7) > 1;
}

function keyOf(id: string): number {
  return createHash("sha256").update(id).digest().readUInt32BE();
}
