// One configuration for all tests; suites that need a browser or a database server are started by
// test/run.ts, which installs those first.
import { defineConfig } from "vitest/config";

// Tests may run in worker threads, whose environment is a copy: the library that runs the models reads the
// process's own (src/inference/inference.ts).
// oxlint-disable-next-line node/no-process-env -- See above.
process.env.ORT_DISABLE_TELEMETRY = "1";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "client/**/*.test.ts",
      "web/**/*.test.ts",
      "test/**/*.test.ts",
      "testing/**/*.test.ts",
      "evaluation/**/*.test.ts",
      "training/**/*.test.ts",
    ],
    // Two cores are the smallest machine we promise to test on; more workers than that only add noise.
    maxWorkers: 2,
    // These only end what hangs: on a crowded machine a test of real processes takes ten times longer.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
