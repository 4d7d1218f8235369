"""Consoles: Aggro, the roll, assigning, completing, and the extra (R-132 … R-142; switch D04).

Spans `rules.interact`, `rules.alert` and `loadouts`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Seal, SetFlag, Trigger
from defiance_qt.systems.defiance.engine.hooks import Hooks
from tests.systems.defiance.engine.positions import Play, position

CARDS = """
    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any", "any"], range = [0, 6], slots = 1 }
    """


def at_console(*inputs: str, more: str = "", **dice: str) -> Play:
    """Jazz works the Console with a device that can show anything."""
    text = " ".join(f'"{symbols}"' for symbols in inputs)
    game = position(f"J X\n\njazz carries=deck\nconsole one X {text}\n{more}", CARDS).do("activate jazz")
    return game.do("interact jazz one using=deck", **dice) if dice else game


def assigned(game: Play) -> list[str]:
    return [held.text for held in game.state.consoles["one"].assigned]


def done(game: Play) -> list[str]:
    """The inputs that have taken effect, numbered from 1."""
    return list(game.state.flags)


@pytest.mark.rule("R-132", "R-222", "R-267")
@pytest.mark.parametrize(("alert", "aggro"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2)])
def test_each_interaction_angers_before_the_roll(alert: int, aggro: int) -> None:
    game = at_console("S", more=f"alert {alert}", team="-")
    assert game.one("jazz").aggro == aggro
    tags = [line.split()[0] for line in game.told()]
    assert tags.index("aggro_changed") < tags.index("dice_rolled")


@pytest.mark.rule("R-132", "R-142")
def test_a_console_may_be_worked_on_again_for_another_action_and_more_aggro() -> None:
    game = at_console("S S", team="S").do("assign S 0")
    assert game.actions() == 1
    game.do("interact jazz one using=deck", team="-")
    assert (game.actions(), game.one("jazz").aggro) == (0, 2)
    assert game.refused("interact jazz one") == "no_actions R-046"


@pytest.mark.rule("R-133")
def test_the_console_die_or_the_device() -> None:
    game = at_console("S")
    assert game.options("interact") == [
        "interact jazz one",
        "interact jazz one using=deck",
        "interact jazz one extra=yes",
        "interact jazz one using=deck extra=yes",
    ]
    game.do("interact jazz one", team="-")
    assert game.dice("team") == ["yellow"]
    game.do("interact jazz one using=deck", team="-")
    assert game.dice("team") == ["any", "any", "any", "any"]


@pytest.mark.rule("R-133", "R-140", "R-142")
def test_every_console_in_contact_can_be_worked() -> None:
    game = position('X J Y . Z\n\nconsole one X "S"\nconsole two Y "S"\nconsole three Z "S"').do("activate jazz")
    assert [line for line in game.options("interact") if "using" not in line and "extra" not in line] == [
        "interact jazz one",
        "interact jazz two",
    ]


@pytest.mark.rule("R-133", "R-032")
def test_a_device_in_the_backpack_is_no_help() -> None:
    game = position("J X\n\njazz carries=deck@backpack\nconsole one X S", CARDS).do("activate jazz")
    assert game.options("interact jazz one using") == []


@pytest.mark.rule("R-134", "R-137")
def test_symbols_are_assigned_one_by_one_as_the_player_likes_and_stay() -> None:
    game = at_console("S B", "B !", team="S B")
    assert game.options() == ["assign S 0", "assign B 0", "assign B 1"]
    game.do("assign B 1")
    assert game.options() == ["assign S 0"]
    game.do("assign S 0")
    assert assigned(game) == ["S", "B"]
    game.do("interact jazz one using=deck", team="! !").do("assign ! 1")
    assert assigned(game) == ["S", "B !"]
    assert game.told("input_completed") == ["input_completed one 1 [R-138]"]


@pytest.mark.rule("R-135", "R-136")
def test_only_what_nothing_can_take_is_discarded() -> None:
    game = at_console("S", "!", team="S S B !")
    assert game.refused("leave_console") == "assign_first R-134"
    game.do("assign S 0", "assign ! 1")
    assert game.told("symbols_discarded") == ["symbols_discarded one S+B [R-135]"]
    assert assigned(game) == ["S", "!"]


@pytest.mark.rule("R-138")
def test_the_inputs_completed_now_take_effect_in_order_after_all_is_assigned() -> None:
    game = at_console("S", "B", "!", team="S B !").do("assign ! 2", "assign B 1")
    assert done(game) == []
    game.do("assign S 0")
    assert done(game) == ["one_1", "one_2", "one_3"]
    assert [line.split()[2] for line in game.told("input_completed")] == ["0", "1", "2"]


@pytest.mark.rule("R-138")
def test_an_input_takes_effect_once() -> None:
    game = at_console("S", "B B", team="S B").do("assign S 0", "assign B 1")
    assert done(game) == ["one_1"]
    game.do("interact jazz one using=deck", team="S B").do("assign B 1")
    assert game.told("input_completed") == ["input_completed one 1 [R-138]"]
    assert done(game) == ["one_1", "one_2"]


@pytest.mark.rule("R-140")
def test_a_complete_console_is_done_with() -> None:
    game = at_console("S", team="S").do("assign S 0")
    assert game.options("interact") == []
    assert game.refused("interact jazz one") == "console_complete R-140"


@pytest.mark.rule("R-140")
def test_a_console_is_worked_as_long_as_one_input_is_open() -> None:
    game = at_console("S", "B", "!", team="S B").do("assign S 0", "assign B 1")
    assert game.can("interact jazz one using=deck")
    game.do("interact jazz one using=deck", team="S B !")
    assert game.options() == ["assign ! 2"]
    assert game.do("assign ! 2").options("interact") == []


@pytest.mark.rule("R-140", "R-024")
@pytest.mark.parametrize(
    ("sealed", "options"),
    [
        ((), ["assign S 0", "assign S 1"]),
        (("one 1",), ["assign S 1"]),
        (("one 2",), ["assign S 0"]),
        (("one 1", "one 2"), []),
        (("one",), []),
        (("crate",), ["assign S 0", "assign S 1"]),
    ],
)
def test_a_console_that_is_out_of_use_takes_no_symbols_and_neither_does_such_an_input(
    sealed: tuple[str, ...], options: list[str]
) -> None:
    triggers = (Trigger("set_up", (Seal(sealed),)),) if sealed else ()
    text = 'J X Y\n\njazz carries=deck\nconsole one X "S" "S S"\ncontainer crate Y'
    game = position(text, CARDS, triggers=triggers).do("activate jazz")
    assert bool(game.options("interact jazz one")) == bool(options)
    if options:
        assert game.do("interact jazz one using=deck", team="S").options() == options


@pytest.mark.rule("R-138", "R-024")
@pytest.mark.parametrize(("symbol", "number"), [("S", 0), ("B", 1), ("!", 2)])
def test_a_mission_hears_which_input_is_completed(symbol: str, number: int) -> None:
    """It counts them from 1."""
    triggers = tuple(Trigger(f"input_completed one {at}", (SetFlag(f"heard_{at}"),)) for at in range(5))
    game = position('J X\n\njazz carries=deck\nconsole one X "S" "B" "!"', CARDS, triggers=triggers)
    game.do("activate jazz", "interact jazz one using=deck", f"assign {symbol} {number}", team=symbol)
    assert [flag for flag in game.state.flags if flag.startswith("heard")] == [f"heard_{number + 1}"]


@pytest.mark.rule("R-135", "R-138")
def test_a_completed_input_takes_effect_at_once_in_a_game_without_abilities() -> None:
    game = position('J X\n\njazz carries=deck\nconsole one X "S" "B"', CARDS, Hooks()).do("activate jazz")
    game.do("interact jazz one using=deck", "assign S 0", team="S !")
    assert done(game) == ["one_1"]


@pytest.mark.rule("R-141")
def test_a_console_roll_is_neither_a_success_nor_a_failure_and_offers_no_switches() -> None:
    game = at_console("!", team="-")
    assert not game.told("roll_succeeded")
    assert game.asks() == "team activation"


@pytest.mark.rule("R-141")
@pytest.mark.parametrize(
    ("inputs", "shown", "options"),
    [
        (("CS", "S"), "CS", ["assign CS 0"]),
        (("S S", "B"), "CS", ["split_critical CS", "leave_console"]),
        (("B B", "S"), "CB", ["split_critical CB", "leave_console"]),
        (("CB", "B B"), "CB", ["assign CB 0"]),
    ],
)
def test_criticals_are_assigned_as_such_or_split(inputs: tuple[str, ...], shown: str, options: list[str]) -> None:
    game = at_console(*inputs, team=shown)
    assert game.options() == options
    game.do(options[0])
    if options[0].startswith("split"):
        plain = shown[1]
        number = 0 if inputs[0].startswith(plain) else 1
        assert game.options() == [f"assign {plain} {number}"]
        game.do(f"assign {plain} {number}", f"assign {plain} {number}")
    assert game.told("input_completed") == ["input_completed one 0 [R-138]"]


@pytest.mark.rule("R-139", "R-247", "R-049")
def test_the_free_interaction_once_an_activation_for_two_reinforcements() -> None:
    game = at_console("S S S", "B").do("interact jazz one using=deck extra=yes", team="S").do("assign S 0")
    assert (game.actions(), game.state.reserve, game.one("jazz").aggro) == (2, 2, 1)
    assert game.options("interact") == ["interact jazz one", "interact jazz one using=deck"]
    assert game.refused("interact jazz one extra=yes") == "extra_used R-139"


@pytest.mark.rule("R-139")
def test_the_free_interaction_is_there_again_in_the_next_activation() -> None:
    game = at_console("S S S").do("interact jazz one extra=yes", "end_activation jazz", team="-")
    assert game.state.round == 2
    assert game.do("activate jazz").can("interact jazz one extra=yes")


@pytest.mark.rule("R-139")
def test_the_other_reading_is_one_more_roll_inside_the_interaction() -> None:
    game = at_console("S S", "B", more="switch console_extra=roll")
    assert not game.options("interact jazz one extra")
    game.do("interact jazz one using=deck", team="S").do("assign S 0")
    assert game.options() == ["console_roll_again", "leave_console"]
    game.do("console_roll_again", team="S")
    assert (game.state.reserve, game.one("jazz").aggro, game.actions()) == (2, 1, 1)
    game.do("assign S 0")
    assert game.asks() == "team activation"
    assert done(game) == ["one_1"]
    game.do("interact jazz one using=deck", team="-")
    assert game.asks() == "team activation"
    assert game.actions() == 0


@pytest.mark.rule("R-139")
def test_the_roll_may_be_left_alone() -> None:
    game = at_console("S S", more="switch console_extra=roll", team="S").do("assign S 0", "leave_console")
    assert game.state.reserve == 0
    assert game.asks() == "team activation"


@pytest.mark.rule("R-139", "R-135")
def test_what_nothing_could_take_is_gone_before_the_next_roll() -> None:
    game = at_console("S S", more="switch console_extra=roll", team="S B !").do(
        "assign S 0", "console_roll_again", team="S"
    )
    assert game.told("symbols_discarded") == ["symbols_discarded one B+! [R-135]"]
    assert game.options() == ["assign S 0"]
