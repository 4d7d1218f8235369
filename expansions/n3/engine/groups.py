"""Headings for long lists of answers: those of one skill, one troop or one kind stand together."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from itertools import groupby
from typing import Any

from . import commands as c
from .commands import Command

FEW = 12
"""Up to so many answers need no headings."""

OWN = "group.own_troop"
"""The heading of what a troop can do that was typed at the table."""

HEADINGS: dict[type, Callable[[Any], str]] = {
    c.Activate: lambda one: "",
    c.DeployRest: lambda one: "",
    c.EndTurn: lambda one: "",
    c.Ready: lambda one: "",
    c.Declare: lambda one: f"skill.{one.skill}.name",
    c.Deploy: lambda one: "group.deploy",
    c.Score: lambda one: "scenario.objectives",
    c.Measured: lambda one: "group.measured",
}


def groups(commands: Sequence[Command], profiles: Container[str]) -> tuple[tuple[str, int], ...]:
    """Return the headings of a list of answers, each with how many follow it. Reactions and exchanges stand under
    their troop, which has a text if it is of one of the profiles."""

    def heading(one: Command) -> str:
        if isinstance(one, c.React | c.Exchange):
            id = one.troop if isinstance(one, c.React) else one.one
            known = id if id in profiles else id.rpartition("_")[0]
            return f"troop.{known}.name" if known in profiles else OWN
        return HEADINGS.get(type(one), _other)(one)

    if len(commands) <= FEW:
        return ()
    return tuple((text, len(list(run))) for text, run in groupby(commands, heading))


def _other(command: Command) -> str:
    return "group.table"
