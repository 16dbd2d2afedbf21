// Backup and restore as the operating guide describes them: dump while the program runs, destroy everything, restore,
// and every account, key and count is there.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { call, FORM, form, makeKey, openAccounts, TEXT } from "../contract/v1.ts";
import { runCommand, type ServerProcess, startServer } from "../server-process.ts";
import { postgresAvailable, postgresProgram, startPostgres } from "../services/postgres.ts";

const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});
const LIMITS = { RATE_PER_MINUTE: "1000000", CONCURRENT_PER_KEY: "1000000" };

async function makeLoad(server: ServerProcess) {
  const { accounts, close } = await openAccounts(server);
  const { key, accountId } = await makeKey(accounts, { quota: 100_000 });
  await close();
  const headers = { "x-api-key": key, origin: "https://example.com", "content-type": FORM };
  let answered = 0;
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const reply = await call(server, { path: "/v1/detect", headers, body: form(TEXT) });
      if (reply.status === 200) answered++;
    }
  };
  return { key, accountId, work, answered: () => answered, end: () => (isOver = true) };
}

async function usedBy(env: Record<string, string>, accountId: string): Promise<number | undefined> {
  const { accounts, close } = await openAccounts({ env });
  const caller = await accounts.callerFor(accountId);
  await close();
  return caller?.used;
}

test("the embedded store: backed up under load, destroyed, restored; nothing answered before is missing", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-backup-"));
  cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startServer({ ...LIMITS, DATA_DIR: dataDir });
  cleaning.push(() => server.kill());
  const load = await makeLoad(server);
  const working = load.work();
  while (load.answered() < 10) await new Promise((resolve) => setTimeout(resolve, 10));
  const copy = join(dataDir, "copy.db");
  const answeredBefore = load.answered();
  const backedUp = await runCommand(["backup", copy], { env: server.env });
  expect([backedUp.code, backedUp.err]).toEqual([0, expect.stringContaining("copy.db")]);
  const answeredAfter = load.answered() + 1;
  load.end();
  await working;
  await server.kill();

  // Everything is lost but the copy.
  const restored = mkdtempSync(join(tmpdir(), "lodestone-restored-"));
  cleaning.push(() => rmSync(restored, { recursive: true, force: true }));
  mkdirSync(restored, { recursive: true });
  execFileSync("cp", [copy, join(restored, "lodestone.db")]);
  const again = await startServer({ ...LIMITS, DATA_DIR: restored });
  cleaning.push(() => again.kill());
  const used = (await usedBy(again.env, load.accountId)) ?? -1;
  expect(used).toBeGreaterThanOrEqual(answeredBefore);
  expect(used).toBeLessThanOrEqual(answeredAfter);
  const headers = { "x-api-key": load.key, origin: "https://example.com", "content-type": FORM };
  const reply = await call(again, { path: "/v1/detect", headers, body: form(TEXT) });
  expect(reply.status).toBe(200);
  expect(await usedBy(again.env, load.accountId)).toBe(used + 1);
}, 600_000);

test("a backup is never written over another file, nor made of a Postgres", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-backup-"));
  cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DATA_DIR: dataDir };
  const file = join(dataDir, "copy.db");
  expect((await runCommand(["backup", file], { env })).code).toBe(0);
  const again = await runCommand(["backup", file], { env });
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("exists already")]);
  const remote = { ...env, DATABASE_URL: "postgres://somebody@127.0.0.1:1/none" };
  const dumped = await runCommand(["backup", join(dataDir, "other.db")], { env: remote });
  expect([dumped.code, dumped.err]).toEqual([1, expect.stringContaining("pg_dump")]);
  expect(readdirSync(dataDir)).not.toContain("other.db");
}, 600_000);

test.skipIf(!postgresAvailable())(
  "Postgres: dumped, dropped, restored; counts are equal and checks go on",
  async () => {
    const postgres = await startPostgres();
    cleaning.push(() => postgres.stop());
    const databaseUrl = await postgres.createDatabase();
    const server = await startServer({ ...LIMITS, DATABASE_URL: databaseUrl });
    cleaning.push(() => server.stop());
    const load = await makeLoad(server);
    const working = load.work();
    while (load.answered() < 10) await new Promise((resolve) => setTimeout(resolve, 10));
    load.end();
    await working;
    const counted = await usedBy(server.env, load.accountId);
    expect(counted).toBe(load.answered());

    const folder = mkdtempSync(join(tmpdir(), "lodestone-dump-"));
    cleaning.push(() => rmSync(folder, { recursive: true, force: true }));
    const dump = join(folder, "lodestone.dump");
    execFileSync(postgresProgram("pg_dump"), ["--format=custom", `--file=${dump}`, databaseUrl], {
      stdio: "pipe",
    });

    // Dropped while the program runs, which logs it and waits.
    const name = new URL(databaseUrl).pathname.slice(1);
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`drop database ${name} with (force)`);
    const headers = { "x-api-key": load.key, origin: "https://example.com", "content-type": FORM };
    const ask = () => call(server, { path: "/v1/detect", headers, body: form(TEXT) });
    expect((await ask()).status).toBe(503);
    await admin.query(`create database ${name}`);
    await admin.end();
    execFileSync(postgresProgram("pg_restore"), ["--no-owner", `--dbname=${databaseUrl}`, dump], {
      stdio: "pipe",
    });

    // The same process continues with the restored database, without a restart.
    expect(await usedBy(server.env, load.accountId)).toBe(counted);
    expect((await ask()).status).toBe(200);
    expect(await usedBy(server.env, load.accountId)).toBe((counted ?? 0) + 1);
  },
  600_000,
);
