// What the matchers of misspelt queries share: the ranks of what they find, and two questions about keys.
import { MISSPELT, type RankSets } from "./hit-list.ts";
import type { NameTable } from "./name-table.ts";

export function addKey(key: number, rank: number, hits: RankSets): void {
  hits.atRank(rank)[key >>> 5]! |= 1 << key;
}

/** Fewer edits first; among equals a whole name before a name with such a word in it. */
export function rankOfEdits(edits: number, isWhole: boolean): number {
  return MISSPELT + edits * 2 + (isWhole ? 0 : 1);
}

export function isOneWord({ keyRuns }: NameTable, key: number): boolean {
  return keyRuns[key + 1] === keyRuns[key]! + 1;
}

export function isSuffixed({ fullLength, coreLength }: NameTable, key: number): boolean {
  return fullLength[key]! > coreLength[key]!;
}
