// WORKERS within the memory there is.
import { afterEach, expect, test, vi } from "vitest";
import { startProgram } from "../test/program.ts";
import { fitWorkers, memoryFor } from "./memory.ts";

afterEach(() => vi.restoreAllMocks());

test("more workers than fit into three quarters of the memory are not started, and one always is", () => {
  expect(fitWorkers(2, 2e9)).toBe(2);
  expect(fitWorkers(32, 2e9)).toBe(17);
  expect(memoryFor(17)).toBeLessThanOrEqual(0.75 * 2e9);
  expect(memoryFor(18)).toBeGreaterThan(0.75 * 2e9);
  expect(fitWorkers(32, 100e6)).toBe(1);
});

test("a server in a small container starts fewer workers than it was told to", async () => {
  vi.spyOn(process, "constrainedMemory").mockReturnValue(600e6);
  const program = await startProgram({ WORKERS: "64" });
  const metrics = await (await fetch(`${program.http}/metrics`)).text();
  await program.stop();
  expect(metrics).toMatch(/^lodestone_detector_workers 2$/m);
});
