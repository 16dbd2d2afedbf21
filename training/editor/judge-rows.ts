// Turns edits that were read and judged into what the judge is told of them (src/rewriter/judge/judge.ts), for `judge.py`.
//
//   node training/editor/judge-rows.ts OUT [--models models] [--part 0/1] IN.jsonl…
//
// A line of the input is a sentence with the one before it, and edits of it with a verdict each: `words`, `edits` or `units`; or a
// whole text and edits of it. Cuts
// are left out: a rule makes them, and no judge is asked (decision 0043). OUT.jsonl holds a line for each edit (fold, kind, verdict, weight, buckets of its marks), OUT.f16 its numbers.
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { foldOf } from "../../evaluation/row-splits.ts";
import { RELEASED_MODELS } from "../../src/release.ts";
import type { EditKind } from "../../src/rewriter/edit.ts";
import { readSentence } from "../../src/rewriter/english/tokens.ts";
import { readCloze } from "../../src/rewriter/judge/cloze.ts";
import { describeEdit } from "../../src/rewriter/judge/judge.ts";
import { bucketsOf } from "../../src/rewriter/judge/judge-weights.ts";
import { findProse } from "../../src/rewriter/passages.ts";
import { textBefore } from "../../src/rewriter/propose.ts";
import { openResources } from "../../src/rewriter/resources.ts";

type Written = {
  start: number;
  end: number;
  to: string;
  right?: number;
  kind?: string;
  /** Whether a reviewed rule made it. */
  rule?: number;
};
type Line = {
  id: string;
  before: string;
  sentence: string;
  words?: Written[];
  edits?: Written[];
  units?: Written[];
};
type TextLine = { id: string; text: string; edits: Written[] };
type Judged = Written & { kind: EditKind; right: number };

const BUCKETS = 1 << 18;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string", default: RELEASED_MODELS },
    part: { type: "string", default: "0/1" },
  },
});
const [output = "", ...inputs] = positionals;
const [part = 0, parts = 1] = values.part.split("/").map(Number);
const resources = openResources(values.models);
const lexicon = resources.lexicon();
const cloze = readCloze(readFileSync(join(values.models, "rewriter/cloze.bin")));
const meta = createWriteStream(`${output}.jsonl`);
const numbers = createWriteStream(`${output}.f16`);
let index = 0;
for (const input of inputs)
  for await (const line of createInterface({ input: createReadStream(input) }))
    if (index++ % parts === part)
      for (const own of sentencesOf(JSON.parse(line) as Line | TextLine))
        write(own, basename(input, ".jsonl"));
meta.end();
numbers.end();

/** A text as its sentences, each with its own edits. */
function sentencesOf(line: Line | TextLine): Line[] {
  if (!("text" in line)) return [line];
  const { id, text } = line;
  const { passages } = findProse(text);
  return passages.flatMap((passage, at) => {
    const edits = line.edits
      .filter(({ start, end }) => start >= passage.start && end <= passage.end)
      .map((edit) => ({
        ...edit,
        start: edit.start - passage.start,
        end: edit.end - passage.start,
      }));
    if (edits.length === 0) return [];
    return { id, before: textBefore(text, passages, at), sentence: passage.text, edits };
  });
}

function write(line: Line, source: string): void {
  const judged = [
    ...(line.words ?? []).map((edit) => ({ ...edit, kind: "word" })),
    ...[...(line.edits ?? []), ...(line.units ?? [])].map((edit) => ({
      ...edit,
      kind: edit.kind === "drop" ? "phrase" : edit.kind,
    })),
  ].filter(
    (edit): edit is Judged =>
      edit.right !== undefined && edit.kind !== "cut" && edit.kind !== "split",
  );
  if (judged.length === 0) return;
  const sentence = readSentence(line.sentence, lexicon);
  for (const { kind, start, end, to, right, rule } of judged) {
    const after = line.sentence.slice(0, start) + to + line.sentence.slice(end);
    const edit = { before: line.before, sentence, kind, start, end, to, isReviewed: rule === 1 };
    const { marks, numbers: row } = describeEdit(edit, cloze);
    numbers.write(Buffer.from(Float16Array.from(row).buffer));
    const buckets = [...bucketsOf(marks, BUCKETS)];
    meta.write(
      `${JSON.stringify({ fold: foldOf(line.id, 7), source, kind: to.trim() === "" ? "drop" : kind, right, buckets, after, text: line.sentence })}\n`,
    );
  }
}
