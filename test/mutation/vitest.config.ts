// The tests of one group, chosen by test/mutation/run.ts.
import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { groups } from "./groups.ts";

// As in vitest.config.ts: set in the process itself, whatever threads the tests run in.
process.env.ORT_DISABLE_TELEMETRY = "1";

const group = process.env.MUTATION_GROUP ?? "";

/** Examples before made-up cases, small files first: a mutant is done with at the first test to fail. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costs = files.map((file) => {
      const source = readFileSync(file.moduleId, "utf8");
      return { file, cost: source.length + (source.includes('from "fast-check"') ? 1e6 : 0) };
    });
    return costs.toSorted((a, b) => a.cost - b.cost).map(({ file }) => file);
  }
}

export default defineConfig({
  test: {
    include: groups[group]?.tests ?? [],
    setupFiles: ["test/mutation/setup.ts"],
    env: { TESTS_WITHOUT_POSTGRES: "1" },
    sequence: { sequencer: QuickFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
