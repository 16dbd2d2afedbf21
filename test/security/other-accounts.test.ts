// Two accounts on one program: whatever address is asked for that names something of the other's (keys,
// sessions, kept checks, reports), the answer is the one for something that never was, and nothing of the
// other's changes. The list of addresses is read from the sources, so a new one can't be forgotten.
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, FORM, form, makeKey, openAccounts, type Reply, TEXT } from "../contract/v1.ts";
import { type Program, startProgram } from "../program.ts";

const PASSWORD = "four plain words here";
let program: Program;
beforeAll(async () => {
  program = await startProgram({ WORKERS: "1", RATE_PER_MINUTE: "1000000" });
});
afterAll(() => program.stop());

/** Every route of the dashboard's API, as its files register them. */
function readRoutes(): { method: string; path: string }[] {
  const folder = new URL("../../src/dashboard/", import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith("-routes.ts") || file === "settings-route.ts")
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      return [...text.matchAll(/scope\.(get|post|delete|put|patch)\(\s*"([^"]+)"/g)].map(
        ([, method = "", path = ""]) => ({ method: method.toUpperCase(), path }),
      );
    });
}

type Person = { cookie: string; keyId: string; key: string; sessionId: string; historyId: string };

const ask = (cookie: string, method: string, path: string, body?: unknown): Promise<Reply> =>
  call(program, {
    method,
    path: `/dashboard/api${path}`,
    headers: {
      cookie,
      "x-lodestone-dashboard": "1",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function join(email: string): Promise<Person> {
  const joined = await ask("", "POST", "/sign-up", { email, password: PASSWORD });
  expect(joined.status).toBe(200);
  const cookie = String(joined.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
  const made = await ask(cookie, "POST", "/keys", { domain: "example.com" });
  const kept = await ask(cookie, "POST", "/history/settings", { days: 7 });
  expect([made.status, kept.status]).toEqual([200, 200]);
  expect((await ask(cookie, "POST", "/detect", { content: TEXT })).status).toBe(200);
  const history = await ask(cookie, "GET", "/history");
  const sessions = await ask(cookie, "GET", "/sessions");
  return {
    cookie,
    keyId: made.body.id,
    key: made.body.key,
    sessionId: sessions.body.sessions[0].id,
    historyId:
      history.body.checks?.[0]?.id ?? history.body.results?.[0]?.id ?? history.body.items?.[0]?.id,
  };
}

/** Ids that stand in a path, by what they name. */
const idOf = (person: Person, path: string): string =>
  path.startsWith("/keys")
    ? person.keyId
    : path.startsWith("/sessions")
      ? person.sessionId
      : person.historyId;

/** A body each route would accept from its owner. */
const BODIES: Readonly<Record<string, unknown>> = {
  "/keys/:id/rotate": { grace_hours: 0 },
  "/history/:id/report": { format: "html" },
  "/history/:id/shares": { days: 7 },
};

describe("somebody else's", () => {
  test("keys, sessions, kept checks and reports answer like things that never were, and stay as they are", async () => {
    const owner = await join("owner@test.example");
    const stranger = await join("stranger@test.example");
    expect(owner.historyId).toBeTypeOf("string");
    const named = readRoutes().filter(({ path }) => path.includes(":id"));
    expect(named.length).toBeGreaterThanOrEqual(5);
    for (const { method, path } of named) {
      const real = idOf(owner, path);
      const at = (id: string) => path.replace(":id", id);
      const body = method === "POST" ? BODIES[path] : undefined;
      const theirs = await ask(stranger.cookie, method, at(real), body);
      const unknown = await ask(stranger.cookie, method, at(real.replace(/.{4}$/, "zzzz")), body);
      expect([method, path, theirs.status]).toEqual([method, path, 404]);
      expect(theirs.body.error).toEqual(unknown.body.error);
      const nobody = await ask("", method, at(real), body);
      expect([method, path, nobody.status]).toEqual([method, path, 401]);
    }
    // All of it is still there for its owner.
    const { keys } = (await ask(owner.cookie, "GET", "/keys")).body;
    expect(keys).toMatchObject([{ id: owner.keyId, state: "active" }]);
    expect((await ask(owner.cookie, "GET", `/history/${owner.historyId}`)).status).toBe(200);
    expect((await ask(owner.cookie, "GET", "/sessions")).body.sessions).toHaveLength(1);
  });

  test("lists and exports hold one's own alone", async () => {
    const owner = await join("lists@test.example");
    const stranger = await join("other-lists@test.example");
    const reads = readRoutes().filter(
      ({ method, path }) => method === "GET" && !path.includes(":id"),
    );
    expect(reads.length).toBeGreaterThanOrEqual(5);
    for (const { path } of [...reads, { path: "/history.json" }, { path: "/history.csv" }]) {
      const { text } = await ask(stranger.cookie, "GET", path);
      for (const secret of [
        owner.keyId,
        owner.key,
        owner.sessionId,
        owner.historyId,
        "lists@test.example".replace("lists", '"lists'),
      ]) {
        expect(text).not.toContain(secret);
      }
    }
  });

  test("usage by key shows the key's own account, and its checks are not spent by others", async () => {
    const { accounts, close } = await openAccounts(program);
    const one = await makeKey(accounts, { quota: 5 });
    const two = await makeKey(accounts, { quota: 7 });
    await close();
    const headers = (key: string) => ({
      "x-api-key": key,
      origin: "https://example.com",
      "content-type": FORM,
    });
    for (let n = 0; n < 3; n++) {
      const reply = await call(program, {
        path: "/v1/detect",
        headers: headers(one.key),
        body: form(TEXT),
      });
      expect(reply.status).toBe(200);
    }
    const usage = async (key: string) =>
      JSON.stringify(
        (await call(program, { method: "GET", path: "/v1/usage", headers: headers(key) })).body,
      );
    expect(await usage(one.key)).toMatch(/"remaining":2\b/);
    expect(await usage(two.key)).toMatch(/"remaining":7\b/);
  });
});

test("without sign-in every route of the dashboard but the door itself is 401 to a visitor from afar", async () => {
  const open = ["/state", "/sign-up", "/sign-in", "/sign-out", "/claim"];
  // For who has forgotten a password or was sent a link; the secret in the body opens them, or nothing does.
  open.push("/reset/request", "/reset/look", "/reset/use", "/shared");
  for (const { method, path } of readRoutes()) {
    if (open.includes(path)) continue;
    const body = method === "POST" ? JSON.stringify({ content: TEXT }) : undefined;
    const reply = await call(program, {
      method,
      path: `/dashboard/api${path.replace(":id", "x")}`,
      // Through a proxy, hence not from this machine: what is open here is not open there.
      headers: {
        "x-forwarded-for": "203.0.113.9",
        "x-lodestone-dashboard": "1",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    });
    expect([method, path, reply.status === 401 || reply.status === 403]).toEqual([
      method,
      path,
      true,
    ]);
  }
});
