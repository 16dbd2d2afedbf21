// From prompts to answers: greedy or sampled, several rows at a time, with what the model thinks of each answer.
import type { Engine } from "./engine.ts";

export type Answer = {
  /** Without the token that ends it; none when the model would leave the source alone. */
  readonly ids: readonly number[];
  readonly kept: boolean;
  /** False when the answer was cut off at its longest length. */
  readonly complete: boolean;
  /** Mean log-likelihood of the answer's tokens. */
  readonly likelihood: number;
  /** Log-odds that the answer says the same as the source, in the model's own judgement. */
  readonly judgement: number;
};

export type Marks = {
  readonly end: number;
  readonly keep: number;
  readonly judge: number;
  readonly yes: number;
  readonly no: number;
};

export type DecodeOptions = {
  /** Longest answer of each prompt, in tokens. */
  readonly lengthMax: readonly number[];
  /** Chooses the next token; the likeliest unless said otherwise. */
  readonly choose?: (logits: Float32Array) => number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of a prompt as soon as its answer is finished. */
  readonly onAnswer?: (prompt: number, answer: Answer) => void;
};

/**
 * Answers prompts side by side. A row whose answer ends reads one token more, for the model's judgement of it, and
 * leaves the batch, so that the others run faster.
 */
export async function decode(
  engine: Engine,
  marks: Marks,
  prompts: readonly (readonly number[])[],
  { lengthMax, choose = likeliest, signal, onAnswer }: DecodeOptions,
): Promise<Answer[]> {
  const tokens = Math.max(...prompts.map((prompt, i) => prompt.length + (lengthMax[i] ?? 0)));
  // The end of the answer and the question for judgement are read as well.
  const cache = engine.openCache(prompts.length, tokens + 2);
  for (const _ of prompts) cache.add();
  const rows = prompts.map((_, i) => new Row(i, lengthMax[i] ?? 0));
  const answers: Answer[] = [];
  let logits = await engine.read(cache, prompts);
  for (;;) {
    signal?.throwIfAborted();
    const steps = rows.map((row, index) => row.step(logits.of(index), marks, choose));
    for (let index = rows.length - 1; index >= 0; index--) {
      const row = rows[index];
      if (row?.answer === undefined) continue;
      answers[row.prompt] = row.answer;
      onAnswer?.(row.prompt, row.answer);
      cache.remove(index);
      moveLastTo(rows, index);
      moveLastTo(steps, index);
    }
    if (rows.length === 0) return answers;
    logits = await engine.read(cache, steps);
  }
}

/** An answer being written. */
class Row {
  readonly prompt: number;
  readonly #lengthMax: number;
  readonly #ids: number[] = [];
  #sum = 0;
  #chosen = 0;
  #isWritten = false;
  answer: Answer | undefined;

  constructor(prompt: number, lengthMax: number) {
    this.prompt = prompt;
    this.#lengthMax = lengthMax;
  }

  /** Takes in the logits of the next token; gives the tokens to read next. */
  step(logits: Float32Array, marks: Marks, choose: (logits: Float32Array) => number): number[] {
    if (this.#isWritten) {
      const judgement = (logits[marks.yes] ?? 0) - (logits[marks.no] ?? 0);
      this.#finish({ kept: false, complete: true, judgement });
      return [];
    }
    const token = choose(logits);
    this.#sum += logProbability(logits, token);
    this.#chosen += 1;
    if (token === marks.keep) {
      // Inside an answer the token makes no sense, and neither does the answer.
      const kept = this.#ids.length === 0;
      this.#finish({ kept, complete: kept, judgement: 0 });
      return [];
    }
    if (token === marks.end) {
      this.#isWritten = true;
      return [marks.end, marks.judge];
    }
    this.#ids.push(token);
    if (this.#ids.length < this.#lengthMax) return [token];
    this.#finish({ kept: false, complete: false, judgement: 0 });
    return [];
  }

  #finish(how: Pick<Answer, "kept" | "complete" | "judgement">): void {
    this.answer = { ids: this.#ids, likelihood: this.#sum / this.#chosen, ...how };
  }
}

function likeliest(logits: Float32Array): number {
  let best = 0;
  for (let id = 1; id < logits.length; id++) {
    if ((logits[id] ?? 0) > (logits[best] ?? 0)) best = id;
  }
  return best;
}

/** Draws from the likeliest tokens that together hold `topP` of the probability. */
export function sampler(
  random: () => number,
  { temperature, topP }: { temperature: number; topP: number },
): (logits: Float32Array) => number {
  return (logits) => {
    const best = logits[likeliest(logits)] ?? 0;
    // What is e⁻¹² times less likely than the best can't matter: it would leave a whole vocabulary to sort.
    const drawn: { id: number; weight: number }[] = [];
    let total = 0;
    for (const [id, logit] of logits.entries()) {
      const distance = (logit - best) / temperature;
      if (distance < -12) continue;
      const weight = Math.exp(distance);
      total += weight;
      drawn.push({ id, weight });
    }
    drawn.sort((a, b) => b.weight - a.weight || a.id - b.id);
    let size = 0;
    let within = 0;
    while (size < drawn.length && within < topP * total) within += drawn[size++]?.weight ?? 0;
    let at = random() * within;
    for (const { id, weight } of drawn.slice(0, size)) {
      at -= weight;
      if (at < 0) return id;
    }
    return drawn[0]?.id ?? 0;
  };
}

export function logProbability(logits: Float32Array, token: number): number {
  let max = Number.NEGATIVE_INFINITY;
  for (const logit of logits) if (logit > max) max = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - max);
  return (logits[token] ?? 0) - max - Math.log(sum);
}

/** Removes an item the way Cache.remove does. */
function moveLastTo<T>(items: T[], index: number): void {
  const last = items.pop();
  if (last !== undefined && index < items.length) items[index] = last;
}
