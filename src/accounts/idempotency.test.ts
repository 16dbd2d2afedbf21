// What is kept of an Idempotency-Key, with a store whose secret the test controls.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { Store } from "../store/store.ts";
import { createFingerprints } from "./idempotency.ts";

const at = Date.parse("2026-03-01T12:00:00Z");
const scope = { owner: "key_1", endpoint: "detect" };

/** A store that keeps the first secret it is given, as the real one does. */
function openStoreOfSecrets(kept: { secret?: string; isAway?: boolean } = {}) {
  const keepSetting: Store["keepSetting"] = async (name, value) => {
    if (kept.isAway) throw new Error("away");
    if (name !== "idempotency_secret") throw new Error(`a setting named ${name}`);
    kept.secret ??= value;
    return kept.secret;
  };
  return { keepSetting } as Store;
}

const openPrints = (store: Store, byte = 7) =>
  createFingerprints({ store, random: (size) => new Uint8Array(size).fill(byte) });

test("the same request has the same print in every copy of one installation, and in no other", async () => {
  const store = openStoreOfSecrets();
  const request = { key: "k", body: "a text" };
  const print = await openPrints(store, 1)(scope, request, at);
  expect(await openPrints(store, 2)(scope, request, at)).toEqual(print);
  const elsewhere = await openPrints(openStoreOfSecrets(), 3)(scope, request, at);
  expect(elsewhere.hash).not.toBe(print.hash);
  expect(elsewhere.bodyHash).not.toBe(print.bodyHash);
  expect(print.expiresAt).toBe(at + 86_400_000);
  expect(print.hash).toMatch(/^[0-9a-f]{64}$/);
});

test("a body in pieces has the print of the whole", async () => {
  const prints = openPrints(openStoreOfSecrets());
  const pieces = ["é".repeat(700_000), "", "🙂", "a".repeat(900_000), "b"];
  const whole = await prints(scope, { key: "k", body: pieces.join("") }, at);
  expect(await prints(scope, { key: "k", body: pieces }, at)).toEqual(whole);
});

test("the installation's secret has 32 random bytes", async () => {
  const kept: { secret?: string } = {};
  await openPrints(openStoreOfSecrets(kept), 9)(scope, { key: "k", body: "" }, at);
  expect(kept.secret).toBe(Buffer.alloc(32, 9).toString("base64"));
});

test("owner, endpoint, key and body are told apart, also where one ends and the next begins", async () => {
  const prints = openPrints(openStoreOfSecrets());
  const hash = async (owner: string, endpoint: string, key: string) =>
    (await prints({ owner, endpoint }, { key, body: "b" }, at)).hash;
  const hashes = [
    await hash("key_1", "detect", "k"),
    await hash("key_2", "detect", "k"),
    await hash("key_1", "regenerate", "k"),
    await hash("key_1", "detect", "l"),
    await hash("key_1d", "etect", "k"),
    await hash("key_1", "detectk", ""),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  const bodyHash = async (body: string | Uint8Array) =>
    (await prints(scope, { key: "k", body }, at)).bodyHash;
  expect(await bodyHash("a text")).not.toBe(await bodyHash("a text "));
  // A file's bytes count as such.
  expect(await bodyHash(Buffer.from("a text"))).toBe(await bodyHash("a text"));
  // A body that says what a key says is still a body.
  const { hash: asKey, bodyHash: asBody } = await prints(scope, { key: "x", body: "x" }, at);
  expect(asKey).not.toBe(asBody);
});

test("a store that was away is asked again by the next request", async () => {
  const kept = { isAway: true };
  const prints = openPrints(openStoreOfSecrets(kept));
  await expect(prints(scope, { key: "k", body: "b" }, at)).rejects.toThrow("away");
  kept.isAway = false;
  expect(await prints(scope, { key: "k", body: "b" }, at)).toMatchObject({
    hash: expect.any(String),
  });
});

test("every release makes the same print, so that old and new copies agree during an upgrade", async () => {
  const secret = Buffer.alloc(32, 7);
  const hmac = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
  const prints = openPrints(openStoreOfSecrets({ secret: secret.toString("base64") }));
  expect(await prints(scope, { key: "k-é", body: "a text" }, at)).toEqual({
    hash: hmac("3:key5:key_16:detect4:k-é"),
    bodyHash: hmac("4:body6:a text"),
    expiresAt: at + 86_400_000,
  });
});
