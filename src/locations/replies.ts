// How the directory answers: the envelope with its time stamp, caching, compression, and the error
// shape. Bodies are made once per second at most; between two seconds they are the same bytes.
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type AppError,
  chooseEncoding,
  type Encoding,
  encodeBody,
  formatTimestamp,
} from "../http/http.ts";

/** A body whose time stamp is still open; `make` is called once, when it is first asked for. */
export type Body = {
  /** The bytes up to the time stamp. */
  readonly head: Buffer;
  rendered: { [encoding in Encoding]?: { second: number; body: Buffer; encoding: Encoding } };
};

/** Takes the JSON text of an object and opens it at the end for the time stamp. */
export function createBody(json: string): Body {
  return { head: Buffer.from(`${json.slice(0, -1)},"timestamp":"`), rendered: {} };
}

export type Caching = {
  /** One tag stands for the whole data set: an answer changes only when the set does. */
  etag: string;
};

const JSON_TYPE = "application/json; charset=utf-8";
export const CACHE_CONTROL = "public, max-age=300";
export const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag, x-request-id, retry-after",
};

/** Sends data that may be cached, or 304 when the client has it already. */
export function sendData(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  { etag }: Caching,
): FastifyReply {
  reply.header("etag", etag);
  reply.header("cache-control", CACHE_CONTROL);
  reply.header("vary", "accept-encoding");
  reply.header("access-control-allow-origin", "*");
  if (isUnchanged(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const { encoding, body: bytes } = render(body, request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  reply.header("content-type", JSON_TYPE);
  return reply.send(bytes);
}

/** Sends an answer about the service itself, which nobody should keep. */
export function sendFresh(reply: FastifyReply, answer: object): FastifyReply {
  return reply
    .headers({ ...CORS, "cache-control": "no-store", "content-type": JSON_TYPE })
    .send(JSON.stringify({ ...answer, timestamp: formatTimestamp(Date.now()) }));
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  return sendFresh(reply.code(error.status).headers(error.headers), {
    status: "error",
    message: error.publicMessage,
  });
}

/** `If-None-Match` compares weakly: the tags are equal when their quoted parts are. */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header.trim() === "*" || header.includes(etag.slice(2));
}

function render(body: Body, accept: string | string[] | undefined) {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1000);
  const wanted = chooseEncoding(accept);
  const kept = body.rendered[wanted];
  if (kept !== undefined && kept.second === second) return kept;
  const plain = Buffer.concat([body.head, Buffer.from(`${formatTimestamp(nowMs)}"}`)]);
  const made = { second, ...encodeBody(plain, wanted) };
  body.rendered[wanted] = made;
  return made;
}
