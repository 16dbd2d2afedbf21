// Reads that are answered before the framework, on Node's own response: what a service provides, and
// sending it.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

export type DirectAnswer = {
  status: 200 | 304 | 503;
  /** Alternating names and values: the fastest form for Node to write. */
  headers: string[];
  payload: string | Buffer | null;
  /** Whether a payload that is a text has as many bytes as characters. */
  isAscii: boolean;
  /** To be called when it is sent. */
  count(durationMs: number): void;
};

export type DirectReads = {
  /** Only GET requests below it are considered; everything else goes to the server. */
  prefix: string;
  /** Null for anything but a plain success: the server then creates the error response. */
  read(
    url: string,
    asked: Pick<IncomingHttpHeaders, "accept-encoding" | "if-none-match">,
  ): DirectAnswer | null;
  /** The response to a read when load is shed. */
  refuse(request: IncomingMessage): DirectAnswer;
};

/** True when the request was answered. */
export function answerDirectly(
  { prefix, read, refuse }: DirectReads,
  isShed: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url = "" } = request;
  if (method !== "GET" || !url.startsWith(prefix)) return false;
  const startMs = performance.now();
  const answer = isShed ? refuse(request) : read(url, request.headers);
  if (answer === null) return false;
  response.writeHead(answer.status, answer.headers);
  const { payload } = answer;
  // Node converts a text to UTF-8 together with the headers, which is measurable; ASCII needs no conversion.
  if (typeof payload === "string" && answer.isAscii) response.end(payload, "latin1");
  else response.end(payload);
  answer.count(performance.now() - startMs);
  return true;
}
