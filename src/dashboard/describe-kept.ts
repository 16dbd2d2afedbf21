// Kept results as the dashboard's API shows them.
import type { KeptResult, KeptRow } from "../history/history.ts";
import { timeOf } from "./visitor.ts";

export type DescribedKept = ReturnType<typeof describeKept>;

export async function* describeLater(
  results: AsyncIterable<KeptResult>,
): AsyncGenerator<DescribedKept> {
  for await (const kept of results) yield describeKept(kept);
}

export function describeKept(kept: KeptResult) {
  return {
    ...describeKeptRow(kept),
    content: kept.content,
    result: JSON.parse(kept.result) as Record<string, unknown>,
  };
}

export function describeKeptRow(kept: KeptRow) {
  return {
    id: kept.id,
    at: timeOf(kept.at),
    expires_at: timeOf(kept.expiresAt),
    /** Null for a result of the dashboard. */
    key:
      kept.keyId === null
        ? null
        : { id: kept.keyId, name: kept.keyName, last_four: kept.keyLastFour },
    endpoint: kept.endpoint,
    input_type: kept.inputType,
    name: kept.name,
    verdict: kept.verdict,
    probability: kept.probability,
    words: kept.words,
    hash: kept.hash,
    opening: kept.opening,
  };
}
