// Shared by the commands: failing with a message, opening the server's store, prompts, tables.
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { text as readAll } from "node:stream/consumers";
import type { Accounts } from "../accounts/accounts.ts";
import { type Config, isColorOff, readConfig } from "../config.ts";
import type { Store } from "../store/store.ts";

/** Ends a command with exit code 1; the message goes to standard error as it stands. */
export class Failure extends Error {}

/** Invalid usage of a command: exit code 2. */
export class BadUsage extends Failure {}

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

/** Runs `work` with the store a server would use, and closes it afterwards. */
export async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const { openStore } = await import("../store/store.ts");
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

/** The rules of accounts over the same store. */
export function withAccounts<T>(
  work: (accounts: Accounts, store: Store) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  return withStore(async (store) => {
    const { createAccounts, readServerQuota } = await import("../accounts/accounts.ts");
    const { openCounters } = await import("../store/store.ts");
    const counters = openCounters({ clock: Date.now });
    const accounts = createAccounts({
      store,
      counters,
      clock: Date.now,
      random: randomBytes,
      settings: { ...config, ...(await readServerQuota(store)) },
    });
    return work(accounts, store);
  });
}

/** Asks for confirmation before something that can't be undone; without a terminal a flag is needed. */
export async function confirm(question: string, isGiven: true | undefined): Promise<void> {
  if (isGiven) return;
  if (!process.stdin.isTTY) throw new Failure("This can't be undone: add --yes to go ahead.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure("Nothing was changed.");
}

/** On a terminal a command that waits for its input looks as if it hung. */
export function sayInputIsRead(): void {
  if (!process.stdin.isTTY) return;
  process.stderr.write("Reading standard input: type or paste the text, then press Ctrl-D.\n");
}

/** The first line of standard input, for secrets that must not appear in a command line. */
export async function readSecretLine(): Promise<string> {
  const [line = ""] = (await readAll(process.stdin)).split(/\r?\n/);
  return line;
}

export function printTable(
  titles: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): void {
  const lines = [titles, ...rows].map((row) => row.map(String));
  const widths = titles.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of lines) {
    const text = line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    process.stdout.write(`${text.trimEnd()}\n`);
  }
}

export function colorWanted(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !isColorOff();
}
