import { expect, test } from "vitest";
import { describeSummary, filesToRepeat, type Report, summarise } from "./summary.ts";

const file = (name: string, ...tests: Array<[fullName: string, status: string]>) => ({
  name: `/home/somebody/lodestone/${name}`,
  status:
    tests.length === 0 || tests.some(([, status]) => status === "failed") ? "failed" : "passed",
  assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
});
const report = (...testResults: ReturnType<typeof file>[]): Report => ({ testResults });

const UPSET = file(
  "test/cli/doctor.test.ts",
  ["finds a port in use", "failed"],
  ["ends", "passed"],
);

test("a failed file is run again, also one whose set-up failed", () => {
  const unready = file("test/faults/three-copies.test.ts");
  expect(filesToRepeat(report(UPSET, unready))).toEqual([UPSET.name, unready.name]);
});

test("nothing is run again when many files failed", () => {
  const many = ["a", "b", "c", "d"].map((name) =>
    file(`test/cli/${name}.test.ts`, ["x", "failed"]),
  );
  expect(filesToRepeat(report(...many))).toEqual([]);
});

test("a set-up that fails once is flaky, one that fails twice has failed", () => {
  const skipped = {
    ...file("test/faults/a.test.ts", ["lose nothing", "skipped"]),
    status: "failed",
  };
  const passed = file("test/faults/a.test.ts", ["lose nothing", "passed"]);
  expect(summarise(report(skipped), report(passed))).toEqual({
    passed: 1,
    failed: 0,
    flaky: ["test/faults/a.test.ts: set-up"],
    skipped: [],
  });
  expect(summarise(report(skipped), report(skipped))).toMatchObject({ failed: 1, flaky: [] });
});

test("what fails once and passes then is flaky, counted once and listed at the end", () => {
  const again = file(
    "test/cli/doctor.test.ts",
    ["finds a port in use", "passed"],
    ["ends", "passed"],
  );
  const summary = summarise(report(UPSET, file("web/a.test.ts", ["b", "passed"])), report(again));
  expect(describeSummary(summary)).toBe(
    [
      "flaky (failed, then passed when run again): test/cli/doctor.test.ts: finds a port in use",
      "3 passed, 0 failed, 0 skipped, 1 flaky",
    ].join("\n"),
  );
});

test("what fails twice has failed and is not called flaky", () => {
  expect(summarise(report(UPSET), report(UPSET))).toEqual({
    passed: 1,
    failed: 1,
    flaky: [],
    skipped: [],
  });
});

test("a file that can't be loaded is a failure, a skipped test is named", () => {
  const skipping = file("test/files/libreoffice.test.ts", ["reads ODT", "skipped"]);
  expect(summarise(report(file("src/a.test.ts"), skipping))).toEqual({
    passed: 0,
    failed: 1,
    flaky: [],
    skipped: ["reads ODT"],
  });
});
