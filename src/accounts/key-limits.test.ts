// Limits of single keys on every store: checks a day that hold on all copies at once, endpoints, and test keys.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores, type StoreTarget, storeKinds } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, buildKey, makeCheck } from "../../testing/build-accounts.ts";
import type { Accounts } from "./accounts.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T12:00:00Z");
const domain = "example.com";
const actor = "account" as const;

describe.each(storeKinds)("limits of a key on the $name store", ({ name, isHere }) => {
  let target: StoreTarget;
  let accounts: Accounts;
  let accountId: string;
  let free: string;
  const openCopy = async () => buildAccounts(await stores.open(target, clock.read), clock.read);
  beforeEach(async () => {
    if (!isHere) return;
    clock.now = Date.parse("2026-03-01T12:00:00Z");
    target = await stores.newTarget(name);
    accounts = await openCopy();
    ({ accountId, secret: free } = await buildKey(accounts));
  });
  const make = async (wanted: Partial<Parameters<Accounts["keys"]["create"]>[0]>) => {
    const made = await accounts.keys.create({ accountId, domain, actor, ...wanted });
    if (!made.ok) throw new Error(made.problem);
    return made;
  };
  const admit = (key: string, endpoint: string) =>
    accounts.admit({ key, origins: ["https://example.com"], address: "192.0.2.1", endpoint });

  test.skipIf(!isHere)("a key's own checks end before those of the account", async () => {
    const { secret } = await make({ checksPerDay: 2 });
    const outcomes = [];
    for (let n = 0; n < 3; n++) outcomes.push(await makeCheck(accounts, secret));
    expect(outcomes).toEqual(["answered", "answered", "key_quota_exceeded"]);
    expect(await makeCheck(accounts, free)).toBe("answered");
    const refused = await admit(secret, "detect");
    if (!refused.ok) throw new Error(refused.reason);
    expect(refused.day).toMatchObject({ limit: 2, remaining: 0 });
    refused.leave();
    clock.now += 86_400_000;
    expect(await makeCheck(accounts, secret)).toBe("answered");
  });

  test.skipIf(!isHere)("N at once on two copies against q left give exactly q", async () => {
    const { secret, id } = await make({ checksPerDay: 7 });
    const copies = [accounts, await openCopy()];
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, at) => {
        const work = async () => (at % 5 === 0 ? "failed" : "done") as "failed" | "done";
        return makeCheck(copies[at % 2] as Accounts, secret, { work });
      }),
    );
    expect(outcomes.filter((outcome) => outcome === "answered")).toHaveLength(7);
    const listed = (await accounts.keys.list(accountId)).find((key) => key.id === id);
    expect(listed).toMatchObject({ checksToday: 7, checksPerDay: 7 });
  });

  test.skipIf(!isHere)(
    "a repetition under an Idempotency-Key needs no check of the key",
    async () => {
      const { secret } = await make({ checksPerDay: 1 });
      const idempotency = { key: "once", body: "text" };
      expect(await makeCheck(accounts, secret, { idempotency })).toBe("answered");
      expect(await makeCheck(accounts, secret, { idempotency })).toBe("replayed");
      expect(await makeCheck(accounts, secret)).toBe("key_quota_exceeded");
    },
  );

  test.skipIf(!isHere)("a key opens only the endpoints it was made for", async () => {
    const { secret } = await make({ endpoints: ["detect", "report"] });
    const outcome = async (endpoint: string) => {
      const admission = await admit(secret, endpoint);
      if (admission.ok) admission.leave();
      return admission.ok ? "admitted" : admission.reason;
    };
    expect(await outcome("detect")).toBe("admitted");
    expect(await outcome("report")).toBe("admitted");
    expect(await outcome("detect/batch")).toBe("endpoint");
    expect(await outcome("regenerate")).toBe("endpoint");
    // Reading one's usage is open to every key.
    expect(await outcome("usage")).toBe("admitted");
    await accounts.refusals.flush();
    const { refusals } = await accounts.quota.history(accountId, 1);
    expect(refusals).toMatchObject([{ reason: "endpoint", times: 2 }]);
  });

  test.skipIf(!isHere)("a key's own rate bites, and reading has one of its own", async () => {
    const { secret } = await make({ ratePerMinute: 2 });
    const outcome = async (isRead: boolean) => {
      const origins = ["https://example.com"];
      const admission = await accounts.admit({
        key: secret,
        origins,
        address: "192.0.2.1",
        isRead,
      });
      if (admission.ok) admission.leave();
      return admission.ok ? admission.minute : admission.reason;
    };
    expect(await outcome(false)).toMatchObject({ name: "minute", limit: 2, remaining: 1 });
    expect(await outcome(false)).toMatchObject({ remaining: 0 });
    expect(await outcome(false)).toBe("rate");
    expect(await outcome(true)).toMatchObject({ name: "reads", limit: 300, remaining: 299 });
  });

  test.skipIf(!isHere)("limits outlive a rotation, and so does being a test key", async () => {
    const limits = {
      checksPerDay: 3,
      ratePerMinute: 9,
      endpoints: ["detect"],
      isTest: true,
      metadata: { plan: "pro", Größe: "10 €" },
      externalId: "customer-7",
    };
    const { id, secret } = await make(limits);
    expect(secret).toMatch(/^ls_test_[0-9A-Za-z]{36}$/);
    const rotated = await accounts.keys.rotate({ id, accountId, graceHours: 0, actor });
    if (!rotated.ok) throw new Error(rotated.problem);
    expect(rotated.secret).toMatch(/^ls_test_/);
    expect(await accounts.keys.find(rotated.id)).toMatchObject(limits);
    const admission = await admit(rotated.secret, "detect");
    if (!admission.ok) throw new Error(admission.reason);
    expect(admission.caller.isTest).toBe(true);
    admission.leave();
    expect(await admit(secret, "detect")).toMatchObject({ ok: false, reason: "unauthorized" });
  });

  test.skipIf(!isHere).each([
    [{ checksPerDay: 0 }, "checksPerDay"],
    [{ ratePerMinute: 0 }, "ratePerMinute"],
    [{ ratePerMinute: 1_000_001 }, "ratePerMinute"],
    [{ metadata: { "": "x" } }, "metadata"],
    [{ metadata: { a: "x".repeat(501) } }, "metadata"],
    [{ metadata: { a: "\u0000" } }, "metadata"],
    [{ metadata: { a: "\ud800" } }, "metadata"],
    [{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [n, ""])) }, "metadata"],
    [{ externalId: "x".repeat(201) }, "externalId"],
    [{ checksPerDay: 1.5 }, "checksPerDay"],
    [{ endpoints: [] }, "endpoints"],
    [{ endpoints: ["detect", "everything"] }, "endpoints"],
  ])("%j is refused", async (wanted, field) => {
    const made = await accounts.keys.create({ accountId, domain, actor, ...wanted });
    expect(made).toMatchObject({ ok: false, field });
  });
});
