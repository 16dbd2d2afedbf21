// How labelled rows are weighted, and split so that related texts never stand on both sides.
import { mulberry32 } from "./seeded-random.ts";

/** The older development set, texts of present-day assistants, or sources left out of training. */
export type Origin = "dev" | "today" | "left out";

/** The two classes count equally, whatever their numbers, and so do the origins inside a class. */
export function rowWeights(rows: readonly { isAi: boolean; origin?: Origin }[]): number[] {
  const cellOf = (row: { isAi: boolean; origin?: Origin }): string => `${row.isAi} ${row.origin}`;
  const sizes = Map.groupBy(rows, cellOf);
  const origins = (isAi: boolean): number =>
    [...sizes.keys()].filter((cell) => cell.startsWith(`${isAi} `)).length;
  const shares = new Map([true, false].map((isAi) => [isAi, 0.5 / Math.max(1, origins(isAi))]));
  return rows.map((row) => (shares.get(row.isAi) ?? 0) / (sizes.get(cellOf(row))?.length ?? 1));
}

/** Two halves of the rows, whole groups together, drawn with a fixed seed. */
export function splitByGroup<Row extends { group: string }>(rows: readonly Row[]): [Row[], Row[]] {
  const random = mulberry32(11);
  const side = new Map<string, boolean>();
  const halves: [Row[], Row[]] = [[], []];
  for (const row of rows) {
    if (!side.has(row.group)) side.set(row.group, random() < 0.5);
    halves[side.get(row.group) ? 0 : 1].push(row);
  }
  return halves;
}

/** One of `folds` parts, by a hash (FNV-1a) of the group: documents on one prompt or one original share a fold. */
export function foldOf(group: string, folds: number): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < group.length; i++) value = Math.imul(value ^ group.charCodeAt(i), 0x01000193);
  return (value >>> 8) % folds;
}
