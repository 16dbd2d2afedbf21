// What the commands share: failing with a sentence, and opening the store the server uses.
import { type Config, readConfig } from "../config.ts";
import { openStore, type Store } from "../store/store.ts";

/** Ends a command with exit code 1; the message goes to standard error as it stands. */
export class Failure extends Error {}

export function loadConfig(): Config {
  const read = readConfig();
  if (!read.ok) throw new Failure(listProblems(read.problems));
  return read.config;
}

export function listProblems(problems: readonly string[]): string {
  return problems.length === 1
    ? `Lodestone can't start: ${problems[0]}`
    : `Lodestone can't start:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`;
}

/** Gives the store a running server uses to `work`, and closes it again. */
export async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl ?? undefined,
    clock: Date.now,
  }).catch((error: unknown) => {
    throw new Failure(error instanceof Error ? error.message : String(error));
  });
  try {
    await store.whenReady({ timeoutMs: 10_000 }).catch((error: unknown) => {
      throw new Failure(`The store can't be reached: ${(error as Error).message}`);
    });
    return await work(store);
  } finally {
    await store.close();
  }
}
