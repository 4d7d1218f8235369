"""Symbols, dice, and each step of a roll by itself."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine import dice
from defiance_qt.systems.defiance.engine.dice import Dice, Die, Symbols, SymbolsError

CONTENT = tomllib.loads((Path(dice.__file__).parent.parent / "content" / "dice.toml").read_text())
counts = st.builds(Symbols, *(st.integers(0, 6) for _ in range(5)))


def sym(text: str) -> Symbols:
    return Symbols.parse(text)


@pytest.mark.rule("R-001")
@given(counts)
def test_text_form_reads_back(symbols: Symbols) -> None:
    assert Symbols.parse(symbols.text) == symbols
    assert Symbols.parse(symbols.text.replace(" ", "+").replace("!", "SP")) == symbols


@pytest.mark.rule("R-001")
def test_each_symbol_has_its_place() -> None:
    assert sym("S CS CS B B B CB CB CB CB !") == Symbols(1, 2, 3, 4, 1)
    assert str(sym("! CB B S+S")) == "S S B CB !"
    assert sym("\u2013") == sym("-") == sym("") == Symbols()
    assert Symbols().text == "-"


def test_more_symbols_than_any_roll_has_are_counted_and_not_written_out() -> None:
    """A forged save had a Switch that costs millions, and the sentence about it took gigabytes."""
    assert Symbols(2**62, 1).text == f"({2**62}, 1, 0, 0, 0)"
    with pytest.raises(SymbolsError, match=str(2**62)):
        Symbols() - Symbols(2**62)


@pytest.mark.rule("R-001")
@pytest.mark.parametrize("text", ["X", "S S?", "s", "2S", "S -"])
def test_parse_refuses_what_is_no_symbol(text: str) -> None:
    with pytest.raises(SymbolsError) as caught:
        Symbols.parse(text)
    assert caught.value.value == text


@pytest.mark.rule("R-001", "R-101")
@given(counts, counts)
def test_sum_and_difference(a: Symbols, b: Symbols) -> None:
    assert (a + b) - b == a
    assert (a + b).covers(a)
    if a.covers(b):
        assert (a - b) + b == a
    else:
        with pytest.raises(SymbolsError):
            a - b


@pytest.mark.rule("R-001")
def test_symbols_times_a_number() -> None:
    assert sym("S !") * 3 == sym("S S S ! ! !")


@pytest.mark.rule("R-002")
def test_the_six_dice_as_printed() -> None:
    printed = {id: Die.read(id, faces) for id, faces in CONTENT["dice"].items()}
    assert [face.text for face in printed["red"].faces] == ["CS", "S !", "S !", "S", "S S !", "-"]
    # all symbols of the six faces together, as a sum over the printed table
    assert {id: sum(die.faces, Symbols()) for id, die in printed.items()} == {
        "red": Symbols(5, 1, 0, 0, 3),
        "green": Symbols(0, 0, 4, 1, 2),
        "orange": Symbols(4, 0, 3, 0, 3),
        "blue": Symbols(3, 0, 5, 0, 3),
        "yellow": Symbols(2, 0, 2, 0, 6),
        "black": Symbols(0, 0, 3, 0, 0),
    }
    assert CONTENT["rolls"] == {"console": ["yellow"], "medicine": ["blue"], "engineering": ["orange"]}


@pytest.mark.rule("R-002")
@pytest.mark.parametrize(
    ("faces", "names"),
    [(["S"], "'red' has 1 faces instead of 6"), (["S", "S", "S", "S", "S", "Q"], "'red': 'Q' in 'Q' is not one of")],
)
def test_faults_of_a_die_are_named(faces: list[str], names: str) -> None:
    with pytest.raises(ContentError, match=names):
        Die.read("red", faces)


@pytest.mark.rule("R-002", "R-080")
def test_roll_total_adds_faces_and_what_comes_on_top() -> None:
    table = Dice({"red": Die.read("red", ["S", "!", "-", "CS", "S S", "B"])}, {})
    assert dice.roll_total(table, [("red", 0), ("red", 4), ("red", 1)]) == sym("S S S !")
    assert dice.roll_total(table, [("red", 3)], sym("B")) == sym("CS B")
    assert dice.roll_total(table, []) == Symbols()


@pytest.mark.rule("R-081", "R-082", "R-090", "R-088")
def test_criticals_become_two() -> None:
    assert dice.critical_to_successes(sym("CS CS B")) == sym("S S CS B")
    assert dice.critical_to_blocks(sym("CB S")) == sym("S B B")
    with pytest.raises(SymbolsError):
        dice.critical_to_successes(sym("S CB"))
    with pytest.raises(SymbolsError):
        dice.critical_to_blocks(sym("B CS"))


@pytest.mark.rule("R-084")
def test_simple_roll_succeeds_by_an_s() -> None:
    assert dice.succeeds(sym("S"))
    assert not dice.succeeds(sym("CS B !"))


@pytest.mark.rule("R-087", "R-095")
def test_step_2_enemy_critical_blocks() -> None:
    assert dice.enemy_critical_blocks(sym("S S CS B CB !"), sym("S CB CB")) == (sym("B CB !"), sym("S"))
    assert dice.enemy_critical_blocks(sym("S CS"), sym("CS B")) == (sym("S CS"), sym("CS B"))
    assert dice.enemy_critical_blocks(sym("B"), sym("CB")) == (sym("B"), sym("-"))


@pytest.mark.rule("R-088", "R-095")
def test_step_3_character_critical_block() -> None:
    rolled = sym("S CB CB"), sym("S CS B !")
    assert dice.character_critical_block(*rolled, "nullify") == (sym("S CB"), sym("B !"))
    assert dice.character_critical_block(*rolled, "add") == (sym("S B B CB"), rolled[1])
    assert dice.character_critical_block(*rolled, "keep") == rolled
    for use in ("nullify", "add"):
        with pytest.raises(SymbolsError):
            dice.character_critical_block(sym("S"), sym("S"), use)


@pytest.mark.rule("R-089", "R-095")
def test_step_4_enemy_criticals() -> None:
    assert dice.enemy_criticals(sym("S B B CB !"), sym("S CS CS")) == (sym("S CB !"), sym("S"))
    assert dice.enemy_criticals(sym("S B"), sym("S")) == (sym("S B"), sym("S"))


@pytest.mark.rule("R-090", "R-095")
def test_step_5_character_critical() -> None:
    rolled = sym("CS CS"), sym("S B B CB")
    assert dice.character_critical(*rolled, "nullify") == (sym("CS"), sym("S CB"))
    assert dice.character_critical(*rolled, "add") == (sym("S S CS"), rolled[1])
    assert dice.character_critical(*rolled, "keep") == rolled
    for use in ("nullify", "add"):
        with pytest.raises(SymbolsError):
            dice.character_critical(sym("S"), sym("B"), use)


@pytest.mark.rule("R-101", "R-098")
def test_a_price_is_gone() -> None:
    assert dice.pay(sym("S S B !"), sym("S !")) == sym("S B")
    with pytest.raises(SymbolsError):
        dice.pay(sym("S"), sym("S !"))


@pytest.mark.rule("R-103", "R-104")
def test_an_enemy_takes_the_first_switch_it_can_pay() -> None:
    costs = [sym("S !"), sym("!"), sym("B")]
    assert dice.first_payable(sym("S !"), costs, [None, None, None]) == 0
    assert dice.first_payable(sym("S !"), costs, [0, 1, None]) == 1
    assert dice.first_payable(sym("B !"), costs, [None, 0, None]) == 2
    assert dice.first_payable(sym("S"), costs, [None, None, None]) is None


@pytest.mark.rule("R-093", "R-076")
def test_step_8_blocks_cancel_one_for_one() -> None:
    assert dice.cancel(sym("S S S B"), sym("S B")) == (2, 0)
    assert dice.cancel(sym("S CS"), sym("B B CB S S")) == (0, 2)


@pytest.mark.rule("R-093")
def test_mutual_damage_dx06() -> None:
    assert dice.cancel(sym("S S"), sym("S B")) == (1, 1)


@pytest.mark.rule("R-087", "R-098")
def test_critical_block_comes_before_the_critical_dx01() -> None:
    character, _ = dice.enemy_critical_blocks(sym("CS S"), sym("CB"))
    assert character == Symbols()
    with pytest.raises(SymbolsError):
        dice.character_critical(character, Symbols(), "add")


@pytest.mark.rule("R-088", "R-089")
def test_a_nullified_critical_does_nothing_in_step_4_dx02() -> None:
    rolled = dice.character_critical_block(sym("B CB"), sym("S CS"), "nullify")
    assert dice.enemy_criticals(*rolled) == (sym("B"), sym("-"))


@pytest.mark.rule("R-088", "R-089")
def test_added_blocks_fall_to_the_critical_dx03() -> None:
    rolled = dice.character_critical_block(sym("CB"), sym("CS"), "add")
    assert dice.enemy_criticals(*rolled) == (sym("-"), sym("-"))


@pytest.mark.rule("R-090", "R-093")
def test_critical_as_nullify_lets_every_s_pass_dx04() -> None:
    rolled = dice.character_critical(sym("S S CS"), sym("B B B"), "nullify")
    assert dice.cancel(*rolled) == (2, 0)


@pytest.mark.rule("R-081", "R-084", "R-095")
def test_unspent_critical_is_no_success_dx05() -> None:
    assert not dice.succeeds(sym("CS"))
    assert dice.critical_to_successes(sym("CS")) == sym("S S")
    assert dice.succeeds(sym("S S"))


@pytest.mark.rule("R-101", "R-001")
@pytest.mark.parametrize("symbol", ["S", "CS", "B", "CB", "!"])
def test_a_cost_is_covered_by_its_own_symbols_alone(symbol: str) -> None:
    one, every = Symbols.parse(symbol), Symbols.parse("S CS B CB !")
    assert every.covers(one)
    assert one.covers(one)
    assert not (every - one).covers(one)
    assert not one.covers(one + one)
    assert (one + one).covers(one)
