import { expect, test } from "vitest";
import { createGroupCommit } from "./group-commit.ts";

test("what waits together is committed together, and each gets its own answer", async () => {
  const rounds: number[][] = [];
  const add = createGroupCommit<number, string>(
    () => "",
    async (items) => {
      rounds.push(items);
      await new Promise(setImmediate);
      return items.map((item) => `answer ${item}`);
    },
  );
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => add(n)));
  expect(answers).toEqual(Array.from({ length: 100 }, (_, n) => `answer ${n}`));
  expect(rounds.map((round) => round.length)).toEqual([64, 36]);
  expect(await add(7)).toBe("answer 7");
});

test("a round that fails fails for all in it, and the next one goes on", async () => {
  let isBroken = true;
  const add = createGroupCommit<number, number>(
    () => "",
    async (items) => {
      if (isBroken) throw new Error("disk full");
      return items;
    },
  );
  const failed = await Promise.allSettled([add(1), add(2)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  expect(await add(3)).toBe(3);
});

test("groups do not wait for each other", async () => {
  const held = Promise.withResolvers<void>();
  const add = createGroupCommit<string, string>(
    (item) => item,
    async (items) => {
      if (items.includes("slow")) await held.promise;
      return items;
    },
  );
  const slow = add("slow");
  expect(await add("quick")).toBe("quick");
  held.resolve();
  expect(await slow).toBe("slow");
});
