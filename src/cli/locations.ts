// `lodestone locations …`: search, check and import the location data set the server uses.
import { access } from "node:fs/promises";
import type { Command } from "commander";
import { describeFileError } from "./file-errors.ts";
import { openOutput } from "./output.ts";
import { BadUsage, Failure, withStore } from "./terminal.ts";

export function addLocationCommands(program: Command): void {
  const locations = program
    .command("locations")
    .description("search, check or replace the location data set");

  locations
    .command("search")
    .description(
      "search states, districts and markets: a name, with its district or state, or a PIN code",
    )
    .argument("<words...>", "search text")
    .option("--limit <number>", "maximum number of each kind", readLimit, 10)
    .option("--lang <language>", "add the name in a language, such as hi")
    .option("--json", "write the result as JSON")
    .action(searchFor);

  locations
    .command("nearby")
    .description("districts and markets near a point, nearest first")
    .argument("<latitude>", "degrees north", readDegrees("latitude", 90))
    .argument("<longitude>", "degrees east", readDegrees("longitude", 180))
    .option("--kind <kind>", "state, district or market; all by default", readKind)
    .option("--radius <km>", "search radius, up to 500", readRadius, 50)
    .option("--limit <number>", "maximum number of records", readLimit, 20)
    .option("--lang <language>", "add the name in a language, such as hi")
    .option("--json", "write the result as JSON")
    .action(showNearby);

  locations
    .command("check")
    .description("check the data set the server uses: errors, and oddities of the source")
    .action(checkServed);

  locations
    .command("export")
    .description("write the whole data set the server uses, as GET /api/export does")
    .option("--format <format>", "json, csv, ndjson or geojson", "json")
    .option("--out <file>", "output file; - for standard output", "-")
    .action(exportTo);

  locations
    .command("import")
    .description("replace the data set with a folder of CSV files, a saved catalogue or an export")
    .argument(
      "<path>",
      "folder with states.csv, districts.csv, markets.csv; the catalogue (.json); or an export (.json, .csv, .ndjson, .geojson)",
    )
    .option("--dry-run", "show what would change, and change nothing")
    .option("--force", "accept the loss of more than 10 % of a kind")
    .option("--date <date>", "date of the data, YYYY-MM-DD", readDate)
    .action(importFrom);
}

type SearchOptions = { limit: number; lang?: string; json?: true };
type NearbyOptions = SearchOptions & { kind?: "state" | "district" | "market"; radius: number };

