// The dashboard's own API: who may do what, and that nothing leaks to anybody else.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildDashboard, type TestDashboard } from "../../testing/build-dashboard.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";

const PASSWORD = "four plain words here";
const TEXT =
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt " +
  "had packed boiled eggs, which rolled around in the bag and cracked one by one." +
  " A man with a dog asked whether this was the queue for Ardnish, and nobody knew. When the boat " +
  "came in at last it was the wrong one.";

let modelDir: string;
let dashboard: TestDashboard;
beforeAll(async () => {
  modelDir = await buildTinyModel();
  dashboard = await buildDashboard({ modelDir });
});
afterAll(async () => {
  await dashboard.close();
  rmSync(modelDir, { recursive: true });
});

let people = 0;
async function signUp(email = `person-${++people}@test.example`) {
  const body = { email, password: PASSWORD };
  const reply = await dashboard.call({ method: "POST", path: api("/sign-up"), body });
  expect(reply.status).toBe(200);
  const account = await dashboard.accounts.enrolment.find(email);
  return { email, cookie: reply.cookie ?? "", accountId: account?.id ?? "" };
}

const api = (path: string) => `/dashboard/api${path}`;

/** A visitor from another machine: the name in the address bar is not this machine's own. */
const FAR = { host: "lodestone.example" };

