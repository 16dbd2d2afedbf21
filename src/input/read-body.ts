// Reads a request's body within limits of size and time. A body that is too long is still
// received and discarded, so that the sender gets the response instead of a connection reset.
import type { IncomingMessage } from "node:http";
import { AppError } from "../http/http.ts";

export type BodyLimits = {
  sizeMax: number;
  /** Bytes discarded beyond `sizeMax` before the connection is closed. */
  excessMax: number;
  timeoutMs: number;
};

const HEAD_LENGTH = 65_536;
const CLOSE = { connection: "close" };

/** Gets the beginning of the body: a file that is too large has another message than a text that is too long. */
type TooLong = (headers: Record<string, string>, head: Buffer) => AppError;

export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  tooLong: TooLong,
): Promise<Buffer> {
  const { body, head } = await receive(request, limits, tooLong);
  if (body === undefined) throw tooLong({}, head);
  return body;
}

/** All of the body, or only its beginning when it is longer than it may be but not longer than is read. */
async function receive(
  request: IncomingMessage,
  { sizeMax, excessMax, timeoutMs }: BodyLimits,
  tooLong: TooLong,
): Promise<{ body: Buffer | undefined; head: Buffer }> {
  const chunks: Buffer[] = [];
  let head = Buffer.alloc(0);
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const settle = (end: () => void) => () => {
      clearTimeout(timer);
      end();
    };
    // The rest of the body is not read, so the connection can't be reused.
    const giveUp = (error: AppError) =>
      settle(() => {
        request.pause();
        reject(error);
      })();
    const timer = setTimeout(
      () => giveUp(new AppError("body_timeout", { headers: CLOSE })),
      timeoutMs,
    );
    request.on("data", (chunk: Buffer) => {
      const isFirstOver = size <= sizeMax && size + chunk.length > sizeMax;
      size += chunk.length;
      if (size <= sizeMax) chunks.push(chunk);
      else if (isFirstOver) {
        head = Buffer.concat([...chunks, chunk.subarray(0, HEAD_LENGTH)]).subarray(0, HEAD_LENGTH);
        chunks.length = 0;
      }
      if (size > sizeMax + excessMax) giveUp(tooLong(CLOSE, head));
    });
    request.once("end", settle(resolve));
    const cut = settle(() => reject(new AppError("body_incomplete")));
    request.once("aborted", cut);
    request.once("error", cut);
    // There is no body, or the client disconnected before the listeners were attached.
    if (request.readableEnded) settle(resolve)();
    else if (request.destroyed) cut();
  });
  return { body: size > sizeMax ? undefined : Buffer.concat(chunks), head };
}
