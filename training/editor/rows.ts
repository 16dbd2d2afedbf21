// Turns sentences with edits into rows of numbers for `proposer.py`, by the serving code's own tokens.
//
//   node training/editor/rows.ts OUT.jsonl [--models models] IN.jsonl…
//
// A line of the input is a sentence with the one before it and what is known of it: `cuts` and `words` that were read and
// judged (`right`), cuts that only the judge of the day has seen (`sure`), or `units` and `dropped` of a copy editor.
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { foldOf } from "../../evaluation/row-splits.ts";
import { createTokenizer } from "../../src/detector/detector.ts";
import { bucketsOf } from "../../src/rewriter/judge/judge-weights.ts";
import { FORMS, HELPERS, LEADS, SUBJECTS } from "../../src/rewriter/proposer/joint-classes.ts";
import { encodeSentence, type JointInput } from "../../src/rewriter/proposer/joint-model.ts";
import { takeApart } from "../rewriter-joint-parts.ts";
import { editMarks } from "./edit-marks.ts";

type Written = { start: number; end: number; to: string };
type Judged = Written & { right?: number; sure?: number; close?: number };
type Line = {
  id: string;
  before: string;
  sentence: string;
  cuts?: Judged[];
  words?: Judged[];
  /** Drops and phrases of a table, read and judged. */
  edits?: (Judged & { kind: "drop" | "phrase" })[];
  /** A copy editor's changes, each alone, and the words that went without anything in their place. */
  units?: (Written & { kind: "cut" | "drop" | "phrase"; right?: number })[];
};

/** The order is that of the judge's kinds of edits. */
const KINDS = ["word", "cut", "drop", "phrase"];
const SURE = 0.86;
const UNSURE = 0.5;
const BUCKETS = 1 << 18;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { models: { type: "string", default: "models" } },
});
const [output = "", ...inputs] = positionals;
const tokenizer = createTokenizer(
  JSON.parse(readFileSync(join(values.models, "tokenizer.json"), "utf8")),
);
const out = createWriteStream(output);
for (const input of inputs)
  for await (const line of createInterface({ input: createReadStream(input) }))
    if (line !== "") out.write(`${JSON.stringify(rowOf(JSON.parse(line) as Line))}\n`);
out.end();

function rowOf({ id, before, sentence, cuts, words, edits, units }: Line): object {
  const input = encodeSentence(tokenizer, before, sentence);
  const drops = (units ?? []).filter(({ kind }) => kind === "drop");
  const others = (units ?? []).filter(({ kind }) => kind === "phrase");
  const own = (units ?? []).filter(({ kind, right }) => kind === "cut" && right !== 0);
  const known =
    cuts?.filter(
      ({ right, sure }) => right === 1 || (right === undefined && (sure ?? 0) >= SURE),
    ) ?? own;
  const refused =
    cuts?.filter(
      ({ right, sure }) => right === 0 || (right === undefined && (sure ?? 1) < UNSURE),
    ) ?? [];
  const joints = jointsOf(input, sentence, known);
  const places = new Set(joints.cuts.map(([token]) => token));
  return {
    h: foldOf(id, 7),
    // 0: all joints of the sentence are known; 1: only those named; 2: none are.
    e: cuts !== undefined ? 0 : units !== undefined ? 1 : 2,
    i: input.ids,
    f: input.body,
    c: joints.cuts,
    v: joints.forms,
    x: refused
      .map((cut) => takeApart(sentence, cut)?.at)
      .map((at) => (at === undefined ? -1 : tokenAt(input, at)))
      .filter((token) => token !== -1 && !places.has(token)),
    d: drops.flatMap(({ start, end }) => tokensOf(input, start, end)),
    r: others.flatMap(({ start, end }) => tokensOf(input, start, end)),
    j: [
      ...(words ?? []).map((word) =>
        judged(input, sentence, word.to === "" ? "drop" : "word", word, word.right ?? 0, 1),
      ),
      ...(edits ?? []).map((edit) => judged(input, sentence, edit.kind, edit, edit.right ?? 0, 2)),
      ...(cuts ?? []).flatMap((cut) =>
        cut.right === undefined
          ? []
          : [judged(input, sentence, "cut", cut, cut.right, cut.close ? 2 : 1)],
      ),
      ...(units ?? []).flatMap((unit) =>
        unit.right === undefined ? [] : [judged(input, sentence, unit.kind, unit, unit.right, 1)],
      ),
    ],
  };
}

function jointsOf(
  input: JointInput,
  sentence: string,
  known: readonly Written[],
): { cuts: number[][]; forms: number[][] } {
  const cuts: number[][] = [];
  const forms: number[][] = [];
  const seen = new Set<number>();
  for (const cut of known) {
    const parts = takeApart(sentence, cut);
    const token = parts === undefined ? -1 : tokenAt(input, parts.at);
    if (parts === undefined || token === -1 || seen.has(token)) continue;
    seen.add(token);
    const [first = -1, last = -1] = parts.noun?.map((at) => tokenAt(input, at)) ?? [];
    cuts.push([
      token,
      parts.drop,
      indexIn(LEADS, parts.lead),
      indexIn(SUBJECTS, parts.subject),
      indexIn(HELPERS, parts.helper),
      first,
      last,
    ]);
    for (const { at, form } of parts.forms) forms.push([tokenAt(input, at), indexIn(FORMS, form)]);
  }
  return { cuts, forms: forms.filter(([token]) => token !== -1) };
}

/** An edit for the judge: kind, first token, the token behind it, verdict, weight, how many tokens the new words have, those tokens,
 * and the buckets of its marks. */
function judged(
  input: JointInput,
  sentence: string,
  kind: string,
  edit: Written,
  right: number,
  weight: number,
): number[] {
  const { start, end, to } = edit;
  const [first, behind] = reach(input, start, end);
  const fresh =
    to.trim() === "" ? [] : Array.from(tokenizer.encode(` ${to.trim()}`).ids).slice(0, 12);
  const marks = bucketsOf(editMarks(kind, sentence, edit), BUCKETS);
  return [KINDS.indexOf(kind), first, behind, right, weight, fresh.length, ...fresh, ...marks];
}

function reach({ ids, body, starts }: JointInput, start: number, end: number): [number, number] {
  const find = (at: number): number => {
    const token = starts.findIndex((one) => one >= at);
    return token === -1 ? ids.length : body + token;
  };
  return [Math.min(find(start), ids.length - 1), find(end)];
}

function tokensOf(input: JointInput, start: number, end: number): number[] {
  return input.starts.flatMap((at, i) => (at >= start && at < end ? [input.body + i] : []));
}

function tokenAt({ body, starts }: JointInput, at: number): number {
  const token = starts.indexOf(at);
  return token === -1 ? -1 : body + token;
}

function indexIn(kinds: readonly string[], kind: string): number {
  return Math.max(0, kinds.indexOf(kind));
}
