// Terminal output of an import: what it would change, and what is wrong with its source.

import type { Problem } from "../data/tables.ts";
import type { Changes, KindChanges } from "./import.ts";

/** Longer lists are cut, with the number left out; the counts are always complete. */
const LINES_MAX = 20;

export function describeChanges(changes: Changes, linesMax = LINES_MAX): string {
  const parts = [
    ...describeKind("state", changes.states, linesMax),
    ...describeKind("district", changes.districts, linesMax),
    ...describeKind("market", changes.markets, linesMax),
  ];
  for (const [{ added, removed }, one, many] of [
    [changes.aliases, "alias", "aliases"],
    [changes.places.names, "local name", "local names"],
    [changes.places.points, "point", "points"],
    [changes.places.codes, "row of codes", "rows of codes"],
    [changes.places.pincodes, "PIN code row", "PIN code rows"],
    [changes.places.displayNames, "display name", "display names"],
    [changes.places.shortForms, "short form", "short forms"],
    [changes.places.searchWords, "search word", "search words"],
  ] as const) {
    if (added > 0) parts.push(`${count(added, one, many)} added`);
    if (removed > 0) parts.push(`${count(removed, one, many)} removed`);
  }
  return parts.length === 0 ? "Nothing changes." : parts.join("\n");
}

/** `markets.csv:12: id 7 was already used on line 3` */
export function describeProblem({ file, line, message }: Problem): string {
  return line === null ? `${file}: ${message}` : `${file}:${line}: ${message}`;
}

function describeKind(kind: string, changes: KindChanges, linesMax: number): string[] {
  const parent = kind === "market" ? "district" : "state";
  const section = <T>(
    list: readonly T[],
    verb: string,
    describe: (entry: T) => string,
  ): string[] => {
    if (list.length === 0) return [];
    const lines = list.slice(0, linesMax).map((entry) => `  ${describe(entry)}`);
    if (list.length > linesMax) lines.push(`  … and ${list.length - linesMax} more`);
    return [`${count(list.length, kind, `${kind}s`)} ${verb}`, ...lines];
  };
  const named = ({ id, name }: { id: number; name: string }) => `${id} ${name}`;
  return [
    ...section(changes.added, "added", named),
    ...section(changes.renamed, "renamed", ({ id, from, to }) => `${id} ${from} → ${to}`),
    ...section(
      changes.moved,
      "moved",
      ({ id, name, from, to }) => `${id} ${name}: from ${parent} ${from} to ${to}`,
    ),
    ...section(changes.retired, "retired", named),
    ...section(changes.returned, "back from retirement", named),
    ...(changes.recoded > 0
      ? [`${count(changes.recoded, kind, `${kind}s`)} with another LGD code`]
      : []),
  ];
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
