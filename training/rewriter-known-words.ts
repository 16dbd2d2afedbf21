// Writes models/rewriter/known-words.bin: the words of the corpora that a grammar checker (harper) takes as
// they stand, and those it minds in one use. The rewriter holds a text that has others for one with blemishes
// of its own (src/rewriter/blemishes.ts); two small filters do for that what the checker's dictionary would
// need hundreds of megabytes for.
//
//   node training/rewriter-known-words.ts [CORPORA] [--models models]
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRows } from "../evaluation/corpus-rows.ts";
import { openGrammarChecker } from "../evaluation/grammar-checker.ts";
import { buildKnownWords, capitalWords, smallWords } from "../src/rewriter/english/known-words.ts";

// A word that stands in fewer texts is more often a slip than a word.
const TEXTS_MIN = 3;
const SENTENCES_A_LINT = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { models: { type: "string", default: "models" } },
});
const [corpora = "../shared/data/detector"] = positionals;
const { small, capital } = await readWords(corpora);
// How harper reads a word depends on its place in the sentence.
const strange = await mindedIn(
  small,
  ["SplitWords"],
  [
    (word) => `They lack the knowledge and ${word} for it.`,
    (word) => `They ${word} it.`,
    (word) => `It was half-${word}.`,
  ],
);
const uncounted = await mindedIn(small, ["MassNouns"], [(word) => `He had a ${word}.`]);
const oddNames = await mindedIn(
  capital,
  ["OrthographicConsistency"],
  [(word) => `We saw ${word} there.`],
);
const known = small.filter((word) => !strange.has(word));
const minded = [...[...uncounted].map((word) => `a ${word}`), ...oddNames];
const file = buildKnownWords(known, minded);
writeFileSync(join(values.models, "rewriter/known-words.bin"), file);
console.log(
  `${small.length} words, ${known.length} of them known; ${uncounted.size} not counted; ` +
    `${oddNames.size} of ${capital.length} names odd; ${file.length} bytes`,
);

async function readWords(folder: string): Promise<{ small: string[]; capital: string[] }> {
  const files = readdirSync(folder).filter((name) => /^train-core-\d+\.jsonl\.xz$/.test(name));
  const texts = new Map<string, number>();
  for (const file of files.sort()) {
    for await (const row of readRows(join(folder, file))) {
      if (row.lang !== "en" || row.attack !== undefined) continue;
      for (const word of new Set([...smallWords(row.text), ...capitalWords(row.text)])) {
        texts.set(word, (texts.get(word) ?? 0) + 1);
      }
    }
  }
  const words = [...texts].filter(([, count]) => count >= TEXTS_MIN).map(([word]) => word);
  return {
    small: words.filter((word) => /^[a-z]/.test(word)).sort(),
    capital: words.filter((word) => /^\p{Lu}/u.test(word)).sort(),
  };
}

/** The words that one of these rules minds in one of these sentences. */
async function mindedIn(
  words: readonly string[],
  wanted: readonly string[],
  frames: readonly ((word: string) => string)[],
): Promise<Set<string>> {
  const linter = openGrammarChecker();
  const rules = Object.keys(await linter.getLintConfig());
  await linter.setLintConfig(
    Object.fromEntries(rules.map((rule) => [rule, wanted.includes(rule)])),
  );
  const minded = new Set<string>();
  for (const frame of frames) {
    for (let i = 0; i < words.length; i += SENTENCES_A_LINT) {
      const some = words.slice(i, i + SENTENCES_A_LINT);
      const lints = await linter.lint(some.map(frame).join(" "), { language: "plaintext" });
      for (const lint of lints) {
        // "a warmth": the word minded is the last of the place.
        minded.add(lint.get_problem_text().split(" ").at(-1) ?? "");
        lint.free();
      }
    }
  }
  await linter.dispose();
  const own = new Set(words);
  return new Set([...minded].filter((word) => own.has(word)));
}
