// Start, memory and search times of the directory with a million made-up markets, as JSON on standard
// output. The data set is made by a first process and read by a second one, so that the memory
// measured is that of a server which has read its stored data set.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../evaluation/results.ts";
import { createRandom, editOnce, type Random } from "../evaluation/seeded-random.ts";
import { type Dataset, parseDataset, serialiseDataset } from "../src/locations/data/dataset.ts";
import { buildDirectory } from "../src/locations/directory.ts";
import { normaliseName } from "../src/locations/search/normalise.ts";
import { buildSearchIndex } from "../src/locations/search/search.ts";
import { makeSyntheticDataset } from "./synthetic-markets.ts";

export type MillionResult = {
  markets: number;
  words: number;
  rounds: number;
  startMs: number;
  indexMs: number;
  peakMb: number;
  searches: Array<{
    name: string;
    p50Ms: number;
    p99Ms: number;
    maxMs: number;
    barMs: number | null;
  }>;
};

const MARKETS = 1_000_000;
const QUERIES = 500;
const ROUNDS = 5;
const PREFIX_P99_MS_MAX = 5;
const MISSPELT_P99_MS_MAX = 25;

const [, script = "", step, file = ""] = process.argv;
if (step === "make") {
  writeFileSync(file, serialiseDataset(makeSyntheticDataset({ markets: MARKETS, seed: 1 })));
} else if (step === "measure") {
  process.stdout.write(JSON.stringify(measure(file)));
} else if (import.meta.filename === script) {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-bench-"));
  try {
    const run = (name: string) =>
      execFileSync(process.execPath, [script, name, join(folder, "dataset.json")], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      });
    run("make");
    process.stdout.write(run("measure"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(path: string): MillionResult {
  const start = performance.now();
  const dataset = parseDataset(readFileSync(path, "utf8"));
  const { search } = buildDirectory(dataset, "0.0.0");
  const startMs = performance.now() - start;
  const ask = (query: string) => search(query, { limit: 100 });

  const random = createRandom(11);
  const searches = makeQueries(dataset, random).map(({ name, make, barMs }) => {
    const queries = Array.from({ length: QUERIES }, make);
    for (const query of queries.slice(0, 50)) ask(query);
    const times = queries.map(() => [] as number[]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [i, query] of queries.entries()) {
        const begun = performance.now();
        ask(query);
        times[i]?.push(performance.now() - begun);
      }
    }
    const medians = times.map(median).sort((a, b) => a - b);
    const at = (share: number) => medians[Math.min(QUERIES - 1, Math.floor(QUERIES * share))] ?? 0;
    return { name, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), barMs };
  });
  // `maxRSS` is the most the process ever held, in kilobytes.
  const peakMb = process.resourceUsage().maxRSS / 1000;
  const words = new Set(dataset.markets.flatMap(({ name }) => normaliseName(name).words)).size;
  const again = performance.now();
  buildSearchIndex(dataset);
  const indexMs = performance.now() - again;
  return {
    markets: dataset.markets.length,
    words,
    rounds: ROUNDS,
    startMs,
    indexMs,
    peakMb,
    searches,
  };
}

function makeQueries(dataset: Dataset, random: Random) {
  const nameOf = () => random.pick(dataset.markets).name;
  const longName = () => {
    for (;;) {
      const name = nameOf();
      if (normaliseName(name).words.join("").length >= 8) return name;
    }
  };
  const first = (letters: number) => () => nameOf().slice(0, letters);
  const prefix = (name: string, make: () => string) => ({ name, make, barMs: PREFIX_P99_MS_MAX });
  const misspelt = (name: string, make: () => string) => ({
    name,
    make,
    barMs: MISSPELT_P99_MS_MAX,
  });
  return [
    prefix("first letter", first(1)),
    prefix("first two letters", first(2)),
    prefix("first three letters", first(3)),
    prefix("first four letters", first(4)),
    prefix("first six letters", first(6)),
    { name: "whole name", make: nameOf, barMs: null },
    {
      name: "beginnings of words of two names",
      make: () => `${first(3)()} ${first(3)()}`,
      barMs: null,
    },
    misspelt("one random edit in eight letters or more", () => editOnce(longName(), random)),
    misspelt("two random edits in eight letters or more", () =>
      editOnce(editOnce(longName(), random), random),
    ),
  ];
}
