// The report of a text that was checked on the page: free with the Idempotency-Key of that check, one check otherwise,
// and a file without active content.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDashboard, type TestDashboard } from "../../testing/build-dashboard.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";

const TEXT =
  "The ferry was late again, so we sat on the wall and counted gulls. <b>Nobody</b> knew." +
  " A man with a dog asked whether this was the queue for Ardnish, and later whether anybody had seen the ferryman or his brother that day. When the boat " +
  "came in at last it was the wrong one.";
let modelDir: string;
let dashboard: TestDashboard;
let now = Date.now();
beforeAll(async () => {
  modelDir = await buildTinyModel();
  dashboard = await buildDashboard({ modelDir, quotaPerDay: 2, clock: () => now });
});
afterAll(async () => {
  await dashboard.close();
  rmSync(modelDir, { recursive: true });
});

let people = 0;
async function signUp() {
  const email = `reader-${++people}@test.example`;
  const body = { email, password: "four plain words here" };
  const path = "/dashboard/api/sign-up";
  const { cookie = "" } = await dashboard.call({ method: "POST", path, body });
  const { id = "" } = (await dashboard.accounts.enrolment.find(email)) ?? {};
  return { cookie, used: async () => (await dashboard.accounts.callerFor(id))?.used };
}

const post = (path: string, body: object, cookie: string | undefined, key?: string) =>
  dashboard.call({
    method: "POST",
    path: `/dashboard/api${path}`,
    body,
    cookie,
    headers: key === undefined ? {} : { "idempotency-key": key },
  });

test("a report under the key of the check costs nothing more, in either format", async () => {
  const { cookie, used } = await signUp();
  const checked = await post("/detect", { content: TEXT }, cookie, "check-1");
  const html = await post("/report", { content: TEXT, title: "My text" }, cookie, "check-1");
  expect(html.status).toBe(200);
  expect(html.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-disposition": 'attachment; filename="my-text-report.html"',
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  expect(html.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(html.text).toContain(checked.body.verdict);
  expect(html.text).toContain("Nobody&#60;/b&#62; knew");
  const pdf = await post(
    "/report",
    { content: TEXT, format: "pdf", paper: "letter" },
    cookie,
    "check-1",
  );
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(pdf.text.slice(0, 5)).toBe("%PDF-");
  expect(await used()).toBe(1);
});

/** The times a report gives, in milliseconds. */
function timesIn(html: string) {
  const time = (name: string) =>
    Date.parse(
      new RegExp(`${name}</dt>\\s*<dd>([^<]+) UTC`)
        .exec(html)?.[1]
        ?.replace(" ", "T")
        .concat("Z") ?? "",
    );
  return { checked: time("Checked"), made: time("Report made") };
}
const second = (time: string | number) => Math.floor(new Date(time).getTime() / 1000) * 1000;

test.each([
  ["somebody signed in", true],
  ["somebody at this machine without an account", false],
])(
  "a report for %s gives the time of the check, and its own beside it",
  async (_who, hasAccount) => {
    const cookie = hasAccount ? (await signUp()).cookie : undefined;
    now = Date.parse("2026-03-01T10:00:00.700Z");
    const checked = await post("/detect", { content: TEXT }, cookie, "timed");
    expect(checked.body.checked_at).toBe("2026-03-01T10:00:00.700Z");
    now = Date.parse("2026-03-01T15:30:00.000Z");
    const report = await post("/report", { content: TEXT }, cookie, "timed");
    expect(timesIn(report.text)).toEqual({ checked: second("2026-03-01T10:00:00Z"), made: now });
    // Without the key of a check it is a check of its own, made now.
    const own = await post("/report", { content: TEXT }, cookie, "another");
    expect(timesIn(own.text)).toEqual({ checked: now, made: now });
  },
);

test("what a page says about the time of a check is not believed", async () => {
  const { cookie } = await signUp();
  now = Date.parse("2026-03-02T10:00:00Z");
  const claims = { checked_at: "2020-01-01T00:00:00Z", checkedAt: 0, at: 0 };
  const report = await post("/report", { content: TEXT, ...claims }, cookie, "claims");
  expect(timesIn(report.text)).toEqual({ checked: now, made: now });
});

test("another text, another account or no key: a check of its own, and none left is 429", async () => {
  const { cookie, used } = await signUp();
  const other = await signUp();
  await post("/detect", { content: TEXT }, cookie, "check-1");
  const changed = await post("/report", { content: `${TEXT} More.` }, cookie, "check-1");
  expect(changed.status).toBe(400);
  expect(changed.body.error.message).toBe("Idempotency-Key was used with another body.");
  expect((await post("/report", { content: TEXT }, cookie)).status).toBe(200);
  expect(await used()).toBe(2);
  expect((await post("/report", { content: TEXT }, cookie)).status).toBe(429);
  // The check is still covered by its key when the day is used up.
  expect((await post("/report", { content: TEXT }, cookie, "check-1")).status).toBe(200);
  expect((await post("/report", { content: TEXT }, other.cookie, "check-1")).status).toBe(200);
  expect(await other.used()).toBe(1);
});

test.each([
  [{ content: " " }, "Parameter 'content' is required"],
  [{ content: "…" }, "The text has no words."],
  [{ content: TEXT, format: "docx" }, "Parameter 'format' must be one of html, pdf."],
  [{ content: TEXT, paper: "a3" }, "Parameter 'paper' must be one of a4, letter."],
  [{ content: TEXT, title: 7 }, "Parameter 'title' must be a string of at most 200 characters."],
  [
    { content: TEXT, title: "x".repeat(201) },
    "Parameter 'title' must be a string of at most 200 characters.",
  ],
])("%j is 400 and costs nothing", async (body, message) => {
  const { cookie, used } = await signUp();
  const reply = await post("/report", body, cookie);
  expect(reply.status).toBe(400);
  expect(reply.body.error.message).toBe(message);
  expect(await used()).toBe(0);
});

test("without signing in it works at this machine alone", async () => {
  expect((await post("/report", { content: TEXT }, undefined)).status).toBe(200);
  const far = await dashboard.call({
    method: "POST",
    path: "/dashboard/api/report",
    body: { content: TEXT },
    headers: { host: "lodestone.example" },
  });
  expect(far.status).toBe(401);
});
