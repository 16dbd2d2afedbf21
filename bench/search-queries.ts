// `npm run bench:search`: queries as people type them, on the directory's search and on two libraries that are given the
// same names (minutes, most of them Fuse's). `--own` leaves the libraries and bench/RESULTS.md alone, `--failures` prints
// the published queries that fail; `--sealed` measures the sealed queries, by group only: nobody is to tune on them.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "csv-parse/sync";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { createRandom } from "../evaluation/seeded-random.ts";
import { readShippedDataset, sealDataset } from "../src/locations/data/dataset.ts";
import type { Kind } from "../src/locations/data/records.ts";
import { buildSearchIndex } from "../src/locations/search/search.ts";
import { buildContextLibraries } from "./context-libraries.ts";
import { readGazetteer } from "./gazetteer.ts";

type Row = { query: string; kind: Kind; right: ReadonlySet<number>; group: string };
type Find = (query: string, kind: Kind) => number[];
/** Of each row whether it was answered and in how many milliseconds; null where it was not asked. */
type Outcome = Array<{ isFound: boolean; ms: number } | null>;

const ROUNDS = 5;
const FUSE_EVERY = 10;
const BAR = 0.97;
const BARS = new Map([
  ["name + district", 0.99],
  ["name + state", 0.99],
  ["name + district + state", 0.99],
]);

const { values } = parseArgs({
  options: {
    sealed: { type: "boolean" },
    failures: { type: "boolean" },
    own: { type: "boolean" },
  },
});
const dataset = readShippedDataset();
const index = buildSearchIndex(dataset);
const { search } = index;
const listOf = { state: "states", district: "districts", market: "markets" } as const;
const own: Find = (query, kind) => findWith(index, query, kind);

const rows = values.sealed
  ? readQueries("search-queries-sealed.csv")
  : [
      ...readQueries("../data/search-queries.csv"),
      ...readQueries("../data/search-queries-written.csv"),
    ];
const groups = [...new Set(rows.map(({ group }) => group))];

if (values.failures) printFailures();
else measure();

function measure(): void {
  const engines: Array<{ name: string; find: Find; rounds: number; every: number }> = [
    { name: "Lodestone", find: own, rounds: ROUNDS, every: 1 },
    ...(values.sealed || values.own ? [] : buildContextLibraries(readGazetteer())).map(
      (library) => ({
        ...library,
        rounds: 1,
        // At a tenth of a second a query and more, all of them would take minutes.
        every: library.name === "fuse.js" ? FUSE_EVERY : 1,
      }),
    ),
  ];
  let isEveryBarMet = true;
  const outcomes = engines.map(({ find, rounds, every }) => ask(find, rounds, every));
  const table = groups.map((group) => {
    const shares = outcomes.map((outcome) => share(outcome, group));
    const bar = BARS.get(group) ?? BAR;
    const isMet = (shares[0] ?? 0) >= bar;
    isEveryBarMet &&= isMet;
    const count = rows.filter((row) => row.group === group).length;
    return `| ${group} (${count}) | ${formatShares(shares)} | ≥ ${bar}: ${isMet ? "met" : "**missed**"} |`;
  });
  const all = outcomes.map((outcome) => share(outcome));
  const times = outcomes.map(timesOf);
  const [time = { p50: Number.NaN, p99: Number.NaN }] = times;
  isEveryBarMet &&= time.p50 <= 0.3;

  const empty = rows.filter(({ query }) => isEmpty(query)).length;
  const known = countKnownWords();
  isEveryBarMet &&= known.empty === 0;
  const milliseconds = (value: number) => value.toFixed(value < 1 ? 3 : 1);
  const text = `## Search with context${values.sealed ? ": sealed queries" : ""}

\`npm run bench:search${values.sealed ? " -- --sealed" : ""}\` — ${describeMachine()}.

Share of queries with a right record among the first three of its kind. ${describeRows()}

| queries | ${engines.map(({ name }) => name).join(" | ")} | bar |
|---|${"---|".repeat(engines.length + 1)}
${table.join("\n")}
| all (${rows.length}) | ${formatShares(all)} | – |
| median time of a query, ms | ${times.map(({ p50 }) => milliseconds(p50)).join(" | ")} | ≤ 0.3: ${time.p50 <= 0.3 ? "met" : "**missed**"} |
| p99, ms | ${times.map(({ p99 }) => milliseconds(p99)).join(" | ")} | – |

Empty answers: ${empty} of ${rows.length} queries; of ${known.asked} queries with one known word among three made-up ones ${known.empty} (bar: 0, ${known.empty === 0 ? "met" : "**missed**"}).
${describeWithoutWords()}`;
  if (!values.own) writeSection(values.sealed ? "search-queries-sealed" : "search-queries", text);
  console.log(text);
  if (!isEveryBarMet) process.exitCode = 1;
}

