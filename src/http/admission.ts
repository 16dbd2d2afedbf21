// Decides how many reads a second are answered. Every answer keeps the time of one refusal in reserve, so
// that at twice the rate the rest can be refused without taking anything from the answers. What answers
// and refusals cost is measured as they are made; no rate is set by hand.
import { type Costs, createCostMeter } from "./read-costs.ts";

export type Admission = {
  /** Whether one more read is answered now, when so many may be waiting. */
  admit(waitingMax: number, nowMs: number): boolean;
  /** What reads of one kind took, as far as they could be timed. */
  spend(kind: "answers" | "refusals", count: number, ms: number): void;
  /** Reads a second that are answered at most; infinite until there was something to learn from. */
  ceiling(): number;
  /** Learns from the time since the last look; called ten times a second. */
  look(): void;
};

export type AdmissionParts = {
  /** A clock that never goes back. */
  nowMs(): number;
  /** Time the event loop has been busy, in all. */
  busyMs(): number;
};

/** Share of the time that is given away: the rest is for pauses, probes and the text service. */
export const BUSY_TARGET = 0.85;
/** Below this share nothing is refused: there is time, whatever was learnt. A loop that often waits for
 * work also makes each piece of it seem dearer than it is when there is plenty. */
const BUSY_MIN = 0.7;
/** As long as all who may be waiting are answered within this time nobody is refused: clients that ask,
 * wait and ask again slow down by themselves. */
export const WAIT_MS = 5;
/** Reads that may come at once beyond the ceiling, in milliseconds of it. */
const BURST_MS = 100;
/** However many must be refused, this share of what could be answered is. */
const ANSWERED_MIN = 0.1;

export function createAdmission({ nowMs, busyMs }: AdmissionParts): Admission {
  const meter = createCostMeter();
  let [lookedAtMs, lookedBusyMs] = [nowMs(), busyMs()];
  let busyShare = 0;
  let perMs = Number.POSITIVE_INFINITY;
  let answerMs = 0;
  let tokens = 0;
  let filledAtMs = lookedAtMs;

  return {
    admit(waitingMax, now) {
      if (busyShare < BUSY_MIN || waitingMax * answerMs <= WAIT_MS) return true;
      tokens = Math.min(tokens + (now - filledAtMs) * perMs, perMs * BURST_MS);
      filledAtMs = now;
      if (tokens < 1) return false;
      tokens--;
      return true;
    },
    spend: meter.spend,
    ceiling: () => perMs * 1000,
    look() {
      const [now, busy] = [nowMs(), busyMs()];
      const [passedMs, spentMs] = [now - lookedAtMs, busy - lookedBusyMs];
      if (passedMs <= 0) return;
      [lookedAtMs, lookedBusyMs] = [now, busy];
      busyShare = spentMs / passedMs;
      const costs = meter.look(passedMs, spentMs);
      if (costs === null) return;
      perMs = ceilingOf(costs);
      ({ answerMs } = costs);
    },
  };
}

/** Answers a millisecond. Up to twice the ceiling the reserve is enough for the refusals; beyond it they
 * take their time from the answers. */
export function ceilingOf({ answerMs, refusalMs, refusedPerMs }: Costs): number {
  const reserved = BUSY_TARGET / (answerMs + refusalMs);
  const left = (BUSY_TARGET - refusedPerMs * refusalMs) / answerMs;
  return Math.min(reserved, Math.max(left, (ANSWERED_MIN * BUSY_TARGET) / answerMs));
}
