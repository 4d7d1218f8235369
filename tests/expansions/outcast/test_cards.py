"""The cards of Saltgate: checked, complete in every language, and none that can never matter."""

from __future__ import annotations

from collections import Counter

import pytest

from defiance_qt import cli
from defiance_qt.systems.defiance.engine.content import Profile
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.texts import text_keys
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.expansions.outcast.saltgate import ID, catalog, loaded, own, position
from tests.systems.defiance.content.test_enemies import best, rolls
from tests.texts import defiance_words

KINDS = ("missions", "units", "characters", "equipment", "specialties", "loot", "tiles", "campaigns")
OWN = {kind: {id: card for id, card in getattr(catalog(), kind).items() if own(kind, id)} for kind in KINDS}
TEXTS = loaded().texts


def test_the_content_check_finds_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """Cards that can never matter, what cannot be reached or read, and texts that a language lacks are faults."""
    assert cli.main(["content", "check", str(ROOT / "expansions" / ID)]) == 0
    assert capsys.readouterr().out.endswith("no fault\n")


def test_it_holds_what_it_promises() -> None:
    colours = Counter((len(card.faces), card.faces[-1].colour) for card in OWN["units"].values())
    assert colours == {(2, "red"): 6, (1, "black"): 1}
    assert [len(OWN[kind]) for kind in ("missions", "equipment", "campaigns")] == [4, 8, 1]
    team = [card for card in OWN["characters"].values() if not card.ally]
    assert len(team) == 2


# ---- Units


@pytest.mark.parametrize("id", [id for id, card in OWN["units"].items() if len(card.faces) == 2])
def test_the_high_face_is_no_weaker(id: str) -> None:
    low, high = OWN["units"][id].faces
    assert (low.number, low.speed, low.wounds) <= (high.number, high.speed, high.wounds)
    assert len(low.defense) <= len(high.defense)
    assert [attack.id for attack in low.attacks] == [attack.id for attack in high.attacks]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_units_have_the_same_token(language: str) -> None:
    words = defiance_words(language)
    shown = {id: words(f"unit.{id}.initials") for id in catalog().units if id not in OWN["units"]}
    mine = {id: TEXTS[language][f"unit.{id}.initials"] for id in OWN["units"]}
    assert [one for one, count in Counter([*shown.values(), *mine.values()]).items() if count > 1] == []


FACES = {f"{id}-{face.colour}": face for id, card in OWN["units"].items() for face in card.faces}


@pytest.mark.parametrize("name", FACES)
def test_every_switch_of_a_unit_can_be_paid(name: str) -> None:
    face: Profile = FACES[name]
    for dice, switches in rolls(face):
        shown = best(tuple(sorted((*dice, "orange"))))
        for switch in switches:
            assert any(total.covers(Symbols.parse(switch.cost)) for total in shown), switch


# ---- Specialties


@pytest.mark.parametrize("group", ["streetcraft", "wrecking"])
def test_each_outcast_has_a_chain_of_four_levels(group: str) -> None:
    chain = [card for card in OWN["specialties"].values() if card.group == group]
    assert {card.level for card in chain} == {1, 2, 3, 4}
    for card in chain:
        assert set(card.requires) == {one.id for one in chain if one.level == card.level - 1}
    (owner,) = [card for card in OWN["characters"].values() if group in card.specialties]
    assert sum(card.group in owner.specialties for card in catalog().specialties.values()) == 13


USES = {
    "low_profile": ("C . 1", "cadin aggro=2", "low_profile.look_away cadin"),
    "thrown_knife": ("C . . 1", "", "thrown_knife.throw collectors.1"),
    "back_stairs": ("C . . 1", "door gate A1:e", "back_stairs.slip_through gate"),
    "lost_in_the_crowd": ("C . . 1", "", "lost_in_the_crowd.vanish cadin"),
    "heave": ("C 1", "", "heave.throw_down collectors.1"),
    "bring_it_down": ("C . . . 1", "", "bring_it_down.pull collectors.1"),
}


@pytest.mark.rule("R-048", "R-313", "R-314", "R-315")
@pytest.mark.parametrize("card", USES)
def test_an_action_of_a_specialty_changes_the_table_and_turns_the_card(card: str) -> None:
    board, more, words = USES[card]
    who = more if more.startswith("cadin") else "cadin"
    rest = "" if more.startswith("cadin") else more
    game = position(f"{board}\n\n{who} specialties={card}\ncollectors 1 -\n{rest}").do("activate cadin")
    before = game.state
    game.do(f"use_card cadin {words}")
    assert card in (*game.one("cadin").tapped, *game.one("cadin").flipped)
    assert (game.state.enemies, game.state.doors, game.state.agenda, game.one("cadin").aggro) != (
        before.enemies,
        before.doors,
        before.agenda,
        before.team["cadin"].aggro,
    )


# ---- Equipment


def test_a_coat_turned_inside_out_is_a_man_less() -> None:
    game = position("C . 1\n\ncadin aggro=3 carries=market_coat tabs=torso\ncollectors 1 -").do("activate cadin")
    game.do("use_card cadin market_coat.turn_it cadin")
    assert (game.one("cadin").aggro, game.actions()) == (1, 2)
    assert game.refused("use_card cadin market_coat.turn_it cadin")


def test_picks_open_a_door_and_shut_it() -> None:
    game = position("C . U . 1\n\ncadin carries=lock_picks\numa carries=lock_picks\ncollectors 1 -\ndoor gate B1:e")
    game.do("activate cadin", "use_card cadin lock_picks.work_it gate")
    assert game.state.doors["gate"].open
    game.do("end_activation cadin").pass_on(team=[], enemy=[])
    game.do("activate uma", "use_card uma lock_picks.work_it gate")
    assert not game.state.doors["gate"].open


def test_tonic_heals_and_is_gone() -> None:
    game = position("C . 1\n\ncadin damage=3 carries=dockers_tonic\ncollectors 1 -").do("activate cadin")
    game.do("use_card cadin dockers_tonic.drink cadin")
    assert (game.one("cadin").damage, game.actions()) == (1, 2)
    assert "dockers_tonic" not in {held.item for held in game.one("cadin").carried}


def test_a_flare_marks_and_suppresses() -> None:
    game = position("C . . 1\n\ncadin carries=flash_flare\ncollectors 1 -").do("activate cadin")
    game.do("use_card cadin flash_flare.fire collectors.1")
    assert set(game.foe("collectors.1").states) == {"marked", "suppressed"}


@pytest.mark.parametrize(("item", "dice"), [("riot_shield", 2), ("market_coat", 1)])
def test_what_is_worn_adds_to_defense(item: str, dice: int) -> None:
    tabs = "torso" if item == "market_coat" else "hand"
    game = position(f"C . 1\n\ncadin carries={item} tabs={tabs}\ncollectors 1 -")
    loadout = game.game.rules.loadout(game.one("cadin"))
    added = [die for source in loadout.modifiers["defense"] for die in source.modifier.dice]
    assert added == ["black"] * dice


# ---- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_and_is_read(language: str) -> None:
    """Those of the catalog and of the rules, and no others."""
    wanted = {key for key in text_keys(catalog()) if key in TEXTS["en"]}
    extra = set(TEXTS[language]) - wanted
    assert set(TEXTS[language]) == set(TEXTS["en"])
    assert {key.partition(".")[0] for key in extra} == {"rule", "character", "unit"}
    assert {key for key in extra if key.startswith("rule.")} == {f"rule.outcast-{n}" for n in range(1, 8)}
    assert all(key.endswith((".short", ".initials", ".role")) for key in extra if not key.startswith("rule."))