async function searchFor(words: string[], options: SearchOptions): Promise<void> {
  const { createDirectory } = await loadDirectory();
  const directory = await createDirectory();
  const view = readLanguage(directory, options.lang);
  const found = directory.search(words.join(" "), { limit: options.limit });
  const kinds = [
    ["states", found.states, directory.stateJson],
    ["districts", found.districts, directory.districtJson],
    ["markets", found.markets, directory.marketJson],
  ] as const;
  const nameOf = (kind: "states" | "districts" | "markets", index: number) => {
    const id = directory.dataset[kind][index]?.id ?? Number.NaN;
    const singular = { states: "state", districts: "district", markets: "market" } as const;
    return view && { local_name: directory.places.nameOf(singular[kind], id, view, false) };
  };
  const result = Object.fromEntries(
    kinds.map(([kind, { hits }, describe]) => [
      kind,
      hits.map(({ index, matched, match, score }) => ({
        ...JSON.parse(describe(index)),
        ...nameOf(kind, index),
        matched,
        match,
        score,
      })),
    ]),
  );
  const { dropped } = found;
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ...result, dropped }, null, 2)}\n`);
    return;
  }
  if (dropped.length > 0) process.stderr.write(`left out: ${dropped.join(", ")}\n`);
  for (const [kind, { total }] of kinds) {
    const rows = result[kind] ?? [];
    process.stdout.write(
      `${kind} (${rows.length < total ? `${rows.length} of ${total}` : total})\n`,
    );
    for (const row of rows) process.stdout.write(`  ${formatRow(row)}\n`);
  }
  if (kinds.every(([, { total }]) => total === 0)) process.exitCode = 1;
}

async function showNearby(
  latitude: number,
  longitude: number,
  { kind, radius, limit, lang, json }: NearbyOptions,
): Promise<void> {
  const { createDirectory } = await loadDirectory();
  const { describeNear } = await import("../locations/locations.ts");
  const directory = await createDirectory();
  const known = readLanguage(directory, lang);
  const view = { lang: known ?? null, isAuto: false, allNames: false, hasLocation: false };
  const found = directory.places
    .nearby({
      latitude,
      longitude,
      kinds: kind === undefined ? undefined : [kind],
      radiusKm: radius,
      limit,
    })
    .map((near) => describeNear(directory, view, near));
  if (json) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else {
    for (const row of found) {
      const distance = `${Number(row.distance_km).toFixed(1)} km`.padStart(9);
      process.stdout.write(
        `${distance}  ${row.kind}  ${formatRow(row as FoundRow)}  [${row.precision}]\n`,
      );
    }
  }
  if (found.length === 0) process.exitCode = 1;
}

/** The language as the data set has it; undefined when none was asked for. */
function readLanguage(
  { places }: { places: { languages: ReadonlySet<string> } },
  lang: string | undefined,
): string | undefined {
  if (lang === undefined || places.languages.has(lang)) return lang;
  throw new BadUsage(`--lang must be one of ${[...places.languages].join(", ")}.`);
}

async function checkServed(): Promise<void> {
  const { readServed } = await loadDirectory();
  const { checkDataset } = await import("../locations/locations.ts");
  const dataset = await readServed();
  const { problems, notes } = checkDataset(dataset);
  const { states, districts, markets, aliases, version, date, places } = dataset;
  const { names, points, pincodes } = places;
  process.stdout.write(
    `Version ${version} of ${date}: ${states.length} states, ${districts.length} districts, ${markets.length} markets, ${aliases.length} aliases, ${names.length} local names, ${points.length} points, ${pincodes.length} PIN code rows.\n`,
  );
  for (const note of notes) process.stdout.write(`note: ${note}\n`);
  if (problems.length > 0) throw new Failure(problems.join("\n"));
  process.stdout.write("No faults.\n");
}

async function exportTo({ format, out }: { format: string; out: string }): Promise<void> {
  const { EXPORT_FORMATS, exportDirectory } = await import("../locations/locations.ts");
  const formats = Object.keys(EXPORT_FORMATS) as (keyof typeof EXPORT_FORMATS)[];
  const known = formats.find((each) => each === format);
  if (known === undefined) throw new BadUsage(`--format must be one of ${formats.join(", ")}.`);
  const { formatTimestamp } = await import("../http/http.ts");
  const directory = await (await loadDirectory()).createDirectory();
  const output = await openOutput(out);
  try {
    for (const piece of exportDirectory(directory, known, formatTimestamp(Date.now()))) {
      await output.write(piece);
    }
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
}

type ImportOptions = { dryRun?: true; force?: true; date?: string };

async function importFrom(path: string, { dryRun, force, date }: ImportOptions): Promise<void> {
  const {
    describeChanges,
    describeProblem,
    parseDataset,
    planImport,
    readImportSource,
    readShippedDataset,
    serialiseDataset,
  } = await import("../locations/locations.ts");
  const missing = await access(path).catch((error: unknown) => error);
  if (missing !== undefined) {
    throw new Failure(`${path} can't be read: ${describeFileError(missing)}`, { cause: missing });
  }
  const read = readImportSource(path);
  if (!read.ok) throw new Failure(refuse(read.problems.map(describeProblem)));
  const isDated =
    "files" in read.source && read.source.files.some(({ name }) => name === "dataset.json");
  if (date !== undefined && isDated) {
    throw new BadUsage("--date can't be used here: the folder's dataset.json names the day.");
  }
  await withStore(async (store) => {
    const stored = await store.readLocationSet();
    const plan = planImport({
      current: stored === null ? readShippedDataset() : parseDataset(stored.payload),
      source: read.source,
      date: date ?? new Date().toISOString().slice(0, 10),
      force: force === true,
    });
    for (const note of plan.notes) process.stderr.write(`note: ${note}\n`);
    if (!plan.ok) throw new Failure(refuse(plan.problems.map(describeProblem)));
    process.stdout.write(`${describeChanges(plan.changes)}\n`);
    if (dryRun) {
      process.stderr.write("Nothing was changed: this was a dry run.\n");
      return;
    }
    const { dataset } = plan;
    await store.saveLocationSet({ version: dataset.version, payload: serialiseDataset(dataset) });
    process.stderr.write(
      `Version ${dataset.version} is active; running servers switch to it by themselves.\n`,
    );
  });
}

function refuse(problems: readonly string[]): string {
  const number = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  return `${problems.join("\n")}\nNothing was changed: ${number} found.`;
}

function readDate(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new BadUsage("--date must be a day such as 2026-11-15.");
  }
  return text;
}

type FoundRow = {
  id: number;
  name: string;
  display_name?: string;
  match?: "all" | "partial" | "misspelt";
  district_name?: string;
  state_name?: string;
  local_name?: string;
  matched?: string;
};

function formatRow(row: FoundRow): string {
  const { id, local_name, district_name, state_name, matched, match } = row;
  const name = row.display_name ?? row.name;
  const place = [district_name, state_name].filter((part) => part !== undefined).join(", ");
  const how = match === "misspelt" ? " (similar spelling)" : match === "partial" ? " (partly)" : "";
  const also = (matched === undefined ? "" : ` (as ${matched})`) + how;
  const local = local_name === undefined ? "" : ` ${local_name}`;
  return `${String(id).padStart(6)}  ${name}${local}${also}${place === "" ? "" : `  · ${place}`}`;
}

/** The set the server would serve: the imported one, or the one in the package. */
export async function loadDirectory() {
  const { createLocations, parseDataset, readShippedDataset } = await import(
    "../locations/locations.ts"
  );
  const readServed = () =>
    withStore(async (store) => {
      const stored = await store.readLocationSet();
      return stored === null ? readShippedDataset() : parseDataset(stored.payload);
    });
  return {
    readServed,
    createDirectory: async () => createLocations(await readServed(), "0.0.0").current(),
  };
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new BadUsage("--limit must be a whole number from 1 to 1000.");
  }
  return limit;
}

function readDegrees(name: string, most: number): (text: string) => number {
  return (text) => {
    const degrees = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (Math.abs(degrees) <= most) return degrees;
    throw new BadUsage(`The ${name} must be degrees from -${most} to ${most}, such as 18.52.`);
  };
}

function readRadius(text: string): number {
  const radius = Number(text);
  if (radius > 0 && radius <= 500) return radius;
  throw new BadUsage("--radius must be a number of kilometres above 0, at most 500.");
}

function readKind(text: string): "state" | "district" | "market" {
  if (text === "state" || text === "district" || text === "market") return text;
  throw new BadUsage("--kind must be state, district or market.");
}
