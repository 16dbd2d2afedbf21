// Repeatable randomness: the same seed gives the same requests, so that a finding can be reproduced.
import { createRandom, type Random } from "../../evaluation/seeded-random.ts";

export type Chance = Random & {
  /** True once in `times`. */
  once(times: number): boolean;
};

export function createChance(seed: number): Chance {
  const random = createRandom(seed);
  return { ...random, once: (times) => random.below(times) === 0 };
}
