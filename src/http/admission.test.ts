import fc from "fast-check";
import { expect, test } from "vitest";
import { BUSY_TARGET, createAdmission, WAIT_MS } from "./admission.ts";

const MANY = 10_000;

/** An event loop in numbers: it waits for requests, takes all that have come in one turn, and each answer
 * and each refusal takes its time of a core; so does other work, once a millisecond. */
function buildCore(costs: {
  answerMs: number;
  refusalMs: number;
  /** Other work, in milliseconds a second. */
  besidesMs?: number;
  /** Every so many answers there is a pause: a garbage collection. */
  pause?: { every: number; ms: number };
  /** Every so many milliseconds another program has the core, and the loop does not know. */
  stolen?: { everyMs: number; ms: number };
}) {
  let [nowMs, busyMs, lookAtMs, workAtMs, stolenAtMs, answers] = [0, 0, 100, 1, 50, 0];
  const turnEnds: Array<() => void> = [];
  const admission = createAdmission({
    nowMs: () => nowMs,
    busyMs: () => busyMs,
    atTurnEnd: (callback) => turnEnds.push(callback),
  });
  const work = (ms: number) => {
    nowMs += ms;
    busyMs += ms;
  };
  return {
    admission,
    offer(perSecond: number, seconds: number, waitingMax = MANY) {
      const [startMs, startBusyMs] = [nowMs, busyMs];
      const endMs = nowMs + seconds * 1000;
      let [refused, next, ceilingMin] = [0, startMs, Number.POSITIVE_INFINITY];
      const tookMs: number[] = [];
      while (nowMs < endMs) {
        const wakeMs = Math.min(perSecond === 0 ? endMs : next, lookAtMs, workAtMs);
        nowMs = Math.max(nowMs, wakeMs);
        for (; workAtMs <= nowMs; workAtMs++) work((costs.besidesMs ?? 0) / 1000);
        for (; lookAtMs <= nowMs; lookAtMs += 100) {
          admission.look();
          ceilingMin = Math.min(ceilingMin, admission.ceiling());
        }
        if (costs.stolen !== undefined && nowMs >= stolenAtMs) {
          // Half of it falls into the wait for a request, half into an answer that seems dear.
          nowMs += costs.stolen.ms / 2;
          work(costs.stolen.ms / 2);
          admission.spend("answers", 1, costs.stolen.ms / 2);
          stolenAtMs = nowMs + costs.stolen.everyMs;
        }
        const turnMs = nowMs;
        for (; perSecond > 0 && next <= turnMs; next += 1000 / perSecond) {
          const isAdmitted = admission.admit(waitingMax, nowMs);
          const costMs = isAdmitted ? costs.answerMs : costs.refusalMs;
          work(costMs);
          // A part of the cost, the same for both, lies outside of what can be timed.
          admission.spend(isAdmitted ? "answers" : "refusals", 1, costMs - 0.4 * costs.refusalMs);
          if (!isAdmitted) refused++;
          else {
            tookMs.push(nowMs - next);
            if (costs.pause !== undefined && ++answers % costs.pause.every === 0)
              work(costs.pause.ms);
          }
        }
        for (const end of turnEnds.splice(0)) end();
      }
      const passed = (nowMs - startMs) / 1000;
      const busyShare = (busyMs - startBusyMs) / (nowMs - startMs);
      const tookMsP99 = tookMs.sort((a, b) => a - b)[Math.floor(0.99 * tookMs.length)] ?? 0;
      const [answered, refusedPerSecond] = [tookMs.length / passed, refused / passed];
      const tookMsMax = tookMs.at(-1) ?? 0;
      return { answered, refused: refusedPerSecond, busyShare, tookMsP99, tookMsMax, ceilingMin };
    },
  };
}

const costs = fc.record({
  answerMs: fc.double({ min: 0.05, max: 1, noNaN: true }),
  refusalShare: fc.double({ min: 0.1, max: 0.6, noNaN: true }),
});

