// Fits one of the rewriter's judges: weights of plain marks (AdaGrad with a ridge) and a network of one hidden layer
// over numbers, such as what another network holds of the words around a cut (Adam with dropout), together, in
// small batches. The same examples always give the same weights.
import { mulberry32 } from "../evaluation/seeded-random.ts";
import type { JudgeWeights } from "../src/rewriter/judge/judge-weights.ts";

export type JudgeExample = {
  /** Buckets of its marks. */
  readonly buckets: Uint32Array;
  /** Numbers, those first that may be missing. */
  readonly input: Float32Array;
  readonly isRight: boolean;
  /** How much it counts. */
  readonly weight: number;
};

export type FitOptions = {
  readonly buckets: number;
  /** How many of the inputs may be missing. */
  readonly states: number;
  readonly units?: number;
  readonly rounds?: number;
  readonly batch?: number;
  /** How fast the weights of marks move. */
  readonly markRate?: number;
  readonly seed?: number;
};

const RATE = 2e-3;
const DECAY = 1e-2;
const MARK_DECAY = 3e-4;
const INPUT_DROP = 0.3;
const UNIT_DROP = 0.4;

export function fitJudge(examples: readonly JudgeExample[], options: FitOptions): JudgeWeights {
  const {
    buckets,
    states,
    units = 64,
    rounds = 6,
    seed = 1,
    batch: size = 512,
    markRate = 0.02,
  } = options;
  const random = mulberry32(seed);
  const inputs = examples[0]?.input.length ?? states;
  const { means, spreads } = spreadOf(examples, states, inputs);
  const marks = new Float32Array(buckets);
  const markSquares = new Float64Array(buckets);
  const markSlopes = new Float64Array(buckets);
  const bound = 1 / Math.sqrt(inputs);
  const rows = new Adam(
    Float32Array.from({ length: units * inputs }, () => bound * (2 * random() - 1)),
  );
  const biases = new Adam(new Float32Array(units));
  const outputs = new Adam(
    Float32Array.from({ length: units }, () => (2 * random() - 1) / Math.sqrt(units)),
  );
  const shift = new Adam(Float32Array.of(1.5));
  const order = examples.map((_, i) => i);
  const batches = Math.ceil(examples.length / size);
  const input = new Float32Array(inputs);
  const held = new Float32Array(units);
  for (let step = 0; step < rounds * batches; step++) {
    if (step % batches === 0) shuffle(order, random);
    const first = (step % batches) * size;
    const batch = order.slice(first, first + size);
    for (const index of batch) {
      const example = examples[index] as JudgeExample;
      let sum = shift.values[0] as number;
      for (const bucket of example.buckets) sum += marks[bucket] as number;
      for (let i = 0; i < inputs; i++) {
        const isKept = random() >= INPUT_DROP;
        const value =
          ((example.input[i] as number) - (means[i] as number)) / (spreads[i] as number);
        input[i] = isKept ? value / (1 - INPUT_DROP) : 0;
      }
      for (let unit = 0; unit < units; unit++) {
        let value = biases.values[unit] as number;
        const row = unit * inputs;
        for (let i = 0; i < inputs; i++)
          value += (rows.values[row + i] as number) * (input[i] as number);
        const isKept = random() >= UNIT_DROP;
        held[unit] = value > 0 && isKept ? value / (1 - UNIT_DROP) : 0;
        sum += (held[unit] as number) * (outputs.values[unit] as number);
      }
      const miss = 1 / (1 + Math.exp(-sum)) - (example.isRight ? 1 : 0);
      const slope = (miss * example.weight) / batch.length;
      shift.slopes[0] = (shift.slopes[0] as number) + slope;
      for (const bucket of example.buckets)
        markSlopes[bucket] = (markSlopes[bucket] as number) + slope;
      for (let unit = 0; unit < units; unit++) {
        const value = held[unit] as number;
        if (value === 0) continue;
        const back = (slope * (outputs.values[unit] as number)) / (1 - UNIT_DROP);
        outputs.slopes[unit] = (outputs.slopes[unit] as number) + slope * value;
        biases.slopes[unit] = (biases.slopes[unit] as number) + back;
        const row = unit * inputs;
        for (let i = 0; i < inputs; i++)
          rows.slopes[row + i] = (rows.slopes[row + i] as number) + back * (input[i] as number);
      }
    }
    const left = 1 - step / (rounds * batches);
    rows.step(RATE * left, DECAY);
    biases.step(RATE * left, 0);
    outputs.step(RATE * left, DECAY);
    shift.step(5 * RATE * left, 0);
    for (let i = 0; i < buckets; i++) {
      const slope = (markSlopes[i] as number) + MARK_DECAY * (marks[i] as number);
      if (slope === 0) continue;
      const square = (markSquares[i] as number) + slope * slope;
      markSquares[i] = square;
      marks[i] = (marks[i] as number) - (markRate * left * slope) / (Math.sqrt(square) + 1e-4);
    }
    markSlopes.fill(0);
  }
  // The weights take the states as they come: what was subtracted and divided goes into rows and biases.
  const unscaled = rows.values.map((value, i) => value / (spreads[i % inputs] as number));
  const moved = biases.values.map((bias, unit) => {
    let value = bias;
    for (let i = 0; i < inputs; i++)
      value -= (unscaled[unit * inputs + i] as number) * (means[i] as number);
    return value;
  });
  return {
    shift: shift.values[0] as number,
    marks,
    means: means.slice(0, states),
    units: unscaled,
    biases: moved,
    outputs: outputs.values,
  };
}

/** Mean and spread of each state; the numbers behind them stay as they are, a little louder. */
function spreadOf(
  examples: readonly JudgeExample[],
  states: number,
  inputs: number,
): { means: Float32Array; spreads: Float32Array } {
  const sums = new Float64Array(inputs);
  const squares = new Float64Array(inputs);
  for (const { input } of examples)
    for (let i = 0; i < states; i++) {
      const value = input[i] as number;
      sums[i] = (sums[i] as number) + value;
      squares[i] = (squares[i] as number) + value * value;
    }
  const means = Float32Array.from(sums, (sum) => sum / examples.length);
  const spreads = Float32Array.from(squares, (square, i) => {
    const mean = means[i] as number;
    return i < states
      ? Math.sqrt(Math.max(0, square / examples.length - mean * mean)) + 1e-3
      : 1 / 1.5;
  });
  return { means, spreads };
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [order[i], order[other]] = [order[other] as number, order[i] as number];
  }
}

/** Adam, with decay of the weights themselves. */
class Adam {
  readonly values: Float32Array;
  readonly slopes: Float32Array;
  readonly #means: Float32Array;
  readonly #squares: Float32Array;
  #count = 0;

  constructor(values: Float32Array) {
    this.values = values;
    this.slopes = new Float32Array(values.length);
    this.#means = new Float32Array(values.length);
    this.#squares = new Float32Array(values.length);
  }

  step(rate: number, decay: number): void {
    this.#count++;
    const early = 1 - 0.9 ** this.#count;
    const late = 1 - 0.999 ** this.#count;
    const { values, slopes } = this;
    const means = this.#means;
    const squares = this.#squares;
    for (let i = 0; i < values.length; i++) {
      const slope = slopes[i] as number;
      const mean = 0.9 * (means[i] as number) + 0.1 * slope;
      const square = 0.999 * (squares[i] as number) + 0.001 * slope * slope;
      means[i] = mean;
      squares[i] = square;
      const value = values[i] as number;
      values[i] = value - rate * (mean / early / (Math.sqrt(square / late) + 1e-8) + decay * value);
    }
    slopes.fill(0);
  }
}
