// Three copies behind nginx with one Postgres and one Redis, and everything that can fail fails under load: copies are
// killed and restarted, Postgres and Redis stop and restart, connections are cut. No response is wrong, no check is
// lost or counted twice, the only errors are documented ones, and the system recovers without intervention.
import { Agent, request } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { FORM, form, makeKey, openAccounts, TEXT } from "../contract/v1.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { freePort, until } from "../services/free-port.ts";
import { type NginxService, nginxAvailable, startNginx } from "../services/nginx.ts";
import { type PostgresService, postgresAvailable, startPostgres } from "../services/postgres.ts";
import { type RedisService, redisAvailable, startRedis } from "../services/redis.ts";

const isHere = postgresAvailable() && redisAvailable() && nginxAvailable();
const TEXTS = [
  TEXT,
  `It is important to note that synergy matters. ${TEXT}`,
  `Rain again today. ${TEXT}`,
];
const QUOTA = 25;

type Answer = { status: number; text: string; retryAfter: string | undefined };
type Copy = { env: Record<string, string>; process: ServerProcess };

describe.skipIf(!isHere)("three copies behind nginx", () => {
  let postgres: PostgresService;
  let redis: RedisService;
  let nginx: NginxService;
  let databaseUrl: string;
  let copies: Copy[] = [];
  let accounts: Accounts;
  let closeAccounts = async () => {};
  let agent: Agent;

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    databaseUrl = await postgres.createDatabase();
    const ports = await Promise.all(
      [0, 1, 2].map(async () => [await freePort(), await freePort()]),
    );
    copies = await Promise.all(
      ports.map(async ([http, https]) => {
        const env = {
          DATABASE_URL: databaseUrl,
          REDIS_URL: redis.url,
          TRUST_PROXY: "127.0.0.1",
          RATE_PER_MINUTE: "1000000",
          CONCURRENT_PER_KEY: "1000000",
          HTTP_PORT: String(http),
          HTTPS_PORT: String(https),
        };
        return { env, process: await startServer(env) };
      }),
    );
    nginx = await startNginx(copies.map(({ process }) => process.httpPort));
    agent = new Agent({ keepAlive: true, ca: nginx.ca, maxSockets: 64 });
    const { env } = copies[0]?.process ?? { env: {} };
    ({ accounts, close: closeAccounts } = await openAccounts({ env }));
  }, 600_000);
  afterAll(async () => {
    agent?.destroy();
    await closeAccounts();
    await nginx?.stop();
    await Promise.all(copies.map(({ process }) => process.stop()));
    await redis?.stop();
    await postgres?.stop();
  });

  function send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = "",
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port: nginx.port, agent, method, path, headers });
      asked.on("response", (reply) => {
        let text = "";
        reply.on("data", (chunk) => (text += chunk));
        reply.on("error", reject);
        reply.on("end", () =>
          resolve({
            status: reply.statusCode ?? 0,
            text,
            retryAfter: reply.headers["retry-after"],
          }),
        );
      });
      asked.on("error", reject);
      asked.end(body);
    });
  }

  const detect = (key: string, text: string, more: Record<string, string> = {}) =>
    send(
      "POST",
      "/v1/detect",
      { "x-api-key": key, origin: "https://example.com", "content-type": FORM, ...more },
      form(text),
    );
  const usedBy = async (accountId: string) => (await accounts.callerFor(accountId))?.used ?? 0;

  test("lose nothing, count nothing twice and answer nothing wrong while everything around them breaks", async () => {
    const keyed = await makeKey(accounts, { quota: 1_000_000 });
    const plain = await makeKey(accounts, { quota: 1_000_000 });
    const few = await makeKey(accounts, { quota: QUOTA });
    const right = new Map<string, string>();
    for (const text of TEXTS) right.set(text, (await detect(plain.key, text)).text);
    const states = dataOf((await send("GET", "/api/states")).text);
    const found = dataOf((await send("GET", "/api/search?q=pune")).text);

    const seen = {
      keyed: 0,
      plain: TEXTS.length,
      few: 0,
      reads: 0,
      away: 0,
      readsAway: 0,
      unknown: 0,
      refused: 0,
    };
    const odd: string[] = [];
    let isOver = false;
    let number = 0;
    /** The documented refusal, which says when to retry. */
    const isAway = ({ status, text, retryAfter }: Answer) =>
      status === 503 && retryAfter === "1" && text.includes('"overloaded_error"');

    // Each number is asked for under its own idempotency key until it is answered.
    const insist = async () => {
      while (!isOver) {
        const text = TEXTS[number % TEXTS.length] as string;
        const headers = { "idempotency-key": `number-${number++}` };
        for (;;) {
          const answer = await detect(keyed.key, text, headers).catch(() => null);
          if (answer?.status === 200) {
            if (answer.text !== right.get(text)) odd.push(`wrong: ${answer.text}`);
            seen.keyed++;
            break;
          }
          if (answer === null) seen.unknown++;
          else if (isAway(answer)) seen.away++;
          else odd.push(`${answer.status} ${answer.text}`);
          await delay(20);
        }
      }
    };
    let plainFailures = 0;
    const ask = async () => {
      while (!isOver) {
        const answer = await detect(plain.key, TEXTS[0] as string).catch(() => null);
        if (answer?.status === 200) seen.plain++;
        else {
          plainFailures++;
          if (answer !== null && !isAway(answer)) odd.push(`${answer.status} ${answer.text}`);
          await delay(20);
        }
      }
    };
    let fewFailures = 0;
    const askForFew = async () => {
      while (!isOver) {
        const answer = await detect(few.key, TEXTS[1] as string).catch(() => null);
        if (answer?.status === 200) seen.few++;
        else if (answer?.status === 429 && answer.text.includes("quota_exceeded_error"))
          seen.refused++;
        else {
          fewFailures++;
          if (answer !== null && !isAway(answer)) odd.push(`${answer.status} ${answer.text}`);
        }
        await delay(100);
      }
    };
    const read = async () => {
      for (let n = 0; !isOver; n++) {
        const [path, data] = n % 2 === 0 ? ["/api/states", states] : ["/api/search?q=pune", found];
        const answer = await send("GET", path).catch(() => null);
        if (answer?.status === 200) {
          if (dataOf(answer.text) !== data) odd.push(`wrong: ${answer.text}`);
          seen.reads++;
        } else {
          seen.readsAway++;
          if (answer !== null && !isAway(answer)) odd.push(`${answer.status} ${answer.text}`);
        }
        await delay(5);
      }
    };
    const load = Promise.all([insist(), insist(), insist(), ask(), ask(), askForFew(), read()]);

    /** Lets the load run on until some more was answered. */
    const go = async (answers = 15) => {
      const enough = seen.keyed + answers;
      await until("the load goes on", async () => {
        if (seen.keyed < enough) throw new Error(`${seen.keyed} of ${enough}`);
      });
    };
    const restart = async (copy: Copy) => {
      copy.process = await startServer({ ...copy.env, DATA_DIR: copy.process.dataDir });
    };
    const [a, b, c] = copies as [Copy, Copy, Copy];
    const startMs = Date.now();
    await go();
    for (const copy of [a, b]) {
      await copy.process.kill();
      await go();
      await restart(copy);
      await go();
    }
    await postgres.crash();
    await delay(300);
    await postgres.start();
    await go();
    await redis.crash();
    await go();
    await redis.start();
    await go();
    redis.freeze();
    await go();
    redis.thaw();
    await cutConnections(postgres.url);
    await go();
    // Two at once, while Postgres goes down with them.
    await Promise.all([b.process.kill(), c.process.kill(), postgres.crash()]);
    await Promise.all([postgres.start(), restart(b), restart(c)]);
    await go();
    // One is told to stop in order, as in an upgrade.
    expect(await a.process.terminate()).toBe(0);
    await restart(a);
    await go();
    isOver = true;
    await load;
    const tookMs = Date.now() - startMs;

    // Without intervention all are ready again and every call is answered.
    for (const { process } of copies) {
      await until("the copy is ready", async () => {
        expect((await fetch(`${process.http}/readyz`)).status).toBe(200);
      });
    }
    for (let n = 0; n < 6; n++) {
      expect((await detect(plain.key, TEXTS[0] as string)).status).toBe(200);
      seen.plain++;
    }
    const used = {
      keyed: await usedBy(keyed.accountId),
      plain: await usedBy(plain.accountId),
      few: await usedBy(few.accountId),
    };
    console.log(
      [
        `three copies, ${(tookMs / 1000).toFixed(0)} s: 4 kills, 1 orderly stop, 2 crashes of Postgres, all its connections cut, Redis stopped and stalled`,
        `checks answered with an idempotency key ${seen.keyed}, counted ${used.keyed}`,
        `checks answered without one ${seen.plain}, counted ${used.plain}, failed or cut ${plainFailures}`,
        `account with ${QUOTA} checks: answered ${seen.few}, counted ${used.few}, refused ${seen.refused}, failed or cut ${fewFailures}`,
        `reads of the directory ${seen.reads}, 503 or cut ${seen.readsAway}`,
        `503 with Retry-After ${seen.away}, connections cut ${seen.unknown}, other errors ${odd.length}`,
      ].join("\n"),
    );
    expect(odd).toEqual([]);
    expect(used.keyed).toBe(seen.keyed);
    expect(seen.keyed).toBe(number);
    // Without an idempotency key a call that got no answer may have been counted, and no other.
    expect(used.plain).toBeGreaterThanOrEqual(seen.plain);
    expect(used.plain).toBeLessThanOrEqual(seen.plain + plainFailures);
    expect(used.few).toBeLessThanOrEqual(QUOTA);
    expect(used.few).toBeGreaterThanOrEqual(seen.few);
    expect(used.few).toBeLessThanOrEqual(seen.few + fewFailures);
    expect(seen.away + seen.unknown).toBeGreaterThan(0);
  }, 600_000);
});

/** What an answer says, but for the time it was given. */
function dataOf(text: string): string {
  return text.replace(/"timestamp":"[^"]*"/, "");
}

/** Ends every connection of the copies, as a fail-over or a firewall would. */
async function cutConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lodestone'",
  );
  await client.end();
}
