"""The abilities of Saltgate: each does what its rule says, and no more."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.api import Roll
from defiance_qt.systems.defiance.system import hooks_of
from defiance_qt.words.languages import LANGUAGES
from tests.expansions.outcast.saltgate import loaded, position
from tests.systems.defiance.engine.play import Play

BY_HAND = "answers team.dice=person\nanswers enemy.dice=person"


def sources(game: Play, side: str) -> list[str]:
    """The cards behind the dice of a side in the roll that is open."""
    held = getattr(game.roll(), side)
    return [die.source for die in held.dice]


# ---- outcast-1


def bitten(board: str, text: str) -> list[str]:
    """The dice of the Attack that the Enemy makes."""
    game = position(f"{board}\n\n{text}\ninitiative leash_hounds\n{BY_HAND}").do("activate uma", "end_activation uma")
    while not any(isinstance(frame, Roll) for frame in game.state.agenda):
        game.do("proceed")
    return sources(game, "enemy")


@pytest.mark.parametrize(("damage", "dice"), [("", 0), (" damage=1", 1)], ids=["unhurt", "hurt"])
def test_scent_follows_the_hurt(damage: str, dice: int) -> None:
    text = f"cadin{damage}\nleash_hounds 1 - ai=rush"
    assert bitten("C 1 . . . . . U", text).count("ability.scent.name") == dice


# ---- outcast-2


def shot_at(foes: str) -> list[str]:
    """The Enemy's dice as Uma shoots at the Collectors."""
    game = position(f"U . 1 2 . 3\n . . 4 . . .\n\n{foes}\n{BY_HAND}")
    return sources(game.do("activate uma", "attack uma pistol.shot collectors.1"), "enemy")


@pytest.mark.parametrize(
    ("foes", "dice"),
    [
        ("collectors 1 -\nbailiff 2", 1),
        ("collectors 1 -\nbailiff 3", 0),
        ("collectors 1 2", 0),
        ("collectors 1 -\nbailiff 2 4 red", 1),
    ],
    ids=["in Contact", "away", "no Bailiff", "two of them"],
)
def test_a_bulwark_covers_those_beside_it(foes: str, dice: int) -> None:
    assert shot_at(foes).count("ability.bulwark.name") == dice


def test_a_bulwark_does_not_cover_itself() -> None:
    game = position(f"U . 1\n\nbailiff 1\n{BY_HAND}")
    assert "ability.bulwark.name" not in sources(game.do("activate uma", "attack uma pistol.shot bailiff.1"), "enemy")


# ---- outcast-3


IDLE = """
[[ai_cards]]
id = "wait"
blue = ["focused"]
red = ["focused"]
"""


def lit(board: str, text: str) -> list[str]:
    """What the light of the Spotter Drones changes as their Activation ends."""
    game = position(f"{board}\n\n{text}\nspotter 1 - ai=wait\ninitiative spotter", IDLE)
    game.do("activate uma", "end_activation uma").pass_on()
    return [line for line in game.told("aggro_changed") if "outcast-3" in line]


@pytest.mark.parametrize(
    ("board", "text", "who"),
    [
        ("1 . C . U", "", ["cadin 1 1"]),
        ("C . 1 . U", "uma aggro=1", ["uma 1 2"]),
        ("C . 1 . U", "", ["cadin 1 1"]),
        ("1 . # C . . . . U", "", []),
        ("1 . G C . . . . U", "goldstein G\ncadin unconscious damage=10", []),
    ],
    ids=["closest", "of equals the loudest", "else the first", "not through a crate", "neither an Ally nor the fallen"],
)
def test_the_light_falls_on_the_closest_in_sight(board: str, text: str, who: list[str]) -> None:
    assert lit(board, text) == [f"aggro_changed {one} [outcast-3]" for one in who]


# ---- outcast-4


