// Search in other scripts than Latin, on the shipped data.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectSoundHits } from "../../../testing/expect-hits.ts";
import { readShippedDataset, sealDataset } from "../data/dataset.ts";
import { buildSearchIndex, type SearchOptions } from "./search.ts";

const shipped = readShippedDataset();
const { search } = buildSearchIndex(shipped);
const namesOf = (
  kind: "states" | "districts" | "markets",
  query: string,
  options: Partial<SearchOptions> = {},
) =>
  search(query, { limit: 100, ...options })[kind].hits.map(
    ({ index }) => shipped[kind][index]?.name,
  );

describe("names that are written in no table are found by their sound", () => {
  test.each([
    ["पुणे", "districts", "Pune"],
    ["पुणे", "markets", "Pune APMC"],
    ["పూణె", "districts", "Pune"],
    ["లాసల్‌గావ్", "markets", "Lasalgaon APMC"],
    ["लासलगाँव", "markets", "Lasalgaon APMC"],
    ["লাসলগাঁও", "markets", "Lasalgaon APMC"],
    ["ಹುಬ್ಬಳ್ಳಿ", "markets", "Hubli (Amaragol) APMC"],
    ["লখনউ", "districts", "Lucknow"],
    ["لکھنؤ", "districts", "Lucknow"],
    ["பெங்களூர்", "districts", "Bangalore"],
    ["എറണാകുളം", "districts", "Ernakulam"],
    ["ଯାଜପୁର", "districts", "Jajpur"],
    ["ਬਠਿੰਡਾ", "districts", "Bhatinda"],
    ["उत्तर गोवा", "districts", "North Goa"],
    ["महाराष्ट", "states", "Maharashtra"],
  ] as const)("%s finds, in %s, %s first", (query, kind, name) => {
    expect(namesOf(kind, query)[0]).toBe(name);
  });
});

describe("what does not matter", () => {
  test.each([
    ["joiners", "లాసల్‌గావ్", "లాసల్గావ్"],
    ["the nukta", "ज़ीरा", "जीरा"],
    ["composed and decomposed letters", "चंडीगढ़".normalize("NFC"), "चंडीगढ़".normalize("NFD")],
    ["digits", "२४ परगना", "24 परगना"],
    ["spaces and the suffix", "पुणे", "  पुणे  APMC "],
  ])("%s: %s and %s find the same", (_what, left, right) => {
    const ask = (query: string) =>
      (["states", "districts", "markets"] as const).map((kind) => namesOf(kind, query));
    expect(ask(left)).toEqual(ask(right));
  });

  test("a word for what a place is", () => {
    for (const query of ["पुणे मंडी", "पुणे बाज़ार", "पुणे कृषि उपज मंडी समिति"]) {
      expect(namesOf("markets", query)[0]).toBe("Pune APMC");
    }
    expect(namesOf("districts", "पुणे जिला")).toEqual(["Pune"]);
    expect(namesOf("districts", "मंडी")[0]).toBe("Mandi");
  });

  test.each([
    ["नई अनाज मंडी सिरसा", "New Grain Market, Sirsa APMC"],
    ["ਅੰਬਾਲਾ ਛਾਉਣੀ", "Ambala Cantt. APMC"],
    ["ప్రొద్దుటూరు రైతు బజార్", "Proddatur,RBZ APMC"],
  ])(
    "%s is %s: words of the trade are translated, a farmers' market need not be named",
    (query, name) => {
      expect(namesOf("markets", query)).toContain(name);
    },
  );

  test("scripts may be mixed, and words come in any order", () => {
    expect(namesOf("markets", "पुणे moshi")[0]).toBe("Pune(Moshi) APMC");
    expect(namesOf("markets", "मोशी Pune")[0]).toBe("Pune(Moshi) APMC");
  });
});

test("a stored name stands first under its very spelling, and is named as what hit", () => {
  const [hit] = search("नाशीक", { limit: 1 }).districts.hits;
  expect(shipped.districts[hit?.index ?? -1]?.name).toBe("Nashik");
  expect(hit?.matched).toBe("नाशीक");
});

test("a name that is not to be shown finds its record and stays unsaid, unless all names are asked for", () => {
  const { names } = shipped.places;
  const hidden = names.find(({ kind, check }) => kind === "state" && check === "no");
  if (hidden === undefined) throw new Error("every name of a state is checked");
  const ask = (allNames: boolean) => search(hidden.name, { limit: 1, allNames }).states.hits[0];
  expect(shipped.states[ask(false)?.index ?? -1]?.id).toBe(hidden.id);
  expect(ask(false)).not.toHaveProperty("matched");
  expect(ask(true)?.matched).toBe(hidden.name);
});

test("names in other scripts change nothing for queries in Latin letters", () => {
  const bare = buildSearchIndex(
    sealDataset(shipped, shipped, shipped.retired, { ...shipped.places, names: [] }),
  );
  for (const query of ["pune", "Lasalgoan", "a", "nashik", "zzzz", "apmc", "Puné", "24"]) {
    expect(search(query, { limit: 50 })).toEqual(bare.search(query, { limit: 50 }));
  }
});

test("filters, kinds and parts apply as to any search", () => {
  const all = namesOf("markets", "पुणे");
  expect(namesOf("markets", "पुणे", { limit: 2, offset: 1 })).toEqual(all.slice(1, 3));
  expect(namesOf("markets", "पुणे", { stateId: 17 })).not.toContain("Pune APMC");
  expect(namesOf("markets", "पुणे", { districtId: 364 })[0]).toBe("Pune APMC");
  expect(namesOf("districts", "पुणे", { kinds: ["market"] })).toEqual([]);
});

test("whatever letters of India's scripts come, hits are distinct, in range and no more than the total", () => {
  const letter = fc
    .oneof(fc.integer({ min: 0x900, max: 0xd7f }), fc.integer({ min: 0x600, max: 0x6ff }))
    .map((code) => String.fromCharCode(code));
  const unit = fc.oneof(letter, fc.constantFrom(..."ab ()1\u200d\u200c"));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 100, size: "max" }), (query) => {
      expectSoundHits(search(query, { limit: 1000 }), shipped, 1000);
    }),
    { numRuns: 200, seed: 4 },
  );
});

test("every stored name finds its record among the first three of its kind", () => {
  const missed = shipped.places.names.filter(({ kind, id, name }) => {
    const list = `${kind}s` as const;
    const { hits } = search(name, { limit: 3 })[list];
    return !hits.some(({ index }) => shipped[list][index]?.id === id);
  });
  expect(missed.length / shipped.places.names.length).toBeLessThan(0.01);
});
