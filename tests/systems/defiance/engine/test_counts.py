"""Node counts of small positions: a change in what is legal, or in what a command does, shows here first.

Spans `legal` and `decide`.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from defiance_qt.core import chance
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame
from tests.systems.defiance.engine.positions import position

encode = msgspec.msgpack.Encoder(order="deterministic").encode
FILE = Path(__file__).parent / "counts" / "small.toml"
POSITIONS: dict[str, dict[str, Any]] = tomllib.loads(FILE.read_text())


def after(game: DefianceGame, state: State, command: Any) -> State:
    """The position after a command, chance answered by the app."""
    state, _ = game.step(state, command)
    for _ in range(100):
        if (asked := game.request(state)) is None:
            return state
        state, _ = game.step(state, game.answer(state, chance.answer(0, asked)))
    raise AssertionError(f"chance is asked without end: {state.agenda}")


def counts(entry: dict[str, Any]) -> dict[str, int]:
    play = position(entry["position"])
    game, state = play.game, play.state
    for line in entry.get("played", ()):
        state = after(game, state, parse_command(line))
    first = game.legal(state)
    seconds = [after(game, state, command) for command in first]
    legal = [game.legal(one) for one in seconds]
    thirds = {
        encode(after(game, one, command)) for one, commands in zip(seconds, legal, strict=True) for command in commands
    }
    return {"commands": len(first), "pairs": sum(map(len, legal)), "states": len(thirds)}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_counts_stand(name: str) -> None:
    wanted = {key: value for key, value in POSITIONS[name].items() if key not in ("position", "played")}
    assert counts(POSITIONS[name]) == wanted


def regenerate() -> None:
    """Writes the counts of today into the file, positions and comments as they are."""
    head = FILE.read_text().split("\n\n", 1)[0]
    parts = [head]
    for name, entry in POSITIONS.items():
        lines = [f"{key} = {value}" for key, value in counts(entry).items()]
        if "played" in entry:
            lines.insert(0, f"played = {json.dumps(entry['played'])}")
        parts.append("\n".join([f"[{name}]", f"position = '''\n{entry['position']}'''", *lines]))
    FILE.write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    regenerate()
