"""Typed settings for every training step.

Each step declares one dataclass; values come from the command line as `name=value` and a name that
the dataclass does not know is refused, so that a typing error never trains a silent default.
"""

from __future__ import annotations

import dataclasses
import hashlib
import random
import sys
from pathlib import Path
from typing import TypeVar

Settings = TypeVar("Settings")


def read_settings(kind: type[Settings], arguments: list[str] | None = None) -> Settings:
    known = {field.name: field for field in dataclasses.fields(kind)}
    values: dict[str, object] = {}
    for argument in sys.argv[1:] if arguments is None else arguments:
        name, equals, text = argument.partition("=")
        if not equals or name not in known:
            raise SystemExit(f"unknown setting {argument!r}; known: {', '.join(sorted(known))}")
        values[name] = convert(text, str(known[name].type))
    return kind(**values)


def convert(text: str, kind: str) -> object:
    if kind == "bool":
        if text not in ("true", "false"):
            raise SystemExit(f"true or false expected, not {text!r}")
        return text == "true"
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    if kind == "str":
        return text
    if kind == "list[str]":
        return [part for part in text.split(",") if part]
    raise TypeError(f"no reader for settings of type {kind}")


def as_record(settings: object) -> dict[str, object]:
    return dataclasses.asdict(settings)  # type: ignore[call-overload]


def seed_everything(seed: int) -> None:
    import numpy
    import torch

    random.seed(seed)
    numpy.random.seed(seed)
    torch.manual_seed(seed)


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()
