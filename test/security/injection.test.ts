// What a caller sends comes back as data and never as something else: no header, no log line, no prototype pollution,
// no unbounded decompression.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSocket, postHead } from "../contract/raw-socket.ts";
import { call, FORM, form, makeKey, openAccounts } from "../contract/v1.ts";
import { type ServerProcess, startServer } from "../server-process.ts";

const ORIGIN = "https://example.com";
let server: ServerProcess;
let key: string;
beforeAll(async () => {
  server = await startServer({
    LOG_LEVEL: "debug",
    RATE_PER_MINUTE: "1000000",
    TRUST_PROXY: "127.0.0.0/8",
  });
  const { accounts, close } = await openAccounts(server);
  ({ key } = await makeKey(accounts, { quota: 1000 }));
  await close();
});
afterAll(() => server.stop());

const keyed = (more: Record<string, string> = {}) => ({
  "x-api-key": key,
  origin: ORIGIN,
  "content-type": FORM,
  ...more,
});

/** Sends bytes to the plain port and gives back what came, in Latin-1. */
async function speak(text: string): Promise<string> {
  const socket = connect(server.httpPort, "127.0.0.1");
  socket.write(text, "latin1");
  let answer = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => (answer += chunk));
  socket.on("error", () => {});
  await once(socket, "close");
  return answer;
}

const headOf = (answer: string) => answer.split("\r\n\r\n", 1)[0] ?? "";

describe("a header can't be smuggled into an answer", () => {
  const EVIL = [
    "x\r\nx-evil: 1",
    "x\nx-evil: 1",
    "x\rx-evil: 1",
    "x%0d%0ax-evil: 1",
    "x\u0085x-evil: 1",
    "x\u560d\u560ax-evil: 1",
    "x\0x-evil: 1",
  ];

  test.each([
    ["Origin", (evil: string) => `GET /v1/models HTTP/1.1\r\nhost: x\r\norigin: ${evil}`],
    ["Host, where pages lead to HTTPS", (evil: string) => `GET /keys HTTP/1.1\r\nhost: ${evil}`],
    ["path, where pages lead to HTTPS", (evil: string) => `GET /keys?${evil} HTTP/1.1\r\nhost: x`],
    ["path that is not found", (evil: string) => `GET /api/${evil} HTTP/1.1\r\nhost: x`],
    [
      "X-Request-Id",
      (evil: string) => `GET /api/states HTTP/1.1\r\nhost: x\r\nx-request-id: ${evil}`,
    ],
    [
      "If-None-Match",
      (evil: string) => `GET /api/states HTTP/1.1\r\nhost: x\r\nif-none-match: ${evil}`,
    ],
    ["export format", (evil: string) => `GET /api/export?format=${evil} HTTP/1.1\r\nhost: x`],
    [
      "preflight",
      (evil: string) =>
        `OPTIONS /v1/detect HTTP/1.1\r\nhost: x\r\naccess-control-request-method: POST\r\naccess-control-request-headers: ${evil}\r\norigin: ${evil}`,
    ],
  ])("by %s", async (_name, request) => {
    for (const evil of EVIL) {
      const answer = await speak(`${request(evil)}\r\nconnection: close\r\n\r\n`);
      expect(headOf(answer)).toMatch(/^HTTP\/1\.1 \d{3} /);
      expect(headOf(answer)).not.toMatch(/[\r\n]x-evil/i);
      expect(headOf(answer)).not.toMatch(/[^\r]\n|\r[^\n]|\0/);
    }
  });

  test("and a request's id is ours, not the caller's", async () => {
    const reply = await call(server, {
      method: "GET",
      path: "/v1/models",
      headers: { "x-request-id": "mine", "x-correlation-id": "mine" },
    });
    expect(reply.headers["x-request-id"]).not.toContain("mine");
  });
});

