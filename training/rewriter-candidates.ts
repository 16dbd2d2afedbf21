// Collects cuts for `rewriter-cuts.ts`: what the model of joints would make of machine texts of the training corpora,
// after the gate. `rewriter-verdicts.tsv.xz` says which of them were read and judged right or
// wrong: the text they come from, where the sentence begins, a hash of how it reads when cut, and the verdict
// (+, or - with a letter: g grammar, d doer, m certainty or time, r relation, s sense), and "close" where an
// earlier judge had held the cut to be right. It holds no sentences; those are taken from the corpora again.
//
//   node training/rewriter-candidates.ts CORPORA training/work/cuts.jsonl           the judged ones
//   node training/rewriter-candidates.ts CORPORA new.jsonl --new [--from 0] [--texts 1000]   more to judge

import { createWriteStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CorpusRow, linesOfXz, readRows } from "../evaluation/corpus-rows.ts";
import { RELEASED_MODELS } from "../src/release.ts";
import { readSentence } from "../src/rewriter/english/tokens.ts";
import { findProtected } from "../src/rewriter/gate/protect.ts";
import { findProse } from "../src/rewriter/passages.ts";
import { isRunningOn } from "../src/rewriter/propose.ts";
import { passedCuts } from "../src/rewriter/proposer/cuts.ts";
import { openResources } from "../src/rewriter/resources.ts";
import { STRENGTHS } from "../src/rewriter/strengths.ts";
import type { JudgedCut } from "./rewriter-cuts.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    new: { type: "boolean", default: false },
    from: { type: "string", default: "0" },
    texts: { type: "string", default: "1000" },
  },
});
const [corpora = "", output = ""] = positionals;
const WORDS_MIN = 50;
const wordsMin = STRENGTHS.medium.cutWordsMin;

type Verdict = { isRight: boolean; isClose: boolean };

const verdicts = new Map<string, Map<string, Verdict>>();
for await (const line of linesOfXz("training/rewriter-verdicts.tsv.xz")) {
  const [id = "", at = "", mark = "", verdict = "", close = ""] = line.split("\t");
  const own = verdicts.get(id) ?? new Map<string, Verdict>();
  const isRight = verdict === "+";
  verdicts.set(id, own.set(`${at} ${mark}`, { isRight, isClose: close !== "" }));
}
const resources = openResources(RELEASED_MODELS);
const lexicon = resources.lexicon();
const joints = await resources.joints();
const out = createWriteStream(output);
let seen = 0;
let written = 0;
const shards = readdirSync(corpora).filter((name) => /^train-(?:core|ai2)-/.test(name));
for (const shard of shards.sort()) {
  for await (const row of readRows(join(corpora, shard))) {
    if (!isWanted(row)) continue;
    for (const cut of await cutsOf(row)) out.write(`${JSON.stringify(cut)}\n`);
  }
}
out.end();
console.log(`${written} cuts`);

function isWanted({ id, label, lang, words, mixed, attack }: CorpusRow): boolean {
  if (!values.new) return verdicts.has(id);
  const isMachines = label === "ai" && lang === "en" && words >= WORDS_MIN;
  if (!isMachines || mixed === true || attack !== undefined || verdicts.has(id)) return false;
  seen++;
  return seen > Number(values.from) && seen <= Number(values.from) + Number(values.texts);
}

async function cutsOf({ id, text }: CorpusRow): Promise<JudgedCut[]> {
  const found: JudgedCut[] = [];
  const { passages, starts } = findProse(text);
  const spans = findProtected(text, starts, []);
  const own = verdicts.get(id);
  const judged = new Set([...(own?.keys() ?? [])].map((key) => Number(key.split(" ")[0])));
  for (const [index, passage] of passages.entries()) {
    if (!values.new && !judged.has(passage.start)) continue;
    const before = isRunningOn(text, passages, index) ? (passages[index - 1]?.text ?? "") : "";
    const sentence = readSentence(passage.text, lexicon);
    const draft = { passage, before, sentence };
    for (const cut of await passedCuts(text, draft, { spans, wordsMin, joints })) {
      const { start, end, to, chance, wording } = cut;
      const after = passage.text.slice(0, start) + to + passage.text.slice(end);
      const verdict = own?.get(`${passage.start} ${markOf(after)}`);
      if (verdict === undefined && !values.new) continue;
      written++;
      const { isRight, isClose } = verdict ?? { isRight: false, isClose: false };
      const place = { start, end, to, chance, wording };
      found.push({ id, before, sentence: passage.text, ...place, isRight, isClose });
    }
  }
  return found;
}

/** A hash of 48 bits: two of 24, from either end. */
function markOf(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    one = Math.imul(one ^ text.charCodeAt(i), 0x01000193);
    two = Math.imul(two ^ text.charCodeAt(text.length - 1 - i), 0x01000193);
  }
  return [one, two].map((half) => (half >>> 8).toString(16).padStart(6, "0")).join("");
}
