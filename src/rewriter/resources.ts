// Everything the rewriter reads from files: what it has learnt, from the model folder it is given, and its reviewed
// phrases. Each part is read with the first text that needs it and lives as long as the object returned here.
import { createHash } from "node:crypto";
import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { readKnownWords } from "./english/known-words.ts";
import type { Lexicon } from "./english/tokens.ts";
import { readWordClasses } from "./english/word-classes.ts";
import { readCloze } from "./judge/cloze.ts";
import { type EditJudge, readEditJudge } from "./judge/judge.ts";
import {
  compilePhrases,
  type PhraseRule,
  type PhraseTable,
  readPhraseFile,
} from "./phrases/phrase-table.ts";
import { type PlainerWords, readPlainerWords } from "./phrases/words.ts";
import { type Preference, readPreference } from "./preference.ts";

export type RewriterResources = {
  lexicon(): Lexicon;
  phrases(): PhraseTable;
  plainerWords(): PlainerWords;
  /** The sentence-preference model. */
  preference(): Preference;
  /** The model that judges edits. */
  judge(): EditJudge;
};

const MODEL_FILES = [
  "rewriter/cloze.bin",
  "rewriter/edit-judge.bin",
  "rewriter/known-words.bin",
  "rewriter/preference.bin",
  "rewriter/word-classes.bin",
] as const;

// Of two rules for the same words the first one counts: in official prose those written for it.
const PHRASE_FILES = ["official.txt", "words.txt", "connectives.txt", "phrases.txt"] as const;

/** Throws naming the first model file that is missing or unlisted, so that a server finds out at its start. */
export function checkRewriterFiles(modelDir: string): void {
  const checksums = readChecksums(modelDir);
  for (const name of MODEL_FILES) {
    const file = join(modelDir, name);
    if (checksums[name] === undefined)
      throw new Error(`model: manifest.json names no checksum of ${name}`);
    try {
      accessSync(file, constants.R_OK);
    } catch (cause) {
      throw new Error(`model: ${file} cannot be read`, { cause });
    }
  }
}

/** Opens the model folder; a file that is not the one its manifest names is refused when it is read. */
export function openResources(modelDir: string): RewriterResources {
  const checksums = once(() => readChecksums(modelDir));
  const read = (name: (typeof MODEL_FILES)[number]): Buffer => {
    const file = join(modelDir, name);
    const bytes = readFileSync(file);
    if (createHash("sha256").update(bytes).digest("hex") !== checksums()[name])
      throw new Error(`model: ${file} is not the released file`);
    return bytes;
  };
  return {
    lexicon: once(() => ({
      words: readKnownWords(read("rewriter/known-words.bin")),
      classes: readWordClasses(read("rewriter/word-classes.bin")),
    })),
    phrases: once(() => compilePhrases(readPhraseRules())),
    preference: once(() => readPreference(read("rewriter/preference.bin"))),
    plainerWords: once(() => readPlainerWords(readPhrases("plainer-words.txt"))),
    judge: once(() =>
      readEditJudge(read("rewriter/edit-judge.bin"), readCloze(read("rewriter/cloze.bin"))),
    ),
  };
}

/** All reviewed rules with their examples. */
export function readPhraseRules(): PhraseRule[] {
  return PHRASE_FILES.flatMap((name) => readPhraseFile(readPhrases(name)));
}

function readPhrases(name: string): string {
  return readFileSync(new URL(`phrases/${name}`, import.meta.url), "utf8");
}

function readChecksums(modelDir: string): Readonly<Record<string, string>> {
  const file = join(modelDir, "manifest.json");
  try {
    const { files } = JSON.parse(readFileSync(file, "utf8")) as { files: Record<string, string> };
    return files;
  } catch (cause) {
    throw new Error(`model: ${file} cannot be read`, { cause });
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
