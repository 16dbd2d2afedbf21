"""Self-supervised pretraining on all texts, without labels.

`objective=electra` trains the encoder to tell which tokens a small generator has replaced: a signal
on every token, and close to the question the detector is asked later. `objective=mlm` predicts
masked tokens. Texts are packed end to end into rows of fixed length.

  python3 training/pretrain.py data=training/work out=training/work/pretrained.npz seconds=300
"""

from __future__ import annotations

import json
import math
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, str(Path(__file__).parent))
from batches import CLS, MASK  # noqa: E402
from checkpoint import Checkpoint  # noqa: E402
from muon import Muon, is_inner_matrix  # noqa: E402
from network import Encoder, Shape  # noqa: E402
from settings import as_record, read_settings, seed_everything  # noqa: E402


@dataclass
class PretrainSettings:
    data: str = "training/work"
    out: str = "training/work/pretrained.npz"
    # Weights to go on from; they may have fewer layers, see `grow`.
    start: str = ""
    objective: str = "mlm"
    optimiser: str = "muon"
    activation: str = "gelu"
    layers: int = 6
    width: int = 256
    heads: int = 4
    generator_layers: int = 2
    length: int = 256
    rows: int = 256
    rate: float = 1e-3
    warmup: float = 0.03
    decay: float = 0.05
    masked: float = 0.2
    replaced_weight: float = 50.0
    # Either a number of steps or a time; with a time the schedule follows the clock.
    steps: int = 0
    seconds: float = 300.0
    # A file to stop and resume by, how often it is written, and how long one command may run.
    checkpoint: str = ""
    every: float = 120.0
    limit: float = 0.0
    compile: bool = True
    # Products in bfloat16; a plain CPU without such instructions is faster without.
    half: bool = True
    device: str = "cuda"
    seed: int = 7


def main() -> None:
    settings = read_settings(PretrainSettings)
    seed_everything(settings.seed)
    device = settings.device
    tokens = load_stream(settings)
    vocabulary = json.loads((Path(settings.data) / "bpe.json").read_text())["model"]["vocab"]
    shape = Shape(vocabulary=len(vocabulary), layers=settings.layers, width=settings.width, heads=settings.heads,
                  inner=4 * settings.width, dropout=0.0, activation=settings.activation)
    encoder = Encoder(shape).to(device)
    if settings.start:
        grow(encoder, settings.start)
    models = [encoder]
    generator = None
    if settings.objective == "electra":
        generator = Encoder(Shape(vocabulary=len(vocabulary), layers=settings.generator_layers, width=settings.width,
                                  heads=settings.heads, inner=4 * settings.width, dropout=0.0)).to(device)
        # One table for both: the generator's task teaches the meaning of words far faster.
        generator.embedding = encoder.embedding
        models.append(generator)
    if settings.compile:
        compile_blocks(models)
    named = list({id(p): (name, p) for model in models for name, p in model.named_parameters()}.values())
    optimisers = optimisers_for(named, settings.optimiser, settings.rate, settings.decay, device)
    language_loss = torch.compile(word_loss) if settings.compile else word_loss
    # Packed rows are full, so nothing is masked out of the attention.
    mask = None
    step, seen = 0, 0
    checkpoint = Checkpoint(settings.checkpoint, settings.every, settings.limit)
    stored = checkpoint.load(device)
    if stored is not None:
        for model, state in zip(models, stored["models"]):
            model.load_state_dict(state)
        for optimiser, state in zip(optimisers, stored["optimisers"]):
            optimiser.load_state_dict(state)
        step, seen = stored["step"], stored["seen"]
    checkpoint.restart_clock()
    began, seen_before = time.time(), seen
    totals = torch.zeros(3, device=device)
    while True:
        progress = step / settings.steps if settings.steps else checkpoint.spent() / settings.seconds
        if progress >= 1:
            break
        if checkpoint.is_due() or checkpoint.is_out_of_time():
            checkpoint.save({"models": [model.state_dict() for model in models],
                             "optimisers": [optimiser.state_dict() for optimiser in optimisers], "step": step, "seen": seen})
            if checkpoint.is_out_of_time():
                print(f"stopped at step {step}: run the same command again", flush=True)
                return
        set_rate(optimisers, settings.rate * schedule(progress, settings.warmup))
        ids = next_rows(tokens, settings).to(device)
        # The same number of hidden places in every row keeps all shapes fixed and the GPU busy.
        places = torch.rand(ids.shape, device=device)[:, 1:].topk(int(settings.masked * settings.length), dim=1).indices + 1
        original = ids.gather(1, places)
        masked = ids.scatter(1, places, MASK)
        with torch.autocast(device, torch.bfloat16, enabled=settings.half):
            if generator is None:
                states = encoder.hidden(masked, mask)
                loss = language_loss(encoder, states, places, original)
                totals[0] += loss.detach()
            else:
                states = generator.hidden(masked, mask)
                logits = generator.words(pick(states, places)).float()
                language = F.cross_entropy(logits.flatten(0, 1), original.flatten())
                with torch.no_grad():
                    noise = torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7).log_().neg_().log_()
                    guess = (logits - noise).argmax(-1)
                fake = ids.scatter(1, places, guess)
                replaced = fake != ids
                judged = encoder.replaced(encoder.hidden(fake, mask)).float()
                found = F.binary_cross_entropy_with_logits(judged, replaced.float())
                loss = language + settings.replaced_weight * found
                totals[0] += language.detach()
                totals[1] += found.detach()
                totals[2] += ((judged.detach() > 0) & replaced).sum() / replaced.sum()
        loss.backward()
        for model in models:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for optimiser in optimisers:
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
        step += 1
        seen += ids.numel()
        if step % 100 == 0:
            language, found, recall = (totals / 100).tolist()
            totals.zero_()
            now = time.time() - began
            print(f"step {step} {now:.0f}s {(seen - seen_before) / now / 1e6:.2f}M tokens/s language {language:.3f} replaced {found:.4f} recall {recall:.3f}", flush=True)
            if not math.isfinite(language):
                raise SystemExit("the loss is no longer finite")
    save(encoder, settings.out, {"pretrain": as_record(settings) | {"steps_done": step, "tokens_seen": seen}})
    print(f"saved {settings.out} after {step} steps, {seen / 1e6:.0f}M tokens, {checkpoint.spent():.0f}s", flush=True)
    checkpoint.remove()


