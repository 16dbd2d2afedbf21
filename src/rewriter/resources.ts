// Everything the rewriter reads from files: what it has learnt, from the model folder it is given, and its reviewed
// rules. Each part is read with the first text that needs it and lives as long as the object returned here.
import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCutJudge } from "./joints/cut-judge.ts";
import { openJointModel } from "./joints/joint-model.ts";
import type { Readers } from "./joints/settle-cuts.ts";
import { readKnownWords } from "./known-words.ts";
import { type Preference, readPreference } from "./preference.ts";
import { compileRules, type RuleTable } from "./rule-table.ts";
import { CONNECTIVES } from "./rules/connectives.ts";
import { PHRASES } from "./rules/phrases.ts";
import { PLAIN_WORDS } from "./rules/plain-words.ts";
import { readStockPhrases } from "./rules/stock-phrases.ts";
import type { Lexicon } from "./sentence/lexicon.ts";
import { readWordClasses } from "./sentence/word-classes.ts";
import { readCloze } from "./words/cloze.ts";
import type { WordReaders } from "./words/settle-words.ts";
import { readPlainerWords } from "./words/word-edits.ts";
import { readWordJudge } from "./words/word-judge.ts";

export type RewriterResources = {
  lexicon(): Lexicon;
  rules(): RuleTable;
  /** The sentence-preference model. */
  preference(): Preference;
  /** The models that propose and judge cuts and plainer words. */
  readers(): Promise<Readers & WordReaders>;
};

const MODEL_FILES = [
  "tokenizer.json",
  "rewriter/cloze.bin",
  "rewriter/cut-judge.bin",
  "rewriter/joints.onnx",
  "rewriter/known-words.bin",
  "rewriter/preference.bin",
  "rewriter/word-classes.bin",
  "rewriter/word-judge.bin",
] as const;

/** Throws naming the first model file that is missing, so that a server finds out at its start. */
export function checkRewriterFiles(modelDir: string): void {
  for (const name of MODEL_FILES) {
    const file = join(modelDir, name);
    try {
      accessSync(file, constants.R_OK);
    } catch (cause) {
      throw new Error(`model: ${file} cannot be read`, { cause });
    }
  }
}

export function openResources(modelDir: string): RewriterResources {
  const read = (name: (typeof MODEL_FILES)[number]): Buffer => readFileSync(join(modelDir, name));
  return {
    lexicon: once(() => ({
      words: readKnownWords(read("rewriter/known-words.bin")),
      classes: readWordClasses(read("rewriter/word-classes.bin")),
    })),
    rules: once(() =>
      compileRules([...PLAIN_WORDS, ...PHRASES, ...CONNECTIVES, readStockPhrases()]),
    ),
    preference: once(() => readPreference(read("rewriter/preference.bin"))),
    readers: once(async () => ({
      joints: await openJointModel(modelDir),
      cuts: readCutJudge(read("rewriter/cut-judge.bin")),
      table: readPlainerWords(
        readFileSync(new URL("words/plainer-words.txt", import.meta.url), "utf8"),
      ),
      cloze: readCloze(read("rewriter/cloze.bin")),
      words: readWordJudge(read("rewriter/word-judge.bin")),
    })),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
