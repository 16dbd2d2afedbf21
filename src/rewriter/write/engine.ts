// Runs a decoder-only language model. It takes and gives token ids and knows nothing of text; the graph is the one
// that training/rewriter/export.py writes.
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { loadRuntime } from "../../inference/inference.ts";
import { Cache, type CacheShape } from "./cache.ts";

export type Engine = {
  readonly vocabulary: number;
  /** Room for so many rows of so many tokens, prompt and answer together. */
  openCache(rows: number, tokens: number): Cache;
  /**
   * Reads each row's next tokens, at least one, and gives the logits after its last one, or after every one.
   * The same call reads a prompt, takes one step of an answer, or scores a whole answer.
   */
  read(
    cache: Cache,
    tokens: readonly (readonly number[])[],
    after?: "last" | "all",
  ): Promise<Logits>;
  release(): Promise<void>;
};

/** Logits, one vector of the vocabulary's size after another. */
export class Logits {
  readonly #data: Float32Array;
  readonly #vocabulary: number;
  readonly #starts: readonly number[];

  constructor(data: Float32Array, vocabulary: number, starts: readonly number[]) {
    this.#data = data;
    this.#vocabulary = vocabulary;
    this.#starts = starts;
  }

  /** The logits of a row; of its `at`-th new token where all were asked for. */
  of(row: number, at = 0): Float32Array {
    const index = (this.#starts[row] ?? 0) + at;
    return this.#data.subarray(index * this.#vocabulary, (index + 1) * this.#vocabulary);
  }
}

export async function openEngine(file: string, threads = 1): Promise<Engine> {
  const { InferenceSession: Session, Tensor } = await loadRuntime();
  const session = await Session.create(file, { ...OPTIONS, intraOpNumThreads: threads });
  const { shape, vocabulary } = readShape(session);
  const names = Array.from({ length: shape.layers }, (_, layer) => layerNames(layer));

  async function read(
    cache: Cache,
    tokens: readonly (readonly number[])[],
    after: "last" | "all" = "last",
  ): Promise<Logits> {
    const counts = tokens.map((row) => row.length);
    const rows = counts.length;
    if (rows !== cache.lengths.length || counts.some((count) => count === 0))
      throw new RangeError("engine: every row of the cache reads at least one token");
    const longest = Math.max(...counts);
    const { capacity } = cache;
    const { ids, positions } = placeTokens(cache, tokens, longest);
    const { wanted, starts } = chooseLogits(counts, longest, after);
    const mask = maskOf(cache.lengths, capacity, longest);
    const feeds: Record<string, Tensor> = {
      ids: new Tensor("int64", ids, [rows, longest]),
      positions: new Tensor("int64", positions, [rows, longest]),
      mask: new Tensor("float32", mask, [rows, longest, capacity + longest]),
      lengths: new Tensor("int64", BigInt64Array.of(BigInt(capacity), BigInt(longest)), [2]),
      wanted: new Tensor("int64", wanted, [wanted.length]),
    };
    const dims = [rows, shape.heads, capacity, shape.headSize];
    for (const [layer, name] of names.entries()) {
      const { keys, values } = cache.layer(layer);
      feeds[name.keys] = new Tensor("float32", keys, dims);
      feeds[name.values] = new Tensor("float32", values, dims);
    }
    const found = await session.run(feeds);
    for (const [layer, name] of names.entries()) {
      cache.append(layer, floats(found[name.newKeys]), floats(found[name.newValues]), counts);
    }
    cache.advance(counts);
    return new Logits(floats(found["logits"]), vocabulary, starts);
  }

  return {
    vocabulary,
    openCache: (rows, tokens) => new Cache(shape, rows, tokens),
    read,
    release: () => session.release(),
  };
}

const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ["cpu"],
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  // Lengths differ from step to step, so a memory plan for one shape would never be reused.
  enableMemPattern: false,
  logSeverityLevel: 3,
};

/** Low enough that its share of a softmax is exactly zero. */
const HIDDEN = -1e9;

function placeTokens(cache: Cache, tokens: readonly (readonly number[])[], longest: number) {
  const ids = new BigInt64Array(tokens.length * longest);
  const positions = new BigInt64Array(tokens.length * longest);
  for (const [row, own] of tokens.entries()) {
    const start = cache.lengths[row] ?? 0;
    for (let at = 0; at < longest; at++) {
      ids[row * longest + at] = BigInt(own[at] ?? 0);
      // Padding stands at the row's last position, so that no position lies outside the table of angles.
      positions[row * longest + at] = BigInt(start + Math.min(at, own.length - 1));
    }
  }
  return { ids, positions };
}

function chooseLogits(counts: readonly number[], longest: number, after: "last" | "all") {
  const wanted: bigint[] = [];
  const starts: number[] = [];
  for (const [row, count] of counts.entries()) {
    starts.push(wanted.length);
    const first = after === "all" ? 0 : count - 1;
    for (let at = first; at < count; at++) wanted.push(BigInt(row * longest + at));
  }
  return { wanted: BigInt64Array.from(wanted), starts };
}

/** A token sees what its row has read before, and the new tokens up to itself. */
function maskOf(lengths: readonly number[], capacity: number, longest: number): Float32Array {
  const width = capacity + longest;
  const mask = new Float32Array(lengths.length * longest * width).fill(HIDDEN);
  for (const [row, length] of lengths.entries()) {
    for (let at = 0; at < longest; at++) {
      const line = (row * longest + at) * width;
      mask.fill(0, line, line + length);
      mask.fill(0, line + capacity, line + capacity + at + 1);
    }
  }
  return mask;
}

function layerNames(layer: number) {
  return {
    keys: `keys_${layer}`,
    values: `values_${layer}`,
    newKeys: `new_keys_${layer}`,
    newValues: `new_values_${layer}`,
  };
}

function readShape(session: InferenceSession): { shape: CacheShape; vocabulary: number } {
  const layers = session.inputNames.filter((name) => name.startsWith("keys_")).length;
  const dims = (list: readonly InferenceSession.ValueMetadata[], name: string) => {
    const found = list.find((value) => value.name === name);
    if (found === undefined || !found.isTensor)
      throw new Error(`engine: the model file has no "${name}"`);
    return found.shape.map(Number);
  };
  const [, heads = 0, , headSize = 0] = dims(session.inputMetadata, "keys_0");
  const vocabulary = dims(session.outputMetadata, "logits")[1] ?? 0;
  return { shape: { layers, heads, headSize }, vocabulary };
}

function floats(tensor: Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error("engine: an output is missing");
  return tensor.data;
}
