// `lodestone jobs …` against a server that runs as a process of its own, and the signed webhooks it sends.
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openLocalCertificate } from "../../src/http/http.ts";
import { buildDocx } from "../../testing/build-documents.ts";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { makeKey, openAccounts, TEXT } from "../contract/v1.ts";
import {
  type CommandOutcome,
  runCommand,
  type ServerProcess,
  startServer,
} from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-jobs-"));
let modelDir: string;
let server: ServerProcess;
let receiver: Server;
let hook: string;
let key: string;
let answers: number[] = [];
const received: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  modelDir = await buildTinyModel();
  const certificate = await openLocalCertificate({
    folder: join(folder, "receiver"),
    host: "127.0.0.1",
    nowMs: Date.now(),
  });
  receiver = createServer(
    { key: certificate.key, cert: certificate.cert },
    async (asked, reply) => {
      let body = "";
      for await (const chunk of asked) body += chunk;
      received.push({ headers: asked.headers, body });
      reply.writeHead(answers.shift() ?? 204).end();
    },
  );
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  hook = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  server = await startServer({
    MODEL_DIR: modelDir,
    RATE_PER_MINUTE: "100000",
    WEBHOOKS: "on",
    WEBHOOK_PRIVATE_NETWORKS: "127.0.0.1",
    NODE_EXTRA_CA_CERTS: certificate.caFile ?? "",
  });
  const { accounts, close } = await openAccounts(server);
  ({ key } = await makeKey(accounts, { quota: 100 }));
  await close();
});
afterAll(async () => {
  await server.stop();
  receiver.closeAllConnections();
  receiver.close();
  for (const each of [folder, modelDir]) rmSync(each, { recursive: true, force: true });
});

/** As typed on the server's own machine: its address and its certificate are found by the settings. */
function lodestone(words: string[], { input = "", env = {} } = {}): Promise<CommandOutcome> {
  return runCommand(["jobs", ...words], {
    input,
    env: {
      DATA_DIR: server.dataDir,
      HTTPS_PORT: String(server.httpsPort),
      LODESTONE_API_KEY: key,
      LODESTONE_ORIGIN: "https://example.com",
      ...env,
    },
  });
}

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("a file is handed over, followed, fetched and deleted from the server", async () => {
  const file = join(folder, "essay.docx");
  writeFileSync(file, buildDocx(`<w:p><w:r><w:t>${TEXT}</w:t></w:r></w:p>`));
  const submitted = await lodestone(["submit", file, "--explain"]);
  expect(submitted).toMatchObject({ code: 0, err: "" });
  expect(submitted.out).toMatch(/^job_[\w-]{20}\n$/);
  const id = submitted.out.trim();

  const result = await lodestone(["result", id, "--wait"]);
  expect(result).toMatchObject({
    code: 0,
    err: "1 text, 0 with an error, 1 check counted.\n",
  });
  const [detection] = linesOf(result.out);
  expect(detection).toMatchObject({ input_type: "docx", verdict: expect.any(String) });
  expect(detection.explanation.evidence).toBeInstanceOf(Array);

  const status = await lodestone(["status", id]);
  expect(status.out).toMatch(new RegExp(`\\n${id}  detect  done +1 +1 +0 +0 +\\d{4}-`));
  const whole = JSON.parse((await lodestone(["status", id, "--json"])).out);
  expect(whole).toMatchObject({ id, task: "detect", status: "done" });
  expect(JSON.parse((await lodestone(["list", "--json"])).out)).toEqual([whole]);

  const cancelled = await lodestone(["cancel", id]);
  expect(cancelled.out).toBe(`${id}: cancelled, with 1 of 1 text done.\n`);
  expect(await lodestone(["result", id])).toMatchObject({
    code: 1,
    out: "",
    err: `https://127.0.0.1:${server.httpsPort}: The job's results were wiped\n`,
  });
});

test("many texts come back in input order, and one that failed makes the exit code 1", async () => {
  const input = [{ id: "a", text: TEXT }, { id: 2, text: "" }, { text: TEXT }]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
  const out = join(folder, "results.jsonl");
  const words = ["submit", "--jsonl", "-", "--wait", "--out", out];
  const { code, err } = await lodestone(words, { input });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^job_\S+\n3 texts, 1 with an error, 2 checks counted, written to .*results.jsonl\.\n$/,
  );
  const lines = linesOf(readFileSync(out, "utf8"));
  expect(lines.map(({ id }) => id)).toEqual(["a", "2", undefined]);
  expect(lines.map(({ error }) => error !== undefined)).toEqual([false, true, false]);
});

