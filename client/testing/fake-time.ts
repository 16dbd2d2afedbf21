// A clock that moves only when somebody sleeps on it, so that waits of minutes take no time.

export type FakeTime = {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Every wait, in milliseconds. */
  waits: number[];
};

export function createFakeTime(startMs = Date.UTC(2026, 10, 15, 8, 30)): FakeTime {
  const waits: number[] = [];
  let nowMs = startMs;
  return {
    now: () => nowMs,
    sleep: async (ms) => {
      waits.push(ms);
      nowMs += ms;
    },
    waits,
  };
}
