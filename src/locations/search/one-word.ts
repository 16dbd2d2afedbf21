// Search for one word: the records whose names hold it, ranked by where, and each kind that has none
// searched again for what it can be a misspelling of.

import { NEAR, SAME, type SoundHit } from "../sound/sound-index.ts";
import { hasOtherScript, SUFFIX } from "./normalise.ts";
import type { KindHits, RankedHit, SearchTables, Wanted } from "./search-tables.ts";
import { EXACT, NAME, NAME_START, WORD, WORD_START } from "./word-index.ts";

/** Ranks, best first. An alias stands just below a name of the same rank. */
const RANK_OF_PLACE: { [place: number]: number } = {
  [EXACT]: 0,
  [NAME]: 1,
  [NAME_START]: 1,
  [WORD]: 2,
  [WORD_START]: 2,
};
const INSIDE = 3;
/** The value of another name that is just the query. */
const OTHER_EXACTLY = 2;
/** It lies in what has exactly this name. */
const BELONGS = 4;
const MISSPELT = 5;
const SCORE_OF_BELONGING = 0.45;
const SCORES = [1, 0.85, 0.75, 0.5, SCORE_OF_BELONGING, 0.44, 0.43, 0.4, 0.38, 0.35, 0.33];

/** Ranks of sounds are differences in tenths of a letter; the greatest, and what belongs to an exact one. */
const SOUND_BELONGS = 62;
const SCORE_OF_SOUND = 0.016;
/** An edit in a name in another script is about as bad as two wrong vowels. */
const SOUND_OF_EDIT = 5;

