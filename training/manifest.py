"""Writes `models/manifest.json`: version, windows, checksums of the released files, and how they were made.

Run it again whenever a file of the folder changes (calibration is written last).

  python3 training/manifest.py models=models weights=training/work/student.npz
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from settings import read_settings, sha256_of  # noqa: E402


@dataclass
class ManifestSettings:
    models: str = "models"
    # What is empty or 0 stays as the manifest says, for a run that only renews the checksums.
    version: str = ""
    window: int = 0
    stride: int = 0
    # Weights of each stage in the order of training; their saved settings go into the manifest.
    stages: str = ""
    checksums: str = ""


FILES = ("tokenizer.json", "encoder.onnx", "ngrams.json", "ngrams.bin", "calibration.json", "phrases.json", "phrases.bin")


def main() -> None:
    settings = read_settings(ManifestSettings)
    folder = Path(settings.models)
    path = folder / "manifest.json"
    before = json.loads(path.read_text()) if path.exists() else {}
    training = before.get("training", {})
    if settings.stages:
        training = {"stages": [stage_record(Path(name)) for name in settings.stages.split(",")]}
        training["data_sha256"] = json.loads(Path(settings.checksums).read_text()) if settings.checksums else {}
    training["ngrams"] = json.loads((folder / "ngrams.json").read_text())["settings"]
    learnt = sorted(file.relative_to(folder).as_posix() for file in (folder / "rewriter").glob("*"))
    manifest = {
        "version": settings.version or before["version"],
        "window": {"length": settings.window or before["window"]["length"], "stride": settings.stride or before["window"]["stride"]},
        "files": {name: sha256_of(folder / name) for name in sorted((*FILES, *learnt)) if (folder / name).exists()},
        "training": training,
    }
    path.write_text(json.dumps(manifest, indent=2) + "\n")
    missing = [name for name in FILES if name not in manifest["files"]]
    print(f"{path} written" + (f"; not there yet: {', '.join(missing)}" if missing else ""))


def stage_record(path: Path) -> dict:
    stored = np.load(path)
    (kind, record), = json.loads(str(stored["record"])).items()
    # Folders differ from machine to machine and say nothing about the model.
    settings = {name: shorten(value) for name, value in record.items() if name not in ("data", "predictions", "calibration")}
    return {"stage": kind, "name": path.stem, "shape": json.loads(str(stored["shape"])), "settings": settings}


def shorten(value: object) -> object:
    if isinstance(value, str) and "/" in value:
        return Path(value).name
    if isinstance(value, list):
        return [shorten(item) for item in value]
    return value


if __name__ == "__main__":
    main()
