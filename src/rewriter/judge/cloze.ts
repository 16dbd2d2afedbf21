// Reads a gap in a text: from the words around it, how well does each word of the table fit there? A small network
// of our own, taught with the words that stand in such gaps (training/rewriter-cloze.py). It sees six words on
// either side, and twelve as a mean; never the word itself.

export type Cloze = {
  /** What stands around [start, end) of a text says about what may stand there. */
  read(text: string, start: number, end: number): Gap;
};

export type Gap = {
  /** What the network holds of the gap. */
  readonly held: Float32Array;
  /** How well a word or phrase fits, in log-odds against the others; undefined for one the network never met. */
  scoreOf(word: string): number | undefined;
  /** How what is held of the gap speaks for one word against another, part by part. */
  compare(one: string, other: string): Float32Array;
};

/** A matrix in signed bytes, with a scale for each row. */
type Matrix = {
  readonly rows: number;
  readonly columns: number;
  readonly scales: Float32Array;
  readonly bytes: Int8Array;
};

type Network = {
  /** The words it reads and those it scores, each with its row. */
  readonly known: ReadonlyMap<string, number>;
  readonly scored: ReadonlyMap<string, number>;
  readonly embedding: Matrix;
  readonly inner: Matrix;
  readonly innerShift: Float32Array;
  readonly normScale: Float32Array;
  readonly normShift: Float32Array;
  readonly held: Matrix;
  readonly heldShift: Float32Array;
  readonly words: Matrix;
  readonly wordShift: Float32Array;
};

export function readCloze(file: Uint8Array): Cloze {
  const network = readNetwork(file);
  return {
    read(text, start, end) {
      const left = numbersOf(text.slice(Math.max(0, start - REACH), start), network.known);
      const right = numbersOf(text.slice(end, end + REACH), network.known);
      return gapOf(network, stateBetween(network, left.slice(-WIDE), right.slice(0, WIDE)));
    },
  };
}

/**
 * Reads the network. Little-endian: a length (uint32) and the words it reads, the same for those it scores, both one
 * a line, then for each layer its sizes (uint32), the scales of its rows (float32) and its bytes; the layers with
 * their shifts (float32) behind them.
 */
function readNetwork(file: Uint8Array): Network {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = 0;
  const word = (): number => view.getUint32((at += 4) - 4, true);
  const lines = (): string[] => {
    const length = word();
    const text = Buffer.from(file.buffer, file.byteOffset + at, length).toString("utf8");
    at += length;
    return text.split("\n");
  };
  const floats = (count: number): Float32Array =>
    Float32Array.from({ length: count }, () => view.getFloat32((at += 4) - 4, true));
  const matrix = (): Matrix => {
    const [rows, columns] = [word(), word()];
    const scales = floats(rows);
    const bytes = new Int8Array(file.buffer, file.byteOffset + at, rows * columns);
    at += rows * columns;
    return { rows, columns, scales, bytes };
  };
  const known = new Map(lines().map((one, i) => [one, i + RESERVED]));
  const scored = new Map(lines().map((one, i) => [one, i]));
  const embedding = matrix();
  const inner = matrix();
  const [innerShift, normScale, normShift] = [
    floats(inner.rows),
    floats(inner.rows),
    floats(inner.rows),
  ];
  const held = matrix();
  const heldShift = floats(held.rows);
  const words = matrix();
  const wordShift = floats(words.rows);
  if (at !== file.length) throw new Error("cloze: the file has not the length its head says");
  const layers = { embedding, inner, innerShift, normScale, normShift, held, heldShift };
  return { known, scored, ...layers, words, wordShift };
}

