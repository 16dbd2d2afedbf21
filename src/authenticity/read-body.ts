// Reads a request's body within limits of size and time. What is too long is still taken in, and
// thrown away, so that the sender gets to read the answer instead of a broken connection.
import type { IncomingMessage } from "node:http";
import { AppError } from "../http/http.ts";

export type BodyLimits = {
  sizeMax: number;
  /** Bytes swallowed beyond `sizeMax` before the connection is cut. */
  excessMax: number;
  timeoutMs: number;
};

export async function readBody(
  request: IncomingMessage,
  { sizeMax, excessMax, timeoutMs }: BodyLimits,
  tooLong: () => AppError,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: AppError) => {
      request.pause();
      reject(error);
    };
    const timer = setTimeout(() => {
      const message = "The body did not arrive in time.";
      fail(new AppError("content_invalid", { message, headers: { connection: "close" } }));
    }, timeoutMs);
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= sizeMax) chunks.push(chunk);
      else chunks.length = 0;
      if (size > sizeMax + excessMax) fail(tooLong());
    });
    const settle = (end: () => void) => () => {
      clearTimeout(timer);
      end();
    };
    request.once("end", settle(resolve));
    const cut = () => reject(new AppError("content_invalid", { message: "The body was cut off." }));
    request.once("aborted", settle(cut));
    request.once("error", settle(cut));
  });
  if (size > sizeMax) throw tooLong();
  return Buffer.concat(chunks);
}
