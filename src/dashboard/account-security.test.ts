// Second factor, reset links by mail and shared results through the dashboard's API: what each takes, and what the
// others learn.
import { rmSync } from "node:fs";
import { unzipSync } from "fflate";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSmtp } from "../../test/services/smtp.ts";
import { buildDashboard, type TestDashboard, type Wanted } from "../../testing/build-dashboard.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type Mailer, openMailer } from "../mail/mail.ts";

const PASSWORD = "four plain words here";
const TEXT =
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt " +
  "had packed boiled eggs, which rolled around in the bag and cracked one by one." +
  " A man with a dog asked whether this was the queue for Ardnish, and nobody knew. When the boat " +
  "came in at last it was the wrong one.";

let modelDir: string;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let mailer: Mailer;
let dashboard: TestDashboard;
let now = Date.parse("2026-03-01T12:00:00Z");
beforeAll(async () => {
  smtp = await startSmtp({ user: "lode@stone", pass: "p:ss/w@rd" });
  mailer = openMailer({ url: smtp.url, from: "Lodestone <lodestone@lodestone.example>" });
  modelDir = await buildTinyModel();
  dashboard = await buildDashboard({ modelDir, mailer, clock: () => now });
});
afterAll(async () => {
  await dashboard.close();
  mailer.close();
  await smtp.stop();
  rmSync(modelDir, { recursive: true });
});

let people = 0;
async function signUp() {
  const email = `keeper-${++people}@test.example`;
  const { cookie } = await post("/sign-up", { email, password: PASSWORD });
  const as = (wanted: Wanted) => call({ ...wanted, cookie });
  return {
    email,
    cookie,
    get: (path: string) => as({ path }),
    post: (path: string, body: object) => as({ method: "POST", path, body }),
    remove: (path: string) => as({ method: "DELETE", path }),
  };
}
const call = (wanted: Wanted) =>
  dashboard.call({ ...wanted, path: `/dashboard/api${wanted.path}` });
const post = (path: string, body: object) => call({ method: "POST", path, body });

describe("second factor", () => {
  test("with it, a password alone opens no session", async () => {
    const ada = await signUp();
    const { email } = ada;
    const begun = await ada.post("/second-factor/begin", { password: PASSWORD });
    expect(begun.status).toBe(200);
    const totp = new TOTP({ secret: Secret.fromBase32(begun.body.secret) });
    const code = () => totp.generate({ timestamp: now });
    expect((await ada.post("/second-factor/confirm", { code: "12" })).status).toBe(400);
    const confirmed = await ada.post("/second-factor/confirm", { code: code() });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    expect((await ada.get("/state")).body.account.has_second_factor).toBe(true);
    now += 60_000;

    const signIn = (more: object = {}) => post("/sign-in", { email, password: PASSWORD, ...more });
    const asked = await signIn();
    expect([asked.status, asked.body.error.type, asked.cookie]).toEqual([
      401,
      "second_factor_error",
      undefined,
    ]);
    const wrong = await signIn({ code: "000000" });
    expect([wrong.status, wrong.body.error.type, wrong.cookie]).toEqual([
      401,
      "second_factor_error",
      undefined,
    ]);
    expect((await signIn({ code: code() })).cookie).toBeDefined();
    expect((await signIn({ code: code() })).cookie).toBeUndefined();
    expect((await signIn({ code: confirmed.body.recovery_codes[3] })).cookie).toBeDefined();
    expect((await ada.get("/second-factor")).body).toEqual({ is_on: true, recovery_codes_left: 9 });

    const off = (body: object) => ada.post("/second-factor/disable", body);
    expect((await off({ password: PASSWORD })).status).toBe(400);
    expect((await off({ password: "wrong", code: "000000" })).status).toBe(403);
    now += 60_000;
    expect((await off({ password: PASSWORD, code: code() })).status).toBe(200);
    expect((await signIn()).cookie).toBeDefined();
  });

  test.each(["/second-factor", "/history/x/shares"])("%s is for those signed in", async (path) => {
    expect((await call({ path })).status).toBe(401);
  });
});

