// What the judge is made of: a weight for each of many plain marks, and a small network of one hidden layer over
// numbers. Both members are summed (training/editor/judge.py fits them).

export type JudgeWeights = {
  readonly shift: number;
  /** A weight for each bucket of marks. */
  readonly marks: Float32Array;
  /** One row of inputs for each unit. */
  readonly units: Float32Array;
  readonly biases: Float32Array;
  readonly outputs: Float32Array;
};

/**
 * Little-endian: how many buckets and units (uint32), the scale of the marks and the shift (float32), a signed byte
 * for each bucket, then units, biases and outputs as float32.
 */
export function readJudgeWeights(file: Uint8Array, inputs: number): JudgeWeights {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [buckets, units] = [view.getUint32(0, true), view.getUint32(4, true)];
  const floats = units * inputs + 2 * units;
  if (
    buckets === 0 ||
    (buckets & (buckets - 1)) !== 0 ||
    file.length !== HEADER + buckets + 4 * floats
  )
    throw new Error("judge: the file has not the length its head says");
  const scale = view.getFloat32(8, true);
  const bytes = new Int8Array(file.buffer, file.byteOffset + HEADER, buckets);
  let at = HEADER + buckets;
  const take = (count: number): Float32Array =>
    Float32Array.from({ length: count }, () => view.getFloat32((at += 4) - 4, true));
  return {
    shift: view.getFloat32(12, true),
    marks: Float32Array.from(bytes, (byte) => byte * scale),
    units: take(units * inputs),
    biases: take(units),
    outputs: take(units),
  };
}

export function writeJudgeWeights({
  shift,
  marks,
  units,
  biases,
  outputs,
}: JudgeWeights): Uint8Array {
  const scale = marks.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127;
  const floats = [units, biases, outputs];
  const count = floats.reduce((sum, { length }) => sum + length, 0);
  const file = new Uint8Array(HEADER + marks.length + 4 * count);
  const view = new DataView(file.buffer);
  view.setUint32(0, marks.length, true);
  view.setUint32(4, biases.length, true);
  view.setFloat32(8, scale, true);
  view.setFloat32(12, shift, true);
  marks.forEach((weight, i) => view.setInt8(HEADER + i, Math.round(weight / scale)));
  let at = HEADER + marks.length;
  for (const row of floats)
    for (const value of row) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  return file;
}

const HEADER = 16;

/** How likely something is right, from 0 to 1, by its marks and its numbers. */
export function judgeBy(
  { shift, marks, units, biases, outputs }: JudgeWeights,
  features: readonly string[],
  input: Float32Array,
): number {
  let sum = shift;
  for (const bucket of bucketsOf(features, marks.length)) sum += marks[bucket] ?? 0;
  for (let unit = 0; unit < biases.length; unit++) {
    let held = biases[unit] ?? 0;
    const row = unit * input.length;
    for (let i = 0; i < input.length; i++) held += (units[row + i] ?? 0) * (input[i] ?? 0);
    if (held > 0) sum += held * (outputs[unit] ?? 0);
  }
  return 1 / (1 + Math.exp(-sum));
}

/** The buckets of marks, each once; their number is a power of two. */
export function bucketsOf(features: readonly string[], buckets: number): Set<number> {
  return new Set(features.map((feature) => hash(feature) & (buckets - 1)));
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return value ^ (value >>> 12);
}
