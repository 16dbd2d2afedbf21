// Search for several words: a record is weighed by how many of them its own names hold together with those
// of its district and its state, and how well.
import { createPartFinder } from "./find-parts.ts";
import { createHoldings } from "./holdings.ts";
import type { ParsedQuery, QueryPart } from "./parse-query.ts";
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
  const { records, keys, index, pincodes } = tables;
  const { kindStart, stateOf, districtOf } = records;
  const holdings = createHoldings(tables);
  const { qualities, held, heldInContext, bestKeys, bestQualities, wholes } = holdings;
  const findParts = createPartFinder(tables, holdings);
  /** The words that need not match which each record's own names hold, as bits. */
  const extras = new Uint16Array(records.count);

  return (query: ParsedQuery, isWanted: Wanted) => {
    const { parts } = query;
    findParts(query);
    extras.fill(0);
    for (const [i, word] of query.optional.slice(0, EXTRAS_MAX).entries()) {
      index.visitWord(word, (key) => {
        extras[keys.recordOf[key]!]! |= 1 << i;
      });
    }
    const { known } = holdings;
    const unknown = parts.filter((_, i) => (known & (1 << i)) === 0).map(({ text }) => text);
    return { hits: rank(parts, isWanted), unknown, isKnown: known !== 0 };
  };

  function rank(parts: readonly QueryPart[], isWanted: Wanted): KindHits[] {
    const knownCount = countBits(holdings.known);
    const origin = parts.find(({ pin }) => pin !== null && pin.length > 3)?.pin ?? null;
    const isPinPrefix = parts.length === 1 && parts[0]!.pin?.length === 3;
    return [0, 1, 2].map((kind): KindHits => {
      const from = kindStart[kind]!;
      const to = kindStart[kind + 1]!;
      let best = 0;
      let bestOwn = 0;
      for (let record = from; record < to; record += 1) {
        const bits = heldInContext[record]!;
        if (bits === 0 || !isWanted(record)) continue;
        const matched = countBits(bits);
        if (matched > best) best = matched;
        if (bestQualities[record]! >= WELL && matched > bestOwn) bestOwn = matched;
      }
      const candidates: Candidate[] = [];
      for (let record = from; best > 0 && record < to; record += 1) {
        const bits = heldInContext[record]!;
        if (bits === 0 || !isWanted(record)) continue;
        const matched = countBits(bits);
        if (held[record] === 0) {
          // What only lies in the right place is a hit where nothing of its kind matches better.
          const isBest = matched === best && (best === knownCount || bestOwn < best);
          if (!isBest || isPinPrefix) continue;
        } else if (matched < best && best === knownCount && bestQualities[record]! < WELL) continue;
        const base = weigh(record, parts.length, knownCount, origin);
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

  function weigh(
    record: number,
    partCount: number,
    knownCount: number,
    origin: string | null,
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
    const extra = countBits(extras[record]!);
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
