// The answer of a rewrite as server-sent events: each sentence as soon as it is final, the whole answer at the end.
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type AppError, publicCodeOf } from "../http/http.ts";
import { errorBody } from "./replies.ts";

export type EventSink = {
  /** The response begins; what fails from now on is an event. */
  begin(): void;
  sentence(data: object): void;
};

/** Whether the client asked for events rather than for one JSON text. */
export function wantsEvents({ headers }: FastifyRequest): boolean {
  const types = (headers.accept ?? "").toLowerCase().split(",", 20);
  const accepted = types.map((type) => type.split(";", 1)[0]?.trim());
  const events = accepted.indexOf("text/event-stream");
  const json = accepted.indexOf("application/json");
  // Of two that are accepted, the first one.
  return events !== -1 && (json === -1 || events < json);
}

/**
 * Sends what `work` tells as events. What it throws before it has begun is an ordinary error response. Events are pulled
 * by the connection, so a slow reader is never sent more than it takes.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (sink: EventSink) => Promise<object>,
  toError: (thrown: unknown) => AppError,
): Promise<FastifyReply> {
  const waiting: string[] = [];
  let isOver = false;
  let wake = () => {};
  const push = (event: string, data: object) => {
    waiting.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    wake();
  };
  const begun = Promise.withResolvers<void>();
  const done = work({
    begin: () => begun.resolve(),
    sentence: (data) => push("sentence", data),
  });
  // Rejects for what is refused before the work begins; later failures are handled below.
  await Promise.race([begun.promise, done]);
  void done
    .then(
      (answer) => push("done", answer),
      (thrown: unknown) => {
        const error = toError(thrown);
        const body = errorBody(error, request.id, request.docUrl(error.code));
        // For the log of requests: the status of the response was 200.
        request.failure = publicCodeOf(error.code);
        push("error", { status: error.status, ...body });
      },
    )
    .finally(() => {
      isOver = true;
      wake();
    });

  async function* events(): AsyncGenerator<string> {
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else if (isOver) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("x-accel-buffering", "no")
    .send(Readable.from(events(), { objectMode: false }));
}
