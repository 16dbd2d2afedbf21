// A backup while it is written.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { backUpEmbedded } from "./backup.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-backup-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("is readable by its owner alone from the first moment to the last", async () => {
  const raw = new Database(join(folder, "lodestone.db"));
  raw.exec("create table big (bytes blob)");
  // Some thousand pages, of which a hundred are copied in each turn of the event loop.
  for (let row = 0; row < 20; row++) raw.exec("insert into big values (randomblob(1000000))");
  raw.close();
  const before = process.umask(0);
  const modes = new Set<string>();
  try {
    const copy = join(folder, "copy.db");
    let isOver = false;
    const backup = backUpEmbedded(folder, copy).finally(() => (isOver = true));
    while (!isOver) {
      for (const name of readdirSync(folder).filter((each) => each.startsWith("copy.db"))) {
        const stat = statSync(join(folder, name), { throwIfNoEntry: false });
        if (stat !== undefined) modes.add((stat.mode & 0o777).toString(8));
      }
      await turn();
    }
    expect(await backup).toMatchObject({ ok: true });
    modes.add((statSync(copy).mode & 0o777).toString(8));
  } finally {
    process.umask(before);
  }
  expect([...modes]).toEqual(["600"]);
});
