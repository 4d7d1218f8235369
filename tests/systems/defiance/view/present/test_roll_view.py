"""Each part of the picture of a roll by itself: what meets, is lost, paid or left, and what is said of it."""

from __future__ import annotations

from types import SimpleNamespace as Made
from typing import Any

import pytest

from defiance_qt.shell.present.values import DieView
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.systems.defiance.view.present import roll_view as module
from defiance_qt.systems.defiance.view.present.values import ColumnView, ResultView, SideView, SymbolView
from tests.systems.defiance.view.positions import english

NAMES: Any = Made(words=english())
TEAM_DICE, ENEMY_DICE = ("red",), ("blue",)


def seen(
    team: str | None = "-",
    enemy: str | None = "-",
    lost: tuple[str, str] = ("-", "-"),
    paid: tuple[str, str] = ("-", "-"),
    actor: str = "team",
    purpose: str = "attack",
    over: bool = False,
) -> Any:
    """A roll with these symbols of both sides. None: that side does not roll."""
    sides = {
        name: None
        if text is None
        else Made(figure=name, symbols=Symbols.parse(text), dice=dice, faces=(0,), silenced="")
        for name, text, dice in (("team", team, TEAM_DICE), ("enemy", enemy, ENEMY_DICE))
    }
    opened = Made(actor=actor, purpose=purpose, target="", source="", **sides)
    kinds = [dict(zip(("team", "enemy"), map(Symbols.parse, both), strict=True)) for both in (lost, paid)]
    return Made(opened=opened, side=sides.get, lost=kinds[0], paid=kinds[1], over=over, rolled=True)


def told(columns: tuple[ColumnView, ...]) -> list[tuple[str, str, str, str]]:
    """Columns in short."""
    return [(row(one.above), row(one.below), one.caption, one.tone) for one in columns]


def row(symbols: tuple[SymbolView, ...]) -> str:
    short = {"success": "S", "block": "B", "special": "!", "critical": "C", "critical_block": "D"}
    marks = {"": "", "stopped": "x", "stops": "x", "lost": "-", "paid": "$", "open": "o"}
    return " ".join(short[one.symbol] + marks[one.fate] for one in symbols)


@pytest.mark.parametrize(
    ("roll", "columns"),
    [
        (seen("S S S", "B"), [("Sx S S", "Bx", "2 hit, 1 blocked", "")]),
        (seen("S", "B B"), [("Sx", "Bx B", "1 blocked", "")]),
        (seen("-", "-"), [("", "", "no hit", "")]),
        (seen("-", "B"), [("", "B", "no hit", "")]),
        (seen("B", "S S"), [("", "", "no hit", ""), ("Bx", "Sx S", "1 hits back, its hit blocked", "danger")]),
        (seen("B B", "S"), [("", "", "no hit", ""), ("Bx B", "Sx", "its hit blocked", "")]),
        (seen("S", "S"), [("S", "", "1 hit", ""), ("", "S", "1 hits back", "danger")]),
        # The Enemy acts: its Successes stand above, and the answer is the team's.
        (
            seen("B S S", "S S", actor="enemy"),
            [("Sx S", "Bx", "1 hit, 1 blocked", ""), ("", "S S", "2 hit back", "")],
        ),
        # Criticals took symbols away; what was paid stands at the end.
        (seen("S", "-", lost=("-", "B B")), [("S", "B- B-", "1 hit, 2 nullified", "")]),
        (seen("-", "-", lost=("S CS", "-")), [("S- C-", "", "2 nullified", "")]),
        (seen("-", "-", lost=("-", "S CS")), [("", "", "no hit", ""), ("", "S- C-", "2 nullified", "")]),
        (seen("-", "-", lost=("B", "-")), [("", "", "no hit", ""), ("B-", "", "no answer", "")]),
        (seen("-", "-", lost=("CS CS", "-")), [("C- C-", "", "2 nullified", "")]),
        (seen("S !", "-"), [("S", "", "1 hit", ""), ("!", "", "1 to spend", "gold")]),
        (seen("S", "B", paid=("S", "B")), [("Sx S$", "Bx B$", "1 blocked", "")]),
        (
            seen("B", "-", paid=("B", "S")),
            [("", "", "no hit", ""), ("B B$", "S$", "no answer", "")],
        ),
    ],
)
def test_what_meets_in_a_face_to_face_roll(roll: Any, columns: list[tuple[str, str, str, str]]) -> None:
    assert told(module._columns(roll, None, NAMES)) == columns
    ended = seen("S S", "-")
    assert told(module._columns(roll, ended, NAMES)) == [("S S", "", "2 hit", "")]