function describeRows(): string {
  if (values.sealed) {
    return `Drawn once by\n\`bench/make-search-queries.ts\` from the records that the published queries leave out, and measured once.`;
  }
  return `The queries are public
(\`data/search-queries.csv\`, made by \`bench/make-search-queries.ts\`, and \`search-queries-written.csv\`, written by hand). The
libraries search the same texts in four fields (name, other names, district, state), with prefixes and misspellings;
they have no list of words to set aside, and PIN codes are not in their fields. Fuse, the slowest, is asked every ${FUSE_EVERY}th query
and has no other names of districts and states.
Ours: each query's median of ${ROUNDS} rounds.`;
}

/** Made queries take their words from the lists that search reads, so the lists are also taken away. */
function describeWithoutWords(): string {
  const places = { ...dataset.places, searchWords: [] };
  const bare = buildSearchIndex(sealDataset(dataset, dataset, dataset.retired, places));
  const outcome = ask((query, kind) => findWith(bare, query, kind), 1, 1);
  const byGroup = groups.map((group) => ({ group, value: share(outcome, group) }));
  const lowest = byGroup.toSorted((a, b) => a.value - b.value).slice(0, 3);
  const listed = lowest.map(({ group, value }) => `${group} ${value.toFixed(3)}`).join(", ");
  return `The made queries take generic words and commodities from the lists that search reads. With those lists hidden,\nevery such word being unknown to it: all ${share(outcome).toFixed(3)}; the lowest: ${listed}.`;
}

function readQueries(file: string): Row[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const table = parse(text, { columns: true }) as Array<{ [column: string]: string }>;
  return table.map((cells) => ({
    query: cells["query"] ?? "",
    kind: cells["expected_kind"] as Kind,
    right: new Set((cells["right_ids"] ?? "").split(" ").map(Number)),
    group: cells["comment"] ?? "",
  }));
}

function findWith(searched: typeof index, query: string, kind: Kind): number[] {
  const list = listOf[kind];
  const { hits } = searched.search(query, { limit: 3 })[list];
  return hits.map((hit) => dataset[list][hit.index]?.id ?? 0);
}

function isFound({ query, kind, right }: Row, find: Find): boolean {
  return find(query, kind).some((id) => right.has(id));
}

function ask(find: Find, rounds: number, every: number): Outcome {
  const tries: number[][] = rows.map(() => []);
  const outcome: Outcome = rows.map(() => null);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, row] of rows.entries()) {
      if (at % every !== 0) continue;
      const before = performance.now();
      const found = isFound(row, find);
      tries[at]?.push(performance.now() - before);
      outcome[at] = { isFound: found, ms: median(tries[at] ?? []) };
    }
  }
  return outcome;
}

/** Of a group, or of all. */
function share(outcome: Outcome, group?: string): number {
  const asked = outcome.filter(
    (result, at) => result !== null && (group === undefined || rows[at]?.group === group),
  );
  return asked.filter((result) => result?.isFound).length / asked.length;
}

function formatShares(shares: readonly number[]): string {
  return shares.map((value) => value.toFixed(3)).join(" | ");
}

function isEmpty(query: string): boolean {
  const { states, districts, markets } = search(query, { limit: 1 });
  return states.total + districts.total + markets.total === 0;
}

function timesOf(outcome: Outcome): { p50: number; p99: number } {
  const sorted = outcome.flatMap((result) => (result ? [result.ms] : [])).toSorted((a, b) => a - b);
  return { p50: median(sorted), p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

/** Words of names between words of consonants that stand nowhere: no answer may be empty. */
function countKnownWords(): { asked: number; empty: number } {
  const random = createRandom(7);
  const made = () => Array.from({ length: 8 }, () => random.pick([..."bcdfgjkqvwxz"])).join("");
  const words = [
    ...new Set(
      [...dataset.states, ...dataset.districts, ...dataset.markets].flatMap(
        ({ name }) => name.toLowerCase().match(/[a-z]{4,}/g) ?? [],
      ),
    ),
  ];
  const asked = Array.from({ length: 1000 }, () => {
    const word = random.pick(words);
    return random.below(2) === 0
      ? `${made()} ${word} ${made()} ${made()}`
      : `${word} ${made()} ${made()} ${made()}`;
  });
  return { asked: asked.length, empty: asked.filter(isEmpty).length };
}

function printFailures(): void {
  if (values.sealed) throw new Error("The sealed queries are not to be read.");
  const labels = new Map(
    (["state", "district", "market"] as const).flatMap((kind) =>
      dataset[listOf[kind]].map(({ id, name }) => [`${kind} ${id}`, name] as const),
    ),
  );
  for (const row of rows.filter((asked) => !isFound(asked, own))) {
    const name = (id: number) => `${id} ${labels.get(`${row.kind} ${id}`)}`;
    const right = [...row.right].slice(0, 3).map(name).join("; ");
    console.log(
      `${row.group} | ${row.query} | ${right} | got: ${own(row.query, row.kind).map(name).join("; ")}`,
    );
  }
}
