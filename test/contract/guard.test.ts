// Edge cases of the guard, over real HTTPS: requests that are slow, cut off, pipelined, malformed or overtaken by a
// change to their account.
import { request } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { type Program, startProgram } from "../program.ts";
import { until } from "../services/free-port.ts";
import { openSocket, postHead } from "./raw-socket.ts";
import { call, FORM, form, makeKey, openAccounts, TEXT } from "./v1.ts";

const ORIGIN = "https://example.com";
const JSON_TYPE = { "content-type": "application/json" };
/** Places of a key: more than twice what the detector's queue and its worker hold together. */
const PLACES = 80;
let program: Program;
let accounts: Accounts;
let closeAccounts: () => Promise<void>;

beforeAll(async () => {
  program = await startProgram({
    SERVICES: "authenticity",
    WORKERS: "1",
    RATE_PER_MINUTE: "100000",
    CONCURRENT_PER_KEY: String(PLACES),
  });
  ({ accounts, close: closeAccounts } = await openAccounts(program));
});
afterAll(async () => {
  await closeAccounts();
  await program.stop();
});

const keyed = (key: string) => ({ "x-api-key": key, origin: ORIGIN, "content-type": FORM });
const detect = (key: string, body: string | Buffer = form(TEXT), headers = {}) =>
  call(program, { path: "/v1/detect", headers: { ...keyed(key), ...headers }, body });
const usedBy = async (key: string): Promise<number> => {
  for (;;) {
    const path = "/v1/usage";
    const { status, body } = await call(program, { method: "GET", path, headers: keyed(key) });
    if (status === 200) return body.used;
    // The places of connections that were just cut are not free yet; a busy machine sheds load.
    expect([429, 503]).toContain(status);
  }
};

