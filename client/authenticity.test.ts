// The text service's calls: what they send, over a real connection, and what they make of answers.
import { afterEach, expect, test } from "vitest";
import {
  AuthenticationError,
  type AuthenticityOptions,
  BadRequestError,
  type BatchItem,
  createAuthenticity,
  createClient,
  InvalidResponseError,
  PermissionError,
  TooManyRequestsError,
} from "./client.ts";
import {
  type ScriptedServer,
  type Seen,
  type Step,
  startScriptedServer,
} from "./testing/scripted-server.ts";

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function setUp(
  script: Step[] | ((seen: Seen) => Step),
  options: Partial<AuthenticityOptions> = {},
) {
  const server = await startScriptedServer(script);
  servers.push(server);
  const authenticity = createAuthenticity({
    baseUrl: `${server.url}/v1`,
    apiKey: "ls_live_key",
    origin: "https://example.com",
    allowPlainHttp: true,
    sleep: async () => {},
    ...options,
  });
  return { server, authenticity };
}

const detection = {
  ai_probability: 12,
  human_probability: 88,
  final_probability: 20,
  verdict: "Likely human-written",
  input_type: "text",
  model_version: "v1.0",
  segments: [],
  words: 60,
  language: "en",
  warnings: [],
  score: 0.12,
};
const rewrite = {
  regenerated: true,
  humanized_text: "Before the meeting.",
  original_ai_prob: 80,
  new_human_prob: 60,
  input_type: "text",
  model_version: "v1.0",
};

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Values of a header, as often as it was sent. */
function valuesOf(seen: Seen | undefined, name: string): string[] {
  const { rawHeaders = [] } = seen ?? {};
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

test("detect sends the text as JSON with key, one Origin and an idempotency key", async () => {
  const { server, authenticity } = await setUp([{ body: detection }]);
  const text = 'A text with "quotes", ünïcödé,\n\u0000 a NUL, 👩‍🌾 and a lone \ud800.';
  await expect(authenticity.detect(text)).resolves.toEqual(detection);
  const [seen] = server.seen;
  expect(seen).toMatchObject({ method: "POST", url: "/v1/detect" });
  expect(valuesOf(seen, "origin")).toEqual(["https://example.com"]);
  expect(valuesOf(seen, "x-api-key")).toEqual(["ls_live_key"]);
  expect(valuesOf(seen, "content-type")).toEqual(["application/json"]);
  expect(valuesOf(seen, "idempotency-key")).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(JSON.parse(String(seen?.body))).toEqual({ content: text });
});

test("a browser's preflight would allow every header of a call", async () => {
  const { server, authenticity } = await setUp([{ body: detection }, { body: { used: 1 } }]);
  await authenticity.detect("A text.");
  await authenticity.getUsage();
  // Sent by fetch itself, or on the list that needs no leave.
  const free =
    /^(accept(-.*)?|connection|content-length|host|origin|priority|sec-fetch-.*|user-agent)$/;
  const own = server.seen.flatMap(({ headers }) =>
    Object.keys(headers).filter((name) => !free.test(name)),
  );
  for (const name of own) expect(["x-api-key", "content-type", "idempotency-key"]).toContain(name);
});

test("each call has a key of its own, kept over its retries, unless the caller names one", async () => {
  const busy: Step = { status: 503 };
  const { server, authenticity } = await setUp(
    [busy, { body: detection }, busy, { body: detection }, { body: detection }],
    { createId: createCounter() },
  );
  await authenticity.detect("One.");
  await authenticity.detect("Two.");
  await authenticity.detect("Three.", { idempotencyKey: "mine" });
  const keys = server.seen.flatMap((seen) => valuesOf(seen, "idempotency-key"));
  expect(keys).toEqual(["id-1", "id-1", "id-2", "id-2", "mine"]);
});

function createCounter(): () => string {
  let count = 0;
  return () => `id-${(count += 1)}`;
}

test("regenerate sends strength and kept phrases when they are given", async () => {
  const { server, authenticity } = await setUp([{ body: rewrite }, { body: rewrite }]);
  await expect(authenticity.regenerate("Prior to.")).resolves.toEqual(rewrite);
  await authenticity.regenerate("Prior to.", { strength: "strong", keep: ["section 4"] });
  expect(server.seen.map(({ url, body }) => [url, JSON.parse(String(body))])).toEqual([
    ["/v1/regenerate", { content: "Prior to." }],
    ["/v1/regenerate", { content: "Prior to.", strength: "strong", keep: ["section 4"] }],
  ]);
});

test("a file is sent as a form any parser can read, with the same bytes at every attempt", async () => {
  const { server, authenticity } = await setUp([
    { status: 503 },
    { body: { ...rewrite, content: "" } },
  ]);
  const bytes = new Uint8Array(256).map((_, at) => at);
  const file = new File([bytes], 'odd "name"\r\n.pdf', { type: "application/pdf" });
  await authenticity.regenerateFile(file, { strength: "light", keep: ["a", "b"] });
  const [first, second] = server.seen;
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
  expect(second?.headers["content-type"]).toBe(first?.headers["content-type"]);

  const form = await new Response(new Uint8Array(first?.body ?? []), {
    headers: { "content-type": String(first?.headers["content-type"]) },
  }).formData();
  expect(form.get("strength")).toBe("light");
  expect(form.getAll("keep")).toEqual(["a\nb"]);
  const sent = form.get("file") as File;
  expect(sent.type).toBe("application/pdf");
  expect(new Uint8Array(await sent.arrayBuffer())).toEqual(bytes);
});

test("the same file call made again with its key has the same bytes", async () => {
  const body = { ...detection, input_type: "markdown", content: "Essay" };
  const { server, authenticity } = await setUp([{ body }, { body }]);
  const options = { fileName: "essay.md", idempotencyKey: "essay / 1" };
  for (let turn = 0; turn < 2; turn += 1) {
    const result = await authenticity.detectFile(new Blob(["# Essay"]), options);
    expect(result.content).toBe("Essay");
  }
  const [first, second] = server.seen;
  expect(first?.url).toBe("/v1/detect");
  expect(String(second?.body)).toBe(String(first?.body));
  expect(String(first?.body)).toContain('filename="essay.md"');
});

test("refusals come as the errors of the contract", async () => {
  const standard = (status: number, type: string, message: string): Step => ({
    status,
    body: { error: { message, type }, request_id: "r-1" },
  });
  const { authenticity } = await setUp([
    standard(401, "authentication_error", "Invalid API Key or Domain Not Authorized"),
    standard(403, "https_required_error", "HTTPS is required"),
    { status: 400, body: { error: "Text is too short for humanization.", request_id: "r-2" } },
    standard(429, "quota_exceeded_error", "The checks of the day are used up"),
  ]);
  const refusals = [];
  for (let turn = 0; turn < 4; turn += 1) {
    refusals.push(await authenticity.regenerate("Short.").catch((error: unknown) => error));
  }
  expect(refusals[0]).toBeInstanceOf(AuthenticationError);
  expect(refusals[0]).toMatchObject({ message: "Invalid API Key or Domain Not Authorized" });
  expect(refusals[1]).toBeInstanceOf(PermissionError);
  expect(refusals[2]).toBeInstanceOf(BadRequestError);
  expect(refusals[2]).toMatchObject({
    message: "Text is too short for humanization.",
    requestId: "r-2",
  });
  expect(refusals[3]).toBeInstanceOf(TooManyRequestsError);
  expect(refusals[3]).toMatchObject({ isQuota: true, requestId: "r-1" });
});

test("an answer that is no result is an InvalidResponseError with the call's key", async () => {
  const { authenticity } = await setUp([{ body: { status: "ok" } }, { body: rewrite }]);
  const options = { idempotencyKey: "mine" };
  const error = await authenticity.detect("A text.", options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidResponseError);
  expect(error).toMatchObject({ idempotencyKey: "mine" });
  await expect(authenticity.detect("A text.")).rejects.toBeInstanceOf(InvalidResponseError);
});

/** Answers a batch: texts that say "bad" are refused, those beyond the checks left too. */
function answerBatch({ body }: Seen, checks: { left: number }): Step {
  const { items } = JSON.parse(String(body)) as { items: BatchItem[] };
  const results = items.map(({ id, content }) => {
    const name = id === undefined ? {} : { id };
    if (content === "bad") return { ...name, error: "Parameter 'content' is required" };
    if (checks.left === 0) {
      return { ...name, error: { message: "No checks left.", type: "quota_exceeded_error" } };
    }
    checks.left -= 1;
    return { ...name, ...detection, verdict: content };
  });
  return { body: { results } };
}

test("a batch is sent whole and answered in order", async () => {
  const { server, authenticity } = await setUp((seen) => answerBatch(seen, { left: 9 }));
  const { results } = await authenticity.detectBatch([
    { id: "x", content: "one" },
    { content: "bad" },
  ]);
  expect(server.seen[0]?.url).toBe("/v1/detect/batch");
  expect(results).toEqual([
    { id: "x", ...detection, verdict: "one" },
    { error: "Parameter 'content' is required" },
  ]);
});

test("any number of texts is checked in batches of at most 100, in order, each with its own key", async () => {
  const { server, authenticity } = await setUp((seen) => answerBatch(seen, { left: 100 }));
  async function* texts() {
    for (let count = 0; count < 250; count += 1) {
      yield count % 2 === 0 ? `text ${count}` : { id: `id ${count}`, content: `text ${count}` };
    }
  }
  let next = 0;
  for await (const outcome of authenticity.detectAll(texts())) {
    expect(outcome.index).toBe(next);
    expect(outcome.id).toBe(next % 2 === 0 ? undefined : `id ${next}`);
    expect(outcome.detection?.verdict).toBe(`text ${next}`);
    next += 1;
  }
  expect(next).toBe(250);
  const sizes = server.seen.map(({ body }) => JSON.parse(String(body)).items.length);
  expect(sizes).toEqual([100, 100, 50]);
  const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(3);
});

test("a refused text and one without a check left are outcomes, and the others are still given", async () => {
  const { authenticity } = await setUp((seen) => answerBatch(seen, { left: 2 }));
  const outcomes = await collect(authenticity.detectAll(["a", "bad", "b", "c"]));
  expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, true, false]);
  expect(outcomes[1]?.error).toBeInstanceOf(BadRequestError);
  expect(outcomes[1]?.error?.message).toBe("Parameter 'content' is required");
  expect(outcomes[3]?.error).toBeInstanceOf(TooManyRequestsError);
  expect(outcomes[3]?.error).toMatchObject({ isQuota: true });
});

