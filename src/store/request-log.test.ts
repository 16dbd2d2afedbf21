// The log of requests on every store: bounded for each account, filtered, gone with its account.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, buildKey } from "../../testing/build-accounts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { loggedPerAccountMax } from "./request-log-rows.ts";
import type { LoggedRequest, Store } from "./store.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T12:00:00Z");

describe.each(storeKinds)("the log of requests on the $name store", ({ name, isHere }) => {
  let store: Store;
  let accounts: Accounts;
  let accountId: string;
  let keyId: string;
  beforeEach(async () => {
    if (!isHere) return;
    clock.now = Date.parse("2026-03-01T12:00:00Z");
    store = await stores.open(await stores.newTarget(name), clock.read);
    accounts = buildAccounts(store, clock.read);
    ({ accountId, keyId } = await buildKey(accounts));
  });
  const entry = (n: number, changed: Partial<LoggedRequest> = {}): LoggedRequest => ({
    at: clock.now + n,
    keyId,
    method: "POST",
    endpoint: "/v1/detect",
    status: 200,
    code: null,
    requestId: `r${n}`,
    words: 60,
    ms: 5,
    ...changed,
  });
  const idsOf = async (filter: Parameters<Accounts["requestLog"]["list"]>[1]) =>
    (await accounts.requestLog.list(accountId, filter)).map(({ requestId }) => requestId);

  test.skipIf(!isHere)("keeps an account's latest thousand, and leaves others' alone", async () => {
    const other = await buildKey(accounts, "other@example.com");
    accounts.requestLog.note(entry(0, { keyId: other.keyId, requestId: "theirs" }));
    await accounts.requestLog.flush();
    for (let n = 0; n < loggedPerAccountMax + 300; n++) {
      accounts.requestLog.note(entry(n));
      if (n % 400 === 0) await accounts.requestLog.flush();
    }
    const ids = await idsOf({ limit: 5000 });
    expect(ids).toHaveLength(loggedPerAccountMax);
    expect([ids[0], ids.at(-1)]).toEqual(["r1299", "r300"]);
    expect(await accounts.requestLog.list(other.accountId, { limit: 9 })).toMatchObject([
      { requestId: "theirs", words: 60 },
    ]);
  });

  test.skipIf(!isHere)("is filtered by key and status, and read on from either end", async () => {
    const made = await accounts.keys.create({ accountId, domain: "b.example", actor: "account" });
    if (!made.ok) throw new Error(made.problem);
    for (const [n, status] of [200, 401, 429, 200, 503].entries()) {
      const code = status === 200 ? null : "some_code";
      accounts.requestLog.note(entry(n, { status, code, ...(n === 3 ? { keyId: made.id } : {}) }));
    }
    expect(await idsOf({ limit: 9 })).toEqual(["r4", "r3", "r2", "r1", "r0"]);
    expect(await idsOf({ limit: 9, statuses: { from: 400, to: 499 } })).toEqual(["r2", "r1"]);
    expect(await idsOf({ limit: 9, keyId: made.id })).toEqual(["r3"]);
    const [last, , third] = await accounts.requestLog.list(accountId, { limit: 3 });
    expect(last).toMatchObject({ lastFour: expect.any(String), at: clock.now + 4 });
    expect(await idsOf({ limit: 9, before: third?.seq })).toEqual(["r1", "r0"]);
    expect(await idsOf({ limit: 9, after: third?.seq })).toEqual(["r3", "r4"]);
  });

  test.skipIf(!isHere)("loses what is of a deleted account, and nothing else", async () => {
    const other = await buildKey(accounts, "other@example.com");
    accounts.requestLog.note(entry(0));
    accounts.requestLog.note(entry(1, { keyId: other.keyId }));
    await accounts.enrolment.remove(other.accountId, "operator");
    await accounts.requestLog.flush();
    expect(await idsOf({ limit: 9 })).toEqual(["r0"]);
    expect(await accounts.requestLog.list(other.accountId, { limit: 9 })).toEqual([]);
    clock.now += 31 * 86_400_000;
    await accounts.cleanUp();
    expect(await idsOf({ limit: 9 })).toEqual([]);
  });

  test.skipIf(!isHere)("a store that is away for a moment loses nothing", async () => {
    let isAway = true;
    const log = { info() {}, warn() {}, error() {} };
    const { createRequestLog } = await import("../accounts/request-log.ts");
    const addRequests: Store["addRequests"] = async (requests) => {
      if (isAway) throw new Error("away");
      return store.addRequests(requests);
    };
    const requestLog = createRequestLog({ store: { ...store, addRequests }, log });
    requestLog.note(entry(0));
    await requestLog.flush();
    isAway = false;
    await requestLog.flush();
    expect(await idsOf({ limit: 9 })).toEqual(["r0"]);
  });
});
