"""Trained weights → models/rewriter: an ONNX graph with 8-bit weights, one scale for each 64 of them.

    python3 export.py LM.npz TOKENIZER.json OUT

One graph serves the prompt and every later step. It takes the tokens of B rows, the cache of what came before and a
mask, and gives the logits of each row's last token and the keys and values of the new tokens, which the caller
appends to the cache: the graph never copies the cache itself.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from network import Shape, read_arrays

BLOCK = 64
FILE_BYTES_MAX = 90_000_000
MICROSOFT = "com.microsoft"


class Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []
        self.count = 0

    def constant(self, name: str, value: np.ndarray) -> str:
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, op: str, inputs: list[str], outputs: int | list[str] = 1, domain: str = "", **attributes) -> list[str]:
        names = outputs if isinstance(outputs, list) else [f"{op.lower()}_{self.count}_{i}" for i in range(outputs)]
        self.count += 1
        self.nodes.append(helper.make_node(op, inputs, names, domain=domain, **attributes))
        return names

    def one(self, op: str, *inputs: str, domain: str = "", **attributes) -> str:
        return self.add(op, list(inputs), 1, domain, **attributes)[0]

    def shape(self, *dims: int) -> str:
        name = "shape_" + "_".join(map(str, dims)).replace("-", "m")
        if all(i.name != name for i in self.initializers):
            self.constant(name, np.array(dims, np.int64))
        return name

    def quantised(self, name: str, weight: np.ndarray) -> tuple[str, str]:
        """Rows of 8-bit blocks around 128, and their scales: float16 in the file, widened once at load."""
        rows, columns = weight.shape
        blocks = weight.reshape(rows, columns // BLOCK, BLOCK)
        scale = (np.abs(blocks).max(-1, keepdims=True) / 127).astype(np.float16).astype(np.float32)
        scale[scale == 0] = 1e-4
        values = (np.clip(np.rint(blocks / scale), -127, 127) + 128).astype(np.uint8)
        data = self.constant(f"{name}.data", values)
        half = self.constant(f"{name}.scale", scale[..., 0].astype(np.float16))
        return data, self.one("Cast", half, to=TensorProto.FLOAT)

    def linear(self, x: str, name: str, weight: np.ndarray) -> str:
        rows, columns = weight.shape
        data, scale = self.quantised(name, weight)
        return self.multiply(x, data, scale, rows, columns)

    def multiply(self, x: str, data: str, scale: str, rows: int, columns: int) -> str:
        return self.one(
            "MatMulNBits", x, data, scale, domain=MICROSOFT,
            K=columns, N=rows, bits=8, block_size=BLOCK, accuracy_level=4,
        )  # fmt: skip


def build(shape: Shape, arrays: dict[str, np.ndarray]) -> onnx.ModelProto:
    g = Graph()
    head = shape.dim // shape.heads
    group = shape.heads // shape.kv
    frequency = 1.0 / (shape.theta ** (np.arange(0, head, 2, dtype=np.float64) / head))
    angle = np.arange(shape.context)[:, None] * frequency
    cos = g.constant("cos", np.cos(angle).astype(np.float32))
    sin = g.constant("sin", np.sin(angle).astype(np.float32))

    embedding, embedding_scale = g.quantised("embedding", arrays["emb.weight"])
    rows = g.one("Reshape", embedding, g.shape(shape.vocab, shape.dim))
    x = g.one(
        "GatherBlockQuantized", rows, "ids", embedding_scale, domain=MICROSOFT,
        gather_axis=0, quantize_axis=1, block_size=BLOCK, bits=8,
    )  # fmt: skip

    def norm(name: str) -> str:
        return g.constant(name, arrays[name].astype(np.float32))

    # The two shapes of scores: [rows, heads, tokens, all] for the mask, [rows, key heads, group × tokens, all] between.
    mask = g.one("Unsqueeze", "mask", g.constant("axis_1", np.array([1], np.int64)))
    ends = g.add("Split", [g.one("Shape", "mask"), g.constant("split_shape", np.array([1, 1, 1], np.int64))], 3)
    heads = g.constant("heads", np.array([shape.heads], np.int64))
    kv = g.constant("key_heads", np.array([shape.kv], np.int64))
    any_size = g.constant("any", np.array([-1], np.int64))
    g.add("Concat", [ends[0], heads, ends[1], ends[2]], ["scores_by_head"], axis=0)
    g.add("Concat", [ends[0], kv, any_size, ends[2]], ["scores_by_group"], axis=0)

    outputs = []
    normed = g.one("SimplifiedLayerNormalization", x, norm("bl.0.n1.w"), axis=-1, epsilon=shape.eps)
    split_qkv = g.constant("split_qkv", np.array([shape.dim, shape.kv * head, shape.kv * head], np.int64))
    split_ff = g.constant("split_ff", np.array([shape.ff, shape.ff], np.int64))

    def attend(name: str, keys: str, values: str) -> tuple[str, str, str]:
        qkv = g.linear(normed, f"{name}.qkv", np.concatenate([arrays[f"{name}.{p}.weight"] for p in "qkv"]))
        q, k, v = g.add("Split", [qkv, split_qkv], 3, axis=-1)
        q = g.one("RotaryEmbedding", q, "positions", cos, sin, domain=MICROSOFT)
        k = g.one("RotaryEmbedding", k, "positions", cos, sin, domain=MICROSOFT)

        def to_heads(y: str) -> str:
            return g.one("Transpose", g.one("Reshape", y, g.shape(0, 0, shape.kv, head)), perm=[0, 2, 1, 3])

        k, v = to_heads(k), to_heads(v)
        grouped = g.one("Reshape", q, g.shape(0, 0, shape.kv, group, head))
        grouped = g.one("Transpose", grouped, perm=[0, 2, 3, 1, 4])
        # Rows of a group's three heads side by side: one product a key head instead of repeated keys.
        q = g.one("Reshape", grouped, g.shape(0, shape.kv, -1, head))
        before = g.one("FusedMatMul", q, keys, domain=MICROSOFT, transB=1, alpha=head**-0.5)
        now = g.one("FusedMatMul", q, k, domain=MICROSOFT, transB=1, alpha=head**-0.5)
        scores = g.one("Concat", before, now, axis=-1)
        # The mask is the same for every head.
        scores = g.one("Reshape", scores, "scores_by_head")
        scores = g.one("Add", scores, mask)
        weights = g.one("Reshape", g.one("Softmax", scores, axis=-1), "scores_by_group")
        on_past, on_new = g.add("Split", [weights, "lengths"], 2, axis=-1)
        y = g.one("Add", g.one("MatMul", on_past, values), g.one("MatMul", on_new, v))
        y = g.one("Reshape", y, g.shape(0, shape.kv, group, -1, head))
        y = g.one("Transpose", y, perm=[0, 3, 1, 2, 4])
        y = g.one("Reshape", y, g.shape(0, 0, shape.dim))
        return g.linear(y, f"{name}.o", arrays[f"{name}.o.weight"]), k, v

    inputs = []
    for layer in range(shape.layers):
        name = f"bl.{layer}"
        keys, values = f"keys_{layer}", f"values_{layer}"
        inputs += [keys, values]
        y, k, v = attend(name, keys, values)
        g.add("Identity", [k], [f"new_keys_{layer}"])
        g.add("Identity", [v], [f"new_values_{layer}"])
        outputs += [f"new_keys_{layer}", f"new_values_{layer}"]
        normed, _, _, x = g.add(
            "SkipSimplifiedLayerNormalization", [x, y, norm(f"{name}.n2.w")], 4, MICROSOFT, epsilon=shape.eps
        )
        both = g.linear(
            normed, f"{name}.ff", np.concatenate([arrays[f"{name}.g.weight"], arrays[f"{name}.u.weight"]])
        )
        gate, up = g.add("Split", [both, split_ff], 2, axis=-1)
        inner = g.one("Mul", g.one("QuickGelu", gate, domain=MICROSOFT, alpha=1.0), up)
        y = g.linear(inner, f"{name}.d", arrays[f"{name}.d.weight"])
        last = layer == shape.layers - 1
        following = norm("n.w" if last else f"bl.{layer + 1}.n1.w")
        normed, _, _, x = g.add(
            "SkipSimplifiedLayerNormalization", [x, y, following], 4, MICROSOFT, epsilon=shape.eps
        )
    # Only the tokens asked for get logits: a quarter of a prompt's work otherwise.
    flat = g.one("Reshape", normed, g.shape(-1, shape.dim))
    chosen = g.one("Gather", flat, "wanted", axis=0)
    logits = g.multiply(chosen, embedding, embedding_scale, shape.vocab, shape.dim)
    g.add("Identity", [logits], ["logits"])

    def value(name: str, kind: int, *dims: str | int):
        return helper.make_tensor_value_info(name, kind, dims)

    given = [
        value("ids", TensorProto.INT64, "rows", "tokens"),
        value("positions", TensorProto.INT64, "rows", "tokens"),
        value("mask", TensorProto.FLOAT, "rows", "tokens", "all"),
        value("lengths", TensorProto.INT64, 2),
        value("wanted", TensorProto.INT64, "asked"),
    ]
    given += [value(n, TensorProto.FLOAT, "rows", shape.kv, "past", head) for n in inputs]
    found = [value("logits", TensorProto.FLOAT, "asked", shape.vocab)]
    found += [value(n, TensorProto.FLOAT, "rows", shape.kv, "tokens", head) for n in outputs]
    graph = helper.make_graph(g.nodes, "rewriter", given, found, g.initializers)
    return helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=9,
        producer_name="lodestone",
    )


def save(model: onnx.ModelProto, folder: Path) -> None:
    """The graph in one small file, the weights in files below 100 MB that an ordinary repository can hold."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [bytearray()]
    for tensor in model.graph.initializer:
        if len(tensor.raw_data) < 4096:
            continue
        if len(files[-1]) + len(tensor.raw_data) > FILE_BYTES_MAX:
            files.append(bytearray())
        offset = (len(files[-1]) + 4095) // 4096 * 4096
        files[-1].extend(bytes(offset - len(files[-1])))
        files[-1].extend(tensor.raw_data)
        length = len(tensor.raw_data)
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        for key, text in (
            ("location", f"weights-{len(files)}.bin"), ("offset", str(offset)), ("length", str(length)),
        ):  # fmt: skip
            entry = tensor.external_data.add()
            entry.key, entry.value = key, text
    onnx.save_model(model, folder / "writer.onnx")
    for number, content in enumerate(files, 1):
        (folder / f"weights-{number}.bin").write_bytes(content)


def main(weights: str, tokenizer: str, out: str) -> None:
    shape, arrays = read_arrays(Path(weights))
    folder = Path(out)
    save(build(shape, arrays), folder)
    (folder / "tokenizer.json").write_text(Path(tokenizer).read_text())
    total = sum(f.stat().st_size for f in folder.iterdir())
    print(json.dumps({f.name: f.stat().st_size for f in sorted(folder.iterdir())} | {"total": total}))


if __name__ == "__main__":
    main(*sys.argv[1:])
