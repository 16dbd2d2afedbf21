// Collects edits for readers: what the rewriter would make of machine-written texts, each edit by itself, those included
// of which its judges are less sure than they have to be.
//
//   node training/editor/made.ts POOL.jsonl OUT.jsonl [--texts 1000] [--from 0] [--each 12]
//
// POOL.jsonl holds a text a line: `id`, `text`. Texts of training/rewriter-sealed.json must not be in it.
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createRandom } from "../../evaluation/seeded-random.ts";
import { RELEASED_MODELS } from "../../src/release.ts";
import { rewritePassage } from "../../src/rewriter/gate/gate.ts";
import { findProtected } from "../../src/rewriter/gate/protect.ts";
import { findProse } from "../../src/rewriter/passages.ts";
import { draftEdits, judgeDrafts, proposalsOf } from "../../src/rewriter/propose.ts";
import { registerOf } from "../../src/rewriter/register.ts";
import { openResources } from "../../src/rewriter/resources.ts";
import { STRENGTHS } from "../../src/rewriter/strengths.ts";
import { weigh } from "../../src/rewriter/weigh.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    texts: { type: "string", default: "1000" },
    from: { type: "string", default: "0" },
    each: { type: "string", default: "12" },
  },
});
const [pool = "", output = ""] = positionals;
const FROM = Number(values.from);
const TO = FROM + Number(values.texts);
const EACH = Number(values.each);
/** Below what the rewriter asks for: the judge learns from what it would refuse, too. */
const SURE_MIN = 0.8;

const random = createRandom(47);
const resources = openResources(RELEASED_MODELS);
const out = createWriteStream(output);
let count = 0;
let index = 0;
for await (const line of createInterface({ input: createReadStream(pool) })) {
  index++;
  if (index <= FROM || index > TO) continue;
  const { id, text } = JSON.parse(line) as { id: string; text: string };
  const found = await editsOf(text);
  for (const edit of draw(found)) {
    out.write(`${JSON.stringify({ id, ...edit })}\n`);
    count++;
  }
}
out.end();
console.log(`${count} edits`);

function draw<T>(found: readonly T[]): T[] {
  const keyed = found.map((edit) => ({ edit, key: random.below(2 ** 30) }));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, EACH)
    .map(({ edit }) => edit);
}

async function editsOf(text: string): Promise<object[]> {
  const { passages, starts } = findProse(text);
  const register = registerOf(text);
  const spans = findProtected(text, starts, []);
  const drafts = draftEdits(text, passages, {
    isStrong: random.below(2) === 0,
    register,
    lexicon: resources.lexicon(),
    phrases: resources.phrases(),
  });
  const judged = await judgeDrafts(text, drafts, {
    resources,
    register,
    isOwn: false,
    settings: {
      sureMin: { phrase: SURE_MIN, word: SURE_MIN },
      isStrong: false,
      cutWordsMin: Number.POSITIVE_INFINITY,
    },
  });
  const preference = resources.preference();
  const options = { text, spans, preference, allows: () => true };
  return proposalsOf(judged).flatMap(({ passage, edits }, i) =>
    edits.flatMap((edit) => {
      const chosen = weigh(passage, edit, options);
      if (chosen === undefined || chosen.value < STRENGTHS.strong.valueMin) return [];
      return [
        {
          at: [passage.start, passage.end],
          start: chosen.start - passage.start,
          end: chosen.end - passage.start,
          to: chosen.to,
          kind: chosen.kind,
          why: chosen.why,
          sure: edit.sure,
          before: judged[i]?.before ?? "",
          sentence: passage.text,
          after: rewritePassage(passage, [chosen]),
        },
      ];
    }),
  );
}
