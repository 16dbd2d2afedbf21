// The search index against the slow search, on sets small and odd enough to meet every corner.
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildSearchIndex } from "./search.ts";
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
