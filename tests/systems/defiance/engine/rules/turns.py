"""The Enemy's turn in a position: somebody off the board passes, the Initiative card is turned, the Unit is to act."""

from __future__ import annotations

import json
import textwrap
from typing import Any

from tests.systems.defiance.engine.positions import Play, position


def foes_turn(text: str, more: str = "", **mission: Any) -> Play:
    """The position with the first Unit of its `initiative` about to perform its first Instruction.

    Goldstein passes; he stands on the board only where the position puts him. An Instruction is performed by "proceed",
    the whole turn by `pass_on`.
    """
    played = position(f"{textwrap.dedent(text).strip()}\ngoldstein", more, **mission)
    return played.do("activate goldstein", "end_activation goldstein")


def orders(*blue: str, red: tuple[str, ...] = ()) -> str:
    """The AI card "orders" with these Instructions. Its red side has the same where no others are named."""
    return f"""
    [[ai_cards]]
    id = "orders"
    blue = {json.dumps(blue)}
    red = {json.dumps(red or blue)}
    """


def chosen(game: Play) -> list[str]:
    """The Instructions that the Enemies performed, as "figure kind selector target"."""
    return [" ".join(line.split()[1:5]) for line in game.told("instruction_chosen")]


def skipped(game: Play) -> list[str]:
    """The Instructions that the Enemies skipped, as "figure kind selector reason"."""
    return [" ".join(line.split()[1:5]) for line in game.told("instruction_skipped")]


def passed_over(game: Play, tag: str = "instruction_chosen") -> dict[str, str]:
    """The candidates of the last Instruction, and why each was passed over."""
    parts = game.told(tag)[-1].split("{figure=")[1:]
    return {one.split()[0]: one.partition("because=")[2].partition("}")[0] for one in parts}
