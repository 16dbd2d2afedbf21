// Many texts in one request: what is sent and what comes back for each.
import type { Detection } from "./detection-types.ts";
import type { ApiError } from "./errors.ts";
import type * as wire from "./wire-types.ts";

/**
 * A text of a batch. The id is yours and comes back with the result.
 *
 * @example
 * ```ts
 * import type { BatchItem } from "@lodestone/client";
 *
 * const items: BatchItem[] = [
 *   { id: "essay-1", content: "The first text." },
 *   { id: "essay-2", content: "The second text." },
 * ];
 * console.log(items.length);
 * ```
 */
export type BatchItem = { id?: string | undefined; content: string };

/**
 * The service's answer to one text of a batch: a result, or the error it would have got alone.
 *
 * @example
 * ```ts
 * import type { BatchEntry } from "@lodestone/client";
 *
 * export function verdictOf(entry: BatchEntry): string {
 *   return entry.error === undefined ? entry.verdict : "not checked";
 * }
 * ```
 */
export type BatchEntry =
  | (Omit<wire.BatchDetection, "content"> & { error?: undefined })
  | wire.BatchError;

/**
 * The answer of `detectBatch`: one entry for each text, in order.
 *
 * @example
 * ```ts
 * import { type BatchReply, createClient } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const reply: BatchReply = await client.authenticity.detectBatch([
 *   { id: "essay-1", content: "The first text." },
 *   { id: "essay-2", content: "The second text." },
 * ]);
 * for (const entry of reply.results) console.log(entry.id, entry.error ?? "checked");
 * console.log(`${reply.checks.counted} checks, ${reply.checks.refused} texts without one`);
 * ```
 */
export type BatchReply = Omit<wire.BatchReply, "results"> & { results: BatchEntry[] };

/**
 * What `detectAll` gives for each text, in the order they were given.
 *
 * @example
 * ```ts
 * import type { TextOutcome } from "@lodestone/client";
 *
 * export function lineOf(outcome: TextOutcome): string {
 *   const name = outcome.id ?? `text ${outcome.index + 1}`;
 *   return `${name}: ${outcome.ok ? outcome.detection.verdict : outcome.error.message}`;
 * }
 * ```
 */
export type TextOutcome = {
  /** 0 for the first. */
  index: number;
  id: string | undefined;
} & (
  | { ok: true; detection: Detection; error?: undefined }
  | { ok: false; error: ApiError; detection?: undefined }
);
