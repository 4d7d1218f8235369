"""Respawn, Replacements, and the spaces of Enemies are told as the rulebook's own examples tell them."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell import narrate
from defiance_qt.systems.defiance.tell.reasons import explain
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import orders
from tests.systems.defiance.tell.test_enemy_reasons import LURKER, short, turn
from tests.systems.defiance.tell.why import EN, SPOKEN, told

CARDS = """
    [[units]]
    id = "pair"
    faces = [{ colour = "blue", number = 2, speed = 4, wounds = 2, respawn = 2, replacements = 1 }]

    [[units]]
    id = "boss"
    faces = [{ colour = "black", number = 2, speed = 4, wounds = 5, replacements = 3 }]

    [[units]]
    id = "tough"
    faces = [{ colour = "blue", number = 2, speed = 4, wounds = 6, replacements = 1 }]
    """
CARDS += """
    [[units]]
    id = "archer"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 2
      replacements = 1
      attacks = [{ id = "bow", dice = ["any", "any"], range = [1, 12], sight = false }]
    """
TOLD = (e.ReserveChanged, e.EnemyDeployed, e.UnitDeployed, e.ReplacementsOrdered, e.ReinforcementsEnded)


def end_phase(text: str, language: str = "en", **mission: Any) -> list[str]:
    """What the End Phase says of the Reserve and of who returns, with reasons; Uma has done nothing."""
    game = position(text, CARDS, **mission).do("activate uma")
    before = game.state
    game.do("end_activation uma")
    lines: list[str] = []
    for one in told(game, before):
        if isinstance(one.event, TOLD):
            lines += explain(one.event, one.before, one.after, SPOKEN[language], game.game.rules)
    return lines


@pytest.mark.rule("R-248", "R-250", "R-251", "R-252")
def test_ex_22_reads_like_the_rulebook() -> None:
    """The value that is compared, the spaces and why, and why the step stops."""
    assert end_phase("U . . . R .\n\nrespawn R\navailable pair\nreserve 4") == [
        "Reserve +1 (now 5): no Enemy Unit was activated this Round",
        "From 4 to 5",
        "Reserve −2 (now 3): pair respawns",
        "The first Available Unit is pair, Respawn 2. The Reserve holds 5: it is paid",
        "From 5 to 3",
        "pair enters play (Rookie)",
        "pair #1 appears on E1",
        "E1 is the Respawn space",
        "pair #2 appears on D1",
        "E1 is not free, so it takes the closest free space",
        "Equally close and free: D1, F1",
        "Evil AI takes the one nearest to the team: D1, at Distance 3 from Uma",
        "Respawn ends: no Unit is Available any more",
    ]


@pytest.mark.rule("R-249")
def test_the_step_stops_at_the_first_that_cannot_be_paid() -> None:
    lines = end_phase("U . . . R .\n\nrespawn R\navailable pair nox_hacker")
    assert lines[2:] == [
        "Respawn ends: the Reserve (1) does not pay for the first Available Unit, pair (2)",
        "No card is skipped, so those below it stay too: Nox Hacker",
    ]
    assert end_phase("U . . . . .\n\navailable pair\nreserve 5")[2:] == [
        "Respawn: the mission has no Respawn space, so no Unit returns"
    ]
    assert end_phase("U . . . R .\n\nrespawn R\nreserve 5")[2:] == [], "nobody is Available: there is no step"


@pytest.mark.rule("R-255", "R-256", "R-258")
def test_ex_23_reads_like_the_rulebook() -> None:
    lines = end_phase("U . . . 1 .\n\npair 1 -\nreserve 2")
    assert lines[2:] == [
        "Reserve −1 (now 2): a casualty of pair is replaced",
        "Missing: pair #2. A Replacement of pair costs 1, the Reserve holds 3: it is paid",
        "From 3 to 2",
        "pair #2 appears on D1",
        "As close as possible to another Miniature of its Unit, on E1",
        "Equally close and free: D1, F1",
        "Evil AI takes the one nearest to the team: D1, at Distance 3 from Uma",
        "Replacements end: every Unit that replaces its casualties is complete",
    ]


@pytest.mark.rule("R-255", "R-192")
def test_the_order_of_replacements_says_what_decided_it() -> None:
    lines = end_phase("U . . . 1 . . 2 . . 3 .\n\npair 1 -\ntough 2 -\nboss 3 -")
    assert lines[2:] == [
        "Replacements, in this order: boss, tough, pair",
        "boss (Personality): missing 1, Replacements 3",
        "tough (Rookie): missing 1, Replacements 1",
        "pair (Rookie): missing 1, Replacements 1",
        "boss before tough: the higher level is first",
        "tough before pair: it is tougher, Wounds 6 against 2",
        "Each Unit is completed before the next",
        "Reserve −1 (now 0): a casualty of tough is replaced",
        *lines[10:16],
        "Replacements end: the Reserve (0) does not pay for boss (3), pair (1)",
    ]


@pytest.mark.rule("R-255", "R-192")
def test_evil_ai_compares_what_the_units_would_threaten() -> None:
    lines = end_phase("U . . . 1 . . 2 . . 3 .\n\npair 1 -\ntough 2 -\narcher 3 -\nreserve 9")
    at = lines.index("archer before tough: its Miniature would threaten more where it returns")
    assert lines[at + 1].startswith("Evil AI's choice, an Attack of archer on Uma: 0.0% chance to knock")
    assert lines[at + 2].startswith("no Attack of tough: 0.0% chance to knock")


@pytest.mark.rule("R-204", "R-192")
def test_a_surprise_says_where_it_appears() -> None:
    game = position("C . .\n . .\n\nlurker away ai=orders\ninitiative lurker", ORDERS + LURKER).do("activate cadin")
    game.do("end_activation cadin")
    before = game.state
    game.do("proceed", team="-", enemy="-")
    lines = _of(game, before, e.EnemyDeployed)
    assert lines[:2] == ["It appears in Contact with Cadin", "Equally close and free: B1, A2"]
    assert "the smallest coordinates decide, B1" in lines[2]


ORDERS = orders("focused")


def _of(play: Play, before: State, kind: type) -> list[str]:
    one = next(one for one in told(play, before) if isinstance(one.event, kind))
    return list(explain(one.event, one.before, one.after, EN, play.game.rules))[1:]


# ---- Evil AI on spaces and targets ----


@pytest.mark.rule("R-192", "R-198")
def test_of_several_spaces_it_says_whose_attack_is_threatened_and_what_chose() -> None:
    """Both spaces are as far from Cadin, but only from one of them can it attack Uma."""
    lines = short("C . 1 . . . . U\n . . . . . . . .\n\numa activated", "withdraw least_distance")
    assert "It moves 2 spaces, from C1 to E1." in lines[0]
    assert lines[3] == "No Attack is possible from D2"
    assert lines[4].startswith("Evil AI's choice, an Attack on Uma from E1 (")
    assert lines[5] == (
        "By the rules E1, D2 are equally good. Evil AI takes E1: from there its Attack on Uma threatens most"
    )


@pytest.mark.rule("R-192")
@pytest.mark.parametrize(
    ("by", "weighed", "said"),
    [
        ("harm", ((0, 10), (0, 30)), "Evil AI takes B1: from there its Attack on Cadin threatens most"),
        ("path", (), "no Attack threatens more from one than from another: the cheapest way decides, to A1"),
        ("coordinates", (), "the ways cost the same: the smallest coordinates decide, A1"),
        ("path", ((0, 30), (0, 30), (0, 10)), "from A1, B1, and the cheapest way there leads to A1"),
        ("coordinates", ((0, 30), (0, 30), (0, 10)), "from A1, B1, and the ways there cost the same: the smallest"),
    ],
)
def test_what_chose_the_space(by: str, weighed: tuple[tuple[int, int], ...], said: str) -> None:
    game = position("C . 1\n\ndummy 1 -")
    spaces = ("A1", "B1", "C1")
    options = tuple(
        e.Weighed(space, (*harm, 0, 0, 0), "cadin", "beam") for space, harm in zip(spaces, weighed, strict=False)
    )
    harm = max((one.harm for one in options), default=())
    event = e.InstructionChosen(
        "dummy.1", "withdraw", "least_distance", "cadin", harm=harm, weighed=options, spaces=spaces, by=by
    )
    lines = explain(event, game.state, game.state, EN, game.game.rules)
    assert any(said in line for line in lines), lines


@pytest.mark.rule("R-188")
def test_a_tie_names_who_tied_and_the_values_that_broke_it() -> None:
    text = "Q . . . C\n . U 1 .\n\ncadin damage=2\numa damage=2\nqiang damage=1"
    lines = turn(text, "attack least_aggro", team="-", enemy="-")
    assert "Qiang, Cadin, Uma fit equally well: the tie goes to" in lines[0]
    text = "C . 1 . U\n\ncadin aggro=1 activated\numa aggro=2 activated"
    lines = turn(text.replace(" activated", "", 1), "attack least_distance", team="-", enemy="-")
    assert "Cadin, Uma fit equally well: the tie goes to the most Aggro (Cadin 1, Uma 2)." in lines[0]


def test_events_of_older_saves_have_no_such_reasons() -> None:
    game = position("C . 1\n\ndummy 1 -")
    events = (
        e.EnemyDeployed(game.foe("dummy.1"), ("R-250",)),
        e.ReserveChanged(-2, 0, "respawn", ("R-248",)),
        e.InstructionChosen("dummy.1", "withdraw", "least_distance", "cadin", weighed=(e.Weighed("A1", (1, 2, 3, 4)),)),
    )
    for event in events:
        assert narrate(event, game.state, EN)
        assert explain(event, game.state, game.state, EN, game.game.rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(language: str) -> None:
    lines = end_phase("U . . . R 1\n\nrespawn R\navailable nox_hacker pair\nreserve 9\ncadmus 1 -", language)
    assert len(lines) > 15
    assert not [line for line in lines if "why." in line or "event." in line]
