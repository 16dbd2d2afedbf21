// The client against the real text service: real keys, real counting, real HTTPS. Only the model is
// a small one made on the spot, so that the tests don't depend on released weights.
import { rmSync } from "node:fs";
import type { ClientRequest } from "node:http";
import { request } from "node:https";
import { setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Accounts } from "../src/accounts/accounts.ts";
import { makeKey, openAccounts } from "../test/contract/v1.ts";
import { type Program, startProgram } from "../test/program.ts";
import { buildTinyModel } from "../testing/tiny-model.ts";
import {
  AuthenticationError,
  type AuthenticityOptions,
  BadRequestError,
  ConnectionError,
  createClient,
  PermissionError,
  type RateLimit,
  readRateLimits,
  TooManyRequestsError,
} from "./client.ts";

let modelDir: string;
let program: Program;
let accounts: Accounts;
let closeAccounts: () => Promise<void>;
let distrusting: unknown;
let attemptsInDistrust = 0;
beforeAll(async () => {
  const limits = { RATE_PER_MINUTE: "100000", CONCURRENT_PER_KEY: "1" };
  modelDir = await buildTinyModel();
  program = await startProgram({ MODEL_DIR: modelDir, WORKERS: "1", ...limits });
  ({ accounts, close: closeAccounts } = await openAccounts(program));
  // Tried before the authority is made known below, which can't be taken back.
  const { listModels } = createClient({
    baseUrl: program.https,
    fetch: (...args) => {
      attemptsInDistrust += 1;
      return fetch(...args);
    },
  }).authenticity;
  distrusting = await listModels().catch((error: unknown) => error);
  setDefaultCACertificates([program.ca]);
});
afterAll(async () => {
  await closeAccounts();
  await program.stop();
  rmSync(modelDir, { recursive: true });
});

/** A key for example.com, of a new account with that many checks a day. */
const makeKeyWith = (quota: number) => makeKey(accounts, { quota });

function connect({ key }: { key: string }, options: Partial<AuthenticityOptions> = {}) {
  const baseUrl = program.https;
  const origin = "https://example.com";
  return createClient({ baseUrl, apiKey: key, origin, ...options }).authenticity;
}

const TEXT =
  "The bus stopped twice on the hill because the driver wanted to look at the lake. Nobody in the " +
  "back complained. An old woman passed round a bag of plums, and by the time we reached the town " +
  "the floor was covered with stones and we all knew each other's names.";

test("a text is checked: whole per cents, a verdict, segments that are parts of the text", async () => {
  const result = await connect(await makeKeyWith(10)).detect(TEXT);
  expect(result.ai_probability + result.human_probability).toBe(100);
  expect(result).toMatchObject({ input_type: "text", language: "en" });
  expect(result).not.toHaveProperty("explanation");
  expect(result.segments).toHaveLength(3);
  for (const { text, start, end } of result.segments) expect(TEXT.slice(start, end)).toBe(text);
});

test("a rewrite comes sentence by sentence and whole at the end; a refusal is the error of a call", async () => {
  const authenticity = connect(await makeKeyWith(1));
  const stiff =
    "Due to the fact that a number of schools were unable to participate, the committee made a decision to conduct " +
    "an investigation into the matter prior to the commencement of the season. The gate is green.";
  const events = [];
  for await (const event of authenticity.regenerateStream(stiff)) events.push(event);
  const last = events.at(-1);
  if (last?.type !== "done") throw new Error("no whole answer");
  expect(last.rewrite).toMatchObject({ regenerated: true, counted: true });
  const sentences = events.flatMap((event) => (event.type === "sentence" ? [event.sentence] : []));
  expect(sentences.toSorted((a, b) => a.index - b.index)).toEqual(last.rewrite.sentences);
  await expect(authenticity.regenerateStream(stiff).next()).rejects.toBeInstanceOf(
    TooManyRequestsError,
  );
});

test("an error inside a stream is thrown as that of a call", async () => {
  const authenticity = connect(await makeKeyWith(5));
  const reading = authenticity.regenerateStream(`${TEXT} ${TEXT}`, { sentences: [999] });
  await expect(reading.next()).rejects.toMatchObject({ status: 400, param: "sentences" });
});

