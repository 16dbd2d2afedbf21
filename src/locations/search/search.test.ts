// The rules of the search, one by one, on small data sets.
import { describe, expect, test } from "vitest";
import { buildDataset } from "../../../testing/build-dataset.ts";
import { recordsOf } from "../../../testing/expect-hits.ts";
import type { Dataset } from "../data/dataset.ts";
import { buildSearchIndex, type SearchOptions } from "./search.ts";

describe("matching", () => {
  const find = searchMarkets([
    "Pune APMC",
    "Pune(Moshi) APMC",
    "Chandigarh(Grain/Fruit) APMC",
    "Café Yard APMC",
    "Navi Mumbai APMC",
    "Ujjain",
  ]);

  test.each([
    ["PUNE moshi", "case and brackets", "Pune(Moshi) APMC"],
    ["pune-moshi", "punctuation", "Pune(Moshi) APMC"],
    ["punemoshi", "missing blanks", "Pune(Moshi) APMC"],
    ["pu ne mo shi", "added blanks", "Pune(Moshi) APMC"],
    ["grain fruit chandigarh", "the order of words", "Chandigarh(Grain/Fruit) APMC"],
    ["cafe", "accents in the name", "Café Yard APMC"],
    ["NÁVÍ MÜMBAI", "accents in the query", "Navi Mumbai APMC"],
    ["ujjain apmc", "the suffix where the name has none", "Ujjain"],
    ["Navi Mumbai APMC", "the suffix in both", "Navi Mumbai APMC"],
    ["apmc navi mumbai", "the suffix in front", "Navi Mumbai APMC"],
    ["ｎａｖｉ", "full-width letters", "Navi Mumbai APMC"],
    ["navi\u00ad mum\u200bbai", "invisible characters", "Navi Mumbai APMC"],
  ])("%j is found whatever %s", (query, _about, name) => {
    expect(find(query)[0]).toBe(name);
  });

  test("a name with every word stands alone; else those with some of them", () => {
    expect(find("moshi pune")).toEqual(["Pune(Moshi) APMC", "Pune APMC"]);
    expect(find("pune ujjain")).toEqual(["Pune APMC", "Ujjain", "Pune(Moshi) APMC"]);
    expect(find("xyzzy qwfp")).toEqual([]);
  });

  test("the inside of a word is found, and not across words", () => {
    expect(find("umba")).toEqual(["Navi Mumbai APMC"]);
    expect(find("vimu")).toEqual([]);
  });

  test("a suffix still being typed does not hide the name", () => {
    expect(find("pune ap")[0]).toBe("Pune APMC");
  });

  test("the suffix alone brings all names that have it", () => {
    expect(find("APMC")).toHaveLength(5);
  });

  test("the suffix is not searched as a word of the name", () => {
    expect(find("pmc")).toEqual([]);
  });

  test("the vowel signs of Devanagari count, so that other words stay other words", () => {
    const search = searchMarkets(["पुणे", "पाणी"]);
    expect(search("पुणे")).toEqual(["पुणे"]);
    expect(search("पु")).toEqual(["पुणे"]);
  });
});

describe("ranking", () => {
  test("exact, start of name, start of a word, inside; then by id", () => {
    const find = searchMarkets([
      "Rampura", // start of name
      "Sirampur", // inside
      "New Rampur Yard", // start of a word
      "Rampur APMC", // exact
      "Old Rampur", // start of a word
      "Rampur Kalan", // start of name
      "Rampur", // exact
      "Sangrampur", // inside
    ]);
    expect(find("rampur")).toEqual([
      "Rampur APMC",
      "Rampur",
      "Rampura",
      "Rampur Kalan",
      "New Rampur Yard",
      "Old Rampur",
      "Sirampur",
      "Sangrampur",
    ]);
  });

  test("the suffix written together with a name is the suffix where the name has it apart", () => {
    const search = searchMarkets(["Puneapmcs", "Puneapmc", "Pune APMC"]);
    expect(search("pune")).toEqual(["Pune APMC", "Puneapmcs", "Puneapmc"]);
    expect(search("puneapmc")).toEqual(["Puneapmc", "Pune APMC", "Puneapmcs"]);
  });

  test("an alias stands just below the names of the same level", () => {
    const dataset = buildDataset({
      states: { S: { D: ["Other", "Bengal", "Bengaluru", "Ben"] } },
      aliases: [{ kind: "market", id: 1, alias: "Ben", source: "test" }],
    });
    const { hits } = recordsOf(buildSearchIndex(dataset).search("ben", { limit: 9 }).markets);
    expect(hits).toEqual([{ index: 3 }, { index: 0, matched: "Ben" }, { index: 1 }, { index: 2 }]);
  });

  test("a record found by its name and by an alias is counted once, at its better rank", () => {
    const dataset = buildDataset({
      states: { S: { D: ["Prayagraj", "Allahabad Road"] } },
      aliases: [
        { kind: "market", id: 2, alias: "Allahabad", source: "test" },
        { kind: "market", id: 1, alias: "Allahabad", source: "test" },
      ],
    });
    const result = buildSearchIndex(dataset).search("allahabad", { limit: 9 }).markets;
    expect(recordsOf(result)).toEqual({
      total: 2,
      hits: [
        { index: 0, matched: "Allahabad" },
        { index: 1, matched: "Allahabad" },
      ],
    });
  });
});

