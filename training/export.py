"""Turns a trained encoder into `encoder.onnx`: int8 weights, fixed activation scales.

The graph is built by hand so that it holds exactly the operators wanted: activations are quantised
with scales measured beforehand rather than per call, because a scale taken from the whole row would
let one token's rounding depend on the others. Attention itself stays in floating point. The graph reads
one row of tokens at a time, so it knows no padding.

  python3 training/export.py weights=training/work/student.npz tokens=training/work/calibration.npz out=models
  python3 training/export.py released=models/encoder.onnx out=models   (the same weights in today's graph; then manifest.py)
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, str(Path(__file__).parent))
from network import Encoder, Shape, rotary_tables  # noqa: E402
from settings import read_settings  # noqa: E402


@dataclass
class ExportSettings:
    weights: str = "training/work/student.npz"
    tokens: str = "training/work/calibration.npz"
    # A released file to take the arrays from, in place of weights and tokens.
    released: str = ""
    out: str = "models"
    name: str = "encoder.onnx"
    # int8 = fixed scales; float = the same graph without quantisation, for comparison.
    mode: str = "int8"
    # 64 steps a side keep sums of 8-bit products exact on processors without the newer dot product.
    weight_steps: int = 64
    windows: int = 512
    percentile: float = 99.995


class Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self.count = 0

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.asarray(value, order="C"), name))
        return name

    def add(self, kind: str, inputs: list[str], outputs: int | list[str] = 1, domain: str = "", **attributes) -> str:
        self.count += 1
        names = outputs if isinstance(outputs, list) else [f"{kind.lower()}_{self.count}"]
        self.nodes.append(helper.make_node(kind, inputs, names, domain=domain, name=f"n{self.count}", **attributes))
        return names[0]


CONTRIB = "com.microsoft"


def quantise(encoder: Encoder, ranges: dict[str, tuple[float, float]], steps: int) -> dict[str, np.ndarray]:
    """The arrays of the released graph by name: matrices as int8 with their scales, and what enters them, by range."""
    arrays = plain_arrays(encoder)
    table = arrays["embedding"]
    row_scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
    arrays["embedding"] = np.round(table / row_scale).astype(np.int8)
    arrays["embedding_scale"] = row_scale.astype(np.float32)
    for name, (low, high) in ranges.items():
        weight = arrays[f"{name}.w"]
        column_scale = np.abs(weight).max(0) / steps
        column_scale[column_scale == 0] = 1
        scale, zero = affine(low, high)
        arrays[f"{name}.w"] = np.clip(np.round(weight / column_scale), -steps, steps).astype(np.int8)
        arrays[f"{name}.w_scale"] = column_scale.astype(np.float32)
        arrays[f"{name}.x_scale"] = np.float32(scale)
        arrays[f"{name}.x_zero"] = np.uint8(zero)
    return arrays


def plain_arrays(encoder: Encoder) -> dict[str, np.ndarray]:
    """The same arrays in floating point."""
    arrays = {"embedding": encoder.embedding.weight.detach().float().numpy()}
    shape = encoder.shape
    for name, value in zip(("cos", "sin"), rotary_tables(shape.positions, shape.width // shape.heads)):
        arrays[name] = value.numpy()
    for name, module in encoder.named_modules():
        if isinstance(module, torch.nn.LayerNorm):
            arrays |= {f"{name}.g": module.weight.detach().float().numpy(), f"{name}.b": module.bias.detach().float().numpy()}
        elif isinstance(module, torch.nn.Linear):
            arrays |= linear_arrays(name, module)
    return arrays


def linear_arrays(name: str, layer: torch.nn.Linear) -> dict[str, np.ndarray]:
    return {f"{name}.w": layer.weight.detach().float().numpy().T, f"{name}.b": layer.bias.detach().float().numpy()}


def encode(graph: Graph, shape: Shape, arrays: dict[str, np.ndarray]) -> str:
    """The layers from the token ids to the states after the last norm."""

    def constant(name: str) -> str:
        return graph.constant(name, arrays[name])

    def quantised(x: str, name: str) -> str:
        """What enters a layer, in 8 bits."""
        if f"{name}.w_scale" not in arrays:
            return x
        return graph.add("QuantizeLinear", [x, constant(f"{name}.x_scale"), constant(f"{name}.x_zero")])

    def product(x: str, name: str, weight: str, scale: str, bias: str) -> str:
        """x [1, length, in] times a layer's weights or some columns of them, plus bias."""
        if f"{name}.w_scale" not in arrays:
            return graph.add("Add", [graph.add("MatMul", [x, weight]), bias])
        return graph.add("MatMulIntegerToFloat", [x, weight, f"{name}.x_scale", scale, f"{name}.x_zero", "", bias], domain=CONTRIB)

    def columns(name: str) -> tuple[str, str, str]:
        scale = constant(f"{name}.w_scale") if f"{name}.w_scale" in arrays else ""
        return constant(f"{name}.w"), scale, constant(f"{name}.b")

    def linear(x: str, name: str) -> str:
        return product(quantised(x, name), name, *columns(name))

    def in_three(x: str, name: str) -> list[str]:
        """Queries, keys and values as three products: cheaper than to divide the result of one. Only constants are divided
        here, once, when the file is opened."""
        x = quantised(x, name)
        parts = []
        for one in columns(name):
            names = [f"{one}_{part}" for part in "qkv"] if one else []
            if one:
                graph.add("Split", [one, "split"], names, axis=-1)
            parts.append(names or [""] * 3)
        return [product(x, name, *part) for part in zip(*parts)]

    def norm(name: str) -> list[str]:
        return [constant(f"{name}.g"), constant(f"{name}.b")]

    ids = "input_ids"
    start = graph.constant("start", np.zeros(1, np.int64))
    tables = [constant("cos"), constant("sin")]
    rows = graph.add("Gather", [constant("embedding"), ids])
    if "embedding_scale" in arrays:
        scales = graph.add("Gather", [constant("embedding_scale"), ids])
        x = graph.add("Mul", [graph.add("Cast", [rows], to=TensorProto.FLOAT), scales])
    else:
        x = rows
    normed = graph.add("LayerNormalization", [x, *norm("blocks.0.attention_norm")], axis=-1, epsilon=1e-5)
    graph.constant("split", np.array([shape.width] * 3, np.int64))
    for index in range(shape.layers):
        block = f"blocks.{index}."
        q, k, v = in_three(normed, block + "qkv")
        turned = [graph.add("RotaryEmbedding", [part, start, *tables], domain=CONTRIB, num_heads=shape.heads, interleaved=0)
                  for part in (q, k)]
        # No mask: with one, onnxruntime leaves its blocked ("flash") kernel and writes all pairs of tokens to memory.
        mixed = graph.add("MultiHeadAttention", [*turned, v], domain=CONTRIB, num_heads=shape.heads)
        mixed = linear(mixed, block + "mix")
        normed, x = skip_norm(graph, mixed, x, norm(block + "inner_norm"))
        widened = linear(normed, block + "widen")
        inner = graph.add("Relu", [widened]) if shape.activation == "relu" else graph.add("Gelu", [widened], domain=CONTRIB)
        inner = linear(inner, block + "narrow")
        after = f"blocks.{index + 1}.attention_norm" if index + 1 < shape.layers else "last_norm"
        normed, x = skip_norm(graph, inner, x, norm(after))
    return normed


