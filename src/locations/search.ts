// Search by name over a data set: builds an index for each kind of record once, and answers queries
// with the best matches of each kind and their full count. The same query on the same data gives the
// same answer every time.
import type { Dataset, Kind } from "./dataset.ts";
import { createHitList, type Filter } from "./hit-list.ts";
import { createMisspeltMatcher } from "./match-misspelt.ts";
import { createSpelledMatcher } from "./match-spelled.ts";
import { buildNameTable } from "./name-table.ts";
import { prepareQuery, type Query } from "./query.ts";

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
};

/** `index` is the record's place in the data set's list; `matched` is the alias that hit, if any. */
export type Hit = { index: number; matched?: string };
/** `total` counts all hits, not only those handed out. */
export type Hits = { total: number; hits: Hit[] };
export type SearchResult = { states: Hits; districts: Hits; markets: Hits };

export type SearchIndex = { search(query: string, options: SearchOptions): SearchResult };

export function buildSearchIndex(dataset: Dataset): SearchIndex {
  const { states, districts, markets } = dataset;
  const stateOfDistrict = new Map(districts.map(({ id, stateId }) => [id, stateId]));
  const state = buildKind(dataset, "state", states, {
    state: Int32Array.from(states, ({ id }) => id),
    // No state lies in a district, so a search within a district finds none: ids begin at 1.
    district: new Int32Array(states.length),
  });
  const district = buildKind(dataset, "district", districts, {
    state: Int32Array.from(districts, ({ stateId }) => stateId),
    district: Int32Array.from(districts, ({ id }) => id),
  });
  const market = buildKind(dataset, "market", markets, {
    state: Int32Array.from(markets, ({ districtId }) => stateOfDistrict.get(districtId) ?? 0),
    district: Int32Array.from(markets, ({ districtId }) => districtId),
  });
  const all = [state, district, market];

  return {
    search(text, options) {
      const query = prepareQuery(text);
      const { kinds, stateId, districtId } = options;
      const isElsewhere =
        stateId !== undefined &&
        districtId !== undefined &&
        stateOfDistrict.get(districtId) !== stateId;
      if (query === null || isElsewhere) {
        return { states: noHits(), districts: noHits(), markets: noHits() };
      }
      const isWanted = ({ kind }: KindIndex) => kinds === undefined || kinds.includes(kind);

      let total = 0;
      for (const index of all) if (isWanted(index)) total += index.find(query, options);
      // A beginning with a misspelling in it is a guess, made only when there is nothing of any kind,
      // so that "Pune" never brings up the state Punjab. Kinds that were not asked for count too:
      // asking for fewer kinds must only ever leave some out.
      if (total === 0) {
        for (const index of all) if (!isWanted(index)) total += index.find(query, options);
        if (total === 0) for (const index of all) if (isWanted(index)) index.guess(query);
      }

      const take = (index: KindIndex) => (isWanted(index) ? index.take(options) : noHits());
      return { states: take(state), districts: take(district), markets: take(market) };
    },
  };
}

const noHits = (): Hits => ({ total: 0, hits: [] });

type KindIndex = {
  kind: Kind;
  /** Begins a search; returns how many records match as spelled or, if none does, misspelt. */
  find(query: Query, filters: Pick<SearchOptions, "stateId" | "districtId">): number;
  /** Adds the records with a word that begins almost like the query's. */
  guess(query: Query): void;
  take(window: Pick<SearchOptions, "limit" | "offset">): Hits;
};

/** For each record the state and the district it lies in. */
type Groups = { state: Int32Array; district: Int32Array };

function buildKind(
  dataset: Dataset,
  kind: Kind,
  records: ReadonlyArray<{ id: number; name: string }>,
  groups: Groups,
): KindIndex {
  const aliases = findAliases(dataset, kind, records);
  const names = records.map(({ name }) => name);
  const table = buildNameTable(names, aliases);
  const hits = createHitList(table);
  const { matchSpelled } = createSpelledMatcher(table);
  const { matchMisspelt, matchMisspeltStarts } = createMisspeltMatcher(table);

  return {
    kind,
    find(query, { stateId, districtId }) {
      hits.begin(chooseFilter(groups, stateId, districtId));
      matchSpelled(query, hits);
      if (hits.count() === 0) matchMisspelt(query, hits);
      return hits.count();
    },
    guess(query) {
      matchMisspeltStarts(query, hits);
    },
    take({ limit, offset }) {
      const total = hits.count();
      const window = hits.take(offset ?? 0, limit);
      return {
        total,
        hits: window.map(({ record, key }) => {
          const alias = key < table.aliasStart ? undefined : aliases[key - table.aliasStart];
          return alias === undefined ? { index: record } : { index: record, matched: alias.alias };
        }),
      };
    },
  };
}

/** The aliases of the live records; one of a retired record stays in the data set, unsearched. */
function findAliases(
  dataset: Dataset,
  kind: Kind,
  records: ReadonlyArray<{ id: number }>,
): Array<{ record: number; alias: string }> {
  const ofKind = dataset.aliases.filter((alias) => alias.kind === kind);
  if (ofKind.length === 0) return [];
  const places = new Map(records.map(({ id }, place) => [id, place]));
  return ofKind.flatMap(({ id, alias }) => {
    const record = places.get(id);
    return record === undefined ? [] : [{ record, alias }];
  });
}

/** A district says its state too, so one comparison is enough for both filters together. */
function chooseFilter(
  groups: Groups,
  stateId: number | undefined,
  districtId: number | undefined,
): Filter | null {
  if (districtId !== undefined) return { groups: groups.district, wanted: districtId };
  if (stateId !== undefined) return { groups: groups.state, wanted: stateId };
  return null;
}