/** Whether as many requests as a key has places are let in together. */
async function areAllPlacesFree(key: string): Promise<boolean> {
  const sockets = Array.from({ length: PLACES }, () => openSocket(program));
  for (const socket of sockets) socket.send("GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await Promise.all(sockets.map((socket) => socket.until(/is_current.*\}$|503.*\}$/s)));
  for (const socket of sockets) {
    socket.send(postHead("/v1/detect", { ...keyed(key), "content-length": 9 }));
  }
  const wasAny = (text: string) => sockets.some((socket) => socket.received().includes(text));
  let status = 200;
  // Asked until the last place is taken. A busy machine sheds load (503): then nothing was learnt.
  while (status !== 429 && !wasAny("HTTP/1.1 503")) {
    const path = "/v1/usage";
    ({ status } = await call(program, { method: "GET", path, headers: keyed(key) }));
  }
  const isEachIn = !wasAny("HTTP/1.1 429") && !wasAny("HTTP/1.1 503");
  for (const socket of sockets) socket.end();
  return isEachIn;
}

describe("requests at once", () => {
  test("over the limit is 429, and a place is free again when a request ends or its client goes", async () => {
    const own = await startProgram({ SERVICES: "authenticity", CONCURRENT_PER_KEY: "2" });
    const rules = await openAccounts(own);
    const { key } = await makeKey(rules.accounts);
    const check = () =>
      call(own, { path: "/v1/detect", headers: keyed(key), body: form("a word") });
    const holdOne = () => {
      const socket = openSocket(own);
      socket.send(postHead("/v1/detect", { ...keyed(key), "content-length": 9 }));
      return socket;
    };
    const first = holdOne();
    const second = holdOne();
    // The two are inside once a third is refused.
    let refused = await check();
    while (refused.status === 200) refused = await check();
    expect(refused.status).toBe(429);
    expect(refused.body.error).toEqual({
      message: "Too many requests at once for this key",
      type: "rate_limit_error",
      code: "too_many_at_once",
      doc_url: expect.stringMatching(/^https:.*\/errors#too_many_at_once$/),
    });
    expect(refused.headers["retry-after"]).toBe("1");
    expect(refused.headers.ratelimit).toMatch(
      /^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+, "concurrent";r=0$/,
    );
    expect(refused.headers["ratelimit-policy"]).toContain(
      '"concurrent";q=2;qu="concurrent-requests"',
    );
    first.end();
    let reply = await check();
    while (reply.status === 429) reply = await check();
    expect(reply.status).toBe(200);
    second.send("content=a");
    expect(await second.until(/"verdict"/)).toMatch(/^HTTP\/1\.1 200 /);
    second.end();
    await rules.close();
    await own.stop();
  });

  test("a full queue is 503 with Retry-After; clients that go away pay nothing and free their places", async () => {
    const { key } = await makeKey(accounts, { quota: 1000 });
    const long = form(`${TEXT} `.repeat(300).slice(0, 100_000));
    type Outcome = { status: number; retryAfter: string | undefined; limits: boolean };
    const send = () => {
      const asked = request(`${program.https}/v1/detect`, {
        method: "POST",
        ca: program.ca,
        headers: { ...keyed(key), "content-length": Buffer.byteLength(long) },
      });
      const outcome = new Promise<Outcome | null>((resolve) => {
        asked.on("response", (reply) => {
          reply.resume();
          resolve({
            status: reply.statusCode ?? 0,
            retryAfter: reply.headers["retry-after"],
            limits: reply.headers.ratelimit !== undefined,
          });
        });
        asked.on("error", () => resolve(null));
      });
      asked.end(long);
      return { asked, outcome };
    };
    const requests: ReturnType<typeof send>[] = [];
    // One is worked on and 32 wait: the others are told to come back. On a busy machine the server may shed load
    // before the guard, without the limits of the key; then as many are sent again.
    let told: Outcome | undefined;
    while (told === undefined) {
      const sent = Array.from({ length: PLACES }, send);
      requests.push(...sent);
      told = await Promise.any(
        sent.map(async ({ outcome }) => {
          const seen = await outcome;
          if (seen?.status !== 503 || !seen.limits) throw new Error("answered or shed");
          return seen;
        }),
      ).catch(() => undefined);
    }
    expect(told).toEqual({ status: 503, retryAfter: "1", limits: true });
    for (const { asked } of requests) asked.destroy();
    const outcomes = await Promise.all(requests.map(({ outcome }) => outcome));
    const answered = outcomes.filter((outcome) => outcome?.status === 200).length;
    while (!(await areAllPlacesFree(key))) {
      // The server may not have noticed yet that the last client is gone.
    }
    const used = await usedBy(key);
    // A text whose analysis ended just before its client left may have been counted: at most one.
    expect(used).toBeGreaterThanOrEqual(answered);
    expect(used).toBeLessThanOrEqual(answered + 1);
  });
});

describe("changes to the account while a request runs", () => {
  /** Lets a request in, does something to its account, and then sends the rest of its body. */
  async function changeMeanwhile(key: string, change: () => Promise<unknown>): Promise<string> {
    const body = form(TEXT);
    const socket = openSocket(program);
    socket.send(postHead("/v1/detect", { ...keyed(key), "content-length": body.length }));
    socket.send(body.slice(0, 10));
    // It is inside once it shows in the rate, beside the questions asked here.
    let asked = 0;
    await until("the request is inside", async () => {
      const path = "/v1/detect";
      const { status, headers } = await call(program, { path, headers: keyed(key) });
      expect(status).toBe(400);
      asked++;
      const left = Number(/"minute";r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
      expect(left).toBeLessThan(100_000 - asked);
    });
    await change();
    socket.send(body.slice(10));
    const text = await socket.until(/\}$/);
    socket.end();
    return text;
  }

  test("a deleted account's request is refused like any unknown key, and nothing is left of it", async () => {
    const { key, accountId } = await makeKey(accounts);
    const text = await changeMeanwhile(key, () => accounts.enrolment.remove(accountId, "operator"));
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text).toContain('"authentication_error"');
    expect(text).not.toMatch(/^ratelimit/im);
    expect((await detect(key)).status).toBe(401);
    expect(await accounts.callerFor(accountId)).toBeNull();
  });

  test("a key revoked while its request runs finishes it, and is refused on the next", async () => {
    const { key, keyId: id, accountId } = await makeKey(accounts);
    const text = await changeMeanwhile(key, () =>
      accounts.keys.revoke({ id, accountId, actor: "operator" }),
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect((await detect(key)).status).toBe(401);
  });

  test("checks are the account's: rotation and revocation give none back", async () => {
    const first = await makeKey(accounts, { quota: 3 });
    const { accountId, keyId: id } = first;
    const actor = "operator";
    expect((await detect(first.key)).status).toBe(200);
    const rotated = await accounts.keys.rotate({ id, accountId, graceHours: 1, actor });
    if (!rotated.ok) throw new Error(rotated.problem);
    expect((await detect(first.key)).headers.ratelimit).toContain('"day";r=1;');
    expect((await detect(rotated.secret)).headers.ratelimit).toContain('"day";r=0;');
    expect((await detect(rotated.secret)).status).toBe(429);
    expect((await detect(first.key)).status).toBe(429);
    await accounts.keys.revoke({ id: rotated.id, accountId, actor });
    expect((await detect(rotated.secret)).status).toBe(401);
    const other = await accounts.keys.create({ accountId, domain: "example.com", actor });
    if (!other.ok) throw new Error(other.problem);
    const reply = await detect(other.secret);
    expect(reply.status).toBe(429);
    expect(reply.body.error.type).toBe("quota_exceeded_error");
    // Another account is not concerned.
    expect((await detect((await makeKey(accounts)).key)).status).toBe(200);
  });
});

describe("odd requests", () => {
  test("too many headers are 431, however small, before anything is looked up", async () => {
    const { key } = await makeKey(accounts);
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`x-${n}`, "1"]));
    const reply = await detect(key, form(TEXT), many);
    expect(reply.status).toBe(431);
    expect(reply.body).toEqual({
      error: {
        message: "The request headers are too large",
        type: "invalid_request_error",
        code: "headers_too_large",
        doc_url: `${program.https}/errors#headers_too_large`,
      },
      request_id: reply.headers["x-request-id"],
    });
    expect(reply.headers["access-control-allow-origin"]).toBe(ORIGIN);
    // Node would keep the first 2000 and drop the rest, such as a second Origin, without a word.
    const socket = openSocket(program);
    const lines = Array.from({ length: 2100 }, () => "a:b\r\n").join("");
    const head = postHead("/v1/detect", { ...keyed(key), "content-length": 9 });
    socket.send(head.replace("host: localhost\r\n", `host: localhost\r\n${lines}`));
    expect(await socket.until(/\}$/)).toMatch(/^HTTP\/1\.1 431 /);
    socket.end();
  });

  test("headers of more than 16 KB are 431 in both shapes, with a request id", async () => {
    const { key } = await makeKey(accounts);
    const reply = await detect(key, form(TEXT), { "x-big": "a".repeat(20_000) });
    expect(reply.status).toBe(431);
    expect(reply.body.error.type).toBe("invalid_request_error");
    expect(reply.body.request_id).toBe(reply.headers["x-request-id"]);
  });

  test("Expect: 100-continue is answered and the body then read", async () => {
    const { key } = await makeKey(accounts);
    const body = form(TEXT);
    const socket = openSocket(program);
    const headers = { ...keyed(key), "content-length": body.length, expect: "100-continue" };
    socket.send(postHead("/v1/detect", headers));
    await socket.until(/100 Continue\r\n\r\n/);
    socket.send(body);
    expect(await socket.until(/\}$/)).toContain("HTTP/1.1 200 OK");
    socket.end();
  });

  test("HEAD answers as GET does, without a body; on the endpoints that take POST it is 405", async () => {
    const { key } = await makeKey(accounts);
    const head = (path: string) => call(program, { method: "HEAD", path, headers: keyed(key) });
    const usage = await head("/v1/usage");
    expect([usage.status, usage.text]).toEqual([200, ""]);
    expect(usage.headers.ratelimit).toContain('"day";r=50');
    expect((await head("/v1/models")).status).toBe(200);
    const refused = await head("/v1/detect");
    expect([refused.status, refused.headers.allow]).toEqual([405, "POST, OPTIONS"]);
  });

  test("bytes after the body that are no request are 400, and the connection ends", async () => {
    const { key } = await makeKey(accounts);
    const body = form(TEXT);
    const socket = openSocket(program);
    socket.send(postHead("/v1/detect", { ...keyed(key), "content-length": body.length }));
    socket.send(`${body}\0\0garbage\r\n\r\n`);
    const text = await socket.closed;
    expect(text).toContain("HTTP/1.1 400 ");
    expect(text).toContain('"request_id"');
  });

  test("after an early 401 the same connection carries the next request", async () => {
    const { key } = await makeKey(accounts);
    const body = form(TEXT);
    const socket = openSocket(program);
    const length = { "content-length": body.length };
    socket.send(postHead("/v1/detect", { ...keyed("wrong"), ...length }));
    expect(await socket.until(/\}$/)).toMatch(/^HTTP\/1\.1 401 /);
    socket.send(body);
    socket.send(postHead("/v1/detect", { ...keyed(key), ...length }) + body);
    expect(await socket.until(/"verdict".*\}$/s)).toContain("HTTP/1.1 200 OK");
    socket.end();
  });

  test("a client that cuts its body off frees its place and pays nothing", async () => {
    const { key } = await makeKey(accounts);
    for (let n = 0; n < 3; n++) {
      const socket = openSocket(program);
      socket.send(postHead("/v1/detect", { ...keyed(key), "content-length": 1000 }));
      socket.send("content=some");
      await usedBy(key);
      socket.end();
    }
    while (!(await areAllPlacesFree(key))) {
      // The server may not have noticed yet that the last client is gone.
    }
    expect(await usedBy(key)).toBe(0);
  });
});

