// The history through the dashboard's API: switching it on and off, what is kept of checks made on the page and with a
// key, who may see it, and exports.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDashboard, type TestDashboard, type Wanted } from "../../testing/build-dashboard.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";

const PASSWORD = "four plain words here";
const TEXT =
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt " +
  "had packed boiled eggs, which rolled around in the bag and cracked one by one." +
  " A man with a dog asked whether this was the queue for Ardnish, and nobody knew. When the boat " +
  "came in at last it was the wrong one.";

const STIFF = `${TEXT} They made a decision to leave prior to the start due to the fact that it rained.`;
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
async function signUp() {
  const email = `reader-${++people}@test.example`;
  const made = await call({
    method: "POST",
    path: "/sign-up",
    body: { email, password: PASSWORD },
  });
  const { cookie } = made;
  const account = await dashboard.accounts.enrolment.find(email);
  const as = (wanted: Wanted) => call({ ...wanted, cookie });
  return {
    accountId: account?.id ?? "",
    get: (path: string) => as({ path }),
    post: (path: string, body: object) => as({ method: "POST", path, body }),
    remove: (path: string) => as({ method: "DELETE", path }),
  };
}
const call = (wanted: Wanted) =>
  dashboard.call({ ...wanted, path: `/dashboard/api${wanted.path}` });

test("a check is kept only after the account asked for it, with text, result, time and hash", async () => {
  const one = await signUp();
  await one.post("/detect", { content: TEXT });
  expect((await one.get("/history")).body).toEqual({
    days: null,
    days_max: 365,
    total: 0,
    found: 0,
    results: [],
    next: null,
  });
  expect((await one.post("/history/settings", { days: 7 })).body).toEqual({ days: 7 });
  expect((await one.get("/state")).body.account.history_days).toBe(7);
  const answered = await one.post("/detect", { content: TEXT });
  const { body } = await one.get("/history");
  expect(body).toMatchObject({ days: 7, total: 1, next: null });
  const [row] = body.results;
  expect(row).toMatchObject({
    key: null,
    endpoint: "detect",
    input_type: "text",
    verdict: answered.body.verdict,
    probability: answered.body.final_probability,
    opening: expect.stringMatching(/^The ferry was late/),
  });
  expect(Date.parse(row.expires_at) - Date.parse(row.at)).toBe(7 * 86_400_000);
  const { quota: _, counted, checked_at, ...result } = answered.body;
  expect([row.at, counted]).toEqual([checked_at, true]);
  expect((await one.get(`/history/${row.id}`)).body).toEqual({ ...row, content: TEXT, result });
});

test("a repeated request is kept once, a rewrite beside the check", async () => {
  const one = await signUp();
  await one.post("/history/settings", { days: 1 });
  const again = { headers: { "idempotency-key": "once" }, method: "POST" as const };
  const { accountId } = one;
  const cookie = await freshCookie(accountId);
  for (let count = 0; count < 2; count += 1) {
    await call({ ...again, cookie, path: "/detect", body: { content: TEXT } });
  }
  await one.post("/regenerate", { content: STIFF });
  const { body } = await one.get("/history");
  expect(body.results.map((row: { endpoint: string }) => row.endpoint)).toEqual([
    "regenerate",
    "detect",
  ]);
});

test("another account and a stranger see nothing, delete nothing and can't tell it from nothing", async () => {
  const one = await signUp();
  await one.post("/history/settings", { days: 7 });
  await one.post("/detect", { content: TEXT });
  const id = (await one.get("/history")).body.results[0].id;
  const two = await signUp();
  await two.post("/history/settings", { days: 7 });
  expect((await two.get("/history")).body.results).toEqual([]);
  expect((await two.get("/history.json")).text).not.toContain("ferry");
  expect((await two.get("/history.csv")).text).not.toContain("ferry");
  for (const path of [`/history/${id}`, "/history/res_never"]) {
    for (const reply of [await two.get(path), await two.remove(path)]) {
      expect([reply.status, reply.body.error.message]).toEqual([404, "Result not found"]);
    }
  }
  expect((await two.post("/history/delete-all", {})).body).toEqual({ deleted: 0 });
  for (const path of ["/history", `/history/${id}`, "/history.json", "/history.csv"]) {
    expect((await call({ path })).status).toBe(401);
  }
  expect((await one.get(`/history/${id}`)).status).toBe(200);
});

