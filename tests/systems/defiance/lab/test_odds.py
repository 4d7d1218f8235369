"""Exact chances of dice as a user names them."""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import DefianceError
from defiance_qt.lab.odds import odds_lines
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.chances import Chances
from defiance_qt.systems.defiance.lab import odds
from defiance_qt.systems.defiance.lab.odds import MOST_DICE
from defiance_qt.systems.defiance.system import Defiance
from tests.texts import defiance_words

DICE = read_catalog(Defiance().content()).dice


def dice_chances(
    team: str,
    enemy: str,
    switches: tuple[str, ...] = (),
    enemy_switches: tuple[str, ...] = (),
    multiplier: int = 1,
    wounds: int = 0,
) -> Chances:
    return odds.dice_chances(DICE, team, enemy, switches, enemy_switches, multiplier, wounds)


@pytest.mark.rule("R-093")
def test_one_red_die_against_one_black_one() -> None:
    """Red: CS, S!, S!, S, SS!, -. Black: B on half of its faces. By hand: 36 pairs."""
    found = dice_chances("red", "black", wounds=1)
    # No B: - nothing, three S one, SS two, CS (two S) two. One B takes one from each.
    assert found.dealt == pytest.approx({0: (1 + 4) / 12, 1: (3 + 2) / 12, 2: 2 / 12}, abs=1e-6)
    assert found.kill == pytest.approx(7 / 12, abs=1e-6)
    assert found.suffered == {0: 1.0}


def test_a_switch_and_a_multiplier_raise_the_damage() -> None:
    plain = dice_chances("red,orange", "blue")
    assert dice_chances("red,orange", "blue", switches=("!=1",)).expected_dealt > plain.expected_dealt
    assert dice_chances("red,orange", "blue", multiplier=2).expected_dealt == pytest.approx(2 * plain.expected_dealt)
    assert dice_chances("red", "blue", enemy_switches=("!=1",)).expected_suffered > 0


def test_without_an_enemy_it_is_a_simple_roll() -> None:
    found = dice_chances("yellow yellow", "")
    assert found.success == pytest.approx(1 - (4 / 6) ** 2, abs=1e-6)
    assert found.kill is None


def test_what_is_no_die_and_no_switch_is_refused() -> None:
    with pytest.raises(DefianceError, match="no die 'pink': red, green"):
        dice_chances("red,pink", "blue")
    with pytest.raises(DefianceError, match="'! !' is not a Switch"):
        dice_chances("red", "blue", switches=("! !",))


def test_more_dice_than_can_be_computed_are_refused() -> None:
    assert dice_chances(",".join(["red"] * MOST_DICE), "").success
    with pytest.raises(DefianceError, match=f"400 dice are too many: write at most {MOST_DICE}"):
        dice_chances(",".join(["red"] * 400), "blue")


def test_the_system_gives_the_same_as_odds() -> None:
    """Options come as the command line writes them."""
    given = {"switch": ("!=1",), "enemy_switch": (), "multiplier": ("2",), "wounds": ("3",)}
    found = Defiance().dice_odds("red,orange", "blue", given)
    assert found.data == dice_chances("red,orange", "blue", ("!=1",), multiplier=2, wounds=3)
    assert [one.name for one in found.distributions] == ["dealt", "suffered"]
    assert found.distributions[0].shares == found.data.dealt
    assert found.distributions[0].mean == found.data.expected_dealt
    assert found.chances == {"kill": found.data.kill}


def test_odds_are_printed_by_name() -> None:
    simple = Defiance().dice_odds("yellow yellow", "", {})
    assert list(odds_lines(simple, defiance_words()))[-1] == "  success 55.6%"
    lines = list(odds_lines(Defiance().dice_odds("red", "black", {"wounds": ("1",)}), defiance_words()))
    assert lines == [
        "red : black",
        "  dealt     0: 41.7%  1: 41.7%  2: 16.7%  mean 0.75",
        "  suffered  0: 100.0%  mean 0.00",
        "  kill 58.3%",
    ]
