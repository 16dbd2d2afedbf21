// Counts how often runs of two to five words occur in human and in machine training texts, and measures the
// whole-text signs on them; writes models/phrases.bin and models/phrases.json, which explanations quote.
//
//   node training/phrases.ts CORPORA [--models models]
//
// One pass over the English train-* shards, wholly human or wholly AI. Shards are random parts of one set, so
// a source that has more words than its cap is represented by those that come first. The rate of machine
// texts is the mean of two: the older collections, and texts by today's models (shards named "today").
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRows } from "../evaluation/corpus-rows.ts";
import {
  hashWords,
  keyOfRun,
  openPhraseTable,
  PHRASE_WORDS_MAX,
  PHRASE_WORDS_MIN,
  writePhraseTable,
} from "../src/detector/explanation/phrase-table.ts";
import { measureSigns, SIGN_NAMES, type SignRanges } from "../src/detector/explanation/signs.ts";
import { segmentText } from "../src/detector/segment.ts";
import { wordsIn } from "../src/detector/words.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { models: { type: "string", default: "models" } },
});
const [corpora] = positionals;
if (corpora === undefined) {
  console.error("usage: node training/phrases.ts CORPORA [--models DIR]");
  process.exit(2);
}

/** Words of one source and class that are counted at most; mirrors come from many sources. */
const SOURCE_WORDS_MAX = 400_000;
const MIRROR_WORDS_MAX = 1_200_000;
/** Texts of one source and class on which the signs are measured at most. */
const SOURCE_TEXTS_MAX = 120;
/** A run is kept when so many texts have it and it is common, or tells the classes apart. */
const COMMON_TEXTS = 25;
const DISTINCT_TEXTS = 8;
const DISTINCT_RATIO = 2;
const ENTRIES_MAX = 480_000;
/** Signs that tell the classes apart less than this are left out. */
const AUROC_DISTANCE_MIN = 0.05;
const LENGTHS = [50, 100, 200, 400];

type Class = "human" | "ai-before" | "ai-today";
const CLASSES: readonly Class[] = ["human", "ai-before", "ai-today"];

/** The runs of one length and class: each text's different runs, and repetitions inside a text. */
type Runs = { texts: number[][]; repeated: number[][] };
const runs = new Map<string, Runs>();
const wordTotals = new Map<Class, number>(CLASSES.map((name) => [name, 0]));
const sourceWords = new Map<string, number>();
const sourceTexts = new Map<string, number>();
const signTexts: { text: string; isAi: boolean }[] = [];

const shards = readdirSync(corpora)
  .filter((name) => /^train-.*\.jsonl\.xz$/.test(name) && !/mixed|multi|polished/.test(name))
  .sort();
for (const shard of shards) {
  for await (const row of readRows(join(corpora, shard))) {
    if (row.lang !== "en" || row.mixed === true) continue;
    const isToday = shard.includes("today");
    const own: Class = row.label === "human" ? "human" : isToday ? "ai-today" : "ai-before";
    count(row.text, own, `${own} ${row.source}`, row.source === "today-mirror");
  }
  console.error(`${shard} read`);
}
console.log([...wordTotals].map(([name, words]) => `${name}: ${words} words`).join(", "));

const rows = selectRuns();
const bytes = writePhraseTable(rows);
writeFileSync(join(values.models, "phrases.bin"), bytes);
const signs = measureRanges();
const description = {
  phrases: {
    file: "phrases.bin",
    count: rows.length,
    layout:
      "little-endian columns: uint32 high part of the key, uint16 low part, uint16 rate in AI texts, uint16 rate in human texts; keys ascend",
    rate: "2 ** (stored / 2000) - 1, occurrences per million words",
    words_counted: Object.fromEntries(wordTotals),
  },
  signs,
};
const descriptionText = `${JSON.stringify(description, null, 1)}\n`;
writeFileSync(join(values.models, "phrases.json"), descriptionText);
addChecksums({ "phrases.json": descriptionText, "phrases.bin": bytes });

