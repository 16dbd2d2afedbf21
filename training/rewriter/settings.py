"""`name=value` words on the command line → a stage's settings; an unknown name is refused."""

from dataclasses import asdict
from typing import TypeVar

Settings = TypeVar("Settings")


def settings_from(settings: Settings, words: list[str]) -> Settings:
    for word in words:
        name, value = word.split("=")
        if name not in asdict(settings):
            raise SystemExit(f"no setting {name}; there are {', '.join(asdict(settings))}")
        kind = type(getattr(settings, name))
        setattr(settings, name, value == "true" if kind is bool else kind(value))
    return settings
