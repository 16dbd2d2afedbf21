// UTC days as "YYYY-MM-DD": what quotas are counted by.

export const dayMs = 86_400_000;

export function utcDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Whole days from one to another; negative when `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(day) + days * dayMs);
}

export function msToMidnight(atMs: number): number {
  return dayMs - (((atMs % dayMs) + dayMs) % dayMs);
}
