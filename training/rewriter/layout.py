"""The layout of prompts and answers, read from the file that serving reads too: src/rewriter/write/layout.json."""

import json
from pathlib import Path

_layout = json.loads((Path(__file__).parents[2] / "src/rewriter/write/layout.json").read_text())
TOKENS: dict[str, int] = _layout["tokens"]
LEFT_MAX: int = _layout["leftMax"]
RIGHT_MAX: int = _layout["rightMax"]
END, KEEP, JUDGE, YES, NO = (TOKENS[name] for name in ("end", "keep", "judge", "yes", "no"))
VOCABULARY: int = _layout["vocabulary"]


def prompt(left: list[int], source: list[int], right: list[int], task: str) -> list[int]:
    """What the model is given; `task` is medium, strong, light, back or other."""
    return [
        TOKENS["left"],
        *left[-LEFT_MAX:],
        TOKENS["source"],
        *source,
        TOKENS["right"],
        *right[:RIGHT_MAX],
        TOKENS[task],
    ]


def clean(text: str) -> str:
    """Plain quotes and single spaces, as serving writes prompts."""
    for odd, plain in (("\u2019", "'"), ("\u2018", "'"), ("\u201c", '"'), ("\u201d", '"')):
        text = text.replace(odd, plain)
    return " ".join(text.split())
