import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

const never = { account: "a", signal: new AbortController().signal };

test("no more work at once than there are places, and in the order it came", async () => {
  const turns = createTurns(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, n) =>
    turns.take(async () => {
      begun.push(n);
      await promise;
      return n;
    }, never),
  );
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await all[1];
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  for (const end of ends) end.resolve();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
});

test("work that fails and work that was given up while it waited free their places", async () => {
  const turns = createTurns(1);
  const first = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const failing = turns.take(() => first.promise, never);
  let hasBegun = false;
  const waiting = turns.take(
    async () => {
      hasBegun = true;
    },
    { account: "a", signal: leaving.signal },
  );
  leaving.abort(new Error("gone"));
  first.reject(new Error("failed"));
  await expect(failing).rejects.toThrow("failed");
  await expect(waiting).rejects.toThrow("gone");
  expect(hasBegun).toBe(false);
  expect(await turns.take(async () => "free", never)).toBe("free");
});

test("a place that becomes free goes to the account with the fewest texts at work", async () => {
  const turns = createTurns(2);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const take = (account: string, name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    const { signal } = never;
    const work = async () => {
      begun.push(name);
      await end.promise;
    };
    return turns.take(work, { account, signal });
  };
  const all = ["a1", "a2", "a3", "a4", "b1"].map((name) => take(name.slice(0, 1), name));
  await new Promise(setImmediate);
  expect(begun).toEqual(["a1", "a2"]);
  ends.get("a1")?.resolve();
  await all[0];
  await new Promise(setImmediate);
  expect(begun).toEqual(["a1", "a2", "b1"]);
  for (const end of ends.values()) end.resolve();
  await Promise.all(all);
});