export function createOneWordSearch(tables: SearchTables) {
  const { records, keys, index, sound, vocabulary } = tables;
  const { kindStart, stateOf, districtOf } = records;
  const { recordOf, expandedStart, localStart } = keys;
  // For each record 0, or 1 + twice its rank, + 1 for an alias; and the key that gave it that rank.
  const values = new Uint8Array(records.count);
  const bestKeys = new Uint32Array(records.count);
  // The records found of each kind, in no order.
  const found = [0, 1, 2].map((kind) => ({
    list: new Uint32Array(kindStart[kind + 1]! - kindStart[kind]!),
    length: 0,
  }));
  let misspelt = new Set<number>();
  let exactParents = new Set<number>();
  let isWanted: Wanted = () => true;
  /** Whether anything was found, wanted or not. */
  let isKnown = false;

  return (joined: string, wanted: Wanted) => {
    for (const { list, length } of found) {
      for (let i = 0; i < length; i += 1) values[list[i]!] = 0;
    }
    isKnown = false;
    for (const each of found) each.length = 0;
    misspelt = new Set();
    exactParents = new Set();
    isWanted = wanted;
    if (hasOtherScript(joined)) {
      findBySound(joined);
      const hits = kinds((value) =>
        rankOf(value) === SOUND_BELONGS ? SCORE_OF_BELONGING : 1 - SCORE_OF_SOUND * rankOf(value),
      );
      return { hits, isKnown };
    }
    findSpelled(joined);
    findBelonging(BELONGS);
    findMisspelt(joined);
    const hits = kinds((value) => (SCORES[rankOf(value)] ?? 0.3) - (value % 2 === 0 ? 0.01 : 0));
    return { hits, isKnown };
  };

  function findShortForm(text: string): void {
    for (const record of vocabulary.shortForms.get(text) ?? []) {
      exactParents.add(record);
      offer(record, record, OTHER_EXACTLY);
    }
  }

  function findSpelled(text: string): void {
    findShortForm(text);
    index.visitStarts(text, (key, place) => {
      if (key >= expandedStart) return;
      if (place === EXACT) exactParents.add(recordOf[key]!);
      offerKey(key, RANK_OF_PLACE[place] ?? INSIDE);
    });
    index.visitInsides(text, (key) => key < expandedStart && offerKey(key, INSIDE));
    // A query that is nothing but the suffix means all names that have it.
    if (text === SUFFIX) index.visitSuffixed((key) => key < expandedStart && offerKey(key, 2));
  }

  /** Kinds without a hit get what lies in the states and districts of exactly this name. */
  function findBelonging(rank: number): void {
    if (exactParents.size === 0) return;
    for (const kind of emptyKinds()) {
      for (let record = kindStart[kind]!; record < kindStart[kind + 1]!; record += 1) {
        if (exactParents.has(districtOf[record]!) || exactParents.has(stateOf[record]!)) {
          offer(record, record, 1 + 2 * rank);
        }
      }
    }
  }

  function findMisspelt(text: string): void {
    const isEmpty = emptyFlags();
    if (!isEmpty.includes(true)) return;
    index.visitMisspelt(text, (key, edits, isWhole) => {
      if (key >= expandedStart || !isEmpty[kindOf(recordOf[key]!)]) return;
      offerMisspelt(key, edits, isWhole);
    });
    // A beginning with a misspelling in it is a guess, made only when there is nothing of any kind,
    // so that "Pune" never brings up the state Punjab.
    if (found.some(({ length }) => length > 0)) return;
    index.visitMisspeltStarts(text, (key, edits) => {
      if (key < expandedStart) offerMisspelt(key, edits, false);
    });
  }

  function offerMisspelt(key: number, edits: number, isWhole: boolean): void {
    misspelt.add(recordOf[key]!);
    // Fewer edits first; among equals a whole name before a name with such a word in it.
    offerKey(key, MISSPELT + edits * 2 - 2 + (isWhole ? 0 : 1));
  }

  function findBySound(text: string): void {
    const isKeyWanted = (key: number) => isWanted(recordOf[key]!);
    const options = { isWanted: isKeyWanted, canBeTranslated: false };
    const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    let hits = sound.find(text, { ...options, isMisspelt: false });
    for (const hit of hits) noteLeast(hit);
    // Where any kind has a record that sounds the same, nothing was misspelt.
    if (!least.some((difference) => difference <= SAME)) {
      const isOpen = least.map((difference) => difference > NEAR);
      const isOpenKey = (key: number) => isKeyWanted(key) && isOpen[kindOf(recordOf[key]!)]!;
      const further = sound.find(text, { ...options, isWanted: isOpenKey, isMisspelt: true });
      hits = [...hits, ...further];
      for (const hit of further) {
        noteLeast(hit);
        misspelt.add(recordOf[hit.key]!);
      }
      const isStillOpen = least.map((difference) => difference > NEAR);
      index.visitMisspelt(text, (key, edits, isWhole) => {
        if (key < localStart || !isKeyWanted(key) || !isStillOpen[kindOf(recordOf[key]!)]) return;
        const rank = SOUND_OF_EDIT + (2 * edits - 2 + (isWhole ? 0 : 1)) * 2;
        misspelt.add(recordOf[key]!);
        hits.push({ key, rank, difference: rank, isFar: true });
      });
    }
    findShortForm(text);
    for (const hit of hits) {
      if (!hit.isFar || least[kindOf(recordOf[hit.key]!)]! > SAME) offerKey(hit.key, hit.rank);
      if (hit.rank === 0 || (hit.difference <= SAME && hit.rank === hit.difference + 1)) {
        exactParents.add(recordOf[hit.key]!);
      }
    }
    findBelonging(SOUND_BELONGS);
    if (found.some(({ length }) => length > 0)) return;
    for (const { key, rank } of sound.findStarts(text, options)) {
      misspelt.add(recordOf[key]!);
      offerKey(key, rank);
    }

    function noteLeast({ key, difference }: SoundHit): void {
      const kind = kindOf(recordOf[key]!);
      if (difference < least[kind]!) least[kind] = difference;
    }
  }

  function offerKey(key: number, rank: number): void {
    offer(recordOf[key]!, key, 1 + 2 * rank + (key < records.count ? 0 : 1));
  }

  function offer(record: number, key: number, value: number): void {
    isKnown = true;
    if (!isWanted(record)) return;
    const known = values[record]!;
    if (known !== 0 && (known < value || (known === value && bestKeys[record]! <= key))) return;
    if (known === 0) {
      const own = found[kindOf(record)]!;
      own.list[own.length] = record;
      own.length += 1;
    }
    values[record] = value;
    bestKeys[record] = key;
  }

  function kindOf(record: number): number {
    return record < kindStart[1]! ? 0 : record < kindStart[2]! ? 1 : 2;
  }

  function emptyFlags(): boolean[] {
    return found.map(({ length }) => length === 0);
  }

  function emptyKinds(): number[] {
    return [0, 1, 2].filter((kind) => found[kind]!.length === 0);
  }

  function kinds(scoreOf: (value: number) => number): KindHits[] {
    return found.map(({ list, length }) => ({
      total: length,
      take(offset, limit) {
        return firstOf(list.subarray(0, length), offset + limit)
          .slice(offset, offset + limit)
          .map((record): RankedHit => {
            const match = misspelt.has(record) ? "misspelt" : "all";
            return { record, key: bestKeys[record]!, score: scoreOf(values[record]!), match };
          });
      },
    }));
  }

  /** The first records in the order of their values, then of their numbers. */
  function firstOf(list: Uint32Array, most: number): number[] {
    const histogram = new Uint32Array(256);
    for (let i = 0; i < list.length; i += 1) histogram[values[list[i]!]!]! += 1;
    let last = 0;
    for (let sum = 0; sum < most && last < 255; sum += histogram[last]!) last += 1;
    // Only those that can be among the first are sorted, as numbers.
    const chosen = list.filter((record) => values[record]! <= last);
    const order = Float64Array.from(chosen, (record) => values[record]! * 2 ** 32 + record).sort();
    return Array.from(order.subarray(0, most), (place) => place % 2 ** 32);
  }
}

function rankOf(value: number): number {
  return (value - 1) >>> 1;
}
