// What is gathered about refused requests of a key, with a store that writes down what it is given.
import { expect, test } from "vitest";
import { buildClock } from "../../testing/build-accounts.ts";
import type { RefusedRequestOfKey, Store } from "../store/store.ts";
import { createRefusedRequests } from "./refused-requests.ts";

function openRefusedRequests() {
  const clock = buildClock("2026-03-01T12:00:00Z");
  const written: RefusedRequestOfKey[][] = [];
  const state = { isAway: false };
  const addRefusedRequests: Store["addRefusedRequests"] = async (requests) => {
    if (state.isAway) throw new Error("away");
    written.push([...requests]);
  };
  const refused = createRefusedRequests({
    store: { addRefusedRequests } as Store,
    clock: clock.read,
  });
  const note = (id: string, origin: string | null, reason = "origin") =>
    refused.note(
      { accountId: "acc_1", id },
      { reason, origins: origin === null ? [] : [origin], endpoint: "detect" },
    );
  return { clock, written, state, refused, note };
}

test("nothing is written until it is flushed, and requests alike are one row with their number", async () => {
  const { clock, written, refused, note } = openRefusedRequests();
  note("key_1", null, "no_origin");
  for (let i = 0; i < 1000; i++) note("key_1", "https://a.example");
  clock.now += 5;
  note("key_1", "https://a.example");
  expect(written).toEqual([]);
  await refused.flush();
  await refused.flush();
  const shared = { accountId: "acc_1", keyId: "key_1", endpoint: "detect" };
  expect(written).toEqual([
    [
      { ...shared, reason: "no_origin", origin: null, at: clock.now - 5, times: 1 },
      { ...shared, reason: "origin", origin: "https://a.example", at: clock.now, times: 1001 },
    ],
  ]);
});

test("a flood is a bounded number of rows, the latest of each key, and hides no other key's", async () => {
  const { written, refused, note } = openRefusedRequests();
  note("key_quiet", null, "no_origin");
  for (const key of ["key_1", "key_2", "key_3"]) {
    for (let i = 0; i < 5000; i++) note(key, `https://${i}.example`);
  }
  await refused.flush();
  const rows = written.flat();
  expect(rows).toHaveLength(200);
  const of = (key: string) => rows.filter(({ keyId }) => keyId === key);
  expect(of("key_quiet")).toHaveLength(1);
  for (const key of ["key_1", "key_2", "key_3"]) {
    expect(of(key).length).toBeGreaterThan(30);
    expect(of(key).at(-1)?.origin).toBe("https://4999.example");
  }
});

test("a long Origin is cut, and several are shown as sent", async () => {
  const { written, refused, note } = openRefusedRequests();
  note("key_1", "x".repeat(10_000));
  refused.note(
    { accountId: "acc_1", id: "key_2" },
    { reason: "origin", origins: ["https://a.example", "https://b.example"], endpoint: undefined },
  );
  await refused.flush();
  expect(written.flat().map(({ origin }) => origin)).toEqual([
    "x".repeat(200),
    "https://a.example, https://b.example",
  ]);
});

test("what could not be written is written with the next", async () => {
  const { written, state, refused, note } = openRefusedRequests();
  note("key_1", "https://a.example");
  state.isAway = true;
  await refused.flush();
  note("key_1", "https://a.example");
  state.isAway = false;
  await refused.flush();
  expect(written.flat()).toMatchObject([{ origin: "https://a.example", times: 2 }]);
});
