"""SmolLM2-135M-Instruct from its package's GGUF file → the network's arrays and tokenizer, cut to the vocabulary used.

    python3 base.py MODEL.gguf OUT

The rows of q and k are interleaved for rotary positions in GGUF and are put back.
"""

import json
import sys
from pathlib import Path

import numpy as np
from gguf import GGUFReader, dequantize
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from layout import VOCABULARY

PARTS = {
    "attn_norm": "n1.w", "ffn_norm": "n2.w", "attn_q": "q.weight", "attn_k": "k.weight", "attn_v": "v.weight",
    "attn_output": "o.weight", "ffn_gate": "g.weight", "ffn_up": "u.weight", "ffn_down": "d.weight",
}  # fmt: skip


def main(gguf: str, out: str) -> None:
    reader = GGUFReader(gguf)
    fields = {k: v.contents() for k, v in reader.fields.items() if not k.startswith("tokenizer.ggml.token_type")}
    shape = {
        "dim": fields["llama.embedding_length"], "layers": fields["llama.block_count"],
        "heads": fields["llama.attention.head_count"], "kv": fields["llama.attention.head_count_kv"],
        "ff": fields["llama.feed_forward_length"], "theta": float(fields["llama.rope.freq_base"]),
        "eps": float(fields["llama.attention.layer_norm_rms_epsilon"]),
    }  # fmt: skip
    tensors = {t.name: dequantize(t.data, t.tensor_type).astype(np.float32) for t in reader.tensors}

    def put_back(rows: np.ndarray, heads: int) -> np.ndarray:
        return rows.reshape(heads, rows.shape[0] // heads // 2, 2, rows.shape[1]).swapaxes(1, 2).reshape(rows.shape)

    arrays = {"emb.weight": tensors["token_embd.weight"][:VOCABULARY], "n.w": tensors["output_norm.weight"]}
    for layer in range(shape["layers"]):
        for given, ours in PARTS.items():
            rows = tensors[f"blk.{layer}.{given}.weight"]
            if given in ("attn_q", "attn_k"):
                rows = put_back(rows, shape["heads" if given == "attn_q" else "kv"])
            arrays[f"bl.{layer}.{ours}"] = rows
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(folder / "lm.npz", shape=json.dumps(shape), **{k: v.astype(np.float16) for k, v in arrays.items()})
    tokenizer(fields["tokenizer.ggml.tokens"], fields["tokenizer.ggml.merges"]).save(str(folder / "tokenizer.json"))


def tokenizer(tokens: list[str], merges: list[str]) -> Tokenizer:
    vocabulary = {token: i for i, token in enumerate(tokens[:VOCABULARY])}
    pairs = [tuple(merge.split(" ")) for merge in merges]
    pairs = [p for p in pairs if p[0] in vocabulary and p[1] in vocabulary and p[0] + p[1] in vocabulary]
    made = Tokenizer(models.BPE(vocab=vocabulary, merges=pairs, fuse_unk=False))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    made.decoder = decoders.ByteLevel()
    return made


if __name__ == "__main__":
    main(*sys.argv[1:])
