// Search by name over a data set: builds an index for each kind of record once, and answers queries
// with the best matches of each kind and their full count. The same query on the same data gives the
// same answer every time.
import type { Dataset, Kind } from "./dataset.ts";
import { createHitList, type Filter } from "./hit-list.ts";
import { createMisspeltMatcher } from "./match-misspelt.ts";
import { createSpelledMatcher } from "./match-spelled.ts";
import { buildNameTable, type NameTable } from "./name-table.ts";
import { hasOtherScript } from "./normalise.ts";
import { isShown } from "./places.ts";
import { prepareQuery, type Query } from "./query.ts";
import { buildSoundIndex, type RankedHit, SAME, type Wanted } from "./sound-index.ts";
import { prepareSoundQueries, type SoundQuery } from "./sound-query.ts";

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

/** `index` is the record's place in the data set's list; `matched` is the other name that hit, if any. */
export type Hit = { index: number; matched?: string };
/** `total` counts all hits, not only those returned. */
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
      const { stateId, districtId } = options;
      const isElsewhere =
        stateId !== undefined &&
        districtId !== undefined &&
        stateOfDistrict.get(districtId) !== stateId;
      if (isElsewhere) return noResult();
      if (hasOtherScript(text)) {
        const queries = prepareSoundQueries(text);
        return queries.length === 0 ? noResult() : run((kind) => kind.bySound, queries, options);
      }
      const query = prepareQuery(text);
      return query === null ? noResult() : run((kind) => kind.bySpelling, query, options);
    },
  };

  function run<Q>(
    finderOf: (kind: KindIndex) => Finder<Q>,
    query: Q,
    options: SearchOptions,
  ): SearchResult {
    const { kinds } = options;
    const isWanted = ({ kind }: KindIndex) => kinds === undefined || kinds.includes(kind);
    // All kinds are searched, also those that were not asked for: what is found in one must not
    // depend on which others are wanted.
    let isSameFound = false;
    for (const index of all) if (finderOf(index).look(query, options)) isSameFound = true;
    let total = 0;
    for (const index of all) if (isWanted(index)) total += finderOf(index).find(query, isSameFound);
    // A beginning with a misspelling in it is a guess, made only when there is nothing of any kind,
    // so that "Pune" never brings up the state Punjab. Kinds that were not asked for count too:
    // asking for fewer kinds must only ever leave some out.
    if (total === 0) {
      for (const index of all) {
        if (!isWanted(index)) total += finderOf(index).find(query, isSameFound);
      }
      if (total === 0) for (const index of all) if (isWanted(index)) finderOf(index).guess(query);
    }
    const take = (index: KindIndex) => (isWanted(index) ? finderOf(index).take(options) : noHits());
    return { states: take(state), districts: take(district), markets: take(market) };
  }
}

const noHits = (): Hits => ({ total: 0, hits: [] });
const noResult = (): SearchResult => ({ states: noHits(), districts: noHits(), markets: noHits() });

/** Searches one kind of record, one search after the other. */
type Finder<Q> = {
  /** Begins a search; returns whether a record sounds like the query and nothing else. */
  look(query: Q, filters: Pick<SearchOptions, "stateId" | "districtId">): boolean;
  /** Returns how many records match as spelled or, if none does, misspelt. */
  find(query: Q, isSameFound: boolean): number;
  /** Adds the records with a word that begins almost like the query's. */
  guess(query: Q): void;
  take(window: Pick<SearchOptions, "limit" | "offset" | "allNames">): Hits;
};

/** Queries in Latin letters are matched by spelling, those in other scripts by sound. */
type KindIndex = { kind: Kind; bySpelling: Finder<Query>; bySound: Finder<readonly SoundQuery[]> };

/** For each record the state and the district it lies in. */
type Groups = { state: Int32Array; district: Int32Array };

/** Another name of the record at a place; one that is not shown is a search key only. */
type OtherName = { record: number; alias: string; isShown: boolean };

function buildKind(
  dataset: Dataset,
  kind: Kind,
  records: ReadonlyArray<{ id: number; name: string }>,
  groups: Groups,
): KindIndex {
  const names = records.map(({ name }) => name);
  const aliases = findAliases(dataset, kind, records);
  const localNames = findLocalNames(dataset, kind, records);
  return {
    kind,
    bySpelling: createSpellingFinder(names, aliases, groups),
    bySound: createSoundFinder(names, aliases, localNames, groups),
  };
}

