"""Checks the choices for a new game against the system's offerings before the game begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import Offerings, Option, Setup
from defiance_qt.extend.clashes import is_claim

COMMON = ("switches", "answers", "plugins", "winners")
"""The keys of a game's options that are common to all systems."""


class Shared(msgspec.Struct):
    """The options that are common to all systems, as a game stores them."""

    switches: dict[str, str] = {}
    answers: dict[str, str] = {}
    plugins: dict[str, dict[str, Any]] = {}
    winners: dict[str, str] = {}


def shared(options: Mapping[str, Any]) -> Shared:
    """Return the common ones of a game's options. Raises `ContentError` for values of another type."""
    try:
        return msgspec.convert(dict(options), ready(Shared))
    except msgspec.ValidationError as error:
        raise ContentError("save.options", "The options of this game cannot be read: {why}", why=error) from error


def check_setup(setup: Setup, offered: Offerings) -> None:
    """Check the set-up against the offerings.

    Raises `ContentError` for an unknown scenario, variant, edition option, option or kind of chance, naming the known
    ones, and for an invalid value.
    """
    scenarios = [one.id for one in offered.scenarios]
    if setup.mission not in scenarios:
        known = ", ".join(scenarios)
        raise ContentError("content.mission", "there is no mission {name!r}: {known}", name=setup.mission, known=known)
    variants = [one.id for one in offered.variants]
    if setup.edition not in variants and (variants or setup.edition):
        known = ", ".join(variants)
        raise ContentError("content.edition", "there is no edition {name!r}: {known}", name=setup.edition, known=known)
    _check_switches(setup, offered)
    kinds = [kind.key for kind in offered.chance]
    for kind in setup.options.get("answers", {}):
        if kind not in kinds:
            raise ContentError(
                "content.chance", "there is no kind of chance {name!r}: {known}", name=kind, known=", ".join(kinds)
            )
    _check_winners(setup)
    _check_options(setup, offered)


def _check_winners(setup: Setup) -> None:
    for claim, id in setup.options.get("winners", {}).items():
        if not is_claim(claim) or id not in setup.plugins:
            raise ContentError(
                "content.winner", "{name!r} cannot be the one of the plugins that wins {claim!r}", name=id, claim=claim
            )


def _check_switches(setup: Setup, offered: Offerings) -> None:
    switches = {switch.id: switch for switch in offered.switches}
    for name, value in setup.options.get("switches", {}).items():
        if name not in switches:
            known = ", ".join(switches)
            raise ContentError("content.switch", "there is no edition option {name!r}: {known}", name=name, known=known)
        if value not in switches[name].values:
            raise ContentError(
                "content.switch_value",
                "edition option {name!r} has no value {value!r}: {known}",
                name=name,
                value=value,
                known=", ".join(switches[name].values),
            )


def _check_options(setup: Setup, offered: Offerings) -> None:
    options = {option.id: option for option in offered.options_of(setup.mission)}
    for key, value in setup.options.items():
        if key in COMMON:
            continue
        if key not in options:
            elsewhere = [one.id for one in offered.scenarios if key in (option.id for option in one.options)]
            if elsewhere:
                raise ContentError(
                    "content.option_elsewhere",
                    "{mission!r} has no option {name!r}; these have it: {known}",
                    mission=setup.mission,
                    name=key,
                    known=", ".join(elsewhere),
                )
            known = ", ".join((*options, *COMMON))
            raise ContentError("content.option", "there is no option {name!r}: {known}", name=key, known=known)
        if not fits(options[key], value):
            raise ContentError("content.option_value", "the option {name!r} cannot be {value!r}", name=key, value=value)


def fits(option: Option, value: object) -> bool:
    """Return whether the value is valid for the option."""
    if option.kind == "bool":
        return isinstance(value, bool)
    if option.kind == "choice":
        return value in option.choices
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return (option.low is None or value >= option.low) and (option.high is None or value <= option.high)
