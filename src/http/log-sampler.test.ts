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

test("lines about refused keys are their own few a second, known keys apart from unknown ones", () => {
  let nowMs = 0;
  const { admit } = createLogSampler({ nowMs: () => nowMs });
  const count = (badKey: { key?: object }) =>
    Array.from({ length: 1000 }, () => admit(401, badKey)).filter((line) => line !== null).length;
  expect(count({})).toBe(5);
  expect(count({ key: {} })).toBe(10);
  expect(admit(404)).toEqual({ unlogged: 0 });
  nowMs = 1000;
  expect(admit(401, {})).toEqual({ unlogged: 995 });
  expect(admit(401, { key: {} })).toEqual({ unlogged: 990 });
});
