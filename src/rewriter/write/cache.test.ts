import { expect, test } from "vitest";
import { Cache } from "./cache.ts";

const SHAPE = { layers: 2, heads: 2, headSize: 1 };

/** New keys for a step, [rows, heads, tokens, 1]; values are their negatives. */
function append(cache: Cache, keys: readonly number[], counts: readonly number[]): void {
  for (let layer = 0; layer < SHAPE.layers; layer++) {
    const own = Float32Array.from(keys, (key) => key + 100 * layer);
    cache.append(
      layer,
      own,
      own.map((key) => -key),
      counts,
    );
  }
  cache.advance(counts);
}

test("rows of different lengths are appended side by side, padding left out", () => {
  const cache = new Cache(SHAPE, 2, 3);
  cache.add();
  cache.add();
  append(cache, [1, 2, 3, 4, 5, 0, 7, 0], [2, 1]);
  append(cache, [9, 10, 11, 12], [1, 1]);
  expect(cache.lengths).toEqual([3, 2]);
  expect([...cache.layer(0).keys]).toEqual([1, 2, 9, 3, 4, 10, 5, 11, 0, 7, 12, 0]);
  expect([...cache.layer(1).values].slice(0, 3)).toEqual([-101, -102, -109]);
});

test("the last row takes the place of a row that is removed", () => {
  const cache = new Cache(SHAPE, 3, 1);
  for (let row = 0; row < 3; row++) cache.add();
  append(cache, [1, 2, 3, 4, 5, 6], [1, 1, 1]);
  cache.remove(0);
  expect([...cache.layer(0).keys]).toEqual([5, 6, 3, 4]);
  cache.remove(1);
  expect([...cache.layer(0).keys]).toEqual([5, 6]);
  expect(cache.lengths).toEqual([1]);
});

test("a fork continues from its row's first tokens and leaves the row alone", () => {
  const cache = new Cache(SHAPE, 2, 3);
  cache.add();
  append(cache, [1, 2, 3, 4], [2]);
  cache.fork(0, 1);
  append(cache, [5, 6, 7, 8], [1, 1]);
  expect(cache.lengths).toEqual([3, 2]);
  expect([...cache.layer(0).keys]).toEqual([1, 2, 5, 3, 4, 6, 1, 7, 0, 3, 8, 0]);
});

test("a full row refuses more tokens, and a full cache more rows", () => {
  const cache = new Cache(SHAPE, 1, 1);
  cache.add();
  expect(() => cache.add()).toThrow("no row is free");
  append(cache, [1, 2], [1]);
  expect(() => append(cache, [1, 2], [1])).toThrow("a row is full");
});
