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
/** Weight of the newest look at a busy loop: at ten a second, about half a second is remembered. */
const NEWEST = 0.3;
/** What a refusal is taken to cost of an answer, besides what falls on all, until some were timed. */
const REFUSAL_GUESS = 0.1;

export function createCostMeter(): CostMeter {
  let answers = { count: 0, ms: 0 };
  let refusals = { count: 0, ms: 0 };
  const answer = createAverage();
  const refusal = createAverage();
  const besides = createAverage();
  const refused = createAverage();
  return {
    spend(kind, count, ms) {
      const spent = kind === "answers" ? answers : refusals;
      spent.count += count;
      spent.ms += ms;
    },
    look(passedMs, busyMs) {
      const count = answers.count + refusals.count;
      const justRefusedPerMs = refusals.count / passedMs;
      refused.add(justRefusedPerMs, NEWEST);
      if (count >= SAMPLE_MIN) {
        // What is measured while there is little to do is dearer than under load (caches are cold, and
        // each request wakes the loop for itself), so it counts for less.
        const weight = NEWEST * Math.min(1, busyMs / passedMs) ** 2;
        besides.add(Math.max(0, busyMs - answers.ms - refusals.ms) / count, weight);
        if (answers.count >= KIND_MIN) answer.add(answers.ms / answers.count, weight);
        if (refusals.count >= KIND_MIN) refusal.add(refusals.ms / refusals.count, weight);
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

/** Moves by a share towards each new value; the first one is taken as it is. */
function createAverage() {
  let average: number | null = null;
  return {
    value: () => average,
    add(value: number, weight: number) {
      average = average === null ? value : average + weight * (value - average);
    },
  };
}
