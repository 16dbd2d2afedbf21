// An export of a directory, read back: JSON, CSV, a JSON object a line, or GeoJSON. Whatever its form, it
// becomes the tables that a folder of CSV files would hold, each row with its line in the export.

import type { Origin } from "../data/dataset.ts";
import { checkOrigin } from "../data/origin.ts";
import type { Places } from "../data/places.ts";
import { KINDS, type Tables } from "../data/records.ts";
import { decodeText, type Problem, type Row, readTable } from "../data/tables.ts";
import type { ImportFile, ImportTables } from "./catalogue.ts";
import { parseJsonWithLines } from "./json-lines.ts";

/** Endings that only an export has; `.json` may also be upstream's catalogue. */
export const EXPORT_ENDINGS: readonly string[] = [".csv", ".ndjson", ".geojson"];

/** Whether a JSON file is an export, by its shape. */
export function isJsonExport(bytes: Uint8Array): boolean {
  try {
    const { type, data } = Object(JSON.parse(new TextDecoder().decode(bytes)));
    return type === "FeatureCollection" || Array.isArray(Object(data).states);
  } catch {
    // The parser reports what is wrong with it.
    return false;
  }
}

export function readExport({ name: file, bytes }: ImportFile): ImportTables {
  const problems: Problem[] = [];
  const { records, origin } = file.toLowerCase().endsWith(".csv")
    ? { records: readCsv(file, bytes, problems), origin: {} }
    : file.toLowerCase().endsWith(".ndjson")
      ? { records: readLines(file, decodeText(file, bytes, problems), problems), origin: {} }
      : readJson(file, decodeText(file, bytes, problems), problems);
  for (const kind of KINDS) {
    if (problems.length === 0 && !records.some((record) => record.fields.kind === kind)) {
      problems.push({ file, line: null, message: `holds no ${kind}` });
    }
  }
  return { ...toTables(file, records), origin, problems, notes: [] };
}

/** One record of an export; its fields as the JSON forms have them. */
type Exported = { line: number; fields: { [field: string]: unknown } };

function toTables(
  file: string,
  records: readonly Exported[],
): { tables: Tables; places: ImportTables["places"] } {
  const ofKind = (kind: string, columns: readonly string[]) => ({
    file,
    rows: records
      .filter(({ fields }) => fields.kind === kind)
      .map((record) => toRow(record, columns)),
  });
  /** A table of what records hold several of. */
  const ofItems = (itemsOf: (fields: Exported["fields"]) => object[]) => ({
    file,
    rows: records.flatMap(({ line, fields }) =>
      itemsOf(fields).map((item) => toRow({ line, fields: { ...fields, ...item } }, null)),
    ),
  });
  const has = (field: string) => records.some(({ fields }) => field in fields);
  const places: { [table in keyof Places]: ReturnType<typeof ofItems> | null } = {
    names: has("names") ? ofItems(({ names }) => listOf(names)) : null,
    points: has("latitude")
      ? ofItems(({ latitude, longitude }) =>
          isGiven(latitude) || isGiven(longitude) ? [{ lat: latitude, lon: longitude }] : [],
        )
      : null,
    codes: has("wikidata")
      ? ofItems(({ census_code, iso, wikidata }) =>
          [census_code, iso, wikidata].some(isGiven) ? [{ census: census_code }] : [],
        )
      : null,
    pincodes: has("pincodes")
      ? ofItems(({ pincodes, id }) =>
          listOf(pincodes).map((pincode) => ({ pincode, district_id: id })),
        )
      : null,
    displayNames: has("display_name")
      ? ofItems(({ display_name }) => (isGiven(display_name) ? [{}] : []))
      : null,
    // Short forms of words, and the words that say nothing of a place, belong to no record.
    shortForms: null,
    searchWords: null,
  };
  const tables: Tables = {
    states: ofKind("state", ["id", "name", "lgd_code"]),
    districts: ofKind("district", ["id", "state_id", "name", "lgd_code"]),
    markets: ofKind("market", ["id", "district_id", "name"]),
    aliases: ofItems(({ aliases, alias_sources }) =>
      listOf(aliases).map((alias, i) => ({ alias, source: listOf(alias_sources)[i] })),
    ),
  };
  return { tables, places };
}

