// Search over a data set: builds its tables once, and answers queries with the best matches of each kind
// and their full count. The same query on the same data gives the same answer every time.
//
// A query is read into parts (parse-query.ts). One word is looked for in names (one-word.ts), several in
// names together with those of the district and the state (in-context.ts). Both find words by their
// spelling (word-index.ts) or, in other scripts than Latin, by their sound (sound/).
import type { Dataset, Kind } from "../data/dataset.ts";
import { KINDS } from "../data/records.ts";
import { createContextSearch } from "./in-context.ts";
import { SUFFIX, splitWords } from "./normalise.ts";
import { createOneWordSearch } from "./one-word.ts";
import { parseQuery, readWithoutNames } from "./parse-query.ts";
import { buildSearchTables, type KindHits, type Match, type Wanted } from "./search-tables.ts";

export type SearchOptions = {
  /** Only these kinds are searched; all, when absent. */
  kinds?: readonly Kind[] | undefined;
  /** Only this state, its districts and their markets. */
  stateId?: number | undefined;
  /** Only this district and its markets. */
  districtId?: number | undefined;
  /** At most this many hits of each kind, after the first `offset`. */
  limit: number;
  offset?: number | undefined;
  /** `matched` may also be a local name that is not to be shown. */
  allNames?: boolean | undefined;
};

export type Hit = {
  /** The record's place in the data set's list. */
  index: number;
  /** The other name that hit, if any. */
  matched?: string;
  match: Match;
  /** 0…1, comparable within an answer. */
  score: number;
};
/** `total` counts all hits, not only those returned. */
export type Hits = { total: number; hits: Hit[] };
export type SearchResult = {
  states: Hits;
  districts: Hits;
  markets: Hits;
  /** Words of the query that no hit has to hold: those nothing is known of, and names of commodities. */
  dropped: string[];
};

export type SearchIndex = { search(query: string, options: SearchOptions): SearchResult };

export function buildSearchIndex(dataset: Dataset): SearchIndex {
  const tables = buildSearchTables(dataset);
  const { records, keys, vocabulary } = tables;
  const findOneWord = createOneWordSearch(tables);
  const findInContext = createContextSearch(tables);

  const recent = new Map<string, SearchResult>();

  return {
    search(text, options) {
      if (text.length > SHORT_MAX) return search(text, options);
      const key = JSON.stringify([text, options]);
      const known = recent.get(key);
      if (known !== undefined) return known;
      const result = search(text, options);
      if (recent.size >= RECENT_MAX) recent.clear();
      recent.set(key, result);
      return result;
    },
  };

  function search(text: string, options: SearchOptions): SearchResult {
    const query = parseQuery(text, vocabulary);
    const isWanted = choose(options);
    if (query.joined === "" || isWanted === null) return noResult();
    if (query.isOneWord) {
      const { hits, isKnown } = findOneWord(query.joined, isWanted);
      return { ...take(hits, options), dropped: isKnown ? [] : [query.joined.normalize("NFC")] };
    }
    const dropped = new Set<string>(query.beyond);
    for (const way of [query, ...readWithoutNames(query)]) {
      if (way.parts.length === 0) continue;
      const { hits, unknown, isKnown } = findInContext(way, isWanted);
      for (const word of unknown) dropped.add(word);
      if (!isKnown) continue;
      for (const word of way.commodities) dropped.add(word);
      return { ...take(hits, options), dropped: listWords(dropped) };
    }
    // The suffix of market names is known too, though it says least.
    const isSuffixTyped = splitWords(text).includes(SUFFIX);
    const found = isSuffixTyped ? take(findOneWord(SUFFIX, isWanted).hits, options) : noResult();
    return { ...found, dropped: listWords(dropped) };
  }

  /** Which records lie where the search is to look; null: none. */
  function choose({ stateId, districtId }: SearchOptions): Wanted | null {
    if (districtId !== undefined) {
      const district = records.numberOf("district", districtId);
      const isElsewhere =
        stateId !== undefined && district !== undefined && records.stateId[district] !== stateId;
      return isElsewhere ? null : (record) => records.districtId[record] === districtId;
    }
    if (stateId !== undefined) return (record) => records.stateId[record] === stateId;
    return () => true;
  }

  function take(found: readonly KindHits[], { kinds, limit, offset = 0, allNames }: SearchOptions) {
    const hitsOf = (kind: Kind): Hits => {
      const place = KINDS.indexOf(kind);
      const own = found[place];
      if (own === undefined || (kinds !== undefined && !kinds.includes(kind))) return noHits();
      const first = records.kindStart[place] ?? 0;
      const hits = own.take(offset, limit).map(({ record, key, match, score }): Hit => {
        const matched = keys.otherName(key, allNames === true);
        const rounded = Math.round(score * 1000) / 1000;
        const hit = { index: record - first, match, score: rounded };
        return matched === undefined ? hit : { ...hit, matched };
      });
      return { total: own.total, hits };
    };
    return { states: hitsOf("state"), districts: hitsOf("district"), markets: hitsOf("market") };
  }
}

/** A letter or two are in most names: they cost the most, and everybody's typing begins with them. */
const SHORT_MAX = 2;
const RECENT_MAX = 256;

const listWords = (words: Set<string>) => [...words].map((word) => word.normalize("NFC"));
const noHits = (): Hits => ({ total: 0, hits: [] });
const noResult = (): SearchResult => ({
  states: noHits(),
  districts: noHits(),
  markets: noHits(),
  dropped: [],
});
