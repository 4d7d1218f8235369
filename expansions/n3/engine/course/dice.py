"""The dice that are entered, and what goes on after them."""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.api import Illegal

from .. import commands as c
from .. import events as e
from ..rolls import SIDES
from ..rules import Rules, Run, refuse
from ..state import Asked, State
from ..zones import damage_rules, from_tables, level_rules
from . import conclude, measure, setup, turns
from .base import Handler, none

GROUPS = {"roll": "dice", "deploy": "dice", "guts": "saves", "save": "saves", "table": "tables"}
"""The kind of chance that each purpose belongs to."""


def key(asked: Asked) -> str:
    """Return the key of the kind of chance: "team.dice", "saves", "tables"."""
    group = GROUPS[asked.kind]
    return f"{asked.side}.dice" if group == "dice" else group


def _check(rules: Rules, state: State, command: c.EnterDice) -> Illegal | None:
    if not state.asked:
        return refuse("no_dice_asked", "K-001", "no dice are asked for now")
    wanted = state.asked[0].dice
    if len(command.faces) != wanted or not all(1 <= face <= SIDES for face in command.faces):
        return refuse("wrong_dice", "K-001", f"{wanted} dice from 1 to {SIDES} are asked for", asked=wanted)
    return None


def _enter(run: Run, command: c.EnterDice) -> None:
    asked = run.state.asked[0]
    typed = run.state.answers.get(key(asked)) == "person"
    run.add(e.DiceRolled(asked, command.faces, typed, AFTER_RULES[asked.kind]))
    AFTER[asked.kind](run, asked, command.faces)


def _after_roll(run: Run, asked: Asked, natural: tuple[int, ...]) -> None:
    if not run.state.asked:
        measure.settle(run)


def _after_save(run: Run, asked: Asked, natural: tuple[int, ...]) -> None:
    conclude.rolled(run, run.order.saves[asked.id], natural)
    conclude.go_on(run)


def _after_guts(run: Run, asked: Asked, natural: tuple[int, ...]) -> None:
    conclude.guts_rolled(run, asked.about, natural[0])


def _after_deploy(run: Run, asked: Asked, natural: tuple[int, ...]) -> None:
    setup.deploy_rolled(run, run.state.troops[asked.about], natural[0])


def _after_table(run: Run, asked: Asked, natural: tuple[int, ...]) -> None:
    attribute, *zones = asked.about.split()
    hostile = from_tables(natural[0], natural[1], attribute)
    agreed = ("N-026", "N-202") if hostile.damage else ()
    again = ("N-027", "N-116") if run.state.turn else ()
    level, damage = natural
    run.add(
        e.HostilityRolled(
            tuple(zones),
            level,
            damage,
            hostile,
            ("N-008", *level_rules(hostile.level), *damage_rules(damage), *agreed, *again),
        )
    )
    if not run.state.asked and run.state.turn:
        turns.next_turn(run)


AFTER: dict[str, Callable[[Run, Asked, tuple[int, ...]], None]] = {
    "roll": _after_roll,
    "save": _after_save,
    "guts": _after_guts,
    "deploy": _after_deploy,
    "table": _after_table,
}
AFTER_RULES = {
    "roll": ("K-001",),
    "save": ("K-009", "N-030"),
    "guts": ("K-019", "N-030"),
    "deploy": ("N-077",),
    "table": ("N-008",),
}

HANDLERS: dict[type, Handler] = {c.EnterDice: Handler(_check, _enter, none)}
