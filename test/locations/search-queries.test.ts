// The public test queries: whoever runs them must be able to trust that every expected record exists and that the sealed
// ones ask for other records than the published ones.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatQueries, makeQueries } from "../../bench/query-maker.ts";
import { readShippedDataset } from "../../src/locations/data/dataset.ts";
import { readTable } from "../../src/locations/data/tables.ts";

const dataset = readShippedDataset();
const ids = {
  state: new Set(dataset.states.map(({ id }) => id)),
  district: new Set(dataset.districts.map(({ id }) => id)),
  market: new Set(dataset.markets.map(({ id }) => id)),
};

describe.each([
  ["data/search-queries.csv", 2000],
  ["data/search-queries-written.csv", 290],
  ["bench/search-queries-sealed.csv", 2000],
])("%s", (file, count) => {
  const rows = readQueries(file);

  test("has different queries that the service takes", () => {
    expect(rows).toHaveLength(count);
    // The same words may be asked for in two kinds.
    const marks = new Set(
      rows.map((row) => `${row["query"]} ${row["expected_kind"]} ${row["comment"]}`),
    );
    expect(marks.size).toBe(count);
    const queries = rows.map((row) => row["query"] ?? "");
    expect(queries.every((query) => query.trim() !== "" && query.length <= 100)).toBe(true);
  });

  test("expects records that exist, each once, and names the only one in geocoder-tester's column", () => {
    // Of the sealed queries no text may be shown, so only their number is asserted.
    const wrong = rows.filter(
      ({ expected_kind: kind, expected_id: only, right_ids: list = "" }) => {
        const right = list.split(" ").map(Number);
        const known = ids[kind as keyof typeof ids];
        return (
          right.some((id) => !known.has(id)) ||
          new Set(right).size !== right.length ||
          only !== (right.length === 1 ? list : "")
        );
      },
    );
    expect(wrong).toHaveLength(0);
  });
});

test("the same seed makes the same queries, as many of each of twenty groups, from the half asked for", () => {
  const queries = makeQueries(3, "sealed", 10);
  expect(formatQueries(makeQueries(3, "sealed", 10))).toBe(formatQueries(queries));
  const groups = Map.groupBy(queries, ({ group }) => group);
  expect(groups.size).toBe(20);
  expect([...groups.values()].every(({ length }) => length === 10)).toBe(true);
  // Namesakes may be of either half; where one record is right, it is the one that was drawn.
  const named = (groups.get("name + district + state") ?? []).filter(
    ({ right }) => right.length === 1,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.every(({ right: [id = 1] }) => id % 2 === 0)).toBe(true);
});

function readQueries(file: string): Array<{ [column: string]: string }> {
  const bytes = readFileSync(new URL(`../../${file}`, import.meta.url));
  const required = ["query", "limit", "expected_kind", "expected_id", "right_ids", "comment"];
  const { rows, problems } = readTable(file, bytes, { required });
  expect(problems).toEqual([]);
  return rows.map(({ cells }) => Object.fromEntries(cells));
}
