// Numbers the distinct words of the names in the order of their first appearance. The words stay code
// units in one long text: a Map of strings would take most of the time of building a large index.
import { createNumberList, createUnitList } from "./growing-list.ts";

export type Words = {
  /** The distinct words, each ended by 0. */
  wordText: Uint16Array;
  /** Where each word begins, and at last the end of the text. */
  wordStart: Uint32Array;
};

export type Dictionary = {
  /** The number of the word that stands in `text` from `start` up to `end`. */
  idOf(text: Uint16Array, start: number, end: number): number;
  finish(): Words;
};

export function createDictionary(): Dictionary {
  const units = createUnitList();
  const starts = createNumberList();
  const hashes = createNumberList();
  // Open addressing: each slot holds a word's number + 1, and 0 is free.
  let slots = new Uint32Array(1 << 12);

  return {
    idOf(text, start, end) {
      let hash = 0x811c9dc5;
      for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ text[i]!, 0x01000193);
      hash >>>= 0;
      const mask = slots.length - 1;
      let slot = spread(hash) & mask;
      for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const id = slots[slot]! - 1;
        if (hashes.items[id] === hash && isWord(id, text, start, end)) return id;
      }
      const id = starts.length;
      slots[slot] = id + 1;
      hashes.push(hash);
      starts.push(units.length);
      units.pushPart(text, start, end);
      units.push(0);
      if (starts.length * 2 > slots.length) grow();
      return id;
    },
    finish() {
      starts.push(units.length);
      return { wordText: units.finish(), wordStart: starts.finish() };
    },
  };

  function isWord(id: number, text: Uint16Array, start: number, end: number): boolean {
    const at = starts.items[id]!;
    for (let i = 0; i < end - start; i += 1) {
      if (units.items[at + i] !== text[start + i]) return false;
    }
    return units.items[at + end - start] === 0;
  }

  function grow(): void {
    slots = new Uint32Array(slots.length * 4);
    const mask = slots.length - 1;
    for (let id = 0; id < starts.length; id += 1) {
      let slot = spread(hashes.items[id]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
  }
}

/** FNV leaves the low bits of short words alike; folding the high ones in spreads them. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
