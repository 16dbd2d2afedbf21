// The same cases against every store: what holds for the embedded one must hold for Postgres.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type PostgresService,
  postgresAvailable,
  startPostgres,
} from "../../test/services/postgres.ts";
import { locationSets } from "./location-sets.ts";
import { migrate } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import { openStore, type Store, StoreAwayError } from "./store.ts";

const clock = () => Date.UTC(2026, 0, 15, 12);
let postgres: PostgresService | undefined;
let dataDir: string;

beforeAll(async () => {
  if (postgresAvailable()) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "lodestone-store-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const dialects = [
  { name: "embedded", isHere: true },
  { name: "Postgres", isHere: postgresAvailable() },
];

describe.each(dialects)("$name store", ({ name, isHere }) => {
  test.skipIf(!isHere)(
    "the newest location set is in force and the two before it are kept",
    async () => {
      const store = await openOne(name);
      expect(await store.readLocationSet()).toBeNull();
      expect(await store.readLocationVersion()).toBeNull();
      for (const version of ["a", "b", "c", "d"]) {
        await store.saveLocationSet({ version, payload: `{"of":"${version}"}` });
        expect(await store.readLocationVersion()).toBe(version);
      }
      expect(await store.readLocationSet()).toEqual({
        version: "d",
        importedAt: clock(),
        payload: '{"of":"d"}',
      });
      await store.close();
    },
  );

  test.skipIf(!isHere)("what one opener saves, another one sees at once", async () => {
    const target = await targetOf(name);
    const first = await openReady(target);
    const second = await openReady(target);
    await first.saveLocationSet({ version: "x", payload: "{}" });
    expect(await second.readLocationVersion()).toBe("x");
    await second.saveLocationSet({ version: "y", payload: "{}" });
    expect(await first.readLocationVersion()).toBe("y");
    await Promise.all([first.close(), second.close()]);
  });

  test.skipIf(!isHere)("eight openers at once make one schema", async () => {
    const target = await targetOf(name);
    const stores = await Promise.all(Array.from({ length: 8 }, () => openReady(target)));
    await expect(Promise.all(stores.map((store) => store.ping()))).resolves.toHaveLength(8);
    await Promise.all(stores.map((store) => store.close()));
  });

  test.skipIf(!isHere)("a store written by a newer program is refused, not changed", async () => {
    const target = await targetOf(name);
    await (await openReady(target)).close();
    const db = target.databaseUrl
      ? openPostgres(target.databaseUrl, silent)
      : await openSqlite(dataDir);
    await db.writer
      .insertInto("schema_migrations")
      .values({ version: 9999, applied_at: 0 })
      .execute();
    await db.close();
    await expect(openReady(target)).rejects.toMatchObject({
      code: "store_too_new",
      message: expect.stringContaining("schema 9999"),
    });
  });

  test.skipIf(!isHere)("a closed store refuses calls instead of hanging", async () => {
    const store = await openOne(name);
    await store.close();
    await expect(store.ping()).rejects.toBeInstanceOf(StoreAwayError);
    // Closing twice is as good as once.
    await store.close();
  });
});

describe("opening the embedded store", () => {
  test("a data folder that is a file is one clear sentence", async () => {
    const file = join(dataDir, "file");
    writeFileSync(file, "");
    await expect(openStore({ dataDir: file, clock })).rejects.toMatchObject({
      code: "store_open_failed",
      message: `The data folder ${file} is not a folder.`,
    });
  });

  test("a file that is no store is named and left as it was", async () => {
    const file = join(dataDir, "lodestone.db");
    writeFileSync(file, "this was never a database, and is longer than a header".repeat(40));
    const before = readFileSync(file);
    await expect(openStore({ dataDir, clock })).rejects.toMatchObject({
      code: "store_open_failed",
      message: expect.stringContaining("is not a Lodestone store, or is damaged"),
    });
    expect(readFileSync(file)).toEqual(before);
  });

  test("an empty file in the place of a store is refused, and taken for a new one where there was none", async () => {
    const file = join(dataDir, "lodestone.db");
    writeFileSync(file, "");
    const store = await openStore({ dataDir, clock });
    await store.close();
    truncateSync(file);
    await expect(openStore({ dataDir, clock })).rejects.toMatchObject({
      code: "store_open_failed",
      message: `${file} is empty, but there was a store here: restore it from a backup, or remove it to begin with an empty one.`,
    });
    expect(readFileSync(file)).toHaveLength(0);
    rmSync(file);
    await (await openStore({ dataDir, clock })).close();
  });

  test("damage inside the file is noticed at the start of a server", async () => {
    const store = await openStore({ dataDir, clock });
    for (let at = 0; at < 40; at++) await store.saveSetting(`name ${at}`, "words ".repeat(100));
    await store.close();
    const file = join(dataDir, "lodestone.db");
    // Pages in the middle, which no start needs: the schema stands in the first.
    const bytes = readFileSync(file);
    const at = bytes.indexOf("words words");
    bytes.fill(0xff, at - (at % 4096), at - (at % 4096) + 4096);
    writeFileSync(file, bytes);
    await expect(openStore({ dataDir, clock, isChecked: true })).rejects.toMatchObject({
      code: "store_open_failed",
      message: expect.stringMatching(/damaged.*: restore it from a backup/),
    });
  });

  test("a data folder that is made is its owner's alone", async () => {
    const made = join(dataDir, "a", "b");
    await (await openStore({ dataDir: made, clock })).close();
    for (const path of [made, join(dataDir, "a")]) expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  test("a folder in the place of the file is one clear sentence", async () => {
    mkdirSync(join(dataDir, "lodestone.db"));
    await expect(openStore({ dataDir, clock })).rejects.toMatchObject({
      code: "store_open_failed",
      message: expect.stringContaining("is a folder"),
    });
  });

  test("six processes that open a new store at once all get it, every time", async () => {
    const script = `
      import { openStore } from ${JSON.stringify(new URL("./store.ts", import.meta.url).href)};
      process.stdout.write("ready");
      for await (const folder of process.stdin) {
        try {
          const store = await openStore({ dataDir: String(folder), clock: Date.now });
          await store.saveLocationSet({ version: String(process.pid), payload: "{}" });
          await store.close();
          process.stdout.write("saved");
        } catch (err) {
          process.stdout.write(err.message);
        }
      }`;
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ["--input-type=module", "--eval", script], {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
    const words = () =>
      Promise.all(children.map((child) => once(child.stdout, "data").then(String)));
    try {
      expect(await words()).toEqual(Array(6).fill("ready"));
      for (let round = 0; round < 20; round += 1) {
        const answers = words();
        for (const child of children) child.stdin.write(join(dataDir, String(round)));
        expect(await answers).toEqual(Array(6).fill("saved"));
      }
    } finally {
      for (const child of children) child.kill();
    }
  });

  test("a full disk is trouble for now, loses nothing, and ends with the trouble", async () => {
    const databases = await openSqlite(dataDir);
    await migrate(databases.writer, "sqlite", clock);
    const sets = locationSets(
      {
        read: (work) => work(databases.reader),
        write: (work) => databases.writer.transaction().execute(work),
      },
      clock,
    );
    await sets.saveLocationSet({ version: "kept", payload: "{}" });
    // The limit makes SQLite answer as it does on a full disk.
    await sql`pragma max_page_count = 60`.execute(databases.writer);
    const big = { version: "big", payload: "x".repeat(1_000_000) };
    await expect(sets.saveLocationSet(big)).rejects.toMatchObject({
      code: "store_unavailable",
      message: "The disk that holds the store is full.",
    });
    expect(await sets.readLocationVersion()).toBe("kept");
    await sql`pragma max_page_count = 100000`.execute(databases.writer);
    await sets.saveLocationSet(big);
    expect(await sets.readLocationVersion()).toBe("big");
    await databases.close();
  });

  test("the data folder is made when missing and the file is for its owner alone", async () => {
    const deep = join(dataDir, "a", "b");
    await (await openStore({ dataDir: deep, clock })).close();
    expect(statSync(join(deep, "lodestone.db")).mode & 0o777).toBe(0o600);
  });
});

describe.skipIf(!postgresAvailable())("a Postgres that is away", () => {
  test("does not stop the program, and the store comes back by itself", async () => {
    const server = await startPostgres();
    try {
      const databaseUrl = await server.createDatabase();
      await server.crash();
      const store = await openStore({ dataDir, databaseUrl, clock });
      await expect(store.readLocationVersion()).rejects.toMatchObject({
        code: "store_unavailable",
      });
      await expect(store.whenReady({ timeoutMs: 1 })).rejects.toBeInstanceOf(StoreAwayError);
      await server.start();
      await store.whenReady();
      await store.saveLocationSet({ version: "kept", payload: "{}" });

      await server.crash();
      await expect(store.ping()).rejects.toBeInstanceOf(StoreAwayError);
      await expect(store.readLocationVersion()).rejects.toBeInstanceOf(StoreAwayError);
      await server.start();
      expect(await store.readLocationVersion()).toBe("kept");
      await store.close();
    } finally {
      await server.stop();
    }
  });

  test("names no password in what it reports", async () => {
    const reported = Promise.withResolvers<string>();
    const record = (details: object, message: string) =>
      reported.resolve(JSON.stringify(details) + message);
    const store = await openStore({
      dataDir,
      databaseUrl: "postgres://someone:hunter2@127.0.0.1:1/none",
      clock,
      log: { info: record, warn: record, error: record },
    });
    const problem = await store.ping().catch((err: unknown) => err);
    const line = await reported.promise;
    await store.close();
    expect(line).toContain("ECONNREFUSED");
    expect(line + String(problem)).not.toContain("hunter2");
  });
});

const silent = { info() {}, warn() {}, error() {} };

type Target = { databaseUrl?: string };

async function targetOf(name: string): Promise<Target> {
  if (name === "embedded") return {};
  return { databaseUrl: await (postgres as PostgresService).createDatabase() };
}

async function openReady(target: Target): Promise<Store> {
  const store = await openStore({ dataDir, clock, ...target });
  try {
    await store.whenReady();
  } catch (err) {
    await store.close();
    throw err;
  }
  return store;
}

async function openOne(name: string): Promise<Store> {
  return openReady(await targetOf(name));
}
