// Draws the passages that the rewriter is taught with and measured on: the sealed test set (300 passages, by id and
// offsets, so that no corpus text is published) and numbered input files for writers.
//
//   node training/rewriter/draw.ts sealed DETECTOR_DATA REWRITER_DATA > training/rewriter/sealed.jsonl
//   node training/rewriter/draw.ts inputs DETECTOR_DATA REWRITER_DATA OUT --files 40 --first 20000
//
// Texts with a sentence in writers.jsonl.xz are left out, so a sealed passage was never trained on.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { mulberry32 } from "../../evaluation/seeded-random.ts";
import { findSentences } from "../../src/detector/sentences.ts";

type Row = {
  id: string;
  text: string;
  source: string;
  label: string;
  domain: string;
  corpus: string;
};
type Passage = {
  id: string;
  source: string;
  kind: string;
  by: "today" | "older" | "human";
  places: [number, number][];
  text: string;
};

// Role play, provocations, and continuations by base models: not what anybody would have edited.
const UNSUITABLE = new Set(
  "speechmap-hard spiral-bench vera-mh fastdetectgpt lastde seqxgpt gpt3-samples llm-debate".split(
    " ",
  ),
);

/** How many times the passages wanted are drawn; the stiffest part of them is kept. */
const POOL = 2.5;
const STOCK =
  /\b(furthermore|moreover|additionally|consequently|utili[sz]e|leverage|facilitate|foster|underscore|comprehensive|robust|crucial|pivotal|significant|various|numerous|ensure|enhance|in order to|not only|it is important|plays? an? \w+ role|a wide range|in terms of|with regard to|prior to|due to|landscape|realm|testament|navigate|delve|seamless|ultimately|overall|in conclusion)\b/gi;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: "string", default: "40" },
    passages: { type: "string", default: "200" },
    first: { type: "string", default: "20000" },
    seed: { type: "string", default: "4401" },
  },
});
const [mode = "", detectorData = "", rewriterData = "", out = ""] = positionals;
const random = mulberry32(Number(values.seed));
const below = (limit: number) => Math.floor(random() * limit);

const taught = new Set<string>();
for (const line of lines(join(rewriterData, "writers.jsonl.xz"))) {
  for (const sentence of (JSON.parse(line) as { sentences: string[] }).sentences) {
    if (sentence.length >= 40) taught.add(sentence);
  }
}
if (mode === "sealed") drawSealed();
else if (mode === "inputs") drawInputs();
else throw new Error("draw.ts: sealed or inputs?");

function drawSealed(): void {
  const today = bySource(read(["dev-today"]).filter((row) => row.label === "ai"));
  const older = bySource(english(read(["dev"])).filter((row) => row.label === "ai"));
  const human = bySource([
    ...english(read(["dev"])).filter((row) => row.label === "human"),
    ...paragraphs(),
  ]);
  const drawn = [
    ...draw(today, 150, "today", 1),
    ...draw(older, 90, "older", 1),
    ...draw(human, 60, "human", 1),
  ];
  process.stdout.write(`${drawn.map(placeOf).join("\n")}\n`);
}

/** Where a passage stands, without its text. */
function placeOf(passage: object): string {
  return JSON.stringify(passage, (key, value: unknown) => (key === "text" ? undefined : value));
}

function drawInputs(): void {
  mkdirSync(out, { recursive: true });
  const suits = (row: Row) => !UNSUITABLE.has(row.source) && !/satire|phishing/.test(row.domain);
  const today = bySource(read(["train-today-harvest", "train-today-mirrors"]).filter(suits));
  const older = bySource(
    english(read(["train-core", "train-ai2"])).filter((row) => row.label === "ai" && suits(row)),
  );
  const size = Number(values.passages);
  let n = Number(values.first);
  const sources: string[] = [];
  for (let file = 0; file < Number(values.files); file += 1) {
    // Three quarters by present-day assistants: their prose is what people bring today.
    const passages = shuffled([
      ...stiffest(draw(today, Math.round(size * 0.72) * POOL, "today", 3)),
      ...stiffest(draw(older, Math.round(size * 0.28) * POOL, "older", 1)),
    ]);
    const text: string[] = [];
    for (const passage of passages) {
      passage.places.forEach(([start, end], k) =>
        text.push(`${n}.${k}\t${passage.text.slice(start, end).replaceAll(/\s+/g, " ")}`),
      );
      text.push("");
      sources.push(placeOf({ n, ...passage }));
      n += 1;
    }
    writeFileSync(join(out, `${String(file + 1).padStart(2, "0")}.txt`), `${text.join("\n")}\n`);
  }
  writeFileSync(join(out, "passages.jsonl"), `${sources.join("\n")}\n`);
}

/** The part of the passages with most to improve: long words and the stock phrases of stiff prose. */
function stiffest(passages: Passage[]): Passage[] {
  const scored = passages.map((passage) => ({ passage, score: stiffness(passage) }));
  scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, Math.round(scored.length / POOL)).map(({ passage }) => passage);
}

