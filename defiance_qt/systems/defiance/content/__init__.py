"""The built-in game as content: TOML files, and the catalogues of words beside them. Owns no rule."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def files() -> dict[str, bytes]:
    """The built-in TOML: file name ("units.toml", "missions/extraction.toml") to bytes, in a fixed order."""
    found = {entry.name: entry for entry in _HERE.iterdir() if entry.name.endswith(".toml")}
    missions = (_HERE / "missions").iterdir()
    found |= {f"missions/{entry.name}": entry for entry in missions if entry.name.endswith(".toml")}
    return {name: found[name].read_bytes() for name in sorted(found)}


def examples() -> dict[str, bytes]:
    """The worked examples of the rulebook, one file for each with its board, its mission and its lesson. They are not
    part of `files`: only the session of an example carries its file."""
    return _folder("examples")


def guides() -> dict[str, bytes]:
    """The guides through a stretch of a mission. They are not part of `files` either."""
    return _folder("guides")


def _folder(name: str) -> dict[str, bytes]:
    found = {entry.name: entry for entry in (_HERE / name).iterdir() if entry.name.endswith(".toml")}
    return {f"{name}/{file}": found[file].read_bytes() for file in sorted(found)}