def plain_linear(graph: Graph, x: str, name: str, arrays: dict[str, np.ndarray]) -> str:
    """The heads are tiny and stay in floating point."""
    product = graph.add("MatMul", [x, graph.constant(f"{name}.w", arrays[f"{name}.w"])])
    return graph.add("Add", [product, graph.constant(f"{name}.b", arrays[f"{name}.b"])])


def build(shape: Shape, arrays: dict[str, np.ndarray]) -> onnx.ModelProto:
    graph = Graph()
    normed = encode(graph, shape, arrays)
    last = graph.constant("axis_last", np.array([-1], np.int64))
    mean = graph.add("ReduceMean", [normed], axes=[1], keepdims=0)
    first = graph.add("Gather", [normed, graph.constant("zero", np.array(0, np.int64))], axis=1)
    pooled = graph.add("Concat", [first, mean], axis=-1)
    inner = graph.add("Gelu", [plain_linear(graph, pooled, "document_inner", arrays)], domain=CONTRIB)
    graph.add("Squeeze", [plain_linear(graph, inner, "document_out", arrays), last], ["document_logit"])
    graph.add("Squeeze", [plain_linear(graph, normed, "token_out", arrays), last], ["token_logits"])
    return finish(graph, "encoder", {"document_logit": ["batch"], "token_logits": ["batch", "length"]})


