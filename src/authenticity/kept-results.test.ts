// What an account that keeps its results finds of the checks its keys made, and that no response waits for keeping
// them.
import { request } from "node:https";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeKey } from "../../test/contract/v1.ts";
import { buildService, type Service } from "../../testing/build-service.ts";
import type { Detection } from "../detector/detector.ts";

const LONG =
  "This is a plain text of twenty words or more, so that it can be rewritten as well as analysed by the service.";

let service: Service;
/** What the store does with a result; null: what it always does. */
let keepResult: (() => Promise<boolean>) | null = null;
beforeAll(async () => {
  const detect = async (text: string) => {
    if (text.includes("broken")) throw new Error("broken");
    return {
      input_type: "text",
      verdict: "Uncertain",
      final_probability: 50,
      ai_probability: 50,
      human_probability: 50,
      model_version: "v0.1",
      segments: [
        { text, start: 0, end: text.length, ai_prob: 50, color_label: "amber", is_data: false },
      ],
      words: 1,
      warnings: [],
    } as unknown as Detection;
  };
  service = await buildService(detect, {
    wrapStore: (store) => ({
      ...store,
      keepResult: (result) => keepResult?.() ?? store.keepResult(result),
    }),
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  keepResult = null;
});

function post(key: string, path: string, fields: object, idempotencyKey?: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({
      port: service.httpsPort,
      path,
      method: "POST",
      rejectUnauthorized: false,
      headers: {
        "x-api-key": key,
        origin: "https://example.com",
        "content-type": "application/json",
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
    });
    asked.on("error", reject);
    asked.on("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    asked.end(JSON.stringify(fields));
  });
}
const listed = async (accountId: string) =>
  (await service.history.list(accountId, { limit: 100 })).kept;
const used = async (accountId: string) => (await service.accounts.callerFor(accountId))?.used;

// The rewrite changes nothing, so it costs nothing.
test("every text that was answered and counted is kept, with the key that asked", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  await post(key, "/v1/detect", { content: "not asked for" });
  await service.history.switchOn(accountId, 5);
  await post(key, "/v1/detect", { content: "one" });
  expect((await post(key, "/v1/regenerate", { content: LONG })).text).toContain("regenerated");
  await post(key, "/v1/detect", { content: "broken" });
  await post(key, "/v1/detect", { content: "" });
  await post(key, "/v1/detect/batch", {
    items: [{ content: "two" }, { content: "broken" }, { content: "" }, { content: "three" }],
  });
  const rows = await listed(accountId);
  expect(rows.map(({ endpoint, opening }) => `${endpoint}: ${opening}`)).toEqual([
    "detect/batch: three",
    "detect/batch: two",
    "detect: one",
  ]);
  for (const row of rows) {
    expect(row).toMatchObject({ keyLastFour: key.slice(-4), inputType: "text" });
  }
  expect(await used(accountId)).toBe(4);
});

test("only as many texts of a batch are kept as the quota paid for", async () => {
  const { key, accountId } = await makeKey(service.accounts, { quota: 2 });
  await service.history.switchOn(accountId, 5);
  const items = ["one", "two", "three"].map((content) => ({ content }));
  await post(key, "/v1/detect/batch", { items });
  expect((await listed(accountId)).map(({ opening }) => opening)).toEqual(["two", "one"]);
});

test("a repetition with the same Idempotency-Key is answered again and kept once", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  await service.history.switchOn(accountId, 5);
  for (let count = 0; count < 2; count += 1) {
    expect((await post(key, "/v1/detect", { content: "again" }, "same")).status).toBe(200);
  }
  expect(await listed(accountId)).toHaveLength(1);
});

test("a store that can't keep the text costs neither the answer nor the count", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  await service.history.switchOn(accountId, 5);
  keepResult = () => Promise.reject(new Error("full"));
  expect((await post(key, "/v1/detect", { content: "secret words" })).status).toBe(200);
  expect(await used(accountId)).toBe(1);
  expect(JSON.stringify(service.logged)).not.toContain("secret words");
});

test("an answer does not wait for its text to be kept", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  await service.history.switchOn(accountId, 5);
  const writing = Promise.withResolvers<boolean>();
  keepResult = () => writing.promise;
  // Answered and counted while the write is still pending.
  expect((await post(key, "/v1/detect", { content: "slow disk" })).status).toBe(200);
  expect(await used(accountId)).toBe(1);
  writing.resolve(true);
  await service.history.settled();
});
