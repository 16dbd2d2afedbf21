// Calls over a real connection to a server that misbehaves on purpose.
import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import {
  ApiError,
  ConnectionError,
  type ConnectionOptions,
  createRequester,
  InvalidResponseError,
  LodestoneError,
  OverloadedError,
  type ResponseInfo,
  TimeoutError,
  TooManyRequestsError,
} from "./client.ts";
import { createFakeTime } from "./testing/fake-time.ts";
import {
  type ScriptedServer,
  type Seen,
  type Step,
  startScriptedServer,
} from "./testing/scripted-server.ts";

const servers: ScriptedServer[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(script: Step[] | ((seen: Seen, count: number) => Step)) {
  const server = await startScriptedServer(script);
  servers.push(server);
  return server;
}

/** A requester on that server whose waits take no time. */
async function setUp(script: Step[], options: Partial<ConnectionOptions> = {}) {
  const server = await serve(script);
  const time = createFakeTime();
  const { now, sleep } = time;
  const requester = createRequester(
    { baseUrl: server.url, now, sleep, random: () => 0.5, ...options },
    { limits: { attemptTimeoutMs: 10_000, timeoutMs: 60_000 } },
  );
  const call = { method: "POST", path: "/work", idempotencyKey: "key-1" } as const;
  const body = { contentType: "application/json", data: '{"content":"a text"}' };
  return { server, time, requester, send: () => requester.json({ ...call, body }) };
}

const good: Step = { body: { ok: true } };
const tooFast: Step = {
  status: 429,
  body: { error: { message: "Slow down.", type: "rate_limit_error" } },
};

/** From here on the client's time limits pass only when the test lets them. */
function holdTimers(): { pass(ms: number): Promise<unknown> } {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return { pass: (ms) => vi.advanceTimersByTimeAsync(ms) };
}

async function failureOf(promise: Promise<unknown>): Promise<LodestoneError> {
  const error = await promise.then(
    () => new Error("It should have failed."),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof LodestoneError)) throw error;
  return error;
}

test("a request refused for its rate is sent again and then answered", async () => {
  const { server, time, send } = await setUp([tooFast, tooFast, good]);
  await expect(send()).resolves.toEqual({ ok: true });
  expect(server.seen).toHaveLength(3);
  // Half of 500 ms, then half of twice that.
  expect(time.waits).toEqual([250, 500]);
});

test("all attempts of a call carry the same idempotency key and the same body", async () => {
  const { server, send } = await setUp([tooFast, "break", { status: 503 }, good]);
  await send();
  expect(server.seen.map(({ headers }) => headers["idempotency-key"])).toEqual(
    Array(4).fill("key-1"),
  );
  expect(new Set(server.seen.map(({ body }) => body.toString()))).toEqual(
    new Set(['{"content":"a text"}']),
  );
});

test("a used-up quota is not asked for again", async () => {
  const refusal = { error: { message: "No checks left.", type: "quota_exceeded_error" } };
  const { server, time, send } = await setUp([
    { status: 429, headers: { "retry-after": "2" }, body: refusal },
    good,
  ]);
  const error = await failureOf(send());
  expect(error).toBeInstanceOf(TooManyRequestsError);
  expect(error).toMatchObject({
    isQuota: true,
    type: "quota_exceeded_error",
    status: 429,
    message: "No checks left.",
    retryAfterSeconds: 2,
    attempts: 1,
    idempotencyKey: "key-1",
  });
  expect(server.seen).toHaveLength(1);
  expect(time.waits).toEqual([]);
});

test("Retry-After is waited for in full, with the random wait on top", async () => {
  const { time, send } = await setUp([{ status: 503, headers: { "retry-after": "7" } }, good]);
  await send();
  expect(time.waits).toEqual([7_000 + 250]);
});

test("a Retry-After given as a date is understood", async () => {
  const headers = { "retry-after": "Sun, 15 Nov 2026 08:30:05 GMT" };
  const { time, send } = await setUp([{ status: 503, headers }, good]);
  await send();
  expect(time.waits).toEqual([5_000 + 250]);
});