test("at twice the ceiling as much is answered as at the ceiling, and as quickly", () => {
  fc.assert(
    fc.property(costs, ({ answerMs, refusalShare }) => {
      const refusalMs = answerMs * refusalShare;
      const core = buildCore({ answerMs, refusalMs });
      const capacity = (1000 * BUSY_TARGET) / (answerMs + refusalMs);
      core.offer(2 * capacity, 10);
      const twice = core.offer(2 * capacity, 10);
      expect(twice.answered).toBeGreaterThan(0.9 * capacity);
      expect(twice.answered).toBeLessThan(1.05 * capacity);
      expect(twice.busyShare).toBeLessThan(BUSY_TARGET + 0.05);
      expect(twice.tookMsP99).toBeLessThan(Math.max(1, 6 * answerMs));
    }),
    { numRuns: 12 },
  );
});

test("in an overload a pause is felt by few: who may have waited long is refused", () => {
  const pause = { every: 2500, ms: 3 };
  const core = buildCore({ answerMs: 0.07, refusalMs: 0.015, pause });
  core.offer(20_000, 10);
  const twice = core.offer(20_000, 10);
  expect(twice.answered).toBeGreaterThan(9000);
  expect(twice.tookMsP99).toBeLessThan(0.6);
});

test("refusals that leave time do not open the door to everybody again", () => {
  const core = buildCore({ answerMs: 0.07, refusalMs: 0.035 });
  core.offer(10_500, 10);
  const above = core.offer(10_500, 10);
  expect(above.busyShare).toBeLessThan(0.7);
  expect(above.answered).toBeLessThan(1.03 * core.admission.ceiling());
  expect(above.answered).toBeGreaterThan(0.95 * core.admission.ceiling());
});

test("many long pauses cost no answers: what was missed is made up for between them", () => {
  const core = buildCore({ answerMs: 0.07, refusalMs: 0.015, pause: { every: 500, ms: 3 } });
  core.offer(16_000, 10);
  const twice = core.offer(16_000, 10);
  expect(twice.answered).toBeGreaterThan(0.95 * core.admission.ceiling());
  expect(twice.tookMsP99).toBeLessThan(0.6);
});

test("an overload that lasts does not seem to end: no answer of a minute is late", () => {
  // Pauses so long that more are refused for being late than for want of room under the ceiling.
  const core = buildCore({ answerMs: 0.07, refusalMs: 0.015, pause: { every: 300, ms: 12 } });
  core.offer(13_000, 5);
  const minute = core.offer(13_000, 60);
  expect(minute.tookMsMax).toBeLessThan(2);
  expect(minute.answered).toBeGreaterThan(4000);
});

test("without an overload a pause makes answers late, but nobody is refused for it", () => {
  const core = buildCore({ answerMs: 0.07, refusalMs: 0.015, pause: { every: 2500, ms: 20 } });
  expect(core.offer(8000, 20).refused).toBe(0);
});

test("a machine that is paused now and then keeps its ceiling, and its answers stay quick", () => {
  const costs = { answerMs: 0.07, refusalMs: 0.015 };
  const calm = buildCore(costs);
  calm.offer(20_000, 10);
  const core = buildCore({ ...costs, stolen: { everyMs: 1500, ms: 120 } });
  core.offer(20_000, 10);
  const twice = core.offer(20_000, 10);
  expect(twice.ceilingMin).toBeGreaterThan(0.95 * calm.admission.ceiling());
  expect(twice.tookMsP99).toBeLessThan(0.6);
  expect(twice.answered).toBeGreaterThan(0.9 * 0.94 * calm.admission.ceiling());
  // And at half the rate nobody is refused for what another program did.
  core.offer(5000, 1);
  expect(core.offer(5000, 20).refused).toBe(0);
});

test("up to the ceiling nothing is refused", () => {
  fc.assert(
    fc.property(costs, ({ answerMs, refusalShare }) => {
      const refusalMs = answerMs * refusalShare;
      const core = buildCore({ answerMs, refusalMs });
      // Refusals are known, as they are after the first overload.
      core.offer((2000 * BUSY_TARGET) / (answerMs + refusalMs), 10);
      core.offer(500, 5);
      const capacity = (1000 * BUSY_TARGET) / (answerMs + refusalMs);
      expect(core.offer(0.95 * capacity, 20).refused).toBe(0);
    }),
    { numRuns: 12 },
  );
});

