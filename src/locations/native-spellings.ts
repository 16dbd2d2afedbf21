// Misspellings of the stored local names, found letter by letter as those of Latin names are. By sound
// alone a wrong consonant in a short name is too much.
import { type BitSet, createBitSet, listMembers } from "./bit-set.ts";
import { MISSPELT } from "./hit-list.ts";
import { createMisspeltMatcher } from "./match-misspelt.ts";
import { buildNameTable } from "./name-table.ts";
import { prepareQuery } from "./query.ts";

export type NativeSpellings = {
  /** Calls `add` with the place and the rank of every name that the text can be a misspelling of. */
  find(text: string, add: (place: number, rank: number) => void): void;
};

/** Ranks among those of sounds: an edit is about as bad as two wrong vowels. */
const RANK_OF_EDIT = 5;

export function indexNativeSpellings(names: readonly string[]): NativeSpellings {
  if (names.length === 0) return { find() {} };
  const table = buildNameTable(names, []);
  const { matchMisspelt } = createMisspeltMatcher(table);
  const sets: BitSet[] = [];
  const members = new Uint32Array(table.keyCount);
  return {
    find(text, add) {
      const query = prepareQuery(text);
      if (query === null) return;
      for (const set of sets) set?.fill(0);
      matchMisspelt(query, {
        atRank(rank) {
          sets[rank] ??= createBitSet(table.keyCount);
          return sets[rank];
        },
      });
      sets.forEach((set, rank) => {
        // An edit raises the rank by two; a word of a longer name stands one behind a whole name.
        const place = (rank - MISSPELT - 2) * 2;
        const count = listMembers(set, members);
        for (let i = 0; i < count; i += 1) add(members[i] ?? 0, RANK_OF_EDIT + place);
      });
    },
  };
}