@pytest.mark.parametrize(
    ("foes", "tokens"), [("keepers 1 2", 1), ("collectors 1 2", 0)], ids=["two Keepers", "no Keeper"]
)
def test_they_bid_for_the_fallen(foes: str, tokens: int) -> None:
    game = position(f"U C . 1 2\n\numa burning damage=9\n{foes}").do("activate uma", "end_activation uma")
    assert "unconscious" in game.one("uma").states
    assert game.state.reserve == tokens


def test_they_do_not_bid_for_an_ally() -> None:
    game = position("G C . 1 2\n\ngoldstein A1 burning damage=9\nkeepers 1 2")
    game.do("activate goldstein", "end_activation goldstein")
    assert game.state.reserve == 0


# ---- outcast-5


def paid(text: str) -> list[str]:
    """Who is Focused by the Factor's purse as his Activation ends."""
    game = position(f"F . 1 . 2 . . . 3 U\n\nfactor F ai=fret\n{text}\ninitiative factor", FRET)
    game.do("activate uma", "end_activation uma").pass_on()
    return [line for line in game.told("state_gained") if "outcast-5" in line]


FRET = """
[[ai_cards]]
id = "fret"
blue = ["retreat"]
red = ["withdraw most_damage"]
"""


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("collectors 1 2", "collectors.1"),
        ("collectors 1 2\ncollectors.1 focused", "collectors.2"),
        ("gate_anchor 1\ncollectors 2 -", "collectors.1"),
        ("collectors 3 -", ""),
    ],
    ids=["closest", "the next", "no Structure", "none in Range"],
)
def test_the_purse_opens_for_the_closest(text: str, who: str) -> None:
    assert paid(text) == ([f"state_gained {who} focused source=ability.purse.name [outcast-5]"] if who else [])


# ---- outcast-6


@pytest.mark.parametrize(
    ("team", "dice"),
    [("uma U", 1), ("uma U unconscious damage=10", 0), ("uma X", 0)],
    ids=["in Contact", "fallen", "away"],
)
def test_crossed_blades_want_two(team: str, dice: int) -> None:
    game = position(
        f"C . 1 U . X\n\ncadin specialties=crossed_blades carries=needle_pistol tabs=hand\n{team}\n"
        f"collectors 1 -\n{BY_HAND}"
    )
    game.do("activate cadin", "attack cadin needle_pistol.needle collectors.1")
    assert sources(game, "team").count("specialty.crossed_blades.name") == dice


def test_others_have_no_use_of_crossed_blades() -> None:
    game = position(f"C . 1 U\n\ncadin specialties=crossed_blades\numa U\ncollectors 1 -\n{BY_HAND}")
    game.do("activate uma", "attack uma pistol.shot collectors.1")
    assert "specialty.crossed_blades.name" not in sources(game, "team")


# ---- outcast-7


@pytest.mark.parametrize(
    ("who", "team", "dice"),
    [("uma", "cadin C", 1), ("uma", "cadin X", 0), ("cadin", "cadin C", 0)],
    ids=["in Contact", "away", "itself"],
)
def test_a_broad_back_covers_the_one_beside_it(who: str, team: str, dice: int) -> None:
    aggro = "aggro=3" if who == "cadin" else ""
    loud = "aggro=3" if who == "uma" else ""
    game = position(
        f"U . . 1 .\n C . . . X\n\n{team} specialties=broad_back {aggro}\numa U {loud}\ncollectors 1 - ai=crossfire\n"
        f"initiative collectors\n{BY_HAND}"
    )
    game.do("activate cadin", "end_activation cadin")
    while not any(isinstance(frame, Roll) for frame in game.state.agenda):
        game.do("proceed")
    assert game.roll().target == who
    assert sources(game, "team").count("specialty.broad_back.name") == dice


# ---- the rules' words


@pytest.mark.parametrize("number", range(1, 8))
def test_each_rule_is_cited_by_an_ability_and_has_its_words(number: int) -> None:
    cited = {rule for ability in hooks_of(loaded()).abilities for rule in getattr(ability, "cites", ())}
    assert f"outcast-{number}" in cited
    for language in LANGUAGES:
        assert loaded().texts[language][f"rule.outcast-{number}"]
