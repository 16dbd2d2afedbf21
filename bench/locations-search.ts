// The directory's search by itself: how often it finds what was meant, and how long it takes, beside
// four libraries on the same names and queries; then the same search over a million made-up markets.
// Part of `npm run bench:locations`; alone: `node bench/locations-search.ts`.
import { execFileSync } from "node:child_process";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { createRandom, editOnce } from "../evaluation/seeded-random.ts";
import { readShippedDataset } from "../src/locations/data/dataset.ts";
import { normaliseName } from "../src/locations/search/normalise.ts";
import type { MillionResult } from "./million-markets.ts";
import { buildEngines, type Engine, listNames, type Named } from "./search-engines.ts";

const QUERIES = 1000;
const ROUNDS = 5;
/** Quick engines repeat a round's queries until this much time has passed, for a steady figure. */
const ROUND_MS_MIN = 300;

type Task = { query: string; meant: Named };
type Trial = { name: string; tasks: Task[]; bar: (share: number, shareOf: ShareOf) => boolean };
type ShareOf = (engine: string) => number;
type Outcome = { found: number; tried: number; microseconds: number[] };

const dataset = readShippedDataset();
const engines = buildEngines(dataset);
const trials = makeTrials();
const outcomes = new Map<string, Outcome>();
const outcomeOf = (trial: Trial, engine: string): Outcome => {
  const place = `${trial.name} ${engine}`;
  const known = outcomes.get(place);
  if (known) return known;
  const fresh = { found: 0, tried: 0, microseconds: [] };
  outcomes.set(place, fresh);
  return fresh;
};

for (let round = 0; round < ROUNDS; round += 1) {
  const from = (round * QUERIES) / ROUNDS;
  for (const trial of trials) {
    const tasks = trial.tasks.slice(from, from + QUERIES / ROUNDS);
    for (const engine of engines) measure(engine, tasks, outcomeOf(trial, engine.name));
  }
  console.log(`search quality: round ${round + 1} of ${ROUNDS}`);
}

const rows: string[] = [];
let isEveryBarMet = true;
for (const trial of trials) {
  const shareOf: ShareOf = (engine) => {
    const { found, tried } = outcomeOf(trial, engine);
    return found / tried;
  };
  const timeOf = (engine: string) => median(outcomeOf(trial, engine).microseconds);
  const cells = engines.map(
    ({ name }) => `${shareOf(name).toFixed(3)} / ${formatTime(timeOf(name))}`,
  );
  const isMet =
    trial.bar(shareOf("Lodestone"), shareOf) && timeOf("Lodestone") < timeOf("minisearch");
  isEveryBarMet &&= isMet;
  rows.push(`| ${trial.name} | ${cells.join(" | ")} | ${isMet ? "met" : "**missed**"} |`);
}

// A process of its own, so that its memory is the index's and not the libraries'.
const million = JSON.parse(
  execFileSync(process.execPath, [new URL("million-markets.ts", import.meta.url).pathname], {
    encoding: "utf8",
    maxBuffer: 1 << 24,
    stdio: ["ignore", "pipe", "inherit"],
  }),
) as MillionResult;
const millionRows = million.searches.map(({ name, p50Ms, p99Ms, maxMs, barMs }) => {
  const isMet = barMs === null || p99Ms <= barMs;
  isEveryBarMet &&= isMet;
  const bar = barMs === null ? "–" : `≤ ${barMs} ms: ${isMet ? "met" : "**missed**"}`;
  return `| ${name} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} | ${maxMs.toFixed(2)} | ${bar} |`;
});
const isStartMet = million.startMs <= 15_000 && million.peakMb <= 1500;
isEveryBarMet &&= isStartMet;

const text = `## Search in the location directory

\`node bench/locations-search.ts\` (also the end of \`npm run bench:locations\`) — ${describeMachine()}.

Share of ${QUERIES} queries whose record is among the first three of its kind / median time of a query over
${ROUNDS} rounds in turns, on the ${listNames(dataset).length} shipped names. Bars: 0.99 for whole names and for one edit in
names of eight letters or more, uFuzzy's share for first letters, and less time than minisearch.

| queries | ${engines.map(({ name }) => name).join(" | ")} | bars |
|---|${"---|".repeat(engines.length + 1)}
${rows.join("\n")}

One edit in any name, short ones included, has no bar: by the contract misspellings are tried only for a
kind with no hit otherwise, and one letter changed in a short name is often another name.

The same search on ${million.markets.toLocaleString("en")} made-up markets (${million.words.toLocaleString("en")} different words):
ready ${(million.startMs / 1000).toFixed(1)} s after reading the stored text (bar: 15 s), of which the search index ${(million.indexMs / 1000).toFixed(1)} s;
at most ${Math.round(million.peakMb)} MB for the whole process (bar: 1,500 MB): ${isStartMet ? "met" : "**missed**"}. Milliseconds a query,
each the median of ${million.rounds} tries, with totals and the first 100 of each kind:

| queries | p50 | p99 | slowest | bar for p99 |
|---|---|---|---|---|
${millionRows.join("\n")}`;
writeSection("locations-search", text);
console.log(text);
if (!isEveryBarMet) process.exitCode = 1;

function makeTrials(): Trial[] {
  const random = createRandom(2026);
  const names = listNames(dataset);
  const isLong = ({ name }: Named) => normaliseName(name).words.join("").length >= 8;
  const tasks = (list: Named[], make: (name: string) => string): Task[] =>
    Array.from({ length: QUERIES }, () => {
      const meant = random.pick(list);
      return { query: make(meant.name), meant };
    });
  const edit = (name: string) => editOnce(name, random);
  return [
    { name: "whole name", tasks: tasks(names, (name) => name), bar: (share) => share >= 0.99 },
    {
      name: "one random edit, 8 letters or more",
      tasks: tasks(names.filter(isLong), edit),
      bar: (share) => share >= 0.99,
    },
    { name: "one random edit, any name", tasks: tasks(names, edit), bar: () => true },
    {
      name: "first four letters",
      tasks: tasks(names, (name) => name.slice(0, 4)),
      bar: (share, shareOf) => share >= shareOf("uFuzzy"),
    },
  ];
}

function measure(engine: Engine, tasks: readonly Task[], outcome: Outcome): void {
  // The answers of the first pass are judged; it also warms the engine up for the timed ones.
  const first = performance.now();
  for (const { query, meant } of tasks) {
    if (engine.firstThree(query, meant.kind).includes(meant.place)) outcome.found += 1;
  }
  outcome.tried += tasks.length;
  let elapsed = performance.now() - first;
  let passes = 1;
  if (elapsed < ROUND_MS_MIN * 10) {
    passes = 0;
    const start = performance.now();
    do {
      for (const { query, meant } of tasks) engine.firstThree(query, meant.kind);
      passes += 1;
      elapsed = performance.now() - start;
    } while (elapsed < ROUND_MS_MIN);
  }
  outcome.microseconds.push((1000 * elapsed) / (passes * tasks.length));
}

function formatTime(microseconds: number): string {
  return microseconds < 1000
    ? `${microseconds.toFixed(1)} µs`
    : `${(microseconds / 1000).toFixed(2)} ms`;
}
