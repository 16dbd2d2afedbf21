// What holds for every result of a search, whatever was asked.
import { expect } from "vitest";
import type { Dataset } from "../src/locations/data/dataset.ts";
import type { Hit, Hits, SearchResult } from "../src/locations/search/search.ts";

/** Hits are distinct, exist in the data set, and are no more than the total and the limit. */
export function expectSoundHits(result: SearchResult, dataset: Dataset, limit: number): void {
  for (const kind of ["states", "districts", "markets"] as const) {
    const { total, hits } = result[kind];
    expect(hits.length).toBe(Math.min(total, limit));
    expect(new Set(hits.map(({ index }) => index)).size).toBe(hits.length);
    expect(hits.every(({ index }) => index in dataset[kind])).toBe(true);
  }
}

/** Which records were found, in their order, without how well they matched. */
export function recordsOf({ total, hits }: Hits): {
  total: number;
  hits: Array<Pick<Hit, "index" | "matched">>;
} {
  return {
    total,
    hits: hits.map(({ index, matched }) =>
      matched === undefined ? { index } : { index, matched },
    ),
  };
}
