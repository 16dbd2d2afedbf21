// Makes requests from the services' own OpenAPI documents: every operation, with its parameters and
// bodies right, nearly right and wrong.
import type { Chance } from "./chance.ts";
import { anyEscaped, anyJson, anyText, NUMBERS } from "./values.ts";

export type Operation = {
  method: string;
  /** With placeholders, as in the document. */
  template: string;
  queries: string[];
  bodyTypes: string[];
  service: "api" | "v1" | "dashboard";
  /** Of somebody signed in. */
  cookie?: string;
};

export type Case = {
  operation: Operation | null;
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
  /** How the body is handed over: at once, in pieces, or in pieces without a length. */
  delivery: "whole" | "pieces" | "chunked";
  isPlain: boolean;
};

type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string }[];
        requestBody?: { content: Record<string, unknown> };
      }
    >
  >;
};

export function readOperations(document: Document, service: Operation["service"]): Operation[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      template,
      queries: parameters.filter((each) => each.in === "query").map(({ name }) => name),
      bodyTypes: Object.keys(requestBody?.content ?? {}),
      service,
    })),
  );
}

const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "QUERY",
];
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

export function makeCase(chance: Chance, operations: readonly Operation[], key: string): Case {
  const operation = chance.pick(operations);
  const isRight = !chance.once(4);
  let path = operation.template.replace(/\{(\w+)\}/g, () =>
    chance.once(2)
      ? String(1 + chance.below(600))
      : chance.once(2)
        ? chance.pick(NUMBERS).replace(/[^\x21-\x7e]/g, "") || "0"
        : anyEscaped(chance) || "x",
  );
  if (chance.once(30)) path += chance.pick(["/", "//", "/x", "%2f", ";a=b", "/..", "."]);
  const query = operation.queries
    .concat(chance.once(5) ? ["unknown", "__proto__"] : [])
    .filter(() => !chance.once(3))
    .flatMap((name) => {
      const one = `${name}=${chance.once(2) ? encodeURIComponent(chance.pick(NUMBERS)) : anyEscaped(chance)}`;
      return chance.once(8) ? [one, `${name}=again`] : [one];
    });
  if (query.length > 0 || chance.once(20)) path += `?${query.join(chance.once(20) ? "&&" : "&")}`;
  const method = isRight ? operation.method : chance.pick(METHODS);
  const headers = makeHeaders(chance, operation, key);
  const isBodied = operation.bodyTypes.length > 0 ? !chance.once(20) : chance.once(15);
  const { type, body } = isBodied ? makeBody(chance, operation) : { type: null, body: null };
  if (type !== null && !chance.once(30)) headers.push(["content-type", type]);
  return {
    operation,
    method,
    path,
    headers,
    body,
    delivery: chance.once(6) ? "pieces" : chance.once(6) ? "chunked" : "whole",
    isPlain: operation.service === "api" ? chance.once(2) : chance.once(40),
  };
}

function makeHeaders(chance: Chance, { service, cookie }: Operation, key: string): Case["headers"] {
  const headers: Case["headers"] = [];
  if (service === "v1" && !chance.once(10)) headers.push(["x-api-key", key]);
  if (service === "v1" && !chance.once(10)) headers.push(["origin", "https://example.com"]);
  if (service === "dashboard" && !chance.once(5)) headers.push(["x-lodestone-dashboard", "1"]);
  if (cookie !== undefined && !chance.once(6)) headers.push(["cookie", cookie]);
  const odd: Case["headers"] = [
    ["x-api-key", chance.once(2) ? key : visible(anyText(chance))],
    ["origin", visible(anyText(chance))],
    ["idempotency-key", visible(anyText(chance))],
    ["accept-encoding", chance.pick(["gzip", "br;q=0, *", "identity;q=0", ",,,", "gzip;q=9"])],
    ["if-none-match", chance.pick(["*", 'W/"x"', "x", '"', 'W/"x", W/"y"'])],
    ["content-encoding", chance.pick(["gzip", "br", "identity", "x"])],
    ["expect", chance.pick(["100-continue", "x"])],
    ["range", "bytes=0-1"],
    ["x-forwarded-proto", chance.pick(["http", "https", "https,http"])],
    ["x-forwarded-for", visible(anyText(chance))],
    ["host", chance.pick(["localhost", "evil.example", "[::1]", "a:99999"])],
    ["cookie", `__Host-lodestone=${chance.pick(["x", "a".repeat(43), ";;", "="])}`],
    ["access-control-request-method", "POST"],
    ["x-http-method-override", "DELETE"],
    ["transfer-encoding", "identity"],
  ];
  for (const header of odd) if (chance.once(25)) headers.push(header);
  return headers.filter(([name]) => name !== "transfer-encoding");
}

