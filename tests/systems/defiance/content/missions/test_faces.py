"""Mission 5: scans and accusations, what is done in the dark, the true one behind the wall."""

from __future__ import annotations

import pytest

from tests.systems.defiance.content.missions.in_play import wander
from tests.systems.defiance.content.missions.table import Table

CELLS = {"goldstein": "T09/B1", "cho": "T09/G1", "okonjo": "T09/B6", "pell": "T09/G6"}
SCANNERS = {"scanner_1": "T01/B1", "scanner_2": "T01/E1", "scanner_3": "T01/G1"}


def begun(seed: int = 1, records: tuple[str, ...] | None = None) -> Table:
    return Table("faces", seed, records).begun()


def accused(table: Table, suspect: str, token: str, who: str = "uma") -> Table:
    """Meet a suspect, who turns out to be this."""
    table.put(who, at=CELLS[suspect]).turn(who)
    return table.do(f"interact {who} {suspect}", pick=token)


def scanned(table: Table, scanner: str, suspect: str, who: str = "jazz") -> Table:
    """Complete a scanner, which clears this suspect."""
    table.put(who, at=SCANNERS[scanner]).turn(who)
    table.do(f"interact {who} {scanner}", team="S B !")
    if table.can("keep_dice"):
        table.do("keep_dice")
    table.do("assign S 0", "assign B 0")
    return table.do("assign ! 0", pick=suspect)


def left(table: Table) -> list[str]:
    return sorted(table.state.neutrals)


def test_four_suspects_wait_in_their_cells_and_one_is_not_true() -> None:
    table = begun()
    assert left(table) == sorted(CELLS)
    assert table.kept.tokens == {"suspects": ("hollow", "true", "true", "true")}
    assert not table.state.enemies
    assert not table.kept.sealed


@pytest.mark.parametrize(
    ("records", "there", "dark"),
    [
        ((), ["cho", "goldstein"], {"scanner_2", "scanner_3"}),
        (("pell_aboard",), ["cho", "goldstein", "pell"], {"scanner_3"}),
        (("okonjo_aboard", "two_keys_lost"), ["cho", "goldstein", "okonjo"], {"scanner_3"}),
    ],
)
def test_there_is_one_scanner_fewer_than_suspects(records: tuple[str, ...], there: list[str], dark: set[str]) -> None:
    table = begun(records=records)
    assert left(table) == there
    assert set(table.kept.sealed) == dark
    assert len(table.kept.tokens["suspects"]) == len(there)
    assert table.state.reserve == (2 if "two_keys_lost" in records else 0)


def test_a_scan_clears_a_true_one_without_noise() -> None:
    table = scanned(begun(), "scanner_1", "pell")
    assert "pell" in table.state.team
    assert table.one("pell").space == table.name("T09/H6")
    assert (table.state.alert, table.counter("wronged"), table.counter("scans")) == (0, 0, 0)
    assert table.kept.revealed == {"suspects pell": "true"}
    assert len(left(table)) == 3


def test_a_false_accusation_is_heard() -> None:
    table = accused(begun(), "cho", "true")
    assert "cho" in table.state.team
    assert (table.state.alert, table.counter("wronged")) == (1, 1)


def test_scans_that_leave_one_name_are_proof() -> None:
    table = begun()
    scanned(table, "scanner_1", "goldstein", "jazz")
    scanned(table, "scanner_2", "okonjo", "uma").ends_round()
    table.put("qiang", at=SCANNERS["scanner_3"]).turn("qiang")
    scanned(table, "scanner_3", "cho", "qiang")
    assert left(table) == ["pell"]
    table.put("cadin", at=CELLS["pell"]).turn("cadin").do("interact cadin pell")
    assert "hollow" in table.state.units
    assert table.counter("wronged") == 0


def test_the_hollow_drops_the_face_where_it_stood() -> None:
    table = accused(begun(), "okonjo", "hollow")
    assert "unmasked" in table.state.flags
    assert not table.one("okonjo").space
    place = table.name("T09/A6")
    assert (
        table.game.rules.board.distance(
            table.game.rules.board.by_name[place], table.game.rules.board.by_name[table.foe("hollow.1").space]
        )
        <= 2
    )
    assert all(table.state.doors[f"cell_{number}"].open for number in (1, 2, 3, 4))
    assert {enemy.unit for enemy in table.state.enemies.values()} == {"hollow", "void_boarder", "mimic", "nox_hacker"}
    assert table.state.alert == 1
    assert table.unit("hollow").ai_card


def test_it_is_stopped_and_the_true_one_comes_out_from_behind_the_wall() -> None:
    table = begun()
    table.put("qiang", at="A02/D2").interacts("qiang", "sealed_crate").rests("qiang")
    accused(table, "goldstein", "hollow", "cadin")
    table.suffers("hollow.1", 20).an_activation_ends()
    assert (table.state.result, table.state.because) == ("victory", "hollow_dead")
    assert table.state.doors["hidden_wall"].open
    assert table.one("goldstein").space == table.name("A02/B6")
    assert table.kept.results == ("trusted", "unbroken", "engine_part")
    assert ("component", "", 1) in table.kept.gained
    assert {one.intel for one in table.state.team.values() if not one.ally} >= {6}


def test_it_does_something_else_at_each_round_end_until_it_is_unmasked() -> None:
    table = begun()
    for number in range(1, 7):
        table.ends_round()
        assert len(table.happened("effects_picked")) == number
    assert {"mimic", "nox_hacker"} <= {*table.state.units, *table.state.available}
    assert table.state.alert >= 1
    table.ends_round()
    assert len(table.happened("effects_picked")) == 6


def test_once_unmasked_it_has_no_time_for_it() -> None:
    table = accused(begun(), "cho", "hollow").ends_round()
    assert not table.happened("effects_picked")


def test_the_second_fall_of_a_true_one_loses() -> None:
    table = begun()
    scanned(table, "scanner_1", "pell", "jazz")
    scanned(table, "scanner_2", "cho", "uma")
    table.suffers("uma", 200)
    assert (table.state.result, table.counter("lost"), table.counter("falls")) == (None, 0, 1)
    table.suffers("cho", 9)
    assert (table.state.result, table.counter("lost"), table.counter("falls")) == (None, 1, 2)
    table.suffers("pell", 9)
    assert (table.state.result, table.state.because) == ("defeat", "friends_lost")
    assert table.kept.results == ("fled",)


def test_on_the_last_evening_it_leaves_and_is_known() -> None:
    table = begun().correct("round", 11).ends_round()
    assert (table.state.result, table.state.because) == ("defeat", "too_late")
    assert "hollow" in table.kept.revealed.values()
    assert "hollow" not in table.state.units
    assert ("record", "hollow_fled", 1) in table.kept.gained


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_invariants_hold_in_random_play(seed: int) -> None:
    assert len(wander("faces", seed).events) > 200
