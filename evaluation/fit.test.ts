import { expect, test } from "vitest";
import { fitLogistic } from "./fit.ts";
import { mulberry32 } from "./seeded-random.ts";

test("known weights are found again from drawn labels", () => {
  const random = mulberry32(3);
  const x = Array.from({ length: 20_000 }, () => [random() * 4 - 2, random() * 4 - 2]);
  const y = x.map(([a = 0, b = 0]) => random() < 1 / (1 + Math.exp(-(1.5 * a - 0.7 * b + 0.4))));
  const fit = fitLogistic(
    x,
    y,
    x.map(() => 1),
    1e-6,
  );
  expect(fit.weights[0]).toBeCloseTo(1.5, 1);
  expect(fit.weights[1]).toBeCloseTo(-0.7, 1);
  expect(fit.bias).toBeCloseTo(0.4, 1);
});

test("weights make an unequal sample count like an equal one", () => {
  const x = [[0], [0], [0], [0]];
  const y = [true, true, true, false];
  expect(fitLogistic(x, y, [1, 1, 1, 3], 1e-6).bias).toBeCloseTo(0, 6);
});