@pytest.mark.parametrize(
    ("roll", "column"),
    [
        (seen("! !", "!"), ("! !", "!", "2 to spend", "gold")),
        (seen("! !", "!", over=True), ("! !", "!", "3 unspent", "")),
        (seen("!", "! !", actor="enemy"), ("! !", "!", "1 to spend", "gold")),
        (seen("-", "!"), ("", "!", "1 unspent", "")),
        (seen("!", "-", paid=("! !", "-")), ("! !$ !$", "", "2 spent, 1 to spend", "gold")),
        (seen("!", "!", paid=("!", "-"), over=True), ("! !$", "!", "1 spent, 2 unspent", "")),
        (seen("-", "!", paid=("!", "-")), ("!$", "!", "1 spent", "")),
        (seen("-", "-", paid=("-", "!")), ("", "!$", "1 spent", "")),
        (seen("CS CB !", "-"), ("C D !", "", "3 to spend", "gold")),
        (seen("-", "-", lost=("CB !", "-")), ("D- !-", "", "0 unspent", "")),
        (seen("-", "-", paid=("CS CB", "-")), ("C$ D$", "", "2 spent", "")),
    ],
)
def test_what_can_be_spent(roll: Any, column: tuple[str, str, str, str]) -> None:
    *_, spend = told(module._columns(roll, None, NAMES))
    assert spend == column


@pytest.mark.parametrize(
    ("roll", "columns"),
    [
        (seen("S S", None, paid=("S", "-")), [("S S S$", "", "2 Successes", "")]),
        (seen("-", None), [("", "", "nothing", "")]),
        (seen("S B !", None), [("S", "", "1 Success", ""), ("B !", "", "2 to spend", "gold")]),
        (
            seen("B", None, paid=("B !", "-"), over=True),
            [("", "", "nothing", ""), ("B B$ !$", "", "2 spent, 1 unspent", "")],
        ),
        (seen(None, "S !", actor="enemy"), [("S", "", "1 Success", ""), ("!", "", "1 unspent", "")]),
    ],
)
def test_a_simple_roll(roll: Any, columns: list[tuple[str, str, str, str]]) -> None:
    assert told(module._columns(roll, None, NAMES)) == columns


@pytest.mark.parametrize(
    ("purpose", "acts", "answers"),
    [
        ("attack", "attacks", "defends"),
        ("enemy_attack", "attacks", "defends"),
        ("antipersonnel", "hacks", "resists"),
        ("controller", "hacks", "resists"),
        ("enemy_hack", "hacks", "resists"),
        ("treat", "rolls", "rolls"),
    ],
)
def test_what_each_side_does(purpose: str, acts: str, answers: str) -> None:
    roll = seen(purpose=purpose)
    assert [module._does(roll, roll.side(name)) for name in ("team", "enemy")] == [acts, answers]


@pytest.mark.parametrize(
    ("roll", "order"),
    [
        (seen(), ("team", "enemy")),
        (seen(actor="enemy"), ("enemy", "team")),
        (seen(enemy=None), ("team",)),
        (seen(team=None, actor="enemy"), ("enemy",)),
    ],
)
def test_who_acts_stands_first(roll: Any, order: tuple[str, ...]) -> None:
    assert module._order(roll) == order


@pytest.mark.parametrize(
    ("roll", "title"),
    [
        (seen(), "Face-to-Face Roll"),
        (seen(enemy=None), "Simple Roll"),
        (seen(team=None, actor="enemy"), "Simple Roll"),
    ],
)
def test_the_kind_of_a_roll(roll: Any, title: str) -> None:
    assert module._title(roll, NAMES) == title


# ---- a Console


def console(
    left: str, inputs: tuple[tuple[str, str], ...], done: tuple[int, ...] = (), now: tuple[int, ...] = (), **more: Any
) -> Any:
    known = Made(
        inputs=[Made(symbols=wanted) for wanted, _ in inputs],
        completed=done,
        assigned=[Symbols.parse(there) for _, there in inputs],
    )
    values: dict[str, Any] = {"assigned": (), "rolled": True, "unused": NO_SYMBOLS, "console": known, "completed": now}
    return Made(roll=Made(team=Made(symbols=Symbols.parse(left))), **{**values, **more})


def put(text: str) -> Any:
    return Made(symbol=Symbols.parse(text))