test("a server that asks for more patience than allowed is not asked again", async () => {
  const { server, time, send } = await setUp([
    { status: 503, headers: { "retry-after": "61" } },
    good,
  ]);
  const error = await failureOf(send());
  expect(error).toBeInstanceOf(OverloadedError);
  expect(error.retryAfterSeconds).toBe(61);
  expect(server.seen).toHaveLength(1);
  expect(time.waits).toEqual([]);
});

test("a wait that would pass the limit of the call is not begun", async () => {
  const { server, time, send } = await setUp(
    [
      { status: 503, headers: { "retry-after": "20" } },
      { status: 503, headers: { "retry-after": "20" } },
      good,
    ],
    { timeoutMs: 30_000 },
  );
  await expect(send()).rejects.toBeInstanceOf(OverloadedError);
  expect(server.seen).toHaveLength(2);
  expect(time.waits).toEqual([20_250]);
});

test("the last error is thrown when the retries are used up, and says how many there were", async () => {
  const { server, send } = await setUp([tooFast, tooFast, { status: 503 }], { retries: 2 });
  const error = await failureOf(send());
  expect(error).toBeInstanceOf(OverloadedError);
  expect(error.attempts).toBe(3);
  expect(server.seen).toHaveLength(3);
});

test("retries: 0 sends a request once", async () => {
  const { server, send } = await setUp([tooFast, good], { retries: 0 });
  await expect(send()).rejects.toBeInstanceOf(TooManyRequestsError);
  expect(server.seen).toHaveLength(1);
});

test.each([400, 401, 403, 404, 405, 409, 413, 422, 500, 501])(
  "status %i is not tried again",
  async (status) => {
    const { server, send } = await setUp([{ status }, good]);
    await expect(send()).rejects.toMatchObject({ status });
    expect(server.seen).toHaveLength(1);
  },
);

test.each([408, 429, 502, 503, 504])("status %i is tried again", async (status) => {
  const { server, send } = await setUp([{ status }, good]);
  await expect(send()).resolves.toEqual({ ok: true });
  expect(server.seen).toHaveLength(2);
});

test("a connection broken before the answer is tried again", async () => {
  const { server, send } = await setUp(["break", good]);
  await expect(send()).resolves.toEqual({ ok: true });
  expect(server.seen).toHaveLength(2);
});

test("a connection broken in the middle of the answer is tried again", async () => {
  const { server, send } = await setUp([{ body: { ok: true }, cutAfter: 5 }, good]);
  await expect(send()).resolves.toEqual({ ok: true });
  expect(server.seen).toHaveLength(2);
});

test("a connection that keeps breaking is a ConnectionError that names host and cause", async () => {
  const { server, send } = await setUp(["break", "break"], { retries: 1 });
  const error = await failureOf(send());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ type: "connection_error", attempts: 2, idempotencyKey: "key-1" });
  expect(error.message).toContain(new URL(server.url).host);
  expect(error.cause).toBeInstanceOf(Error);
});

test("a server that is not there is a ConnectionError", async () => {
  const { server, send } = await setUp([], { retries: 0 });
  await server.stop();
  const error = await failureOf(send());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error.message).toMatch(/ECONNREFUSED/);
});

test("an attempt without an answer ends by its time limit and is tried again", async () => {
  const { server, send } = await setUp(["hang", good], { attemptTimeoutMs: 5_000 });
  const timers = holdTimers();
  const pending = send();
  await server.arrived(1);
  await timers.pass(4_999);
  expect(server.seen).toHaveLength(1);
  await timers.pass(1);
  await expect(pending).resolves.toEqual({ ok: true });
  expect(server.seen).toHaveLength(2);
});

