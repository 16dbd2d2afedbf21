// A process to be killed: makes the checks it is given, eight at a time, each with an idempotency key
// of its own, and writes a check's number to stdout once it was counted, as an answer would be sent.
// Arguments: data folder, database URL or "", key, first number, last number, then the numbers done.
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { openCounters, openStore } from "../../src/store/store.ts";

const [dataDir = "", databaseUrl = "", secret, first, last, done = ""] = process.argv.slice(2);
const clock = () => Date.UTC(2026, 4, 20, 10);
const unlimited = 1_000_000;
const store = await openStore({ dataDir, databaseUrl: databaseUrl || undefined, clock });
await store.whenReady();
const accounts = createAccounts({
  store,
  counters: openCounters({ clock }),
  clock,
  random: randomBytes,
  settings: {
    ratePerMinute: unlimited,
    concurrentPerKey: unlimited,
    badKeysPerMinute: unlimited,
    quotaPerDay: unlimited,
    quotaBonusPerDay: 0,
    quotaBonusDays: 0,
    signup: "open",
  },
});

const isDone = new Set(done.split(",").filter(Boolean).map(Number));
const open: number[] = [];
for (let n = Number(first); n <= Number(last); n++) if (!isDone.has(n)) open.push(n);

async function work(): Promise<void> {
  for (let n = open.shift(); n !== undefined; n = open.shift()) {
    const origins = ["https://example.com"];
    const admission = await accounts.admit({ key: secret, origins, address: "127.0.0.1" });
    if (!admission.ok) throw new Error(admission.reason);
    const idempotency = { key: `check ${n}`, body: `text ${n}` };
    const reserved = await accounts.quota.reserve(admission.caller, {
      endpoint: "detect",
      idempotency,
    });
    if (!reserved.ok) throw new Error(reserved.reason);
    // The work of a check goes over threads; here it is a turn of the event loop.
    await new Promise(setImmediate);
    const counted = await reserved.check.count();
    if (!counted.ok) throw new Error(counted.reason);
    admission.leave();
    writeSync(1, `${n}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, work));
await store.close();
