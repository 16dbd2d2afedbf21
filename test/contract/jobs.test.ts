// Jobs through both clients, with every reply held against the OpenAPI document; and the metrics of them.
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type Program, startProgram } from "../program.ts";
import { createReplyChecker, type ReplyChecker } from "./openapi.ts";
import { call, makeKey, openAccounts, TEXT } from "./v1.ts";

const clientFolder = new URL("../../client", import.meta.url).pathname;
let modelDir: string;
let program: Program;
let key: string;
let check: ReplyChecker;
beforeAll(async () => {
  modelDir = await buildTinyModel();
  program = await startProgram({ MODEL_DIR: modelDir, WORKERS: "1", RATE_PER_MINUTE: "100000" });
  const { accounts, close } = await openAccounts(program);
  ({ key } = await makeKey(accounts, { quota: 100 }));
  await close();
  const { body } = await call(program, { method: "GET", path: "/v1/openapi.json" });
  check = createReplyChecker(body);
});
afterAll(async () => {
  await program.stop();
  rmSync(modelDir, { recursive: true });
});

test("every reply of the TypeScript client's calls fits the document", async () => {
  const code = `
import { createClient } from ${JSON.stringify(join(clientFolder, "client.ts"))};
const seen = [];
const client = createClient({
  baseUrl: process.env.HTTPS_URL,
  origin: "https://example.com",
  onResponse: ({ method, url, status, response }) =>
    seen.push(response.clone().text().then((body) => [method, new URL(url).pathname, status, body])),
});
const { jobs } = client;
const items = [{ id: "a", content: process.env.TEXT }, { content: "" }];
const detecting = await jobs.create({ items }, { idempotencyKey: "same" });
const again = await jobs.create({ items }, { idempotencyKey: "same" });
const rewriting = await jobs.create({ task: "regenerate", content: process.env.TEXT, keep: ["ticket office"] });
const file = await jobs.create({ file: new Blob([process.env.TEXT]), fileName: "essay.txt", explain: true });
const done = [];
for (const { id } of [detecting, rewriting, file]) {
  done.push((await jobs.wait(id)).status);
  done.push((await jobs.result(id)).results.length);
}
const cancelled = await jobs.cancel(file.id);
const missing = await jobs.get("job_none").catch((error) => error.message);
const wiped = await jobs.result(file.id).catch((error) => error.message);
const { jobs: listed } = await jobs.list();
process.stdout.write(JSON.stringify({
  isSame: detecting.id === again.id, done, cancelled: cancelled.status, missing, wiped,
  listed: listed.length, used: (await client.authenticity.getUsage()).used, seen: await Promise.all(seen),
}));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", code],
    {
      env: {
        ...process.env,
        HTTPS_URL: program.https,
        NODE_EXTRA_CA_CERTS: join(program.dataDir, "tls/ca.pem"),
        LODESTONE_API_KEY: key,
        TEXT,
      },
      maxBuffer: 1e7,
    },
  );
  const { seen, ...told } = JSON.parse(stdout);
  expect(told).toEqual({
    isSame: true,
    done: ["done", 2, "done", 1, "done", 1],
    cancelled: "cancelled",
    missing: "Job not found",
    wiped: "The job's results were wiped",
    listed: 3,
    // The rewrite changed nothing.
    used: 2,
  });
  for (const [method, path, status, body] of seen) {
    check(method, path, status, "application/json", JSON.parse(body));
  }
});

test.skipIf(!existsSync("/usr/bin/python3"))("the Python client does the same", async () => {
  const code = `
import json, os
from lodestone import ApiError, Client
client = Client(os.environ["HTTPS_URL"], origin="https://example.com", ca_file=os.environ["CA"])
text = os.environ["TEXT"]
job = client.create_job([text, {"id": "b", "content": ""}])
upload = client.create_file_job(text.encode(), "essay.txt", task="regenerate", strength="light")
out = [client.wait_for_job(job["id"])["progress"], client.wait_for_job(upload["id"])["status"]]
out.append([("error" in entry) for entry in client.get_job_result(job["id"])["results"]])
out.append(client.list_jobs(limit=1)["jobs"][0]["id"] == upload["id"])
out.append(client.cancel_job(job["id"])["status"])
try:
    client.get_job_result(job["id"])
except ApiError as error:
    out.append(error.status)
print(json.dumps(out))`;
  const { stdout } = await promisify(execFile)("/usr/bin/python3", ["-c", code], {
    env: {
      PYTHONPATH: clientFolder,
      PYTHONDONTWRITEBYTECODE: "1",
      HTTPS_URL: program.https,
      CA: join(program.dataDir, "tls/ca.pem"),
      LODESTONE_API_KEY: key,
      TEXT,
    },
  });
  expect(JSON.parse(stdout)).toEqual([
    { total: 2, done: 1, failed: 1, refused: 0 },
    "done",
    [false, true],
    true,
    "cancelled",
    404,
  ]);
});

test("the metrics count texts of jobs", async () => {
  const metrics = await (await fetch(`${program.http}/metrics`)).text();
  expect(metrics).toMatch(/lodestone_job_texts_total\{outcome="done"\} \d/);
  expect(metrics).toMatch(/lodestone_jobs_unfinished \d/);
});
