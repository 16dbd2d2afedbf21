// An attacker learns nothing from how a key is looked up. Timing can't be measured reliably, so the work itself is
// counted: look-ups in the store, and the comparison that is used.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createKeys } from "../../src/accounts/keys.ts";
import type { Store } from "../../src/store/store.ts";
import { call, makeKey, openAccounts } from "../contract/v1.ts";
import { type Program, startProgram } from "../program.ts";
import { prepareStores } from "../services/stores.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const ORIGIN = ["https://example.com"];

/** A store that notes every call made to it. */
function watched(store: Store): { store: Store; calls: string[] } {
  const calls: string[] = [];
  const proxy = new Proxy(store, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      if (typeof value !== "function") return value;
      return (...words: unknown[]) => {
        calls.push(String(name));
        return value.apply(target, words);
      };
    },
  });
  return { store: proxy, calls };
}

async function buildKeys() {
  const real = await stores.open(await stores.newTarget("embedded"), Date.now);
  const { store, calls } = watched(real);
  const keys = createKeys({
    store,
    clock: Date.now,
    random: crypto.randomBytes,
    settings: { ratePerMinute: 60 },
  });
  const accountId = "acc_someone";
  const at = Date.now();
  await real.insertAccount(
    {
      id: accountId,
      email: "a@b.example",
      passwordHash: null,
      createdAt: at,
      createdDay: "2026-01-01",
      quotaOverride: null,
      madeBy: null,
    },
    { at, accountId, actor: "operator", action: "account.created" },
  );
  const make = async () => {
    const made = await keys.create({ accountId, domain: "example.com", actor: "operator" });
    if (!made.ok) throw new Error(made.problem);
    return made;
  };
  const valid = await make();
  const revoked = await make();
  await keys.revoke({ id: revoked.id, accountId, actor: "operator" });
  return { keys, calls, valid: valid.secret, revoked: revoked.secret };
}

/** The same key with its last checksum character changed. */
const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");

describe("a key", () => {
  test("with a wrong form or checksum is refused without a look-up", async () => {
    const { keys, calls, valid } = await buildKeys();
    calls.length = 0;
    for (const key of [
      "",
      "x",
      mistyped(valid),
      `${valid}a`,
      valid.toLowerCase(),
      "a".repeat(10_000),
    ]) {
      expect((await keys.verify(key, ORIGIN)).ok).toBe(false);
    }
    expect(calls).toEqual([]);
  });

  test("valid, unknown, revoked or of another domain costs the same one look-up", async () => {
    const { keys, calls, valid, revoked } = await buildKeys();
    const { keys: others, valid: unknown } = await buildKeys();
    expect((await others.verify(unknown, ORIGIN)).ok).toBe(true);
    for (const [key, origins] of [
      [valid, ORIGIN],
      [valid, ["https://other.example"]],
      [valid, []],
      [revoked, ORIGIN],
      [unknown, ORIGIN],
    ] as const) {
      calls.length = 0;
      await keys.verify(key, origins);
      expect(calls).toEqual(["findKeyForRequest"]);
    }
  });

  test("is found by its hash, and the hash compared in constant time", async () => {
    const { keys, valid } = await buildKeys();
    const compare = vi.spyOn(crypto, "timingSafeEqual");
    syncBuiltinESMExports();
    expect((await keys.verify(valid, ORIGIN)).ok).toBe(true);
    expect(compare).toHaveBeenCalledTimes(1);
    const [left, right] = compare.mock.calls[0] ?? [];
    // Both sides are hashes: what is compared tells nothing of how much of the key was right.
    expect([left?.byteLength, right?.byteLength]).toEqual([64, 64]);
  });
});

describe("over HTTP", () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram({ SERVICES: "authenticity", WORKERS: "1" });
  });
  afterAll(() => program.stop());

  test("every refused key gets the same bytes, but for the request's own id", async () => {
    const { accounts, close } = await openAccounts(program);
    const { key } = await makeKey(accounts);
    const gone = await makeKey(accounts);
    await accounts.keys.revoke({ id: gone.keyId, accountId: gone.accountId, actor: "operator" });
    await close();
    const seen = new Set<string>();
    for (const headers of [
      {},
      { "x-api-key": "x" },
      { "x-api-key": mistyped(key) },
      { "x-api-key": gone.key },
      { "x-api-key": key },
      { "x-api-key": key, origin: "https://other.example" },
    ] as Record<string, string>[]) {
      const asked = { origin: "https://example.com", ...headers };
      // The valid key is asked without any Origin.
      if (headers["x-api-key"] === key && headers.origin === undefined)
        delete (asked as { origin?: string }).origin;
      const reply = await call(program, { method: "GET", path: "/v1/usage", headers: asked });
      const { "x-request-id": id, date: _date, ...rest } = reply.headers;
      delete rest["access-control-allow-origin"];
      delete rest["access-control-expose-headers"];
      seen.add(
        JSON.stringify([reply.status, rest, reply.text.replace(String(id), "ID")]).replace(
          /"content-length":"\d+",?/,
          "",
        ),
      );
    }
    expect([...seen]).toHaveLength(1);
    expect([...seen][0]).toContain("Invalid API Key or Domain Not Authorized");
  });
});