describe("aliases", () => {
  test("an alias of a retired record finds nothing", () => {
    const dataset = buildDataset({
      states: { S: { D: ["Live"] } },
      aliases: [{ kind: "market", id: 77, alias: "Gone", source: "renamed" }],
    });
    expect(buildSearchIndex(dataset).search("Gone", { limit: 9 }).markets.total).toBe(0);
  });

  test("each of a record's aliases finds it, and is the one told; the search before left nothing", () => {
    const dataset = buildDataset({
      states: { S: { D: ["Prayagraj", "Chennai"] } },
      aliases: [
        { kind: "market", id: 1, alias: "Allahabad", source: "test" },
        { kind: "market", id: 2, alias: "Madras", source: "test" },
        { kind: "market", id: 1, alias: "Illahabas", source: "test" },
      ],
    });
    const index = buildSearchIndex(dataset);
    for (const [query, place] of [
      ["Allahabad", 0],
      ["Madras", 1],
      ["Illahabas", 0],
    ] as const)
      expect(recordsOf(index.search(query, { limit: 9 }).markets)).toEqual({
        total: 1,
        hits: [{ index: place, matched: query }],
      });
  });
});

describe("misspellings", () => {
  const find = searchMarkets(["Nagpur", "Solapur", "Aurangabad", "Kalyan Dombivli"]);
  test.each([
    ["Nagpurr", "Nagpur", "one letter added"],
    ["Nagpr", "Nagpur", "one dropped"],
    ["Nagbur", "Nagpur", "one replaced"],
    ["Nagupr", "Nagpur", "two swapped"],
    ["Aurengabbad", "Aurangabad", "two edits in more than seven letters"],
    ["Kaliandombivly", "Kalyan Dombivli", "two edits in a name written as one word"],
    ["dombivly kaliyan", "Kalyan Dombivli", "an edit in each of two words"],
  ])("%s finds %s (%s)", (query, name) => {
    expect(find(query)[0]).toBe(name);
  });

  test("two edits in seven letters are too many, and so are three in nine", () => {
    expect(find("Nogbur")).toEqual([]);
    expect(find("Solaqxr")).toEqual([]);
    expect(find("Aorengebad")).toEqual([]);
  });

  test("fewer edits stand first, whole names before names with such a word, then by id", () => {
    const search = searchMarkets([
      "Barampurk", // two edits from the query
      "Yard Barampurr", // one edit, as a word
      "Barampurr", // one edit
      "Baramputr", // one edit
    ]);
    expect(search("barampuxr")).toEqual(["Barampurr", "Baramputr", "Yard Barampurr", "Barampurk"]);
  });

  test("a kind with a hit is spared misspellings, another kind is not", () => {
    const dataset = buildDataset({ states: { Kerela: { Kerala: ["Kerale"] } } });
    const { states, districts, markets } = buildSearchIndex(dataset).search("kerala", { limit: 9 });
    expect([states.total, districts.total, markets.total]).toEqual([1, 1, 1]);
    const both = buildDataset({ states: { Kerala: {}, Kerela: {} } });
    expect(buildSearchIndex(both).search("kerala", { limit: 9 }).states.total).toBe(1);
  });

  test("a single letter is never taken for another", () => {
    expect(searchMarkets(["X", "Y Z"])("q")).toEqual([]);
  });
});

