// What `npm run bench:stall` sends: requests that are made to keep the main thread busy, all within the limits a
// stranger or the holder of one key has.
export type Sent = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  type?: string;
  headers?: Record<string, string>;
  body?: Buffer;
};

export type Case = {
  name: string;
  /** Whether a key matters: those without are sent once. */
  isKeyed: boolean;
  /** How many at once, each on a connection of its own. */
  copies?: number;
  send(): Sent;
};

const MIB = 1024 * 1024;
/** As the dashboard's own page sends it. */
const OWN = { "x-lodestone-dashboard": "1" };
const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

const PROSE =
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt had packed boiled eggs, which rolled around in the bag and cracked one by one. ";

const multipart = (path: string, body: Buffer): Sent => ({
  method: "POST",
  path,
  type: "multipart/form-data; boundary=x",
  body: Buffer.concat([body, Buffer.from("\r\n--x--\r\n")]),
});
const json = (path: string, value: unknown, headers?: Record<string, string>): Sent => ({
  method: "POST",
  path,
  type: JSON_TYPE,
  body: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
  ...(headers === undefined ? {} : { headers }),
});
const form = (path: string, body: string): Sent => ({
  method: "POST",
  path,
  type: FORM_TYPE,
  body: Buffer.from(body),
});
const file = (bytes: Buffer, name: string, path = "/v1/detect"): Sent =>
  multipart(
    path,
    Buffer.concat([
      Buffer.from(`--x\r\ncontent-disposition: form-data; name=file; filename="${name}"\r\n\r\n`),
      bytes,
    ]),
  );
const mcp = (message: object): Sent => ({
  ...json("/v1/mcp", { jsonrpc: "2.0", id: 1, ...message }),
  headers: {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
  },
});
const useTool = (name: string, input: object) =>
  mcp({ method: "tools/call", params: { name, arguments: input } });

/** Repeated until it has so many bytes. */
function filled(piece: string, size: number): Buffer {
  return Buffer.alloc(size, piece);
}

const emptyParts = (size: number) => filled("--x\r\n\r\n\r\n", size);
const namedParts = (size: number) =>
  filled('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n', size);
const marks = (length: number) => `a${"\u0301".repeat(length - 1)}`;
const escapes = (length: number) => "\\u0061".repeat(length);
const texts = (count: number, content: string) => ({
  items: Array.from({ length: count }, () => ({ content })),
});
const textsAsEscapes = (count: number, length: number) =>
  `{"items":[${Array.from({ length: count }, () => `{"content":"${escapes(length)}"}`).join(",")}]}`;

function keyed(name: string, send: () => Sent, copies = 1): Case {
  return { name, isKeyed: true, send, copies };
}

