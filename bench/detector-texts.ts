// The texts the benchmark works on: the development set when its folder is there, and otherwise the
// project's own golden texts, which suffice for speed and for whether form changes a score.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CorpusRow, readRows } from "../evaluation/corpus-rows.ts";

export type BenchText = Pick<
  CorpusRow,
  "id" | "text" | "label" | "source" | "domain" | "generator" | "lang" | "group" | "words"
> & { mixed: boolean; labels: [number, number, number][] | undefined };

/** All rows of the development set, or undefined when the corpora are not there. */
export async function readDevelopmentSet(corpora: string): Promise<BenchText[] | undefined> {
  const path = join(corpora, "dev.jsonl.xz");
  if (!existsSync(path)) return undefined;
  const rows: BenchText[] = [];
  for await (const row of readRows(path)) {
    rows.push({ ...row, mixed: row.mixed === true, labels: row.sentence_labels });
  }
  return rows;
}

/** The golden texts of the released model. */
export function readGoldenTexts(modelDir: string): string[] {
  const golden = JSON.parse(readFileSync(join(modelDir, "golden.json"), "utf8")) as {
    entries: { text: string }[];
  };
  return golden.entries.map(({ text }) => text);
}

/** English prose of just so many words, put together from the golden texts. */
export function buildText(texts: readonly string[], words: number): string {
  const all = texts
    .filter((text) => /^[\x20-\x7e\n]*$/.test(text))
    .flatMap((text) => text.split(/\s+/));
  return Array.from({ length: words }, (_, i) => all[i % all.length]).join(" ");
}
