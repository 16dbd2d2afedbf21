// Reads a sentence that was cut in two, the way a copy editor reads a proof: are both parts sentences, and do
// they still say what the one said? Two voices are summed: plain marks of the cut, each with a weight
// (cut-features.ts), and a small network over what the model of joints holds of the words around it. Both were
// taught with cuts that were read and judged one by one (training/rewriter-cuts.ts).
import { cutFeatures, cutKind, type ReadCut } from "./cut-features.ts";

export type CutJudge = {
  /** How likely the cut may stand, from 0 to 1. */
  judge(cut: ReadCut): number;
};

/** What is taught: `marks` has a weight for each bucket; the network has one row of `inputs` for each unit. */
export type CutWeights = {
  readonly shift: number;
  readonly marks: Float32Array;
  /** The states' means, which stand for states that are not there. */
  readonly means: Float32Array;
  readonly units: Float32Array;
  readonly biases: Float32Array;
  readonly outputs: Float32Array;
};

/**
 * Little-endian: the numbers of buckets, states and units (uint32), the scale of the marks and the shift
 * (float32), a signed byte for each bucket, then means, units, biases and outputs as float32.
 */
export function readCutJudge(file: Uint8Array): CutJudge {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [buckets, states, units] = [0, 4, 8].map((at) => view.getUint32(at, true)) as Sizes;
  const inputs = states + KIND_LENGTH;
  const floats = states + units * inputs + 2 * units;
  if (
    buckets === 0 ||
    (buckets & (buckets - 1)) !== 0 ||
    file.length !== HEADER + buckets + 4 * floats
  )
    throw new Error("cut judge: the file has not the length its head says");
  const scale = view.getFloat32(12, true);
  const bytes = new Int8Array(file.buffer, file.byteOffset + HEADER, buckets);
  let at = HEADER + buckets;
  const take = (count: number): Float32Array =>
    Float32Array.from({ length: count }, () => view.getFloat32((at += 4) - 4, true));
  return judgeWith({
    shift: view.getFloat32(16, true),
    marks: Float32Array.from(bytes, (byte) => byte * scale),
    means: take(states),
    units: take(units * inputs),
    biases: take(units),
    outputs: take(units),
  });
}

export function writeCutJudge({
  shift,
  marks,
  means,
  units,
  biases,
  outputs,
}: CutWeights): Uint8Array {
  const scale = marks.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127;
  const floats = [means, units, biases, outputs];
  const count = floats.reduce((sum, { length }) => sum + length, 0);
  const file = new Uint8Array(HEADER + marks.length + 4 * count);
  const view = new DataView(file.buffer);
  [marks.length, means.length, biases.length].forEach((size, i) =>
    view.setUint32(4 * i, size, true),
  );
  view.setFloat32(12, scale, true);
  view.setFloat32(16, shift, true);
  marks.forEach((weight, i) => view.setInt8(HEADER + i, Math.round(weight / scale)));
  let at = HEADER + marks.length;
  for (const row of floats)
    for (const value of row) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  return file;
}

type Sizes = [number, number, number];

const HEADER = 20;

export function judgeWith(weights: CutWeights): CutJudge {
  const { shift, marks, means, units, biases, outputs } = weights;
  return {
    judge(cut) {
      let sum = shift;
      for (const bucket of bucketsOf(cut, marks.length)) sum += marks[bucket] ?? 0;
      const input = inputOf(cut, means);
      for (let unit = 0; unit < biases.length; unit++) {
        let held = biases[unit] ?? 0;
        const row = unit * input.length;
        for (let i = 0; i < input.length; i++) held += (units[row + i] ?? 0) * (input[i] ?? 0);
        if (held > 0) sum += held * (outputs[unit] ?? 0);
      }
      return 1 / (1 + Math.exp(-sum));
    },
  };
}

/** What the network is given: the states, and how the cut is made. */
export function inputOf(cut: ReadCut, means: Float32Array): Float32Array {
  const input = new Float32Array(means.length + KIND_LENGTH);
  if (cut.states === undefined) input.set(means);
  else cut.states.forEach((state, i) => input.set(state, i * state.length));
  input.set(cutKind(cut), means.length);
  return input;
}

/** How many numbers `cutKind` gives. */
export const KIND_LENGTH = 49;

/** The buckets of a cut's marks, each once. */
export function bucketsOf(cut: ReadCut, buckets: number): Set<number> {
  return new Set(cutFeatures(cut).map((feature) => hash(feature) & (buckets - 1)));
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return value ^ (value >>> 12);
}
