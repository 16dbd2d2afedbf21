// Misspelt queries where very many names hold each of their words, and misspelt suffixes: code paths that small data
// sets never reach. Compared with the slow search.
import { expect, test } from "vitest";
import { buildDataset } from "../../testing/build-dataset.ts";
import { buildOracle } from "../../testing/search-oracle.ts";
import { buildSearchIndex } from "./search.ts";

const words = ["Mandi", "Bazar", "Nagar", "Mandirpuram", "Bazarpettai", "Nagarkovil"];
/** Every word is in more than 500 of these, once or twice, with and without the suffix. */
const names = Array.from({ length: 1800 }, (_, i) => {
  const pick = (step: number) => words[Math.floor(i / step) % words.length];
  const rest = i % 7 === 0 ? ` Yard ${i}` : "";
  return `${pick(1)} ${pick(6)} ${pick(36)}${rest}${i % 3 === 0 ? "" : " APMC"}`;
});
const crowded = buildDataset({ states: { S: { D: names } } });
const index = buildSearchIndex(crowded);
const oracle = buildOracle(crowded);

test.each([
  "mandii bazzar",
  "bazzar mandii",
  "bazar mandii",
  "bazarpettai mandii",
  "mandii bazzar nagarr",
  "nagxr bazxr mandx ampc",
  "mandii ampc",
  "mandii ampc bazzar",
  "bazzar yarrd mandii",
  "mandii yarrd 770",
  "mandii xyzxyz",
  "mxndixpuram nagarkovill",
  // Beginnings, which are only guessed at.
  "mandripu nagrako",
  "mandripu nagrako bazarpt",
  "bazrapet yrad",
  "nagrako ampc",
])("crowded names are found by words misspelt: %s", (query) => {
  const all = oracle(query, {});
  expect(index.search(query, { limit: 10_000 })).toEqual(all);
});

test.each([
  ["punaepmc", "two letters swapped where the name ends"],
  ["pune ampc", "two letters of the suffix swapped"],
  ["pune pmc", "a letter dropped"],
  ["pune apmmc", "one added"],
  ["puneapkc", "one replaced, and no blank"],
  ["pnue apmcc", "an edit in each"],
  ["pnueampc", "an edit in each, and no blank"],
])("a misspelt suffix leaves the name to be found first: %s (%s)", (query) => {
  expect(search(["Pune Yard APMC", "Pune Yard", "Pune APMC"], query)[0]).toBe("Pune APMC");
});

test.each(["navi mumbaaipmc", "navi mumbai ampc", "navimumbaipmc", "navi mumbay apmcc"])(
  "so it does for a name of several words: %s",
  (query) => {
    const found = search(["Navi Mumbai Yard APMC", "Navi Mumbai Yard", "Navi Mumbai APMC"], query);
    expect(found[0]).toBe("Navi Mumbai APMC");
  },
);

test.each([
  ["Pen APMC", ["peanpmc"]],
  ["Kolhapur APMC", ["kolhapuarpmcc", "kolhapuarpm", "kolhapuarppmc", "kohlapuarpmc"]],
  ["Navi Mumbai APMC", ["navimumbaaipmcc", "navimumbaaimc", "nvaimumbaaipmc", "navimumaaipmc"]],
])(
  "%s is found where its end and the suffix have changed letters, and one more is wrong",
  (name, queries) => {
    for (const query of queries) expect(search(["Yard", name], query)).toEqual([name]);
  },
);

test("three wrong letters are too many, wherever they are", () => {
  for (const query of ["kolhapuarpccc", "kohlapuarpmcc", "kolhapurapxxx"])
    expect([query, search(["Yard", "Kolhapur APMC"], query)]).toEqual([query, []]);
  expect(search(["Yard", "Navi Mumbai APMC"], "nvaimumbaaipmcc")).toEqual([]);
});

function search(markets: string[], query: string): string[] {
  const dataset = buildDataset({ states: { S: { D: markets } } });
  const { hits } = buildSearchIndex(dataset).search(query, { limit: 9 }).markets;
  return hits.map((hit) => markets[hit.index] ?? "");
}
