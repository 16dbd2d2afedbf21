// The search index against the slow search, on sets small and odd enough to meet every corner.
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildSearchIndex } from "./search.ts";
import { createRandom, editOnce } from "./seeded-random.ts";
import { buildDataset } from "./testing/build-dataset.ts";
import { buildOracle } from "./testing/search-oracle.ts";

test("on made-up names of any letters and lengths the index finds what a search by the rules finds", () => {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(..."abcdab"), maxLength: 9 }) },
    { weight: 2, arbitrary: fc.constantFrom("apmc", "apmc", "apm", "ampc", "A.P.M.C.", "apmcs") },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 5 }) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 60 }) },
    { weight: 1, arbitrary: fc.constantFrom("é", "ß", "पुणे", "ＡＢ", "ﬁ", "💥", "\u200d", "1") },
  );
  const name = fc
    .array(piece, { maxLength: 4 })
    .chain((pieces) => fc.constantFrom(" ", "", "(", "-").map((blank) => pieces.join(blank)));
  const district = fc.array(name, { maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(district, { minLength: 1, maxLength: 3 }),
      fc.array(fc.record({ id: fc.integer({ min: 1, max: 12 }), alias: name }), { maxLength: 4 }),
      fc.array(name, { minLength: 1, maxLength: 6 }),
      (districts, others, queries) => {
        const made = buildDataset({
          states: { aab: Object.fromEntries(districts.map((markets, i) => [`ab${i}`, markets])) },
          aliases: others.map((other) => ({ ...other, kind: "market", source: "test" })),
        });
        const madeIndex = buildSearchIndex(made);
        const madeOracle = buildOracle(made);
        for (const query of [...queries, ...districts.flat().slice(0, 5)]) {
          expect(madeIndex.search(query, { limit: 10_000 })).toEqual(madeOracle(query, {}));
        }
      },
    ),
    { numRuns: 100, seed: 21 },
  );
});

test("so it does on more than a thousand names that look alike, where other ways are quicker", () => {
  const random = createRandom(77);
  const syllables = ["pur", "gar", "na", "nag", "ram", "ra", "mandi", "aba", "bad", "pu"];
  const word = () =>
    Array.from({ length: 1 + random.below(3) }, () => random.pick(syllables)).join("");
  const name = () => {
    const words = Array.from({ length: 1 + random.below(3) }, word);
    return [...words, ...(random.below(3) ? ["APMC"] : [])].join(" ");
  };
  const markets = Array.from({ length: 1200 }, name);
  const made = buildDataset({ states: { Nagar: { Rampur: markets } } });
  const index = buildSearchIndex(made);
  const oracle = buildOracle(made);
  const pick = () => random.pick(markets);
  const queries = [
    ..."a|r|na|ram|pur|APMC|pur na|na ram gar|a r n|mandi bad pu".split("|"),
    ..."nagx rampur|purna garx apmc|rxm pux nx|nagarampux purx|ramxpur ampc|xpux".split("|"),
    ...Array.from({ length: 12 }, () => `${editOnce(word(), random)} ${editOnce(word(), random)}`),
    ...Array.from({ length: 8 }, () => editOnce(editOnce(pick(), random), random)),
    ...Array.from({ length: 6 }, () => pick().split(" ").toReversed().join(" ")),
  ];
  for (const query of queries) {
    expect({ query, all: index.search(query, { limit: 10_000 }) }).toEqual({
      query,
      all: oracle(query, {}),
    });
  }
});
