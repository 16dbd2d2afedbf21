// All tests, in parts that can be run alone: `npm run test:unit`, `test:rooms`, `test:browser`, `test:faults`,
// `test:product`. What needs a browser or a database server is installed by `npm run test:setup`.
import { defineConfig } from "vitest/config";

// Tests may run in worker threads, whose environment is a copy: the library that runs the models reads the
// process's own (src/inference/inference.ts).
// oxlint-disable-next-line node/no-process-env -- See above.
process.env.ORT_DISABLE_TELEMETRY = "1";
// Many tests start the program as a process: a cache of its compiled modules saves two fifths of each start.
// oxlint-disable-next-line node/no-process-env -- Child processes inherit it.
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/var/compile-cache`;

const BESIDE_CODE = ["src", "client", "web", "testing", "evaluation", "training"].map(
  (folder) => `${folder}/**/*.test.ts`,
);

/** Tests beside the code that take seconds: they start servers, threads or databases, or read many texts. */
const SLOW = [
  "client/{browser,examples,package,text-service}.test.ts",
  "src/accounts/{accounts,enrolment,key-limits,keys,password-resets,quota,second-factors,strangers}.test.ts",
  "src/authenticity/{batch,jobs}.test.ts",
  "src/dashboard/{account-security,dashboard,history-routes,pages,progress,report}.test.ts",
  "src/detector/{detector,golden,recalibrate,segment-hostile}.test.ts",
  "src/detector/explanation/explain.test.ts",
  "src/files/{fuzz,hostile,reader-shares}.test.ts",
  "src/history/shares.test.ts",
  "src/http/listen.test.ts",
  "src/locations/import/read-export.test.ts",
  "src/locations/routes/routes-export.test.ts",
  "src/locations/search/search-{made-up,oracle,shipped}.test.ts",
  "src/memory.test.ts",
  "src/report/{open-reporter,pdf}.test.ts",
  "src/rewriter/{language-model,open-rewriter,rewriter}.test.ts",
  "src/rewriter/phrases/phrase-files.test.ts",
  "src/store/*.test.ts",
];

export default defineConfig({
  test: {
    // Two cores are the smallest machine we promise to test on. A third worker computes while the tests of others wait
    // for a page, a process or a timeout.
    maxWorkers: 3,
    // Files share their processes: loading the program anew for each of 270 takes two minutes of processor time. A test
    // that changes what a process has but once (its environment, a built-in function) changes it back.
    isolate: false,
    // These only end what hangs: on a crowded machine a test of real processes takes ten times longer.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      part("unit", { include: BESIDE_CODE, exclude: SLOW }),
      part("rooms", { include: SLOW }),
      part("browser", { include: ["test/browser/**/*.test.ts"] }),
      part("faults", { include: ["test/{faults,distributed}/**/*.test.ts"] }),
      part("product", {
        include: ["test/**/*.test.ts"],
        exclude: ["test/{browser,faults,distributed}/**"],
      }),
    ],
  },
});

function part(name: string, test: { include: string[]; exclude?: string[] }) {
  return { extends: true as const, test: { name, ...test } };
}
