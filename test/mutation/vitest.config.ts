// The tests that mutation testing runs: those beside the mutated files, which are fast and need nothing
// but npm. The whole suite would start servers and browsers for every mutant.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/accounts/*.test.ts",
      "src/authenticity/authenticity.test.ts",
      "src/detector/segment.test.ts",
      "src/detector/sentences.test.ts",
      "src/locations/edit-distance.test.ts",
      "src/locations/search.test.ts",
      "src/locations/text-order.test.ts",
      "test/faults/clock-jumps.test.ts",
    ],
    env: { TESTS_WITHOUT_POSTGRES: "1" },
    testTimeout: 60_000,
  },
});
