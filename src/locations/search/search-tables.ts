// What both ways of searching work on, and what they give.
import type { Dataset } from "../data/dataset.ts";
import { buildSoundIndex, type SoundIndex } from "../sound/sound-index.ts";
import { collectKeys, type Keys } from "./keys.ts";
import { indexPincodes, type SearchedPincodes } from "./pincodes.ts";
import { numberRecords, type SearchedRecords } from "./searched-records.ts";
import { buildVocabulary, type Vocabulary } from "./vocabulary.ts";
import { buildWordIndex, type WordIndex } from "./word-index.ts";

export type SearchTables = {
  records: SearchedRecords;
  keys: Keys;
  index: WordIndex;
  sound: SoundIndex;
  vocabulary: Vocabulary;
  pincodes: SearchedPincodes;
};
export type Wanted = (record: number) => boolean;
/** A record, and the key that gave it its place. */
export type RankedHit = { record: number; key: number; score: number; match: Match };
export type KindHits = { total: number; take(offset: number, limit: number): RankedHit[] };

/** Whether a hit holds every part of the query, only some, or every one but misspelt. */
export const MATCHES = ["all", "partial", "misspelt"] as const;
export type Match = (typeof MATCHES)[number];

export function buildSearchTables(dataset: Dataset): SearchTables {
  const records = numberRecords(dataset);
  const vocabulary = buildVocabulary(dataset, records);
  const keys = collectKeys(dataset, records, vocabulary);
  const index = buildWordIndex(keys.count, keys.wordsOf, {
    isSuffixed: keys.isSuffixed,
    hasInside: (key) => key < keys.localStart,
  });
  const sound = buildSoundIndex(keys.count, keys.wordsOf);
  return { records, keys, index, sound, vocabulary, pincodes: indexPincodes(dataset, records) };
}
