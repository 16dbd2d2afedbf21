// Stores that releases wrote, and what is known to be in each.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const STORES = new URL("stores", import.meta.url).pathname;

export const KEPT_EMAIL = "teacher@school.example";
export const KEPT_PASSWORD = "four plain words here";
export const KEPT_TEXT = "The ferry was late again, so we sat on the wall and counted gulls.";
/** The year 2100: what is kept must not expire before the test looks for it. */
export const KEPT_UNTIL_MS = 4_102_444_800_000;

export type KeptStore = {
  version: string;
  kind: "sqlite" | "postgres";
  sql: string;
  key: string;
  revokedKey: string;
};

export function readKeptStores(): KeptStore[] {
  return readdirSync(STORES)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => {
      const [, version = "", kind = ""] = /^(.+)\.(sqlite|postgres)\.sql$/.exec(name) ?? [];
      const sql = readFileSync(join(STORES, name), "utf8");
      const [, key = "", revokedKey = ""] = /Key: (\w+); revoked: (\w+)/.exec(sql) ?? [];
      return { version, kind: kind as KeptStore["kind"], sql, key, revokedKey };
    });
}
