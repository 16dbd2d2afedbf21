// Webhooks to a real HTTPS receiver: signed, retried until accepted, and never sent to a private address.
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openLocalCertificate } from "../http/http.ts";
import { openStore, type Store } from "../store/store.ts";
import { createJobs } from "./create-jobs.ts";
import { createWebhookSender, findWebhookProblem } from "./send-webhook.ts";
import { startWebhooks } from "./webhooks.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-webhooks-"));
const LOOPBACK = ["127.0.0.1"];
const SECRET = `whsec_${randomBytes(32).toString("base64")}`;
let receiver: Server;
let ca: string;
let url: string;
let store: Store;
let answers: number[] = [];
let received: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  const certificate = await openLocalCertificate({
    folder: join(folder, "tls"),
    host: "127.0.0.1",
    nowMs: Date.now(),
  });
  ca = readFileSync(certificate.caFile ?? "", "utf8");
  receiver = createServer(
    { key: certificate.key, cert: certificate.cert },
    async (asked, reply) => {
      let body = "";
      for await (const chunk of asked) body += chunk;
      received.push({ headers: asked.headers, body });
      reply.writeHead(answers.shift() ?? 204, { location: "/elsewhere" }).end();
    },
  );
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  store = await openStore({ dataDir: folder, clock: Date.now });
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  answers = [];
  received = [];
});

const message = (to: string) => ({
  url: to,
  id: "job_1",
  at: 1_790_000_000_000,
  secret: SECRET,
  body: "{}",
});

test("a webhook is signed over its id, its time and its body", async () => {
  const send = createWebhookSender({ privateNetworks: LOOPBACK, ca });
  expect(await send({ ...message(url), body: '{"type":"job.done"}' })).toBeNull();
  const [{ headers, body }] = received as [(typeof received)[0]];
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(`job_1.1790000000.${body}`).digest("base64");
  expect(headers).toMatchObject({
    "webhook-id": "job_1",
    "webhook-timestamp": "1790000000",
    "webhook-signature": `v1,${expected}`,
    "content-type": "application/json",
  });
});

test("redirects are not followed, and a certificate nobody vouches for is not trusted", async () => {
  const send = createWebhookSender({ privateNetworks: LOOPBACK, ca });
  answers = [302];
  expect(await send(message(url))).toBe("status 302");
  expect(received).toHaveLength(1);
  const strict = createWebhookSender({ privateNetworks: LOOPBACK });
  expect(await strict(message(url))).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  expect(received).toHaveLength(1);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fd00::1",
  "::ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "::7f00:1",
])("a name that resolves to %s is refused, also beside a public address", async (address) => {
  const family = address.includes(":") ? 6 : 4;
  const resolve = async () => [
    { address: "93.184.215.14", family: 4 },
    { address, family },
  ];
  const send = createWebhookSender({ privateNetworks: [], resolve, ca });
  expect(await send(message("https://hook.example/"))).toBe("private_address");
});

test.each([
  ["http://example.com/", "must be an address that begins with https://."],
  ["example.com", "must be an address that begins with https://."],
  ["https://user:word@example.com/", "must hold no user name or password."],
  [`https://example.com/${"a".repeat(2000)}`, "must have at most 2000 characters."],
  ["https://127.0.0.1/", "must not point to a private address."],
  ["https://2130706433/", "must not point to a private address."],
  ["https://0x7f.1/", "must not point to a private address."],
  ["https://0177.0.0.1/", "must not point to a private address."],
  ["https://127.1/", "must not point to a private address."],
  ["https://[::ffff:10.0.0.1]/", "must not point to a private address."],
  ["https://[::7f00:1]/", "must not point to a private address."],
  ["https://１２７.0.0.1/", "must not point to a private address."],
  ["https://example.com:8443/hook?job=1", null],
])("%s is looked at before it is accepted", (address, problem) => {
  expect(findWebhookProblem(address, [])).toBe(problem);
});

test("a name whose servers never answer is given up", async () => {
  const resolve = () => new Promise<never>(() => {});
  const send = createWebhookSender({ privateNetworks: [], resolve, timeoutMs: 50 });
  expect(await send(message("https://hook.example/"))).toBe("TimeoutError");
});

