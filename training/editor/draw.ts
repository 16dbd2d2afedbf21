// Draws sentences of machine prose for copy editors: stretches of consecutive sentences, numbered, in files of equal
// size, and beside each file where every sentence comes from.
//
//   node training/editor/draw.ts POOL.jsonl OUT [--files 20] [--sentences 1500]
//
// POOL.jsonl holds a text a line: `pool` (today, mirror or old), `id`, `source`, `text`. Texts of
// training/rewriter-sealed.json and of their groups must not be in it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "../../evaluation/seeded-random.ts";
import { findSentences } from "../../src/detector/sentences.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: "string", default: "20" },
    sentences: { type: "string", default: "1500" },
  },
});
const [pool = "", out = ""] = positionals;
const FILES = Number(values.files);
const SENTENCES = Number(values.sentences);
const STRETCH = 8;

type Row = { pool: string; id: string; source: string; text: string };
type Stretch = { id: string; places: Array<[start: number, end: number]>; text: string };

const random = createRandom(2117);
const rows = readFileSync(pool, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);
const bySource = new Map<string, Row[]>();
for (const row of rows) {
  const key = `${row.pool} ${row.source}`;
  const own = bySource.get(key) ?? [];
  bySource.set(key, own);
  own.push(row);
}
mkdirSync(out, { recursive: true });
const used = new Set<string>();
for (let file = 0; file < FILES; file += 1) {
  // The first half of the files are texts of present-day assistants, in turns; the others older ones.
  const stretches: Stretch[] = [];
  let count = 0;
  while (count < SENTENCES) {
    const kind = file < FILES / 2 ? (stretches.length % 2 === 0 ? "today" : "mirror") : "old";
    const stretch = drawStretch(kind);
    if (stretch === null) continue;
    stretches.push(stretch);
    count += stretch.places.length;
  }
  write(String(file + 1).padStart(2, "0"), stretches);
}

function drawStretch(kind: string): Stretch | null {
  const keys = [...bySource.keys()].filter((key) => key.startsWith(`${kind} `));
  const row = random.pick(bySource.get(random.pick(keys)) ?? []);
  if (row === undefined || used.has(row.id)) return null;
  used.add(row.id);
  const sentences = findSentences(row.text);
  if (sentences.length < 3) return null;
  const from = random.below(Math.max(1, sentences.length - STRETCH));
  const places = sentences.slice(from, from + STRETCH);
  const isProse = places.every(([start, end]) => {
    const sentence = row.text.slice(start, end);
    const words = sentence.split(" ").length;
    return words >= 3 && words <= 60 && !/[|#*<>{}\n\t]|https?:/.test(sentence);
  });
  return isProse ? { id: row.id, places, text: row.text } : null;
}

function write(name: string, stretches: Stretch[]): void {
  const lines: string[] = [];
  const index: Array<[id: string, start: number, end: number]> = [];
  for (const { id, places, text } of stretches) {
    lines.push("");
    for (const [start, end] of places) {
      index.push([id, start, end]);
      lines.push(`${index.length}\t${text.slice(start, end)}`);
    }
  }
  writeFileSync(join(out, `${name}.txt`), `${lines.join("\n").trim()}\n`);
  writeFileSync(join(out, `${name}.index.json`), JSON.stringify(index));
}
