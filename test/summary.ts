// What a run of the tests comes to. A file that failed is run a second time, alone: a pause of the whole machine can
// upset a test of real processes. What passes then is flaky, which is said and listed; what fails twice has failed.

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

const REPEATED_MAX = 3;

/** The files to run again: none when so many failed that chance can't be the reason. */
export function filesToRepeat({ testResults }: Report): string[] {
  const failed = testResults.filter(({ status }) => status === "failed");
  return failed.length <= REPEATED_MAX ? failed.map(({ name }) => name) : [];
}

export function summarise(first: Report, second?: Report): Summary {
  const repeated = new Set(second?.testResults.map(({ name }) => name));
  const files = [
    ...first.testResults.filter(({ name }) => !repeated.has(name)),
    ...(second?.testResults ?? []),
  ];
  const failedAgain = new Set(failures(second?.testResults ?? []));
  const wereRepeated = first.testResults.filter(({ name }) => repeated.has(name));
  return {
    passed: namesOf(files, "passed").length,
    failed: failures(files).length,
    flaky: failures(wereRepeated).filter((name) => !failedAgain.has(name)),
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
      .map(({ fullName }) => `${shortName(name)}: ${fullName}`),
  );
}

/** The failed tests, and the files that failed without one: they can't be loaded, or what they need didn't start. */
function failures(files: readonly TestFile[]): string[] {
  const withoutTest = files.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  return [
    ...namesOf(files, "failed"),
    ...withoutTest.map(({ name }) => `${shortName(name)}: set-up`),
  ];
}

function shortName(name: string): string {
  return name.replace(/^.*\/(?=(?:test|src|client|web|testing|evaluation|training)\/)/, "");
}
