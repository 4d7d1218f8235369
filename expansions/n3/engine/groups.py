"""Headings for long lists of answers: those of one skill, one troop or one kind stand together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from . import commands as c
from .commands import Command

FEW = 12
"""Up to so many answers need no headings."""

HEADINGS: dict[type, Callable[[Any], str]] = {
    c.Activate: lambda one: "",
    c.DeployRest: lambda one: "",
    c.EndTurn: lambda one: "",
    c.Ready: lambda one: "",
    c.Declare: lambda one: f"skill.{one.skill}.name",
    c.React: lambda one: f"troop.{one.troop}.name",
    c.Exchange: lambda one: f"troop.{one.one}.name",
    c.Deploy: lambda one: "group.deploy",
    c.Score: lambda one: "scenario.objectives",
    c.Measured: lambda one: "group.measured",
}


def groups(commands: Sequence[Command]) -> tuple[tuple[str, int], ...]:
    """Return the headings of a list of answers, each with how many follow it."""
    if len(commands) <= FEW:
        return ()
    runs = groupby(commands, lambda one: HEADINGS.get(type(one), _other)(one))
    return tuple((heading, len(list(run))) for heading, run in runs)


def _other(command: Command) -> str:
    return "group.table"
