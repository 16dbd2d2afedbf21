// Three running copies of the program on one Postgres and one Redis: what they share, what happens while Redis or
// Postgres is unavailable, and that nothing is lost or counted twice.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { openSocket, postHead } from "../contract/raw-socket.ts";
import { call, FORM, form, makeKey, openAccounts, type Reply, TEXT } from "../contract/v1.ts";
import { runCommand, type ServerProcess, startServer } from "../server-process.ts";
import { until } from "../services/free-port.ts";
import { type PostgresService, postgresAvailable, startPostgres } from "../services/postgres.ts";
import { type RedisService, redisAvailable, startRedis } from "../services/redis.ts";

const ORIGIN = "https://example.com";
/** Small enough to reach; the other copies have no limits. */
const RATE = 40;
const AT_ONCE = 2;

describe.skipIf(!postgresAvailable() || !redisAvailable())("three copies", () => {
  let postgres: PostgresService;
  let redis: RedisService;
  /** Without limits. */
  let open: ServerProcess[] = [];
  /** With few requests a minute and at once. */
  let limited: ServerProcess[] = [];
  let accounts: Accounts;
  let closeAccounts = async () => {};

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const env = { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url };
    // Three workers' queues hold a third of 200 calls at once.
    const noLimits = { RATE_PER_MINUTE: "1000000", CONCURRENT_PER_KEY: "1000000", WORKERS: "3" };
    const limits = { RATE_PER_MINUTE: String(RATE), CONCURRENT_PER_KEY: String(AT_ONCE) };
    // All at once, on an empty database: each wants to make the tables.
    const copies = await Promise.all(
      [noLimits, noLimits, noLimits, limits, limits].map((each) =>
        startServer({ ...env, ...each }),
      ),
    );
    open = copies.slice(0, 3);
    limited = copies.slice(3);
    ({ accounts, close: closeAccounts } = await openAccounts({ env: open[0]?.env ?? {} }));
  }, 600_000);
  afterAll(async () => {
    await closeAccounts();
    await Promise.all([...open, ...limited].map((copy) => copy.stop()));
    await redis?.stop();
    await postgres?.stop();
  });

  const keyed = (key: string) => ({ "x-api-key": key, origin: ORIGIN, "content-type": FORM });
  /** Counted like work, answered with 400, and free. */
  const probe = (copy: ServerProcess, key: string) =>
    call(copy, { path: "/v1/detect", headers: keyed(key) });
  const detect = (copy: ServerProcess, key: string, headers = {}, text = TEXT) =>
    call(copy, {
      path: "/v1/detect",
      headers: { ...keyed(key), ...headers },
      body: form(text),
    });
  const pick = <T>(list: T[], n: number): T => list[n % list.length] as T;
  const usedBy = async (accountId: string) => (await accounts.callerFor(accountId))?.used;

  test("copies that start at once on an empty database are all ready", async () => {
    for (const copy of [...open, ...limited]) {
      expect((await fetch(`${copy.http}/readyz`)).status).toBe(200);
      expect(copy.output()).not.toContain('"error"');
    }
  });

  /** On a busy machine a copy sheds load: 503, which costs nothing, and callers ask again. */
  async function detectWhenFree(copy: ServerProcess, key: string) {
    for (let attempt = 1; ; attempt++) {
      const reply = await detect(copy, key);
      if (reply.status !== 503 || attempt === 50) return reply;
      await delay(200);
    }
  }

  /** Sends calls to all copies at once and holds that just as many are answered as were left. */
  async function expectExactly(left: number, calls: number): Promise<void> {
    const { key, accountId } = await makeKey(accounts, { quota: left });
    const replies = await Promise.all(
      Array.from({ length: calls }, (_, n) => detectWhenFree(pick(open, n), key)),
    );
    const refused = replies.filter((reply) => reply.status !== 200);
    expect(replies.length - refused.length).toBe(left);
    for (const { status, body } of refused) {
      expect([status, body.error.type]).toEqual([429, "quota_exceeded_error"]);
    }
    expect(await usedBy(accountId)).toBe(left);
  }

  test("what one copy refused is shown by all, with what was wrong", async () => {
    const { key, keyId } = await makeKey(accounts, {});
    const headers = { ...keyed(key), origin: "https://other.example" };
    for (const copy of open) {
      const reply = await call(copy, { method: "GET", path: "/v1/usage", headers });
      expect(reply.status).toBe(401);
    }
    const refused = async () => accounts.refusedRequests.list(keyId);
    await until("all refusals are written", async () =>
      expect(await refused()).toHaveLength(open.length),
    );
    for (const { reason, origin, times } of await refused()) {
      expect([reason, origin, times]).toEqual(["origin", "https://other.example", 1]);
    }
  });

  test("200 calls at once with 7 checks left give exactly 7 answers", async () => {
    await expectExactly(7, 200);
  });

  test("200 calls at once with 120 checks left give exactly 120 answers", async () => {
    await expectExactly(120, 200);
  });

  test("batches and single calls at once over all copies give exactly as many results as were left", async () => {
    const { key, accountId } = await makeKey(accounts, { quota: 70 });
    const batch = (n: number) =>
      call(pick(open, n), {
        path: "/v1/detect/batch",
        headers: { ...keyed(key), "content-type": "application/json" },
        body: JSON.stringify({
          items: Array.from({ length: 9 }, (_, at) => ({ content: `${TEXT} Text ${at} of ${n}.` })),
        }),
      });
    const [batches, singles] = await Promise.all([
      Promise.all(Array.from({ length: 9 }, (_, n) => batch(n))),
      Promise.all(Array.from({ length: 20 }, (_, n) => detect(pick(open, n), key))),
    ]);
    for (const { status } of [...batches, ...singles]) expect([200, 429]).toContain(status);
    const answered = batches.map(({ body }) => body.checks?.counted ?? 0);
    const alone = singles.filter(({ status }) => status === 200).length;
    expect(answered.reduce((sum, count) => sum + count, alone)).toBe(70);
    expect(await usedBy(accountId)).toBe(70);
  });

  test("a key made by command works on the next request on every copy, and a revoked one fails", async () => {
    const { env = {} } = open[0] ?? {};
    const account = ["--account", "fresh@test.example"];
    const made = await runCommand(["keys", "create", "--domain", "example.com", ...account], {
      env,
    });
    expect(made.code).toBe(0);
    const key = made.out.trim();
    for (const copy of open) expect((await probe(copy, key)).status).toBe(400);
    const listed = await runCommand(["keys", "list", "--json", ...account], { env });
    const [{ id }] = JSON.parse(listed.out);
    expect((await runCommand(["keys", "revoke", id], { env })).code).toBe(0);
    for (const copy of open) expect((await probe(copy, key)).status).toBe(401);
  });

  test("the same idempotency key costs one check, whichever copies it reaches", async () => {
    const { key, accountId } = await makeKey(accounts, { quota: 5 });
    const headers = { "idempotency-key": "everywhere" };
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => detect(pick(open, n), key, headers)),
    );
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
    expect(await usedBy(accountId)).toBe(1);
    const other = await detect(pick(open, 1), key, headers, "Other words.");
    expect(other.status).toBe(400);
  });

  /** How many requests in turns over the copies pass before the first is refused. */
  async function passesInTurns(copies: ServerProcess[], key: string) {
    for (let passed = 0; ; passed++) {
      const reply = await probe(pick(copies, passed), key);
      if (reply.status !== 400) return { passed, reply };
    }
  }

  function expectRateRefusal({ status, body, headers }: Reply) {
    expect([status, body.error.type]).toEqual([429, "rate_limit_error"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(headers.ratelimit).toContain('"minute";r=0;');
  }

  test("the requests a minute of a key are counted over all copies", async () => {
    const { key } = await makeKey(accounts);
    const { passed, reply } = await passesInTurns(limited, key);
    expect(passed).toBe(RATE);
    expectRateRefusal(reply);
    for (const copy of limited) expect((await probe(copy, key)).status).toBe(429);
  });

  test("the requests at once of a key are counted over all copies", async () => {
    const { key } = await makeKey(accounts);
    const held = limited.map((copy) => openSocket(copy));
    // Connected first, so that what is asked after them is also answered after they are let in.
    for (const socket of held) socket.send("GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await Promise.all(held.map((socket) => socket.until(/is_current.*\}$/s)));
    for (const socket of held) {
      socket.send(postHead("/v1/detect", { ...keyed(key), "content-length": 9 }));
    }
    const other = await makeKey(accounts);
    for (const copy of limited) expect((await probe(copy, other.key)).status).toBe(400);
    const refused = await probe(pick(limited, 0), key);
    expect(refused.body.error.message).toBe("Too many requests at once for this key");
    expect((await probe(pick(limited, 1), key)).status).toBe(429);
    // One copy's request ends: the other copy has a place again.
    held[0]?.send("content=a");
    await held[0]?.until(/"verdict".*\}$/s);
    await until("the place is free", async () => {
      expect((await probe(pick(limited, 1), key)).status).toBe(400);
    });
    for (const socket of held) socket.end();
  });

  test("new location data is taken up by every copy, and no request is dropped meanwhile", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lodestone-tables-"));
    cpSync(new URL("../../data/", import.meta.url), folder, { recursive: true });
    const file = join(folder, "markets.csv");
    const table = readFileSync(file, "utf8");
    writeFileSync(file, table.replace("1,6,Cuddapah APMC", "1,6,Kadapa Renamed APMC"));
    const { env = {} } = open[0] ?? {};
    const imported = await runCommand(["locations", "import", folder], { env });
    rmSync(folder, { recursive: true, force: true });
    expect(imported.err).toContain("is active");
    await Promise.all(
      open.map((copy) =>
        until("the copy has the new set", async () => {
          const reply = await fetch(`${copy.http}/api/markets/1`);
          const { data } = (await reply.json()) as { data: { name: string } };
          if (reply.status !== 200) throw new Error(`dropped: ${reply.status}`);
          expect(data.name).toBe("Kadapa Renamed APMC");
        }),
      ),
    );
  });

  test("without Redis calls go on with each copy's own limits, a warning, and an exact quota", async () => {
    await redis.crash();
    const { key } = await makeKey(accounts);
    const { passed, reply } = await passesInTurns(limited.slice(0, 1), key);
    expect(passed).toBe(RATE);
    expectRateRefusal(reply);
    // The other copy counts for itself.
    expect((await probe(pick(limited, 1), key)).status).toBe(400);
    for (const copy of limited) {
      await copy.said("Redis is unreachable: each process counts limits for itself");
    }
    await expectExactly(5, 60);

    await redis.start();
    const other = await makeKey(accounts);
    for (const copy of limited) {
      await until("the copy shares again", async () => {
        await probe(copy, other.key);
        expect(copy.output()).toContain("Redis is back: limits are shared again");
      });
    }
    const fresh = await makeKey(accounts);
    expect((await passesInTurns(limited, fresh.key)).passed).toBe(RATE);
  });

  test("without Postgres /v1 is 503, /api goes on; it comes back by itself and no check is lost", async () => {
    const { key, accountId } = await makeKey(accounts, { quota: 1000 });
    const calls = 60;
    const waiting = Array.from({ length: calls }, (_, n) => n);
    const seen = { answered: 0, away: 0 };
    const odd: Reply[] = [];
    const caller = async () => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
        const reply = await detect(pick(open, n), key, { "idempotency-key": `call-${n}` }, TEXT);
        if (reply.status === 200) seen.answered++;
        else {
          if (reply.status !== 503 || reply.headers["retry-after"] === undefined) odd.push(reply);
          seen.away++;
          waiting.push(n);
          await delay(50);
        }
      }
    };
    const load = Promise.all(Array.from({ length: 6 }, caller));
    while (seen.answered < 10) await delay(1);
    await postgres.crash();

    for (const copy of open) {
      const reply = await detect(copy, key);
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({
        error: {
          message: "Storage is temporarily unavailable, retry later",
          type: "overloaded_error",
          code: "store_unavailable",
          doc_url: `${copy.https}/errors#store_unavailable`,
        },
        request_id: reply.headers["x-request-id"],
      });
      expect(reply.headers["retry-after"]).toBe("1");
      expect((await fetch(`${copy.http}/api/states`)).status).toBe(200);
      expect((await fetch(`${copy.http}/healthz`)).status).toBe(200);
      const ready = await fetch(`${copy.http}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { status: "not ready", waiting: ["store"] },
      ]);
    }

    await postgres.start();
    await load;
    expect(odd).toEqual([]);
    expect(seen.away).toBeGreaterThan(0);
    expect(seen.answered).toBe(calls);
    expect(await usedBy(accountId)).toBe(calls);
    for (const copy of open) {
      await until("the copy is ready again", async () => {
        expect((await fetch(`${copy.http}/readyz`)).status).toBe(200);
      });
    }
  }, 600_000);

  test("a copy that is killed takes nothing with it: its callers ask another and pay once", async () => {
    const { key, accountId } = await makeKey(accounts, { quota: 1000 });
    const doomed = open.pop() as ServerProcess;
    const calls = Array.from({ length: 40 }, (_, n) =>
      detect(doomed, key, { "idempotency-key": `moved-${n}` }).then(
        (reply) => reply.status,
        () => null,
      ),
    );
    await Promise.any(calls);
    await doomed.kill();
    const statuses = await Promise.all(calls);
    for (const [n, status] of statuses.entries()) {
      expect([200, null]).toContain(status);
      const again = await detect(pick(open, n), key, { "idempotency-key": `moved-${n}` });
      expect(again.status).toBe(200);
    }
    expect(await usedBy(accountId)).toBe(40);
    rmSync(doomed.dataDir, { recursive: true, force: true });
  });
});