def finish(graph: Graph, name: str, outputs: dict[str, list]) -> onnx.ModelProto:
    made = helper.make_graph(
        graph.nodes, name,
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])],
        [helper.make_tensor_value_info(one, TensorProto.FLOAT, shape) for one, shape in outputs.items()],
        graph.constants,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(CONTRIB, 1)])
    model.ir_version = 8
    return model


def skip_norm(graph: Graph, x: str, skip: str, norm: list[str]) -> tuple[str, str]:
    """The normalised sum and the sum. `Sum` and not `Add`: onnxruntime would fuse an `Add` into its
    SkipLayerNormalization, which is no faster on a CPU than the two steps apart, and was seven times slower before 1.30."""
    summed = graph.add("Sum", [x, skip])
    return graph.add("LayerNormalization", [summed, *norm], axis=-1, epsilon=1e-5), summed


def affine(low: float, high: float) -> tuple[float, int]:
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / 255 or 1.0
    return scale, int(round(-low / scale))


def measure_ranges(encoder: Encoder, ids: torch.Tensor, mask: torch.Tensor, percentile: float) -> dict[str, tuple[float, float]]:
    """Range of what enters each quantised layer, without the rarest outliers."""
    seen: dict[str, list[tuple[float, float]]] = {}
    hooks = []
    for name, module in encoder.named_modules():
        if name.startswith("blocks.") and isinstance(module, torch.nn.Linear):
            def note(_module, inputs, _output, name=name):
                values = inputs[0].detach().float()[current["mask"]].flatten().numpy()
                seen.setdefault(name, []).append(
                    (float(np.percentile(values, 100 - percentile)), float(np.percentile(values, percentile)))
                )
            hooks.append(module.register_forward_hook(note))
    current = {}
    with torch.no_grad():
        for begin in range(0, len(ids), 32):
            current["mask"] = mask[begin : begin + 32]
            encoder(ids[begin : begin + 32], mask[begin : begin + 32])
    for hook in hooks:
        hook.remove()
    return {name: (min(low for low, _ in pairs), max(high for _, high in pairs)) for name, pairs in seen.items()}


def load_encoder(path: str) -> Encoder:
    """Weights are kept as one npz of arrays plus the shape as JSON, readable without any framework version."""
    stored = np.load(path)
    packed = [name for name in stored.files if name.endswith("|scale")]
    if packed:
        raise SystemExit(f"{path} holds int8 weights as kept in the repository: unpack it with keep.py kept=… first")
    encoder = Encoder(Shape(**json.loads(str(stored["shape"]))))
    state = encoder.state_dict()
    for name in state:
        if name in stored:
            state[name] = torch.from_numpy(stored[name].astype(np.float32))
    encoder.load_state_dict(state)
    return encoder.eval()


def read_released(path: str) -> tuple[Shape, dict[str, np.ndarray]]:
    """Shape and arrays of a released file, whatever its nodes."""
    graph = onnx.load(path).graph
    arrays = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    operators = {node.op_type for node in graph.node}
    vocabulary, width = arrays["embedding"].shape
    positions, half_head = arrays["cos"].shape
    layers = 1 + max(int(name.split(".")[1]) for name in arrays if name.startswith("blocks."))
    return Shape(vocabulary=vocabulary, layers=layers, width=width, heads=width // 2 // half_head, inner=4 * width,
                 positions=positions, activation="relu" if "Relu" in operators else "gelu"), arrays


def main() -> None:
    settings = read_settings(ExportSettings)
    path = Path(settings.out) / settings.name
    if settings.mode not in ("int8", "float"):
        raise SystemExit("mode is int8 or float")
    if settings.released:
        if settings.mode != "int8":
            raise SystemExit("a released file holds int8 weights only")
        save(build(*read_released(settings.released)), path)
        return
    encoder = load_encoder(settings.weights)
    if settings.mode == "float":
        arrays = plain_arrays(encoder)
    else:
        stored = np.load(settings.tokens)
        ids = torch.from_numpy(stored["ids"][: settings.windows].astype(np.int64))
        mask = torch.from_numpy(stored["mask"][: settings.windows].astype(bool))
        ranges = measure_ranges(encoder, ids, mask, settings.percentile)
        arrays = quantise(encoder, ranges, settings.weight_steps)
    save(build(encoder.shape, arrays), path)


def save(model: onnx.ModelProto, path: Path) -> None:
    onnx.save(model, str(path))
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
