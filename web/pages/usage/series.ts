// From rows of usage to what is drawn: a value for each day and series, days without checks included.
import type { UsageReport } from "../../../client/dashboard.ts";

export type Grouping = "total" | "key" | "endpoint";

export type Series = { name: string; values: number[] };

/** Seven series can still be told apart; what is more goes into the last. */
const SERIES_MAX = 7;

export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  const end = Date.parse(to);
  for (let at = Date.parse(from); at <= end; at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

export function toSeries(
  report: UsageReport,
  grouping: Grouping,
): { days: string[]; series: Series[] } {
  const days = daysBetween(report.from, report.to);
  const dayIndex = new Map(days.map((day, at) => [day, at]));
  const names = keyNames(report);
  const nameOf = (row: UsageReport["usage"][number]) => {
    if (grouping === "total") return "checks";
    return grouping === "endpoint" ? row.endpoint : names(row.key_id);
  };
  const byName = new Map<string, number[]>();
  for (const row of report.usage) {
    const at = dayIndex.get(row.day);
    if (at === undefined) continue;
    const name = nameOf(row);
    const values = byName.get(name) ?? days.map(() => 0);
    values[at] = (values[at] ?? 0) + row.checks;
    byName.set(name, values);
  }
  const sorted = [...byName]
    .map(([name, values]) => ({ name, values }))
    .sort((a, b) => sum(b.values) - sum(a.values) || (a.name < b.name ? -1 : 1));
  return { days, series: foldRest(sorted) };
}

/** How a key is called in lists; two keys of one name are told apart by their last four letters. */
export function keyNames(report: Pick<UsageReport, "keys">): (keyId: string | null) => string {
  const known = new Map(report.keys.map((key) => [key.id, key]));
  return (keyId) => {
    if (keyId === null) return "dashboard";
    const key = known.get(keyId);
    return key === undefined ? "a deleted key" : `${key.name} (…${key.last_four})`;
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function foldRest(series: Series[]): Series[] {
  if (series.length <= SERIES_MAX) return series;
  const kept = series.slice(0, SERIES_MAX - 1);
  const rest = series.slice(SERIES_MAX - 1);
  const values = (rest[0]?.values ?? []).map((_, at) =>
    sum(rest.map((one) => one.values[at] ?? 0)),
  );
  return [...kept, { name: `${rest.length} others`, values }];
}
