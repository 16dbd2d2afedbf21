// Human texts of the sources that no part of the detector is trained on (training/held-out.json): the first list sets
// the limits of the verdicts, the second judges a release.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CorpusRow, readRows } from "./corpus-rows.ts";

const WORDS_MIN = 50;

export function heldOutSources(list: "limits" | "sealed"): string[] {
  const file = JSON.parse(
    readFileSync(new URL("../training/held-out.json", import.meta.url), "utf8"),
  ) as Record<"limits" | "sealed", string[]>;
  return file[list];
}

/** Up to `perSource` human texts of each source, always the same ones: ordered by a hash of their ids. */
export async function* heldOutRows(
  corpora: string,
  sources: readonly string[],
  perSource: number,
): AsyncGenerator<CorpusRow> {
  const wanted = new Set(sources);
  const found = new Map<string, { rank: string; row: CorpusRow }[]>();
  const shards = readdirSync(corpora).filter((name) =>
    /^(?:train|pretrain)-.*\.jsonl\.xz$/.test(name),
  );
  for (const shard of shards) {
    for await (const row of readRows(join(corpora, shard))) {
      if (!wanted.has(row.source) || row.label !== "human" || row.mixed === true) continue;
      if (row.lang !== "en" || row.words < WORDS_MIN) continue;
      const own = found.get(row.source) ?? [];
      own.push({ rank: createHash("sha256").update(row.id).digest("hex"), row });
      found.set(row.source, own);
    }
  }
  for (const source of sources) {
    const own = found.get(source) ?? [];
    own.sort((a, b) => (a.rank < b.rank ? -1 : 1));
    for (const { row } of own.slice(0, perSource)) yield row;
  }
}
