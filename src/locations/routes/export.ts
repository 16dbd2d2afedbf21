// The whole data set as one download, written piece by piece: JSON, CSV with one row a record, a JSON
// object a line, or GeoJSON. Each holds everything that read-export.ts needs to import it again.
import type { Alias, Kind } from "../data/dataset.ts";
import { type Directory, describeDistrict, describeMarket, describeState } from "../directory.ts";
import { describeCodes } from "./routes-records.ts";
import { describePoint } from "./view.ts";

export const EXPORT_FORMATS = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson; charset=utf-8",
  geojson: "application/geo+json; charset=utf-8",
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export function exportDirectory(
  directory: Directory,
  format: ExportFormat,
  timestamp: string,
): Generator<string> {
  if (format === "csv") return writeCsv(directory);
  if (format === "ndjson") return writeLines(directory);
  if (format === "geojson") return writeGeoJson(directory);
  return writeJson(directory, timestamp);
}

type Row = {
  kind: Kind;
  id: number;
  name: string;
  display_name?: string;
  lgd_code?: number | null;
  state_id?: number;
  state_name?: string;
  district_id?: number;
  district_name?: string;
  aliases: string[];
  alias_sources: string[];
  census_code?: string | null;
  iso?: string | null;
  wikidata?: string | null;
  latitude: number | null;
  longitude: number | null;
  precision: string | null;
  names: Array<{ lang: string; name: string; checked: string }>;
  pincodes?: string[];
};

function* rows(directory: Directory, kinds: readonly Kind[]): Generator<Row> {
  const { dataset, places } = directory;
  const aliases = new Map<string, Alias[]>();
  for (const alias of dataset.aliases) {
    const key = `${alias.kind} ${alias.id}`;
    aliases.set(key, [...(aliases.get(key) ?? []), alias]);
  }
  const common = (kind: Kind, id: number) => {
    const own = aliases.get(`${kind} ${id}`) ?? [];
    return {
      aliases: own.map(({ alias }) => alias),
      alias_sources: own.map(({ source }) => source),
      ...(kind === "market" ? {} : describeCodes(places.codesOf(kind, id))),
      ...describePoint(places.pointOf(kind, id)),
      names: places
        .namesOf(kind, id, true)
        .map(({ lang, name, check }) => ({ lang, name, checked: check })),
    };
  };
  if (kinds.includes("state")) {
    for (const state of dataset.states) {
      yield { kind: "state", ...describeState(state), ...common("state", state.id) };
    }
  }
  if (kinds.includes("district")) {
    for (const district of dataset.districts) {
      yield {
        kind: "district",
        ...describeDistrict(district),
        state_id: district.stateId,
        state_name: stateName(directory, district.stateId),
        ...common("district", district.id),
        pincodes: places.pincodesOf(district.id).map(String),
      };
    }
  }
  if (kinds.includes("market")) {
    for (const market of dataset.markets) {
      const parent = directory.markets.get(market.id)?.parent;
      if (parent === undefined) throw new Error(`Market ${market.id} has no district.`);
      yield {
        kind: "market",
        ...describeMarket(market),
        district_id: parent.record.id,
        district_name: parent.record.name,
        state_id: parent.record.stateId,
        state_name: stateName(directory, parent.record.stateId),
        ...common("market", market.id),
      };
    }
  }
}

function stateName(directory: Directory, id: number): string {
  const state = directory.states.get(id);
  if (state === undefined) throw new Error(`State ${id} is missing.`);
  return state.record.name;
}

function* writeJson(directory: Directory, timestamp: string): Generator<string> {
  yield `{"status":"success","dataset":${describeOrigin(directory)},"data":{`;
  for (const [index, kind] of (["state", "district", "market"] as const).entries()) {
    yield `${index === 0 ? "" : ","}"${kind}s":[`;
    let separator = "";
    for (const { kind: _, ...row } of rows(directory, [kind])) {
      yield separator + JSON.stringify(row);
      separator = ",";
    }
    yield "]";
  }
  yield `},"timestamp":"${timestamp}"}`;
}

function* writeLines(directory: Directory): Generator<string> {
  for (const row of rows(directory, ["state", "district", "market"])) {
    yield `${JSON.stringify(row)}\n`;
  }
}

/** RFC 7946. A record without a point is a feature without a geometry. */
function* writeGeoJson(directory: Directory): Generator<string> {
  yield `{"type":"FeatureCollection","dataset":${describeOrigin(directory)},"features":[`;
  let separator = "";
  for (const row of rows(directory, ["state", "district", "market"])) {
    const { latitude, longitude, ...properties } = row;
    const geometry =
      latitude === null ? null : { type: "Point", coordinates: [longitude, latitude] };
    const id = `${row.kind}/${row.id}`;
    yield separator + JSON.stringify({ type: "Feature", id, geometry, properties });
    separator = ",";
  }
  yield "]}";
}

function describeOrigin({ dataset }: Directory): string {
  const { source, date, version, licence, attribution } = dataset;
  return JSON.stringify({ source, date, version, licence, attribution });
}

const COLUMNS = [
  "kind",
  "id",
  "name",
  "lgd_code",
  "state_id",
  "state_name",
  "district_id",
  "district_name",
  "aliases",
  "alias_sources",
  "census_code",
  "iso",
  "wikidata",
  "latitude",
  "longitude",
  "precision",
  "names",
  "pincodes",
  "display_name",
] as const;

function* writeCsv(directory: Directory): Generator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for (const row of rows(directory, ["state", "district", "market"])) {
    yield `${COLUMNS.map((column) => toCell(row[column])).join(",")}\r\n`;
  }
}

/** RFC 4180; several values share one cell, parted by a bar; a bar in a value follows a backslash. */
function toCell(value: Row[keyof Row]): string {
  const text = Array.isArray(value) ? value.map(toItem).join("|") : String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A local name is `lang:checked:name`. */
function toItem(value: string | Row["names"][number]): string {
  const text = typeof value === "string" ? value : `${value.lang}:${value.checked}:${value.name}`;
  return text.replace(/[\\|]/g, "\\$&");
}