test("a call that fails ends the loop after everything before it was given", async () => {
  const { server, authenticity } = await setUp((seen) =>
    seen.body.includes("text 4")
      ? { status: 401, body: { error: { message: "No.", type: "authentication_error" } } }
      : answerBatch(seen, { left: 9 }),
  );
  const texts = Array.from({ length: 9 }, (_, at) => `text ${at}`);
  const seen: number[] = [];
  const loop = async () => {
    for await (const { index } of authenticity.detectAll(texts, { batchSize: 2 })) seen.push(index);
  };
  await expect(loop()).rejects.toBeInstanceOf(AuthenticationError);
  expect(seen).toEqual([0, 1, 2, 3]);
  expect(server.seen).toHaveLength(3);
});

test("texts are read no further than the batch that is being sent", async () => {
  const { authenticity } = await setUp((seen) => answerBatch(seen, { left: 9 }));
  let taken = 0;
  let isClosed = false;
  function* endless() {
    try {
      for (;;) yield `text ${(taken += 1)}`;
    } finally {
      isClosed = true;
    }
  }
  for await (const outcome of authenticity.detectAll(endless(), { batchSize: 3 })) {
    if (outcome.index === 2) break;
  }
  // One more than a batch: whether another fits is known only when it is seen.
  expect(taken).toBe(4);
  expect(isClosed).toBe(true);
});

