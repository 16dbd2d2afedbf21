// Turns marked sentences into rows for `rewriter-joints.py`, by the serving code's own reading of a cut. A line of
// the input is a sentence, the one before it, the cuts an editor would make and those he refused:
// {"id": 1, "before": "…", "sentence": "…", "right": [{"start": 40, "end": 48, "to": ". This"}], "wrong": [...]}.
//
//   node training/rewriter-joints.ts marked.jsonl training/work/joints-gold.jsonl
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createTokenizer } from "../src/detector/detector.ts";
import { FORMS, HELPERS, LEADS, SUBJECTS } from "../src/rewriter/proposer/joint-classes.ts";
import { encodeSentence } from "../src/rewriter/proposer/joint-model.ts";
import { takeApart } from "./rewriter-joint-parts.ts";

type Cut = { start: number; end: number; to: string };
type Marked = { id: number; before: string; sentence: string; right: Cut[]; wrong: Cut[] };

const [input = "", output = ""] = process.argv.slice(2);
const tokenizer = createTokenizer(JSON.parse(readFileSync("models/tokenizer.json", "utf8")));
const out = createWriteStream(output);
for await (const line of createInterface({ input: createReadStream(input) })) {
  if (line === "") continue;
  const { id, before, sentence, right, wrong } = JSON.parse(line) as Marked;
  const { ids, body, starts } = encodeSentence(tokenizer, before, sentence);
  const tokenAt = (at: number): number => {
    const token = starts.indexOf(at);
    return token === -1 ? -1 : body + token;
  };
  const cuts: number[][] = [];
  const forms: number[][] = [];
  for (const cut of right) {
    const parts = takeApart(sentence, cut);
    const token = parts === undefined ? -1 : tokenAt(parts.at);
    if (parts === undefined || token === -1) continue;
    const classes = [indexIn(LEADS, parts.lead), indexIn(SUBJECTS, parts.subject)];
    const [first = -1, last = -1] = parts.noun?.map(tokenAt) ?? [];
    cuts.push([token, parts.drop, ...classes, indexIn(HELPERS, parts.helper), first, last]);
    for (const { at, form } of parts.forms) forms.push([tokenAt(at), indexIn(FORMS, form)]);
  }
  const refused = wrong
    .map((cut) => takeApart(sentence, cut)?.at)
    .map((at) => (at === undefined ? -1 : tokenAt(at)))
    .filter((token) => token !== -1 && !cuts.some(([own]) => own === token));
  const changed = forms.filter(([token]) => token !== -1);
  out.write(`${JSON.stringify({ id, i: ids, f: body, c: cuts, x: refused, v: changed })}\n`);
}
out.end();

function indexIn(kinds: readonly string[], kind: string): number {
  return Math.max(0, kinds.indexOf(kind));
}
