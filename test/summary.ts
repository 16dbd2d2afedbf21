// What a run of the tests comes to. A test of real processes that failed is run a second time, alone: a pause of the
// whole machine can upset it. One that passes then is flaky, which is said and listed; one that fails twice has failed.

/** The part of vitest's JSON report that is read here. */
export type Report = {
  readonly testResults: readonly TestFile[];
};
type TestFile = {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
};

export type Summary = {
  readonly passed: number;
  readonly failed: number;
  readonly flaky: readonly string[];
  readonly skipped: readonly string[];
};

const REAL_PROCESSES =
  /\/test\/(browser|cli|contract|deploy|distributed|docs|faults|files|http|operating)\//;
const RERUN_MAX = 3;

/** The files to run again: none when too many failed, or one that a pause can't upset. */
export function filesToRepeat({ testResults }: Report): string[] {
  const failed = testResults.filter(({ status }) => status === "failed");
  const mayRepeat =
    failed.length <= RERUN_MAX &&
    failed.every((file) => REAL_PROCESSES.test(file.name) && !isUnread(file));
  return mayRepeat ? failed.map(({ name }) => name) : [];
}

export function summarise(first: Report, second?: Report): Summary {
  const repeated = new Set(second?.testResults.map(({ name }) => name));
  const files = [
    ...first.testResults.filter(({ name }) => !repeated.has(name)),
    ...(second?.testResults ?? []),
  ];
  const failedAgain = new Set(namesOf(second?.testResults ?? [], "failed"));
  const wereRepeated = first.testResults.filter(({ name }) => repeated.has(name));
  return {
    passed: namesOf(files, "passed").length,
    // A file that can't be loaded fails without failing a test.
    failed: namesOf(files, "failed").length + files.filter(isUnread).length,
    flaky: namesOf(wereRepeated, "failed").filter((name) => !failedAgain.has(name)),
    skipped: files.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== "passed" && status !== "failed")
        .map(({ fullName }) => fullName),
    ),
  };
}

/** The end of the output: what is worth a line, then the counts. */
export function describeSummary({ passed, failed, flaky, skipped }: Summary): string {
  return [
    ...skipped.map((name) => `skipped: ${name}`),
    ...flaky.map((name) => `flaky (failed, then passed when run again): ${name}`),
    `${passed} passed, ${failed} failed, ${skipped.length} skipped, ${flaky.length} flaky`,
  ].join("\n");
}

function namesOf(files: readonly TestFile[], wanted: string): string[] {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === wanted)
      .map(
        ({ fullName }) => `${name.replace(/^.*\/(?=(?:test|src|client|web)\/)/, "")}: ${fullName}`,
      ),
  );
}

function isUnread({ status, assertionResults }: TestFile): boolean {
  return status === "failed" && assertionResults.every((test) => test.status !== "failed");
}
