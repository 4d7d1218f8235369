"""The last roll as values."""

from __future__ import annotations

from expansions.warfighter.engine import events as e
from expansions.warfighter.engine.events import Part
from expansions.warfighter.view.present.names import Names
from expansions.warfighter.view.present.roll import last_roll
from expansions.warfighter.view.values import RollView

from .tables import salt_road, words

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
    assert shown((gone, gained), (FIRED, RESOLVED)).more == "the card is cleared · +2 XP, Roa"


def test_a_silent_attack_has_no_cover_die() -> None:
    quiet = e.Fired("1", "fire", "assault_rifle", "riflemen.1", 2, 1, 2, HIT, (), COVER, (), True)
    view = shown((quiet, RESOLVED))
    assert view.cover is None
    assert view.cover_needed == "Stealth: the d6 counts as 6"


def test_a_hostile_attack_shows_both_dice_and_what_came_of_them() -> None:
    hit = e.HostileHit("riflemen.1", "1", 5, 4, 5, (), 5, "suppress")
    view = shown((hit,))
    assert (view.title, view.result, view.tone, view.enemy) == ("Riflemen at Roa", "Roa: 1 Suppression", "gold", True)
    assert (view.dice[0].die, view.cover_told) == ("red", "4: the cover holds")


def test_a_new_turn_begins_without_a_roll() -> None:
    assert shown((e.TurnBegan(5),), (FIRED, RESOLVED)) == RollView()
    assert shown() == RollView()
