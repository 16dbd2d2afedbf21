// What each service must do at twice its capacity.
import type { Measured } from "./open-load.ts";

/** `quiet` is a tenth of the capacity, `twice` twice of it. */
export type Loads = { capacity: number; quiet: Measured; twice: Measured; peak: number };

export type Bar = { what: string; measure(loads: Loads): { value: string; isMet: boolean } };

const NO_ERRORS: Bar = {
  what: "errors other than 429 and 503",
  measure: ({ twice }) => {
    const errors = twice.errors + twice.unanswered;
    return { value: String(errors), isMet: errors === 0 };
  },
};

/** Nothing is promised of how fast refusals are. */
const DIRECTORY: readonly Bar[] = [
  {
    what: "answered at twice the capacity, ≥ 0.6 of the capacity",
    measure: ({ twice, capacity }) => ({
      value: (twice.accepted / capacity).toFixed(2),
      isMet: twice.accepted >= 0.6 * capacity,
    }),
  },
  {
    what: "p99 of the accepted, < 1 s",
    measure: ({ twice }) => ({
      value: `${twice.acceptedMs.p99.toFixed(0)} ms`,
      isMet: twice.acceptedMs.p99 < 1000,
    }),
  },
  NO_ERRORS,
];

const TEXT: readonly Bar[] = [
  {
    what: "refusals at twice the capacity, p99 < 50 ms",
    measure: ({ twice }) => ({
      value: twice.shed > 0 ? `${twice.shedMs.p99.toFixed(0)} ms` : "nothing was refused",
      isMet: twice.shed === 0 || twice.shedMs.p99 < 50,
    }),
  },
  {
    what: "throughput kept at twice the capacity, ≥ 0.9",
    measure: ({ twice, peak }) => ({
      value: (twice.accepted / peak).toFixed(2),
      isMet: twice.accepted >= 0.9 * peak,
    }),
  },
  {
    what: "p99 of the accepted, < 3 × unloaded",
    measure: ({ twice, quiet }) => ({
      value: `${(twice.acceptedMs.p99 / quiet.acceptedMs.p99).toFixed(1)} ×`,
      isMet: twice.acceptedMs.p99 < 3 * quiet.acceptedMs.p99,
    }),
  },
  NO_ERRORS,
];

export const BARS: Readonly<Record<string, readonly Bar[]>> = { directory: DIRECTORY, text: TEXT };
