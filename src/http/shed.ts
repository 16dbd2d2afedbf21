// Refuses a read of the directory with as little work as possible: when there is more to do than can be
// done, every microsecond spent on a refusal is taken from an answer.
import type { ServerResponse } from "node:http";
import { AppError } from "./errors.ts";
import type { Metrics } from "./metrics.ts";
import { plainErrorBody } from "./server.ts";

export type Refusals = {
  /** Status line, headers and body, without the headers that belong to the connection, of a refusal that
   * is sent after so much time. */
  next(heldMs: number): { head: string; body: string };
  send(response: ServerResponse): void;
};

export function createRefusals({
  metrics,
  nextRequestId,
}: {
  metrics: Metrics;
  nextRequestId: () => string;
}): Refusals {
  const count = metrics.counterOf("shed", "GET", 503);
  const error = new AppError("overloaded");
  let madeAtMs = Number.NEGATIVE_INFINITY;
  let [before, after] = ["", ""];
  const bodyFor = (id: string): string => {
    const nowMs = performance.now();
    // The time stamp has whole seconds: one body serves for as long.
    if (nowMs - madeAtMs > 500) {
      const marked = JSON.stringify(plainErrorBody(error, "ID")).split('"ID"');
      [before = "", after = ""] = marked;
      madeAtMs = nowMs;
    }
    return `${before}"${id}"${after}`;
  };
  return {
    next(heldMs) {
      const id = nextRequestId();
      const body = bodyFor(id);
      count(heldMs);
      return { head: `${HEAD}${body.length}\r\nx-request-id: ${id}\r\n`, body };
    },
    send(response) {
      const startMs = performance.now();
      const id = nextRequestId();
      const body = bodyFor(id);
      response.writeHead(503, [...HEADERS, String(body.length), "x-request-id", id]);
      response.end(body);
      count(performance.now() - startMs);
    },
  };
}

const HEADERS = [
  "content-type",
  "application/json; charset=utf-8",
  "retry-after",
  "1",
  "access-control-allow-origin",
  "*",
  "content-length",
];
const HEAD = `HTTP/1.1 503 Service Unavailable\r\n${HEADERS.map((word, at) => word + (at % 2 === 0 ? ": " : "\r\n")).join("")}`;
