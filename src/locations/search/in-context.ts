// Search for several words: a record is weighed by how many of them its own names hold together with those
// of its district and its state, and how well.
import { createPartFinder } from "./find-parts.ts";
import { createHoldings } from "./holdings.ts";
import type { ParsedQuery } from "./parse-query.ts";
import type { KindHits, RankedHit, SearchTables, Wanted } from "./search-tables.ts";
import { countBits } from "./sieve.ts";

/** Beside a record that holds every part, one that lacks some must at least hold one this well. */
const WELL = 90;
/** What a part weighs that only the district, or only the state holds, against the record's own name. */
const DISTRICT_SHARE = 0.6;
const STATE_SHARE = 0.5;
/** What the parts weigh against how much of the record's name they account for. */
const PARTS_SHARE = 0.75;
/** What a name of nothing but words that need not match weighs at least. */
const ONLY_EXTRAS = 0.97;
const EXTRAS_MAX = 16;
/** Kilometres that take as much off the score as there is to take for distance. */
const FAR_KM = 2000;
const DISTANCE_SHARE = 0.1;

/** Hits are ordered by one number: the parts they lack, then what is missing from a perfect fit. */
const SCORE_STEPS = 100_000;
const ORDER_STEPS = SCORE_STEPS * 2;

type Candidate = { record: number; order: number };

export function createContextSearch(tables: SearchTables) {
  const { records, index, pincodes } = tables;
  const { kindStart, childrenOf, stateOf, districtOf } = records;
  const holdings = createHoldings(tables);
  const { qualities, held, bestKeys, bestQualities, wholes } = holdings;
  const findParts = createPartFinder(tables, holdings);

  return (query: ParsedQuery, isWanted: Wanted) => {
    const { parts } = query;
    findParts(query);
    const { known } = holdings;
    const unknown = parts.filter((_, i) => (known & (1 << i)) === 0).map(({ text }) => text);
    return { hits: rank(query, isWanted), unknown, isKnown: known !== 0 };
  };

  function rank({ parts, optional }: ParsedQuery, isWanted: Wanted): KindHits[] {
    const knownCount = countBits(holdings.known);
    const origin = parts.find(({ pin }) => pin !== null && pin.length > 3)?.pin ?? null;
    const isPinPrefix = parts.length === 1 && parts[0]!.pin?.length === 3;
    const extras = optional.slice(0, EXTRAS_MAX).flatMap((word) => index.idOf(word) ?? []);
    return [0, 1, 2].map((kind): KindHits => {
      const holders = holdersOf(kind).filter(isWanted);
      let best = 0;
      let bestOwn = 0;
      for (const record of holders) {
        const matched = countBits(holdings.partsOf(record));
        if (matched > best) best = matched;
        if (bestQualities[record]! >= WELL && matched > bestOwn) bestOwn = matched;
      }
      // What only lies in the right place is a hit where nothing of its kind matches better.
      const belonging = isPinPrefix ? [] : findBelonging(kind, best, isWanted);
      const bestBelonging = belonging.length === 0 ? 0 : countBits(holdings.partsOf(belonging[0]!));
      if (bestBelonging > best) best = bestBelonging;
      const isBelongingWanted = bestBelonging === best && (best === knownCount || bestOwn < best);
      const candidates: Candidate[] = [];
      for (const record of isBelongingWanted ? [...holders, ...belonging] : holders) {
        const matched = countBits(holdings.partsOf(record));
        const isOwn = held[record] !== 0;
        if (isOwn && matched < best && best === knownCount && bestQualities[record]! < WELL) {
          continue;
        }
        const base = weigh(record, parts.length, { knownCount, origin, extras });
        const place = (knownCount - matched) * ORDER_STEPS + Math.round((1 - base) * SCORE_STEPS);
        candidates.push({ record, order: place });
      }
      candidates.sort((a, b) => a.order - b.order || a.record - b.record);
      return {
        total: candidates.length,
        take: (offset, limit) =>
          candidates.slice(offset, offset + limit).map(({ record, order }): RankedHit => {
            const lacking = Math.floor(order / ORDER_STEPS);
            const base = 1 - (order % ORDER_STEPS) / SCORE_STEPS;
            const isEdited = holdings.isAnyEdited(record, parts.length);
            return {
              record,
              key: held[record] === 0 ? record : bestKeys[record]!,
              // Every part that is lacking costs more than the best fit of the others can make up for.
              score: (knownCount - lacking - 1 + base) / knownCount,
              match: lacking > 0 ? "partial" : isEdited ? "misspelt" : "all",
            };
          }),
      };
    });
  }

  function holdersOf(kind: number): number[] {
    const list: number[] = [];
    for (let place = 0; place < holdings.holderCount; place += 1) {
      const record = holdings.holders[place]!;
      if (record >= kindStart[kind]! && record < kindStart[kind + 1]!) list.push(record);
    }
    return list;
  }

  /** The records that hold nothing by themselves and, by what they lie in, the most parts; none for fewer than `least`. */
  function findBelonging(kind: number, least: number, isWanted: Wanted): number[] {
    if (kind === 0) return [];
    let most = Math.max(1, least);
    let list: number[] = [];
    for (let parent = kindStart[kind - 1]!; parent < kindStart[kind]!; parent += 1) {
      const matched = countBits(holdings.partsOf(parent));
      if (matched < most) continue;
      const children = [...childrenOf(parent)].filter(
        (record) => held[record] === 0 && isWanted(record),
      );
      if (children.length === 0) continue;
      list = matched > most ? children : [...list, ...children];
      most = matched;
    }
    return list;
  }

  function weigh(
    record: number,
    partCount: number,
    { knownCount, origin, extras }: { knownCount: number; origin: string | null; extras: number[] },
  ): number {
    const [district, state] = [districtOf[record]!, stateOf[record]!];
    let sum = 0;
    let own = 0;
    for (let i = 0; i < partCount; i += 1) {
      const list = qualities[i]!;
      const inDistrict = district < 0 ? 0 : list[district]! * DISTRICT_SHARE;
      const inState = state < 0 ? 0 : list[state]! * STATE_SHARE;
      sum += Math.max(list[record]!, inDistrict, inState);
      own += list[record]! / 100;
    }
    const wordCount = Math.max(1, index.wordCount(record));
    let extra = 0;
    for (const word of extras) if (index.holdsWord(record, word)) extra += 1;
    const covered = Math.min(1, (own + extra) / wordCount);
    const sums = (PARTS_SHARE * sum) / (100 * knownCount) + (1 - PARTS_SHARE) * covered;
    // A name that is nothing but such words ("Mandi"), in the right place, is meant.
    const least = extra >= wordCount ? ONLY_EXTRAS : 0;
    const fit = Math.max(sums, least, wholes[record]! / 100);
    if (origin === null) return fit;
    const km = pincodes.distanceKm(origin, record);
    return Math.max(0, fit - DISTANCE_SHARE * Math.min(1, km / FAR_KM));
  }
}
