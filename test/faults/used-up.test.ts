// Resources that run out or disappear: disk, write permission, name resolution, file handles. Each gives a clear error,
// nothing is lost or counted twice, and the program recovers by itself.
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { makeKey as makeFormedKey } from "../../src/accounts/key-format.ts";
import { call, FORM, form, makeKey, openAccounts, type Reply, TEXT } from "../contract/v1.ts";
import { runCommand, type ServerProcess, startServer } from "../server-process.ts";
import { until } from "../services/free-port.ts";
import { makeReadOnlyFolder, mountSmallDisk } from "./small-disk.ts";

const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

const LIMITS = { RATE_PER_MINUTE: "1000000", CONCURRENT_PER_KEY: "1000000" };

async function makeCaller(server: ServerProcess) {
  const { accounts, close } = await openAccounts(server);
  const made = await makeKey(accounts, { quota: 100_000 });
  await close();
  return callerOf(server, made);
}

/** Somebody with a key that exists already, on any server over the same store. */
function callerOf(server: ServerProcess, { key, accountId }: { key: string; accountId: string }) {
  const headers = { "x-api-key": key, origin: "https://example.com", "content-type": FORM };
  return {
    key,
    accountId,
    detect: (n: number, more: Record<string, string> = {}) =>
      call(server, {
        path: "/v1/detect",
        headers: { ...headers, ...more },
        body: form(`${TEXT} Words of number ${n}.`),
      }),
    async used() {
      const opened = await openAccounts(server);
      const caller = await opened.accounts.callerFor(accountId);
      await opened.close();
      return caller?.used ?? 0;
    },
  };
}

function expectAway({ status, body, headers }: Reply) {
  expect([status, body.error?.type, headers["retry-after"]]).toEqual([
    503,
    "overloaded_error",
    "1",
  ]);
}

/** Calls until the store refuses; how many were answered. */
async function callUntilAway(caller: Awaited<ReturnType<typeof makeCaller>>): Promise<number> {
  for (let answered = 0; answered < 5000; answered++) {
    const reply = await caller.detect(answered);
    if (reply.status === 200) continue;
    expectAway(reply);
    return answered;
  }
  throw new Error("The disk never filled.");
}

const disk = mountSmallDisk(8 * 1024 * 1024);
disk?.remove();

test.skipIf(disk === null)(
  "a full disk is 503 for checks while the directory goes on; with room again all is well and every answer was counted",
  async () => {
    const small = mountSmallDisk(8 * 1024 * 1024);
    if (small === null) throw new Error("no disk");
    cleaning.push(() => small.remove());
    const server = await startServer({ ...LIMITS, DATA_DIR: join(small.path, "data") });
    cleaning.push(() => server.kill());
    const caller = await makeCaller(server);
    expect((await caller.detect(0)).status).toBe(200);
    const filler = join(small.path, "filler");
    fill(filler);
    const answered = 1 + (await callUntilAway(caller));
    expect((await fetch(`${server.http}/api/states`)).status).toBe(200);
    expect((await fetch(`${server.http}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.http}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.http}/readyz/api`)).status).toBe(200);
    expect(server.output()).toMatch(/The disk that holds the store (is full|gives errors)/);
    unlinkSync(filler);
    await until("checks are answered again", async () => {
      expect((await caller.detect(-1)).status).toBe(200);
    });
    expect((await fetch(`${server.http}/readyz`)).status).toBe(200);
    expect(await caller.used()).toBe(answered + 1);
    expect(await server.terminate()).toBe(0);
  },
  600_000,
);

test("a file that may not grow is the same: 503, and nothing answered is lost", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-fsize-"));
  cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }));
  // Prepared without a limit, so that only counting meets it.
  const first = await startServer({ ...LIMITS, DATA_DIR: dataDir });
  const caller = await makeCaller(first);
  await first.kill();
  // In blocks of 512 bytes: room for some pages of the write-ahead log.
  const sizes = readdirSync(dataDir).map((name) => statSync(join(dataDir, name)).size);
  const blocks = Math.ceil(Math.max(...sizes) / 512) + 400;
  const server = await startServer({ ...LIMITS, DATA_DIR: dataDir }, { limits: `-f ${blocks}` });
  cleaning.push(() => server.kill());
  const again = callerOf(server, caller);
  const answered = await callUntilAway(again);
  expect(answered).toBeGreaterThan(0);
  expect((await fetch(`${server.http}/api/states`)).status).toBe(200);
  expect((await fetch(`${server.http}/readyz`)).status).toBe(503);
  await server.kill();
  const last = await startServer({ ...LIMITS, DATA_DIR: dataDir });
  cleaning.push(() => last.kill());
  const after = callerOf(last, caller);
  expect(await after.used()).toBe(answered);
  expect((await after.detect(-1)).status).toBe(200);
}, 600_000);

