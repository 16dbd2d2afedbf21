// Decides how many reads a second are answered. Every answer keeps the time of one refusal in reserve, so
// that at twice the rate the rest can be refused without taking anything from the answers. What answers
// and refusals cost is measured as they are made; no rate is set by hand.
import { type Costs, createCostMeter } from "./read-costs.ts";

export type Admission = {
  /** Whether one more read is answered now, when so many may be waiting. */
  admit(waitingMax: number, nowMs: number): boolean;
  /** How long a read of this turn may have waited; 0 as long as there is no overload. */
  waitedMs(nowMs: number): number;
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
  /** Calls back when this turn of the event loop has read what had come. */
  atTurnEnd(callback: () => void): void;
};

/** Share of the time that is given away: the rest is for pauses, probes and the text service. */
export const BUSY_TARGET = 0.9;
/** Below this share, with refused reads counted as if they were answered, nothing is refused: there is time,
 * whatever was learnt. A loop that often waits for work also makes each piece of it seem dearer than it is. */
const BUSY_MIN = 0.6;
/** As long as all who may be waiting are answered within this time nobody is refused: clients that ask,
 * wait and ask again slow down by themselves. */
export const WAIT_MS = 8;
/** Reads that may come at once beyond the ceiling, in milliseconds of it; fewer in an overload, where
 * answering many at once makes those that come meanwhile late. */
const BURST_MS = 100;
const OVERLOAD_BURST_MS = 20;
/** However many must be refused, this share of the ceiling is answered. */
const ANSWERED_MIN = 0.25;
/** It is an overload when so many times the ceiling are asked for. */
const OVERLOAD_TIMES = 1.1;
/** Weight of the newest look for what is asked for. */
const NEWEST = 0.2;
/** In an overload who may have waited longer than this, or than eight answers take, is refused, so that a
 * pause (a garbage collection) is not felt by all who come after it. */
const LATE_MS = 0.8;
const LATE_ANSWERS = 8;

export function createAdmission({ nowMs, busyMs, atTurnEnd }: AdmissionParts): Admission {
  const meter = createCostMeter();
  let [lookedAtMs, lookedBusyMs] = [nowMs(), busyMs()];
  // As it would be without refusals: or else the first ones would make it seem that none are needed.
  let busyShare = 0;
  let costs: Costs | null = null;
  let perMs = Number.POSITIVE_INFINITY;
  let tokens = 0;
  let filledAtMs = lookedAtMs;
  let asked = 0;
  let askedPerMs = 0;
  let isOverload = false;
  // A read of this turn came after the turn before had begun. How long the loop waited for it is not
  // subtracted: in an overload there is always a next one, and a wait is a pause of the machine.
  let isTurnOpen = false;
  let [turnAtMs, turnBeforeAtMs] = [0, 0];
  const closeTurn = () => {
    isTurnOpen = false;
  };
  const openTurn = (now: number) => {
    [turnBeforeAtMs, turnAtMs] = [turnAtMs, now];
    isTurnOpen = true;
    atTurnEnd(closeTurn);
  };

  return {
    admit(waitingMax, now) {
      if (busyShare < BUSY_MIN || costs === null) return true;
      if (waitingMax * costs.answerMs <= WAIT_MS) return true;
      if (!isTurnOpen) openTurn(now);
      const burstMs = isOverload ? OVERLOAD_BURST_MS : BURST_MS;
      tokens = Math.min(tokens + (now - filledAtMs) * perMs, burstMs * perMs);
      filledAtMs = now;
      asked++;
      const lateMs = Math.max(LATE_MS, LATE_ANSWERS * costs.answerMs);
      if (tokens < 1 || (isOverload && now - turnBeforeAtMs > lateMs)) return false;
      tokens--;
      return true;
    },
    waitedMs: (now) => (isTurnOpen && isOverload ? now - turnBeforeAtMs : 0),
    spend: meter.spend,
    ceiling: () => perMs * 1000,
    look() {
      const [now, busy] = [nowMs(), busyMs()];
      const [passedMs, spentMs] = [now - lookedAtMs, busy - lookedBusyMs];
      if (passedMs <= 0) return;
      [lookedAtMs, lookedBusyMs] = [now, busy];
      busyShare = spentMs / passedMs;
      askedPerMs += NEWEST * (asked / passedMs - askedPerMs);
      asked = 0;
      costs = meter.look(passedMs, spentMs);
      if (costs === null) return;
      const { answerMs, refusalMs, refusedPerMs, justRefusedPerMs } = costs;
      busyShare += justRefusedPerMs * Math.max(0, answerMs - refusalMs);
      // Up to twice the ceiling the reserve is enough for the refusals; beyond it they take their time
      // from the answers, but never all of it.
      const reserved = BUSY_TARGET / (answerMs + refusalMs);
      const left = (BUSY_TARGET - refusedPerMs * refusalMs) / answerMs;
      perMs = Math.min(reserved, Math.max(left, ANSWERED_MIN * reserved));
      // Not by how many were refused: who is refused for being late leaves room under the ceiling, and if
      // that ended the overload all of it would be given away at once. In a flood that refusals alone can't
      // keep up with everybody is late.
      isOverload = askedPerMs > OVERLOAD_TIMES * perMs && perMs > 0.5 * reserved;
    },
  };
}
