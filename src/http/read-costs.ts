// Learns what an answer and a refusal of the directory cost of the event loop's time. The part that can be
// timed is timed for each kind; the rest (waiting for the network, reading, tidying memory) is what the
// event loop was busy with besides, and falls on all alike.
export type Costs = {
  answerMs: number;
  refusalMs: number;
  /** Refusals a millisecond, lately and since the last look. */
  refusedPerMs: number;
  justRefusedPerMs: number;
};

export type CostMeter = {
  spend(kind: "answers" | "refusals", count: number, ms: number): void;
  /** What reads cost, after so much time of which the event loop was busy so much; null as long as
   * there were too few to tell. */
  look(passedMs: number, busyMs: number): Costs | null;
};

/** Fewer reads between two looks say nothing about their cost. */
const SAMPLE_MIN = 50;
/** For the time of one kind fewer are enough; if many were wanted, a ceiling that is too low would leave too
 * few answers ever to be corrected. */
const KIND_MIN = 5;
/** So many looks at a busy loop are remembered. A look in which the whole machine was paused is one of those
 * left out: of all that are remembered the middle half counts. */
const LOOKS = 16;
/** A look at a loop that was busy for less than this share of the time is taken only when so many of them
 * came in a row. What is measured while there is little to do is dearer than under load: caches are cold, and
 * each request wakes the loop for itself. */
const BUSY_ENOUGH = 0.4;
const QUIET_LOOKS = 20;
/** What a refusal is taken to cost of an answer, besides what falls on all, until some were timed. */
const REFUSAL_GUESS = 0.1;

export function createCostMeter(): CostMeter {
  let answers = { count: 0, ms: 0 };
  let refusals = { count: 0, ms: 0 };
  const answer = createMiddle();
  const refusal = createMiddle();
  const besides = createMiddle();
  const refused = createMiddle();
  return {
    spend(kind, count, ms) {
      const spent = kind === "answers" ? answers : refusals;
      spent.count += count;
      spent.ms += ms;
    },
    look(passedMs, busyMs) {
      const count = answers.count + refusals.count;
      const justRefusedPerMs = refusals.count / passedMs;
      refused.add(justRefusedPerMs, true);
      if (count >= SAMPLE_MIN) {
        const isBusy = busyMs >= BUSY_ENOUGH * passedMs;
        besides.add(Math.max(0, busyMs - answers.ms - refusals.ms) / count, isBusy);
        if (answers.count >= KIND_MIN) answer.add(answers.ms / answers.count, isBusy);
        if (refusals.count >= KIND_MIN) refusal.add(refusals.ms / refusals.count, isBusy);
      }
      answers = { count: 0, ms: 0 };
      refusals = { count: 0, ms: 0 };
      const [answerMs, measuredMs] = [answer.value(), besides.value()];
      if (answerMs === null || measuredMs === null) return null;
      // More than the answer itself is not the reads' doing: the loop has other work, or another program
      // has the core. Reads are not to be refused for that.
      const besidesMs = Math.min(measuredMs, answerMs);
      return {
        answerMs: answerMs + besidesMs,
        refusalMs: (refusal.value() ?? REFUSAL_GUESS * answerMs) + besidesMs,
        refusedPerMs: refused.value() ?? 0,
        justRefusedPerMs,
      };
    },
  };
}

/** The mean of the middle half of the last values; those of a busy loop drive out the others. */
function createMiddle() {
  let values: number[] = [];
  let areBusy = false;
  let quiet = 0;
  let middle: number | null = null;
  return {
    value: () => middle,
    add(value: number, isBusy: boolean) {
      quiet = isBusy ? 0 : quiet + 1;
      if (areBusy && !isBusy && quiet < QUIET_LOOKS) return;
      if (isBusy !== areBusy) values = [];
      areBusy = isBusy;
      values.push(value);
      if (values.length > LOOKS) values.shift();
      const cut = Math.floor(values.length / 4);
      const kept = values.toSorted((a, b) => a - b).slice(cut, values.length - cut);
      middle = kept.reduce((sum, each) => sum + each, 0) / kept.length;
    },
  };
}
