import { expect, test } from "vitest";
import { openEncoder } from "../src/detector/encoder.ts";
import { buildEncoder } from "./tiny-model.ts";

test("a written graph is read and run by the runtime", async () => {
  const encoder = await openEncoder(buildEncoder(Float32Array.of(0, 1.5, -2, 300)));
  const found = await encoder.score(Int32Array.of(1, 2, 3));
  expect([...found.tokens]).toEqual([1.5, -2, 300]);
  expect(found.document).toBeCloseTo(299.5 / 3, 4);
  await encoder.release();
});
