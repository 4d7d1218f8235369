"""Exact odds for dice given on the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from defiance_qt.core.errors import DefianceError
from defiance_qt.systems.defiance.engine.chances import Chances, rounded, weighted
from defiance_qt.systems.defiance.engine.dice import Dice, Symbols
from defiance_qt.systems.defiance.engine.odds import OddsTable, Side, SwitchValue

MOST_DICE = 20
"""The limit of dice of one side. The time grows with a high power of their number, with their kinds and with Switches:
a dozen of all kinds on both sides take ten seconds."""


def dice_chances(
    dice: Dice,
    team: str,
    enemy: str,
    switches: Sequence[str] = (),
    enemy_switches: Sequence[str] = (),
    multiplier: int = 1,
    wounds: int = 0,
) -> Chances:
    """Return the odds of dice against dice ("red,red,orange", "blue"), or of a Simple Roll if `enemy` is empty.

    Raises `DefianceError`.
    """
    table = OddsTable(dice)
    side = Side(_dice(team, dice.dice), Symbols(), tuple(map(_switch, switches)), multiplier)
    name = f"{team} : {enemy}" if enemy else team
    if not enemy:
        simple = table.simple(side)
        left = {count: rounded(weight / simple.total) for count, weight in simple.successes.items()}
        return Chances(name, left, {}, rounded(simple.expected_successes), 0.0, success=rounded(simple.p_success))
    rival = Side(_dice(enemy, dice.dice), Symbols(), tuple(map(_switch, enemy_switches)))
    odds = table.face_to_face(side, rival)
    return Chances(
        name,
        weighted(odds.dealt, odds.total),
        weighted(odds.suffered, odds.total),
        rounded(odds.expected_dealt),
        rounded(odds.expected_suffered),
        rounded(odds.p_at_least(wounds)) if wounds else None,
    )


def _dice(text: str, known: Mapping[str, object]) -> tuple[str, ...]:
    ids = tuple(re.split(r"\s*,\s*|\s+", text.strip()))
    for id in ids:
        if id not in known:
            raise DefianceError("command.die", "There is no die {name!r}: {known}.", name=id, known=", ".join(known))
    if len(ids) > MOST_DICE:
        raise DefianceError(
            "command.many_dice", "{count} dice are too many: write at most {limit}.", count=len(ids), limit=MOST_DICE
        )
    return ids


def _switch(text: str) -> SwitchValue:
    cost, equals, damage = text.partition("=")
    if not equals or not damage.strip().isdigit():
        raise DefianceError(
            "command.no_switch", "{text!r} is not a Switch: write cost=Damage, for example '! !=1'.", text=text
        )
    return SwitchValue(Symbols.parse(cost), int(damage))
