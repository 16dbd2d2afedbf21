import { expect, test } from "vitest";
import { hasWords, wordsIn } from "./words.ts";

const cases: [string, number][] = [
  ["", 0],
  ["  \n ", 0],
  ["🙂 — !", 0],
  ["one", 1],
  ["It's well-known; isn't it?", 4],
  ["3.5 kg of e.g. U.S. flour", 6],
  ["Écrire à l'école", 3],
  ["他们去学校", 3],
  ["a\u0301b c", 2],
  ["w".repeat(10_000), 1],
  ["user@example.com/page", 1],
];

test("words are counted as a reader would", () => {
  for (const [text, count] of cases) expect(wordsIn(text), text.slice(0, 30)).toBe(count);
});

test("whether there is a word is seen alike however it begins", () => {
  for (const one of ["a", "7", "\u0301", "他", "ส", "᧠", "-", "฿", "🙂", "'", "۔"]) {
    expect(hasWords(`-- ${one}`, 1), one).toBe(wordsIn(`-- ${one}`) > 0);
  }
});

test("a text has as many words as are counted, and no more", () => {
  for (const [text, count] of cases) {
    const has = [hasWords(text, count), hasWords(text, count + 1)];
    expect(has, text.slice(0, 30)).toEqual([true, false]);
  }
});