export const CASES: readonly Case[] = [
  keyed("multipart, 2 MB of empty parts", () => multipart("/v1/detect", emptyParts(2 * MIB))),
  keyed("multipart, 9 MB of empty parts", () => multipart("/v1/detect", emptyParts(9 * MIB))),
  keyed("the same four times at once", () => multipart("/v1/detect", emptyParts(9 * MIB)), 4),
  keyed("multipart, 9 MB of named parts, job", () => multipart("/v1/jobs", namedParts(9 * MIB))),
  {
    name: "multipart, 9 MB of empty parts, dashboard",
    isKeyed: false,
    send: () => ({
      ...multipart("/dashboard/api/detect", emptyParts(9 * MIB)),
      headers: OWN,
    }),
  },
  keyed("multipart, one part with 9 MB of header lines", () =>
    multipart(
      "/v1/detect",
      Buffer.concat([Buffer.from("--x\r\n"), filled("a:b\r\n", 9 * MIB), Buffer.from("\r\n")]),
    ),
  ),
  keyed("multipart, 9 MB of almost-delimiters in a file", () =>
    file(filled("\r\n--y", 9 * MIB), "a.txt"),
  ),
  keyed("MCP `find_places`, query of 4 MB", () =>
    useTool("find_places", { query: "a ".repeat(2 * MIB) }),
  ),
  keyed("MCP `find_places`, query of 13 MB", () =>
    useTool("find_places", { query: "a ".repeat(6.5 * MIB) }),
  ),
  keyed("MCP, `id` of 13 MB", () => mcp({ id: "a".repeat(13 * MIB), method: "tools/list" })),
  keyed("MCP, method of 13 MB", () => mcp({ method: "a".repeat(13 * MIB) })),
  keyed("MCP `check_file`, 10 MB in base64", () =>
    useTool("check_file", {
      name: "a.txt",
      data: filled("é ", 10 * MIB - 1024).toString("base64"),
    }),
  ),
  keyed("MCP `check_text`, 2 MB of escapes in an unknown field", () =>
    json(
      "/v1/mcp",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_text","arguments":{"text":"a","x":"${escapes(2 * MIB)}"}}}`,
      { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
    ),
  ),
  keyed("job, 100 texts of 100,000 combining marks", () =>
    json("/v1/jobs", texts(100, marks(100_000))),
  ),
  keyed("the same with an Idempotency-Key", () =>
    json("/v1/jobs", texts(100, marks(100_000)), { "idempotency-key": "k" }),
  ),
  keyed("job, 100 texts of 100,000 punctuation marks", () =>
    json("/v1/jobs", texts(100, "-".repeat(100_000))),
  ),
  keyed("job, 5,000 short texts", () => json("/v1/jobs", texts(5000, PROSE))),
  keyed("job, 32 MB of escapes", () => json("/v1/jobs", textsAsEscapes(100, 52_000))),
  keyed("job, 32 MB of spaces", () => json("/v1/jobs", `{"items":[]${" ".repeat(31 * MIB)}}`)),
  keyed("batch, 6 MB of escapes", () => json("/v1/detect/batch", textsAsEscapes(10, 100_000))),
  keyed("batch, ten texts of 100,000 combining marks", () =>
    json("/v1/detect/batch", texts(10, marks(100_000))),
  ),
  keyed("batch, three texts of 25,000 sentences", () =>
    json("/v1/detect/batch", texts(3, "No. ".repeat(25_000))),
  ),
  keyed("MCP `check_text`, 25,000 sentences", () =>
    useTool("check_text", { text: "No. ".repeat(25_000) }),
  ),
  keyed("a text of 25,000 sentences", () => json("/v1/detect", { content: "No. ".repeat(25_000) })),
  keyed("the same, explained", () =>
    json("/v1/detect", { content: "No. ".repeat(25_000), explain: true }),
  ),
  keyed("the same, as a report", () => json("/v1/report", { content: "No. ".repeat(25_000) })),
  keyed("the same, rewritten", () => json("/v1/regenerate", { content: "No. ".repeat(25_000) })),
  keyed("a text of 100,000 combining marks", () =>
    json("/v1/detect", { content: `${marks(99_990)} word` }),
  ),
  keyed("form, 900 kB of escapes", () =>
    form("/v1/detect", `content=${"%E2%82%AC".repeat(99_999)}`),
  ),
  keyed("form, 1,000 fields", () =>
    form("/v1/detect", Array.from({ length: 1000 }, (_, n) => `${n}=${"a".repeat(900)}`).join("&")),
  ),
  keyed("form, 900 kB of ampersands", () => form("/v1/detect", "&".repeat(900_000))),
  keyed("JSON, 10,000 keys", () =>
    json("/v1/detect", `{${Array.from({ length: 9990 }, (_, n) => `"${n}":1`).join(",")}}`),
  ),
  keyed("JSON, keys of 60 kB that differ at the end", () =>
    json(
      "/v1/detect",
      `{${Array.from({ length: 15 }, (_, n) => `"${"\\u0061".repeat(10_000)}${n}":1`).join(",")}}`,
    ),
  ),
  keyed("text file, 10 MB, ASCII", () => file(filled(PROSE, 10 * MIB), "a.txt")),
  keyed("text file, 10 MB, other scripts", () => file(filled("नमस्ते ", 10 * MIB - 9), "a.txt")),
  keyed("text file, 10 MB, UTF-16", () =>
    file(Buffer.concat([Buffer.from([0xff, 0xfe]), filled("a\0 \0", 10 * MIB - 16)]), "a.txt"),
  ),
  keyed("text file, 10 MB, broken at its end", () =>
    file(Buffer.concat([filled("é ", 10 * MIB - 16), Buffer.from([0xff])]), "a.txt"),
  ),
  keyed("ten of them at once", () => file(filled("é ", 10 * MIB - 16), "a.txt"), 10),
  keyed("old Office file, 10 MB", () =>
    file(
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), filled("E\0n\0c\0r\0", 10 * MIB - 64)]),
      "a.doc",
    ),
  ),
  keyed("HTML file, 10 MB", () => file(filled("<p>a", 10 * MIB - 64), "a.html")),
  ...(["json", "csv", "ndjson", "geojson"] as const).map(
    (format): Case => ({
      name: `first export, ${format}`,
      isKeyed: false,
      send: () => ({
        method: "GET",
        path: `/api/export?format=${format}`,
        headers: { "accept-encoding": "br" },
      }),
    }),
  ),
  {
    name: "60 exports at once, as they are",
    isKeyed: false,
    copies: 60,
    send: () => ({ method: "GET", path: "/api/export" }),
  },
  {
    name: "60 exports at once, gzip",
    isKeyed: false,
    copies: 60,
    send: () => ({ method: "GET", path: "/api/export", headers: { "accept-encoding": "gzip" } }),
  },
  {
    name: "search, query of 15 kB",
    isKeyed: false,
    copies: 20,
    send: () => ({ method: "GET", path: `/api/search?q=${"a+".repeat(7500)}` }),
  },
  {
    name: "query of 5,000 parameters",
    isKeyed: false,
    copies: 20,
    send: () => ({ method: "GET", path: `/api/search?q=a&${"a&".repeat(7500)}` }),
  },
  {
    name: "headers of 15 kB: encodings, tags",
    isKeyed: false,
    copies: 20,
    send: () => ({
      method: "GET",
      path: "/api/states",
      headers: { "accept-encoding": "a,".repeat(3500), "if-none-match": '"a",'.repeat(1700) },
    }),
  },
  {
    name: "sign-in, JSON of 16 kB",
    isKeyed: false,
    copies: 20,
    send: () =>
      json("/dashboard/api/sign-in", { email: "a".repeat(8000), password: "b".repeat(8000) }, OWN),
  },
];