test("a log line can't be forged: whatever is sent, each request is one line of JSON", async () => {
  const from = server.output().length;
  const forged = '{"level":"info","msg":"forged"}';
  const requests = [
    `GET /api/${encodeURIComponent(`\n${forged}`)} HTTP/1.1\r\nhost: x`,
    `GET /api/x"},${forged.replaceAll(" ", "")} HTTP/1.1\r\nhost: x`,
    `GET /api/\u001b[31mred\u001b[0m HTTP/1.1\r\nhost: x`,
    `GET /api/states HTTP/1.1\r\nhost: x\r\nx-forwarded-for: "}\t${forged}`,
    `GET /api/states HTTP/1.1\r\nhost: x\r\nuser-agent: ${forged}`,
    `${"A".repeat(20)} /api/states HTTP/1.1\r\nhost: x`,
  ];
  for (const request of requests) await speak(`${request}\r\nconnection: close\r\n\r\n`);
  await call(server, {
    path: "/v1/detect",
    headers: keyed({ "idempotency-key": forged }),
    body: form("One two."),
  });
  // The last line is surely written once this request's is.
  await call(server, { method: "GET", path: "/api/last-of-all", isPlain: true });
  await server.said("/api/last-of-all");
  const lines = server.output().slice(from).split("\n").filter(Boolean);
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.length).toBeGreaterThan(4);
  for (const entry of entries) {
    expect(entry.msg).toBe("request");
    expect(JSON.stringify(entry)).not.toContain("\\u001b[31m\\n");
  }
  expect(lines.join("\n")).not.toMatch(/[\0-\x09\x0b-\x1f\x7f]/);
});

describe("no object gets a property that was not its own", () => {
  const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

  test("by names in JSON, forms, multipart, queries or headers", async () => {
    for (const name of NAMES) {
      const boundary = "cut";
      const part = (field: string, value: string) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
      const bodies: [type: string, body: string][] = [
        [
          "application/json",
          `{"${name}":{"content":"polluted","isAdmin":true},"content":"One two."}`,
        ],
        ["application/json", `{"${name}":"x","content":"One two."}`],
        [FORM, `${name}=polluted&${name}[content]=polluted&content=One+two.`],
        [
          `multipart/form-data; boundary=${boundary}`,
          `${part(name, "polluted")}${part("content", "One two.")}--${boundary}--\r\n`,
        ],
      ];
      for (const [type, body] of bodies) {
        const reply = await call(server, {
          path: "/v1/detect",
          headers: keyed({ "content-type": type }),
          body,
        });
        // Such a name is a field like any other that isn't known.
        expect([name, type, reply.status]).toEqual([name, type, 400]);
        expect(reply.text).toContain('"code":"unknown_field"');
        expect(reply.text).not.toContain("polluted");
      }
      // Only inherited: there is no content at all.
      const inherited = await call(server, {
        path: "/v1/detect",
        headers: keyed({ "content-type": "application/json" }),
        body: `{"${name}":{"content":"polluted"}}`,
      });
      expect(inherited.status).toBe(400);
      // As a content type, an idempotency key, a query parameter, a path and a cookie.
      const odd = [
        await call(server, {
          path: "/v1/detect",
          headers: keyed({ "content-type": name }),
          body: "x",
        }),
        await call(server, {
          path: "/v1/detect",
          headers: keyed({ "idempotency-key": name }),
          body: form("One two."),
        }),
        await call(server, {
          method: "GET",
          path: `/api/search?q=pune&${name}=1&${name}[limit]=1`,
        }),
        await call(server, { method: "GET", path: `/api/${name}` }),
        await call(server, { method: "GET", path: `/assets/${name}` }),
        await call(server, { method: "GET", path: `/api/export?format=${name}` }),
      ];
      expect(odd.map((reply) => reply.status)).toEqual([400, 200, 200, 404, 404, 400]);
    }
    // The server goes on answering as before.
    const plain = await call(server, {
      path: "/v1/detect",
      headers: keyed(),
      body: form("One two."),
    });
    expect(Object.keys(plain.body)).not.toContain("isAdmin");
    expect(plain.status).toBe(200);
  });

  test("by the dashboard's JSON", async () => {
    const headers = { "content-type": "application/json", "x-lodestone-dashboard": "1" };
    const account = { email: "own@properties.example", password: "four plain words here" };
    const { headers: set } = await call(server, {
      path: "/dashboard/api/sign-up",
      headers,
      body: JSON.stringify(account),
    });
    const cookie = set["set-cookie"]?.[0]?.split(";")[0] ?? "";
    for (const name of NAMES) {
      const reply = await call(server, {
        path: "/dashboard/api/detect",
        headers: { ...headers, cookie },
        body: `{"${name}":{"content":"polluted words"}}`,
      });
      expect([name, reply.status, reply.body.error.message]).toEqual([
        name,
        400,
        "Parameter 'content' is required",
      ]);
      const signUp = await call(server, {
        path: "/dashboard/api/sign-up",
        headers,
        body: `{"${name}":{"email":"a@b.example","password":"four plain words"}}`,
      });
      expect(signUp.status).toBe(400);
    }
  });
});

