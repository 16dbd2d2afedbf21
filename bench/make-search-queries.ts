// Writes test queries for search (query-maker.ts):
//
//   node bench/make-search-queries.ts                                  the published ones, data/search-queries.csv
//   node bench/make-search-queries.ts --half sealed --seed N --out F   a fresh set from the other records
//
// The columns are those of geocoder-tester: `expected_id` is empty where several records are right, and `right_ids`
// has all of them.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatQueries, makeQueries } from "./query-maker.ts";

const PUBLISHED_SEED = 45;

const { values } = parseArgs({
  options: {
    half: { type: "string", default: "published" },
    seed: { type: "string", default: String(PUBLISHED_SEED) },
    out: { type: "string", default: "data/search-queries.csv" },
  },
});
if (values.half !== "published" && values.half !== "sealed") {
  throw new Error("--half must be published or sealed");
}
const queries = makeQueries(Number(values.seed), values.half);
writeFileSync(values.out, formatQueries(queries));
console.log(`${queries.length} queries in ${values.out}`);
