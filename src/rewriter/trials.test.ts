import { expect, test } from "vitest";
import { keepLength } from "./trials.ts";
import type { Chosen } from "./weigh.ts";

const buildEdit = (start: number, from: string, to: string, value: number): Chosen => ({
  start,
  end: start + from.length,
  from,
  to,
  option: to,
  value,
  kind: "phrase",
  why: "shorter phrase",
});

test("edits that keep the number of words all stay", () => {
  const edits = [buildEdit(0, "utilize", "use", 1), buildEdit(20, "due to", "because of", 0.2)];
  expect(keepLength(edits)).toEqual(edits);
});

test("of the edits that take words out the least valuable goes first", () => {
  const cheap = buildEdit(0, "do not", "don't", 0.3);
  const dear = buildEdit(20, "is not", "isn't", 0.9);
  const longer = buildEdit(40, "ensure", "make sure", 1);
  expect(keepLength([cheap, dear, longer])).toEqual([dear, longer]);
});

test("words that one edit adds pay for those another takes out", () => {
  const shorter = buildEdit(0, "in order to", "to", 1);
  const longer = buildEdit(40, "and went", ". It also then went", 1);
  expect(keepLength([shorter, longer])).toEqual([shorter, longer]);
});

test("where a long phrase stays, there may be room for a short one to go", () => {
  const long = buildEdit(0, "due to the fact that", "because", 0.5);
  const short = buildEdit(40, "do not", "don't", 0.1);
  const longer = buildEdit(60, "ensure", "make sure", 1);
  expect(keepLength([long, short, longer])).toEqual([short, longer]);
});

test("an edit in a longer wording stays", () => {
  const longer = buildEdit(0, ", and the", ". And the", 1);
  const cut = { ...buildEdit(0, ", and the", ". The", 1), others: [longer] };
  expect(keepLength([cut])).toEqual([longer]);
});