test("an answer that stalls half-way ends by the same limit", async () => {
  const stalled: Step = { body: { ok: true }, stallAfter: 4 };
  const { server, send } = await setUp([stalled], { attemptTimeoutMs: 5_000, retries: 0 });
  const timers = holdTimers();
  const pending = failureOf(send());
  await server.arrived(1);
  await timers.pass(5_000);
  const error = await pending;
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ type: "timeout_error", idempotencyKey: "key-1", attempts: 1 });
  expect(error.message).toContain("within 5000 ms");
  await server.left;
});

test("the limit of the whole call cuts the last attempt short", async () => {
  const limits = { attemptTimeoutMs: 60_000, timeoutMs: 5_000, retries: 0 };
  const { server, send } = await setUp(["hang"], limits);
  const timers = holdTimers();
  const pending = failureOf(send());
  await server.arrived(1);
  await timers.pass(5_000);
  const error = await pending;
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error.message).toContain("within 5000 ms");
});

test("a time-out ends the call even when the given fetch ignores its signal", async () => {
  const { send } = await setUp([], {
    fetch: () => new Promise(() => {}),
    attemptTimeoutMs: 5_000,
    retries: 1,
  });
  const timers = holdTimers();
  const pending = failureOf(send());
  await timers.pass(10_000);
  const error = await pending;
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error.attempts).toBe(2);
});

test("the caller's signal ends a running request, which is not sent again", async () => {
  const { server, requester } = await setUp(["hang", good]);
  const controller = new AbortController();
  const reason = new Error("The page was left.");
  const pending = requester.json(
    { method: "GET", path: "/slow" },
    { signal: controller.signal, retries: 5 },
  );
  await server.arrived(1);
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
  await server.left;
  expect(server.seen).toHaveLength(1);
});

test("the caller's signal ends the wait between two attempts", async () => {
  const controller = new AbortController();
  const { server, requester } = await setUp([tooFast, good], {
    // The real wait of the client; it would take an hour.
    sleep: undefined,
    backoffBaseMs: 7_200_000,
    backoffMaxMs: 7_200_000,
    timeoutMs: Number.POSITIVE_INFINITY,
    // Asked for just before the wait begins.
    random: () => {
      setImmediate(() => controller.abort());
      return 0.5;
    },
  });
  const pending = requester.json({ method: "GET", path: "/busy" }, { signal: controller.signal });
  await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  expect(server.seen).toHaveLength(1);
});

test("a call ended by the caller is not repeated, even for a reason that would be", async () => {
  const { server, time, requester } = await setUp(["hang", good]);
  const controller = new AbortController();
  const reason = new TimeoutError("The caller's own clock.", { type: "timeout_error" });
  const pending = requester.json({ method: "GET", path: "/" }, { signal: controller.signal });
  await server.arrived(1);
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
  expect(server.seen).toHaveLength(1);
  expect(time.waits).toEqual([]);
});

test("a call may be given all the time there is", async () => {
  const forever = Number.POSITIVE_INFINITY;
  const { server, send } = await setUp([good], { attemptTimeoutMs: forever, timeoutMs: forever });
  await expect(send()).resolves.toEqual({ ok: true });
  expect(server.seen).toHaveLength(1);
});

test("a signal that is already aborted sends nothing", async () => {
  const { server, requester } = await setUp([good]);
  const signal = AbortSignal.abort("too late");
  await expect(requester.json({ method: "GET", path: "/" }, { signal })).rejects.toBe("too late");
  expect(server.seen).toHaveLength(0);
});

test("a call leaves no timer behind that would keep a program from ending", async () => {
  // Not over the network: Node's own fetch has timers too, which hold nothing up.
  const answers = [
    Response.json({ ok: true }),
    Response.json({}, { status: 404 }),
    Response.json({}, { status: 503 }),
    Response.json({ ok: true }),
    new Response("pieces"),
  ];
  const fetch = async () => answers.shift() ?? Response.error();
  const { requester } = await setUp([], { fetch });
  holdTimers();
  const call = { method: "GET", path: "/" } as const;
  await requester.json(call);
  expect(vi.getTimerCount()).toBe(0);
  await failureOf(requester.json(call));
  expect(vi.getTimerCount()).toBe(0);
  await requester.json(call);
  const { body } = await requester.stream(call);
  expect(vi.getTimerCount()).toBe(0);
  expect(await new Response(body).text()).toBe("pieces");
  expect(vi.getTimerCount()).toBe(0);
});

