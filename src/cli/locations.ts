// `lodestone locations …`: search, check and import the location data set the server uses.
import type { Command } from "commander";
import { BadUsage, withStore } from "./terminal.ts";

export function addLocationCommands(program: Command): void {
  const locations = program
    .command("locations")
    .description("search, check or replace the location data set");

  locations
    .command("search")
    .description("search states, districts and markets by name")
    .argument("<words...>", "what to look for")
    .option("--limit <number>", "most of each kind", readLimit, 10)
    .option("--json", "write the result as JSON")
    .action(async (words: string[], options: { limit: number; json?: true }) => {
      const { createDirectory } = await loadDirectory();
      const directory = await createDirectory();
      const found = directory.search(words.join(" "), { limit: options.limit });
      const kinds = [
        ["states", found.states, directory.stateJson],
        ["districts", found.districts, directory.districtJson],
        ["markets", found.markets, directory.marketJson],
      ] as const;
      const result = Object.fromEntries(
        kinds.map(([kind, { hits }, describe]) => [
          kind,
          hits.map(({ index, matched }) => ({ ...JSON.parse(describe(index)), matched })),
        ]),
      );
      if (options.json) {
        process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
        return;
      }
      for (const [kind, { total }] of kinds) {
        const rows = result[kind] ?? [];
        process.stdout.write(
          `${kind} (${rows.length < total ? `${rows.length} of ${total}` : total})\n`,
        );
        for (const row of rows) process.stdout.write(`  ${formatRow(row)}\n`);
      }
      if (kinds.every(([, { total }]) => total === 0)) process.exitCode = 1;
    });
}

type FoundRow = {
  id: number;
  name: string;
  district_name?: string;
  state_name?: string;
  matched?: string;
};

function formatRow({ id, name, district_name, state_name, matched }: FoundRow): string {
  const place = [district_name, state_name].filter((part) => part !== undefined).join(", ");
  const also = matched === undefined ? "" : ` (as ${matched})`;
  return `${String(id).padStart(6)}  ${name}${also}${place === "" ? "" : `  · ${place}`}`;
}

/** The set the server would serve: the imported one, or the one in the package. */
async function loadDirectory() {
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