test("a rewrite takes its strength and the words to keep", async () => {
  const words = [
    "submit",
    "-",
    "--task",
    "rewrite",
    "--strength",
    "light",
    "--keep",
    "ticket office",
  ];
  const { code, out } = await lodestone([...words, "--wait"], { input: TEXT });
  expect(code).toBe(0);
  const [rewrite] = linesOf(out);
  expect(rewrite.humanized_text).toContain("ticket office");
});

test.each([
  [["submit"], "Name one file (or -)"],
  [["submit", "a.txt", "--jsonl", "b.jsonl"], "Name one file (or -)"],
  [["submit", "a.txt", "--task", "translate"], "--task must be detect or rewrite."],
  [["submit", "a.txt", "--keep", "Pune"], "belong to --task rewrite"],
  [["submit", "a.txt", "--task", "rewrite", "--strength", "huge"], "light, medium or strong"],
  [["submit", "a.txt", "--out", "b.jsonl"], "--out belongs to --wait."],
  [["status"], "missing required argument"],
])("bad usage is told before the server is asked: %j", async (words, message) => {
  const { code, out, err } = await lodestone(words);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(message);
});

test("a wrong key, address, certificate or line is told in words", async () => {
  const at = `https://127.0.0.1:${server.httpsPort}`;
  const list = (env: Record<string, string>, ...words: string[]) =>
    lodestone(["list", ...words], { env });
  expect(await list({ LODESTONE_API_KEY: "ls_live_wrong" })).toMatchObject({
    code: 1,
    err: `${at}: Invalid API Key or Domain Not Authorized\n`,
  });
  expect((await list({ LODESTONE_API_KEY: "" })).err).toContain("Set LODESTONE_API_KEY");
  expect((await list({ LODESTONE_ORIGIN: "" })).err).toContain("--origin https://example.com");
  expect(await list({}, "--server", "http://127.0.0.1")).toMatchObject({
    code: 2,
    err: expect.stringContaining("https:// only"),
  });
  const unknown = await list({}, "--server", at);
  expect(unknown.err).toContain("Name the certificate's authority with --ca.");
  const ca = join(server.dataDir, "tls/ca.pem");
  expect(await list({}, "--server", at, "--ca", ca)).toMatchObject({ code: 0 });
  const gone = await lodestone(["submit", "missing.txt"]);
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining("missing.txt can't be read")]);
  const broken = await lodestone(["submit", "--jsonl", "-"], { input: '{"text":"a"}\nnot JSON\n' });
  expect(broken).toMatchObject({ code: 1, err: "Line 2 is not JSON.\n" });
});

test("a webhook is signed, and sent again after the receiver failed", async () => {
  answers = [500];
  const words = ["submit", "-", "--webhook", hook, "--json"];
  const submitted = await lodestone(words, { input: TEXT });
  const { id, webhook_secret: secret } = JSON.parse(submitted.out);
  expect(submitted.err).toBe(`The webhook is signed with ${secret}\n`);
  await vi.waitFor(
    async () => {
      const { webhook } = JSON.parse((await lodestone(["status", id, "--json"])).out);
      expect(webhook).toEqual({ url: hook, status: "delivered", attempts: 2 });
    },
    { timeout: 90_000, interval: 500 },
  );
  expect(received).toHaveLength(2);
  for (const { headers, body } of received) {
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const secretBytes = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const signature = createHmac("sha256", secretBytes).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    expect(headers["webhook-id"]).toBe(id);
    expect(JSON.parse(body)).toMatchObject({ data: { id, status: "done" } });
    expect(body).not.toContain(TEXT.slice(0, 20));
  }
});

test("no webhook goes to an address that the operator did not allow", async () => {
  const { port } = new URL(hook);
  const refused = await lodestone(["submit", "-", "--webhook", `https://127.0.0.2:${port}/`], {
    input: TEXT,
  });
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining("must not point to a private address"),
  });
});
