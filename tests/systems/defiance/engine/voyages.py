"""A small campaign in a test's hand (voyage.toml), at its start or at any step between two missions.

    play = voyage("sickbay", crew={"uma": "cabins"}, team={"uma": {"consequences": ("deep_cut",)}}, upgrades=("x",))
    play.do("cure uma deep_cut", team="S")

A mission is won as Uma, and lost as Cadin, ends an Activation.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import content as cards
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.board.tiles import Placement, Tile
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.rules.campaign.boons import stationed
from defiance_qt.systems.defiance.engine.rules.campaign.course import ORDERS
from defiance_qt.systems.defiance.engine.rules.figures import character
from defiance_qt.systems.defiance.engine.rules.layout import consequences
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import CampaignState
from defiance_qt.systems.defiance.game import DefianceGame
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.positions import FIELD, SYSTEM, catalog

VOYAGE = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "voyage.toml").read_text("utf-8")), cards.Campaign, strict=False
)
ROWS = ("......", "......", "......")
SPACES = {"uma": "A1", "cadin": "B1", "qiang": "C1", "jazz": "D1"}
DEPLOY = tuple(f"deploy {id} {space}" for id, space in SPACES.items())
TEAM = tuple(SPACES)
WIN = ("activate uma", "end_activation uma")
LOSE = ("activate cadin", "end_activation cadin")


def mission(id: str, number: int, **fields: Any) -> cards.Mission:
    """One of the missions: nobody else is on the board unless `fields` say so."""
    usual: dict[str, Any] = {
        "characters": TEAM,
        "tiles": (Placement(FIELD),),
        "alert": 0,
        "allies": (),
        "deployment": (*SPACES.values(), "E1"),
        "respawn": ("F3",),
        "selected": (),
        "available": (),
        "openings": {"en": cards.Opening(()), "es": cards.Opening(())},
        "victory": (cards.Condition(id="home", happened=("activation_ended uma",), when="activation"),),
        "defeat": (cards.Condition(id="gone", happened=("activation_ended cadin",), when="activation"),),
        "intel": 3,
    }
    return cards.Mission(id=id, number=number, **(usual | fields))


def rules_of(
    options: Mapping[str, Any],
    card: Mapping[str, Any],
    missions: Mapping[str, Mapping[str, Any]],
    more: str,
    hooks: Hooks | None = None,
) -> Rules:
    known = catalog(more)
    campaign = replace(VOYAGE, **card)
    dice = replace(known.dice, rolls=known.dice.rolls | {"medicine": ("any",), "engineering": ("any",)})
    known = replace(
        known,
        dice=dice,
        tiles=known.tiles | {FIELD: Tile(FIELD, ROWS, {})},
        missions={id: mission(id, at, **missions.get(id, {})) for at, id in enumerate(campaign.missions, start=1)},
        campaigns={campaign.id: campaign},
    )
    options = dict(options)
    setup = Setup(SYSTEM, campaign.id, 1, str(options.pop("edition", "en")), options)
    return Rules(known, setup, hooks or Hooks(abilities=tuple(builtin.contribute_abilities())))


def embark(
    card: Mapping[str, Any] | None = None, missions: Mapping[str, Mapping[str, Any]] | None = None, **options: Any
) -> Play:
    """The campaign as it begins. `card` changes its card, `missions` the cards of its missions; `options` are those of
    a new game (edition, switches, answers)."""
    game = DefianceGame(rules_of(options, card or {}, missions or {}, ""))
    events = list(game.start(game.rules.setup))
    play = Play(game, reduce(game.evolve, events, game.blank()))
    play.events = events
    return play


def voyage(
    step: str,
    *,
    crew: Mapping[str, str] | None = None,
    team: Mapping[str, Mapping[str, Any]] | None = None,
    card: Mapping[str, Any] | None = None,
    missions: Mapping[str, Mapping[str, Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    more: str = "",
    hooks: Hooks | None = None,
    **campaign: Any,
) -> Play:
    """The campaign after its first mission, at a step. `crew` are further members and the areas of tokens, `team`
    changes figures, `campaign` fields of its state; what the crew does is active."""
    rules = rules_of(options or {}, card or {}, missions or {}, more, hooks)
    game = DefianceGame(rules)
    state = reduce(game.evolve, game.start(rules.setup), game.blank())
    assert state.campaign
    areas = state.campaign.crew | dict(crew or {})
    figures = {id: state.team.get(id) or character(rules, state, rules.catalog.characters[id]) for id in areas}
    for id, fields in (team or {}).items():
        figures[id] = replace(figures[id], **fields)
    order = (*ORDERS[rules.switches["campaign_order"]], "briefing")
    todo = order[order.index(step) :] if step in order else (step, *order)
    usual: dict[str, Any] = {"number": 1, "participants": state.campaign.team, "crew": areas}
    now = replace(state.campaign, **(usual | campaign))
    state = replace(state, team=figures, campaign=now, agenda=(f.Campaign(todo),))
    state = replace(state, decks={"consequence": consequences(rules, figures.values())})
    if "active" not in campaign:
        state = replace(state, campaign=replace(now, active=stationed(rules, state)))
    return Play(game, state)


def at(play: Play) -> CampaignState:
    """The campaign of a state."""
    assert play.state.campaign
    return play.state.campaign


def step(play: Play) -> str:
    """The present step."""
    top = play.state.agenda[0]
    assert isinstance(top, f.Campaign)
    return top.todo[0]


def sail(play: Play, end: tuple[str, ...] = WIN, **answers: Any) -> Play:
    """Play the mission ahead to its end."""
    return play.do("begin_mission", *DEPLOY, *end, **answers)


def pass_by(play: Play, until: str) -> Play:
    """Finish steps until the one that is named is asked for."""
    while step(play) != until:
        play.do("finish_step")
    return play
