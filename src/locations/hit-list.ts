// Collects what a search finds in one kind of record: a set of keys for each rank. From these it
// counts the records, each once and at its best rank, and hands them out by rank, then by id.
import { type BitSet, countBits, createBitSet } from "./bit-set.ts";
import type { NameTable } from "./name-table.ts";

/** Ranks, best first. An alias stands just below a name of the same rank. */
export const EXACT = 0;
export const NAME_START = 1;
export const WORD_START = 2;
export const INSIDE = 3;
export const MISSPELT = 4;
/** Misspelt queries of many words could have more edits than this tells apart; that is enough. */
const RANK_MAX = 63;

/** Which records count: those whose entry in `groups` is `wanted`. */
export type Filter = { groups: Int32Array; wanted: number };

/** What the matchers add to. */
export type RankSets = {
  /** The keys found at a rank: a search adds its own by setting their bits. */
  atRank(rank: number): BitSet;
  /** All ranks are one: only what has the query at the start of a word is wanted, wherever that word stands. */
  isUnranked?: true;
};

export type HitList = RankSets & {
  begin(filter: Filter | null): void;
  /**
   * Counts the records found so far. Once there are any, nothing may be added at the ranks used until
   * then: a better rank than one already counted could not be taken into account.
   */
  count(): number;
  /** The counted records in order, each with the key that gave it its rank. */
  take(offset: number, limit: number): Array<{ record: number; key: number }>;
};

export function createHitList(table: NameTable): HitList {
  const { recordCount, aliasStart, aliasRecords, keyCount } = table;
  const aliasesByRecord = groupAliases(table);
  const recordWords = aliasStart >>> 5;
  const found = createBitSet(aliasStart);
  const allowed = createBitSet(aliasStart);
  const ranks: Array<RankHits | undefined> = [];
  let used: boolean[] = [];
  let filter: Filter | null = null;
  let total = 0;

  return {
    begin(nextFilter) {
      for (let rank = 0; rank < used.length; rank += 1) {
        if (used[rank]) ranks[rank]?.clear();
      }
      used = [];
      found.fill(0);
      total = 0;
      filter = nextFilter;
      if (filter) allowOnly(filter);
    },

    atRank(wantedRank) {
      const rank = Math.min(wantedRank, RANK_MAX);
      used[rank] = true;
      ranks[rank] ??= createRankHits();
      return ranks[rank].keys;
    },

    count() {
      for (let rank = 0; rank < used.length; rank += 1) {
        const hits = used[rank] ? ranks[rank] : undefined;
        if (!hits || hits.isCounted) continue;
        hits.isCounted = true;
        hits.nameCount = keepNew(hits.keys);
        for (let alias = recordWords; alias < hits.keys.length; alias += 1) {
          for (let rest = hits.keys[alias]!; rest !== 0; rest &= rest - 1) {
            const key = alias * 32 + 31 - Math.clz32(rest & -rest);
            const record = aliasRecords[key - aliasStart]!;
            hits.aliased[record >>> 5]! |= 1 << record;
            hits.hasAliases = true;
          }
        }
        if (hits.hasAliases) hits.aliasCount = keepNew(hits.aliased);
        total += hits.nameCount + hits.aliasCount;
      }
      // All that was found was filtered out, so the same ranks can be used again.
      if (total === 0) for (const hits of ranks) if (hits) hits.isCounted = false;
      return total;
    },

    take(offset, limit) {
      const taken: Array<{ record: number; key: number }> = [];
      let skip = offset;
      for (let rank = 0; rank < used.length && taken.length < limit; rank += 1) {
        const hits = used[rank] ? ranks[rank] : undefined;
        if (!hits) continue;
        visitRecords(hits.keys, hits.nameCount, skip, limit - taken.length, (record) => {
          taken.push({ record, key: record });
        });
        skip = Math.max(0, skip - hits.nameCount);
        visitRecords(hits.aliased, hits.aliasCount, skip, limit - taken.length, (record) => {
          taken.push({ record, key: firstAlias(record, hits.keys) });
        });
        skip = Math.max(0, skip - hits.aliasCount);
      }
      return taken;
    },
  };

  /** Takes from a set of records those not wanted or found at a better rank, and counts the rest. */
  function keepNew(records: BitSet): number {
    let count = 0;
    for (let i = 0; i < recordWords; i += 1) {
      let bits = records[i]!;
      if (bits === 0) continue;
      bits &= ~found[i]!;
      if (filter) bits &= allowed[i]!;
      records[i] = bits;
      found[i]! |= bits;
      count += countBits(bits);
    }
    return count;
  }

  function allowOnly({ groups, wanted }: Filter): void {
    allowed.fill(0);
    for (let record = 0; record < recordCount; record += 1) {
      if (groups[record] === wanted) allowed[record >>> 5]! |= 1 << record;
    }
  }

  function visitRecords(
    records: BitSet,
    count: number,
    skip: number,
    limit: number,
    visit: (record: number) => void,
  ): void {
    if (skip >= count) return;
    let left = Math.min(limit, count - skip);
    let before = skip;
    for (let i = 0; left > 0; i += 1) {
      for (let rest = records[i]!; rest !== 0 && left > 0; rest &= rest - 1) {
        if (before > 0) before -= 1;
        else {
          visit(i * 32 + 31 - Math.clz32(rest & -rest));
          left -= 1;
        }
      }
    }
  }

  /** The first alias of the record among the keys found. */
  function firstAlias(record: number, keys: BitSet): number {
    const aliases = aliasesByRecord.get(record) ?? [];
    return aliases.find((key) => ((keys[key >>> 5]! >>> (key & 31)) & 1) === 1) ?? record;
  }

  function createRankHits(): RankHits {
    const hits: RankHits = {
      keys: createBitSet(keyCount),
      aliased: createBitSet(aliasStart),
      hasAliases: false,
      isCounted: false,
      nameCount: 0,
      aliasCount: 0,
      clear() {
        hits.keys.fill(0);
        if (hits.hasAliases) hits.aliased.fill(0);
        hits.hasAliases = false;
        hits.isCounted = false;
        hits.nameCount = 0;
        hits.aliasCount = 0;
      },
    };
    return hits;
  }
}

type RankHits = {
  /** Keys found; once counted, the names among them are the records that have this rank. */
  keys: BitSet;
  /** Records that have this rank by an alias. */
  aliased: BitSet;
  hasAliases: boolean;
  isCounted: boolean;
  nameCount: number;
  aliasCount: number;
  clear(): void;
};

function groupAliases({ aliasStart, aliasRecords }: NameTable): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const [i, record] of aliasRecords.entries()) {
    const group = groups.get(record);
    if (group) group.push(aliasStart + i);
    else groups.set(record, [aliasStart + i]);
  }
  return groups;
}
