// A refused key: callers always get the same answer, the operator's log and the owner's page say which half was wrong.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey as makeSecret } from "../../src/accounts/key-format.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { call, FORM, form, makeKey, openAccounts, type Reply, TEXT } from "./v1.ts";

const PASSWORD = "four plain words here";
const ORIGIN = "https://example.com";
let server: ServerProcess;
let key: string;
let keyId: string;
let cookie: string;

beforeAll(async () => {
  server = await startServer({ SIGNUP: "open" });
  const joined = await ask("POST", "/sign-up", { email: "owner@test.example", password: PASSWORD });
  cookie = String(joined.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
  const made = await ask("POST", "/keys", { domain: "example.com" });
  ({ key, id: keyId } = made.body);
});
afterAll(() => server.stop());

const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
  call(server, {
    method,
    path: `/dashboard/api${path}`,
    headers: {
      cookie: cookie ?? "",
      "x-lodestone-dashboard": "1",
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const detect = (headers: Record<string, string>, isPlain = false) =>
  call(server, {
    path: "/v1/detect",
    headers: { "content-type": FORM, ...headers },
    body: form(TEXT),
    isPlain,
  });

type Line = {
  requestId: string;
  level: string;
  status: number;
  refused?: { reason: string; origin?: string; key?: object };
};

/** The line of a request, at the usual log level. */
function lineOf({ headers }: Reply): Line | undefined {
  const lines = server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  return lines
    .map((line) => JSON.parse(line) as Line)
    .find(({ requestId }) => requestId === headers["x-request-id"]);
}

test("the answer is one to the byte; log and key page tell what was wrong, without the key", async () => {
  const { accounts, close } = await openAccounts(server);
  const revoked = await makeKey(accounts);
  await accounts.keys.revoke({ id: revoked.keyId, accountId: revoked.accountId, actor: "account" });
  await close();
  const unknown = `${key.slice(0, 8)}${"A".repeat(28)}`;

  const cases: [reason: string, headers: Record<string, string>][] = [
    ["missing", { origin: ORIGIN }],
    ["malformed", { "x-api-key": unknown, origin: ORIGIN }],
    ["unknown", { "x-api-key": makeSecret(randomBytes), origin: ORIGIN }],
    ["no_origin", { "x-api-key": key }],
    ["origin", { "x-api-key": key, origin: "https://www.example.com" }],
    ["revoked", { "x-api-key": revoked.key, origin: ORIGIN }],
  ];
  const bodies = new Set<string>();
  for (const [reason, headers] of cases) {
    const reply = await detect(headers);
    expect(reply.status).toBe(401);
    bodies.add(reply.text.replace(String(reply.headers["x-request-id"]), "ID"));
    await expect.poll(() => lineOf(reply)?.refused?.reason).toBe(reason);
    expect(lineOf(reply)?.level).toBe("info");
  }
  expect(bodies.size).toBe(1);

  const elsewhere = await detect({ "x-api-key": key, origin: "https://evil.example" });
  await expect
    .poll(() => lineOf(elsewhere)?.refused)
    .toEqual({
      reason: "origin",
      key: { id: keyId, lastFour: key.slice(-4), domain: "example.com" },
      origin: "https://evil.example",
    });
  const plain = await detect({ "x-api-key": key, origin: ORIGIN }, true);
  expect(plain.status).toBe(403);
  await expect.poll(() => lineOf(plain)?.refused?.reason).toBe("plain_http");

  const { body } = await ask("GET", `/keys/${keyId}/refused`);
  const seen = body.refused as { reason: string; origin: string | null; endpoint: string }[];
  expect(seen.map(({ reason, origin, endpoint }) => [reason, origin, endpoint])).toEqual([
    ["plain_http", ORIGIN, "detect"],
    ["origin", "https://evil.example", "detect"],
    ["origin", "https://www.example.com", "detect"],
    ["no_origin", null, "detect"],
  ]);
  for (const secret of [key, key.slice(0, -4), revoked.key, unknown]) {
    expect(server.output()).not.toContain(secret);
    expect(JSON.stringify(body)).not.toContain(secret);
  }
  expect((await ask("GET", `/keys/${revoked.keyId}/refused`)).status).toBe(404);
});

test("a signed-out page's own questions are no lines at the usual level", async () => {
  const reply = await call(server, {
    method: "GET",
    path: "/dashboard/api/keys",
    headers: { "x-lodestone-dashboard": "1" },
  });
  expect(reply.status).toBe(401);
  const later = await detect({ origin: ORIGIN });
  await expect.poll(() => lineOf(later)?.status).toBe(401);
  expect(lineOf(reply)).toBeUndefined();
});
