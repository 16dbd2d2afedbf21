// What a search for several words may cost. That it finds the right names is tested in search.test.ts
// and search-made-up.test.ts.
import { expect, test } from "vitest";
import { createHitList } from "./hit-list.ts";
import { createSpelledMatcher } from "./match-spelled.ts";
import { buildNameTable, type NameTable } from "./name-table.ts";
import { prepareQuery } from "./query.ts";

const names = Array.from(
  { length: 2000 },
  (_, i) => `Market Bazar ${i % 50 === 0 ? "Kolhapur" : "Pune"} ${i} APMC`,
);
const table = buildNameTable(names, []);

test.each([
  ["kolhapur market", 40],
  ["market kolhapur", 40],
  ["market 1234", 1],
  ["market 950 kolhapur", 2],
  ["1234 kolhapur market", 0],
])("a rare word spares a search the names of the frequent ones: %s", (text, found) => {
  const { total, looks } = search(text);
  expect(total).toBe(found);
  expect(looks).toBeLessThan(names.length / 2);
});

test.each(["market xyz", "xyz market", "bazar xyz market"])(
  "a word that no name has spares it all of them: %s",
  (text) => {
    const { total, looks } = search(text);
    expect(total).toBe(0);
    expect(looks).toBeLessThan(names.length / 4);
  },
);

test("words that all names have are gathered, which is quicker than looking each name over", () => {
  const { total, looks } = search("bazar market");
  expect(total).toBe(names.length);
  expect(looks).toBeLessThan(3 * names.length);
});

/** Searches the names as spelled, and counts how often the table was read. */
function search(text: string): { total: number; looks: number } {
  const query = prepareQuery(text);
  if (!query) throw new Error("The query has no words.");
  let looks = 0;
  const counted = <A extends Uint16Array | Uint32Array>(list: A): A =>
    new Proxy(list, {
      get(target, name) {
        if (typeof name === "string" && /^\d/.test(name)) looks += 1;
        return Reflect.get(target, name, target);
      },
    });
  const watched: NameTable = {
    ...table,
    text: counted(table.text),
    sortedRuns: counted(table.sortedRuns),
    sortedRunKeys: counted(table.sortedRunKeys),
    runStart: counted(table.runStart),
    keyRuns: counted(table.keyRuns),
    wordText: counted(table.wordText),
    wordKeys: counted(table.wordKeys),
    wordKeysStart: counted(table.wordKeysStart),
    sortedEndings: counted(table.sortedEndings),
    sortedEndingWords: counted(table.sortedEndingWords),
  };
  const hits = createHitList(table);
  hits.begin(null);
  createSpelledMatcher(watched).matchSpelled(query, hits);
  return { total: hits.count(), looks };
}
