// `lodestone backup FILE`: a copy of the embedded store, also while the server runs.
import { resolve } from "node:path";
import type { Command } from "commander";
import { readConfig } from "../config.ts";
import { Failure, listProblems } from "./terminal.ts";

export function addBackupCommand(program: Command): void {
  program
    .command("backup")
    .description("copy the embedded store to a file, also while the server runs")
    .argument("<file>", "must not exist yet")
    .action(async (given: string) => {
      const read = readConfig();
      if (!read.ok) throw new Failure(listProblems(read.problems));
      const { config } = read;
      if (config.databaseUrl !== null) {
        throw new Failure("With DATABASE_URL the data is in Postgres: back it up with pg_dump.");
      }
      const { backUpEmbedded, openStore } = await import("../store/store.ts");
      // Opening it first makes an empty store where there is none, and names what is wrong with it.
      const store = await openStore({ dataDir: config.dataDir, clock: Date.now });
      await store.close();
      const file = resolve(given);
      const outcome = await backUpEmbedded(config.dataDir, file);
      if (!outcome.ok) throw new Failure(outcome.problem);
      process.stderr.write(
        `Backed up to ${file}. To restore, stop the program and replace lodestone.db with it.\n`,
      );
    });
}
