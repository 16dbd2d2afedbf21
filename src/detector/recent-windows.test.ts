import { expect, test } from "vitest";
import type { Encoder } from "./encoder.ts";
import { rememberWindows } from "./recent-windows.ts";

/** An encoder that records its inputs. */
function buildCounted(): Encoder & { asked: number[][] } {
  const asked: number[][] = [];
  return {
    asked,
    async score(ids) {
      asked.push([...ids]);
      return { document: ids.length, tokens: Float32Array.from(ids) };
    },
    release: async () => {},
  };
}

test("a window read a moment ago is not read again, and the answer is the same", async () => {
  const counted = buildCounted();
  const encoder = rememberWindows(counted, 2);
  const first = await encoder.score(Int32Array.of(1, 2, 3));
  expect(await encoder.score(Int32Array.of(1, 2, 3))).toEqual(first);
  expect(await encoder.score(Int32Array.of(1, 2, 4))).not.toEqual(first);
  expect(counted.asked).toEqual([
    [1, 2, 3],
    [1, 2, 4],
  ]);
});

test("only the windows asked about last are remembered", async () => {
  const counted = buildCounted();
  const encoder = rememberWindows(counted, 2);
  for (const id of [1, 2, 1, 3, 1, 2]) await encoder.score(Int32Array.of(id));
  expect(counted.asked).toEqual([[1], [2], [3], [2]]);
});

test("a reading that fails is tried again the next time", async () => {
  let fails = true;
  const encoder = rememberWindows(
    {
      async score() {
        if (fails) throw new Error("no memory");
        return { document: 1, tokens: new Float32Array(1) };
      },
      release: async () => {},
    },
    2,
  );
  await expect(encoder.score(Int32Array.of(7))).rejects.toThrow("no memory");
  fails = false;
  expect((await encoder.score(Int32Array.of(7))).document).toBe(1);
});
