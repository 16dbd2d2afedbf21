// Reads that are answered before the framework: what a service hands in, and the two ways of sending it.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "./admission.ts";
import type { Refusals } from "./shed.ts";

export type DirectAnswer = {
  status: 200 | 304;
  /** Names and values in turns: the quickest form to write. */
  headers: string[];
  payload: string | Buffer | null;
  /** To be called when it is sent. */
  count(durationMs: number): void;
};

export type DirectReads = {
  /** Only GET requests below it are looked at; what else comes has its own ways. */
  prefix: string;
  /** Null for whatever is no plain success: the server words the error. */
  read(
    url: string,
    asked: Pick<IncomingHttpHeaders, "accept-encoding" | "if-none-match">,
  ): DirectAnswer | null;
  admission: Pick<Admission, "admit" | "waitedMs" | "spend">;
  refusals: Refusals;
};

/** Answers on Node's own response. True when the request was answered. */
export function answerDirectly(
  { prefix, read, admission, refusals }: DirectReads,
  connections: number,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url = "" } = request;
  if (method !== "GET" || !url.startsWith(prefix)) return false;
  const startMs = performance.now();
  if (!admission.admit(connections, startMs)) {
    refusals.send(response);
    admission.spend("refusals", 1, performance.now() - startMs);
    return true;
  }
  const answer = read(url, request.headers);
  if (answer === null) return false;
  response.writeHead(answer.status, answer.headers);
  response.end(answer.payload);
  const spentMs = performance.now() - startMs;
  answer.count(spentMs);
  admission.spend("answers", 1, spentMs);
  return true;
}

const STATUS_LINES = { 200: "HTTP/1.1 200 OK\r\n", 304: "HTTP/1.1 304 Not Modified\r\n" };

/** Status line and headers as text, open at the end for those that belong to the connection. */
export function headOf({ status, headers }: DirectAnswer): string {
  let text = STATUS_LINES[status];
  for (let at = 0; at < headers.length; at += 2) text += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return text;
}
