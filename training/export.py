"""Turns a trained encoder into `encoder.onnx`: int8 weights, fixed activation scales.

The graph is built by hand so that it holds exactly the operators wanted: activations are quantised
with scales measured beforehand rather than per call, because a scale taken from the whole batch
would let one window's result depend on its neighbours. Attention itself stays in floating point.

  python3 training/export.py weights=training/work/student.npz tokens=training/work/calibration.npz out=models
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


def encode(graph: Graph, encoder: Encoder, ranges: dict[str, tuple[float, float]], mode: str, steps: int) -> str:
    """The layers from the token ids to the states after the last norm."""
    shape = encoder.shape
    weights = {name: value.detach().float().numpy() for name, value in encoder.state_dict().items()}

    def linear(x: str, name: str) -> str:
        """x [batch, length, in] times the layer's weights, plus bias."""
        weight, bias = weights[name + ".weight"].T, weights[name + ".bias"]
        if mode == "float":
            product = graph.add("MatMul", [x, graph.constant(name + ".w", weight)])
            return graph.add("Add", [product, graph.constant(name + ".b", bias)])
        low, high = ranges[name]
        scale, zero = affine(low, high)
        scale_name = graph.constant(name + ".x_scale", np.float32(scale))
        zero_name = graph.constant(name + ".x_zero", np.uint8(zero))
        quantised = graph.add("QuantizeLinear", [x, scale_name, zero_name])
        column_scale = np.abs(weight).max(0) / steps
        column_scale[column_scale == 0] = 1
        rounded = np.clip(np.round(weight / column_scale), -steps, steps).astype(np.int8)
        return graph.add(
            "MatMulIntegerToFloat",
            [quantised, graph.constant(name + ".w", rounded), scale_name,
             graph.constant(name + ".w_scale", column_scale.astype(np.float32)), zero_name, "",
             graph.constant(name + ".b", bias)],
            domain=CONTRIB,
        )

    def norm(name: str) -> list[str]:
        return [graph.constant(name + ".g", weights[name + ".weight"]), graph.constant(name + ".b", weights[name + ".bias"])]

    ids, mask = "input_ids", "attention_mask"
    keys = graph.add("Cast", [mask], to=TensorProto.INT32)
    start = graph.constant("start", np.zeros(1, np.int64))
    cos, sin = rotary_tables(shape.positions, shape.width // shape.heads)
    cos_name, sin_name = graph.constant("cos", cos.numpy()), graph.constant("sin", sin.numpy())

    table = weights["embedding.weight"]
    if mode == "float":
        x = graph.add("Gather", [graph.constant("embedding", table), ids])
    else:
        row_scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
        rows = graph.add("Gather", [graph.constant("embedding", np.round(table / row_scale).astype(np.int8)), ids])
        scales = graph.add("Gather", [graph.constant("embedding_scale", row_scale.astype(np.float32)), ids])
        x = graph.add("Mul", [graph.add("Cast", [rows], to=TensorProto.FLOAT), scales])

    normed = graph.add("LayerNormalization", [x, *norm("blocks.0.attention_norm")], axis=-1, epsilon=1e-5)
    split = graph.constant("split", np.array([shape.width] * 3, np.int64))
    for index in range(shape.layers):
        block = f"blocks.{index}."
        joined = linear(normed, block + "qkv")
        q, k, v = f"q{index}", f"k{index}", f"v{index}"
        graph.add("Split", [joined, split], [q, k, v], axis=-1)
        turned = [graph.add("RotaryEmbedding", [part, start, cos_name, sin_name], domain=CONTRIB,
                            num_heads=shape.heads, interleaved=0) for part in (q, k)]
        mixed = graph.add("MultiHeadAttention", [*turned, v, "", keys], domain=CONTRIB, num_heads=shape.heads)
        mixed = linear(mixed, block + "mix")
        normed, x = skip_norm(graph, mixed, x, norm(block + "inner_norm"))
        widened = linear(normed, block + "widen")
        inner = graph.add("Relu", [widened]) if shape.activation == "relu" else graph.add("Gelu", [widened], domain=CONTRIB)
        inner = linear(inner, block + "narrow")
        after = f"blocks.{index + 1}.attention_norm" if index + 1 < shape.layers else "last_norm"
        normed, x = skip_norm(graph, inner, x, norm(after))
    return normed


def plain_linear(graph: Graph, x: str, name: str, layer: torch.nn.Linear) -> str:
    """The heads are tiny and stay in floating point."""
    product = graph.add("MatMul", [x, graph.constant(name + ".w", layer.weight.detach().float().numpy().T)])
    return graph.add("Add", [product, graph.constant(name + ".b", layer.bias.detach().float().numpy())])


def build(encoder: Encoder, ranges: dict[str, tuple[float, float]], mode: str, steps: int) -> onnx.ModelProto:
    graph = Graph()
    ids, mask = "input_ids", "attention_mask"
    normed = encode(graph, encoder, ranges, mode, steps)
    last = graph.constant("axis_last", np.array([-1], np.int64))
    real = graph.add("Unsqueeze", [graph.add("Cast", [mask], to=TensorProto.FLOAT), last])
    total = graph.add("ReduceSum", [graph.add("Mul", [normed, real]), graph.constant("axis_1", np.array([1], np.int64))], keepdims=0)
    count = graph.add("ReduceSum", [real, "axis_1"], keepdims=0)
    mean = graph.add("Div", [total, count])
    first = graph.add("Gather", [normed, graph.constant("zero", np.array(0, np.int64))], axis=1)
    pooled = graph.add("Concat", [first, mean], axis=-1)
    inner = graph.add("Gelu", [plain_linear(graph, pooled, "document_inner", encoder.document_inner)], domain=CONTRIB)
    graph.add("Squeeze", [plain_linear(graph, inner, "document_out", encoder.document_out), last], ["document_logit"])
    graph.add("Squeeze", [plain_linear(graph, normed, "token_out", encoder.token_out), last], ["token_logits"])

    return finish(graph, "encoder", {"document_logit": ["batch"], "token_logits": ["batch", "length"]})


def finish(graph: Graph, name: str, outputs: dict[str, list]) -> onnx.ModelProto:
    made = helper.make_graph(
        graph.nodes, name,
        [helper.make_tensor_value_info(one, TensorProto.INT64, ["batch", "length"]) for one in ("input_ids", "attention_mask")],
        [helper.make_tensor_value_info(one, TensorProto.FLOAT, shape) for one, shape in outputs.items()],
        graph.constants,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(CONTRIB, 1)])
    model.ir_version = 8
    return model


def skip_norm(graph: Graph, x: str, skip: str, norm: list[str]) -> tuple[str, str]:
    """The normalised sum and the sum. `Sum` and not `Add`: onnxruntime would fuse an `Add` into its
    SkipLayerNormalization, which is seven times slower on a CPU than the two steps apart."""
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


def main() -> None:
    settings = read_settings(ExportSettings)
    encoder = load_encoder(settings.weights)
    stored = np.load(settings.tokens)
    ids = torch.from_numpy(stored["ids"][: settings.windows].astype(np.int64))
    mask = torch.from_numpy(stored["mask"][: settings.windows].astype(bool))
    ranges = measure_ranges(encoder, ids, mask, settings.percentile)
    model = build(encoder, ranges, settings.mode, settings.weight_steps)
    path = Path(settings.out) / settings.name
    onnx.save(model, str(path))
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
