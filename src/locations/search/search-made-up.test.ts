// The search index compared with the slow search, on small random data sets that cover the edge cases.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom, editOnce } from "../../../evaluation/seeded-random.ts";
import { buildDataset } from "../../../testing/build-dataset.ts";
import { recordsOf } from "../../../testing/expect-hits.ts";
import { buildOracle, type OracleHits } from "../../../testing/search-oracle.ts";
import { hasOtherScript, normaliseName } from "./normalise.ts";
import { buildSearchIndex, type SearchOptions, type SearchResult } from "./search.ts";

test("on made-up names of any letters and lengths the index finds what a search by the rules finds", () => {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(..."abcdab"), maxLength: 9 }) },
    { weight: 2, arbitrary: fc.constantFrom("apmc", "apmc", "apm", "ampc", "A.P.M.C.", "apmcs") },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 5 }) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 60, size: "max" }),
    },
    { weight: 1, arbitrary: fc.constantFrom("é", "ß", "पुणे", "ＡＢ", "ﬁ", "💥", "\u200d", "1") },
  );
  const name = fc
    .array(piece, { maxLength: 4 })
    .chain((pieces) => fc.constantFrom(" ", "", "(", "-").map((blank) => pieces.join(blank)));
  const district = fc.array(name, { maxLength: 12, size: "max" });
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
        for (const [i, query] of [...queries, ...districts.flat().slice(0, 5)].entries()) {
          // Other scripts are searched by sound, several words in their context; both have other rules.
          if (hasOtherScript(query) || !isOneWord(query)) continue;
          const filters = FILTERS[i % FILTERS.length] ?? {};
          for (const filter of [{}, filters]) {
            const expected = madeOracle(query, filter);
            expect(found(madeIndex.search(query, { ...filter, limit: 10_000 }))).toEqual(expected);
            const window = { offset: i % 4, limit: 1 + (i % 3) };
            expect(found(madeIndex.search(query, { ...filter, ...window }))).toEqual(
              cut(expected, window),
            );
          }
        }
      },
    ),
    { numRuns: 80, seed: 21 },
  );
});

/** What a search may be narrowed to; some of it does not exist or does not fit together. */
const FILTERS: Omit<SearchOptions, "limit">[] = [
  { districtId: 1 },
  { kinds: ["market"] },
  { stateId: 1 },
  { districtId: 2, kinds: ["district", "market"] },
  { stateId: 2 },
  { stateId: 1, districtId: 1 },
  { kinds: ["state"] },
  { stateId: 2, districtId: 1 },
  { kinds: [] },
  { districtId: 9 },
];

const isOneWord = (query: string) => normaliseName(query).words.length < 2;

function found({ states, districts, markets }: SearchResult) {
  return {
    states: recordsOf(states),
    districts: recordsOf(districts),
    markets: recordsOf(markets),
  };
}

type Result = ReturnType<ReturnType<typeof buildOracle>>;

function cut({ states, districts, markets }: Result, window: { offset: number; limit: number }) {
  const { offset, limit } = window;
  const of = ({ total, hits }: OracleHits) => ({ total, hits: hits.slice(offset, offset + limit) });
  return { states: of(states), districts: of(districts), markets: of(markets) };
}

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
    ..."a|r|na|ram|pur|APMC|mandibad|nagarampux|ramxpur|xpux".split("|"),
    ...Array.from({ length: 12 }, () => editOnce(word(), random)),
    ...Array.from({ length: 8 }, () =>
      editOnce(editOnce(pick().replaceAll(" ", ""), random), random),
    ),
  ];
  for (const query of queries) {
    const all = oracle(query, {});
    expect({ query, all: found(index.search(query, { limit: 10_000 })) }).toEqual({ query, all });
    const window = { offset: 35, limit: 50 };
    expect({ query, all: found(index.search(query, window)) }).toEqual({
      query,
      all: cut(all, window),
    });
  }
});
