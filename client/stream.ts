// Watches over an answer that is read piece by piece: each pause has the attempt's time limit, the
// caller's signal still ends it, and a lost connection is named as one.
import { type Attempt, overNetwork } from "./attempt.ts";
import type { CallContext } from "./read-reply.ts";

export function watchStream(
  source: ReadableStream<Uint8Array>,
  attempt: Attempt,
  context: CallContext,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  attempt.pause();
  return new ReadableStream<Uint8Array>(
    {
      async pull(sink) {
        // The clock runs only while a piece is waited for: a slow reader is not a slow server.
        attempt.restart();
        try {
          const about = "The connection was lost during the answer";
          const piece = await attempt.race(() => overNetwork(reader.read(), about, context));
          attempt.pause();
          if (piece.done) {
            attempt.end();
            sink.close();
          } else {
            sink.enqueue(piece.value);
          }
        } catch (error) {
          attempt.end();
          throw error;
        }
      },
      async cancel(reason) {
        attempt.end();
        await reader.cancel(reason);
      },
    },
    // Pieces are fetched when asked for, so that an unread stream holds nothing and times nothing.
    { highWaterMark: 0 },
  );
}

/** The lines of a stream of UTF-8 text, without their ends. Leaving the loop closes the stream. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
      if (done) break;
    }
    if (rest !== "") yield rest;
  } finally {
    // After the end this does nothing; before it, it lets go of the connection. A stream that has
    // failed rejects here too, with the error that is on its way already.
    await reader.cancel().catch(() => {});
  }
}
