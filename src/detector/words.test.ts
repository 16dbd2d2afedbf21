import { expect, test } from "vitest";
import { wordsIn } from "./words.ts";

test("words are counted as a reader would", () => {
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
  for (const [text, count] of cases) expect(wordsIn(text), text.slice(0, 30)).toBe(count);
});
