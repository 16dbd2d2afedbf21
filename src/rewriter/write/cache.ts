// Keys and values of the tokens a language model has read, for a batch of rows. A row is a prompt and what has been
// written after it; rows differ in length, and positions past a row's length hold nothing.
//
// Memory is laid out as the graph takes it, [rows, heads, capacity, head size] for each layer, so a step passes it
// on without a copy, and rows that have ended are dropped by moving the last row into their place.

export type CacheShape = {
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
};

export class Cache {
  readonly shape: CacheShape;
  readonly capacity: number;
  /** How many tokens each row holds. */
  readonly lengths: number[] = [];
  readonly #layers: { keys: Float32Array; values: Float32Array }[];
  readonly #rowsMax: number;

  constructor(shape: CacheShape, rowsMax: number, capacity: number) {
    this.shape = shape;
    this.capacity = capacity;
    this.#rowsMax = rowsMax;
    const size = rowsMax * this.#rowSize;
    this.#layers = Array.from({ length: shape.layers }, () => ({
      keys: new Float32Array(size),
      values: new Float32Array(size),
    }));
  }

  get #rowSize(): number {
    return this.shape.heads * this.capacity * this.shape.headSize;
  }

  /** What the rows in use hold in a layer. */
  layer(index: number): { keys: Float32Array; values: Float32Array } {
    const layer = this.#layers[index];
    if (layer === undefined) throw new RangeError(`cache: no layer ${index}`);
    const end = this.lengths.length * this.#rowSize;
    return { keys: layer.keys.subarray(0, end), values: layer.values.subarray(0, end) };
  }

  /** Opens an empty row. */
  add(): void {
    if (this.lengths.length === this.#rowsMax) throw new RangeError("cache: no row is free");
    this.lengths.push(0);
  }

  /** Opens a row that continues from the first `length` tokens of another. */
  fork(row: number, length = this.lengths[row] ?? 0): void {
    this.add();
    this.#copyRow(row, this.lengths.length - 1);
    this.lengths[this.lengths.length - 1] = length;
  }

  /** Forgets what a row holds past its first tokens. */
  truncate(row: number, length: number): void {
    this.lengths[row] = Math.min(this.lengths[row] ?? 0, length);
  }

  /** Drops a row; the last one takes its number. */
  remove(row: number): void {
    const last = this.lengths.length - 1;
    if (row !== last) {
      this.#copyRow(last, row);
      this.lengths[row] = this.lengths[last] ?? 0;
    }
    this.lengths.pop();
  }

  /** Appends a layer's new keys and values, [rows, heads, tokens, head size], of which a row uses `counts[row]`. */
  append(index: number, keys: Float32Array, values: Float32Array, counts: readonly number[]): void {
    const { heads, headSize } = this.shape;
    const layer = this.layer(index);
    const tokens = keys.length / (this.lengths.length * heads * headSize);
    for (const [row, count] of counts.entries()) {
      const at = this.lengths[row] ?? 0;
      if (at + count > this.capacity) throw new RangeError("cache: a row is full");
      for (let head = 0; head < heads; head++) {
        const from = (row * heads + head) * tokens * headSize;
        const to = ((row * heads + head) * this.capacity + at) * headSize;
        layer.keys.set(keys.subarray(from, from + count * headSize), to);
        layer.values.set(values.subarray(from, from + count * headSize), to);
      }
    }
  }

  /** Called once all layers have been appended to. */
  advance(counts: readonly number[]): void {
    for (const [row, count] of counts.entries()) {
      this.lengths[row] = (this.lengths[row] ?? 0) + count;
    }
  }

  #copyRow(from: number, to: number): void {
    const size = this.#rowSize;
    for (const { keys, values } of this.#layers) {
      keys.copyWithin(to * size, from * size, (from + 1) * size);
      values.copyWithin(to * size, from * size, (from + 1) * size);
    }
  }
}
