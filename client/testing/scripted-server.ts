// A real HTTP server that misbehaves on demand: each request gets the next step of its script, and
// everything that arrived can be inspected.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Step =
  | {
      status?: number;
      headers?: Record<string, string>;
      /** Objects are sent as JSON. */
      body?: unknown;
      /** Sends this much of the body, then breaks the connection. */
      cutAfter?: number;
      /** Sends this much of the body, then nothing more. */
      stallAfter?: number;
    }
  /** Takes the request and never answers. */
  | "hang"
  /** Takes the request and breaks the connection. */
  | "break";

export type Seen = {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  rawHeaders: string[];
  body: Buffer;
};

export type ScriptedServer = {
  url: string;
  seen: Seen[];
  /** Resolves when that many requests have arrived in full. */
  arrived(count: number): Promise<void>;
  /** Resolves when the client has closed the connection of a request. */
  left: Promise<void>;
  stop(): Promise<void>;
};

export async function startScriptedServer(
  script: Step[] | ((seen: Seen, count: number) => Step),
): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const waiting: Array<{ count: number; resolve: () => void }> = [];
  let noteLeft = () => {};
  const left = new Promise<void>((resolve) => {
    noteLeft = resolve;
  });

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    response.on("close", () => {
      if (!response.writableFinished) noteLeft();
    });
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { method = "", url = "", headers, rawHeaders } = request;
      const now = { method, url, headers, rawHeaders, body: Buffer.concat(pieces) };
      seen.push(now);
      for (const { count, resolve } of waiting) if (seen.length >= count) resolve();
      const overdue: Step = { status: 500, body: { error: "The script is over." } };
      const step =
        typeof script === "function" ? script(now, seen.length) : script[seen.length - 1];
      play(step ?? overdue, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    arrived: (count) =>
      new Promise((resolve) => {
        if (seen.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    left,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function play(step: Step, response: ServerResponse): void {
  if (step === "hang") return;
  if (step === "break") {
    response.destroy();
    return;
  }
  const { status = 200, headers = {}, body = "", cutAfter, stallAfter } = step;
  const isText = typeof body === "string";
  const bytes = Buffer.from(isText ? body : JSON.stringify(body));
  response.writeHead(status, {
    "content-type": isText ? "text/plain" : "application/json",
    "content-length": bytes.length,
    ...headers,
  });
  const part = cutAfter ?? stallAfter;
  if (part === undefined) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, part), () => {
    if (cutAfter !== undefined) response.destroy();
  });
}