test("a call lets go of the caller's signal when it is over", async () => {
  const { requester } = await setUp([good, { status: 404 }]);
  const controller = new AbortController();
  let listening = 0;
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening -= 1;
    remove(...args);
  };
  await requester.json({ method: "GET", path: "/" }, { signal });
  await failureOf(requester.json({ method: "GET", path: "/" }, { signal }));
  expect(listening).toBe(0);
});

test("limits of a call go before those of the client", async () => {
  const { server, requester } = await setUp([tooFast, tooFast, "hang"], { retries: 0 });
  const timers = holdTimers();
  const limits = { retries: 2, attemptTimeoutMs: 3_000 };
  const pending = failureOf(requester.json({ method: "GET", path: "/" }, limits));
  await server.arrived(3);
  await timers.pass(3_000);
  expect(await pending).toBeInstanceOf(TimeoutError);
});

const page = "<!doctype html><title>Bad gateway</title>";
test.each<[about: string, step: Step, sentence: RegExp]>([
  ["a page", { body: page, headers: { "content-type": "text/html" } }, /not JSON .*text\/html/],
  ["nothing", { body: "" }, /empty/],
  ["cut-off JSON", { body: '{"ok":tr' }, /broken or cut-off JSON/],
  ["JSON without the field", { body: { other: 1 } }, /lacks the field `ok` \(boolean\)/],
  ["JSON with null for the field", { body: { ok: null } }, /lacks the field `ok`/],
  ["a bare null", { body: "null" }, /lacks the field/],
  ["an array", { body: [] }, /lacks the field/],
])(
  "%s in place of an answer is an InvalidResponseError, not tried again",
  async (_, step, sentence) => {
    const { server, requester } = await setUp([step, good]);
    const error = await failureOf(
      requester.json({ method: "GET", path: "/", shape: { ok: "boolean" } }),
    );
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error.message).toMatch(sentence);
    expect(error).toMatchObject({ type: "invalid_response_error", status: 200 });
    expect(server.seen).toHaveLength(1);
  },
);

test("null is no object", async () => {
  const { requester } = await setUp([{ body: { data: null } }]);
  const call = { method: "GET", path: "/", shape: { data: "object" } } as const;
  await expect(requester.json(call)).rejects.toThrow("lacks the field `data` (object)");
});

test("a page of a proxy with an error status is told by its status", async () => {
  const step: Step = { status: 502, body: page, headers: { "content-type": "text/html" } };
  const { send } = await setUp([step], { retries: 0 });
  const error = await failureOf(send());
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 502, type: "api_error" });
  expect(error.message).toBe("Status 502, content type text/html.");
});

test("a redirect of a call with secrets is refused, not followed", async () => {
  const target = await serve([good]);
  const from = await serve([{ status: 307, headers: { location: `${target.url}/stolen` } }]);
  const requester = createRequester(
    { baseUrl: from.url, headers: { "x-api-key": "secret" } },
    { limits: { attemptTimeoutMs: 10_000, timeoutMs: 10_000 }, redirect: "manual" },
  );
  const error = await failureOf(requester.json({ method: "GET", path: "/" }));
  expect(error).toBeInstanceOf(InvalidResponseError);
  expect(error.status).toBe(307);
  expect(target.seen).toHaveLength(0);
});