def load_stream(settings: PretrainSettings) -> torch.Tensor:
    """All documents but those of dev, shuffled, with CLS between them, as one long row of ids."""
    root = Path(settings.data)
    tokens, offsets = np.load(root / "clean-tokens.npy"), np.load(root / "clean-offsets.npy")
    shards = [json.loads(line)["shard"] for line in open(root / "documents.jsonl", encoding="utf-8")]
    order = np.random.default_rng(settings.seed).permutation([i for i, s in enumerate(shards) if not s.startswith("dev")])
    pieces = []
    separator = np.array([CLS], np.uint16)
    for index in order:
        pieces.append(separator)
        pieces.append(tokens[offsets[index] : offsets[index + 1]])
    stream = torch.from_numpy(np.concatenate(pieces).astype(np.int32)).to(settings.device)
    print(f"{len(stream) / 1e6:.1f}M tokens to read", flush=True)
    return stream


def next_rows(tokens: torch.Tensor, settings: PretrainSettings) -> torch.Tensor:
    """Rows at random places: epochs need no bookkeeping and no two epochs cut alike."""
    first = torch.randint(0, len(tokens) - settings.length, (settings.rows, 1), device=tokens.device)
    ids = tokens[first + torch.arange(settings.length, device=tokens.device)].long()
    ids[:, 0] = CLS
    return ids


def pick(states: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    return states.gather(1, places[..., None].expand(-1, -1, states.shape[-1]))


def word_loss(encoder: Encoder, states: torch.Tensor, places: torch.Tensor, original: torch.Tensor) -> torch.Tensor:
    """Surprise at the hidden words; -100 marks places that do not count."""
    logits = encoder.words(pick(states, places)).float()
    return F.cross_entropy(logits.flatten(0, 1), original.flatten(), ignore_index=-100)


def grow(encoder: Encoder, path: str) -> None:
    """Takes over the weights of a network with as many layers or fewer. New layers are spread evenly
    and add nothing at first (their last matrices are zero), so training goes on where it stopped."""
    stored = np.load(path)
    old_layers = json.loads(str(stored["shape"]))["layers"]
    new_layers = len(encoder.blocks)
    extra = new_layers - old_layers
    fresh = {round((k + 1) * new_layers / extra) - 1 for k in range(extra)} if extra > 0 else set()
    old_of = {new: old for old, new in enumerate(i for i in range(new_layers) if i not in fresh)}
    state = encoder.state_dict()
    for name in state:
        parts = name.split(".")
        if parts[0] == "blocks":
            if int(parts[1]) in fresh:
                if parts[2] in ("mix", "narrow"):
                    state[name] = torch.zeros_like(state[name])
                continue
            parts[1] = str(old_of[int(parts[1])])
        state[name] = torch.from_numpy(stored[".".join(parts)].astype(np.float32)).to(state[name])
    encoder.load_state_dict(state)


def optimisers_for(named: list[tuple[str, torch.nn.Parameter]], kind: str, rate: float, decay: float,
                   device: str) -> list[torch.optim.Optimizer]:
    if kind == "adam":
        return [adam([p for _, p in named], rate, decay, device)]
    inner = [p for name, p in named if is_inner_matrix(name, p)]
    others = [p for name, p in named if not is_inner_matrix(name, p)]
    return [Muon(inner, rate, decay), adam(others, rate, decay, device)]


def set_rate(optimisers: list[torch.optim.Optimizer], rate: float) -> None:
    for optimiser in optimisers:
        for group in optimiser.param_groups:
            group["lr"] = rate


def compile_blocks(models: list[Encoder]) -> None:
    """Blocks of one shape share their compiled code, so this costs seconds and not minutes."""
    torch._dynamo.config.recompile_limit = 64
    for model in models:
        for block in model.blocks:
            block.compile()


def schedule(progress: float, warmup: float) -> float:
    if progress < warmup:
        return max(progress, 1e-3) / warmup
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (progress - warmup) / (1 - warmup)))


def adam(parameters: list[torch.nn.Parameter], rate: float, decay: float, device: str) -> torch.optim.AdamW:
    """Biases and norms are not pulled towards zero."""
    groups = [{"params": [p for p in parameters if p.ndim >= 2], "weight_decay": decay},
              {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0}]
    options = {"fused": True} if device == "cuda" else {}
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), eps=1e-6, **options)


def save(encoder: Encoder, path: str, record: dict) -> None:
    arrays = {name: value.detach().half().cpu().numpy() for name, value in encoder.state_dict().items()}
    np.savez(path, shape=json.dumps(asdict(encoder.shape)), record=json.dumps(record), **arrays)


if __name__ == "__main__":
    main()
