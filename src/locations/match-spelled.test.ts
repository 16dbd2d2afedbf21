// What a search for several words finds and costs among many names. Everything else about finding is tested in
// search.test.ts and search-made-up.test.ts.
import { expect, test } from "vitest";
import { createHitList } from "./hit-list.ts";
import { createSpelledMatcher } from "./match-spelled.ts";
import { buildNameTable, type NameTable } from "./name-table.ts";
import { prepareQuery } from "./query.ts";

// "mandi" begins a word, stands inside one, across two of them, or nowhere.
const kinds = ["Mandi", "Samandi", "Yaman Dilli", "Yard"];
const names = Array.from({ length: 2000 }, (_, i) => {
  const place = i % 500 < 4 ? "Kolhapur" : "Pune";
  return `Bazar ${kinds[i % 4]} ${place} ${i} APMC`;
});
const table = buildNameTable(names, []);

test.each([
  ["kolhapur mandi", [0, 500, 1000, 1500, 1, 501, 1001, 1501]],
  ["mandi kolhapur", [0, 500, 1000, 1500, 1, 501, 1001, 1501]],
  ["bazar olhapu yard", [3, 503, 1003, 1503]],
  ["mandi 1000", [1000]],
  ["mandi 1234 kolhapur", []],
])("a rare word spares a search the names of the frequent ones: %s", (text, found) => {
  const { records, looks } = search(text);
  expect(records).toEqual(found);
  expect(looks).toBeLessThan(names.length / 2);
});

test.each(["bazar xyz", "xyz bazar", "mandi xyz bazar"])(
  "a word that no name has spares it all of them: %s",
  (text) => {
    const { records, looks } = search(text);
    expect(records).toEqual([]);
    expect(looks).toBeLessThan(names.length / 4);
  },
);

test("words that many names have are gathered, which is quicker than looking each name over", () => {
  const { records, looks } = search("bazar mandi");
  const of = (kind: number) => names.flatMap((_, i) => (i % 4 === kind ? [i] : []));
  expect(records).toEqual([...of(0), ...of(1)]);
  expect(looks).toBeLessThan(3 * names.length);
});

/** Searches the names as spelled, and counts how often the table was read. */
function search(text: string): { records: number[]; looks: number } {
  const query = prepareQuery(text);
  if (!query) throw new Error("The query has no words.");
  let looks = 0;
  const watch = <A extends Uint16Array | Uint32Array>(list: A): A =>
    new Proxy(list, {
      get(target, name) {
        if (typeof name === "string" && /^\d/.test(name)) looks += 1;
        return Reflect.get(target, name, target);
      },
    });
  const watched: NameTable = {
    ...table,
    text: watch(table.text),
    sortedRuns: watch(table.sortedRuns),
    sortedRunKeys: watch(table.sortedRunKeys),
    runStart: watch(table.runStart),
    keyRuns: watch(table.keyRuns),
    wordText: watch(table.wordText),
    wordKeys: watch(table.wordKeys),
    wordKeysStart: watch(table.wordKeysStart),
    sortedEndings: watch(table.sortedEndings),
    sortedEndingWords: watch(table.sortedEndingWords),
  };
  const hits = createHitList(table);
  hits.begin(null);
  createSpelledMatcher(watched).matchSpelled(query, hits);
  const counted = hits.count();
  return { records: hits.take(0, counted).map(({ record }) => record), looks };
}
