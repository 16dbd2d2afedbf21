// Refuses a read of the directory with as little work as possible: when there is more to do than can be
// done, every microsecond spent on a refusal is taken from an answer.
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "./errors.ts";
import type { Metrics } from "./metrics.ts";
import { plainErrorBody } from "./server.ts";

export function createShedder({
  prefix,
  metrics,
  nextRequestId,
}: {
  /** Only GET requests below it are refused here; what else comes has its own ways. */
  prefix: string;
  metrics: Metrics;
  nextRequestId: () => string;
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const count = metrics.counterOf("shed", "GET", 503);
  const error = new AppError("overloaded");
  let madeAtMs = 0;
  let [before, after] = ["", ""];
  return (request, response) => {
    const { method, url = "" } = request;
    if (method !== "GET" || !url.startsWith(prefix)) return false;
    const startMs = performance.now();
    // The time stamp has whole seconds: one body serves for as long.
    if (startMs - madeAtMs > 500) {
      const marked = JSON.stringify(plainErrorBody(error, "ID")).split('"ID"');
      [before = "", after = ""] = marked;
      madeAtMs = startMs;
    }
    const id = nextRequestId();
    const body = `${before}"${id}"${after}`;
    response.writeHead(503, [
      "content-type",
      "application/json; charset=utf-8",
      "content-length",
      String(body.length),
      "retry-after",
      "1",
      "access-control-allow-origin",
      "*",
      "x-request-id",
      id,
    ]);
    response.end(body);
    count(performance.now() - startMs);
    return true;
  };
}
