// A whole history as one streamed file.
import { type Cell, csvLine } from "./csv.ts";
import type { DescribedKept } from "./describe-kept.ts";

export async function* writeHistoryJson(
  results: AsyncIterable<DescribedKept>,
): AsyncGenerator<string> {
  yield '{"results":[';
  let separator = "\n";
  for await (const result of results) {
    yield separator + JSON.stringify(result);
    separator = ",\n";
  }
  yield "\n]}\n";
}

const COLUMNS: ReadonlyArray<[name: string, read: (kept: DescribedKept) => Cell]> = [
  ["time", ({ at }) => at],
  ["made_with", ({ key }) => (key === null ? "dashboard" : (key.name ?? key.id))],
  ["endpoint", ({ endpoint }) => endpoint],
  ["input_type", ({ input_type }) => input_type],
  ["file", ({ name }) => name],
  ["verdict", ({ verdict }) => verdict],
  ["probability", ({ probability }) => probability],
  ["words", ({ words }) => words],
  ["model_version", ({ result }) => textOf(result.model_version)],
  ["sha256", ({ hash }) => hash],
  ["text", ({ content }) => content],
];

export async function* writeHistoryCsv(
  results: AsyncIterable<DescribedKept>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([name]) => name));
  for await (const kept of results) yield csvLine(COLUMNS.map(([, read]) => read(kept)));
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
