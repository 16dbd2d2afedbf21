// Files sent from the page: the same answers as with a key, in the dashboard's own error shape, and no
// other site may send one.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeFile } from "../../client/multipart.ts";
import { buildDashboard, type TestDashboard } from "../../testing/build-dashboard.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";

const TEXT =
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt had packed eggs, which cracked." +
  " A man with a dog asked whether this was the queue for Ardnish, and nobody knew. When the boat " +
  "came in at last it was the wrong one.";
let modelDir: string;
let dashboard: TestDashboard;
let cookie = "";
let used: () => Promise<number | undefined>;

beforeAll(async () => {
  modelDir = await buildTinyModel();
  dashboard = await buildDashboard({ modelDir, quotaPerDay: 10 });
  const body = { email: "files@test.example", password: "four plain words here" };
  const made = await dashboard.call({ method: "POST", path: "/dashboard/api/sign-up", body });
  cookie = made.cookie ?? "";
  const { id = "" } = (await dashboard.accounts.enrolment.find(body.email)) ?? {};
  used = async () => (await dashboard.accounts.callerFor(id))?.used;
});
afterAll(async () => {
  await dashboard.close();
  rmSync(modelDir, { recursive: true });
});

async function send(
  path: string,
  file: Blob,
  name: string,
  {
    fields = {},
    headers = {},
  }: { fields?: Record<string, string>; headers?: Record<string, string | null> } = {},
) {
  const { contentType, data } = await encodeFile(file, name, fields);
  return dashboard.call({
    method: "POST",
    path: `/dashboard/api${path}`,
    body: Buffer.from(await data.arrayBuffer()).toString(),
    cookie,
    headers: { "content-type": contentType, ...headers },
  });
}

test("a file is checked, rewritten and reported on; each verdict costs one check, an unchanged text none", async () => {
  const html = new Blob([`<h1>Ferry</h1><p>${TEXT}</p>`]);
  const checked = await send("/detect", html, "a.html");
  expect(checked.status).toBe(200);
  expect(checked.body).toMatchObject({ input_type: "html", content: `# Ferry\n\n${TEXT}` });
  expect(checked.body.quota.used).toBe(1);
  const fields = { strength: "light", keep: "gulls\neggs" };
  const rewritten = await send("/regenerate", html, "a.html", { fields });
  expect(rewritten.body).toMatchObject({ input_type: "html", content: `# Ferry\n\n${TEXT}` });
  expect([rewritten.body.regenerated, rewritten.body.counted]).toEqual([false, false]);
  const report = await send("/report", html, "a.html", { fields: { format: "html" } });
  expect([report.status, report.headers["content-type"]]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  expect(await used()).toBe(2);
});

test("a bad file is a sentence in the standard shape, and costs nothing", async () => {
  const before = await used();
  const cases: Array<[BlobPart, string, string]> = [
    ["", "a.txt", "The file is empty."],
    ["words", "a.docx", 'The file\'s name ends in ".docx" but it holds plain text'],
    ["a ".repeat(501), "a.txt", "Text is too long: at most 1000 characters."],
    ["a".repeat(100_001), "a.txt", "The file is too large"],
    ["a".repeat(300_000), "a.txt", "The file is too large"],
  ];
  for (const [bytes, name, message] of cases) {
    const { status, body } = await send("/detect", new Blob([bytes]), name);
    expect([status, body.error.type]).toEqual([400, "invalid_request_error"]);
    expect(body.error.message).toContain(message);
  }
  expect(await used()).toBe(before);
});

test("another site's form with a file is refused before it is read", async () => {
  const file = new Blob([TEXT]);
  for (const headers of [
    { "x-lodestone-dashboard": null },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": null, origin: "https://evil.example" },
  ]) {
    const { status } = await send("/detect", file, "a.txt", { headers });
    expect(status).toBe(403);
  }
});

test("a JSON body can't pretend to be a file", async () => {
  const body = { file: { name: "a.txt", type: "", bytes: TEXT } };
  const path = "/dashboard/api/detect";
  const { status } = await dashboard.call({ method: "POST", path, body, cookie });
  expect(status).toBe(400);
});
