// The data set of the location directory as one value: its records, where they come from, and a
// version that is a hash of the data. The store keeps it as one JSON text; the package ships one.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type Alias,
  type District,
  KINDS,
  type Market,
  type Records,
  readRecords,
  type State,
} from "./records.ts";
import { type Columns, type Problem, readTable } from "./tables.ts";

export type { Alias, District, Kind, Market, State } from "./records.ts";

export type Dataset = {
  source: string;
  /** The day the source stood at, `YYYY-MM-DD`. */
  date: string;
  licence: string;
  /** The first 16 hexadecimal digits of the SHA-256 of all records, so equal data is equal here. */
  version: string;
  /** Every list is sorted by id. */
  states: State[];
  districts: District[];
  markets: Market[];
  aliases: Alias[];
  /** Records that once were served and left the source; they answer by their id only. */
  retired: { states: State[]; districts: District[]; markets: Market[] };
};

export type Origin = Pick<Dataset, "source" | "date" | "licence">;

export const TABLE_COLUMNS = {
  states: { required: ["id", "name"], optional: ["lgd_code"] },
  districts: { required: ["id", "state_id", "name"], optional: ["lgd_code"] },
  markets: { required: ["id", "district_id", "name"] },
  aliases: { required: ["kind", "id", "alias"], optional: ["source"], mayBeEmpty: true },
} as const satisfies { [table: string]: Columns };

/** The data set inside the package. A fault in it is a fault of the release, so it throws. */
export function readShippedDataset(): Dataset {
  const folder = new URL("../../data/", import.meta.url);
  const problems: Problem[] = [];
  const table = (name: keyof typeof TABLE_COLUMNS) => {
    const file = `${name}.csv`;
    const read = readTable(file, readFileSync(new URL(file, folder)), TABLE_COLUMNS[name]);
    for (const problem of read.problems) problems.push(problem);
    return { file, rows: read.rows };
  };
  const read = readRecords({
    states: table("states"),
    districts: table("districts"),
    markets: table("markets"),
    aliases: table("aliases"),
  });
  for (const problem of read.problems) problems.push(problem);
  const first = problems[0];
  if (first) throw new Error(`The shipped ${first.file}, line ${first.line}: ${first.message}`);

  const origin = JSON.parse(readFileSync(new URL("dataset.json", folder), "utf8")) as Origin;
  return sealDataset(origin, read.records, { states: [], districts: [], markets: [] });
}

/** Sorts the records and adds the version: the only way a data set comes into being. */
export function sealDataset(
  { source, date, licence }: Origin,
  records: Records,
  retired: Dataset["retired"],
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
  };
  return { source, date, licence, version: hashContent(content), ...content };
}

/** One JSON text with a row per record, about half the size of one with named fields. */
export function serialiseDataset(dataset: Dataset): string {
  const { source, date, licence, version } = dataset;
  return JSON.stringify({ format: FORMAT, source, date, licence, version, ...toRows(dataset) });
}

/** The data set of a text made by `serialiseDataset`; throws when the text is anything else. */
export function parseDataset(text: string): Dataset {
  const stored = JSON.parse(text) as Stored;
  if (stored.format !== FORMAT) {
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
  const dataset = sealDataset(stored, records, {
    states: stored.retired.states.map(toState),
    districts: stored.retired.districts.map(toDistrict),
    markets: stored.retired.markets.map(toMarket),
  });
  if (dataset.version !== stored.version) {
    throw new Error("The stored data set is damaged: its records do not give its version.");
  }
  return dataset;
}

const FORMAT = 1;

type StateRow = [number, string, number | null];
type DistrictRow = [number, number, string, number | null];
type MarketRow = [number, number, string];
type Rows = {
  states: StateRow[];
  districts: DistrictRow[];
  markets: MarketRow[];
  aliases: Array<[Alias["kind"], number, string, string]>;
  retired: { states: StateRow[]; districts: DistrictRow[]; markets: MarketRow[] };
};
type Stored = Origin & { format: number; version: string } & Rows;
type Content = Pick<Dataset, "states" | "districts" | "markets" | "aliases" | "retired">;

function toRows({ states, districts, markets, aliases, retired }: Content): Rows {
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
