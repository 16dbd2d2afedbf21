// Gives the training texts the form the detector sees: runs the serving normaliser over the corpora
// and writes shards of the same names to training/work/prepared, compressed again.
//
//   node training/prepare.ts CORPORA [OUT] [name …]
//
// Character offsets in `sentence_labels` count code points, as Python does, before and after.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { type CorpusRow, linesOfXz, unitOffsets } from "../evaluation/corpus-rows.ts";
import type { MappedText } from "../src/detector/mapped-text.ts";
import { segmentText } from "../src/detector/segment.ts";

type Pair = { id: string; human: string; ai: string };

const [corpora, out = "training/work/prepared", ...names] = process.argv.slice(2);
if (corpora === undefined) {
  console.error("usage: node training/prepare.ts CORPORA [OUT] [name …]");
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const files = readdirSync(corpora)
  // Requests for mirrors hold no text yet, nor do polished texts before polished.py has put them together.
  .filter((file) => file.endsWith(".jsonl.xz") && !/^(?:mirror-items|polished-)/.test(file))
  .filter((file) => names.length === 0 || names.some((name) => file.startsWith(name)));
for (const file of files)
  console.log(file, await prepareFile(join(corpora, file), join(out, file)));

async function prepareFile(from: string, to: string): Promise<string> {
  const pack = spawn("xz", ["-2", "-c"], { stdio: ["pipe", "pipe", "inherit"] });
  const written = finished(pack.stdout.pipe(createWriteStream(to)));
  let kept = 0;
  let dropped = 0;
  for await (const line of linesOfXz(from)) {
    const row = JSON.parse(line) as CorpusRow | Pair;
    const prepared = "text" in row ? prepareRow(row) : preparePair(row);
    if (prepared === undefined) {
      dropped++;
      continue;
    }
    kept++;
    if (!pack.stdin.write(`${JSON.stringify(prepared)}\n`)) {
      await new Promise((resolve) => pack.stdin.once("drain", resolve));
    }
  }
  pack.stdin.end();
  await written;
  return `${kept} kept, ${dropped} without prose`;
}

function prepareRow(row: CorpusRow): CorpusRow | undefined {
  const prose = segmentText(row.text).prose;
  if (prose.text === "") return undefined;
  const { id, label, source, domain, generator, lang, group, mixed, attack, voice } = row;
  const words = prose.text.split(" ").length;
  return {
    id,
    text: prose.text,
    label,
    source,
    domain,
    generator,
    lang,
    group,
    words,
    ...(mixed === undefined ? {} : { mixed }),
    ...(attack === undefined ? {} : { attack }),
    ...(voice === undefined ? {} : { voice }),
    ...(row.sentence_labels === undefined
      ? {}
      : { sentence_labels: mapLabels(row.text, prose, row.sentence_labels) }),
  };
}

function preparePair(row: Pair): Pair {
  return { ...row, human: segmentText(row.human).prose.text, ai: segmentText(row.ai).prose.text };
}

/** Moves label spans from the original text to the prose; spans that vanished are left out. */
function mapLabels(
  text: string,
  prose: MappedText,
  labels: readonly [number, number, number][],
): [number, number, number][] {
  const unitOfPoint = unitOffsets(text);
  const pointOfUnit = pointOffsets(prose.text);
  const mapped: [number, number, number][] = [];
  let at = 0;
  for (const [start, end, label] of labels) {
    const from = unitOfPoint[start] ?? text.length;
    const to = unitOfPoint[end] ?? text.length;
    while (at < prose.text.length && (prose.starts[at] ?? 0) < from) at++;
    const first = at;
    while (at < prose.text.length && (prose.starts[at] ?? 0) < to) at++;
    if (at > first) mapped.push([pointOfUnit[first] ?? 0, pointOfUnit[at] ?? 0, label]);
  }
  return mapped;
}

/** For each UTF-16 unit (and the end), the number of code points before it. */
function pointOffsets(text: string): Int32Array {
  const offsets = new Int32Array(text.length + 1);
  let points = 0;
  for (let i = 0; i < text.length; i++) {
    offsets[i] = points;
    const isFirstHalf = (text.codePointAt(i) ?? 0) > 0xffff;
    if (!isFirstHalf) points++;
  }
  offsets[text.length] = points;
  return offsets;
}