describe("filters, totals and windows", () => {
  const dataset = buildDataset({
    states: {
      Bihar: { Bilaspur: ["Bilaspur North", "Bilasgarh"], Patna: ["Bilaspur South"] },
      Himachal: { Bilaspur: ["Bilaspur West"], Mandi: ["Mandi"] },
    },
  });
  const index = buildSearchIndex(dataset);
  const idsOf = (options: Partial<SearchOptions>) => {
    const { states, districts, markets } = index.search("bilas", { limit: 10, ...options });
    const ids = ({ hits }: typeof states) => hits.map(({ index: place }) => place + 1);
    return [ids(states), ids(districts), ids(markets)];
  };

  test("a state restricts to its districts and their markets", () => {
    expect(idsOf({})).toEqual([[], [1, 3], [1, 2, 3, 4]]);
    expect(idsOf({ stateId: 2 })).toEqual([[], [3], [4]]);
  });

  test("a district restricts to itself and its markets, and no state is in it", () => {
    expect(idsOf({ districtId: 1 })).toEqual([[], [1], [1, 2]]);
    const { states } = index.search("bihar", { limit: 9, districtId: 1 });
    expect(states.total).toBe(0);
  });

  test("a district of another state leaves nothing, and so does an unknown id", () => {
    expect(idsOf({ stateId: 2, districtId: 1 })).toEqual([[], [], []]);
    expect(idsOf({ stateId: 99 })).toEqual([[], [], []]);
    expect(idsOf({ districtId: 99 })).toEqual([[], [], []]);
  });

  test("kinds leave out the others", () => {
    expect(idsOf({ kinds: ["district"] })).toEqual([[], [1, 3], []]);
  });

  test("asking for fewer kinds only leaves some out: what the others hold keeps guesses away", () => {
    const search = (query: string, states: Record<string, Record<string, string[]>>) =>
      buildSearchIndex(buildDataset({ states })).search(query, { limit: 9, kinds: ["state"] });
    // The market that is meant is not asked for, so the state that begins alike is not offered.
    expect(search("pune", { Punjab: { D: ["Pune"] } }).states.total).toBe(0);
    expect(search("puna", { Punjab: { D: ["Pune"] } }).states.total).toBe(0);
    // With nothing else anywhere it is, and of the kinds asked for alone.
    const guessed = search("pune", { Punjab: { Punjabi: ["Punjabi"] } });
    expect(recordsOf(guessed.states)).toEqual({ total: 1, hits: [{ index: 0 }] });
    expect([guessed.districts.total, guessed.markets.total]).toEqual([0, 0]);
  });

  test("a misspelling applies where the filter leaves no hit", () => {
    const { markets } = index.search("mandy", { limit: 9, stateId: 2 });
    expect(recordsOf(markets)).toEqual({ total: 1, hits: [{ index: 4 }] });
  });

  test("so does a misspelt beginning, whatever was found and filtered out before", () => {
    const names = { states: { One: { D: ["Yard Barampur"] }, Two: { E: ["Barampurkalan"] } } };
    const two = buildSearchIndex(buildDataset(names));
    const { markets } = two.search("barampxr", { limit: 9, stateId: 2 });
    expect(recordsOf(markets)).toEqual({ total: 1, hits: [{ index: 1 }] });
  });

  test("total counts all hits whatever the window", () => {
    const { markets } = index.search("bilas", { limit: 2, offset: 1 });
    expect(recordsOf(markets)).toEqual({ total: 4, hits: [{ index: 1 }, { index: 2 }] });
    expect(index.search("bilas", { limit: 5, offset: 4 }).markets).toEqual({ total: 4, hits: [] });
  });
});

/** Searches a set of these markets alone, by name, for their names. */
function searchMarkets(names: string[]): (query: string) => string[] {
  const dataset: Dataset = buildDataset({ states: { "": { "": names } } });
  const index = buildSearchIndex(dataset);
  return (query) =>
    index
      .search(query, { limit: 100, kinds: ["market"] })
      .markets.hits.map((hit) => dataset.markets[hit.index]?.name ?? "");
}