test("a text and a file are explained when that is asked for", async () => {
  const authenticity = connect(await makeKeyWith(10));
  const { explanation } = await authenticity.detect(TEXT, { explain: true });
  expect(explanation).toEqual({ evidence: expect.any(Array), signs: [] });
  for (const { start, end, text } of explanation?.evidence ?? []) {
    expect(TEXT.slice(start, end)).toBe(text);
  }
  const file = new Blob([TEXT], { type: "text/plain" });
  const ofFile = await authenticity.detectFile(file, { explain: true, fileName: "a.txt" });
  expect(ofFile.explanation).toEqual(explanation);
});

test("a text is rewritten, with strength and phrases to keep", async () => {
  const authenticity = connect(await makeKeyWith(10));
  const rewrite = await authenticity.regenerate(TEXT, { strength: "light", keep: ["plums"] });
  expect(rewrite.humanized_text).toContain("plums");
  expect(rewrite.original_ai_prob).toBe((await authenticity.detect(TEXT)).ai_probability);
});

test("what the service refuses comes as the right error with its sentence and request id", async () => {
  const authenticity = connect(await makeKeyWith(10));
  const errors = await Promise.all(
    [
      authenticity.regenerate("Too short."),
      authenticity.detect(" "),
      authenticity.detect("x".repeat(100_001)),
      authenticity.regenerate(TEXT, { strength: "violent" as "strong" }),
    ].map((call) => call.catch((error: unknown) => error)),
  );
  for (const error of errors) {
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({ status: 400, requestId: expect.stringMatching(/./) });
  }
  expect(errors).toMatchObject([
    { message: "Text is too short for humanization." },
    { message: "Parameter 'content' is required" },
    { message: "Text is too long: at most 100000 characters." },
    { message: expect.stringContaining("strength") },
  ]);
  expect((await authenticity.getUsage()).used).toBe(0);
});

test("a wrong key, a missing one, another origin and a revoked key are all the same error", async () => {
  const made = await makeKeyWith(10);
  const { keyId: id, accountId } = made;
  const errors = await Promise.all(
    [
      connect({ key: "ls_live_wrong" }).detect(TEXT),
      connect(made, { apiKey: undefined }).detect(TEXT),
      connect(made, { origin: "https://example.com.evil.example" }).detect(TEXT),
      connect(made, { origin: undefined }).getUsage(),
    ].map((call) => call.catch((error: unknown) => error)),
  );
  await connect(made).detect(TEXT);
  expect(await accounts.keys.revoke({ id, accountId, actor: "operator" })).toBe(true);
  errors.push(
    await connect(made)
      .detect(TEXT)
      .catch((error: unknown) => error),
  );
  expect(errors).toHaveLength(5);
  for (const error of errors) {
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({
      type: "authentication_error",
      message: "Invalid API Key or Domain Not Authorized",
    });
  }
});

test("an answer that is lost after it was counted is fetched again and counted once", async () => {
  let losses = 0;
  const authenticity = connect(await makeKeyWith(10), {
    sleep: async () => {},
    // The service answers, and the first two answers never arrive.
    fetch: async (...args) => {
      const response = await fetch(...args);
      if (args[1]?.method !== "POST" || losses >= 2) return response;
      await response.arrayBuffer();
      losses += 1;
      throw new TypeError("The line broke.");
    },
  });
  const result = await authenticity.detect(TEXT);
  expect(result.segments).toHaveLength(3);
  expect(losses).toBe(2);
  expect(await authenticity.getUsage()).toMatchObject({ used: 1, remaining: 9 });
});

test("the key of a failed call makes the next one free, and fits no other text", async () => {
  const made = await makeKeyWith(10);
  const broken = connect(made, {
    retries: 0,
    fetch: async (...args) => {
      await (await fetch(...args)).arrayBuffer();
      throw new TypeError("The line broke.");
    },
  });
  const error = await broken.detect(TEXT).catch((thrown: unknown) => thrown);
  if (!(error instanceof ConnectionError)) throw error;
  const { idempotencyKey } = error;
  const authenticity = connect(made);
  expect((await authenticity.getUsage()).used).toBe(1);
  await authenticity.detect(TEXT, { idempotencyKey });
  expect((await authenticity.getUsage()).used).toBe(1);
  const other = authenticity.detect(`${TEXT} More.`, { idempotencyKey });
  await expect(other).rejects.toThrow("Idempotency-Key was used with another body.");
});

