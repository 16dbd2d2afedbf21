// Upgrading without downtime: a copy of a newer release changes the schema while older copies are working.
// Steps of the schema only add, so the older ones go on without an error or a lost check; started anew
// afterwards they refuse, in plain words, instead of guessing at a schema they do not know.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { newestSchema } from "../../src/store/migrations.ts";
import { call, FORM, form, makeKey, openAccounts, TEXT } from "../contract/v1.ts";
import { runCommand, startServer } from "../server-process.ts";
import { until } from "../services/free-port.ts";
import { startPostgres } from "../services/postgres.ts";
import { storeKinds } from "../services/stores.ts";

const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

/** What the next release might bring: a table, a column, an index; each only adds. */
const NEXT_STEP = [
  "create table things_to_come (id text primary key, what text not null)",
  "alter table accounts add column nickname text",
  "alter table api_keys add column note text",
  "create index usage_by_endpoint on usage (endpoint)",
  `insert into schema_migrations (version, applied_at) values (${newestSchema + 1}, 0)`,
];

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  test.skipIf(!isHere)(
    "an older copy works on while a newer one changes the schema, and says why when started anew",
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), "lodestone-upgrade-"));
      cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }));
      const env: Record<string, string> = { DATA_DIR: dataDir, RATE_PER_MINUTE: "1000000" };
      let change = async () => {
        const raw = new Database(join(dataDir, "lodestone.db"), { timeout: 5000 });
        raw.transaction(() => {
          for (const sql of NEXT_STEP) raw.exec(sql);
        })();
        raw.close();
      };
      if (name === "Postgres") {
        const postgres = await startPostgres();
        cleaning.push(() => postgres.stop());
        const url = await postgres.createDatabase();
        env.DATABASE_URL = url;
        change = async () => {
          const client = new pg.Client({ connectionString: url });
          await client.connect();
          // Under traffic the change may be the one that Postgres ends so that the other can go on.
          for (let tries = 1; ; tries++) {
            try {
              await client.query(`begin; ${NEXT_STEP.join("; ")}; commit`);
              break;
            } catch (err) {
              await client.query("rollback");
              if ((err as { code?: unknown }).code !== "40P01" || tries === 5) throw err;
            }
          }
          await client.end();
        };
      }
      const older = await startServer(env);
      cleaning.push(() => older.kill());
      const opened = await openAccounts({ env: older.env });
      cleaning.push(() => opened.close());
      const { key, accountId } = await makeKey(opened.accounts, { quota: 100_000 });
      const headers = { "x-api-key": key, origin: "https://example.com", "content-type": FORM };
      const statuses = new Map<number, number>();
      let isOver = false;
      const work = async () => {
        while (!isOver) {
          const { status } = await call(older, {
            path: "/v1/detect",
            headers,
            body: form(TEXT),
          });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      const working = Promise.all([work(), work(), work()]);
      const answered = (wanted: number) =>
        until("the load goes on", async () => {
          if ((statuses.get(200) ?? 0) < wanted) throw new Error(JSON.stringify([...statuses]));
        });
      await answered(10);
      await change();
      await answered((statuses.get(200) ?? 0) + 15);
      // Keys are made and ended, too: the tables that got a column are written as before.
      const second = await makeKey(opened.accounts, { email: "late@test.example" });
      await opened.accounts.keys.revoke({
        id: second.keyId,
        accountId: second.accountId,
        actor: "operator",
      });
      isOver = true;
      await working;
      expect([...statuses.keys()]).toEqual([200]);
      expect((await opened.accounts.callerFor(accountId))?.used).toBe(statuses.get(200));
      expect((await fetch(`${older.http}/readyz`)).status).toBe(200);
      expect(await older.terminate()).toBe(0);

      const anew = await runCommand(["serve"], {
        env: { ...older.env, HTTP_PORT: "0", HTTPS_PORT: "0" },
      });
      expect(anew.code).toBe(1);
      expect(anew.err).toMatch(/newer/);
    },
    600_000,
  );
});
