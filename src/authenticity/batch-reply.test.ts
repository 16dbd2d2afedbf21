import { expect, test } from "vitest";
import { writeReply } from "./batch.ts";
import type { BatchReply } from "./reply-schemas.ts";

const reply = (lengths: readonly number[]) =>
  ({
    results: lengths.map((length, n) => ({ id: String(n), error: "é".repeat(length) })),
    checks: { counted: 0, refused: lengths.length },
  }) as BatchReply;

async function piecesOf(written: BatchReply): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of writeReply(written)) pieces.push(piece);
  return pieces;
}

test("a reply in pieces is the reply", async () => {
  for (const lengths of [[1], [1, 2, 3], [100_000, 1, 100_000], [40_000, 40_000, 40_000]]) {
    const written = reply(lengths);
    expect((await piecesOf(written)).join("")).toBe(JSON.stringify(written));
  }
});

test("long results are not written together, short ones are", async () => {
  const long = await piecesOf(reply([200_000, 200_000, 200_000]));
  expect(Math.max(...long.map(({ length }) => length))).toBeLessThan(201_000);
  expect(await piecesOf(reply(Array.from({ length: 100 }, () => 10)))).toHaveLength(1);
});
