// Both services through the SDK, as a program of a user calls them: the whole server in a process of
// its own, the released model, real HTTPS. What only a misbehaving server can show (500, answers cut
// off) is held by the tests beside the client.
import { setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AuthenticationError,
  BadRequestError,
  type ClientOptions,
  ConnectionError,
  createClient,
  createRequester,
  DEFAULTS,
  LodestoneError,
  MethodNotAllowedError,
  NotFoundError,
  OverloadedError,
  PermissionError,
  TimeoutError,
  TooManyRequestsError,
} from "../../client/client.ts";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { startProgram } from "../program.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { freePort } from "../services/free-port.ts";
import { makeKey, openAccounts, TEXT } from "./v1.ts";

let server: ServerProcess;
let accounts: Accounts;
let closeAccounts: () => Promise<void>;

beforeAll(async () => {
  server = await startServer({ RATE_PER_MINUTE: "5" });
  ({ accounts, close: closeAccounts } = await openAccounts(server));
  setDefaultCACertificates([server.ca]);
});
afterAll(async () => {
  await closeAccounts();
  await server.stop();
});

/** A client with a key of its own. */
async function connect({
  quota = 10,
  ...options
}: Partial<ClientOptions> & { quota?: number } = {}) {
  const { key, accountId } = await makeKey(accounts, { quota });
  const client = createClient({
    baseUrl: server.https,
    apiKey: key,
    origin: "https://example.com",
    ...options,
  });
  const used = async () => (await accounts.callerFor(accountId))?.used;
  return { ...client, used };
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => new Error("The call succeeded."),
    (error: unknown) => error,
  );
}

describe("success", () => {
  test("a text is checked and rewritten; a rewrite that changes nothing costs no check", async () => {
    const { authenticity, used } = await connect();
    const result = await authenticity.detect(TEXT);
    expect(result.ai_probability + result.human_probability).toBe(100);
    for (const { text, start, end } of result.segments) expect(TEXT.slice(start, end)).toBe(text);
    const rewrite = await authenticity.regenerate(TEXT);
    expect(rewrite.original_ai_prob).toBe(result.ai_probability);
    expect([result.counted, rewrite.regenerated, rewrite.counted]).toEqual([true, false, false]);
    const { models } = await authenticity.listModels();
    expect(models[0]).toMatchObject({ version: result.model_version, is_current: true });
    expect(await authenticity.getUsage()).toMatchObject({ used: 1, remaining: 9, limit: 10 });
    expect(await used()).toBe(1);
  });

  test("a batch and an endless source of texts are answered in order, each result one check", async () => {
    const { authenticity, used } = await connect({ quota: 8 });
    const { results, checks } = await authenticity.detectBatch([
      { id: "first", content: TEXT },
      { content: " " },
    ]);
    expect(checks).toEqual({ counted: 1, refused: 0 });
    expect(results[0]).toMatchObject({ id: "first", verdict: expect.any(String) });
    expect(results[1]).toEqual({
      error: "Parameter 'content' is required",
      code: "content_required",
      param: "content",
      doc_url: `${server.https}/errors#content_required`,
    });
    async function* texts() {
      for (let n = 0; ; n++)
        yield { id: `n${n}`, content: n === 2 ? "…" : `${TEXT} Words of ${n}.` };
    }
    const outcomes = [];
    for await (const outcome of authenticity.detectAll(texts(), { batchSize: 5 })) {
      outcomes.push(outcome);
      if (outcomes.length === 10) break;
    }
    expect(outcomes.map(({ id }) => id)).toEqual(outcomes.map(({ index }) => `n${index}`));
    // Eight checks: one is gone, n2 has no words, n8 and n9 find none left.
    expect(outcomes.flatMap(({ index, ok }) => (ok ? [] : [index]))).toEqual([2, 8, 9]);
    expect(outcomes[2]?.error).toBeInstanceOf(BadRequestError);
    expect(outcomes[9]?.error).toBeInstanceOf(TooManyRequestsError);
    expect(outcomes[9]?.error).toMatchObject({ isQuota: true });
    expect(await used()).toBe(8);
  });

  test("a report comes as a file with its name, free under the key of the check before", async () => {
    const { authenticity, used } = await connect();
    const { verdict } = await authenticity.detect(TEXT, { idempotencyKey: "essay" });
    const page = await authenticity.report(TEXT, { title: "Essay 3", idempotencyKey: "essay" });
    expect(page.fileName).toBe("essay-3-report.html");
    expect(page.document.type).toMatch(/^text\/html/);
    expect(await page.document.text()).toContain(`>${verdict}</h2>`);
    const pdf = await authenticity.report(TEXT, { format: "pdf", idempotencyKey: "essay" });
    expect([pdf.fileName, pdf.document.type]).toEqual(["lodestone-report.pdf", "application/pdf"]);
    expect(await pdf.document.slice(0, 5).text()).toBe("%PDF-");
    expect(await used()).toBe(1);
    const refused = await errorOf(authenticity.report(" "));
    expect(refused).toBeInstanceOf(BadRequestError);
  });

  test("the directory is read: lists, records, search, export", async () => {
    const { locations } = await connect();
    const { data: states, count } = await locations.listStates();
    expect(states).toHaveLength(count);
    const goa = (await locations.search("goa", { kind: "state" })).data.states[0];
    expect(goa?.name).toBe("Goa");
    const { data: districts } = await locations.listDistricts(goa?.id ?? 0);
    expect(districts.length).toBeGreaterThan(0);
    let records = 0;
    for await (const record of locations.exportRecords()) {
      expect(record.id).toBeGreaterThan(0);
      records++;
    }
    const { data: stats } = await locations.getStats();
    expect(records).toBeGreaterThanOrEqual(stats.states + stats.districts + stats.markets);
  });
});

