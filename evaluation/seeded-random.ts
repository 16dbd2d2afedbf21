// Repeatable randomness for tests, measurements and training: the same seed gives the same draws on every machine.

export type Random = {
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  const random = mulberry32(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

/** Numbers from 0 to 1: small, fast, and good enough to choose data. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
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