const sealed = makeReadOnlyFolder();
sealed?.remove();

test.skipIf(sealed === null)(
  "a data folder that can't be written to is named, with exit code 1, before anything is opened",
  async () => {
    const folder = makeReadOnlyFolder();
    if (folder === null) throw new Error("no folder");
    cleaning.push(() => folder.remove());
    const env = { DATA_DIR: join(folder.path, "data"), HTTP_PORT: "0", HTTPS_PORT: "0" };
    const outcome = await runCommand(["serve"], { env });
    expect(outcome.code).toBe(1);
    expect(outcome.err).toMatch(
      /DATA_DIR must be a folder that can be written to|cannot be written to/,
    );
    expect(existsSync(env.DATA_DIR)).toBe(false);
  },
);

test("a database host whose name is gone: the program starts, /v1 is 503, /api and the probes tell the truth", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-dns-"));
  cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: "postgres://somebody:secret@no-such-host.invalid:5432/lodestone",
    REDIS_URL: "redis://no-such-host.invalid:6379",
  });
  cleaning.push(() => server.kill());
  expect((await fetch(`${server.http}/api/states`)).status).toBe(200);
  expect((await fetch(`${server.http}/healthz`)).status).toBe(200);
  const ready = await fetch(`${server.http}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: "not ready", waiting: ["store"] },
  ]);
  const key = "ls_live_00000000000000000000000000000000000000";
  const wellFormed = await call(server, {
    path: "/v1/detect",
    headers: {
      "x-api-key": makeFormedKey(randomBytes),
      origin: "https://example.com",
      "content-type": FORM,
    },
    body: form(TEXT),
  });
  expectAway(wellFormed);
  // Refused by its form alone, which needs no store.
  const malformed = await call(server, {
    path: "/v1/detect",
    headers: { "x-api-key": key },
    body: "",
  });
  expect(malformed.status).toBe(401);
  await server.said("the store cannot be used");
  await server.said("Redis is unreachable");
  expect(server.output()).toMatch(/ENOTFOUND|EAI_AGAIN/);
  expect(server.output()).not.toContain("secret");
  expect(await server.terminate()).toBe(0);
}, 600_000);

describe("file handles", () => {
  test("used up by idle connections: the program lives, and answers again once they are gone", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "lodestone-handles-"));
    cleaning.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const server = await startServer({ ...LIMITS, DATA_DIR: dataDir }, { limits: "-n 120" });
    cleaning.push(() => server.kill());
    const caller = await makeCaller(server);
    expect((await caller.detect(0)).status).toBe(200);
    const sockets: Socket[] = [];
    for (let n = 0; n < 200; n++) {
      const socket = connect(server.httpPort, "127.0.0.1");
      socket.on("error", () => {});
      sockets.push(socket);
    }
    // Some are let in and hold the last handles; the others are closed or wait.
    await until("no more connections are let in", async () => {
      const isLetIn = await Promise.race([
        fetch(`${server.http}/healthz`, { signal: AbortSignal.timeout(1000) }).then(() => true),
        Promise.resolve(),
      ]).catch(() => false);
      if (isLetIn === true) throw new Error("still let in");
    });
    for (const socket of sockets) socket.destroy();
    await until("requests are answered again", async () => {
      expect((await fetch(`${server.http}/healthz`)).status).toBe(200);
    });
    let answered = 1;
    for (let n = 1; n <= 5; n++) if ((await caller.detect(n)).status === 200) answered++;
    expect(answered).toBe(6);
    expect(await caller.used()).toBe(6);
    expect(await server.terminate()).toBe(0);
  }, 600_000);
});

/** Takes what room is left on a file's disk, down to the last page. */
function fill(file: string): void {
  writeFileSync(file, "");
  for (let size = 1024 * 1024; size >= 512; ) {
    try {
      writeFileSync(file, Buffer.alloc(size), { flag: "a" });
    } catch {
      size /= 2;
    }
  }
}
