// Answers of the directory as values: a JSON body with its time stamp still open, and the tag under
// which it may be cached. Bodies are finished once per second at most; between two seconds they are
// the same text.
import type { IncomingHttpHeaders } from "node:http";
import {
  type AppError,
  chooseEncoding,
  type Encoding,
  encodeBody,
  formatTimestamp,
} from "../http/http.ts";

export type Body = {
  /** The JSON text up to the time stamp. */
  readonly head: string;
  readonly rendered: { [encoding in Encoding]?: Rendered };
};

export type Answer = {
  body: Body;
  /** One tag stands for the whole data set: data changes only when the set does. Null: not to be kept. */
  etag: string | null;
  /** What the answer depends on besides the URL; only the encoding, when absent. */
  vary?: string;
};

type Rendered = {
  second: number;
  payload: string | Buffer;
  lengthBytes: string;
  encoding: Encoding;
};

/** Takes the JSON text of an object and opens it at the end for the time stamp. */
export function createBody(json: string): Body {
  return { head: json.slice(0, -1), rendered: {} };
}

export function createError(error: AppError): Answer {
  return {
    body: createBody(JSON.stringify({ status: "error", message: error.publicMessage })),
    etag: null,
  };
}

export const CACHE_CONTROL = "public, max-age=300";

/** What goes out for an answer: 304 without a body when the client's copy still stands. */
export function finishAnswer(
  { body, etag, vary = "accept-encoding" }: Answer,
  asked: Pick<IncomingHttpHeaders, "accept-encoding" | "if-none-match">,
): { status: 200 | 304; headers: string[]; payload: string | Buffer | null } {
  // Pairs in a flat list: the quickest form for Node to write.
  const open = ["access-control-allow-origin", "*", "access-control-expose-headers", EXPOSED];
  const caching =
    etag === null
      ? ["cache-control", "no-store"]
      : ["etag", etag, "cache-control", CACHE_CONTROL, "vary", vary];
  if (etag !== null && isUnchanged(asked["if-none-match"], etag)) {
    return { status: 304, headers: [...caching, ...open], payload: null };
  }
  const { payload, lengthBytes, encoding } = render(body, asked["accept-encoding"]);
  const content = ["content-type", JSON_TYPE, "content-length", lengthBytes];
  const headers = [...caching, ...open, ...content];
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  return { status: 200, headers, payload };
}

const JSON_TYPE = "application/json; charset=utf-8";
export const EXPOSED = "etag, x-request-id, retry-after";

/** `If-None-Match` compares weakly: the tags are equal when their quoted parts are. */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header.trim() === "*" || header.includes(etag.slice(2));
}

function render(body: Body, accept: string | string[] | undefined): Rendered {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1000);
  const wanted = chooseEncoding(accept);
  const kept = body.rendered[wanted];
  if (kept !== undefined && kept.second === second) return kept;
  const text = `${body.head},"timestamp":"${formatTimestamp(nowMs)}"}`;
  const made = { second, ...encode(text, wanted) };
  body.rendered[wanted] = made;
  return made;
}

/** A plain body stays a string: Node then sends headers and body in one write. */
function encode(text: string, wanted: Encoding): Omit<Rendered, "second"> {
  if (wanted !== "identity") {
    const { body, encoding } = encodeBody(Buffer.from(text), wanted);
    if (encoding !== "identity") {
      return { payload: body, lengthBytes: String(body.length), encoding };
    }
  }
  return { payload: text, lengthBytes: String(Buffer.byteLength(text)), encoding: "identity" };
}
