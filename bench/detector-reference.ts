// A 12-layer encoder 768 wide (the shape of RoBERTa-base) with random weights in 32-bit floating point, for comparing
// cost. Written as fused operators, the fastest form the runtime offers, so that the comparison is fair.

import { mulberry32 } from "../evaluation/seeded-random.ts";
import { type OnnxNode, type OnnxTensor, writeOnnx } from "../testing/onnx-writer.ts";

const LAYERS = 12;
const WIDTH = 768;
const INNER = 3072;
const HEADS = 12;
// Looking an embedding up costs nothing, so a small table stands for the real one of 50,265 rows.
const VOCABULARY = 1000;

/** The model file's bytes, about 340 MB. */
export function buildReferenceEncoder(): Uint8Array {
  const random = mulberry32(1);
  const nodes: OnnxNode[] = [];
  const constants: OnnxTensor[] = [];
  const draw = (name: string, dims: number[], spread: number): string => {
    const values = new Float32Array(dims.reduce((product, dim) => product * dim, 1));
    for (let i = 0; i < values.length; i++) values[i] = spread * (2 * random() - 1);
    constants.push({ name, dims, values });
    return name;
  };
  const linear = (x: string, name: string, from: number, to: number): string => {
    const weights = draw(`${name}.w`, [from, to], 1 / Math.sqrt(from));
    nodes.push({ op: "MatMul", inputs: [x, weights], outputs: [`${name}.product`] });
    const bias = draw(`${name}.b`, [to], 0.01);
    nodes.push({ op: "Add", inputs: [`${name}.product`, bias], outputs: [`${name}.out`] });
    return `${name}.out`;
  };
  const norm = (name: string): string[] => {
    constants.push({ name: `${name}.g`, dims: [WIDTH], values: new Float32Array(WIDTH).fill(1) });
    constants.push({ name: `${name}.z`, dims: [WIDTH], values: new Float32Array(WIDTH) });
    return [`${name}.g`, `${name}.z`];
  };

  draw("embedding", [VOCABULARY, WIDTH], 1);
  nodes.push({ op: "Gather", inputs: ["embedding", "input_ids"], outputs: ["x.0"] });
  for (let layer = 0; layer < LAYERS; layer++) {
    const x = `x.${layer}`;
    const name = (part: string): string => `${part}.${layer}`;
    const parts = ["q", "k", "v"].map((part) => linear(x, name(part), WIDTH, WIDTH));
    nodes.push({
      op: "MultiHeadAttention",
      domain: "com.microsoft",
      inputs: parts,
      outputs: [name("mixed")],
      attributes: { num_heads: HEADS },
    });
    const projected = linear(name("mixed"), name("project"), WIDTH, WIDTH);
    skipNorm(projected, x, norm(name("n1")), name("y"));
    const wide = linear(name("y"), name("widen"), WIDTH, INNER);
    nodes.push({ op: "Gelu", domain: "com.microsoft", inputs: [wide], outputs: [name("gelu")] });
    const narrow = linear(name("gelu"), name("narrow"), INNER, WIDTH);
    skipNorm(narrow, name("y"), norm(name("n2")), `x.${layer + 1}`);
  }
  function skipNorm(x: string, skip: string, weights: string[], output: string): void {
    nodes.push({
      op: "SkipLayerNormalization",
      domain: "com.microsoft",
      inputs: [x, skip, ...weights],
      outputs: [output],
      attributes: { epsilon: { float: 1e-5 } },
    });
  }
  nodes.push({
    op: "ReduceMean",
    inputs: [`x.${LAYERS}`],
    outputs: ["pooled"],
    attributes: { axes: [1, 2], keepdims: 0 },
  });
  return writeOnnx({
    opset: 17,
    nodes,
    constants,
    inputs: [{ name: "input_ids", type: "int64", shape: ["batch", "length"] }],
    outputs: [{ name: "pooled", type: "float", shape: ["batch"] }],
  });
}