function makeBody(chance: Chance, { bodyTypes }: Operation): { type: string; body: Buffer } {
  const types = bodyTypes.length > 0 ? bodyTypes : [JSON_TYPE];
  const type = chance.once(12)
    ? chance.pick(["text/plain", "application/xml", "x", "constructor", ""])
    : chance.pick(types);
  const spoilt = (text: string | Buffer) => spoil(chance, Buffer.from(text));
  const content = chance.once(2)
    ? "The boats came in at noon, and nobody was there to meet them."
    : anyText(chance);
  if (type === FORM) {
    const pairs = [`content=${encodeURIComponent(content.toWellFormed())}`];
    if (chance.once(4))
      pairs.push(
        `${chance.pick(["content", "strength", "keep", "__proto__"])}=${anyEscaped(chance)}`,
      );
    return {
      type: chance.once(10) ? `${type}; charset=utf-16` : type,
      body: spoilt(pairs.join("&")),
    };
  }
  if (type === "multipart/form-data") {
    const boundary = chance.pick(["cut", "-", "a b", '"', "x".repeat(71)]);
    const name = chance.pick(["content", "file", "strength", "__proto__", ""]);
    const file = chance.once(3)
      ? `; filename="${chance.pick(["a.txt", "a.pdf", "a.docx", "../a", "\\r\\n", ""])}"`
      : "";
    const charset = chance.once(5) ? "\r\ncontent-type: text/plain; charset=utf-16" : "";
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}${charset}\r\n\r\n${content}\r\n`;
    const body =
      part.repeat(chance.once(10) ? chance.below(60) : 1) +
      (chance.once(8) ? "" : `--${boundary}--\r\n`);
    return { type: chance.once(10) ? type : `${type}; boundary=${boundary}`, body: spoilt(body) };
  }
  const value = chance.once(3)
    ? anyJson(chance)
    : chance.once(3)
      ? {
          items: Array.from({ length: chance.below(5) }, () => ({
            id: anyJson(chance, 3),
            content: anyText(chance),
          })),
        }
      : {
          content,
          ...(chance.once(3) ? { strength: anyText(chance), keep: anyJson(chance, 2) } : {}),
        };
  return { type, body: spoilt(JSON.stringify(value) ?? "") };
}

/** Now and then a body is cut, doubled, in another encoding, or not text at all. */
function spoil(chance: Chance, body: Buffer): Buffer {
  if (!chance.once(6)) return body;
  switch (chance.below(6)) {
    case 0:
      return body.subarray(0, chance.below(body.length + 1));
    case 1:
      return Buffer.concat([body, body]);
    case 2:
      return Buffer.from(body.toString("utf8"), "utf16le");
    case 3:
      return Buffer.from(body.toString("utf8"), "latin1");
    case 4:
      return Buffer.concat([Buffer.from([0xff, 0xfe, 0]), body]);
    default:
      return chance.once(40)
        ? Buffer.alloc(chance.below(2_000_000), "a")
        : Buffer.alloc(chance.below(5000), 0x80);
  }
}

/** Header values Node's own client agrees to send. */
function visible(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, "")
    .trim()
    .slice(0, 300);
}
