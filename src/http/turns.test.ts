import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

/** Each piece of work takes two of the five milliseconds of a turn. */
function buildTurns() {
  let nowMs = 0;
  const done: number[] = [];
  const work = (item: number) => {
    done.push(item);
    nowMs += 2;
  };
  const turns = createTurns(work, { turnMs: 5, now: () => nowMs });
  return { turns, work, done };
}

const turn = () => new Promise(setImmediate);

test("work is done at once while nothing is queued and the turn has time left", async () => {
  const { turns, work, done } = buildTurns();
  for (let item = 0; item < 5; item++) {
    if (turns.isFree()) work(item);
    else turns.add(item);
  }
  expect(done).toEqual([0, 1, 2]);
  await turn();
  expect(done).toEqual([0, 1, 2, 3, 4]);
  await turn();
  expect(turns.isFree()).toBe(true);
});

test("what is queued is done in order, a few milliseconds of it in each turn", async () => {
  const { turns, done } = buildTurns();
  for (let item = 0; item < 7; item++) turns.add(item);
  expect([done, turns.isFree(), turns.queuedCount()]).toEqual([[], false, 7]);
  const lengths: number[] = [];
  while (done.length < 7) {
    await turn();
    lengths.push(done.length);
  }
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(lengths).toEqual([3, 6, 7]);
});

test("work is done though it takes longer than a turn", async () => {
  const done: string[] = [];
  const turns = createTurns((item: string) => done.push(item), { turnMs: 0 });
  turns.add("a");
  turns.add("b");
  await turn();
  expect(done).toEqual(["a"]);
  await turn();
  expect(done).toEqual(["a", "b"]);
});

test("work that adds to the queue is followed by what it added, and by nothing else", async () => {
  const done: number[] = [];
  const turns = createTurns((item: number) => {
    done.push(item);
    if (item < 3) turns.add(item + 1);
  });
  turns.add(1);
  for (let each = 0; each < 3; each++) await turn();
  expect([done, turns.queuedCount()]).toEqual([[1, 2, 3], 0]);
});
