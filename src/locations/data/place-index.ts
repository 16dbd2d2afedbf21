// The places of one data set made ready to answer: names, points and codes by record, districts by PIN
// code, records by distance.
import type { Dataset, Kind } from "./dataset.ts";
import { buildNearbyIndex, type NearbyIndex } from "./nearby.ts";
import { type Codes, isShown, type LocalName, type Point } from "./places.ts";

export type Counts = { states: number; districts: number; markets: number };

export type PlaceIndex = {
  /** The languages that have a name, by their tags. */
  languages: ReadonlySet<string>;
  /** How many live records have a name in each language, and how many one that is shown. */
  countLanguages(): Array<{ lang: string; counts: Counts; shown: Counts }>;
  /** The surest name first. */
  namesOf(kind: Kind, id: number, allNames: boolean): readonly LocalName[];
  nameOf(kind: Kind, id: number, lang: string, allNames: boolean): string | undefined;
  pointOf(kind: Kind, id: number): Point | undefined;
  codesOf(kind: Kind, id: number): Codes | undefined;
  /** Ids of live districts, ascending. */
  districtsOf(pincode: number): readonly number[];
  pincodesOf(districtId: number): readonly number[];
  nearby: NearbyIndex["find"];
};

export function buildPlaceIndex(dataset: Dataset): PlaceIndex {
  const { names, points, codes, pincodes } = dataset.places;
  const live = {
    state: new Set(dataset.states.map(({ id }) => id)),
    district: new Set(dataset.districts.map(({ id }) => id)),
    market: new Set(dataset.markets.map(({ id }) => id)),
  };
  const namesByRecord = groupByRecord(names);
  const pointByRecord = groupByRecord(points);
  const codesByRecord = groupByRecord(codes);
  const livePincodes = pincodes.filter(({ districtId }) => live.district.has(districtId));
  const districtsByPincode = groupBy(livePincodes, ({ pincode }) => pincode);
  const pincodesByDistrict = groupBy(livePincodes, ({ districtId }) => districtId);

  const namesOf = (kind: Kind, id: number, allNames: boolean) => {
    const own = namesByRecord[kind].get(id) ?? [];
    return allNames ? own : own.filter(({ check }) => isShown(check));
  };
  return {
    languages: new Set(names.map(({ lang }) => lang).sort()),
    countLanguages: () => countLanguages(names.filter(({ kind, id }) => live[kind].has(id))),
    namesOf,
    nameOf: (kind, id, lang, allNames) =>
      namesOf(kind, id, allNames).find((name) => name.lang === lang)?.name,
    pointOf: (kind, id) => pointByRecord[kind].get(id)?.[0],
    codesOf: (kind, id) => codesByRecord[kind].get(id)?.[0],
    districtsOf: (pincode) =>
      districtsByPincode.get(pincode)?.map(({ districtId }) => districtId) ?? [],
    pincodesOf: (districtId) =>
      pincodesByDistrict.get(districtId)?.map(({ pincode }) => pincode) ?? [],
    nearby: buildNearbyIndex(points.filter(({ kind, id }) => live[kind].has(id))).find,
  };
}

function countLanguages(names: readonly LocalName[]) {
  const byLanguage = groupBy(names, ({ lang }) => lang);
  const count = (list: readonly LocalName[]): Counts => {
    const countKind = (kind: Kind) =>
      new Set(list.filter((name) => name.kind === kind).map(({ id }) => id)).size;
    return {
      states: countKind("state"),
      districts: countKind("district"),
      markets: countKind("market"),
    };
  };
  return [...byLanguage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([lang, list]) => ({
      lang,
      counts: count(list),
      shown: count(list.filter(({ check }) => isShown(check))),
    }));
}

function groupByRecord<T extends { kind: Kind; id: number }>(list: readonly T[]) {
  const groupKind = (kind: Kind) =>
    groupBy(
      list.filter((entry) => entry.kind === kind),
      ({ id }) => id,
    );
  return {
    state: groupKind("state"),
    district: groupKind("district"),
    market: groupKind("market"),
  };
}

function groupBy<T, K>(list: readonly T[], keyOf: (entry: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const entry of list) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}