test("an operator may allow a network, and no other", () => {
  expect(findWebhookProblem("https://10.1.2.3/", ["10.0.0.0/8"])).toBeNull();
  expect(findWebhookProblem("https://192.168.1.1/", ["10.0.0.0/8"])).not.toBeNull();
  expect(findWebhookProblem("https://[fd00::1]/", ["10.0.0.0/8", "fd00::1"])).toBeNull();
});

async function buildAccount(): Promise<string> {
  const accountId = `acc_${randomUUID()}`;
  const at = Date.now();
  const audit = { at, accountId, actor: "operator" as const, action: "test" };
  const rest = { passwordHash: null, createdAt: at, createdDay: "2026-01-01", quotaOverride: null };
  await store.insertAccount({ id: accountId, email: accountId, ...rest, madeBy: null }, audit);
  return accountId;
}

/** A job that is finished as it comes, with a webhook. */
async function buildFinished(
  account?: string,
): Promise<{ id: string; accountId: string; keyId: string }> {
  const accountId = account ?? (await buildAccount());
  const jobs = createJobs({
    store,
    clock: Date.now,
    random: randomBytes,
    perAccount: 10,
    lengthMax: 1_000_000,
    staleResult: "",
  });
  const owner = { accountId, keyId: "key_1" };
  const wanted = {
    ...owner,
    isTest: false,
    task: "detect" as const,
    options: {},
    isQuotaSpent: false,
  };
  const made = await jobs.create({ ...wanted, webhookUrl: url, idempotency: undefined }, [
    { id: undefined, error: '{"error":"empty"}' },
  ]);
  if (!("job" in made)) throw new Error(made.outcome);
  return { id: made.job.id, ...owner };
}

const start = (onAttempt: (outcome: string) => void) =>
  startWebhooks({
    store,
    clock: Date.now,
    send: createWebhookSender({ privateNetworks: LOOPBACK, ca }),
    secretOf: async () => SECRET,
    describe: ({ id, status }) => ({ type: "job.done", data: { id, status } }),
    onAttempt,
    lookEveryMs: 5,
    retryWaitsMs: [1, 1, 1],
  });

test("a webhook is sent again until it is taken, then no more", async () => {
  const job = await buildFinished();
  answers = [500, 503];
  const attempts: string[] = [];
  const webhooks = start((outcome) => attempts.push(outcome));
  await vi.waitFor(async () => {
    const { webhook } = (await store.findJob(job, job.id)) ?? {};
    expect(webhook).toEqual({ url, status: "delivered", attempts: 3 });
  }, 20_000);
  await webhooks.stop();
  expect(attempts).toEqual(["failed", "failed", "delivered"]);
  expect(received.map(({ body }) => JSON.parse(body))).toEqual(
    Array.from({ length: 3 }, () => ({ type: "job.done", data: { id: job.id, status: "done" } })),
  );
  expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([job.id]));
});

test("a receiver that never takes it is given up, and the job stays readable", async () => {
  const job = await buildFinished();
  answers = [500, 500, 500, 500, 500, 500];
  const webhooks = start(() => {});
  await vi.waitFor(async () => {
    const { webhook, status } = (await store.findJob(job, job.id)) ?? {};
    expect([webhook?.status, webhook?.attempts, status]).toEqual(["failed", 4, "done"]);
  }, 20_000);
  await webhooks.stop();
  expect(received).toHaveLength(4);
});

test("receivers of one account that never answer don't hold up another account's webhooks", async () => {
  const slow = await buildAccount();
  const stuck = new Set<string>();
  for (let n = 0; n < 10; n++) stuck.add((await buildFinished(slow)).id);
  const other = await buildFinished();
  const release = Promise.withResolvers<null>();
  const sent: string[] = [];
  const webhooks = startWebhooks({
    store,
    clock: Date.now,
    send: async ({ id }) => {
      sent.push(id);
      return stuck.has(id) ? release.promise : null;
    },
    secretOf: async () => SECRET,
    describe: () => ({}),
    lookEveryMs: 5,
  });
  await vi.waitFor(() => expect(sent).toContain(other.id), 20_000);
  release.resolve(null);
  await vi.waitFor(() => expect(new Set(sent)).toEqual(new Set([...stuck, other.id])), 20_000);
  await webhooks.stop();
});
