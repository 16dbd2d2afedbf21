// What tests of this room start from: accounts on a store, with a manual clock.
import { randomBytes } from "node:crypto";
import {
  type Account,
  type AccountSettings,
  type Accounts,
  createAccounts,
} from "../src/accounts/accounts.ts";
import { openCounters, type Store } from "../src/store/store.ts";

/** The specification's limits; without limits on rate and concurrency unless a test sets them. */
const settings: AccountSettings = {
  ratePerMinute: 1_000_000,
  concurrentPerKey: 1_000_000,
  badKeysPerMinute: 300,
  quotaPerDay: 25,
  quotaBonusPerDay: 25,
  quotaBonusDays: 30,
  signup: "open",
};

export function buildAccounts(
  store: Store,
  clock: () => number,
  changed: Partial<AccountSettings> = {},
): Accounts {
  return createAccounts({
    store,
    counters: openCounters({ clock }),
    clock,
    random: randomBytes,
    settings: { ...settings, ...changed },
  });
}

/** A clock for tests: `now` is what it says. */
export function buildClock(start: string): { now: number; read: () => number } {
  const clock = { now: Date.parse(start), read: () => clock.now };
  return clock;
}

/** An account with one key for example.com. */
export async function buildKey(
  accounts: Accounts,
  email = "someone@example.com",
): Promise<{ accountId: string; secret: string; keyId: string }> {
  const made = await accounts.enrolment.findOrCreate(email);
  if (!made.ok) throw new Error(made.reason);
  const accountId = made.account.id;
  const key = await accounts.keys.create({ accountId, domain: "example.com", actor: "account" });
  if (!key.ok) throw new Error(key.problem);
  return { accountId, secret: key.secret, keyId: key.id };
}

/** A session of somebody who has just signed in. */
export async function openSession(
  accounts: Accounts,
  account: Account,
  visit = { address: "192.0.2.1", agent: "browser" },
) {
  const opened = await accounts.sessions.open(account, visit);
  if (!opened) throw new Error("the password was changed");
  return opened;
}

/** A whole request: admitted, reserved, worked on, counted. */
export async function makeCheck(
  accounts: Accounts,
  secret: string,
  request: {
    work?: () => Promise<"done" | "failed">;
    idempotency?: { key: string; body: string };
    endpoint?: string;
  } = {},
): Promise<string> {
  const { work = async () => "done", endpoint = "detect", idempotency } = request;
  const origins = ["https://example.com"];
  const admission = await accounts.admit({ key: secret, origins, address: "192.0.2.1" });
  if (!admission.ok) return admission.reason;
  try {
    const reserved = await accounts.quota.reserve(admission.caller, { endpoint, idempotency });
    if (!reserved.ok) return reserved.reason;
    if ((await work()) === "failed") {
      reserved.check.release();
      return "failed";
    }
    const counted = await reserved.check.count();
    return counted.ok ? (reserved.check.isReplay ? "replayed" : "answered") : counted.reason;
  } finally {
    admission.leave();
  }
}
