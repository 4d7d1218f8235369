"""Positions for the tests of the view, built from the structs of the engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec.structs import replace

from defiance_qt.api import port
from defiance_qt.words.catalogue import Words
from expansions.warfighter.engine import commands as c
from expansions.warfighter.engine import content, odds
from expansions.warfighter.engine import frames as f
from expansions.warfighter.engine.agenda import check, legal
from expansions.warfighter.engine.notation import format_command
from expansions.warfighter.engine.ruleset import Rules
from expansions.warfighter.engine.state import (
    Goal,
    Hostile,
    KitInPlay,
    Pile,
    Soldier,
    State,
    WeaponInPlay,
)
from expansions.warfighter.engine.switches import VALUES
from expansions.warfighter.view.present.offers import Offers
from tests.conftest import ROOT

FOLDER = ROOT / "expansions/warfighter"


@cache
def catalog() -> content.Catalog:
    """The cards of the game."""
    files = {path.name: path.read_bytes() for path in sorted((FOLDER / "content").glob("*.toml"))}
    return content.read(files, files)


@cache
def words(language: str = "en") -> Words:
    """The texts of the game in a language."""
    return Words(language, [FOLDER / "locale"])


def rules(mission: str = "salt_road", objective: str = "convoy") -> Rules:
    """The rules of a Mission."""
    usual = {name: values[0] for name, values in VALUES.items()}
    return Rules(port.Setup("warfighter", mission, 1), catalog(), usual, objective=objective)


def salt_road(**changes: Any) -> State:
    """Salt Road in turn 4: three Soldiers in the Farm, one in the Orchard, the Village placed."""
    rifle, gun = WeaponInPlay("assault_rifle", 4, 0, 1), WeaponInPlay("machine_gun", 3, 1)
    kit = (KitInPlay("frag", 2), KitInPlay("aid_kit", 2))
    hand = ("aimed", "surge", "dive", "silent_kill", "fresh_mag")
    team = (
        Soldier("1", "roa", 6, "", 2, 1, xp=1, hand=hand, weapons=(rifle,), kit=kit, skills=("point",)),
        Soldier("2", "orm", 8, "", 2, 1, xp=4, hand=("dive", "surge", "rally"), weapons=(gun,), skills=("gunner",)),
        Soldier("3", "k_line", 3, "", 2, 0, suppression=1),
        Soldier("4", "k_guard", 3, "", 1),
    )
    hostiles = (
        Hostile("runner.1", "runner", 1, "4", True),
        Hostile("wire_team.1", "wire_team", 2, "2", True, kia=1),
        Hostile("riflemen.1", "riflemen", 3, "1", True),
        Hostile("sergeant.1", "sergeant", 3, "3", True),
        Hostile("conscripts.1", "conscripts", 3, "2", True, suppressed=2),
    )
    cards = catalog()
    deck = tuple(id for id, card in cards.actions.items() for _ in range(card.n))
    decks = {
        "actions": Pile(deck[:41]),
        "hostiles": Pile(tuple(id for id in cards.front for _ in range(2))[:17]),
        "locations": Pile(tuple(cards.locations)[:17]),
        "events": Pile(tuple(cards.events)[:12]),
    }
    state = State(
        port.Setup("warfighter", "salt_road", 1),
        goal=Goal("convoy"),
        nation="keld",
        space=5,
        turn=4,
        time=7,
        last=10,
        team={one.number: one for one in team},
        row=("orchard", "farm", "village"),
        hostiles={one.id: one for one in hostiles},
        cup={"1": 3, "2": 2, "3": 3, "4": 3},
        decks=decks,
        on_call=("mortar", "drone", "evacuation"),
        agenda=(f.Turn(True),),
    )
    return replace(state, **changes)


def odds_of(table: Rules, state: State) -> Callable[[c.Command], port.Odds | None]:
    """The chances of a command in a state."""
    return lambda command: odds.of_command(table, state, command, "")


def offers_of(table: Rules, state: State) -> Offers:
    """The legal commands of a state."""
    return Offers(legal(table, state))


def label(command: c.Command) -> str:
    """A text for a command."""
    return format_command(command)


def why_of(table: Rules, state: State) -> Callable[[c.Command], str]:
    """The code of the refusal of a command in a state, "" if it is legal."""

    def why(command: c.Command) -> str:
        refused = check(table, state, command)
        return refused.code if refused is not None else ""

    return why