function toRow({ line, fields }: Exported, columns: readonly string[] | null): Row {
  const cells = new Map<string, string>();
  for (const column of columns ?? Object.keys(fields)) {
    const value = fields[column];
    const isPlain = typeof value === "string" || typeof value === "number";
    cells.set(column, isPlain ? String(value) : "");
  }
  return { line, cells };
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";
// oxlint-disable-next-line typescript/no-explicit-any -- each item is looked at field by field.
const listOf = (value: unknown): any[] => (Array.isArray(value) ? value : []);

function readCsv(file: string, bytes: Uint8Array, problems: Problem[]): Exported[] {
  const columns = { required: ["kind", "id", "name"] };
  const read = readTable(file, bytes, columns);
  for (const problem of read.problems) problems.push(problem);
  return read.rows.map(({ line, cells }) => {
    const fields: Exported["fields"] = Object.fromEntries(cells);
    checkKind(file, line, fields, problems);
    for (const column of ["aliases", "alias_sources", "pincodes", "names"]) {
      if (!cells.has(column)) continue;
      const items = splitCell(cells.get(column) ?? "");
      fields[column] = column === "names" ? items.map(readName) : items;
    }
    return { line, fields };
  });
}

/** Values are parted by bars; what follows a backslash is taken as it is. */
function splitCell(cell: string): string[] {
  if (cell === "") return [];
  const items = [""];
  for (let at = 0; at < cell.length; at += 1) {
    if (cell[at] === "|") {
      items.push("");
      continue;
    }
    if (cell[at] === "\\") at += 1;
    items[items.length - 1] += cell[at] ?? "";
  }
  return items;
}

function readName(item: string) {
  const [lang = "", checked = "", ...name] = item.split(":");
  return { lang, checked, name: name.join(":") };
}

function readLines(file: string, text: string, problems: Problem[]): Exported[] {
  return text.split("\n").flatMap((source, i) => {
    if (source.trim() === "") return [];
    const line = i + 1;
    try {
      const fields: unknown = JSON.parse(source);
      if (isObject(fields) && checkKind(file, line, fields, problems)) return [{ line, fields }];
      if (!isObject(fields)) problems.push({ file, line, message: "is not an object" });
    } catch {
      problems.push({ file, line, message: "is not valid JSON" });
    }
    return [];
  });
}

function readJson(
  file: string,
  text: string,
  problems: Problem[],
): { records: Exported[]; origin: Partial<Origin> } {
  const parsed = parseJsonWithLines(text);
  if (!parsed.ok) {
    problems.push({ file, line: parsed.line, message: "is not valid JSON" });
    return { records: [], origin: {} };
  }
  const value = Object(parsed.value);
  const collect = (list: unknown, read: (entry: Exported["fields"]) => Exported["fields"]) => {
    if (!Array.isArray(list)) return [];
    const lines = parsed.linesOf(list);
    return list.flatMap((entry: unknown, i) => {
      const line = lines[i] ?? 1;
      const fields = isObject(entry) ? read(entry) : { kind: undefined };
      return checkKind(file, line, fields, problems) ? [{ line, fields }] : [];
    });
  };
  const records =
    value.type === "FeatureCollection"
      ? collect(value.features, readFeature)
      : KINDS.flatMap((kind) =>
          collect(Object(value.data)[`${kind}s`], (entry) => ({ ...entry, kind })),
        );
  return { records, origin: checkOrigin(file, value.dataset, problems) };
}

function readFeature({ properties, geometry }: Exported["fields"]): Exported["fields"] {
  const [longitude, latitude] = listOf(Object(geometry).coordinates);
  return { ...Object(properties), latitude, longitude };
}

function isObject(value: unknown): value is Exported["fields"] {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function checkKind(
  file: string,
  line: number,
  { kind }: Exported["fields"],
  problems: Problem[],
): boolean {
  const isKnown = KINDS.some((known) => known === kind);
  if (!isKnown) problems.push({ file, line, message: "kind must be state, district or market" });
  return isKnown;
}