describe("bodies", () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await makeKey(accounts, { quota: 1000 }));
  });
  const boundary = { "content-type": "multipart/form-data; boundary=b" };
  const part = (head: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;

  test.each<[string, string | Buffer, Record<string, string>, string]>([
    [
      "two contents in JSON",
      '{"content":"one","content":"two"}',
      JSON_TYPE,
      "Parameter 'content' was given more than once.",
    ],
    [
      "two contents in JSON, one of them escaped",
      '{"content":"one","\\u0063ontent":"two"}',
      JSON_TYPE,
      "Parameter 'content' was given more than once.",
    ],
    [
      "content inside __proto__",
      '{"__proto__":{"content":"text"}}',
      JSON_TYPE,
      "Parameter 'content' is required",
    ],
    ["bytes after the JSON", '{"content":"text"} x', JSON_TYPE, "The body is not valid JSON."],
    [
      "a compressed body",
      Buffer.from([0x1f, 0x8b, 8, 0]),
      { "content-encoding": "gzip" },
      "Content-Encoding is not supported: send the body as it is.",
    ],
    [
      "a multipart body without its end",
      part('name="content"', "some text").trimEnd(),
      boundary,
      "The multipart body is not valid.",
    ],
    [
      "broken UTF-8 in multipart",
      Buffer.from(`${part('name="content"', "caf\xe9 au lait")}--b--\r\n`, "latin1"),
      boundary,
      "The body is not valid UTF-8.",
    ],
    [
      "more parts than anybody needs",
      `${Array.from({ length: 60 }, (_, n) => part(`name="p${n}"`, "x")).join("")}${part('name="content"', TEXT)}--b--\r\n`,
      boundary,
      "A multipart body has at most 50 parts.",
    ],
  ])("%s is 400 and carries the limits", async (_name, body, headers, message) => {
    const reply = await detect(key, body, headers);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: message,
      code: expect.any(String),
      request_id: reply.headers["x-request-id"],
    });
    expect(reply.headers.ratelimit).toContain('"day"');
    expect(reply.headers["ratelimit-policy"]).toContain('"minute"');
  });

  const textOf = (reply: { body: { segments: { text: string }[] } }) =>
    reply.body.segments.map((segment) => segment.text).join(" ");

  test("a part that names its charset arrives unharmed", async () => {
    const head = 'name="content"\r\nContent-Type: text/plain; charset=UTF-8';
    const reply = await detect(key, `${part(head, "Grüße aus 東京.")}--b--\r\n`, boundary);
    expect(textOf(reply)).toBe("Grüße aus 東京.");
  });

  test("JSON may begin with a byte order mark", async () => {
    const reply = await detect(
      key,
      `\ufeff${JSON.stringify({ content: "Hello there." })}`,
      JSON_TYPE,
    );
    expect(textOf(reply)).toBe("Hello there.");
  });

  test("half a surrogate pair is analysed, not a failure", async () => {
    const reply = await detect(key, '{"content":"Hello \\ud83d there."}', JSON_TYPE);
    expect(reply.status).toBe(200);
  });

  test("__proto__ beside the content is an unknown field like any other and changes nothing", async () => {
    const body = '{"__proto__":{"strength":"brutal"},"content":"Hello there."}';
    const reply = await detect(key, body, JSON_TYPE);
    expect([reply.status, reply.body.param]).toEqual([400, "__proto__"]);
    expect(({} as { strength?: string }).strength).toBeUndefined();
  });
});

