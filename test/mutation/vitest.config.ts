// The tests of one group, chosen by test/mutation/run.ts.
import { statSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { groups } from "./groups.ts";

const group = process.env.MUTATION_GROUP ?? "";

/** The small files first: a mutant is done with at the first test that fails. */
class SmallFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((a, b) => size(a) - size(b));
  }
}

export default defineConfig({
  test: {
    include: groups[group]?.tests ?? [],
    env: { TESTS_WITHOUT_POSTGRES: "1" },
    sequence: { sequencer: SmallFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
