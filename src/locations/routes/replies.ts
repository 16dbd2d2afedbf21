// Answers of the directory as values: a JSON body with its time stamp still open, and the tag under
// which it may be cached. Bodies are finished once per second at most; between two seconds they are
// the same text.
import type { IncomingHttpHeaders } from "node:http";
import {
  type AppError,
  chooseEncoding,
  type DirectAnswer,
  detailsOf,
  type Encoding,
  encodeBody,
  formatTimestamp,
} from "../../http/http.ts";

export type Body = {
  /** The JSON text up to the time stamp. */
  readonly head: string;
  readonly rendered: { [encoding in Encoding]?: Rendered };
};

export type Answer = {
  body: Body;
  /** One tag for the whole data set: data changes only when the set does. Null: not cacheable. */
  etag: string | null;
  /** What the answer depends on besides the URL; only the encoding, when absent. */
  vary?: string;
  /** Plain JSON, when absent. */
  contentType?: string;
  /** Further headers, names and values in turns. */
  headers?: readonly string[];
};

type Rendered = {
  second: number;
  etag: string | null;
  payload: string | Buffer;
  isAscii: boolean;
  /** All headers that belong to the body, names and values in turns: the quickest form for Node to write. The last
   * value, the request's id, is open. */
  headers: readonly string[];
};

/** Takes the JSON text of an object and opens it at the end for the time stamp. */
export function createBody(json: string): Body {
  return { head: json.slice(0, -1), rendered: {} };
}

export function createError(error: AppError, docUrl: string): Answer {
  const { publicMessage: message } = error;
  const fields = { status: "error", message, ...detailsOf(error, docUrl) };
  return {
    body: createBody(JSON.stringify(fields)),
    etag: null,
    headers: Object.entries(error.headers).flat(),
  };
}

export const CACHE_CONTROL = "public, max-age=300";

/** The response for an answer: 304 without a body when the client's copy is still current. The list of headers is
 * the caller's own. */
export function finishAnswer(
  answer: Answer,
  asked: Pick<IncomingHttpHeaders, "accept-encoding" | "if-none-match">,
  requestId: string,
): Omit<DirectAnswer, "count" | "status"> & { status: 200 | 304 } {
  const { etag, vary } = answer;
  if (etag !== null && isUnchanged(asked["if-none-match"], etag)) {
    const headers = [...cachingOf(etag, vary), ...OPEN, requestId];
    return { status: 304, headers, payload: null, isAscii: true };
  }
  const { payload, isAscii, headers } = render(answer, asked["accept-encoding"]);
  const own = headers.slice();
  own[own.length - 1] = requestId;
  return { status: 200, headers: own, payload, isAscii };
}

function cachingOf(etag: string | null, vary = "accept-encoding"): string[] {
  return etag === null
    ? ["cache-control", "no-store"]
    : ["etag", etag, "cache-control", CACHE_CONTROL, "vary", vary];
}

const JSON_TYPE = "application/json; charset=utf-8";
export const EXPOSED = "etag, x-request-id, retry-after";
/** Ends with the name of the header whose value each answer has for itself. */
const OPEN = [
  "x-content-type-options",
  "nosniff",
  "access-control-allow-origin",
  "*",
  "access-control-expose-headers",
  EXPOSED,
  "x-request-id",
];

/** `If-None-Match` compares weakly: the tags are equal when their quoted parts are. */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header.trim() === "*" || header.includes(etag.slice(2));
}

function render(
  { body, etag, vary, contentType = JSON_TYPE, headers: further = [] }: Answer,
  accept: string | string[] | undefined,
): Rendered {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1000);
  const wanted = chooseEncoding(accept);
  const kept = body.rendered[wanted];
  if (kept !== undefined && kept.second === second && kept.etag === etag) return kept;
  const text = `${body.head},"timestamp":"${formatTimestamp(nowMs)}"}`;
  const { payload, lengthBytes, encoding } = encode(text, wanted);
  const headers = ["content-type", contentType, "content-length", String(lengthBytes)];
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  headers.push(...further, ...cachingOf(etag, vary), ...OPEN, "");
  const isAscii = lengthBytes === text.length;
  const made = { second, etag, payload, isAscii, headers };
  body.rendered[wanted] = made;
  return made;
}

/** A plain body stays a string: Node then sends headers and body in one write. */
function encode(
  text: string,
  wanted: Encoding,
): { payload: string | Buffer; lengthBytes: number; encoding: Encoding } {
  if (wanted !== "identity") {
    const { body, encoding } = encodeBody(Buffer.from(text), wanted);
    if (encoding !== "identity") return { payload: body, lengthBytes: body.length, encoding };
  }
  return { payload: text, lengthBytes: Buffer.byteLength(text), encoding: "identity" };
}
