// From rows of usage to the series that are drawn.
import { expect, test } from "vitest";
import type { UsageReport } from "../../../client/dashboard-types.ts";
import { keyNames, sum, toSeries } from "./series.ts";

function buildReport(usage: UsageReport["usage"], keys: UsageReport["keys"] = []): UsageReport {
  const today = {
    day: "2026-03-02",
    limit: 25,
    used: 0,
    remaining: 25,
    resets_at: "2026-03-03T00:00:00Z",
    bonus_days_left: 0,
    is_set_by_operator: false,
  };
  return { today, from: "2026-02-26", to: "2026-03-02", usage, refusals: [], keys };
}

const row = (day: string, key_id: string | null, endpoint: string, checks: number) => ({
  day,
  key_id,
  endpoint,
  checks,
});

test("days without checks are drawn too, also over the end of a month", () => {
  const { days, series } = toSeries(buildReport([row("2026-03-01", null, "detect", 3)]), "total");
  expect(days).toEqual(["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
  expect(series).toEqual([{ name: "checks", values: [0, 0, 0, 3, 0] }]);
});

test("however usage is grouped, nothing is lost", () => {
  const usage = [
    row("2026-02-26", "a", "detect", 2),
    row("2026-02-26", "a", "regenerate", 1),
    row("2026-02-28", null, "detect", 5),
    row("2026-03-02", "gone", "detect", 1),
  ];
  const report = buildReport(usage, [
    { id: "a", name: "Mine", domain: "x.example", last_four: "1234" },
  ]);
  for (const grouping of ["total", "key", "endpoint"] as const) {
    const { series } = toSeries(report, grouping);
    expect(sum(series.flatMap(({ values }) => values))).toBe(9);
  }
  const names = toSeries(report, "key").series.map(({ name }) => name);
  expect(names).toEqual(["dashboard", "Mine (…1234)", "a deleted key"]);
  expect(keyNames(report)(null)).toBe("dashboard");
});

test("more series than can be told apart are put together", () => {
  const ids = Array.from({ length: 12 }, (_, at) => `key-${at}`);
  const usage = ids.map((id, at) => row("2026-03-01", id, "detect", 100 - at));
  const keys = ids.map((id) => ({ id, name: id, domain: "x.example", last_four: id.slice(-4) }));
  const { series } = toSeries(buildReport(usage, keys), "key");
  expect(series).toHaveLength(7);
  expect(series.at(-1)?.name).toBe("6 others");
  expect(sum(series.flatMap(({ values }) => values))).toBe(sum(usage.map(({ checks }) => checks)));
});
