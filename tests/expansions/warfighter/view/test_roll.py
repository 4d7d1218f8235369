"""The last roll as values."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from expansions.warfighter.engine import events as e
from expansions.warfighter.engine.events import Part
from expansions.warfighter.engine.frames import HostileTurn
from expansions.warfighter.view.present.names import Names
from expansions.warfighter.view.present.roll import last_roll, outlook
from expansions.warfighter.view.roll import rolling
from expansions.warfighter.view.values import RollDie, RollView

from .tables import rules, salt_road, words

HIT, COVER = (Part("weapon.assault_rifle.name", 6),), (Part("hostile.riflemen.name", 3), Part("trait.walls.name", 1))
FIRED = e.Fired("1", "fire", "assault_rifle", "riflemen.1", 2, 1, 2, HIT, (), COVER, ())
RESOLVED = e.ShotsResolved("1", "riflemen.1", (1, 9), 3, 6, 0, 4, 1, ("suppress", "kill"), 1, 1)


def shown(*steps: tuple[object, ...]) -> RollView:
    return last_roll(steps, salt_road(), Names(words()))


def test_an_attack_shows_its_dice_what_they_needed_and_did() -> None:
    view = shown((FIRED, RESOLVED, e.CounterEmptied("1", "assault_rifle", 1, (1,))))
    assert view.title == "Roa, Assault rifle"
    assert [(die.face, die.die) for die in view.dice] == [("1", "yellow"), ("9", "green")]
    assert (view.needed, view.hits) == ("6+ hits", "1 hit · the 1 empties it")
    assert view.cover is not None
    assert view.cover.face == "3"
    assert (view.cover_needed, view.cover_told) == ("d6 + 1 against Cover 4", "4: no help from cover")
    assert (view.result, view.more, view.tone) == ("Riflemen: 1 killed, 1 suppressed", "a counter is Empty", "team")
    assert "1, 9" in view.spoken


def test_the_last_figure_clears_the_card_and_brings_its_xp() -> None:
    gone, gained = e.HostileGone("riflemen.1", True, "1"), e.XPGained("1", 2, "hostile.riflemen.name")
    assert shown((FIRED, RESOLVED), (gone, gained)).more == ""
    assert shown((FIRED, RESOLVED, gone, gained)).more == "the card is cleared · +2 XP, Roa"


def test_a_roll_never_shows_what_a_later_card_did() -> None:
    """The XP of a figure that a card killed were beside the dice that had killed none."""
    silent = e.HostileKilled("riflemen.1", 1, 0, "action.silent_kill.name")
    killed = (e.CardPlayed("1", "silent_kill"), silent, e.HostileGone("riflemen.1", True, "1"))
    assert shown(killed, (FIRED, RESOLVED)) == RollView()


def test_new_hostile_cards_take_the_place_of_an_old_roll() -> None:
    came = (e.LocationPlaced("ford", 4, "1", 60, ()), e.HostileDrawn("sentry.1", "sentry", 4, "location"))
    assert shown(came, (FIRED, RESOLVED)) == RollView()
    assert shown(came, (e.TurnBegan(5),), (WOUND,), (e.HostileTurnBegan(4),)) == RollView()


def test_dice_that_a_card_lets_hit_are_counted_and_told() -> None:
    fired = replace(FIRED, sure=1)
    view = shown((fired, replace(RESOLVED, results=("kill", "kill"), killed=2, suppressed=0)))
    assert (view.hits, view.more) == ("2 hits", "1 die hits whatever it shows")


@pytest.mark.parametrize("sides", [6, 10])
def test_a_die_rolls_through_the_faces_that_it_has(sides: int) -> None:
    faces = [rolling(RollDie("3", "blue", sides=sides), turn) for turn in range(sides)]
    assert sorted(map(int, faces)) == list(range(1, sides + 1))
    assert faces[0] == "3"
    cover = shown((FIRED, RESOLVED)).cover
    assert cover is not None
    assert cover.sides == 6


def test_the_fire_of_an_event_has_its_name() -> None:
    fire = e.HostileHit("", "1", 2, 6, 7, (), 5, "")
    assert shown((e.EventDrawn("mortar_fire"), fire)).title == "Mortar Fire → Roa"
    ended = (e.EventDrawn("mortar_fire"), fire, e.TurnBegan(5))
    assert shown(ended, (e.HostileTurnBegan(4),)).more == "Nothing: Mortar Fire → Roa"


def test_a_silent_attack_has_no_cover_die() -> None:
    quiet = e.Fired("1", "fire", "assault_rifle", "riflemen.1", 2, 1, 2, HIT, (), COVER, (), True)
    view = shown((quiet, RESOLVED))
    assert view.cover is None
    assert view.cover_needed == "Stealth: the d6 counts as 6"


def test_a_hostile_attack_shows_both_dice_and_what_came_of_them() -> None:
    hit = e.HostileHit("riflemen.1", "1", 5, 4, 5, (), 5, "suppress")
    view = shown((hit,))
    assert (view.title, view.result, view.tone, view.enemy) == ("Riflemen → Roa", "Roa: 1 Suppression", "gold", True)
    assert (view.dice[0].die, view.cover_told) == ("red", "4: the cover holds")


WOUND = e.HostileHit("riflemen.1", "1", 9, 6, 5, (), 5, "wound", 1)
SUPPRESSED = e.HostileHit("runner.1", "4", 7, 1, 5, (), 4, "suppress")
MISSED = e.HostileHit("sergeant.1", "3", 2, 6, 5, (), 4, "")


def test_a_turn_begins_with_what_the_hostile_turn_did_to_whom() -> None:
    ended = (MISSED, e.TimerMoved(6, -1), e.TurnBegan(5))
    view = shown(ended, (SUPPRESSED,), (WOUND, e.WoundsSuffered("1", 1, "riflemen.1")), (e.HostileTurnBegan(4),))
    assert (view.title, view.tone, view.dice) == ("Hostile turn 4", "danger", ())
    assert view.result == "Roa: 1 Wound · Guard team: 1 Suppression"
    assert view.more == "Riflemen → Roa · Runner → Guard team · Nothing: Sergeant → Line team"
    assert view.spoken == f"Hostile turn 4. {view.result}. {view.more}"


def test_what_several_cards_did_to_a_soldier_is_added_up() -> None:
    again, third = replace(WOUND, hostile="sergeant.1"), replace(SUPPRESSED, soldier="1")
    suffered = e.WoundsSuffered("1", 1, "riflemen.1")
    view = shown((e.TurnBegan(5),), (WOUND, suffered, third, again, suffered), (e.HostileTurnBegan(4),))
    assert view.result == "Roa: 2 Wounds, 1 Suppression"
    assert view.more == "Riflemen, Runner, Sergeant → Roa"


def test_wounds_that_a_card_cancelled_are_told_as_such() -> None:
    view = shown((e.TurnBegan(5),), (WOUND, e.WoundsCancelled("1", 1, "dive")), (e.HostileTurnBegan(4),))
    assert view.result == "Roa: Wounds cancelled"


def test_a_hostile_turn_without_attacks_and_the_first_turn_of_all() -> None:
    assert shown((e.TurnBegan(5),), (e.HostileTurnBegan(4),)).result == "No Hostile card attacked"
    assert shown((MISSED, e.TurnBegan(5)), (e.HostileTurnBegan(4),)).result == "Every attack missed"
    assert shown((e.TurnBegan(1),)) == shown() == shown((e.HostileTurnBegan(1),), (FIRED, RESOLVED)) == RollView()


def test_without_a_roll_the_coming_attacks_are_shown() -> None:
    names = Names(words())
    view = outlook(salt_road(), rules(), names)
    assert view.title == "Coming Hostile turn"
    assert view.result.startswith("Roa: Riflemen 60 % · Orm: Wire team 40 %, Conscripts ")
    calm = outlook(salt_road(hostiles={}, row=()), rules(), names)
    assert (calm.result, calm.tone) == ("No Hostile card in play can attack", "")
    assert calm.more.startswith("A Location that is placed brings Hostiles")
    running = salt_road(agenda=(HostileTurn("attack", ("riflemen.1",), True),))
    assert outlook(running, rules(), names).title == "Hostile turn"


def test_an_attack_with_a_card_names_the_card() -> None:
    thrown = e.Fired("1", "card", "blast", "riflemen.1", 2, 1, 2, HIT, (), COVER, ())
    assert shown((thrown, RESOLVED)).title == "Roa, Blast"