describe("reset link by mail", () => {
  test("it comes from the server set up for it, works once and signs out everywhere", async () => {
    const bob = await signUp();
    const asked = await post("/reset/request", { email: bob.email.toUpperCase() });
    expect([asked.status, asked.body]).toEqual([202, { asked: true }]);
    const mail = await smtp.nextMail();
    expect([mail.from, mail.to]).toEqual(["lodestone@lodestone.example", [bob.email]]);
    // From the setting, whatever Host the request named.
    const [, token = ""] =
      /https:\/\/lodestone\.example\/reset-password#([\w-]{43})\b/.exec(
        mail.content.replaceAll("=\r\n", ""),
      ) ?? [];
    expect((await post("/reset/look", { token })).body).toEqual({ email: bob.email });
    expect((await post("/reset/use", { token, password: "short" })).status).toBe(400);
    const next = "five other plain words here";
    expect((await post("/reset/use", { token, password: next })).status).toBe(200);
    expect((await bob.get("/sessions")).status).toBe(401);
    const again = await post("/reset/use", { token, password: next });
    expect([again.status, again.body.error.type]).toEqual([404, "not_found_error"]);
    expect((await post("/sign-in", { email: bob.email, password: PASSWORD })).status).toBe(401);
    expect((await post("/sign-in", { email: bob.email, password: next })).status).toBe(200);
  });

  test("nobody learns who has an account, and nobody's mailbox is filled", async () => {
    const { email } = await signUp();
    const unknown = await post("/reset/request", { email: "nobody@test.example" });
    for (let times = 0; times < 5; times++) {
      const known = await post("/reset/request", { email });
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    }
    for (let mails = 0; mails < 3; mails++) expect((await smtp.nextMail()).to).toEqual([email]);
    // A last one to somebody else comes after whatever else was on its way.
    const other = await signUp();
    await post("/reset/request", { email: other.email });
    expect((await smtp.nextMail()).to).toEqual([other.email]);
    expect(smtp.untaken()).toBe(0);
  });

  // On the embedded store the link is written by the thread that answers: milliseconds that only accounts would take.
  test("whether there is an account is looked up when the answer is out", async () => {
    const listening = await buildDashboard({ modelDir, mailer });
    const { passwordResets } = listening.accounts;
    const { ask } = passwordResets;
    const happened: string[] = [];
    const looked = Promise.withResolvers<void>();
    passwordResets.ask = (email) => {
      happened.push("looked up");
      looked.resolve();
      return ask(email);
    };
    listening.server.server.on("request", (_request, reply) => {
      reply.once("finish", () => happened.push("answered"));
    });
    const url = await listening.server.listen({ port: 0, host: "127.0.0.1" });
    const reply = await fetch(`${url}/dashboard/api/reset/request`, {
      method: "POST",
      headers: {
        "x-forwarded-proto": "https",
        "x-lodestone-dashboard": "1",
        "content-type": "application/json",
      },
      body: JSON.stringify({ email: "nobody@test.example" }),
    });
    expect(reply.status).toBe(202);
    await looked.promise;
    expect(happened).toEqual(["answered", "looked up"]);
    await listening.close();
  });

  test("without a mail server nothing is promised", async () => {
    const silent = await buildDashboard({ modelDir });
    const body = { email: "ada@test.example" };
    const path = "/dashboard/api/reset/request";
    expect((await silent.call({ method: "POST", path, body })).status).toBe(404);
    const state = await silent.call({ path: "/dashboard/api/state" });
    expect(state.body.mails_reset_links).toBe(false);
    await silent.close();
  });
});

