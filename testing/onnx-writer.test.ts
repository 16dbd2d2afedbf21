import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openEncoder } from "../src/detector/encoder.ts";
import { buildEncoder } from "./tiny-model.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-onnx-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a written graph is read and run by the runtime", async () => {
  const file = join(folder, "encoder.onnx");
  writeFileSync(file, buildEncoder(Float32Array.of(0, 1.5, -2, 300)));
  const encoder = await openEncoder(file);
  const found = await encoder.score(Int32Array.of(1, 2, 3));
  expect([...found.tokens]).toEqual([1.5, -2, 300]);
  expect(found.document).toBeCloseTo(299.5 / 3, 4);
  await encoder.release();
});
