// Samples the request log. Anybody can send requests, and must not be able to fill the disk with them. About ten
// refused requests a second are logged, many more of the others; the next line states how many were skipped. Refused
// keys have lines of their own, known ones apart from unknown ones: nobody without a key can crowd out the lines about one.

export type LogSampler = {
  /** Null: not logged. Otherwise the number of requests of the same kind skipped since the last line. */
  admit(status: number, badKey?: { key?: object | undefined }): { unlogged: number } | null;
};

const REFUSED_PER_SECOND = 10;
const UNKNOWN_KEYS_PER_SECOND = 5;
const OTHERS_PER_SECOND = 1000;

export function createLogSampler({ nowMs = () => performance.now() } = {}): LogSampler {
  const refused = createBudget(REFUSED_PER_SECOND, nowMs);
  const knownKeys = createBudget(REFUSED_PER_SECOND, nowMs);
  const unknownKeys = createBudget(UNKNOWN_KEYS_PER_SECOND, nowMs);
  const others = createBudget(OTHERS_PER_SECOND, nowMs);
  return {
    admit(status, badKey) {
      if (badKey !== undefined) return (badKey.key === undefined ? unknownKeys : knownKeys)();
      // All server errors are logged; a 503 counts as a refusal.
      if (status >= 500 && status !== 503) return { unlogged: 0 };
      return (status >= 400 ? refused : others)();
    },
  };
}

export const LOG_ALL: LogSampler = { admit: () => ({ unlogged: 0 }) };

function createBudget(perSecond: number, nowMs: () => number) {
  let secondStartMs = Number.NEGATIVE_INFINITY;
  let logged = 0;
  let unlogged = 0;
  return () => {
    const now = nowMs();
    if (now - secondStartMs >= 1000) {
      secondStartMs = now;
      logged = 0;
    }
    if (logged >= perSecond) {
      unlogged++;
      return null;
    }
    logged++;
    const result = { unlogged };
    unlogged = 0;
    return result;
  };
}
