// Cuts any number of texts into batches the service takes, and its answers back into outcomes.
import type { BatchItem, BatchReply, TextOutcome } from "./authenticity-types.ts";
import { createApiError, InvalidResponseError, statusOfType } from "./errors.ts";
import { readDetails } from "./read-reply.ts";
import type * as wire from "./wire-types.ts";

/** The most texts the service takes at once. */
export const BATCH_SIZE_MAX = 100;

/**
 * UTF-16 units in one batch, unless a single text has more: some seconds of work on two cores, so
 * that an answer comes well within the time-out.
 */
const BATCH_LENGTH_MAX = 500_000;

export async function* inBatches(
  texts: Iterable<string | BatchItem> | AsyncIterable<string | BatchItem>,
  sizeMax: number,
): AsyncGenerator<BatchItem[], void, undefined> {
  let batch: BatchItem[] = [];
  let length = 0;
  for await (const text of texts) {
    const item = typeof text === "string" ? { content: text } : text;
    const isFull = batch.length >= sizeMax || length + item.content.length > BATCH_LENGTH_MAX;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(item);
    length += item.content.length;
  }
  if (batch.length > 0) yield batch;
}

/** Pairs texts and answers. An answer that does not fit cannot be trusted to be in order. */
export function toOutcomes(
  items: readonly BatchItem[],
  { results }: BatchReply,
  firstIndex: number,
): TextOutcome[] {
  if (results.length !== items.length) {
    throw new InvalidResponseError(
      `The answer has ${results.length} results for ${items.length} texts.`,
      { type: "invalid_response_error", status: 200 },
    );
  }
  return results.map((entry, at) => {
    const place = { index: firstIndex + at, id: items[at]?.id };
    return entry.error === undefined
      ? { ...place, ok: true, detection: entry }
      : { ...place, ok: false, error: toError(entry) };
  });
}

function toError(entry: wire.BatchError) {
  const { error } = entry;
  if (typeof error === "string") return createApiError(400, error, readDetails(entry));
  const { message, type, ...details } = error;
  return createApiError(statusOfType(type), message, { type, ...readDetails(details) });
}
