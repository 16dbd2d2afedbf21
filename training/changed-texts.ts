// Changed texts made from the development set. Texts by two hands: the first part of a human text, then an AI text
// of the same domain where there is one, or the other way round. They show whether `Mixed` is found.
// Texts with odd capitals: they show how far restoring those moves a score.

import { type CorpusRow, readRows } from "../evaluation/corpus-rows.ts";
import { mulberry32 } from "../evaluation/seeded-random.ts";
import { findSentences } from "../src/detector/sentences.ts";

const COUNT = 400;
const PART_WORDS = 120;

/** Spliced rows with a label for each part. */
export async function* spliceRows(path: string): AsyncGenerator<CorpusRow> {
  const human: CorpusRow[] = [];
  const ai: CorpusRow[] = [];
  for await (const row of readRows(path)) {
    if (row.lang !== "en" || row.mixed === true || row.words < PART_WORDS) continue;
    (row.label === "ai" ? ai : human).push(row);
  }
  const random = mulberry32(5);
  const pick = (rows: CorpusRow[]): CorpusRow | undefined =>
    rows[Math.floor(random() * rows.length)];
  for (let i = 0; i < COUNT; i++) {
    const person = pick(human);
    const machine = pick(ai.filter((row) => row.domain === person?.domain)) ?? pick(ai);
    if (person === undefined || machine === undefined) return;
    const parts = i % 2 === 0 ? [person, machine] : [machine, person];
    const texts = parts.map((row) => firstSentences(row.text, PART_WORDS + 160 * random()));
    yield {
      ...machine,
      id: `splice-${i}`,
      group: `splice-${i}`,
      mixed: true,
      text: texts.join(" "),
    };
  }
}

/** Texts of the development set with odd capitals, every other one without any. */
export async function* oddCaseRows(path: string): AsyncGenerator<CorpusRow> {
  const random = mulberry32(9);
  let number = 0;
  for await (const row of readRows(path)) {
    if (row.lang !== "en" || row.mixed === true || row.words < 50 || number++ % 4 !== 0) continue;
    yield {
      ...row,
      text: number % 8 === 1 ? row.text.toLowerCase() : flipLetters(row.text, random),
    };
  }
}

function flipLetters(text: string, random: () => number): string {
  return text.replaceAll(/\p{L}/gu, (letter) => {
    if (random() >= 0.05) return letter;
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  });
}

/** Whole sentences from the start until so many words are reached. */
function firstSentences(text: string, words: number): string {
  let count = 0;
  for (const [start, end] of findSentences(text)) {
    count += text.slice(start, end).split(" ").length;
    if (count >= words) return text.slice(0, end);
  }
  return text;
}
