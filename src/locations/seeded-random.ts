// Repeatable randomness for tests and measurements of the search: the same seed gives the same names,
// edits and queries on every machine.

export type Random = {
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  // mulberry32: small, quick, and good enough to choose test data.
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

/** The text with one letter added, dropped or replaced, or two neighbours swapped. */
export function editOnce(text: string, random: Random): string {
  const at = random.below(text.length);
  const letter = random.pick([..."abcdefghijklmnopqrstuvwxyz"]);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + letter + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + letter + text.slice(at + 1);
    default:
      return (
        text.slice(0, at) + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2)
      );
  }
}