test("switching off asks what becomes of what is kept, and does as told", async () => {
  const one = await signUp();
  await one.post("/history/settings", { days: 7 });
  await one.post("/detect", { content: TEXT });
  expect((await one.post("/history/settings", { days: null })).status).toBe(400);
  await one.post("/history/settings", { days: null, delete: false });
  await one.post("/detect", { content: TEXT });
  expect((await one.get("/history")).body).toMatchObject({ days: null, total: 1 });
  await one.post("/history/settings", { days: 7 });
  await one.post("/history/settings", { days: null, delete: true });
  expect((await one.get("/history")).body).toMatchObject({ days: null, total: 0 });
});

test.each([0, 366, 1.5, "7", undefined])("%s is not a number of days", async (days) => {
  const one = await signUp();
  const reply = await one.post("/history/settings", { days });
  expect([reply.status, reply.body.error.type]).toEqual([400, "invalid_request_error"]);
  expect((await one.get("/history")).body.days).toBeNull();
});

test("one is deleted, all are deleted, and pages lead through them", async () => {
  const one = await signUp();
  await one.post("/history/settings", { days: 7 });
  for (let count = 0; count < 5; count += 1)
    await one.post("/detect", { content: `${count} ${TEXT}` });
  const first = (await one.get("/history?limit=2")).body;
  const second = (await one.get(`/history?limit=2&before=${first.next}`)).body;
  expect([...first.results, ...second.results].map(({ opening }) => opening[0])).toEqual([
    "4",
    "3",
    "2",
    "1",
  ]);
  expect((await one.get("/history?limit=0")).status).toBe(400);
  expect((await one.remove(`/history/${first.results[0].id}`)).body).toEqual({ deleted: 1 });
  expect((await one.get("/history")).body.total).toBe(4);
  expect((await one.post("/history/delete-all", {})).body).toEqual({ deleted: 4 });
  expect((await one.get("/history")).body.total).toBe(0);
});

test("all of it goes out as JSON and as CSV, and a spreadsheet takes no text for a formula", async () => {
  const one = await signUp();
  await one.post("/history/settings", { days: 7 });
  const contents = [`=HYPERLINK("x") ${TEXT}`, `@SUM(1) ${TEXT}`, `plain, "quoted"\n${TEXT}`];
  for (const content of contents) await one.post("/detect", { content });
  const json = await one.get("/history.json");
  expect(json.headers["content-disposition"]).toMatch(
    /^attachment; filename="lodestone-history-.*\.json"$/,
  );
  expect(json.body.results.map((kept: { content: string }) => kept.content)).toEqual(
    contents.toReversed(),
  );
  const csv = await one.get("/history.csv");
  expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [head, ...lines] = csv.text.split(/\r\n(?=\d{4}-|$)/);
  expect(head).toMatch(/^time,made_with,endpoint,.*,text$/);
  expect(lines[0]).toContain(`"plain, ""quoted""\n`);
  expect(lines[1]).toContain(`,"'@SUM(1)`);
  expect(lines[2]).toContain(`,"'=HYPERLINK(""x"")`);
});

test("a kept check goes out as a report that says when it was made, and costs no check", async () => {
  const one = await signUp();
  await one.post("/history/settings", { days: 7 });
  await one.post("/detect", { content: TEXT });
  await one.post("/regenerate", { content: STIFF });
  const [rewrite, checked] = (await one.get("/history")).body.results;
  const used = async () => (await dashboard.accounts.callerFor(one.accountId))?.used;
  const before = await used();
  const html = await one.post(`/history/${checked.id}/report`, {});
  expect(html.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(html.text).toContain(checked.hash);
  expect(html.text).toContain(checked.verdict);
  const pdf = await one.post(`/history/${checked.id}/report`, { format: "pdf", paper: "letter" });
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(pdf.text.slice(0, 5)).toBe("%PDF-");
  expect(await used()).toBe(before);
  expect((await one.post(`/history/${checked.id}/report`, { format: "doc" })).status).toBe(400);
  expect((await one.post(`/history/${rewrite.id}/report`, {})).status).toBe(400);
  const two = await signUp();
  expect((await two.post(`/history/${checked.id}/report`, {})).status).toBe(404);
});

test("a deleted account takes its history with it", async () => {
  const one = await signUp();
  await one.post("/history/settings", { days: 7 });
  await one.post("/detect", { content: TEXT });
  expect((await one.get("/history")).body.total).toBe(1);
  await one.post("/account/delete", { password: PASSWORD });
  expect(await dashboard.history.count(one.accountId)).toBe(0);
  expect(await dashboard.history.days(one.accountId)).toBeNull();
});

/** Another session of the same account. */
async function freshCookie(accountId: string): Promise<string> {
  const account = await dashboard.accounts.enrolment.get(accountId);
  const body = { email: account?.email, password: PASSWORD };
  return (await call({ method: "POST", path: "/sign-in", body })).cookie ?? "";
}
