// A copy of the embedded store while the program runs, by SQLite's own backup: the copy is the store as it
// was at one moment, and a check that was answered before the backup began is in it.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

export type BackupOutcome = { ok: true; pages: number } | { ok: false; problem: string };

/** Writes the copy to `file`, which must not exist; it appears there whole or not at all. */
export async function backUpEmbedded(dataDir: string, file: string): Promise<BackupOutcome> {
  if (existsSync(file)) return { ok: false, problem: `${file} exists already.` };
  const part = `${file}.${process.pid}.part`;
  try {
    // Not opened read-only: after a crash the first connection must be able to recover the store.
    const source = new Database(join(dataDir, "lodestone.db"), { timeout: 5000 });
    try {
      // Created by us first, because SQLite would make it world-readable. Keys are in it as hashes only, but
      // addresses and usage are private.
      closeSync(openSync(part, "wx", 0o600));
      const { totalPages } = await source.backup(part);
      checkCopy(part);
      flush(part);
      renameSync(part, file);
      return { ok: true, pages: totalPages };
    } finally {
      source.close();
    }
  } catch (error) {
    rmSync(part, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: `The store could not be backed up to ${file} (${reason}).` };
  }
}

function checkCopy(file: string): void {
  const copy = new Database(file);
  // A single file is easier to move: without this, opening the copy would create a log beside it.
  copy.pragma("journal_mode = DELETE");
  const verdict = copy.pragma("integrity_check", { simple: true });
  copy.close();
  if (verdict !== "ok") throw new Error("the copy is damaged");
}

function flush(file: string): void {
  const handle = openSync(file, "r+");
  fsyncSync(handle);
  closeSync(handle);
}
