// The rules of the search on the shipped data.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom, editOnce } from "../../../evaluation/seeded-random.ts";
import { expectSoundHits } from "../../../testing/expect-hits.ts";
import { readShippedDataset } from "../data/dataset.ts";
import { normaliseName } from "./normalise.ts";
import { buildSearchIndex } from "./search.ts";

const shipped = readShippedDataset();
const shippedIndex = buildSearchIndex(shipped);

describe("ranking", () => {
  test("Pune puts the district and its market before Pune(Moshi)", () => {
    const { districts, markets } = shippedIndex.search("Pune", { limit: 100 });
    expect(districts.hits.map(({ index }) => shipped.districts[index]?.name)).toEqual(["Pune"]);
    const names = markets.hits.map(({ index }) => shipped.markets[index]?.name);
    expect(names[0]).toBe("Pune APMC");
    expect(names).toContain("Pune(Moshi) APMC");
  });
});

describe("aliases", () => {
  test.each([
    ["Orissa", "states", "Odisha", "Orissa"],
    ["Bengaluru", "districts", "Bangalore", "Bengaluru"],
    ["Tamilnadu", "states", "Tamil Nadu", undefined],
    ["Vadodara", "districts", "Vadodara(Baroda)", "Vadodara"],
  ] as const)("%s is found in %s as %s", (query, kind, name, matched) => {
    const hit = shippedIndex.search(query, { limit: 100 })[kind].hits[0];
    expect(shipped[kind][hit?.index ?? -1]?.name).toBe(name);
    expect(hit?.matched).toBe(matched);
  });
});

describe("misspellings", () => {
  test.each([
    ["Maharastra", "states", "Maharashtra"],
    ["Bangaluru", "districts", "Bangalore"],
    ["Lasalgoan", "markets", "Lasalgaon APMC"],
    ["Pune AMPC", "markets", "Pune APMC"],
    ["Lasalgoan Vinchur", "markets", "Lasalgaon(Vinchur) APMC"],
    ["lasalgoan vin", "markets", "Lasalgaon(Vinchur) APMC"],
    ["mahraas", "states", "Maharashtra"],
  ] as const)("%s finds, in %s, %s first", (query, kind, name) => {
    const [first] = shippedIndex.search(query, { limit: 3 })[kind].hits;
    expect(shipped[kind][first?.index ?? -1]?.name).toBe(name);
  });

  test("misspelt beginnings are tried only when nothing of any kind is found", () => {
    const pune = shippedIndex.search("Pune", { limit: 9 });
    expect(pune.states.total).toBe(0);
    // Nor does leaving out the kinds that were found bring up others.
    expect(shippedIndex.search("Pune", { limit: 9, kinds: ["state"] }).states.total).toBe(0);
  });
});

describe("any text is answered", () => {
  test("no letter or digit finds nothing", () => {
    for (const query of ["", "   ", "💥", "()", "\u0000", "\ud800", "--", "\u0301"]) {
      const result = shippedIndex.search(query, { limit: 9 });
      const { states, districts, markets, dropped } = result;
      expect([states.total, districts.total, markets.total]).toEqual([0, 0, 0]);
      expect(dropped).toEqual([]);
    }
  });

  test("whatever the text, hits are distinct, in range and no more than the total", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 100, size: "max" }),
      fc.string({ unit: "binary", maxLength: 100, size: "max" }),
      fc.string({ unit: fc.constantFrom(..."aeinr ptm()-"), maxLength: 100, size: "max" }),
    );
    fc.assert(
      fc.property(text, (query) => {
        expectSoundHits(shippedIndex.search(query, { limit: 1000 }), shipped, 1000);
      }),
      { numRuns: 200, seed: 4 },
    );
  });

  test("the same query gives the same answer, whatever was asked in between", () => {
    const queries = ["pun", "Lasalgoan", "a", "moshi pune", "zzzz", "apmc", "Bangaluru"];
    const ask = (query: string) => JSON.stringify(shippedIndex.search(query, { limit: 50 }));
    const first = queries.map(ask);
    expect(queries.toReversed().map(ask).toReversed()).toEqual(first);
    expect(
      queries.map((query) =>
        JSON.stringify(buildSearchIndex(shipped).search(query, { limit: 50 })),
      ),
    ).toEqual(first);
  });
});

describe("the shipped names", () => {
  const records = (["states", "districts", "markets"] as const).flatMap((kind) =>
    shipped[kind].map(({ name }, place) => ({ kind, name, place })),
  );
  type Named = (typeof records)[number];
  const isInFirstThree = (query: string, { kind, place }: Named) =>
    shippedIndex.search(query, { limit: 3 })[kind].hits.some(({ index }) => index === place);

  test("every record is in the first three of its kind by its own name", () => {
    const missed = records.filter((record) => !isInFirstThree(record.name, record));
    expect(missed).toEqual([]);
  });

  test("one random edit in a name of 8 letters or more still finds it, 99 times in 100", () => {
    const long = records.filter(({ name }) => normaliseName(name).words.join("").length >= 8);
    const random = createRandom(20_261_115);
    const tries = 2_000;
    let found = 0;
    for (let i = 0; i < tries; i += 1) {
      const record = random.pick(long);
      if (isInFirstThree(editOnce(record.name, random), record)) found += 1;
    }
    expect(found / tries).toBeGreaterThanOrEqual(0.99);
  });
});
