// The thread that parses large bodies: megabytes of JSON escapes take the parser a good part of a second, in which the
// main thread would answer nobody.
import { parentPort } from "node:worker_threads";
import { AppError } from "./app-error.ts";
import type { ErrorCode } from "./errors.ts";
import { type BodyToParse, parseBody } from "./parse-body.ts";

export type ParsedBody =
  | { value: unknown }
  /** What is wrong with the body. */
  | { refused: { code: ErrorCode; message: string; param?: string } }
  /** The parser's own failure. */
  | { failed: string };

function parseOrRefuse(body: BodyToParse): ParsedBody {
  try {
    return { value: parseBody(body) };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, publicMessage: message, param } = error;
      return { refused: { code, message, ...(param === undefined ? {} : { param }) } };
    }
    return { failed: String(error) };
  }
}

parentPort?.on("message", (body: BodyToParse) => parentPort?.postMessage(parseOrRefuse(body)));