test("when the checks are used up the error says so and when they return", async () => {
  const waits: number[] = [];
  const authenticity = connect(await makeKeyWith(2), {
    sleep: async (ms) => void waits.push(ms),
  });
  await authenticity.detect(TEXT);
  const stiff =
    "Due to the fact that a number of schools were unable to participate, the committee made a decision to conduct " +
    "an investigation into the matter prior to the commencement of the season.";
  expect((await authenticity.regenerate(stiff)).counted).toBe(true);
  const error = await authenticity.detect(TEXT).catch((thrown: unknown) => thrown);
  if (!(error instanceof TooManyRequestsError)) throw error;
  expect(error).toMatchObject({ isQuota: true, attempts: 1 });
  expect(error.retryAfterSeconds).toBeGreaterThan(0);
  expect(error.retryAfterSeconds).toBeLessThanOrEqual(86_400);
  expect(waits).toEqual([]);
  const usage = await authenticity.getUsage();
  expect(usage).toMatchObject({ limit: 2, used: 2, remaining: 0 });
  expect(usage.history.map(({ endpoint, checks }) => [endpoint, checks])).toEqual([
    ["detect", 1],
    ["regenerate", 1],
  ]);
});

test("thirty calls on a key whose only place is taken wait, succeed and are counted once each", async () => {
  const made = await makeKeyWith(100);
  const occupant = await occupyPlace(made.key);
  let refusals = 0;
  const authenticity = connect(made, {
    retries: 100_000,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
    // The clock stands still: the waits that were asked for are not held against the call.
    now: () => 0,
    onResponse: ({ status }) => {
      if (status === 429) refusals += 1;
      if (refusals === 60) occupant.destroy();
    },
  });
  const texts = Array.from({ length: 30 }, (_, at) => `${TEXT} This is number ${at}.`);
  const results = await Promise.all(texts.map((text) => authenticity.detect(text)));
  expect(results.map((result) => result.segments.at(-1)?.text)).toEqual(
    texts.map((_, at) => `This is number ${at}.`),
  );
  expect(refusals).toBeGreaterThanOrEqual(60);
  expect((await authenticity.getUsage()).used).toBe(30);
});

/** A request whose body never ends: it was admitted when the service asks for that body. */
async function occupyPlace(key: string): Promise<ClientRequest> {
  const occupant = request(`${program.https}/v1/detect`, {
    method: "POST",
    ca: program.ca,
    headers: {
      "x-api-key": key,
      origin: "https://example.com",
      "content-type": "application/json",
      "content-length": "1000",
    },
  });
  occupant.on("error", () => {});
  occupant.write("{");
  const probe = connect({ key }, { retries: 0 });
  for (let isFree = true; isFree; ) {
    isFree = await probe.getUsage().then(
      () => true,
      () => false,
    );
  }
  return occupant;
}

test("the limits come with every answer and can be read", async () => {
  const seen: Array<Record<string, RateLimit>> = [];
  const authenticity = connect(await makeKeyWith(5), {
    onResponse: ({ headers }) => seen.push(readRateLimits(headers)),
  });
  await authenticity.detect(TEXT);
  expect(seen[0]).toMatchObject({
    minute: { quota: 100_000, windowSeconds: 60 },
    day: { remaining: 4, quota: 5, windowSeconds: 86_400 },
  });
});

test("the models are listed for everyone", async () => {
  const client = createClient({ baseUrl: program.https });
  const { models } = await client.authenticity.listModels();
  expect(models).toEqual([{ version: "v0.1", is_current: true, languages: ["en"] }]);
});

test("plain HTTP is refused by the service too, and only by leave of the caller asked for", async () => {
  const made = await makeKeyWith(5);
  const exposed = connect(made, { baseUrl: program.http, allowPlainHttp: true });
  const error = await exposed.detect(TEXT).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PermissionError);
  expect(error).toMatchObject({ type: "https_required_error", status: 403 });
});

test("a certificate that is not trusted is said so at once, with what to do", () => {
  expect(distrusting).toBeInstanceOf(ConnectionError);
  expect(String(distrusting)).toContain("NODE_EXTRA_CA_CERTS");
  expect(attemptsInDistrust).toBe(1);
});

test("the same client reads the directory on the same address", async () => {
  const { locations } = createClient({ baseUrl: program.https });
  expect((await locations.search("goa", { kind: "state" })).data.states[0]?.name).toBe("Goa");
});