function createSpellingFinder(
  names: readonly string[],
  aliases: readonly OtherName[],
  groups: Groups,
): Finder<Query> {
  const table = buildNameTable(names, aliases);
  const hits = createHitList(table);
  const { matchSpelled } = createSpelledMatcher(table);
  const { matchMisspelt, matchMisspeltStarts } = createMisspeltMatcher(table);
  return {
    look(_query, { stateId, districtId }) {
      hits.begin(chooseFilter(groups, stateId, districtId));
      return false;
    },
    find(query) {
      matchSpelled(query, hits);
      if (hits.count() === 0) matchMisspelt(query, hits);
      return hits.count();
    },
    guess(query) {
      matchMisspeltStarts(query, hits);
    },
    take({ limit, offset = 0, allNames }) {
      const total = hits.count();
      return { total, hits: describeHits(hits.take(offset, limit), table, aliases, allNames) };
    },
  };
}

function createSoundFinder(
  names: readonly string[],
  aliases: readonly OtherName[],
  localNames: readonly OtherName[],
  groups: Groups,
): Finder<readonly SoundQuery[]> {
  const otherNames = [...aliases, ...localNames];
  const index = buildSoundIndex(names, otherNames, aliases.length);
  let isWanted: Wanted = null;
  let least = Number.POSITIVE_INFINITY;
  let ranked: RankedHit[] = [];
  return {
    look(queries, { stateId, districtId }) {
      const filter = chooseFilter(groups, stateId, districtId);
      isWanted = filter && ((record) => filter.groups[record] === filter.wanted);
      ranked = [];
      index.begin();
      for (const query of queries) least = index.gather(query, isWanted);
      return least <= SAME;
    },
    find(queries, isSameFound) {
      // Where another kind has a record that sounds the same, nothing was misspelt.
      if (!isSameFound) {
        for (const query of queries) least = index.gatherMisspelt(query, isWanted);
        const [query] = queries;
        if (query !== undefined) index.gatherSpellings(query.text, isWanted);
      }
      ranked = index.rank(least <= SAME);
      return ranked.length;
    },
    guess(queries) {
      index.begin();
      for (const query of queries) index.gatherStarts(query, isWanted);
      ranked = index.rank(false);
    },
    take({ limit, offset = 0, allNames }) {
      const page = ranked.slice(offset, offset + limit);
      return {
        total: ranked.length,
        hits: describeHits(page, index.table, otherNames, allNames),
      };
    },
  };
}

function describeHits(
  hits: readonly RankedHit[],
  { aliasStart }: NameTable,
  otherNames: readonly OtherName[],
  allNames = false,
): Hit[] {
  return hits.map(({ record, key }) => {
    const other = key < aliasStart ? undefined : otherNames[key - aliasStart];
    if (other === undefined || !(other.isShown || allNames)) return { index: record };
    return { index: record, matched: other.alias };
  });
}

/** The aliases of the live records; one of a retired record stays in the data set, unsearched. */
function findAliases(
  dataset: Dataset,
  kind: Kind,
  records: ReadonlyArray<{ id: number }>,
): OtherName[] {
  const ofKind = dataset.aliases.filter((alias) => alias.kind === kind);
  return locate(ofKind, records, ({ alias }) => ({ alias, isShown: true }));
}

function findLocalNames(
  dataset: Dataset,
  kind: Kind,
  records: ReadonlyArray<{ id: number }>,
): OtherName[] {
  const ofKind = dataset.places.names.filter((name) => name.kind === kind);
  return locate(ofKind, records, ({ name, check }) => ({ alias: name, isShown: isShown(check) }));
}

function locate<T extends { id: number }>(
  list: readonly T[],
  records: ReadonlyArray<{ id: number }>,
  describe: (entry: T) => Omit<OtherName, "record">,
): OtherName[] {
  if (list.length === 0) return [];
  const places = new Map(records.map(({ id }, place) => [id, place]));
  return list.flatMap((entry) => {
    const record = places.get(entry.id);
    return record === undefined ? [] : [{ record, ...describe(entry) }];
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