test("long texts make smaller batches, and one beyond the bound goes alone", async () => {
  const { server, authenticity } = await setUp((seen) => answerBatch(seen, { left: 99 }));
  const lengths = [200_000, 200_000, 200_000, 700_000, 10];
  const texts = lengths.map((length) => "x".repeat(length));
  expect(await collect(authenticity.detectAll(texts))).toHaveLength(5);
  const sizes = server.seen.map(({ body }) => JSON.parse(String(body)).items.length);
  expect(sizes).toEqual([2, 1, 1, 1]);
});

test("no texts make no call, and a batch size the service refuses is refused before", async () => {
  const { server, authenticity } = await setUp([]);
  expect(await collect(authenticity.detectAll([]))).toEqual([]);
  for (const batchSize of [0, 101, Number.NaN]) {
    const loop = collect(authenticity.detectAll(["a"], { batchSize }));
    await expect(loop).rejects.toBeInstanceOf(TypeError);
  }
  expect(server.seen).toHaveLength(0);
});

test("an answer with another number of results is not trusted", async () => {
  const { authenticity } = await setUp([{ body: { results: [detection] } }]);
  const loop = collect(authenticity.detectAll(["a", "b"]));
  await expect(loop).rejects.toThrow("The answer has 1 results for 2 texts.");
});

