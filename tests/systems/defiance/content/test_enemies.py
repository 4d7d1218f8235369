"""The Enemy's cards: the rosters of the campaign, and that no card is one that can never matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from itertools import product

import pytest

from defiance_qt.core import chance
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog
from defiance_qt.systems.defiance.engine.checks.shared import held, parse_instruction
from defiance_qt.systems.defiance.engine.content import Profile, Switch, UseAbility, ZoneRule
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.systems.defiance.engine.ruleset import TERRAIN
from tests.systems.defiance.engine.positions import position
from tests.texts import defiance_words


@cache
def cards() -> Catalog:
    return read_catalog(content.files(), missions=())


def faces() -> Iterator[tuple[str, Profile]]:
    for id, unit in cards().units.items():
        for face in unit.faces:
            yield f"{id}-{face.colour}", face


FACES = dict(faces())


# ---- the rosters ----


def test_the_roster_is_large_enough() -> None:
    colours = Counter(unit.faces[-1].colour for unit in cards().units.values())
    assert colours["red"] >= 16
    assert (colours["black"], colours["grey"]) == (4, 2)
    assert all(len(unit.faces) == 2 for unit in cards().units.values() if unit.faces[-1].colour == "red")
    assert len(cards().states) == 10
    assert Counter(card.deck for card in cards().ai_cards.values()) == {"line": 16, "hunters": 4, "swarm": 4}


@pytest.mark.rule("R-166", "R-271")
@pytest.mark.parametrize("id", [id for id, card in cards().units.items() if card.faces[0].structure])
def test_structures_have_one_grey_face_and_do_not_move(id: str) -> None:
    (face,) = cards().units[id].faces
    assert (face.colour, face.speed) == ("grey", 0)
    assert face.respawn is face.replacements is None


@pytest.mark.parametrize("id", FACES)
def test_the_high_face_is_no_weaker(id: str) -> None:
    unit = cards().units[id.partition("-")[0]]
    low, high = unit.faces[0], unit.faces[-1]
    assert (low.number, low.speed, low.wounds) <= (high.number, high.speed, high.wounds)
    assert len(low.defense or ()) <= len(high.defense or ())
    assert [attack.id for attack in low.attacks] == [attack.id for attack in high.attacks]


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_no_two_units_have_the_same_token(language: str) -> None:
    words = defiance_words(language)
    initials = [words(f"unit.{id}.initials") for id in cards().units]
    assert [one for one, count in Counter(initials).items() if count > 1] == []


# ---- Switches ----


def rolls(face: Profile) -> Iterator[tuple[tuple[str, ...], tuple[Switch, ...]]]:
    """Every pool of the face, with the Switches that work in it."""
    for attack in face.attacks:
        yield attack.dice, (*attack.switches, *face.switches)
    if face.hack_attack is not None:
        yield face.hack_attack.dice, (*face.hack_attack.switches, *face.switches)
    yield face.defense or (), face.switches
    yield face.biotech or (), face.switches


@cache
def best(dice: tuple[str, ...]) -> tuple[Symbols, ...]:
    known = cards().dice.dice
    shown = [tuple(dict.fromkeys(known[die].faces)) for die in dice]
    return tuple({reduce(Symbols.__add__, faces, NO_SYMBOLS) for faces in product(*shown)})


@pytest.mark.parametrize("id", FACES)
def test_every_switch_can_be_paid_by_some_roll(id: str) -> None:
    """By the dice of the face, or with the one that Focused adds."""
    face = FACES[id]
    payable = {
        switch
        for dice, switches in rolls(face)
        for switch in switches
        if any(total.covers(Symbols.parse(switch.cost)) for total in best(tuple(sorted((*dice, "orange")))))
    }
    printed = {switch for _, switches in rolls(face) for switch in switches}
    assert printed == payable


def test_a_switch_that_no_roll_can_pay_would_be_found() -> None:
    assert not any(total.covers(Symbols.parse("! ! ! ! !")) for total in best(("red", "red")))


# ---- AI cards ----

TEAM = "uma aggro=3 damage=1\ncadin aggro=1 damage=4\nqiang aggro=2"
TABLES = [
    "C . . 1 . . Q . . . U",
    "U C 1 . . . . . . Q .",
    "C . . . . . . . . . . . 1 . . . . . . . . . . Q . U",
    "1 C . . . Q . . . . . . . U",
    "U . . . 1 Q . . C",
]
FOES = ("nox_spec_ops", "thresher")


IDLE = (c.Proceed, c.LetStand, c.KeepCritical, c.KeepDice, c.Keep)


@cache
def performed(card: str, colour: str) -> frozenset[tuple[str, str]]:
    """The Instructions of a column that a shooter or a brawler performs on some of the tables."""
    found: set[tuple[str, str]] = set()
    for table, foe in product(TABLES, FOES):
        missing = " -" * (cards().units[foe].faces[0 if colour == "blue" else -1].number - 1)
        text = f"{table}\n\n{TEAM}\n{foe} 1{missing} {colour} ai={card}\ninitiative {foe}\ngoldstein"
        play = position(text, ai_deck=tuple(cards().ai_cards)).do("activate goldstein", "end_activation goldstein")
        game, state = play.game, play.state
        while idle := [one for one in game.legal(state) if isinstance(one, IDLE)]:
            state, _, events = game.play(state, idle[0], lambda request: chance.answer(1, request))
            found |= {(one.kind, one.selector) for one in events if isinstance(one, e.InstructionChosen)}
    return frozenset(found)


SPARE = {
    ("advance", "red"): {("attack", "least_distance")},
    ("loudest_first", "red"): {("attack", "least_distance")},
}
"""Last lines out of reach: an Enemy that skips the Attack before cannot attack here either. They stay, because recorded
games tell them as skipped."""


@pytest.mark.rule("R-172", "R-181")
@pytest.mark.parametrize("colour", ["blue", "red"])
@pytest.mark.parametrize("card", sorted(cards().ai_cards))
def test_every_instruction_of_an_ai_card_is_performed_on_some_table(card: str, colour: str) -> None:
    column = getattr(cards().ai_cards[card], colour)
    wanted = {part for entry in column for part in parse_instruction(entry)}
    assert wanted - performed(card, colour) == SPARE.get((card, colour), set())


def test_no_two_ai_cards_are_the_same() -> None:
    columns = Counter((card.blue, card.red) for card in cards().ai_cards.values())
    assert max(columns.values()) == 1


@pytest.mark.parametrize("deck", ["hunters", "swarm"])
def test_a_deck_of_the_campaign_has_sixteen_cards(deck: str) -> None:
    """Its four replace four of the line's (campaign, section 5)."""
    ids = [id for id, card in cards().ai_cards.items() if card.deck in ("line", deck)]
    assert len(ids) - 4 == 16


# ---- abilities ----


def test_every_ability_is_on_a_card() -> None:
    """Or works in a mission: in its list, as an effect, or as the rule of a zone. The kinds of ground are there for
    all."""
    used: set[str] = set()
    for kind in ("units", "states", "equipment", "software", "specialties", "characters", "missions"):
        for part in held(tuple(getattr(cards(), kind).values())):
            used |= {part.id} if isinstance(part, UseAbility) else set(getattr(part, "abilities", ()))
            used |= {part.rule} if isinstance(part, ZoneRule) else set()
    used |= {one for card in cards().missions.values() for rules in card.zone_rules.values() for one in rules}
    known = {ability.id for ability in builtin.contribute_abilities()}
    assert used | set(TERRAIN) == known
