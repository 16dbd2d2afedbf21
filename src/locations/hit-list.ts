// Collects the records of one kind that a search finds, each once and with its best rank, counts
// them all and hands out a window of them in order: by rank, then by id.
import type { NameTable } from "./name-table.ts";

/** Ranks, best first. An odd rank is an alias: it stands just below a name at the same level. */
export const EXACT = 0;
export const NAME_START = 2;
export const WORD_START = 4;
export const INSIDE = 6;
export const MISSPELT = 8;

const RANK_COUNT = 256;
/** Generations before the marks are wiped: marks stay below 2^30, where V8 keeps plain integers. */
const GENERATION_MAX = 2 ** 22 - 1;
/** Above this share of all records, walking the marks in order is cheaper than sorting the hits. */
const DENSE_SHARE = 1 / 64;

/** Which records count: those whose entry in `groups` is `wanted`. */
export type Filter = { groups: Int32Array; wanted: number };

export type HitList = {
  begin(filter: Filter | null): void;
  /** Notes a key that matched; only the best rank of a record counts. */
  add(key: number, rank: number): void;
  total(): number;
  /** Records in order, with the key that gave each its rank. */
  take(offset: number, limit: number): Array<{ record: number; key: number }>;
};

export function createHitList({ recordCount, aliasRecords }: NameTable): HitList {
  // A record is found in this search when its mark is at least `base`; its rank is the rest. So a
  // new search begins by raising `base` instead of clearing a million marks.
  const marks = new Uint32Array(recordCount);
  const keys = new Uint32Array(recordCount);
  const found = new Uint32Array(recordCount);
  const counts = new Uint32Array(RANK_COUNT);
  let generation = 0;
  let base = 0;
  let total = 0;
  let groups: Int32Array | null = null;
  let wanted = 0;

  return {
    begin(filter) {
      if (generation === GENERATION_MAX) {
        marks.fill(0);
        generation = 0;
      }
      generation += 1;
      base = generation * RANK_COUNT;
      total = 0;
      counts.fill(0);
      groups = filter?.groups ?? null;
      wanted = filter?.wanted ?? 0;
    },

    add(key, plainRank) {
      const isName = key < recordCount;
      const record = isName ? key : aliasRecords[key - recordCount]!;
      const rank = isName ? plainRank : plainRank + 1;
      const mark = marks[record]!;
      if (mark < base) {
        if (groups !== null && groups[record] !== wanted) return;
        found[total] = record;
        total += 1;
      } else {
        const known = mark - base;
        if (known < rank || (known === rank && keys[record]! <= key)) return;
        counts[known]! -= 1;
      }
      marks[record] = base + rank;
      keys[record] = key;
      counts[rank]! += 1;
    },

    total: () => total,

    take(offset, limit) {
      const hits: Array<{ record: number; key: number }> = [];
      let skip = offset;
      for (let rank = 0; rank < RANK_COUNT && hits.length < limit; rank += 1) {
        const count = counts[rank]!;
        if (count === 0) continue;
        if (skip >= count) {
          skip -= count;
          continue;
        }
        const window = recordsOfRank(
          rank,
          count,
          skip,
          Math.min(count, skip + limit - hits.length),
        );
        for (const record of window) hits.push({ record, key: keys[record]! });
        skip = 0;
      }
      return hits;
    },
  };

  /** The records of one rank, lowest id first, from place `from` up to place `to` among them. */
  function recordsOfRank(rank: number, count: number, from: number, to: number): Uint32Array {
    const mark = base + rank;
    let length = 0;
    if (total > recordCount * DENSE_SHARE) {
      const records = new Uint32Array(to);
      for (let record = 0; length < to; record += 1) {
        if (marks[record] !== mark) continue;
        records[length] = record;
        length += 1;
      }
      return records.subarray(from);
    }
    const records = new Uint32Array(count);
    for (let i = 0; length < count; i += 1) {
      const record = found[i]!;
      if (marks[record] !== mark) continue;
      records[length] = record;
      length += 1;
    }
    return records.sort().subarray(from, to);
  }
}
