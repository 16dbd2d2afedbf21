// Which parts of a query each record holds, by its own names and by those of what it lies in, and how well.
import type { SearchTables } from "./search-tables.ts";

/** How well a name holds a part, in per cent. */
export const WHOLE_WORD = 100;
/** A part held less surely than this leaves room for a misspelling. */
export const SURE = 58;
/** A name other than the record's own counts a little less; one with its short forms written out, much. */
export const OTHER_NAME = 2;
const EXPANDED_LESS = 15;
const NOTHING_BETTER = 255;

export type Holdings = ReturnType<typeof createHoldings>;

/** Parts are bits: the first is 1, the second 2. */
export function createHoldings({ records, keys }: SearchTables) {
  const { count, kindStart, parentOf, stateOf, districtOf } = records;
  const parentCount = kindStart[2]!;
  const { recordOf, expandedStart, localStart } = keys;
  /** For each part the quality of each record's own names. */
  const qualities: Uint8Array[] = [];
  /** The parts each record's own names hold, and those of them that are misspelt. */
  const held = new Uint16Array(count);
  const edited = new Uint16Array(count);
  /** The parts each state and district holds by itself or by what it lies in. */
  const heldByParent = new Uint16Array(parentCount);
  /** The records that hold something by themselves, in no order. */
  const holders = new Uint32Array(count);
  /** The key that holds a part best. */
  const bestKeys = new Uint32Array(count);
  const bestQualities = new Uint8Array(count);
  /** How well the whole query is the record's whole name. */
  const wholes = new Uint8Array(count);
  const holdings = {
    qualities,
    held,
    holders,
    holderCount: 0,
    bestKeys,
    bestQualities,
    wholes,
    /** The parts that anything holds. */
    known: 0,
    clear,
    partsOf,
    hold,
    holdKey,
    holdWhole,
    holdContext,
    isAnyComplete,
    isAnyEdited,
  };
  return holdings;

  function clear(partCount: number): void {
    for (let i = 0; i < holdings.holderCount; i += 1) {
      const record = holders[i]!;
      for (const list of qualities) list[record] = 0;
      held[record] = 0;
      edited[record] = 0;
      wholes[record] = 0;
      bestQualities[record] = 0;
    }
    holdings.holderCount = 0;
    holdings.known = 0;
    while (qualities.length < partCount) qualities.push(new Uint8Array(count));
  }

  /** The parts that a record holds by itself or by what it lies in. */
  function partsOf(record: number): number {
    const parent = parentOf[record]!;
    return held[record]! | (parent < 0 ? 0 : heldByParent[parent]!);
  }

  function holdWhole(key: number, bits: number, quality: number, isEdited: boolean): void {
    const record = recordOf[key]!;
    wholes[record] = Math.max(wholes[record]!, quality);
    holdKey(key, bits, quality, isEdited);
    if (quality < WHOLE_WORD) return;
    bestKeys[record] = key;
    bestQualities[record] = NOTHING_BETTER;
  }

  function holdKey(key: number, bits: number, quality: number, isEdited: boolean): void {
    const isExpanded = key >= expandedStart && key < localStart;
    const less = key < count ? 0 : isExpanded ? EXPANDED_LESS : OTHER_NAME;
    const own = quality - less;
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      hold(recordOf[key]!, key, rest & -rest, own, isEdited);
    }
  }

  function hold(
    record: number,
    key: number,
    bit: number,
    quality: number,
    isEdited: boolean,
  ): void {
    const list = qualities[31 - Math.clz32(bit)]!;
    if (list[record]! >= quality) return;
    list[record] = quality;
    if (held[record] === 0) {
      holders[holdings.holderCount] = record;
      holdings.holderCount += 1;
    }
    held[record]! |= bit;
    holdings.known |= bit;
    if (isEdited) edited[record]! |= bit;
    else edited[record]! &= ~bit;
    if (bestQualities[record]! >= quality) return;
    bestQualities[record] = quality;
    bestKeys[record] = key;
  }

  /** Whether a record holds every part, none of them doubtfully. */
  function isAnyComplete(partCount: number): boolean {
    const all = (1 << partCount) - 1;
    // What holds every part by what it lies in alone lies in a record that does.
    for (let place = 0; place < holdings.holderCount; place += 1) {
      const record = holders[place]!;
      if (partsOf(record) !== all) continue;
      let isSure = true;
      for (let i = 0; i < partCount && isSure; i += 1) isSure = qualityOf(i, record) >= SURE;
      if (isSure) return true;
    }
    return false;
  }

  /** Records stand behind those they lie in. */
  function holdContext(): void {
    for (let record = 0; record < parentCount; record += 1) heldByParent[record] = partsOf(record);
  }

  function qualityOf(part: number, record: number): number {
    const list = qualities[part]!;
    const [district, state] = [districtOf[record]!, stateOf[record]!];
    return Math.max(
      list[record]!,
      district < 0 ? 0 : list[district]!,
      state < 0 ? 0 : list[state]!,
    );
  }

  /** Whether a part is only held misspelt. */
  function isAnyEdited(record: number, partCount: number): boolean {
    const [district, state] = [districtOf[record]!, stateOf[record]!];
    for (let i = 0; i < partCount; i += 1) {
      const quality = qualityOf(i, record);
      const isSpelled = [record, district, state].some(
        (holder) =>
          holder >= 0 && qualities[i]![holder] === quality && (edited[holder]! & (1 << i)) === 0,
      );
      if (quality > 0 && !isSpelled) return true;
    }
    return false;
  }
}