describe("browsers", () => {
  test("a preflight of a path that does not exist passes, so that the page reads the 404", async () => {
    const headers = { origin: ORIGIN, "access-control-request-method": "POST" };
    const preflight = await call(program, { method: "OPTIONS", path: "/v1/nope", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-origin"]).toBe(ORIGIN);
    expect(preflight.headers["access-control-allow-methods"]).toBe("GET, POST");
    const reply = await call(program, { path: "/v1/nope", headers: { origin: ORIGIN } });
    expect(reply.status).toBe(404);
    expect(reply.headers["access-control-allow-origin"]).toBe(ORIGIN);
    expect(reply.headers.vary).toBe("origin");
    const plain = await call(program, {
      method: "OPTIONS",
      path: "/v1/nope",
      headers,
      isPlain: true,
    });
    expect(plain.status).toBe(403);
    expect(plain.headers["access-control-allow-origin"]).toBe(ORIGIN);
  });

  const askWith = (origin: string) => {
    const socket = openSocket(program);
    const head = `GET /v1/models HTTP/1.1\r\nhost: x\r\norigin: ${origin}\r\n`;
    socket.send(Buffer.from(`${head}connection: close\r\n\r\n`, "latin1"));
    return socket.closed;
  };

  test.each(["null", 'https://a.example;"<script>', "https://a.example,https://b.example"])(
    "the Origin %s comes back byte for byte",
    async (origin) => {
      expect(await askWith(origin)).toContain(`access-control-allow-origin: ${origin}\r\n`);
    },
  );

  test.each([Buffer.from("https://bücher.example").toString("latin1"), "https://a\tb", ""])(
    "an Origin that no browser writes is not sent back (%j)",
    async (origin) => {
      const text = await askWith(origin);
      expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
      expect(text).toContain("vary: origin");
      expect(text).not.toContain("access-control-allow-origin");
    },
  );

  test.each(["\rset-cookie: x=1", "\nset-cookie: x=1", "\r\n set-cookie: x=1", "\0"])(
    "no header can be smuggled in behind an Origin (%j)",
    async (tail) => {
      const text = await askWith(`https://a.example${tail}`);
      expect(text).not.toMatch(/^\s*set-cookie/im);
      expect(text).not.toContain("access-control-allow-origin: https://a.example\r\n");
    },
  );
});

test("a method that documentation does not have is 405 there too", async () => {
  for (const path of ["/v1/docs", "/v1/openapi.json"]) {
    const reply = await call(program, { method: "DELETE", path });
    expect(reply.status).toBe(405);
    expect(reply.body.error.type).toBe("method_not_allowed_error");
    expect(reply.headers.allow).toBe("GET, HEAD, OPTIONS");
  }
});