describe("errors, each as its class with the service's sentence and request id", () => {
  const expectError = (
    error: unknown,
    kind: new (...words: never[]) => LodestoneError,
    fields: object,
  ) => {
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ requestId: expect.stringMatching(/./), ...fields });
  };

  test("400", async () => {
    const { authenticity, locations, used } = await connect();
    expectError(await errorOf(authenticity.detect(" ")), BadRequestError, {
      status: 400,
      message: "Parameter 'content' is required",
      code: "content_required",
      param: "content",
      docUrl: `${server.https}/errors#content_required`,
    });
    expectError(await errorOf(authenticity.regenerate("Too short.")), BadRequestError, {
      message: "Text is too short for humanization.",
    });
    const blank = await errorOf(locations.search(" "));
    expect(blank).toBeInstanceOf(BadRequestError);
    expect(blank).toMatchObject({
      message: "Query parameter 'q' is required",
      code: "query_required",
      param: "q",
      docUrl: expect.stringMatching(/\/errors#query_required$/),
    });
    expect(await used()).toBe(0);
  });

  test("401", async () => {
    const { authenticity } = await connect({ origin: "https://example.com.evil.example" });
    expectError(await errorOf(authenticity.detect(TEXT)), AuthenticationError, {
      status: 401,
      type: "authentication_error",
      code: "unauthorized",
      param: undefined,
      docUrl: `${server.https}/errors#unauthorized`,
      message: "Invalid API Key or Domain Not Authorized",
    });
  });

  test("403", async () => {
    const { authenticity } = await connect({ baseUrl: server.http, allowPlainHttp: true });
    expectError(await errorOf(authenticity.detect(TEXT)), PermissionError, {
      status: 403,
      type: "https_required_error",
    });
  });

  test("404", async () => {
    const { locations } = await connect();
    const error = await errorOf(locations.getState(2_000_000));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ status: 404, message: "State not found" });
  });

  test("405", async () => {
    const requester = createRequester(
      { baseUrl: `${server.https}/v1` },
      { limits: DEFAULTS.authenticity },
    );
    const error = await errorOf(requester.json({ method: "DELETE", path: "/usage" }));
    expectError(error, MethodNotAllowedError, {
      status: 405,
      type: "method_not_allowed_error",
    });
  });

  test("429 for the rate and for the day, told apart; neither costs anything", async () => {
    const { authenticity, used } = await connect({ quota: 1, retries: 0 });
    await authenticity.detect(TEXT);
    const day = await errorOf(authenticity.detect(TEXT));
    expectError(day, TooManyRequestsError, { isQuota: true, type: "quota_exceeded_error" });
    for (let n = 0; n < 3; n++) await errorOf(authenticity.detect(TEXT));
    const rate = await errorOf(authenticity.detect(TEXT));
    expectError(rate, TooManyRequestsError, { isQuota: false, type: "rate_limit_error" });
    expect((rate as TooManyRequestsError).retryAfterSeconds).toBeGreaterThan(0);
    expect(await used()).toBe(1);
  });

  test("503 while the store is away, after the retries that were asked for", async () => {
    const away = await startProgram({
      WORKERS: "1",
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
    });
    setDefaultCACertificates([away.ca]);
    const waits: number[] = [];
    const { authenticity, locations } = await connect({
      baseUrl: away.https,
      retries: 2,
      sleep: async (ms) => void waits.push(ms),
    });
    expectError(await errorOf(authenticity.detect(TEXT)), OverloadedError, {
      status: 503,
      type: "overloaded_error",
      attempts: 3,
      retryAfterSeconds: 1,
    });
    expect(waits).toHaveLength(2);
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(1000);
    // The directory does not need the store.
    expect((await locations.listStates()).count).toBeGreaterThan(0);
    await away.stop();
    setDefaultCACertificates([server.ca]);
    expect(await errorOf(locations.listStates({ retries: 0 }))).toBeInstanceOf(ConnectionError);
  });

  test("no answer in time", async () => {
    const { authenticity } = await connect({ retries: 0, attemptTimeoutMs: 0 });
    expect(await errorOf(authenticity.detect(TEXT))).toBeInstanceOf(TimeoutError);
  });
});

