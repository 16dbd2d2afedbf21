// One data set made ready to answer: records by id, children by parent, bodies of the whole lists,
// the search index. It never changes; a new data set makes a new directory, and requests that have
// begun finish on the old one.
import type { Dataset, District, Kind, Market, State } from "./data/dataset.ts";
import { buildPlaceIndex, type PlaceIndex } from "./data/place-index.ts";
import { createRecentAnswers, type RecentAnswers } from "./recent-answers.ts";
import { type Body, createBody } from "./routes/replies.ts";
import { buildSearchIndex, type SearchIndex } from "./search/search.ts";

export type Entry<R, P> = { record: R; parent: P; isRetired: boolean };
export type StateEntry = Entry<State, null> & { districts: District[]; listBody: () => Body };
export type DistrictEntry = Entry<District, StateEntry> & {
  markets: Market[];
  /** The list body under its state, and the one of the path that needs no state. */
  listBody: (isUnderState: boolean) => Body;
};
export type MarketEntry = Entry<Market, DistrictEntry>;

export type Directory = {
  dataset: Dataset;
  etag: string;
  states: ReadonlyMap<number, StateEntry>;
  districts: ReadonlyMap<number, DistrictEntry>;
  markets: ReadonlyMap<number, MarketEntry>;
  statesBody: () => Body;
  search: SearchIndex["search"];
  places: PlaceIndex;
  /** Answers of recent searches, by their URL. */
  recentSearches: RecentAnswers;
  /** A record as it stands in search results, as JSON text. */
  stateJson(index: number): string;
  districtJson(index: number): string;
  marketJson(index: number): string;
};

export function buildDirectory(given: Dataset, appVersion: string): Directory {
  const dataset = addDisplayNames(given);
  const { states, districts, markets } = linkRecords(dataset);
  const index = buildSearchIndex(dataset);
  return {
    dataset,
    // The program's version is part of the tag: a new release may word the same data differently.
    etag: `W/"${appVersion}-${dataset.version}"`,
    states,
    districts,
    markets,
    statesBody: once(() => createListBody(dataset.states.map(toStateJson), {})),
    search: index.search,
    places: buildPlaceIndex(dataset),
    recentSearches: createRecentAnswers(),
    stateJson: remember(dataset.states, toStateJson),
    districtJson: remember(dataset.districts, (record) =>
      toJson({
        ...describeDistrict(record),
        state_name: districts.get(record.id)?.parent.record.name,
      }),
    ),
    marketJson: remember(dataset.markets, (record) => {
      const district = districts.get(record.districtId);
      return toJson({
        ...describeMarket(record),
        district_id: record.districtId,
        district_name: district?.record.name,
        state_name: district?.parent.record.name,
      });
    }),
  };
}

function addDisplayNames(dataset: Dataset): Dataset {
  const { displayNames } = dataset.places;
  if (displayNames.length === 0) return dataset;
  const add = <R extends { id: number }>(wanted: Kind, records: readonly R[]): R[] => {
    const ofKind = displayNames.filter(({ kind }) => kind === wanted);
    const names = new Map(ofKind.map(({ id, displayName }) => [id, displayName]));
    return records.map((record) => {
      const displayName = names.get(record.id);
      return displayName === undefined ? record : { ...record, displayName };
    });
  };
  const { retired } = dataset;
  return {
    ...dataset,
    states: add("state", dataset.states),
    districts: add("district", dataset.districts),
    markets: add("market", dataset.markets),
    retired: {
      states: add("state", retired.states),
      districts: add("district", retired.districts),
      markets: add("market", retired.markets),
    },
  };
}

/** Every record by its id, with its parent and what lies in it. */
function linkRecords(dataset: Dataset): Pick<Directory, "states" | "districts" | "markets"> {
  const { retired } = dataset;
  const states = new Map<number, StateEntry>();
  const districts = new Map<number, DistrictEntry>();
  const markets = new Map<number, MarketEntry>();

  const addState = (record: State, isRetired: boolean) => {
    const own: District[] = [];
    const listBody = once(() => createListBody(own.map(toDistrictJson), { state_id: record.id }));
    states.set(record.id, { record, parent: null, isRetired, districts: own, listBody });
  };
  const addDistrict = (record: District, isRetired: boolean) => {
    const parent = states.get(record.stateId);
    if (parent === undefined) throw new Error(`District ${record.id} has no state.`);
    const own: Market[] = [];
    const ids = { state_id: record.stateId, district_id: record.id };
    const underState = once(() => createListBody(own.map(toMarketJson), ids));
    const alone = once(() => createListBody(own.map(toMarketJson), { district_id: record.id }));
    const listBody = (isUnderState: boolean) => (isUnderState ? underState() : alone());
    districts.set(record.id, { record, parent, isRetired, markets: own, listBody });
    if (!isRetired) parent.districts.push(record);
  };
  const addMarket = (record: Market, isRetired: boolean) => {
    const parent = districts.get(record.districtId);
    if (parent === undefined) throw new Error(`Market ${record.id} has no district.`);
    markets.set(record.id, { record, parent, isRetired });
    if (!isRetired) parent.markets.push(record);
  };
  for (const record of dataset.states) addState(record, false);
  for (const record of retired.states) addState(record, true);
  for (const record of dataset.districts) addDistrict(record, false);
  for (const record of retired.districts) addDistrict(record, true);
  for (const record of dataset.markets) addMarket(record, false);
  for (const record of retired.markets) addMarket(record, true);
  return { states, districts, markets };
}

export const describeState = (state: State) => ({ ...describe(state), lgd_code: state.lgdCode });
export const describeDistrict = (district: District) => ({
  ...describe(district),
  lgd_code: district.lgdCode,
});
export const describeMarket = (market: Market) => describe(market);

function describe({ id, name, displayName }: Market | District | State) {
  return displayName === undefined ? { id, name } : { id, name, display_name: displayName };
}

export const toStateJson = (record: State) => toJson(describeState(record));
export const toDistrictJson = (record: District) => toJson(describeDistrict(record));
export const toMarketJson = (record: Market) => toJson(describeMarket(record));

/** The envelope of a list: `data`, its length, a `total` when only a part was asked for, the ids. */
export function createListBody(
  items: readonly string[],
  more: { total?: number; state_id?: number; district_id?: number },
): Body {
  const tail = toJson({ count: items.length, ...more }).slice(1);
  return createBody(`{"status":"success","data":[${items.join(",")}],${tail}`);
}

function toJson(value: object): string {
  return JSON.stringify(value);
}

/** Search results repeat the same records: each one's text is made when first shown, and kept. */
function remember<R>(records: readonly R[], describe: (record: R) => string) {
  const texts: (string | undefined)[] = records.map(() => undefined);
  return (index: number): string => {
    const kept = texts[index];
    if (kept !== undefined) return kept;
    const record = records[index];
    if (record === undefined) throw new RangeError(`No record at ${index}.`);
    const text = describe(record);
    texts[index] = text;
    return text;
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
