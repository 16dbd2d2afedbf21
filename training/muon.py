"""Muon for the inner matrices, AdamW for everything else.

Muon makes the momentum of each weight matrix orthogonal before it is applied (five Newton–Schulz
steps in bfloat16), so that rare directions move as far as frequent ones; small language models then
need clearly fewer steps. Updates are scaled to the size AdamW's would have, so both share one rate.
"""

from __future__ import annotations

import torch


class Muon(torch.optim.Optimizer):
    """For stacks of equally shaped matrices; ordinary weight decay as in AdamW."""

    def __init__(self, parameters: list[torch.nn.Parameter], lr: float, weight_decay: float, momentum: float = 0.95) -> None:
        super().__init__(parameters, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure=None) -> None:
        for group in self.param_groups:
            shapes: dict[torch.Size, list[torch.nn.Parameter]] = {}
            for parameter in group["params"]:
                if parameter.grad is not None:
                    shapes.setdefault(parameter.shape, []).append(parameter)
            for shape, members in shapes.items():
                gradients = [p.grad for p in members]
                momenta = [self.momentum_of(p) for p in members]
                torch._foreach_lerp_(momenta, gradients, 1 - group["momentum"])
                directions = torch._foreach_lerp(gradients, momenta, group["momentum"])
                updates = orthogonal(torch.stack(directions)).to(members[0].dtype)
                torch._foreach_mul_(members, 1 - group["lr"] * group["weight_decay"])
                torch._foreach_add_(members, list(updates.unbind()), alpha=-group["lr"] * 0.2 * max(shape) ** 0.5)

    def momentum_of(self, parameter: torch.nn.Parameter) -> torch.Tensor:
        state = self.state[parameter]
        if "momentum" not in state:
            state["momentum"] = torch.zeros_like(parameter)
        return state["momentum"]


def orthogonal(stack: torch.Tensor) -> torch.Tensor:
    """The nearest matrices with equal singular values, roughly: between 0.7 and 1.2."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = stack.bfloat16()
    tall = x.shape[-2] > x.shape[-1]
    if tall:
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(5):
        square = x @ x.mT
        x = a * x + (b * square + c * square @ square) @ x
    return x.mT if tall else x


def is_inner_matrix(name: str, parameter: torch.nn.Parameter) -> bool:
    return name.startswith("blocks.") and parameter.ndim == 2