test("a key is never sent over plain HTTP unless that was asked for", () => {
  const make = (baseUrl: string, apiKey?: string) => () => createClient({ baseUrl, apiKey });
  expect(make("http://lodestone.example", "ls_live_key")).toThrow(TypeError);
  expect(make("HTTP://localhost:8080", "ls_live_key")).toThrow(/https/);
  expect(make("https://lodestone.example", "ls_live_key")).not.toThrow();
  expect(make("http://lodestone.example")).not.toThrow();
});

test("a key or an origin that cannot be a header is refused at once and not shown", () => {
  const make = (options: { apiKey?: string; origin?: string }) => () =>
    createClient({ baseUrl: "https://lodestone.example", ...options });
  for (const value of ["secret\nkey", "secret key", "sécret", ""]) {
    expect(make({ apiKey: value })).toThrow(/^apiKey holds characters that can't be sent/);
    expect(make({ origin: value })).toThrow(/^origin holds characters that can't be sent/);
  }
});

test("a key does not follow a redirect to another host", async () => {
  const { server: thief } = await setUp([{ body: detection }]);
  const location = `${thief.url}/v1/detect`;
  const { authenticity } = await setUp([{ status: 308, headers: { location } }]);
  await expect(authenticity.detect("A text.")).rejects.toThrow("check baseUrl");
  expect(thief.seen).toHaveLength(0);
});

test("models are listed without a key", async () => {
  const models = { models: [{ version: "v1.0", is_current: true }] };
  const { server, authenticity } = await setUp([{ body: models }], { apiKey: undefined });
  await expect(authenticity.listModels()).resolves.toEqual(models);
  expect(server.seen[0]?.headers["x-api-key"]).toBeUndefined();
});

test("the base address is the program's own, with or without a path before it", async () => {
  const { server } = await setUp(() => ({ body: { used: 1 } }));
  for (const path of ["", "/", "/tools", "/tools/"]) {
    await createClient({ baseUrl: server.url + path }).authenticity.getUsage();
  }
  const urls = server.seen.map(({ url }) => url);
  expect(urls).toEqual(["/v1/usage", "/v1/usage", "/tools/v1/usage", "/tools/v1/usage"]);
  expect(() => createClient({ baseUrl: `${server.url}/v1` })).toThrow(/without \/api or \/v1/);
  expect(() => createClient({ baseUrl: `${server.url}/api/` })).toThrow(/without \/api or \/v1/);
});
