// The management API on a running server: what an owner's program can do with keys, and what nobody can.
import { rmSync } from "node:fs";
import { setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManagement } from "../../client/client.ts";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { call, FORM, form, makeKey, makeManagementKey, openAccounts, TEXT } from "./v1.ts";

let modelDir: string;
let program: ServerProcess;
let accounts: Accounts;
let closeAccounts: () => Promise<void>;
beforeAll(async () => {
  modelDir = await buildTinyModel();
  program = await startServer({ MODEL_DIR: modelDir });
  ({ accounts, close: closeAccounts } = await openAccounts(program));
  setDefaultCACertificates([program.ca]);
});
afterAll(async () => {
  await closeAccounts();
  await program.stop();
  rmSync(modelDir, { recursive: true });
});

async function openAccount() {
  const { accountId, key } = await makeKey(accounts);
  const managementKey = await makeManagementKey(accounts, accountId);
  const management = createManagement({ baseUrl: program.https, managementKey });
  const ask = (method: string, path: string, body?: unknown, key: string | null = managementKey) =>
    call(program, {
      method,
      path: `/v1/manage${path}`,
      headers: {
        ...(key === null ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return { accountId, key, managementKey, management, ask };
}

const detect = (key: string, origin = "https://example.com") =>
  call(program, {
    path: "/v1/detect",
    headers: { "x-api-key": key, origin, "content-type": FORM },
    body: form(TEXT),
  });

test("a key's whole life: created, used, changed, replaced, revoked", async () => {
  const { management } = await openAccount();
  const made = await management.create({
    domain: "example.com",
    checks_per_day: 1,
    metadata: { plan: "trial" },
    external_id: "customer-7",
  });
  expect(made.key).toMatch(/^ls_live_[0-9A-Za-z]{36}$/);
  expect((await detect(made.key)).status).toBe(200);
  const spent = await detect(made.key);
  expect([spent.status, spent.body.error.code]).toEqual([429, "key_quota_exceeded"]);

  const changed = await management.update(made.id, {
    checks_per_day: null,
    domain: "shop.example.org",
    rate_per_minute: 7,
  });
  expect(changed).toMatchObject({ checks_per_day: null, metadata: { plan: "trial" }, checks: 1 });
  expect((await detect(made.key)).status).toBe(401);
  const moved = await detect(made.key, "https://shop.example.org");
  expect(moved.status).toBe(200);
  expect(moved.headers["ratelimit-policy"]).toContain('"minute";q=7;w=60');

  const next = await management.rotate(made.id, { graceHours: 0 });
  expect(next).toMatchObject({ domain: "shop.example.org", external_id: "customer-7" });
  expect((await detect(made.key, "https://shop.example.org")).status).toBe(401);
  expect((await detect(next.key, "https://shop.example.org")).status).toBe(200);
  expect(await management.get(made.id)).toMatchObject({ state: "revoked", replaced_by: next.id });
  expect((await management.revoke(next.id)).state).toBe("revoked");
  expect((await detect(next.key, "https://shop.example.org")).status).toBe(401);

  const found = [];
  for await (const key of management.listAll({ externalId: "customer-7" })) found.push(key.id);
  expect(found.toSorted()).toEqual([made.id, next.id].toSorted());
  const { usage } = await management.usage({ keyId: made.id });
  expect(usage).toEqual([
    { day: expect.any(String), key_id: made.id, endpoint: "detect", checks: 2 },
  ]);
  expect(program.output()).toContain('"action":"key.rotated"');
  expect(program.output()).not.toContain(next.key);
});

describe("nobody else", () => {
  test("a live key can't manage, a management key can't detect, and neither learns why", async () => {
    const { key, managementKey, ask } = await openAccount();
    for (const wrong of [null, key, "ls_manage_nonsense"]) {
      const { status, body } = await ask("GET", "/keys", undefined, wrong);
      expect([status, body.error.code]).toEqual([401, "unauthorized"]);
    }
    expect((await detect(managementKey)).status).toBe(401);
    expect((await ask("GET", "/keys")).status).toBe(200);
  });

  test("another account's keys and management keys are 404, whatever is asked", async () => {
    const { ask, managementKey } = await openAccount();
    const stranger = await openAccount();
    const { keys } = await stranger.management.list();
    const all = await accounts.keys.list(stranger.accountId);
    const own = await accounts.keys.list((await openAccount()).accountId);
    expect(keys).toHaveLength(1);
    for (const { id } of [...all, ...own.filter((key) => key.isManagement)]) {
      for (const [method, path, body] of [
        ["GET", "", undefined],
        ["PATCH", "", { name: "Mine" }],
        ["POST", "/rotate", {}],
        ["DELETE", "", undefined],
      ] as const) {
        const { status, body: reply } = await ask(method, `/keys/${id}${path}`, body);
        expect([method, status, reply.error.code]).toEqual([method, 404, "key_not_found"]);
      }
    }
    expect((await ask("GET", `/usage?key_id=${keys[0]?.id}`)).status).toBe(404);
    expect((await detect(stranger.key)).status).toBe(200);
    expect((await accounts.keys.verify(managementKey, null)).ok).toBe(true);
  });

  test("plain HTTP is refused, and the key counts as exposed", async () => {
    const { accountId, managementKey } = await openAccount();
    const reply = await call(program, {
      method: "GET",
      path: "/v1/manage/keys",
      headers: { "x-api-key": managementKey },
      isPlain: true,
    });
    expect([reply.status, reply.body.error.type]).toEqual([403, "https_required_error"]);
    const management = (await accounts.keys.list(accountId)).find((key) => key.isManagement);
    expect(management?.exposedAt).not.toBeNull();
  });
});

test.each([
  ["no domain", {}, "domain"],
  ["a bad domain", { domain: "http://x/y" }, "domain"],
  ["a number as name", { domain: "example.com", name: 7 }, "name"],
  ["an unknown field", { domain: "example.com", rate: 7 }, "rate"],
  [
    "a rate beyond the server's",
    { domain: "example.com", rate_per_minute: 1e6 },
    "rate_per_minute",
  ],
  ["a part of a check", { domain: "example.com", checks_per_day: 0.5 }, "checks_per_day"],
  ["an unknown endpoint", { domain: "example.com", endpoints: ["all"] }, "endpoints"],
  ["a time without zone", { domain: "example.com", expires_at: "2099-01-01" }, "expires_at"],
  [
    "a time in the past",
    { domain: "example.com", expires_at: "2001-01-01T00:00:00Z" },
    "expires_at",
  ],
  ["metadata of numbers", { domain: "example.com", metadata: { a: 1 } }, "metadata"],
  ["no object", "[]", undefined],
  ["no JSON", "{", undefined],
])("%s is 400 and makes no key", async (_what, body, param) => {
  const { ask, accountId } = await openAccount();
  const reply = await ask("POST", "/keys", body);
  expect(reply.status).toBe(400);
  expect(reply.body.param).toBe(param);
  expect(await accounts.keys.list(accountId)).toHaveLength(2);
});

test.each(["?from=2026-02-30", "?from=2026-01-01&to=2026-06-01", "?from=2026-02-02&to=2026-02-01"])(
  "usage%s is 400",
  async (query) => {
    const { ask } = await openAccount();
    expect((await ask("GET", `/usage${query}`)).status).toBe(400);
  },
);

test("of many requests to replace a key at once one succeeds", async () => {
  const { ask, management } = await openAccount();
  const { id } = await management.create({ domain: "example.com" });
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => ask("POST", `/keys/${id}/rotate`, { grace_hours: 0 })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(404)]);
});

describe("the log of requests", () => {
  test("shows what was asked, how it ended and how long it took, and nothing of the text", async () => {
    const { key, management, ask } = await openAccount();
    const good = await detect(key);
    const wrong = await detect(key, "https://other.example");
    const empty = await call(program, {
      path: "/v1/detect?x=secret",
      headers: { "x-api-key": key, origin: "https://example.com", "content-type": FORM },
    });
    const ids = [good, wrong, empty].map(({ headers }) => headers["x-request-id"]);
    const { requests } = await management.requests();
    const shown = ids.map((id) => requests.find(({ request_id }) => request_id === id));
    const common = { method: "POST", endpoint: "/v1/detect", last_four: key.slice(-4) };
    expect(shown).toMatchObject([
      { ...common, status: 200, code: null, words: good.body.words },
      { ...common, status: 401, code: "unauthorized", words: null },
      { ...common, status: 400, code: "unknown_parameter", words: null },
    ]);
    expect(shown.every((entry) => (entry?.ms ?? -1) >= 0)).toBe(true);
    expect(JSON.stringify(requests)).not.toMatch(/ferry|secret/);

    const [keyId] = requests.map(({ key_id }) => key_id);
    const refused = await management.requests({ status: "4xx", ...(keyId && { keyId }) });
    expect(refused.requests.map(({ status }) => status).toSorted()).toEqual([400, 401]);
    expect((await management.requests({ keyId: "key_nobody" })).requests).toEqual([]);
    for (const query of ["?status=fine", "?before=x", "?limit=0"]) {
      expect((await ask("GET", `/requests${query}`)).status).toBe(400);
    }
  });

  test("is the account's own, a page at a time", async () => {
    const { key, management } = await openAccount();
    const stranger = await openAccount();
    for (let n = 0; n < 5; n++) await detect(key, "https://other.example");
    const seen: string[] = [];
    for (let before: string | undefined; ; ) {
      const page = await management.requests({
        limit: 2,
        status: "401",
        ...(before === undefined ? {} : { before }),
      });
      seen.push(...page.requests.map(({ request_id }) => request_id));
      if (page.next === null) break;
      before = page.next;
    }
    expect(new Set(seen).size).toBe(5);
    const theirs = await stranger.management.requests();
    expect(theirs.requests.filter(({ status }) => status === 401)).toEqual([]);
    expect((await detect(stranger.managementKey)).status).toBe(401);
  });
});
