// Compares the search index with a slow search that implements the rules for one word literally: for queries made from
// the shipped names, both must find the same records in the same order.
import { describe, expect, test } from "vitest";
import { createRandom, editOnce, type Random } from "../../../evaluation/seeded-random.ts";
import { recordsOf } from "../../../testing/expect-hits.ts";
import { buildOracle, type OracleHits } from "../../../testing/search-oracle.ts";
import { type Kind, readShippedDataset, sealDataset } from "../data/dataset.ts";
import { SUFFIX } from "./normalise.ts";
import { buildSearchIndex, type SearchOptions, type SearchResult } from "./search.ts";

const shipped = readShippedDataset();
// Short forms, display names and words that say nothing are left out: the rules here are those of names.
const dataset = sealDataset(shipped, shipped, shipped.retired);
const index = buildSearchIndex(dataset);
const oracle = buildOracle(dataset);
const oneWord = (text: string) => text.replace(/[^a-zA-Z0-9]+/g, "");
const names = [
  ...dataset.states.map(({ name }) => name),
  ...dataset.districts.map(({ name }) => name),
  ...dataset.markets.map(({ name }) => name),
  ...dataset.aliases.map(({ alias }) => alias),
];

describe("the index finds what a search by the rules finds, in the same order", () => {
  const recipes: { [about: string]: (random: Random) => string } = {
    "whole names": (random) => random.pick(names),
    "beginnings of names": (random) => {
      const name = random.pick(names);
      return name.slice(0, 1 + random.below(Math.min(name.length, 9)));
    },
    "pieces of names": (random) => {
      const name = random.pick(names);
      const from = random.below(name.length);
      return name.slice(from, from + 1 + random.below(8));
    },
    "names with one edit": (random) => editOnce(random.pick(names), random),
    "names with two or three edits": (random) =>
      editOnce(
        editOnce(
          random.below(2) ? editOnce(random.pick(names), random) : random.pick(names),
          random,
        ),
        random,
      ),
    "misspelt beginnings": (random) =>
      editOnce(random.pick(names).slice(0, 4 + random.below(6)), random),
    "the suffix, misspelt": (random) => {
      const name = oneWord(random.pick(names));
      return random.pick([
        `${name}${editOnce(SUFFIX, random)}`,
        `${editOnce(name, random)}${SUFFIX}`,
        `${name} ${SUFFIX}`,
        SUFFIX.slice(0, 1 + random.below(4)),
        SUFFIX,
      ]);
    },
    "random letters": (random) =>
      Array.from({ length: 1 + random.below(8) }, () => random.pick([..."aeinrstlkmp "])).join(""),
  };

  for (const [about, make] of Object.entries(recipes)) {
    test(`${about}`, () => {
      const random = createRandom(about.length * 7919);
      for (let i = 0; i < 50; i += 1) {
        // Several words are searched in their context, which has rules of its own.
        const query = oneWord(make(random));
        const filters = randomFilters(random);
        const expected = oracle(query, filters);
        const all = found(index.search(query, { ...filters, limit: 10_000 }));
        expect({ query, filters, all }).toEqual({ query, filters, all: expected });

        const offset = random.below(5);
        const limit = 1 + random.below(20);
        const window = found(index.search(query, { ...filters, limit, offset }));
        expect({ query, filters, window }).toEqual({
          query,
          filters,
          window: {
            states: cut(expected.states, offset, limit),
            districts: cut(expected.districts, offset, limit),
            markets: cut(expected.markets, offset, limit),
          },
        });
      }
    });
  }
});

function found({ states, districts, markets }: SearchResult) {
  return {
    states: recordsOf(states),
    districts: recordsOf(districts),
    markets: recordsOf(markets),
  };
}

function randomFilters(random: Random): Omit<SearchOptions, "limit"> {
  switch (random.below(8)) {
    case 0:
      return { stateId: random.pick(dataset.states).id };
    case 1:
      return { districtId: random.pick(dataset.districts).id };
    case 2: {
      const { id, stateId } = random.pick(dataset.districts);
      return { stateId: random.below(2) ? stateId : 1, districtId: id };
    }
    case 3:
      return { kinds: random.pick<Kind[]>([["state"], ["market"], ["state", "district"], []]) };
    default:
      return {};
  }
}

function cut({ total, hits }: OracleHits, offset: number, limit: number): OracleHits {
  return { total, hits: hits.slice(offset, offset + limit) };
}