test("a call whose answers are lost is sent again and charged once", async () => {
  let losses = 0;
  const { authenticity, used } = await connect({
    sleep: async () => {},
    fetch: async (...words) => {
      const response = await fetch(...words);
      if (losses === 2) return response;
      await response.arrayBuffer();
      losses++;
      throw new TypeError("The line broke.");
    },
  });
  const result = await authenticity.detect(TEXT);
  expect(result.segments.length).toBeGreaterThan(0);
  expect(losses).toBe(2);
  expect(await used()).toBe(1);
});

test("a call over the rate waits as long as it is told, and is charged once", async () => {
  const waits: number[] = [];
  const { authenticity, used } = await connect({
    sleep: async (ms) => void waits.push(ms),
    retries: 1,
    now: () => 0,
  });
  for (let n = 0; n < 5; n++) await errorOf(authenticity.detect(""));
  // Reading takes nothing from the work, nor the other way round.
  expect((await authenticity.getUsage()).used).toBe(0);
  const error = await errorOf(authenticity.detect(TEXT));
  expect(error).toBeInstanceOf(TooManyRequestsError);
  expect(error).toMatchObject({ attempts: 2, isQuota: false });
  expect(waits[0]).toBeGreaterThan(1000 * 30);
  expect(await used()).toBe(0);
});

test("an aborted call rejects with the caller's own reason, and is not sent again", async () => {
  let attempts = 0;
  const leaving = new AbortController();
  const { authenticity, used } = await connect({
    fetch: (...words) => {
      attempts++;
      const answer = fetch(...words);
      leaving.abort(new Error("No longer wanted."));
      return answer;
    },
  });
  const call = authenticity.detect(TEXT, { signal: leaving.signal });
  await expect(call).rejects.toThrow("No longer wanted.");
  expect(attempts).toBe(1);
  expect(await used()).toBe(0);
});
