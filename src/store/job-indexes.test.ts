// What is asked for with every slice of work must not grow with the jobs an account has made: on the embedded store
// it is answered on the main thread. A day of jobs of one key made each look at the queue take seconds.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore, type Store } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-job-indexes-"));
let store: Store;
let raw: Database.Database;
beforeAll(async () => {
  store = await openStore({ dataDir: folder, clock: Date.now });
  await store.whenReady();
  raw = new Database(join(folder, "lodestone.db"), { readonly: true });
});
afterAll(async () => {
  raw.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  [
    "when an account was served last",
    "select max(served_at) from jobs where account_id = 'a'",
    /account_id=\?/,
    /COVERING INDEX/,
  ],
  [
    "how much an account holds",
    "select sum(length) from jobs where account_id = 'a' and status in ('queued', 'done')",
    /account_id=\? AND status=\?/,
    /USING INDEX/,
  ],
])("an index answers %s", (_what, query, ...patterns) => {
  const plan = raw.prepare(`explain query plan ${query}`).all() as { detail: string }[];
  const details = plan.map(({ detail }) => detail).join("\n");
  for (const pattern of patterns) expect(details).toMatch(pattern);
});