function stiffness({ text, places }: Passage): number {
  const prose = places.map(([start, end]) => text.slice(start, end)).join(" ");
  const words = prose.toLowerCase().match(/[a-z']+/g) ?? [];
  const long = words.filter((word) => word.length >= 9).length;
  const stock = prose.match(STOCK)?.length ?? 0;
  // Places, dates and headings run together are no prose that anybody would edit.
  const odd = prose.match(/[|#*_=]|\b[A-Z]{3,}\b|\d{2,}/g)?.length ?? 0;
  return (long + 3 * stock - 2 * odd) / Math.max(30, words.length);
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Passages from sources in turn, so that a large source doesn't crowd out a small one. */
function draw(
  sources: Map<string, Row[]>,
  count: number,
  by: Passage["by"],
  most: number,
): Passage[] {
  const found: Passage[] = [];
  // A source of many texts comes up more often, but by the square root of its size.
  const keys = [...sources.keys()];
  const weights = keys.map((key) => Math.sqrt(sources.get(key)?.length ?? 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (let tries = 0; found.length < count && tries < count * 200; tries += 1) {
    let at = random() * total;
    const index = weights.findIndex((weight) => (at -= weight) < 0);
    const rows = sources.get(keys[index] ?? "") ?? [];
    const row = rows[below(rows.length)];
    if (row === undefined) continue;
    rows.splice(rows.indexOf(row), 1);
    const sentences = findSentences(row.text);
    if (sentences.some(([start, end]) => taught.has(row.text.slice(start, end)))) continue;
    for (let part = 0; part < most && found.length < count; part += 1) {
      const passage = stretch(row, sentences, by);
      if (passage === null) break;
      if (part > 0 && found.some((other) => other.id === row.id && overlap(other, passage)))
        continue;
      found.push(passage);
    }
  }
  return found;
}

function stretch(row: Row, sentences: [number, number][], by: Passage["by"]): Passage | null {
  const length = 4 + below(8);
  if (sentences.length < 3) return null;
  const from = below(Math.max(1, sentences.length - length + 1));
  const places = sentences.slice(from, from + length);
  const isProse = places.every(([start, end]) => {
    const words = row.text.slice(start, end).split(/\s+/).length;
    return words <= 70;
  });
  const words = places.reduce(
    (sum, [start, end]) => sum + row.text.slice(start, end).split(/\s+/).length,
    0,
  );
  if (!isProse || words < 50 || words > 260) return null;
  return { id: row.id, source: row.source, kind: row.domain, by, places, text: row.text };
}

function overlap(a: Passage, b: Passage): boolean {
  const [[from = 0] = [], [, to = 0] = []] = [a.places[0], a.places.at(-1)];
  return (b.places[0]?.[0] ?? 0) < to && (b.places.at(-1)?.[1] ?? 0) > from;
}

function bySource(rows: Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const own = found.get(row.source) ?? [];
    own.push(row);
    found.set(row.source, own);
  }
  return found;
}

function english(rows: Row[]): Row[] {
  return rows.filter(
    (row) =>
      !/[^\u0000-\u024f\u2000-\u206f\u20a0-\u20cf\u2190-\u22ff]/.test(row.text.slice(0, 400)),
  );
}

function read(names: string[]): Row[] {
  return readdirSync(detectorData)
    .filter((file) => names.some((name) => new RegExp(`^${name}(-\\d+)?\\.jsonl\\.xz$`).test(file)))
    .sort()
    .flatMap((file) =>
      lines(join(detectorData, file)).map((line) => {
        const row = JSON.parse(line) as Row & { lang?: string; mixed?: boolean; kind?: string };
        return { ...row, domain: row.kind ?? row.domain, corpus: basename(file) };
      }),
    )
    .filter(
      (row) =>
        (row as { lang?: string }).lang === "en" && (row as { mixed?: boolean }).mixed !== true,
    );
}

/** People's prose that comes in paragraphs without ids: the id names file and line. */
function paragraphs(): Row[] {
  return readdirSync(rewriterData)
    .filter((file) => file.startsWith("human-") && file.endsWith("-01.jsonl.xz"))
    .sort()
    .flatMap((file) =>
      lines(join(rewriterData, file)).flatMap((line, index) => {
        const row = JSON.parse(line) as { text: string; source: string; register: string };
        const id = `${basename(file, ".jsonl.xz")}:${index}`;
        return row.text.length < 300
          ? []
          : [
              {
                id,
                text: row.text,
                source: basename(file),
                label: "human",
                domain: row.register,
                corpus: file,
              },
            ];
      }),
    );
}

function lines(file: string): string[] {
  return execFileSync("xz", ["-dc", file], { maxBuffer: 1 << 30, encoding: "utf8" })
    .trim()
    .split("\n");
}
