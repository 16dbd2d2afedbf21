// The events of a rewrite that is sent sentence by sentence. An event of an error becomes the error a call would throw.
import { createApiError, InvalidResponseError } from "./errors.ts";
import { type CallContext, readErrorBody } from "./read-reply.ts";
import type { Rewrite, RewriteEvent, RewrittenSentence } from "./rewrite-types.ts";
import { readLines } from "./stream.ts";

export async function* readRewriteEvents(
  body: ReadableStream<Uint8Array>,
  context: CallContext & { requestId: string | undefined },
): AsyncGenerator<RewriteEvent, void, undefined> {
  let event = "";
  for await (const line of readLines(body)) {
    if (line.startsWith("event: ")) event = line.slice("event: ".length);
    if (!line.startsWith("data: ")) continue;
    const data = line.slice("data: ".length);
    if (event === "error") {
      const { status } = JSON.parse(data) as { status: number };
      const { message, requestId, ...said } = readErrorBody(data);
      throw createApiError(status, message ?? `Status ${status}.`, {
        ...context,
        ...said,
        requestId: requestId ?? context.requestId,
      });
    }
    if (event === "sentence") {
      yield { type: "sentence", sentence: JSON.parse(data) as RewrittenSentence };
    }
    if (event === "done") {
      yield { type: "done", rewrite: JSON.parse(data) as Rewrite };
      return;
    }
  }
  throw new InvalidResponseError("The answer ended before it was complete.", {
    ...context,
    type: "invalid_response_error",
  });
}
