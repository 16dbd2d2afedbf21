import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPlainReader } from "./plain-request.ts";

const read = (text: string) => createPlainReader("/api/")(text, 0);
const head = (lines: string[], start = "GET /api/states HTTP/1.1") =>
  `${[start, ...lines].join("\r\n")}\r\n\r\n`;

test("a plain read is understood, with what its answer depends on", () => {
  const text = head([
    "Host: example.org",
    "Connection: Keep-Alive",
    "Accept-Encoding: gzip, br",
    'If-None-Match: W/"x"',
    "User-Agent: a (b; c)",
  ]);
  expect(read(text)).toEqual({
    url: "/api/states",
    asked: { host: "example.org", "accept-encoding": "gzip, br", "if-none-match": 'W/"x"' },
    end: text.length,
  });
});

test("requests in one chunk are read one after the other, also with other headers in between", () => {
  const reader = createPlainReader("/api/");
  const heads = [
    head(["host: a"]),
    head(["host: a"], "GET /api/stats?x=1 HTTP/1.1"),
    head(["host: b", "accept-encoding: br"]),
    head(["host: a"]),
  ];
  const text = heads.join("");
  const found: unknown[] = [];
  for (let at = 0; at < text.length; ) {
    const one = reader(text, at);
    if (one === null) throw new Error("not understood");
    found.push([one.url, one.asked]);
    at = one.end;
  }
  expect(found).toEqual([
    ["/api/states", { host: "a" }],
    ["/api/stats?x=1", { host: "a" }],
    ["/api/states", { host: "b", "accept-encoding": "br" }],
    ["/api/states", { host: "a" }],
  ]);
});

const ODD: Array<[why: string, text: string]> = [
  ["another method", head(["host: a"], "POST /api/states HTTP/1.1")],
  ["another path", head(["host: a"], "GET /v1/usage HTTP/1.1")],
  ["an absolute target", head(["host: a"], "GET http://b/api/states HTTP/1.1")],
  ["HTTP/1.0", head(["host: a"], "GET /api/states HTTP/1.0")],
  ["two blanks before the version", head(["host: a"], "GET /api/states  HTTP/1.1")],
  ["a tab in the target", head(["host: a"], "GET /api/sta\ttes HTTP/1.1")],
  ["a letter beyond ASCII in the target", head(["host: a"], "GET /api/\u00e9 HTTP/1.1")],
  ["no host", head(["accept: */*"])],
  ["no headers at all", "GET /api/states HTTP/1.1\r\n\r\n"],
  ["two hosts", head(["host: a", "host: b"])],
  ["two tags", head(["host: a", "if-none-match: x", "if-none-match: y"])],
  ["a length", head(["host: a", "content-length: 0"])],
  ["a length in capitals", head(["host: a", "CONTENT-LENGTH: 5"])],
  ["a coding", head(["host: a", "transfer-encoding: chunked"])],
  ["a blank before the colon", head(["host: a", "content-length : 5"])],
  ["a blank at the start of a line", head(["host: a", " content-length: 5"])],
  ["a folded line", head(["host: a", "x: 1\r\n 2"])],
  ["a lone line feed", head(["host: a\ncontent-length: 5"])],
  ["a lone carriage return", head(["host: a", "x: 1\rcontent-length: 5"])],
  ["NUL in a value", head(["host: a", "x: \u0000"])],
  ["a line without a colon", head(["host: a", "x"])],
  ["a nameless header", head(["host: a", ": 1"])],
  ["a connection that shall be closed", head(["host: a", "connection: close"])],
  ["an upgrade", head(["host: a", "connection: upgrade", "upgrade: h2c"])],
  ["an expectation", head(["host: a", "expect: 100-continue"])],
  ["headers of more than 16 KB", head(["host: a", `x: ${"a".repeat(16_384)}`])],
  ["too many headers", head(["host: a", ...Array.from({ length: 64 }, (_, n) => `x${n}: 1`)])],
  ["half a head", head(["host: a"]).slice(0, -1)],
  ["half a request line", "GET /api/sta"],
  ["line feeds alone", "GET /api/states HTTP/1.1\nhost: a\n\n"],
];

test.each(ODD)("left to Node's parser: %s", (_why, text) => {
  expect(read(text)).toBeNull();
  // Neither do headers that were fine a moment ago make it pass.
  const reader = createPlainReader("/api/");
  const before = head(["host: a"]);
  expect(reader(before + text, 0)?.end).toBe(before.length);
  expect(reader(before + text, before.length)).toBeNull();
});

test("whatever is understood here, Node's parser understands alike: same target, headers and end", async () => {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    response.end();
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sign = fc.constantFrom(..." \t:;,=-_a1Z\u0000\u0080\r\n\"'%#?/{}".split(""));
  const word = fc.string({ unit: sign, maxLength: 6 });
  const name = fc.oneof(
    fc.constantFrom("host", "Accept-Encoding", "if-none-match", "connection", "x", "cookie"),
    word,
  );
  const line = fc.tuple(name, fc.constantFrom(":", ": ", ":\t", " :"), word);
  const request = fc
    .tuple(word, fc.array(line, { maxLength: 4 }))
    .map(([path, lines]) =>
      head(["host: h", ...lines.map((parts) => parts.join(""))], `GET /api/${path} HTTP/1.1`),
    );
  let understood = 0;
  await fc.assert(
    fc.asyncProperty(request, async (text) => {
      const ours = read(text);
      if (ours === null) return;
      understood++;
      seen.length = 0;
      const socket = connect(port, "127.0.0.1");
      // What follows must be taken for a request of its own, neither more nor less.
      socket.end(`${text.slice(0, ours.end)}GET /next HTTP/1.1\r\nhost: n\r\n\r\n`);
      socket.resume();
      await once(socket, "close");
      expect(seen.map(({ url }) => url)).toEqual([ours.url, "/next"]);
      const theirs = seen[0]?.headers ?? {};
      expect(theirs.host).toBe(ours.asked.host);
      expect(theirs["accept-encoding"]).toBe(ours.asked["accept-encoding"]);
      expect(theirs["if-none-match"]).toBe(ours.asked["if-none-match"]);
    }),
    { numRuns: 2000 },
  );
  server.close();
  // The comparison is worth something only if much of what is made up was understood.
  expect(understood).toBeGreaterThan(100);
});
