// Bodies that are the same for everybody and expensive to build: built once per version of their data,
// compressed once per encoding, and sent in chunks when they are large, so that slow clients don't each hold a
// copy.
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, type Encoding, SIZE_MIN } from "./encoding.ts";

export type PreparedBody = {
  readonly bytes: Buffer;
  readonly encoded: Map<Encoding, Promise<Buffer>>;
};

const PIECE_SIZE = 65_536;

export function prepareBody(bytes: Buffer): PreparedBody {
  return { bytes, encoded: new Map() };
}

/** The result of `make` for the current version; concurrent callers share one build. */
export function onceForVersion<T>(version: () => string, make: () => Promise<T>): () => Promise<T> {
  let made: { version: string; value: Promise<T> } | null = null;
  return () => {
    const now = version();
    if (made?.version !== now) {
      const value = make();
      made = { version: now, value };
      // A failure rejects for everybody waiting, and the next caller tries again.
      value.catch(() => {
        if (made?.value === value) made = null;
      });
    }
    return made.value;
  };
}

/** Sends the body in an encoding the client accepts; the caller sets type and caching. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedBody,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  const isEncoded = encoding !== "identity" && prepared.bytes.length >= SIZE_MIN;
  const bytes = isEncoded ? await encode(prepared, encoding) : prepared.bytes;
  if (isEncoded) reply.header("content-encoding", encoding);
  reply.headers({ vary: "accept-encoding", "content-length": bytes.length });
  return reply.send(bytes.length <= PIECE_SIZE ? bytes : Readable.from(piecesOf(bytes)));
}

function encode({ bytes, encoded }: PreparedBody, encoding: "br" | "gzip"): Promise<Buffer> {
  let made = encoded.get(encoding);
  if (made === undefined) {
    made =
      encoding === "br"
        ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
        : promisify(gzip)(bytes, { level: 6 });
    encoded.set(encoding, made);
  }
  return made;
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_SIZE) yield bytes.subarray(at, at + PIECE_SIZE);
}
