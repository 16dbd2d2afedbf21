// The data set of the location directory as one value: its records, where they come from, and a
// version that is a hash of the data. The store keeps it as one JSON text; the package ships one.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type Codes,
  type DisplayName,
  type LocalName,
  NO_PLACES,
  type Pincode,
  PLACE_COLUMNS,
  PLACE_FILES,
  type Places,
  type Point,
  readPlaces,
  type SearchWord,
  type ShortForm,
  sortPlaces,
} from "./places.ts";
import {
  type Alias,
  type District,
  KINDS,
  type Kind,
  type Market,
  type Records,
  readRecords,
  type State,
} from "./records.ts";
import { type Columns, type Problem, readTable } from "./tables.ts";

export type { Alias, District, Kind, Market, State } from "./records.ts";

export type Dataset = {
  source: string;
  /** The date of the source, `YYYY-MM-DD`. */
  date: string;
  licence: string;
  /** The attribution to show with names, points and codes; empty where none is required. */
  attribution: string;
  /** The first 16 hexadecimal digits of the SHA-256 of all records, so equal data is equal here. */
  version: string;
  /** Every list is sorted by id. */
  states: State[];
  districts: District[];
  markets: Market[];
  aliases: Alias[];
  /** Records that once were served and left the source; they answer by their id only. */
  retired: { states: State[]; districts: District[]; markets: Market[] };
  /** Names in other languages, points, codes and PIN codes; some may be those of retired records. */
  places: Places;
};

export type Origin = Pick<Dataset, "source" | "date" | "licence" | "attribution">;

export const TABLE_COLUMNS = {
  states: { required: ["id", "name"], optional: ["lgd_code"] },
  districts: { required: ["id", "state_id", "name"], optional: ["lgd_code"] },
  markets: { required: ["id", "district_id", "name"] },
  aliases: { required: ["kind", "id", "alias"], optional: ["source"], mayBeEmpty: true },
} as const satisfies { [table: string]: Columns };

/** The data set inside the package. A fault in it is a fault of the release, so it throws. */
export function readShippedDataset(): Dataset {
  const folder = new URL("../../../data/", import.meta.url);
  const problems: Problem[] = [];
  const table = (file: string, columns: Columns) => {
    const read = readTable(file, readFileSync(new URL(file, folder)), columns);
    for (const problem of read.problems) problems.push(problem);
    return { file, rows: read.rows };
  };
  const ofRecords = (name: keyof typeof TABLE_COLUMNS) => table(`${name}.csv`, TABLE_COLUMNS[name]);
  const ofPlaces = (name: keyof Places) => table(PLACE_FILES[name], PLACE_COLUMNS[name]);
  const { records, problems: recordProblems } = readRecords({
    states: ofRecords("states"),
    districts: ofRecords("districts"),
    markets: ofRecords("markets"),
    aliases: ofRecords("aliases"),
  });
  const { places, problems: placeProblems } = readPlaces(
    {
      names: ofPlaces("names"),
      points: ofPlaces("points"),
      codes: ofPlaces("codes"),
      pincodes: ofPlaces("pincodes"),
      displayNames: ofPlaces("displayNames"),
      shortForms: ofPlaces("shortForms"),
      searchWords: ofPlaces("searchWords"),
    },
    createRecordRegister(records),
  );
  const [first] = [...problems, ...recordProblems, ...placeProblems];
  if (first) throw new Error(`The shipped ${first.file}, line ${first.line}: ${first.message}`);

  const origin = JSON.parse(readFileSync(new URL("dataset.json", folder), "utf8")) as Origin;
  return sealDataset(origin, records, { states: [], districts: [], markets: [] }, places);
}

/** Whether any of the sets of records has a record. */
export function createRecordRegister(
  ...sets: ReadonlyArray<Pick<Dataset, "states" | "districts" | "markets">>
): (kind: Kind, id: number) => boolean {
  const idsOf = (list: "states" | "districts" | "markets") =>
    new Set(sets.flatMap((set) => set[list].map(({ id }) => id)));
  const ids = { state: idsOf("states"), district: idsOf("districts"), market: idsOf("markets") };
  return (kind, id) => ids[kind].has(id);
}

/** Sorts the records and adds the version: the only way a data set comes into being. */
export function sealDataset(
  { source, date, licence, attribution }: Origin,
  records: Records,
  retired: Dataset["retired"],
  places: Places = NO_PLACES,
): Dataset {
  const content = {
    states: sortById(records.states),
    districts: sortById(records.districts),
    markets: sortById(records.markets),
    aliases: sortAliases(records.aliases),
    retired: {
      states: sortById(retired.states),
      districts: sortById(retired.districts),
      markets: sortById(retired.markets),
    },
    places: sortPlaces(places),
  };
  return { source, date, licence, attribution, version: hashContent(content), ...content };
}

/** One JSON text with a row per record, about half the size of one with named fields. */
export function serialiseDataset(dataset: Dataset): string {
  const { source, date, licence, attribution, version } = dataset;
  const head = { format: FORMAT, source, date, licence, attribution, version };
  return JSON.stringify({ ...head, ...toRows(dataset) });
}