/** A model released before gets its new files; a new one gets its manifest later. */
function addChecksums(files: Record<string, string | Uint8Array>): void {
  const path = join(values.models, "manifest.json");
  if (!existsSync(path)) return;
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  for (const [name, content] of Object.entries(files)) {
    manifest.files[name] = createHash("sha256").update(content).digest("hex");
  }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

function count(text: string, own: Class, source: string, isMirror: boolean): void {
  const before = sourceWords.get(source) ?? 0;
  if (before >= (isMirror ? MIRROR_WORDS_MAX : SOURCE_WORDS_MAX)) return;
  const words = hashWords(text);
  const total = words.reduce((sum, word) => sum + (word === 0 ? 0 : 1), 0);
  sourceWords.set(source, before + total);
  wordTotals.set(own, (wordTotals.get(own) ?? 0) + total);
  const texts = sourceTexts.get(source) ?? 0;
  if (texts < SOURCE_TEXTS_MAX && total >= 50) {
    sourceTexts.set(source, texts + 1);
    signTexts.push({ text, isAi: own !== "human" });
  }
  for (let length = PHRASE_WORDS_MIN; length <= PHRASE_WORDS_MAX; length++) {
    const keys: number[] = [];
    for (let first = 0; first + length <= words.length; first++) {
      const key = keyOfRun(words, first, length);
      if (key !== undefined) keys.push(key);
    }
    const different = new Set<number>();
    const repeated = keys.filter((key) => different.size === different.add(key).size);
    const name = `${own} ${length}`;
    const stored = runs.get(name) ?? { texts: [], repeated: [] };
    runs.set(name, stored);
    append(stored.texts, different);
    append(stored.repeated, repeated);
  }
}

/** Adds to chunks, because one growing array of many millions would be copied again and again. */
function append(chunks: number[][], keys: Iterable<number>): void {
  let chunk = chunks.at(-1);
  if (chunk === undefined || chunk.length > 500_000) {
    chunk = [];
    chunks.push(chunk);
  }
  for (const key of keys) chunk.push(key);
}

type Row = { key: number; ai: number; human: number; texts: number };

function selectRuns(): Row[] {
  const kept: Row[] = [];
  for (let length = PHRASE_WORDS_MIN; length <= PHRASE_WORDS_MAX; length++) {
    const sorted = CLASSES.map((own) => {
      const { texts, repeated } = runs.get(`${own} ${length}`) ?? { texts: [], repeated: [] };
      runs.delete(`${own} ${length}`);
      return { texts: sortKeys(texts), repeated: sortKeys(repeated) };
    });
    const before = kept.length;
    keepRuns(sorted, kept);
    console.log(`${length} words: ${kept.length - before} runs kept`);
  }
  // The rarest go first where there are too many.
  kept.sort((a, b) => b.texts - a.texts);
  const chosen = kept.slice(0, ENTRIES_MAX).sort((a, b) => a.key - b.key);
  console.log(`${chosen.length} of ${kept.length} runs written`);
  return chosen;
}

function sortKeys(chunks: readonly number[][]): Float64Array {
  const all = new Float64Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all.sort();
}

/** Walks through the sorted keys of all classes at once. */
function keepRuns(sorted: { texts: Float64Array; repeated: Float64Array }[], kept: Row[]): void {
  const places = sorted.map(() => ({ texts: 0, repeated: 0 }));
  for (;;) {
    const key = Math.min(...sorted.map(({ texts }, i) => texts[places[i]?.texts ?? 0] ?? Infinity));
    if (key === Number.POSITIVE_INFINITY) return;
    let inTexts = 0;
    const rates: number[] = [];
    const deviations: number[] = [];
    sorted.forEach(({ texts, repeated }, i) => {
      const place = places[i];
      if (place === undefined) return;
      const start = place.texts;
      while (texts[place.texts] === key) place.texts++;
      const more = place.repeated;
      while (repeated[place.repeated] === key) place.repeated++;
      const found = place.texts - start;
      inTexts += found;
      const million = 1e6 / Math.max(wordTotals.get(CLASSES[i] ?? "human") ?? 0, 1);
      rates.push((found + place.repeated - more) * million);
      // Texts, not occurrences: what one text repeats says little about others.
      deviations.push(Math.sqrt(found + 1) * million);
    });
    if (inTexts < DISTINCT_TEXTS) continue;
    const [human = 0, before = 0, today = 0] = rates;
    const ai = (before + today) / 2;
    const deviation = Math.hypot(
      deviations[0] ?? 0,
      (deviations[1] ?? 0) / 2,
      (deviations[2] ?? 0) / 2,
    );
    const isDistinct =
      Math.max(ai, human) >= DISTINCT_RATIO * Math.min(ai, human) &&
      Math.abs(ai - human) >= 2.5 * deviation;
    if (inTexts >= COMMON_TEXTS || isDistinct) kept.push({ key, ai, human, texts: inTexts });
  }
}

function measureRanges(): SignRanges & { auroc: Record<string, number> } {
  const table = openPhraseTable(bytes);
  const measured = signTexts.map(({ text, isAi }) => {
    const segmented = segmentText(text);
    return { isAi, words: wordsIn(segmented.prose.text), signs: measureSigns(segmented, table) };
  });
  const ranges: Record<string, [number, number][]> = {};
  const separation: Record<string, number> = {};
  for (const name of SIGN_NAMES) {
    const known = measured.flatMap(({ isAi, words, signs }) => {
      const value = signs[name];
      return value === undefined ? [] : [{ isAi, words, value }];
    });
    const auroc = aurocOf(known);
    console.log(`${name}: ${known.length} texts, AUROC ${auroc.toFixed(3)}`);
    if (Math.abs(auroc - 0.5) < AUROC_DISTANCE_MIN) continue;
    separation[name] = Math.round(auroc * 1000) / 1000;
    ranges[name] = LENGTHS.map((least, row) => {
      const most = LENGTHS[row + 1] ?? Number.POSITIVE_INFINITY;
      const human = known
        .filter(({ isAi, words }) => !isAi && words >= least && words < most)
        .map(({ value }) => value)
        .sort((a, b) => a - b);
      const at = (share: number): number =>
        Math.round((human[Math.floor(share * (human.length - 1))] ?? 0) * 10) / 10;
      return [at(0.1), at(0.9)];
    });
    console.log(`  ${JSON.stringify(ranges[name])}`);
  }
  return { words: LENGTHS, ranges, auroc: separation };
}

/** How well a number tells AI texts (higher) from human ones. */
function aurocOf(rows: readonly { isAi: boolean; value: number }[]): number {
  const sorted = rows.toSorted((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let first = 0; first < sorted.length; ) {
    let last = first;
    while (sorted[last + 1]?.value === sorted[first]?.value) last++;
    for (let i = first; i <= last; i++) if (sorted[i]?.isAi) rankSum += (first + last) / 2 + 1;
    first = last + 1;
  }
  const ai = rows.filter(({ isAi }) => isAi).length;
  return (rankSum - (ai * (ai + 1)) / 2) / (ai * (rows.length - ai));
}
