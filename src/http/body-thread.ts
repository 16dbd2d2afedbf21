// The thread that parses large bodies: megabytes of JSON escapes take the parser a good part of a second, in which the
// main thread would answer nobody.
import { parentPort } from "node:worker_threads";
import { AppError, type ErrorCode } from "./errors.ts";
import { type BodyToParse, parseBody } from "./parse-body.ts";

export type ParsedBody =
  | { value: unknown }
  /** What is wrong with the body. */
  | { refused: { code: ErrorCode; message: string } }
  /** The parser's own failure. */
  | { failed: string };

function parseOrRefuse(body: BodyToParse): ParsedBody {
  try {
    return { value: parseBody(body) };
  } catch (error) {
    if (error instanceof AppError) {
      return { refused: { code: error.code, message: error.publicMessage } };
    }
    return { failed: String(error) };
  }
}

parentPort?.on("message", (body: BodyToParse) => parentPort?.postMessage(parseOrRefuse(body)));