/** What the network holds of a gap between two rows of words. */
function stateBetween(
  { embedding, inner, innerShift, normScale, normShift, held, heldShift }: Network,
  left: readonly number[],
  right: readonly number[],
): Float32Array {
  const width = embedding.columns;
  const input = new Float32Array((2 * NEAR + 1) * width);
  const put = (number: number, place: number): void =>
    input.set(rowOf(embedding, number), place * width);
  for (let i = 0; i < NEAR; i++) {
    put(left.at(i - NEAR) ?? NOTHING, i);
    put(right[i] ?? NOTHING, NEAR + i);
  }
  const around = [...left, ...right];
  const mean = 2 * NEAR * width;
  for (const number of around) {
    const row = rowOf(embedding, number);
    for (let i = 0; i < width; i++)
      input[mean + i] = (input[mean + i] as number) + (row[i] as number) / around.length;
  }
  const one = normed(layer(inner, innerShift, input), normScale, normShift);
  return rectified(layer(held, heldShift, rectified(one)));
}

function gapOf({ scored, words, wordShift }: Network, state: Float32Array): Gap {
  return {
    held: state,
    scoreOf(wanted) {
      const number = scored.get(wanted);
      if (number === undefined) return undefined;
      const weights = rowOf(words, number);
      return state.reduce(
        (sum, value, i) => sum + (weights[i] as number) * value,
        wordShift[number] as number,
      );
    },
    compare(one, other) {
      const [first, second] = [scored.get(one), scored.get(other)];
      if (first === undefined || second === undefined) return new Float32Array(state.length);
      const [a, b] = [rowOf(words, first), rowOf(words, second)];
      return state.map((value, i) => value * ((a[i] as number) - (b[i] as number)));
    },
  };
}

/** The words of a stretch as numbers. The half word at its end, if there is one, is as good as an unknown one. */
function numbersOf(stretch: string, known: ReadonlyMap<string, number>): number[] {
  const found = stretch.toLowerCase().replaceAll("’", "'").match(WORDS) ?? [];
  // Which article it is says only how the missing word sounds.
  return found.map((one) => known.get(one === "an" ? "a" : one) ?? strange(one));
}

const WORDS = /[a-z]+(?:'[a-z]+)?|[0-9][0-9.,]*|[,.;:!?()"“”—-]/g;

/** A word the network doesn't know goes by its ending; all numbers are one. */
function strange(word: string): number {
  if (/^[0-9]/.test(word)) return 1;
  let value = 0x811c9dc5;
  for (const letter of word.slice(-3))
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return 2 + (((value ^ (value >>> 15)) >>> 0) % STRANGE);
}

/** One row of a matrix in its own numbers. */
function rowOf({ columns, scales, bytes }: Matrix, row: number): Float32Array {
  const scale = scales[row] as number;
  return Float32Array.from(
    bytes.subarray(row * columns, (row + 1) * columns),
    (byte) => byte * scale,
  );
}

function layer(
  { rows, columns, scales, bytes }: Matrix,
  shift: Float32Array,
  input: Float32Array,
): Float32Array {
  const output = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    // Four sums side by side: a processor adds them at once.
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < columns; i += 4) {
      a += (bytes[from + i] as number) * (input[i] as number);
      b += (bytes[from + i + 1] as number) * (input[i + 1] as number);
      c += (bytes[from + i + 2] as number) * (input[i + 2] as number);
      d += (bytes[from + i + 3] as number) * (input[i + 3] as number);
    }
    output[row] = (shift[row] as number) + (scales[row] as number) * (a + b + (c + d));
  }
  return output;
}

function normed(input: Float32Array, scale: Float32Array, shift: Float32Array): Float32Array {
  const mean = input.reduce((sum, value) => sum + value, 0) / input.length;
  const square = input.reduce((sum, value) => sum + (value - mean) ** 2, 0) / input.length;
  const spread = Math.sqrt(square + 1e-5);
  return input.map(
    (value, i) => ((value - mean) / spread) * (scale[i] as number) + (shift[i] as number),
  );
}

function rectified(input: Float32Array): Float32Array {
  return input.map((value) => (value > 0 ? value : 0));
}

const NOTHING = 0;
const RESERVED = 64;
const STRANGE = 60;
const NEAR = 6;
const WIDE = 12;
// Characters in which twelve words stand, long ones too.
const REACH = 160;
