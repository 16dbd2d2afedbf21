// Reads a sentence that was cut in two, the way a copy editor reads a proof: are both parts sentences, and do
// they still say what the one said? A logistic model over the marks of cut-features.ts, taught with cuts that
// were read and judged one by one (training/rewriter-cuts.ts). It judges cuts of rules and model alike.
import { cutFeatures, type ReadCut } from "./cut-features.ts";

export type CutJudge = {
  /** How likely the cut may stand, from 0 to 1. */
  judge(cut: ReadCut): number;
};

/** Scale and shift (float32, little-endian), then one signed byte for each of 2^n buckets. */
export function readCutJudge(file: Uint8Array): CutJudge {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const weights = new Int8Array(file.buffer, file.byteOffset + HEADER, file.byteLength - HEADER);
  if (weights.length === 0 || (weights.length & (weights.length - 1)) !== 0)
    throw new Error("cut judge: the number of weights is not a power of two");
  const scale = view.getFloat32(0, true);
  const shift = view.getFloat32(4, true);
  return {
    judge(cut) {
      let sum = 0;
      for (const bucket of bucketsOf(cut, weights.length)) sum += weights[bucket] ?? 0;
      return 1 / (1 + Math.exp(-(sum * scale + shift)));
    },
  };
}

const HEADER = 8;

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