describe("sign-in", () => {
  test("the session cookie is out of reach of scripts, other sites and plain HTTP", async () => {
    const body = { email: "cookie@test.example", password: PASSWORD };
    const { headers } = await dashboard.call({ method: "POST", path: api("/sign-up"), body });
    const [cookie = "", ...others] = [headers["set-cookie"]].flat().map(String);
    expect(others).toEqual([]);
    const [pair = "", ...flags] = cookie.split("; ");
    expect(pair).toMatch(/^__Host-lodestone=[\w-]{43}$/);
    expect(flags.toSorted()).toEqual(
      ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=2592000"].toSorted(),
    );
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("a wrong password and an unknown account get the same answer", async () => {
    const { email } = await signUp();
    const ask = async (body: object) => {
      const reply = await dashboard.call({ method: "POST", path: api("/sign-in"), body });
      const { request_id: _, ...rest } = reply.body;
      return { status: reply.status, rest, cookie: reply.cookie };
    };
    const wrong = await ask({ email, password: "not the right words" });
    const unknown = await ask({ email: "nobody@test.example", password: "not the right words" });
    expect(wrong).toEqual(unknown);
    expect(wrong).toEqual({
      status: 401,
      rest: {
        error: {
          message: "Wrong email address or password",
          type: "authentication_error",
          code: "wrong_credentials",
          doc_url: expect.stringMatching(/^https:.*\/errors#wrong_credentials$/),
        },
      },
      cookie: undefined,
    });
  });

  test("attempts on an account are limited, also with the right password, and say for how long", async () => {
    const { email } = await signUp();
    const attempt = (password: string) =>
      dashboard.call({ method: "POST", path: api("/sign-in"), body: { email, password } });
    for (let count = 0; count < 5; count += 1)
      expect((await attempt("wrong one")).status).toBe(401);
    const refused = await attempt(PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.body.error.type).toBe("rate_limit_error");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  // Anybody may send these: fifty concurrent bodies of 640 kB stalled the server for five seconds.
  test.each(["/sign-in", "/sign-up", "/claim", "/password", "/keys"])(
    "%s takes small bodies only, and no forms",
    async (path) => {
      const body = { email: "a@test.example", password: PASSWORD, padding: "x".repeat(16_384) };
      const large = await dashboard.call({ method: "POST", path: api(path), body });
      expect([large.status, large.body.error.message]).toEqual([
        400,
        "The body is too large: at most 16384 bytes.",
      ]);
      const headers = { "content-type": "multipart/form-data; boundary=x" };
      const form = await dashboard.call({
        method: "POST",
        path: api(path),
        body: "--x--",
        headers,
      });
      expect(form.status).toBe(400);
    },
  );

  test("a body that is nested 5,000 deep is no fault of the server", async () => {
    const body = `{"email":${"[".repeat(5000)}${"]".repeat(5000)},"password":"x"}`;
    const headers = { "content-type": "application/json" };
    const reply = await dashboard.call({ method: "POST", path: api("/sign-in"), body, headers });
    expect([reply.status, reply.body.error.message]).toEqual([
      400,
      "The JSON body is nested too deeply: at most 32 levels.",
    ]);
  });

  test("a signed-out session is refused on the next request, and its cookie is taken back", async () => {
    const { cookie } = await signUp();
    expect((await dashboard.call({ path: api("/keys"), cookie })).status).toBe(200);
    const out = await dashboard.call({ method: "POST", path: api("/sign-out"), cookie });
    expect(String(out.headers["set-cookie"])).toContain("Max-Age=0");
    const after = await dashboard.call({ path: api("/keys"), cookie });
    expect(after.status).toBe(401);
    expect(after.body.error).toMatchObject({
      message: "Sign in first",
      type: "authentication_error",
    });
  });

  test("two session cookies are no session", async () => {
    const { cookie } = await signUp();
    const doubled = `${cookie}; ${cookie}`;
    expect((await dashboard.call({ path: api("/keys"), cookie: doubled })).status).toBe(401);
  });

  test("wrong passwords from one network don't keep out the right one from another", async () => {
    const { email } = await signUp();
    const attempt = async (password: string, from: string) => {
      const headers = { "x-forwarded-for": from };
      const body = { email, password };
      return (await dashboard.call({ method: "POST", path: api("/sign-in"), body, headers }))
        .status;
    };
    const guesses: number[] = [];
    for (let count = 0; count < 20; count += 1) guesses.push(await attempt("wrong", "203.0.113.9"));
    expect(new Set(guesses)).toEqual(new Set([401, 429]));
    expect(await attempt(PASSWORD, "203.0.113.9")).toBe(429);
    expect(await attempt(PASSWORD, "203.0.113.10")).toBe(200);
  });

  test("signing up tells a stranger nothing about an address that is taken, and lets its owner in", async () => {
    const { email } = await signUp();
    const ask = (body: object) => dashboard.call({ method: "POST", path: api("/sign-up"), body });
    const refused = await ask({ email, password: "somebody else's words" });
    expect([refused.status, refused.cookie, refused.body.error]).toEqual([
      400,
      undefined,
      {
        message: "The account could not be created. If you already have one, sign in.",
        type: "invalid_request_error",
        code: "signup_refused",
        doc_url: expect.stringMatching(/^https:.*\/errors#signup_refused$/),
      },
    ]);
    const again = await ask({ email, password: PASSWORD });
    expect([again.status, again.body]).toEqual([200, { email }]);
    expect((await dashboard.call({ path: api("/keys"), cookie: again.cookie })).status).toBe(200);
  });

  test("the operator's account is not to be had by signing up", async () => {
    const body = { email: "owner@localhost", password: PASSWORD };
    const reply = await dashboard.call({ method: "POST", path: api("/sign-up"), body });
    expect([reply.status, reply.cookie, reply.body.error.message]).toEqual([
      400,
      undefined,
      "This is not a valid email address, or it mixes letters of several scripts.",
    ]);
  });

  test("addresses and passwords that do not do are refused in plain words", async () => {
    const ask = async (body: object) => {
      const reply = await dashboard.call({ method: "POST", path: api("/sign-up"), body });
      return [reply.status, reply.body.error.message];
    };
    expect(await ask({ email: "no address", password: PASSWORD })).toEqual([
      400,
      "This is not a valid email address, or it mixes letters of several scripts.",
    ]);
    expect(await ask({ email: "short@test.example", password: "short" })).toEqual([
      400,
      "Choose another password. Use at least 10 characters.",
    ]);
    expect(await ask({ email: "common@test.example", password: "Password1234" })).toEqual([
      400,
      "Choose another password. This one is too common: it is among the first to be tried.",
    ]);
    expect(await ask({ email: 7, password: PASSWORD })).toEqual([400, "'email' must be a string."]);
    expect(await ask([])).toEqual([400, "The body must be a JSON object."]);
  });
});

describe("the first start", () => {
  test("owner@localhost is claimed once, and only at the machine itself", async () => {
    const first = await buildDashboard({ modelDir, signup: "closed" });
    try {
      const state = async (headers = {}) =>
        (await first.call({ path: api("/state"), headers })).body;
      expect(await state()).toMatchObject({ is_first_run: true, can_claim: true, is_local: true });
      expect(await state(FAR)).toMatchObject({ can_claim: false, is_local: false, ca_file: null });
      const claim = (headers = {}, password = PASSWORD) =>
        first.call({ method: "POST", path: api("/claim"), body: { password }, headers });
      expect((await claim(FAR)).status).toBe(403);
      expect((await claim({ "x-forwarded-for": "203.0.113.9" })).status).toBe(403);
      expect((await claim({}, "short")).status).toBe(400);
      const mine = await claim();
      expect(mine.body).toEqual({ email: "owner@localhost" });
      expect((await claim()).status).toBe(403);
      expect(await state()).toMatchObject({ is_first_run: false, can_claim: false });

      // Closed sign-up keeps everybody else out.
      const body = { email: "me@test.example", password: PASSWORD };
      const refused = await first.call({ method: "POST", path: api("/sign-up"), body });
      expect(refused.status).toBe(403);
      expect(refused.body.error.message).toContain("Sign-up is closed");

      // The operator's account sees the settings from anywhere; nobody else does.
      const settings = { path: api("/settings"), headers: FAR };
      expect((await first.call({ ...settings, cookie: mine.cookie })).status).toBe(200);
      expect((await first.call(settings)).status).toBe(401);
    } finally {
      await first.close();
    }
  });
});

describe("other sites", () => {
  test("can't change anything: their requests lack the page's header or name themselves", async () => {
    const { cookie } = await signUp();
    const make = (headers: Record<string, string | null>) =>
      dashboard.call({
        method: "POST",
        path: api("/keys"),
        body: { domain: "example.com" },
        cookie,
        headers,
      });
    const refused = [
      { "x-lodestone-dashboard": null },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": null, origin: "https://evil.example" },
      { "sec-fetch-site": null, origin: "https://localhost:9999" },
      { "sec-fetch-site": null, origin: "null" },
    ];
    for (const headers of refused) {
      const reply = await make(headers);
      expect(reply.status, JSON.stringify(headers)).toBe(403);
      expect(reply.body.error.type).toBe("permission_error");
    }
    const sent = { method: "DELETE" as const, path: api("/sessions/x"), cookie };
    const deleted = await dashboard.call({ ...sent, headers: { "x-lodestone-dashboard": null } });
    expect(deleted.status).toBe(403);
    // The page itself, a browser that does not name the site, and a program.
    expect((await make({})).status).toBe(200);
    expect((await make({ "sec-fetch-site": null, origin: "https://localhost:8443" })).status).toBe(
      200,
    );
    expect((await make({ "sec-fetch-site": null })).status).toBe(200);
    expect((await dashboard.call({ path: api("/keys"), cookie })).body.keys).toHaveLength(3);
  });

  test("a form of another site is no JSON, whatever it claims", async () => {
    const { cookie } = await signUp();
    const reply = await dashboard.call({
      method: "POST",
      path: api("/keys"),
      body: "domain=example.com",
      cookie,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(reply.status).toBe(400);
  });

  test("nothing is answered over plain HTTP", async () => {
    const reply = await dashboard.call({
      path: api("/state"),
      headers: { "x-forwarded-proto": "http" },
    });
    expect(reply.status).toBe(403);
    expect(reply.body.error.type).toBe("https_required_error");
  });
});

describe("keys", () => {
  test("of another account can be neither seen, rotated nor revoked", async () => {
    const owner = await signUp();
    const stranger = await signUp();
    const make = { method: "POST", path: api("/keys"), body: { domain: "example.com" } } as const;
    const { id } = (await dashboard.call({ ...make, cookie: owner.cookie })).body;
    const { cookie } = stranger;
    expect((await dashboard.call({ path: api("/keys"), cookie })).body).toEqual({ keys: [] });
    const rotate = { method: "POST", path: api(`/keys/${id}/rotate`), body: { grace_hours: 0 } };
    const revoke = { method: "POST", path: api(`/keys/${id}/revoke`) };
    for (const wanted of [rotate, revoke] as const) {
      const known = await dashboard.call({ ...wanted, method: "POST", cookie });
      const path = wanted.path.replace(id, "key_unknown");
      const unknown = await dashboard.call({ ...wanted, method: "POST", path, cookie });
      expect(known.status).toBe(404);
      expect(known.body.error).toEqual(unknown.body.error);
    }
    const listed = await dashboard.call({ path: api("/keys"), cookie: owner.cookie });
    expect(listed.body.keys).toMatchObject([{ id, state: "active" }]);
  });

  test("are made and rotated so often an hour, and no more", async () => {
    const { cookie } = await signUp();
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) {
      const body = { domain: "example.com" };
      statuses.push(
        (await dashboard.call({ method: "POST", path: api("/keys"), body, cookie })).status,
      );
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.slice(60)).toEqual([429, 429]);
    const [key] = (await dashboard.call({ path: api("/keys"), cookie })).body.keys;
    const path = api(`/keys/${key.id}/rotate`);
    const rotated = await dashboard.call({
      method: "POST",
      path,
      body: { grace_hours: 1 },
      cookie,
    });
    expect(rotated.status).toBe(429);
  });

  test("are shown once and never again", async () => {
    const { cookie } = await signUp();
    const body = { domain: "Example.COM", name: "Mine", expires_at: "2099-12-31" };
    const made = await dashboard.call({ method: "POST", path: api("/keys"), body, cookie });
    expect(made.body.key).toMatch(/^ls_live_\w{36}$/);
    const listed = await dashboard.call({ path: api("/keys"), cookie });
    expect(listed.text).not.toContain(made.body.key);
    expect(listed.body.keys).toMatchObject([
      { name: "Mine", domain: "example.com", expires_at: "2099-12-31T00:00:00.000Z", checks: 0 },
    ]);
    const bad = async (fields: object) => {
      const reply = await dashboard.call({
        method: "POST",
        path: api("/keys"),
        body: fields,
        cookie,
      });
      return [reply.status, reply.body.error.message];
    };
    expect(await bad({ domain: "https://example.com/" })).toEqual([
      400,
      "Give the host name alone, such as example.com.",
    ]);
    expect(await bad({ domain: "example.com", expires_at: "2001-01-01" })).toEqual([
      400,
      "The expiry date must be in the future.",
    ]);
    expect(await bad({ domain: "example.com", expires_at: "tomorrow" })).toEqual([
      400,
      "'expires_at' must be a date such as 2030-12-31.",
    ]);
    expect(await bad({ domain: "example.com", name: "x".repeat(10_000) })).toEqual([
      400,
      "A name has at most 100 characters.",
    ]);
  });
});

describe("texts", () => {
  const detect = (wanted: {
    cookie?: string;
    headers?: Record<string, string>;
    content?: unknown;
  }) =>
    dashboard.call({
      method: "POST",
      path: api("/detect"),
      body: { content: wanted.content ?? TEXT },
      cookie: wanted.cookie,
      headers: wanted.headers ?? {},
    });

  test("without sign-in only somebody at this machine may check, and nothing is counted", async () => {
    const here = await detect({});
    expect(here.status).toBe(200);
    expect(here.body.quota).toBeNull();
    expect(here.body.segments.length).toBeGreaterThan(1);
    expect(here.body.explanation).toEqual({ evidence: expect.any(Array), signs: [] });
    expect((await detect({ headers: FAR })).status).toBe(401);
    expect((await detect({ headers: { "x-forwarded-for": "127.0.0.1" } })).status).toBe(401);
  });

  test("of somebody signed in count against the account, a repeated request once", async () => {
    const { cookie } = await signUp();
    const once = await detect({ cookie, headers: { "idempotency-key": "a" } });
    expect(once.body.quota).toMatchObject({ limit: 25, used: 1, remaining: 24 });
    await detect({ cookie, headers: { "idempotency-key": "a" } });
    const other = await detect({
      cookie,
      headers: { "idempotency-key": "a" },
      content: "Other words.",
    });
    expect(other.status).toBe(400);
    expect((await detect({ cookie })).body.quota).toMatchObject({ used: 2 });
    const { body } = await dashboard.call({ path: api("/usage?days=1"), cookie });
    expect(body.usage).toMatchObject([{ key_id: null, endpoint: "detect", checks: 2 }]);
    expect(body.today).toMatchObject({ used: 2, remaining: 23 });
  });

  test("many at once against few checks left give exactly that many answers", async () => {
    const { cookie, accountId } = await signUp();
    await dashboard.accounts.enrolment.setQuota(accountId, 3);
    const replies = await Promise.all(Array.from({ length: 8 }, () => detect({ cookie })));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body.error.type).toBe("quota_exceeded_error");
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    const { body } = await dashboard.call({ path: api("/usage"), cookie });
    expect(body.refusals).toMatchObject([{ reason: "quota_exceeded", times: 5 }]);
  });

  test("that can't be checked are refused in plain words and cost nothing", async () => {
    const { cookie } = await signUp();
    const ask = async (content: unknown) => {
      const reply = await detect({ cookie, content });
      return [reply.status, reply.body.error.message];
    };
    expect(await ask("   ")).toEqual([400, "Parameter 'content' is required"]);
    expect(await ask("?!")).toEqual([400, "The text has no words."]);
    expect(await ask("a\0b")).toEqual([
      400,
      "Parameter 'content' must not contain a NUL character.",
    ]);
    expect(await ask("word ".repeat(201))).toEqual([
      400,
      "Text is too long: at most 1000 characters.",
    ]);
    expect(await ask("word ".repeat(30_000))).toEqual([
      400,
      "Text is too long: at most 1000 characters.",
    ]);
    expect(await ask(["a"])).toEqual([400, "Parameter 'content' must be a string."]);
    const broken = { method: "POST", path: api("/detect"), body: "{", cookie } as const;
    expect((await dashboard.call(broken)).body.error.message).toBe("The body is not valid JSON.");
    const rewrite = (body: object) =>
      dashboard.call({ method: "POST", path: api("/regenerate"), body, cookie });
    expect((await rewrite({ content: "Too short." })).body.error.message).toBe(
      "Text is too short for humanization.",
    );
    expect((await rewrite({ content: TEXT, strength: "brutal" })).status).toBe(400);
    expect((await rewrite({ content: TEXT, keep: 7 })).status).toBe(400);
    const { body } = await dashboard.call({ path: api("/usage"), cookie });
    expect(body.today.used).toBe(0);
  });

  test("are rewritten with every change named", async () => {
    const { cookie } = await signUp();
    const content = `${TEXT} They made a decision to leave prior to the start due to the fact that it rained.`;
    const body = { content, strength: "strong", keep: ["prior to"] };
    const reply = await dashboard.call({ method: "POST", path: api("/regenerate"), body, cookie });
    expect(reply.status).toBe(200);
    expect(reply.body.quota.used).toBe(1);
    expect(reply.body.humanized_text).toContain("prior to");
    expect(Array.isArray(reply.body.changes)).toBe(true);
  });
});

describe("account and usage", () => {
  test("a changed password ends all other sessions, and the old one is refused", async () => {
    const { email, cookie } = await signUp();
    const signIn = (password: string) =>
      dashboard.call({ method: "POST", path: api("/sign-in"), body: { email, password } });
    const elsewhere = (await signIn(PASSWORD)).cookie ?? "";
    const body = { old_password: PASSWORD, new_password: "other plain words now" };
    const change = { method: "POST", path: api("/password"), cookie } as const;
    const wrong = await dashboard.call({
      ...change,
      body: { ...body, old_password: "no no no no" },
    });
    expect([wrong.status, wrong.body.error.message]).toEqual([403, "The password is wrong"]);
    expect((await dashboard.call({ ...change, body })).status).toBe(200);
    expect((await dashboard.call({ path: api("/keys"), cookie: elsewhere })).status).toBe(401);
    expect((await dashboard.call({ path: api("/keys"), cookie })).status).toBe(200);
    expect((await signIn(PASSWORD)).status).toBe(401);
  });

  test("a session of another account can't be ended", async () => {
    const mine = await signUp();
    const theirs = await signUp();
    const listed = await dashboard.call({ path: api("/sessions"), cookie: theirs.cookie });
    const [{ id }] = listed.body.sessions;
    const end = { method: "DELETE", path: api(`/sessions/${id}`) } as const;
    expect((await dashboard.call({ ...end, cookie: mine.cookie })).status).toBe(404);
    expect((await dashboard.call({ ...end, cookie: theirs.cookie })).status).toBe(200);
    expect((await dashboard.call({ path: api("/sessions"), cookie: theirs.cookie })).status).toBe(
      401,
    );
  });

  test("a deleted account is gone with its keys", async () => {
    const { cookie, accountId } = await signUp();
    const make = { method: "POST", path: api("/keys"), body: { domain: "example.com" } } as const;
    const { key } = (await dashboard.call({ ...make, cookie })).body;
    const remove = { method: "POST", path: api("/account/delete"), cookie } as const;
    expect((await dashboard.call({ ...remove, body: { password: "wrong words" } })).status).toBe(
      403,
    );
    expect((await dashboard.call({ ...remove, body: { password: PASSWORD } })).status).toBe(200);
    expect((await dashboard.call({ path: api("/state"), cookie })).body.account).toBeNull();
    expect(await dashboard.accounts.enrolment.get(accountId)).toBeNull();
    const verdict = await dashboard.accounts.keys.verify(key, ["https://example.com"]);
    expect(verdict).toMatchObject({ ok: false, reason: "unknown" });
  });

  test("usage is the account's own, by day, key and endpoint, and can be had as CSV", async () => {
    const { cookie, accountId } = await signUp();
    const body = { domain: "example.com", name: '=1+1, "quoted"' };
    const { id, last_four } = (
      await dashboard.call({ method: "POST", path: api("/keys"), body, cookie })
    ).body;
    const caller = await dashboard.accounts.callerFor(accountId);
    if (caller === null) throw new Error("The account no longer exists.");
    const reserved = await dashboard.accounts.quota.reserve(
      { ...caller, keyId: id },
      { endpoint: "detect" },
    );
    if (reserved.ok) await reserved.check.count();
    const csv = await dashboard.call({ path: api("/usage.csv?days=7"), cookie });
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [, line] = csv.text.split("\r\n");
    // Quotes doubled, and no spreadsheet takes the name for a formula.
    expect(line?.slice(10)).toBe(`,check,detect,"'=1+1, ""quoted""",example.com,${last_four},1`);
    const stranger = await signUp();
    const theirs = await dashboard.call({ path: api("/usage"), cookie: stranger.cookie });
    expect(theirs.body).toMatchObject({ usage: [], refusals: [], keys: [] });
    expect((await dashboard.call({ path: api("/usage?days=0"), cookie })).status).toBe(400);
    expect((await dashboard.call({ path: api("/usage.csv") })).status).toBe(401);
  });

  test("an unknown address below the API is a 404 in the standard shape", async () => {
    const reply = await dashboard.call({ path: api("/nope") });
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({
      error: { message: "Endpoint not found", type: "not_found_error" },
      request_id: reply.headers["x-request-id"],
    });
  });
});