describe("shared result", () => {
  async function keepOne() {
    const ada = await signUp();
    await ada.post("/history/settings", { days: 30 });
    await ada.post("/detect", { content: TEXT });
    const { body } = await ada.get("/history");
    return { ada, id: body.results[0].id as string };
  }
  const open = (token: string) => post("/shared", { token });

  test("whoever has the link sees the result and nothing of its account", async () => {
    const { ada, id } = await keepOne();
    const made = await ada.post(`/history/${id}/shares`, { days: 7 });
    expect(made.status).toBe(200);
    const shared = await open(made.body.token);
    expect(Object.keys(shared.body).toSorted()).toEqual(
      [
        "at",
        "content",
        "endpoint",
        "expires_at",
        "hash",
        "input_type",
        "name",
        "result",
      ].toSorted(),
    );
    expect(shared.body).toMatchObject({ content: TEXT, endpoint: "detect", result: { words: 63 } });
    expect(shared.text).not.toContain(ada.email);
    expect(shared.headers["cache-control"]).toBe("no-store");
  });

  test("another account, an expired, a revoked and a guessed link: the same 404", async () => {
    const { ada, id } = await keepOne();
    const eve = await signUp();
    await eve.post("/history/settings", { days: 30 });
    expect((await eve.post(`/history/${id}/shares`, { days: 7 })).status).toBe(404);
    expect((await eve.get(`/history/${id}/shares`)).status).toBe(404);

    const short = (await ada.post(`/history/${id}/shares`, { days: 1 })).body;
    const long = (await ada.post(`/history/${id}/shares`, { days: 7 })).body;
    expect((await eve.remove(`/shares/${long.id}`)).status).toBe(404);
    now += 86_400_000;
    expect((await open(long.token)).status).toBe(200);
    expect((await ada.remove(`/shares/${long.id}`)).status).toBe(200);
    const guess = `${long.token.slice(0, -2)}AA`;
    for (const token of [short.token, long.token, guess, long.id, id, ""]) {
      const reply = await open(token);
      expect([reply.status, reply.body.error.type]).toEqual([404, "not_found_error"]);
    }
  });

  test("guesses are refused after a while, and don't keep their neighbours from valid links", async () => {
    const { ada, id } = await keepOne();
    const { token } = (await ada.post(`/history/${id}/shares`, { days: 7 })).body;
    const statuses = new Set<number>();
    for (let tries = 0; tries < 110; tries++) statuses.add((await open("x".repeat(43))).status);
    expect([...statuses]).toEqual([404, 429]);
    expect((await open(token)).status).toBe(200);
    now += 900_000;
  });

  test("its page is in no index and tells no other site where a reader came from", async () => {
    const file = { contentType: "text/html", etag: "x", bodies: { identity: Buffer.from("<p>") } };
    const files = new Map(
      ["/shared", "/reset-password", "/keys"].map((path) => [`${path}.html`, file] as const),
    );
    const served = await buildDashboard({ modelDir, files });
    for (const path of ["/shared", "/reset-password"]) {
      const { headers, status } = await served.call({ path });
      expect([status, headers["referrer-policy"], headers["x-robots-tag"]]).toEqual([
        200,
        "no-referrer",
        "noindex, nofollow, noarchive",
      ]);
    }
    expect((await served.call({ path: "/keys" })).headers["x-robots-tag"]).toBeUndefined();
    await served.close();
  });
});

describe("history", () => {
  test("a deleted result can be restored, also found again, and all reports come as one ZIP", async () => {
    const ada = await signUp();
    await ada.post("/history/settings", { days: 30 });
    for (const content of [TEXT, `Second. ${TEXT}`]) await ada.post("/detect", { content });
    const { body } = await ada.get("/history");
    const [{ id }] = body.results;
    expect((await ada.remove(`/history/${id}`)).status).toBe(200);
    expect((await ada.get("/history")).body).toMatchObject({ total: 1, found: 1 });
    const eve = await signUp();
    expect((await eve.post(`/history/${id}/restore`, {})).status).toBe(404);
    expect((await ada.post(`/history/${id}/restore`, {})).status).toBe(200);
    const found = await ada.get("/history?q=second.%20the");
    expect(found.body).toMatchObject({ total: 2, found: 1, results: [{ id }] });
    expect((await ada.get("/history?verdict=rewrite")).body).toMatchObject({ total: 2, found: 0 });

    const zip = await dashboard.server.inject({
      method: "POST",
      url: "/dashboard/api/history/reports.zip",
      headers: {
        "x-forwarded-proto": "https",
        "x-lodestone-dashboard": "1",
        "content-type": "application/json",
        cookie: ada.cookie ?? "",
      },
      payload: JSON.stringify({ format: "html" }),
    });
    expect(zip.headers["content-type"]).toBe("application/zip");
    const files = unzipSync(zip.rawPayload);
    expect(Object.keys(files)).toHaveLength(2);
    for (const [name, content] of Object.entries(files)) {
      expect(name).toMatch(/^000\d-2026-03-\d\d-(Second-)?The-ferry.*\.html$/);
      expect(Buffer.from(content).toString()).toContain("counted gulls");
    }

    now += 300_000;
    await ada.remove(`/history/${id}`);
    now += 300_000;
    expect((await ada.post(`/history/${id}/restore`, {})).status).toBe(404);
  });
});
