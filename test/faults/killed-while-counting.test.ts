// kill -9 in the middle of load: what was answered must have been counted, and a caller who asks
// again with the same idempotency key must not pay twice.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { openCounters, StoreAwayError } from "../../src/store/store.ts";
import { postgresAvailable, startPostgres } from "../services/postgres.ts";
import { prepareStores, type StoreTarget, storeKinds } from "../services/stores.ts";

const child = fileURLToPath(new URL("./counting-child.ts", import.meta.url));
const clock = () => Date.UTC(2026, 4, 20, 10);
const stores = prepareStores();
afterAll(() => stores.closeAll());

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  const kills = name === "embedded" ? 20 : 8;

  test.skipIf(!isHere)(
    `${kills} kills under load lose no counted check and count none twice`,
    async () => {
      const target = await stores.newTarget(name);
      const store = await stores.open(target, clock);
      const { accountId, secret } = await buildKey(store);
      const answered = new Set<number>();
      const inFlightMax = 8;
      let first = 1;
      for (let kill = 0; kill < kills; kill++) {
        // Killed after its 1st to 40th answer, while seven others are on their way.
        const killAfter = 1 + Math.floor(Math.random() * 40);
        const numbers = { first: 1, last: first + 99 };
        const { code, answers } = await runChild(target, secret, numbers, answered, killAfter);
        expect(code).toBe("SIGKILL");
        for (const n of answers) answered.add(n);
        first += answers.length;
        const used = await store.readUsed(accountId, "2026-05-20");
        expect(used).toBeGreaterThanOrEqual(answered.size);
        expect(used - answered.size).toBeLessThanOrEqual(inFlightMax);
      }
      // The callers that got no answer ask again, and the last process is left alone.
      const last = first + 99;
      const { code, answers } = await runChild(target, secret, { first: 1, last }, answered, null);
      expect(code).toBe(0);
      for (const n of answers) answered.add(n);
      expect(answered.size).toBe(last);
      expect(await store.readUsed(accountId, "2026-05-20")).toBe(last);
      const usage = await store.listUsage(accountId, { from: "2026-05-20", to: "2026-05-20" });
      expect(usage.map(({ checks }) => checks)).toEqual([last]);
    },
    600_000,
  );
});

describe.skipIf(!postgresAvailable())("a Postgres that crashes under load", () => {
  test("loses no counted check, and callers who ask again pay once", async () => {
    const server = await startPostgres();
    try {
      const databaseUrl = await server.createDatabase();
      const store = await stores.open({ dataDir: "", databaseUrl }, clock);
      const { accounts, accountId, secret } = await buildKey(store);
      await accounts.enrolment.setQuota(accountId, 1_000_000);
      const seen = { answered: 0, failures: 0 };
      const open = Array.from({ length: 300 }, (_, n) => n);
      const caller = async () => {
        for (let n = open.shift(); n !== undefined; n = open.shift()) {
          try {
            const origins = ["https://example.com"];
            const admission = await accounts.admit({ key: secret, origins, address: "::1" });
            assert(admission.ok);
            admission.leave();
            const idempotency = { key: `check ${n}`, body: `text ${n}` };
            const request = { endpoint: "detect", idempotency };
            const reserved = await accounts.quota.reserve(admission.caller, request);
            assert(reserved.ok);
            const counted = await reserved.check.count();
            assert(counted.ok);
            seen.answered += 1;
          } catch (err) {
            // Callers may only get "temporarily unavailable", and then retry.
            assert(err instanceof StoreAwayError, err as Error);
            seen.failures += 1;
            open.push(n);
            await delay(20);
          }
        }
      };
      const load = Promise.all(Array.from({ length: 8 }, caller));
      for (const crashAt of [30, 120, 210]) {
        while (seen.answered < crashAt) await delay(1);
        await server.crash();
        await server.start();
      }
      await load;
      expect(seen.failures).toBeGreaterThan(0);
      expect(seen.answered).toBe(300);
      expect(await store.readUsed(accountId, "2026-05-20")).toBe(300);
    } finally {
      await stores.closeAll();
      await server.stop();
    }
  }, 600_000);
});

async function buildKey(store: Awaited<ReturnType<typeof stores.open>>) {
  const accounts = createAccounts({
    store,
    counters: openCounters({ clock }),
    clock,
    random: randomBytes,
    settings: {
      ratePerMinute: 1_000_000,
      concurrentPerKey: 1_000_000,
      badKeysPerMinute: 300,
      quotaPerDay: 25,
      quotaBonusPerDay: 25,
      quotaBonusDays: 30,
      signup: "open",
    },
  });
  const made = await accounts.enrolment.findOrCreate("owner@localhost");
  if (!made.ok) throw new Error(made.reason);
  const accountId = made.account.id;
  const key = await accounts.keys.create({ accountId, domain: "example.com", actor: "operator" });
  if (!key.ok) throw new Error(key.problem);
  return { accounts, accountId, secret: key.secret };
}

/** Runs the child until it ends, or kills it after a number of answers. */
async function runChild(
  target: StoreTarget,
  secret: string,
  { first, last }: { first: number; last: number },
  answered: Set<number>,
  killAfter: number | null,
): Promise<{ code: number | string | null; answers: number[] }> {
  const words = [target.dataDir, target.databaseUrl ?? "", secret, String(first), String(last)];
  const counting = spawn(process.execPath, [child, ...words, [...answered].join(",")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | string | null>((resolve) => {
    counting.once("exit", (code, signal) => resolve(signal ?? code));
  });
  const answers: number[] = [];
  for await (const line of createInterface({ input: counting.stdout })) {
    answers.push(Number(line));
    if (answers.length === killAfter) counting.kill("SIGKILL");
  }
  return { code: await ended, answers };
}
