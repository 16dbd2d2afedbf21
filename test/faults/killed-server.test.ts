// kill -9 of a running server in the middle of load, again and again: every answer that arrived was
// counted, nothing was counted that nobody asked for, and asking again under the same idempotency
// key costs nothing more.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, FORM, form, makeKey, openAccounts, TEXT } from "../contract/v1.ts";
import { type ServerProcess, startServer } from "../server-process.ts";

const KILLS = 20;
const CALLERS = 8;

test(`${KILLS} kills of the server lose no counted check and give none twice`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-killed-"));
  const env = {
    DATA_DIR: dataDir,
    SERVICES: "authenticity",
    LOG_LEVEL: "info",
    RATE_PER_MINUTE: "1000000",
    CONCURRENT_PER_KEY: "1000000",
  };
  const { accounts, close } = await openAccounts({ env });
  const keyed = await makeKey(accounts, { quota: 1_000_000 });
  const plain = await makeKey(accounts, { quota: 1_000_000 });
  const usedBy = async (accountId: string) => (await accounts.callerFor(accountId))?.used ?? 0;

  /** Numbers that were answered, ever; each is asked for until it is. */
  const answered = new Set<number>();
  let next = 0;
  let plainAnswers = 0;
  let plainLost = 0;

  /** Calls until the server is gone: half with idempotency keys, half without. */
  async function load(server: ServerProcess, onAnswer: () => void): Promise<void> {
    const unanswered = Array.from({ length: next }, (_, n) => n).filter((n) => !answered.has(n));
    const post = (key: string, headers: Record<string, string>, n: number) =>
      call(server, {
        path: "/v1/detect",
        headers: {
          "x-api-key": key,
          origin: "https://example.com",
          "content-type": FORM,
          ...headers,
        },
        body: form(`${TEXT} These are the words of number ${n}.`),
      });
    const numbered = async () => {
      for (;;) {
        const n = unanswered.shift() ?? next++;
        const reply = await post(keyed.key, { "idempotency-key": `number-${n}` }, n);
        expect(reply.status).toBe(200);
        answered.add(n);
        onAnswer();
      }
    };
    const unnumbered = async () => {
      for (let n = 0; ; n++) {
        let isCut = true;
        try {
          const reply = await post(plain.key, {}, n);
          expect(reply.status).toBe(200);
          isCut = false;
        } finally {
          if (isCut) plainLost++;
        }
        plainAnswers++;
        onAnswer();
      }
    };
    const callers = Array.from({ length: CALLERS }, (_, n) =>
      n % 2 === 0 ? numbered() : unnumbered(),
    );
    const ends = await Promise.allSettled(callers);
    for (const end of ends) {
      const code = end.status === "rejected" ? Object(end.reason).code : undefined;
      // Nothing but the kill ended them.
      expect(["ECONNRESET", "ECONNREFUSED", "EPIPE"]).toContain(code);
    }
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const server = await startServer(env);
    let left = 1 + Math.floor(Math.random() * 40);
    await load(server, () => {
      if (--left === 0) void server.kill();
    });
    await server.kill();
    const counted = await usedBy(keyed.accountId);
    expect(counted).toBeGreaterThanOrEqual(answered.size);
    expect(counted).toBeLessThanOrEqual(next);
    const plainCounted = await usedBy(plain.accountId);
    expect(plainCounted).toBeGreaterThanOrEqual(plainAnswers);
    expect(plainCounted).toBeLessThanOrEqual(plainAnswers + plainLost);
  }

  // Everybody who got no answer asks again, and the last server is left alone.
  const server = await startServer(env);
  for (let n = 0; n < next; n++) {
    const reply = await call(server, {
      path: "/v1/detect",
      headers: {
        "x-api-key": keyed.key,
        origin: "https://example.com",
        "content-type": FORM,
        "idempotency-key": `number-${n}`,
      },
      body: form(`${TEXT} These are the words of number ${n}.`),
    });
    expect(reply.status).toBe(200);
  }
  expect(await usedBy(keyed.accountId)).toBe(next);
  expect(await server.terminate()).toBe(0);
  await close();
  rmSync(dataDir, { recursive: true, force: true });
}, 600_000);