@pytest.mark.parametrize(
    ("roll", "columns"),
    [
        (console("S !", (("S B", "-"),)), [("S !", "", "2 to assign", "gold"), ("So Bo", "", "input 1", "")]),
        (
            console("S !", (("S B", "S"),), assigned=(put("S"),)),
            [("!", "", "1 to assign", "gold"), ("S Bo", "", "input 1", "")],
        ),
        (console("S !", (("S !", "S !"),), assigned=(put("S"), put("!"))), [("S !", "", "input 1", "")]),
        (console("S", (("S", "S"),), assigned=(put("S"),)), [("S", "", "input 1", "")]),
        (
            console("S", (("S S", "S"),), assigned=(put("B"),)),
            [("S", "", "1 to assign", "gold"), ("S So", "", "input 1", "")],
        ),
        (
            console("!", (("S", "-"), ("!", "-")), done=(1,), now=(1,), unused=Symbols(special=1)),
            [("!", "", "1 unspent", ""), ("So", "", "input 1", ""), ("!", "", "input 2 done", "gold")],
        ),
        (console("!", (("!", "-"),), done=(0,)), [("!", "", "1 to assign", "gold"), ("!", "", "input 1 done", "")]),
        (console("!", (("S", "-"),), rolled=False), [("So", "", "input 1", "")]),
        (console("S", (), console=None), [("S", "", "1 to assign", "gold")]),
    ],
)
def test_the_inputs_of_a_console(roll: Any, columns: list[tuple[str, str, str, str]]) -> None:
    assert told(module._console(roll, NAMES)) == columns


# ---- spoken


def test_a_picture_is_spoken_as_a_whole() -> None:
    rolled = DieView("red", "Red", "", ("success", "special"))
    blank, waits = DieView("blue", "Blue", "", ()), DieView("blue", "Blue", "", None)
    sides = (
        SideView("Uma", False, (rolled, blank), None, "", "attacks"),
        SideView("Nox", True, (rolled, waits), None, "", "defends"),
        SideView("Cadmus", True, (), None, "Defense silenced", "defends"),
        SideView("Jazz", False, (), None, "", "resists"),
    )
    columns = (ColumnView((), (), "2 hit"), ColumnView((), (), "1 to spend"))
    results = (ResultView("−2", "#2 keeps", "1 of 3"), ResultView("✓", "succeeds", ""))
    assert module._spoken("Roll", "Pistol", sides, columns, results, NAMES) == (
        "Roll: Pistol. Uma attacks. Red: success, special; Blue: nothing. Nox defends. not rolled. "
        "Cadmus defends. Defense silenced. Jazz resists. nothing. 2 hit. 1 to spend. −2 #2 keeps 1 of 3. ✓ succeeds."
    )
    assert module._spoken("Roll", "", (), (), (), NAMES) == "Roll."


# ---- results


@pytest.mark.parametrize(
    ("hurt", "gone", "result"),
    [
        ({}, (), ("0", "#2", "2 of 3", "")),
        ({"enemy": (1, 2)}, (), ("−1", "#2 keeps", "1 of 3", "danger")),
        ({"enemy": (4, 5)}, (), ("−4", "#2 keeps", "0 of 3", "danger")),
        ({"enemy": (2, 3)}, ("enemy",), ("−2", "#2", "falls", "danger")),
    ],
)
def test_what_an_enemy_keeps(hurt: dict[str, tuple[int, int]], gone: tuple[str, ...], result: tuple[str, ...]) -> None:
    state = Made(enemies={"enemy": Made(unit="nox", damage=1, number=2)}, units={"nox": Made(profile=Made(wounds=3))})
    ended: Any = Made(before=state, side=seen().side, hurt=hurt, gone=gone)
    rules: Any = None
    found = module._result(ended, "enemy", rules, NAMES)
    assert (found.amount, found.name, found.left, found.tone) == result


@pytest.mark.parametrize(
    ("hurt", "result"), [({}, ("0", "Uma", "5 of 8", "")), ({"team": (2, 5)}, ("−2", "Uma keeps", "3 of 8", "danger"))]
)
def test_what_a_character_keeps(hurt: dict[str, tuple[int, int]], result: tuple[str, ...]) -> None:
    state = Made(team={"team": Made(damage=3)})
    ended: Any = Made(before=state, side=seen().side, hurt=hurt, gone=())
    rules: Any = Made(loadout=lambda one: Made(wounds=8))
    names: Any = Made(words=NAMES.words, short=lambda figure: "Uma")
    found = module._result(ended, "team", rules, names)
    assert (found.amount, found.name, found.left, found.tone) == result