test("at five times the ceiling answers give way to refusals, but some are still given", () => {
  const core = buildCore({ answerMs: 0.02, refusalMs: 0.006 });
  const capacity = (1000 * BUSY_TARGET) / 0.026;
  core.offer(5 * capacity, 20);
  const flood = core.offer(5 * capacity, 10);
  expect(flood.answered).toBeGreaterThan(0.15 * capacity);
  expect(flood.answered).toBeLessThan(0.5 * capacity);
});

test("answers that become dearer in the midst of an overload lower the ceiling", () => {
  const costs = { answerMs: 0.02, refusalMs: 0.008 };
  const core = buildCore(costs);
  core.offer(60_000, 10);
  const before = core.admission.ceiling();
  costs.answerMs = 0.06;
  core.offer(60_000, 10);
  expect(core.admission.ceiling()).toBeLessThan(0.55 * before);
  expect(core.offer(60_000, 10).busyShare).toBeLessThan(BUSY_TARGET + 0.05);
});

test("a cold start with dear first answers is forgotten within seconds", () => {
  let [nowMs, busyMs] = [0, 0];
  const admission = createAdmission({
    nowMs: () => nowMs,
    busyMs: () => busyMs,
    atTurnEnd() {},
  });
  const pass = (answers: number, ms: number) => {
    admission.spend("answers", answers, answers * ms);
    busyMs += answers * ms;
    nowMs += 100;
    admission.look();
  };
  pass(100, 0.9);
  expect(admission.ceiling()).toBeLessThan(1000);
  for (let n = 0; n < 60; n++) pass(4500, 0.02);
  expect(admission.ceiling()).toBeGreaterThan(25_000);
});

test("a flood that meets a cold start is answered at the full rate once the answers are cheap", () => {
  const costs = { answerMs: 1.5, refusalMs: 0.015 };
  const core = buildCore(costs);
  core.offer(18_000, 2);
  costs.answerMs = 0.07;
  core.offer(18_000, 10);
  expect(core.offer(18_000, 10).answered).toBeGreaterThan(9000);
});

test("while the event loop has time nothing is refused, however dear the few answers seem", () => {
  // The text service keeps the loop busy for two fifths of the time; all of it looks like the reads'.
  const core = buildCore({ answerMs: 0.02, refusalMs: 0.01, besidesMs: 400 });
  expect(core.offer(600, 5).refused).toBe(0);
  expect(core.offer(3000, 5).refused).toBe(0);
});

test("reads are not refused because the loop is full of other work", () => {
  const core = buildCore({ answerMs: 0.07, refusalMs: 0.015, besidesMs: 900 });
  core.offer(1000, 5);
  const reads = core.offer(1000, 5);
  expect(reads.busyShare).toBeGreaterThan(0.95);
  expect(reads.refused).toBe(0);
});

test("a few clients that wait for their answers are never refused, though the core is full", () => {
  const core = buildCore({ answerMs: 0.02, refusalMs: 0.01 });
  core.offer(100_000, 5);
  expect(core.offer(49_000, 5, Math.floor(WAIT_MS / 0.03)).refused).toBe(0);
});

test("without a single read to learn from there is no ceiling", () => {
  const core = buildCore({ answerMs: 0.02, refusalMs: 0.01, besidesMs: 900 });
  core.offer(0, 5);
  expect(core.admission.ceiling()).toBe(Number.POSITIVE_INFINITY);
  expect(core.admission.admit(MANY, 0)).toBe(true);
});

test("after an overload everything is answered again", () => {
  const core = buildCore({ answerMs: 0.02, refusalMs: 0.01 });
  core.offer(80_000, 10);
  core.offer(5000, 1);
  expect(core.offer(5000, 10).refused).toBe(0);
});