test("onResponse sees every answer, also those that are then repeated", async () => {
  const infos: ResponseInfo[] = [];
  const { server, send } = await setUp(
    [
      { ...(tooFast as object), headers: { "x-request-id": "first" } },
      { ...(good as object), headers: { "x-request-id": "second" } },
    ],
    { onResponse: (info) => infos.push(info) },
  );
  await send();
  const url = `${server.url}/work`;
  expect(infos).toMatchObject([
    { method: "POST", url, status: 429, attempt: 1, requestId: "first" },
    { method: "POST", url, status: 200, attempt: 2, requestId: "second" },
  ]);
});

test("what onResponse throws reaches the caller as it is", async () => {
  const fault = new Error("The listener failed.");
  const onResponse = () => {
    throw fault;
  };
  const { server, send } = await setUp([good, good], { onResponse });
  await expect(send()).rejects.toBe(fault);
  expect(server.seen).toHaveLength(1);
});

test("headers made by a function are made for each call", async () => {
  let token = 0;
  const headers = () => ({ "x-csrf-token": String((token += 1)) });
  const { server, send } = await setUp([good, good], { headers });
  await send();
  await send();
  expect(server.seen.map((request) => request.headers["x-csrf-token"])).toEqual(["1", "2"]);
});

test("a secret header never shows in an error", async () => {
  const secret = "ls_live_secret";
  const headers = { "x-api-key": secret };
  for (const step of ["break", "hang", { status: 500 }, { body: "x" }, { status: 302 }] as Step[]) {
    const { server, send } = await setUp([step], { retries: 0, headers });
    const timers = holdTimers();
    const pending = failureOf(send());
    await server.arrived(1);
    if (step === "hang") await timers.pass(10_000);
    expect(inspect(await pending, { depth: 10, showHidden: true })).not.toContain(secret);
    vi.useRealTimers();
  }
});

test("a request id comes from the body, or else from the header", async () => {
  const headers = { "x-request-id": "from-header" };
  const { requester } = await setUp([
    { status: 404, headers },
    { status: 404, headers, body: { error: "No.", request_id: "from-body" } },
    { status: 200, headers },
  ]);
  const ids: Array<string | undefined> = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push((await failureOf(requester.json({ method: "GET", path: "/" }))).requestId);
  }
  expect(ids).toEqual(["from-header", "from-body", "from-header"]);
});

test("forty calls at once keep their answers, keys and retries apart", async () => {
  const counts = new Map<unknown, number>();
  const server = await serve((seen) => {
    const key = seen.headers["idempotency-key"];
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count < 3 ? { status: 503 } : { body: { key, content: seen.body.toString() } };
  });
  const { now, sleep } = createFakeTime();
  const requester = createRequester(
    { baseUrl: server.url, now, sleep },
    { limits: { attemptTimeoutMs: 10_000, timeoutMs: 3_600_000 } },
  );
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      requester.json({
        method: "POST",
        path: "/",
        body: { contentType: "text/plain", data: `text ${index}` },
        idempotencyKey: `key-${index}`,
      }),
    ),
  );
  expect(answers).toEqual(
    Array.from({ length: 40 }, (_, i) => ({ key: `key-${i}`, content: `text ${i}` })),
  );
  expect([...counts.values()]).toEqual(Array(40).fill(3));
});

test.each<[about: string, options: Partial<ConnectionOptions>]>([
  ["a relative address", { baseUrl: "/api" }],
  ["another protocol", { baseUrl: "ftp://lodestone.example" }],
  ["a password in the address", { baseUrl: "https://me:secret@lodestone.example" }],
  ["a query in the address", { baseUrl: "https://lodestone.example?x=1" }],
  ["negative retries", { retries: -1 }],
  ["a time-out that is no number", { timeoutMs: Number.NaN }],
])("%s is refused before anything is sent", (_, options) => {
  const limits = { attemptTimeoutMs: 1000, timeoutMs: 1000 };
  const make = () =>
    createRequester({ baseUrl: "https://lodestone.example", ...options }, { limits });
  expect(make).toThrow(TypeError);
  expect(make).not.toThrow(/secret/);
});
