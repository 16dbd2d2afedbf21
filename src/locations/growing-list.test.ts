// Growing lists keep what was appended, also across reallocations.
import { expect, test } from "vitest";
import { createNumberList, createUnitList } from "./growing-list.ts";

test("numbers come out as they went in, past every size at which the list grows", () => {
  const list = createNumberList();
  for (let i = 0; i < 5000; i += 1) list.push(i * 7);
  expect(list.length).toBe(5000);
  expect([...list.finish()]).toEqual(Array.from({ length: 5000 }, (_, i) => i * 7));
  expect(list.finish()).toBeInstanceOf(Uint32Array);
});

test("a list grows by doubling, or by what a large part needs", () => {
  const list = createUnitList();
  expect(list.items.length).toBe(1024);
  for (let i = 0; i < 1024; i += 1) list.push(1);
  expect(list.items.length).toBe(1024);
  list.push(1);
  expect(list.items.length).toBe(2048);
  list.pushPart(new Uint16Array(10_000), 0, 10_000);
  expect(list.items.length).toBe(11_025);
  const short = createUnitList();
  short.pushPart(new Uint16Array(1024), 1000, 1024);
  expect(short.items.length).toBe(1024);
});

test("a part is copied from its start up to its end, behind what is there", () => {
  const list = createUnitList();
  list.push(9);
  list.pushPart(Uint16Array.of(1, 2, 3, 4, 5), 1, 4);
  list.push(8);
  expect([...list.finish()]).toEqual([9, 2, 3, 4, 8]);
  // Exactly what fits takes no room more.
  list.pushPart(new Uint16Array(1019), 0, 1019);
  expect([list.length, list.items.length]).toEqual([1024, 1024]);
});

test("a finished list does not change any more", () => {
  const list = createUnitList();
  list.push(1);
  const finished = list.finish();
  list.items[0] = 2;
  list.push(3);
  expect([...finished]).toEqual([1]);
});

test("a list that was cut goes on from there", () => {
  const list = createNumberList();
  for (const value of [1, 2, 3]) list.push(value);
  list.length = 1;
  list.push(4);
  expect([...list.finish()]).toEqual([1, 4]);
});
