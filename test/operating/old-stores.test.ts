// A store that an earlier release wrote is opened by this one, and nothing of it is lost: accounts, passwords,
// keys, counts, kept results, location data.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { newestSchema } from "../../src/store/migrations.ts";
import { call } from "../contract/v1.ts";
import { startProgram } from "../program.ts";
import { runCommand } from "../server-process.ts";
import { postgresAvailable, startPostgres } from "../services/postgres.ts";
import {
  KEPT_EMAIL,
  KEPT_PASSWORD,
  KEPT_TEXT,
  type KeptStore,
  readKeptStores,
} from "./kept-stores.ts";

const cleaning: Array<() => unknown> = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

test.for(readKeptStores())(
  "the $kind store of release $version is opened with everything in it",
  async (kept, context) => {
    context.skip(kept.kind === "postgres" && !postgresAvailable(), "Postgres is not here");
    const settings = await restore(kept);
    const program = await startProgram({ ...settings, WORKERS: "1" });
    cleaning.push(() => program.stop());
    const ask = (key: string) =>
      call(program, {
        method: "GET",
        path: "/v1/usage",
        headers: { "x-api-key": key, origin: "https://example.com" },
      });
    const { status, body } = await ask(kept.key);
    expect([status, body.limit]).toEqual([200, 400]);
    expect((await ask(kept.revokedKey)).status).toBe(401);

    const headers = {
      "content-type": "application/json",
      "x-lodestone-dashboard": "1",
      origin: program.https,
    };
    const credentials = JSON.stringify({ email: KEPT_EMAIL, password: KEPT_PASSWORD });
    const signedIn = await call(program, {
      path: "/dashboard/api/sign-in",
      headers,
      body: credentials,
    });
    expect(signedIn.status).toBe(200);
    const [cookie = ""] = String(signedIn.headers["set-cookie"]).split(";");
    const look = (path: string) =>
      call(program, {
        method: "GET",
        path: `/dashboard/api${path}`,
        headers: { ...headers, cookie },
      });
    const history = await look("/history");
    expect(history.body.results).toHaveLength(3);
    const [result] = history.body.results;
    expect((await look(`/history/${result.id}`)).body.content).toBe(KEPT_TEXT);

    const states = await fetch(`${program.http}/api/states`);
    expect(((await states.json()) as { count: number }).count).toBe(1);
    const found = await fetch(`${program.http}/api/search?q=poona&kind=district`);
    expect(((await found.json()) as { total: unknown }).total).toMatchObject({ districts: 1 });

    const { out } = await runCommand(["accounts", "list"], { env: { ...program.env } });
    expect(out).toContain(KEPT_EMAIL);
    expect(await schemaOf(settings)).toBe(newestSchema);
  },
);

test("there is a store of the first release, of both kinds", () => {
  const first = readKeptStores().filter(({ version }) => version === "0.1.0");
  expect(first.map(({ kind }) => kind).sort()).toEqual(["postgres", "sqlite"]);
});

type Settings = { DATA_DIR: string; DATABASE_URL?: string };

async function restore({ kind, sql }: KeptStore): Promise<Settings> {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-old-store-"));
  cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }));
  if (kind === "sqlite") {
    const db = new Database(join(dataDir, "lodestone.db"));
    db.pragma("foreign_keys = off");
    db.exec(sql);
    db.close();
    return { DATA_DIR: dataDir };
  }
  const postgres = await startPostgres();
  cleaning.push(() => postgres.stop());
  const url = await postgres.createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
  return { DATA_DIR: dataDir, DATABASE_URL: url };
}

async function schemaOf({ DATA_DIR, DATABASE_URL }: Settings): Promise<number> {
  const question = "select max(version) as newest from schema_migrations";
  if (DATABASE_URL === undefined) {
    const db = new Database(join(DATA_DIR, "lodestone.db"), { readonly: true });
    const { newest } = db.prepare(question).get() as { newest: number };
    db.close();
    return newest;
  }
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(question);
  await client.end();
  return rows[0].newest;
}
