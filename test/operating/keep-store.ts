// Keeps the store that this release writes, as SQL, for the tests of all later ones:
//   node test/operating/keep-store.ts [PROGRAM]
// PROGRAM is the folder of another release (this one if left out). Part of making a release.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { call } from "../contract/v1.ts";
import type { Program } from "../program.ts";
import { freePort, until } from "../services/free-port.ts";
import { postgresAvailable, startPostgres } from "../services/postgres.ts";
import { KEPT_EMAIL, KEPT_PASSWORD, KEPT_TEXT, KEPT_UNTIL_MS, STORES } from "./kept-stores.ts";

const release = resolve(process.argv[2] ?? new URL("../..", import.meta.url).pathname);
const { version } = JSON.parse(readFileSync(join(release, "package.json"), "utf8"));

const folder = mkdtempSync(join(tmpdir(), "lodestone-keep-"));
try {
  await keepEmbedded();
  if (postgresAvailable()) await keepPostgres();
  else console.log("Postgres is not installed: its store was not kept.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function keepEmbedded(): Promise<void> {
  const dataDir = join(folder, "embedded");
  const secrets = await live({ DATA_DIR: dataDir });
  const db = new Database(join(dataDir, "lodestone.db"));
  db.prepare("update history set expires_at = ?").run(KEPT_UNTIL_MS);
  const things = db
    .prepare(
      "select name, type, sql from sqlite_master where sql is not null and name not like 'sqlite_%'",
    )
    .all() as Array<{ name: string; type: string; sql: string }>;
  const rows = things
    .filter(({ type }) => type === "table")
    .flatMap(({ name }) =>
      db
        .prepare(`select * from "${name}"`)
        .raw()
        .all()
        .map(
          (row) => `insert into "${name}" values (${(row as unknown[]).map(literal).join(", ")})`,
        ),
    );
  db.close();
  write(
    "sqlite",
    secrets,
    [...things.map(({ sql }) => sql), ...rows].map((line) => `${line};`).join("\n"),
  );
}

async function keepPostgres(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase();
    const secrets = await live({ DATA_DIR: join(folder, "postgres"), DATABASE_URL: url });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("update history set expires_at = $1", [KEPT_UNTIL_MS]);
    await client.end();
    const words = ["--no-owner", "--no-privileges", "--inserts", url];
    // Commands of psql itself are none of the server's.
    const sql = execFileSync("pg_dump", words, { encoding: "utf8", maxBuffer: 1e8 });
    write("postgres", secrets, sql.replace(/^\\.*$/gm, ""));
  } finally {
    await postgres.stop();
  }
}

function write(kind: string, secrets: string, sql: string): void {
  const file = join(STORES, `${version}.${kind}.sql`);
  writeFileSync(
    file,
    `-- Written by Lodestone ${version} (test/operating/keep-store.ts). ${secrets}\n${sql.trim()}\n`,
  );
  console.log(file);
}

function literal(value: unknown): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return value === null ? "null" : String(value);
}

/** A short life: an account with a password, a quota, history and keys, one of them revoked; checks; location data. */
async function live(settings: Record<string, string>): Promise<string> {
  const bin = join(release, "bin/lodestone.js");
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const env: Record<string, string | undefined> = {
    ...process.env,
    WORKERS: "1",
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    ...settings,
  };
  const command = (words: string[], input = "") =>
    execFileSync(process.execPath, [bin, ...words], { env, input, encoding: "utf8" }).trim();
  const server = spawn(process.execPath, [bin, "serve"], { env, stdio: "ignore" });
  const ended = new Promise((end) => server.once("exit", end));
  try {
    const http = `http://127.0.0.1:${httpPort}`;
    await until("the server is ready", async () => {
      if (!(await fetch(`${http}/readyz`)).ok) throw new Error("not ready");
    });
    const dataDir = String(settings.DATA_DIR);
    const ca = readFileSync(join(dataDir, "tls/ca.pem"), "utf8");
    const program = { http, https: `https://127.0.0.1:${httpsPort}`, ca } as Program;
    const account = ["--account", KEPT_EMAIL];
    command(["accounts", "create", KEPT_EMAIL, "--password-stdin"], `${KEPT_PASSWORD}\n`);
    command(["accounts", "set-quota", KEPT_EMAIL, "400"]);
    const key = command(["keys", "create", "--domain", "example.com", ...account]);
    const revoked = command(["keys", "create", "--domain", "example.com", ...account]);
    const listed = command(["keys", "list"]).split("\n");
    const [id = ""] = listed.find((line) => line.includes(revoked.slice(-4)))?.split(/\s/) ?? [];
    command(["keys", "revoke", id]);
    await keepHistory(program);
    for (let times = 0; times < 3; times++) {
      const headers = {
        "x-api-key": key,
        origin: "https://example.com",
        "content-type": "application/json",
      };
      await call(program, {
        path: "/v1/detect",
        headers,
        body: JSON.stringify({ content: KEPT_TEXT }),
      });
    }
    command(["locations", "import", writeLocations(join(dataDir, "places")), "--force"]);
    return `Key: ${key}; revoked: ${revoked}`;
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

async function keepHistory(program: Program): Promise<void> {
  const headers = {
    "content-type": "application/json",
    "x-lodestone-dashboard": "1",
    origin: program.https,
  };
  const ask = (path: string, body: object, cookie = "") =>
    call(program, {
      path: `/dashboard/api${path}`,
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
  const { headers: given } = await ask("/sign-in", { email: KEPT_EMAIL, password: KEPT_PASSWORD });
  const [cookie = ""] = String(given["set-cookie"]).split(";");
  const { status } = await ask("/history/settings", { days: 30 }, cookie);
  if (status !== 200) throw new Error(`The history could not be switched on: ${status}`);
}

function writeLocations(to: string): string {
  mkdirSync(to);
  const tables = {
    "states.csv": "id,name,lgd_code\n20,Maharashtra,27\n",
    "districts.csv": "id,state_id,name,lgd_code\n364,20,Pune,490\n",
    "markets.csv": "id,district_id,name\n164,364,Pune APMC\n",
    "aliases.csv": "kind,id,alias,source\ndistrict,364,Poona,former\n",
    "dataset.json": readFileSync(join(release, "data/dataset.json"), "utf8"),
  };
  for (const [name, text] of Object.entries(tables)) writeFileSync(join(to, name), text);
  return to;
}
