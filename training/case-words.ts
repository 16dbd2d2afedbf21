// Counts in the training texts how words are written inside sentences, and writes the lists by which
// the detector puts capitals right: names, abbreviations in capitals, and plain words.
//
//   node training/case-words.ts CORPORA
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRows } from "../evaluation/corpus-rows.ts";

const [corpora] = process.argv.slice(2);
if (corpora === undefined) {
  console.error("usage: node training/case-words.ts CORPORA");
  process.exit(2);
}

// A word counts once a text, so that a contract full of "the Lender" makes no name of it.
const DOCUMENTS_MIN = 12;
const PLAIN_MAX = 15_000;
// A word inside a sentence: a small letter or a comma stands before it.
const INSIDE = /(?<=[a-z,;] )[A-Za-z]{2,}/g;

const counts = new Map<string, { small: number; name: number; capitals: number }>();
const files = readdirSync(corpora).filter((file) =>
  /^(?:train|pretrain)-.*\.jsonl\.xz$/.test(file),
);
let number = 0;
for (const file of files) {
  for await (const row of readRows(join(corpora, file))) {
    if (row.lang !== "en" || row.attack !== undefined || number++ % 2 === 1) continue;
    for (const word of new Set(row.text.match(INSIDE))) {
      const key = word.toLowerCase();
      const count = counts.get(key) ?? { small: 0, name: 0, capitals: 0 };
      counts.set(key, count);
      if (word === key) count.small++;
      else if (word === word.toUpperCase()) count.capitals++;
      else if (word.slice(1) === key.slice(1)) count.name++;
    }
  }
}

const kinds: { names: string[]; capitals: string[]; plain: string[] } = {
  names: [],
  capitals: [],
  plain: [],
};
const total = (count: { small: number; name: number; capitals: number }): number =>
  count.small + count.name + count.capitals;
for (const [word, count] of [...counts].sort((a, b) => total(b[1]) - total(a[1]))) {
  const all = total(count);
  if (all < DOCUMENTS_MIN) break;
  if (count.name >= 0.75 * all) kinds.names.push(word);
  else if (count.capitals >= 0.75 * all) kinds.capitals.push(word);
  else if (count.small >= 0.75 * all && kinds.plain.length < PLAIN_MAX) kinds.plain.push(word);
}
const path = new URL("../src/detector/case-words.json", import.meta.url);
const lists = Object.entries(kinds).map(
  ([name, words]) => `  "${name}": ${JSON.stringify(words.toSorted().join(" "))}`,
);
writeFileSync(path, `{\n${lists.join(",\n")}\n}\n`);
console.log(Object.fromEntries(Object.entries(kinds).map(([name, words]) => [name, words.length])));
