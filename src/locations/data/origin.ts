// What a source says of itself: where it comes from, its day, its licence.
import type { Origin } from "./dataset.ts";
import type { Problem } from "./tables.ts";

export function checkOrigin(file: string, parsed: unknown, problems: Problem[]): Partial<Origin> {
  const origin: Partial<Origin> = {};
  const report = (message: string) => problems.push({ file, line: null, message });
  for (const field of ["source", "date", "licence", "attribution"] as const) {
    const value = (parsed as Partial<Origin> | null)?.[field];
    if (value === undefined) continue;
    const mayBeEmpty = field === "attribution";
    if (typeof value !== "string" || (value.trim() === "" && !mayBeEmpty)) {
      report(`${field} must be a string`);
    } else if (field === "date" && !isDay(value)) report("date must be a day, YYYY-MM-DD");
    else origin[field] = value;
  }
  return origin;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
