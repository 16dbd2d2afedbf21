// Whether explanations are true: takes the named phrases out of each text and checks it again. The sample is
// drawn from the development sets by a fixed seed, 150 AI texts (half of them by models of today) and 150 human
// ones of at least 80 words, and was not looked at while the explanation was written.
//
//   npm run bench:explanation -- CORPORA [--models models]
import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CorpusRow, readRows } from "../evaluation/corpus-rows.ts";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { type Detector, type Evidence, openDetector } from "../src/detector/detector.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string", default: "models" },
    texts: { type: "string", default: "150" },
    seed: { type: "string", default: "explanation-1" },
    dry: { type: "boolean", default: false },
  },
});
const [corpora] = positionals;
if (corpora === undefined) {
  console.error("usage: npm run bench:explanation -- CORPORA [--models DIR] [--dry]");
  process.exit(2);
}
const EACH = Number(values.texts);
const WORDS_MIN = 80;
const GOAL = 0.9;

const sample = [
  ...(await draw("dev.jsonl.xz", "human", EACH)),
  ...(await draw("dev.jsonl.xz", "ai", EACH >> 1)),
  ...(await draw("dev-today.jsonl.xz", "ai", EACH - (EACH >> 1))),
];
const detector = await openDetector({ modelDir: values.models, workers: 1, queueMax: 10 });
const rows = [];
for (const [done, row] of sample.entries()) {
  rows.push(await tryText(row, detector));
  if (done % 50 === 49) console.error(`${done + 1} of ${sample.length} texts`);
}
await detector.close();
const report = describe(rows);
console.log(report);
if (!values.dry) writeSection("explanation", report);

/** The first `count` fitting texts in the order of a keyed hash of their ids. */
async function draw(file: string, label: CorpusRow["label"], count: number): Promise<CorpusRow[]> {
  const fitting: CorpusRow[] = [];
  for await (const row of readRows(join(corpora ?? "", file))) {
    const isPure = row.mixed !== true && row.lang === "en" && row.words >= WORDS_MIN;
    if (isPure && row.label === label) fitting.push(row);
  }
  const place = ({ id }: CorpusRow): string =>
    createHash("sha256").update(`${values.seed} ${id}`).digest("hex");
  return fitting.sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, count);
}

type Tried = Awaited<ReturnType<typeof tryText>>;

async function tryText({ text, label }: CorpusRow, { detect }: Detector) {
  const logitOf = async (content: string): Promise<number> => {
    const { score } = await detect(content);
    return Math.log(score / (1 - score));
  };
  const plainFrom = performance.now();
  const before = await logitOf(text);
  const explainFrom = performance.now();
  const { explanation } = await detect(text, { explain: true });
  const cost = (performance.now() - explainFrom) / (explainFrom - plainFrom);
  const evidence = explanation?.evidence ?? [];
  const moves = async (items: readonly Evidence[]): Promise<boolean> => {
    const change = (await logitOf(without(text, items))) - before;
    return items[0]?.direction === "ai" ? change < 0 : change > 0;
  };
  const jointly: boolean[] = [];
  for (const direction of ["ai", "human"]) {
    const own = evidence.filter((item) => item.direction === direction);
    if (own.length > 0) jointly.push(await moves(own));
  }
  const singly: boolean[] = [];
  for (const item of evidence) singly.push(await moves([item]));
  // As many words elsewhere: what leaving out anything at all would do.
  const elsewhere: boolean[] = [];
  for (const item of evidence.slice(0, 3)) {
    const other = moveAway(text, item, evidence);
    if (other !== undefined) elsewhere.push(await moves([other]));
  }
  const counted = evidence.filter(({ per_million }) => per_million !== undefined).length;
  return { label, evidence: evidence.length, counted, jointly, singly, elsewhere, cost };
}

/** Cut out as it stands; the spaces on both sides stay. */
function without(text: string, items: readonly { start: number; end: number }[]): string {
  let left = "";
  let done = 0;
  for (const { start, end } of items.toSorted((a, b) => a.start - b.start)) {
    left += text.slice(done, start);
    done = end;
  }
  return left + text.slice(done);
}

/** A stretch of as many words that touches no evidence, from the middle of the text on. */
function moveAway(
  text: string,
  item: Evidence,
  evidence: readonly Evidence[],
): Evidence | undefined {
  const count = item.text.split(/\s+/).length;
  const words = [...text.matchAll(/\S+/g)];
  for (let i = 0; i < words.length; i++) {
    const first = words[(i + (words.length >> 1)) % words.length];
    const last = words[words.indexOf(first as RegExpExecArray) + count - 1];
    if (first === undefined || last === undefined) continue;
    const [start, end] = [first.index, last.index + last[0].length];
    if (evidence.every((other) => other.end <= start || other.start >= end)) {
      return { ...item, start, end };
    }
  }
  return undefined;
}

function describe(tried: readonly Tried[]): string {
  const share = (outcomes: readonly boolean[]): string =>
    `${((100 * outcomes.filter(Boolean).length) / Math.max(outcomes.length, 1)).toFixed(1)} %`;
  const line = (name: string, part: readonly Tried[]): string => {
    const told = part.map(({ jointly }) => jointly.length > 0 && jointly.every(Boolean));
    return `| ${name} | ${part.length} | ${share(told)} | ${share(part.flatMap(({ singly }) => singly))} | ${share(part.flatMap(({ elsewhere }) => elsewhere))} | ${median(part.map(({ evidence }) => evidence))} |`;
  };
  const spans = tried.reduce((sum, { evidence }) => sum + evidence, 0);
  const counted = tried.reduce((sum, row) => sum + row.counted, 0);
  return `## Explanations

\`npm run bench:explanation -- CORPORA\` (${describeMachine()})

The named phrases are cut out of the text and what is left is checked again. A text counts as told rightly when
leaving out all phrases for AI lowers its score, leaving out all for human raises it, and it names at least one;
at least ${100 * GOAL} % are wanted. Singly: each phrase by itself. Elsewhere: as many words of the same text that
no evidence names, which shows what leaving out anything would do.

| texts | number | told rightly | singly | elsewhere | phrases (median) |
|---|---|---|---|---|---|
${line(
  "AI",
  tried.filter(({ label }) => label === "ai"),
)}
${line(
  "human",
  tried.filter(({ label }) => label === "human"),
)}
${line("all", tried)}

An explained check took ${median(tried.map(({ cost }) => cost)).toFixed(1)} times a plain one (median). ${((100 * counted) / Math.max(spans, 1)).toFixed(0)} % of the phrases come with counts.`;
}
