// Writes small ONNX graphs, for tests and measurements: just enough of the protocol buffer format to
// describe nodes, constants, inputs and outputs. Nothing at run time needs it.

export type OnnxTensor = { name: string; dims: number[]; values: Float32Array | BigInt64Array };
export type OnnxNode = {
  op: string;
  inputs: string[];
  outputs: string[];
  attributes?: Record<string, number | number[] | { float: number }>;
  domain?: string;
};
export type OnnxPort = { name: string; type: "int64" | "float"; shape: string[] };

/** The bytes of a model file. */
export function writeOnnx(graph: {
  nodes: OnnxNode[];
  constants: OnnxTensor[];
  inputs: OnnxPort[];
  outputs: OnnxPort[];
  opset: number;
}): Uint8Array {
  const body = message([
    ...graph.nodes.map((node) => field(1, nodeProto(node))),
    field(2, text("graph")),
    ...graph.constants.map((tensor) => field(5, tensorProto(tensor))),
    ...graph.inputs.map((port) => field(11, portProto(port))),
    ...graph.outputs.map((port) => field(12, portProto(port))),
  ]);
  return message([
    integer(1, 8),
    field(7, body),
    field(8, message([field(1, text("")), integer(2, graph.opset)])),
    field(8, message([field(1, text("com.microsoft")), integer(2, 1)])),
  ]);
}

const ELEMENT = { float: 1, int64: 7 } as const;

function nodeProto(node: OnnxNode): Uint8Array {
  return message([
    ...node.inputs.map((name) => field(1, text(name))),
    ...node.outputs.map((name) => field(2, text(name))),
    field(4, text(node.op)),
    ...Object.entries(node.attributes ?? {}).map(([name, value]) =>
      field(5, attributeProto(name, value)),
    ),
    field(7, text(node.domain ?? "")),
  ]);
}

function attributeProto(name: string, value: number | number[] | { float: number }): Uint8Array {
  if (typeof value === "number") {
    return message([field(1, text(name)), integer(3, value), integer(20, 2)]);
  }
  if (Array.isArray(value)) {
    return message([
      field(1, text(name)),
      ...value.map((item) => integer(8, item)),
      integer(20, 7),
    ]);
  }
  const bytes = new Uint8Array(new Float32Array([value.float]).buffer);
  return message([field(1, text(name)), key(2, 5), bytes, integer(20, 1)]);
}

function tensorProto(tensor: OnnxTensor): Uint8Array {
  const { buffer, byteOffset, byteLength } = tensor.values;
  return message([
    ...tensor.dims.map((dim) => integer(1, dim)),
    integer(2, tensor.values instanceof Float32Array ? ELEMENT.float : ELEMENT.int64),
    field(8, text(tensor.name)),
    field(9, new Uint8Array(buffer, byteOffset, byteLength)),
  ]);
}

function portProto(port: OnnxPort): Uint8Array {
  const shape = message(port.shape.map((dim) => field(1, message([field(2, text(dim))]))));
  const tensor = message([integer(1, ELEMENT[port.type]), field(2, shape)]);
  return message([field(1, text(port.name)), field(2, message([field(1, tensor)]))]);
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

function message(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function field(number: number, body: Uint8Array): Uint8Array {
  return message([key(number, 2), varint(body.length), body]);
}

function integer(number: number, value: number): Uint8Array {
  return message([key(number, 0), varint(value)]);
}

function key(number: number, wire: number): Uint8Array {
  return varint((number << 3) | wire);
}

/** Seven bits a byte, lowest first; negative numbers as 64-bit two's complement. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}