test("a multipart body that ends anywhere is refused, and the program lives", async () => {
  const boundary = "cut";
  const part = (field: string, file: string) =>
    `--${boundary}\r\ncontent-disposition: form-data${field}${file}\r\n\r\nSome words here.\r\n`;
  for (const [field, file] of [
    ['; name="content"', ""],
    ['; name="content"', '; filename="a.txt"'],
    ['; name="file"', '; filename="a.pdf"'],
    ['; name="other"', '; filename="a.txt"'],
    ["", ""],
    ["", '; filename="a.txt"'],
    ['; name=""', ""],
  ] as const) {
    const whole = `${part(field, file)}${part(field.replace(/"\w+"/, '"more"'), file)}--${boundary}--\r\n`;
    for (let end = 0; end < whole.length; end += 7) {
      const headers = keyed({ "content-type": `multipart/form-data; boundary=${boundary}` });
      const reply = await call(server, { path: "/v1/detect", headers, body: whole.slice(0, end) });
      // With all but the last hyphens there, nothing of the text is missing.
      const isWhole = field.includes("content") && file === "" && end > whole.length - 8;
      expect([end, reply.status]).toEqual([end, isWhole ? expect.any(Number) : 400]);
    }
  }
  // Parts beyond the limit are skipped by the parser, which would not listen for their errors.
  const many = part('; name="content"', "").repeat(60);
  for (const end of [many.length, many.length - 5, many.length - 60]) {
    const headers = keyed({ "content-type": `multipart/form-data; boundary=${boundary}` });
    const reply = await call(server, { path: "/v1/detect", headers, body: many.slice(0, end) });
    expect(reply.status).toBe(400);
  }
  expect((await fetch(`${server.http}/healthz`)).status).toBe(200);
});

describe("compressed bodies", () => {
  // 50 MB of one letter: 50 KB on the wire.
  const bomb = Buffer.alloc(50 * 1024 * 1024, "a");

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
    ["gzip, gzip", (body: Buffer) => gzipSync(gzipSync(body))],
  ] as const)("in %s are refused unopened, and cost no check", async (encoding, compress) => {
    const body = compress(Buffer.concat([Buffer.from("content="), bomb]));
    const before = memoryOf(server.pid);
    for (const path of ["/v1/detect", "/v1/regenerate"]) {
      const reply = await call(server, {
        path,
        headers: keyed({ "content-encoding": encoding }),
        body,
      });
      expect(reply.status).toBe(400);
      expect(reply.body.error).toBe("Content-Encoding is not supported: send the body as it is.");
    }
    expect(memoryOf(server.pid) - before).toBeLessThan(bomb.length);
  });

  test("over the dashboard's API are no JSON either", async () => {
    const reply = await call(server, {
      path: "/dashboard/api/sign-in",
      headers: {
        "content-type": "application/json",
        "content-encoding": "gzip",
        "x-lodestone-dashboard": "1",
      },
      body: gzipSync('{"email":"a@b.example","password":"four plain words"}'),
    });
    expect(reply.status).toBe(400);
  });

  test("far over the limit are cut off without being kept", async () => {
    const before = memoryOf(server.pid);
    const socket = openSocket(server);
    socket.send(postHead("/v1/detect", { ...keyed(), "content-length": 400 * 1024 * 1024 }));
    socket.send("content=");
    const piece = Buffer.alloc(1024 * 1024, "a");
    for (let sent = 0; sent < 120; sent++) socket.send(piece);
    expect(await socket.until(/too long|HTTP\/1\.1/)).toMatch(/^HTTP\/1\.1 400 /);
    socket.end();
    expect(memoryOf(server.pid) - before).toBeLessThan(100 * 1024 * 1024);
  });
});

/** Bytes of memory the process holds now. */
function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/statm`, "utf8");
  return Number(text.split(" ")[1]) * 4096;
}