/** The data set of a text made by `serialiseDataset`; throws when the text is anything else. */
export function parseDataset(text: string): Dataset {
  const stored = JSON.parse(text) as Stored;
  // Format 1 is the same without places.
  if (stored.format !== FORMAT && stored.format !== 1) {
    throw new Error(`The stored data set has format ${stored.format}, expected ${FORMAT}.`);
  }
  const toState = ([id, name, lgdCode]: StateRow): State => ({ id, name, lgdCode });
  const toDistrict = ([id, stateId, name, lgdCode]: DistrictRow): District => ({
    id,
    stateId,
    name,
    lgdCode,
  });
  const toMarket = ([id, districtId, name]: MarketRow): Market => ({ id, districtId, name });
  const records = {
    states: stored.states.map(toState),
    districts: stored.districts.map(toDistrict),
    markets: stored.markets.map(toMarket),
    aliases: stored.aliases.map(([kind, id, alias, source]) => ({ kind, id, alias, source })),
  };
  const retired = {
    states: stored.retired.states.map(toState),
    districts: stored.retired.districts.map(toDistrict),
    markets: stored.retired.markets.map(toMarket),
  };
  const origin = { ...stored, attribution: stored.attribution ?? "" };
  const dataset = sealDataset(origin, records, retired, readStoredPlaces(stored.places));
  if (dataset.version !== stored.version) {
    throw new Error("The stored data set is damaged: its records do not give its version.");
  }
  return dataset;
}

const FORMAT = 2;

type StateRow = [number, string, number | null];
type DistrictRow = [number, number, string, number | null];
type MarketRow = [number, number, string];
type Rows = {
  states: StateRow[];
  districts: DistrictRow[];
  markets: MarketRow[];
  aliases: Array<[Alias["kind"], number, string, string]>;
  retired: { states: StateRow[]; districts: DistrictRow[]; markets: MarketRow[] };
  places?: PlaceRows;
};
type PlaceRows = {
  names: Array<[Kind, number, string, string, LocalName["check"]]>;
  points: Array<[Kind, number, number, number, Point["precision"]]>;
  codes: Array<[Kind, number, string | null, string | null, string | null]>;
  pincodes: Array<[number, number]>;
  // Left out where there are none, so that a set without them keeps its version.
  displayNames?: Array<[Kind, number, string]>;
  shortForms?: Array<[ShortForm["kind"], number, string, string]>;
  searchWords?: Array<[string, SearchWord["kind"]]>;
};
type Stored = Origin & { format: number; version: string } & Rows;
type Content = Pick<Dataset, "states" | "districts" | "markets" | "aliases" | "retired" | "places">;

function toRows({ states, districts, markets, aliases, retired, places }: Content): Rows {
  const fromState = ({ id, name, lgdCode }: State): StateRow => [id, name, lgdCode];
  const fromDistrict = (d: District): DistrictRow => [d.id, d.stateId, d.name, d.lgdCode];
  const fromMarket = ({ id, districtId, name }: Market): MarketRow => [id, districtId, name];
  return {
    states: states.map(fromState),
    districts: districts.map(fromDistrict),
    markets: markets.map(fromMarket),
    aliases: aliases.map(({ kind, id, alias, source }) => [kind, id, alias, source]),
    retired: {
      states: retired.states.map(fromState),
      districts: retired.districts.map(fromDistrict),
      markets: retired.markets.map(fromMarket),
    },
    // Left out where there are none, so that a set without places keeps its version.
    ...(Object.values(places).some((list) => list.length > 0)
      ? { places: toPlaceRows(places) }
      : {}),
  };
}

function toPlaceRows(places: Places): PlaceRows {
  const { names, points, codes, pincodes, displayNames, shortForms, searchWords } = places;
  const unlessEmpty = <R>(list: string, rows: R[]) => (rows.length === 0 ? {} : { [list]: rows });
  return {
    names: names.map(({ kind, id, lang, name, check }) => [kind, id, lang, name, check]),
    points: points.map((p) => [p.kind, p.id, p.latitude, p.longitude, p.precision]),
    codes: codes.map(({ kind, id, census, iso, wikidata }) => [kind, id, census, iso, wikidata]),
    pincodes: pincodes.map(({ pincode, districtId }) => [pincode, districtId]),
    ...unlessEmpty(
      "displayNames",
      displayNames.map(({ kind, id, displayName }) => [kind, id, displayName]),
    ),
    ...unlessEmpty(
      "shortForms",
      shortForms.map(({ kind, id, word, shortForm }) => [kind, id, word, shortForm]),
    ),
    ...unlessEmpty(
      "searchWords",
      searchWords.map(({ word, kind }) => [word, kind]),
    ),
  };
}

function readStoredPlaces(rows: PlaceRows | undefined): Places {
  if (rows === undefined) return NO_PLACES;
  return {
    names: rows.names.map(([kind, id, lang, name, check]): LocalName => {
      return { kind, id, lang, name, check };
    }),
    points: rows.points.map(([kind, id, latitude, longitude, precision]): Point => {
      return { kind, id, latitude, longitude, precision };
    }),
    codes: rows.codes.map(([kind, id, census, iso, wikidata]): Codes => {
      return { kind, id, census, iso, wikidata };
    }),
    pincodes: rows.pincodes.map(([pincode, districtId]): Pincode => ({ pincode, districtId })),
    displayNames: (rows.displayNames ?? []).map(([kind, id, displayName]): DisplayName => {
      return { kind, id, displayName };
    }),
    shortForms: (rows.shortForms ?? []).map(([kind, id, word, shortForm]): ShortForm => {
      return { kind, id, word, shortForm };
    }),
    searchWords: (rows.searchWords ?? []).map(([word, kind]): SearchWord => ({ word, kind })),
  };
}

function hashContent(content: Content): string {
  return createHash("sha256")
    .update(JSON.stringify(toRows(content)))
    .digest("hex")
    .slice(0, 16);
}

function sortById<R extends { id: number }>(records: readonly R[]): R[] {
  return [...records].sort((a, b) => a.id - b.id);
}

function sortAliases(aliases: readonly Alias[]): Alias[] {
  return [...aliases].sort(
    (a, b) =>
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      a.id - b.id ||
      compareText(a.alias, b.alias) ||
      compareText(a.source, b.source),
  );
}

/** By code unit: the order must not depend on the machine's language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
