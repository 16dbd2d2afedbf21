// What an import reads: a folder of CSV files, upstream's catalogue saved as one JSON file, or an export
// of a directory. Each becomes the same rows with file and line, so that one set of rules applies to all.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { type Origin, TABLE_COLUMNS } from "../data/dataset.ts";
import { checkOrigin } from "../data/origin.ts";
import { PLACE_COLUMNS, PLACE_FILES, type PlaceTables } from "../data/places.ts";
import type { Table, Tables } from "../data/records.ts";
import { type Columns, decodeText, type Problem, readTable } from "../data/tables.ts";
import { type ImportFile, type ImportTables, readCatalogue } from "./catalogue.ts";
import { EXPORT_ENDINGS, isJsonExport, readExport } from "./read-export.ts";

export type ImportSource =
  | { files: ImportFile[] }
  | { catalogue: ImportFile }
  | { exported: ImportFile };

export type ReadSource = { ok: true; source: ImportSource } | { ok: false; problems: Problem[] };

/** Reads the files at a path, a folder or a `.json` file, without validating their content. */
export function readImportSource(path: string): ReadSource {
  const problem = (file: string, message: string): ReadSource => ({
    ok: false,
    problems: [{ file, line: null, message }],
  });
  try {
    if (!statSync(path).isDirectory()) {
      const ending = extname(path).toLowerCase();
      if (ending !== ".json" && !EXPORT_ENDINGS.includes(ending)) {
        return problem(
          path,
          `is neither a folder of CSV files, nor a saved catalogue (.json), nor an export (.json, ${EXPORT_ENDINGS.join(", ")})`,
        );
      }
      const file = { name: basename(path), bytes: readFileSync(path) };
      const isExport = ending !== ".json" || isJsonExport(file.bytes);
      return { ok: true, source: isExport ? { exported: file } : { catalogue: file } };
    }
    const names = readdirSync(path).filter((name) => FILE_NAMES.includes(name));
    if (names.length === 0) return problem(path, `holds none of ${FILE_NAMES.join(", ")}`);
    const files = names.map((name) => ({ name, bytes: readFileSync(join(path, name)) }));
    return { ok: true, source: { files } };
  } catch (error) {
    return problem(path, `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`);
  }
}

const ORIGIN_FILE = "dataset.json";
const FILE_NAMES: readonly string[] = [
  ...Object.keys(TABLE_COLUMNS).map((name) => `${name}.csv`),
  ...Object.values(PLACE_FILES),
  ORIGIN_FILE,
];

/** Splits a source into rows; everything that is wrong with it as text is in `problems`. */
export function readImportTables(source: ImportSource): ImportTables {
  if ("catalogue" in source) return readCatalogue(source.catalogue);
  return "exported" in source ? readExport(source.exported) : readFolder(source.files);
}

function readFolder(files: readonly ImportFile[]): ImportTables {
  const problems: Problem[] = [];
  const table = (file: string, columns: Columns): Table | null => {
    const bytes = files.find((one) => one.name === file)?.bytes;
    if (!bytes) return null;
    const read = readTable(file, bytes, columns);
    for (const problem of read.problems) problems.push(problem);
    return { file, rows: read.rows };
  };
  const ofPlaces = (name: keyof PlaceTables) => table(PLACE_FILES[name], PLACE_COLUMNS[name]);
  const required = (name: keyof typeof TABLE_COLUMNS): Table => {
    const found = table(`${name}.csv`, TABLE_COLUMNS[name]);
    if (!found) problems.push({ file: `${name}.csv`, line: null, message: "the file is missing" });
    return found ?? { file: `${name}.csv`, rows: [] };
  };
  const tables: Tables = {
    states: required("states"),
    districts: required("districts"),
    markets: required("markets"),
    aliases: table("aliases.csv", TABLE_COLUMNS.aliases),
  };
  const places: PlaceTables = {
    names: ofPlaces("names"),
    points: ofPlaces("points"),
    codes: ofPlaces("codes"),
    pincodes: ofPlaces("pincodes"),
    displayNames: ofPlaces("displayNames"),
    shortForms: ofPlaces("shortForms"),
    searchWords: ofPlaces("searchWords"),
  };
  const originFile = files.find(({ name }) => name === ORIGIN_FILE);
  return {
    tables,
    places,
    origin: originFile ? readOrigin(originFile, problems) : {},
    problems,
    notes: [],
  };
}

function readOrigin({ name, bytes }: ImportFile, problems: Problem[]): Partial<Origin> {
  try {
    return checkOrigin(name, JSON.parse(decodeText(name, bytes, problems)), problems);
  } catch {
    problems.push({ file: name, line: null, message: "is not valid JSON" });
    return {};
  }
}
