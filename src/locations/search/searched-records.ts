// The records as a search numbers them: all kinds together, states, then districts, then markets, each in
// their order, so that a record stands behind those it lies in.
import type { Dataset, Kind } from "../data/dataset.ts";
import { KINDS } from "../data/records.ts";

export type SearchedRecords = {
  count: number;
  /** The number of the first record of each kind, in the order of `KINDS`, and the count. */
  kindStart: readonly number[];
  /** The ids of the state and the district a record is or lies in; 0 for none. */
  stateId: Int32Array;
  districtId: Int32Array;
  /** The numbers of the state and the district a record lies in, -1 for none. */
  stateOf: Int32Array;
  districtOf: Int32Array;
  /** What a record lies in directly, and what lies in each state and district. */
  parentOf: Int32Array;
  childrenOf(parent: number): Uint32Array;
  numberOf(kind: Kind, id: number): number | undefined;
};

export function numberRecords({ states, districts, markets }: Dataset): SearchedRecords {
  const lists = { state: states, district: districts, market: markets };
  const firstDistrict = states.length;
  const firstMarket = firstDistrict + districts.length;
  const count = firstMarket + markets.length;
  const starts = { state: 0, district: firstDistrict, market: firstMarket };
  const numbers = Object.fromEntries(
    KINDS.map((kind) => [kind, new Map(lists[kind].map(({ id }, i) => [id, starts[kind] + i]))]),
  ) as Record<Kind, Map<number, number>>;
  const stateId = new Int32Array(count);
  const districtId = new Int32Array(count);
  const stateOf = new Int32Array(count).fill(-1);
  const districtOf = new Int32Array(count).fill(-1);
  for (const [i, { id }] of states.entries()) stateId[i] = id;
  for (const [i, district] of districts.entries()) {
    const record = firstDistrict + i;
    stateId[record] = district.stateId;
    districtId[record] = district.id;
    stateOf[record] = numbers.state.get(district.stateId) ?? -1;
  }
  for (const [i, market] of markets.entries()) {
    const record = firstMarket + i;
    const district = numbers.district.get(market.districtId) ?? -1;
    districtId[record] = market.districtId;
    districtOf[record] = district;
    stateId[record] = stateId[district] ?? 0;
    stateOf[record] = stateOf[district] ?? -1;
  }
  const parentOf = districtOf.map((district, record) =>
    district < 0 ? stateOf[record]! : district,
  );
  return {
    count,
    parentOf,
    childrenOf: groupChildren(parentOf, firstMarket),
    kindStart: [0, firstDistrict, firstMarket, count],
    stateId,
    districtId,
    stateOf,
    districtOf,
    numberOf: (kind, id) => numbers[kind].get(id),
  };
}

function groupChildren(parentOf: Int32Array, parentCount: number) {
  const starts = new Uint32Array(parentCount + 1);
  for (const parent of parentOf) if (parent >= 0) starts[parent + 1]! += 1;
  for (let parent = 0; parent < parentCount; parent += 1) starts[parent + 1]! += starts[parent]!;
  const next = starts.slice();
  const children = new Uint32Array(starts.at(-1)!);
  for (const [record, parent] of parentOf.entries()) {
    if (parent < 0) continue;
    children[next[parent]!] = record;
    next[parent]! += 1;
  }
  return (parent: number) => children.subarray(starts[parent], starts[parent + 1]);
}
