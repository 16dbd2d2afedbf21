import { expect, test } from "vitest";
import { createLogSampler } from "./log-sampler.ts";

test("of many refused requests a few a second are logged, and the next line says how many were not", () => {
  let nowMs = 0;
  const { admit } = createLogSampler({ nowMs: () => nowMs });
  const lines = Array.from({ length: 1000 }, () => admit(404)).filter((line) => line !== null);
  expect(lines).toEqual(Array.from({ length: 10 }, () => ({ unlogged: 0 })));
  nowMs = 1000;
  expect(admit(400)).toEqual({ unlogged: 990 });
  expect(admit(400)).toEqual({ unlogged: 0 });
});

test("refused requests push out neither successful ones nor faults", () => {
  const { admit } = createLogSampler({ nowMs: () => 0 });
  for (let n = 0; n < 100; n++) admit(404);
  expect([admit(404), admit(503)]).toEqual([null, null]);
  expect([admit(200), admit(500)]).toEqual([{ unlogged: 0 }, { unlogged: 0 }]);
});
