"""Cards that are aimed at spaces and doors, and the Miniature that acts by surprise."""

from __future__ import annotations

from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.seated import after, at

FIELD = "U . . . . . .\n . Q . . . . .\n\numa carries={}\nqiang damage=10 unconscious\ndoor gate C1:e"


def test_a_grenade_marks_the_spaces_that_it_can_reach() -> None:
    board, _ = table(at(FIELD.format("smoke_grenade"), "activate uma"))
    board.press("card:smoke_grenade:throw")
    thrown = {one.target for one in board.offers.of("card")}
    assert set(board.view.board.choices) == thrown
    assert len(thrown) > 5
    assert board.view.board.reach == ()


def test_a_bare_click_throws_no_grenade() -> None:
    session = at(FIELD.format("smoke_grenade"), "activate uma")
    board, _ = table(session)
    head = session.head
    board.click_space("B2")
    board.click_figure("qiang")
    assert session.head == head
    board.press("card:smoke_grenade:throw")
    board.click_space("B2")
    assert session.head == head + 1


def test_a_grey_charge_names_the_door_that_is_too_far() -> None:
    board, _ = table(at(FIELD.format("demolition_charge"), "activate uma"))
    assert board.why_not.action("card:demolition_charge:breach").text == "The Door is at Range 2; allowed Range is 0–0."
    assert board.why_not.action("card:demolition_charge:demolish").text == "There is nothing here to use it on."


def test_a_space_that_is_no_choice_of_a_drag_names_no_cost() -> None:
    session = at("_ _ J .\n . Q U . .\n\numa\nqiang damage=10 unconscious\njazz", "activate uma", "move uma")
    board, _ = table(session)
    board.press("drag")
    assert "Valid choices are highlighted" in board.clicks.on_space("A2").refused.text


def test_a_miniature_that_attacks_by_surprise_is_the_one_that_acts() -> None:
    text = "C . . .\n . . U .\n. . . .\n\ncadin\numa activated\ngwailos away\ninitiative gwailos"
    session = at(text, "activate cadin", "end_activation cadin")
    board, _ = table(session)
    (unit,) = board.view.units
    assert [one.health for one in unit.miniatures] == ["not on the board", "not on the board"]
    after(session, "proceed")
    board.refresh()
    (unit,) = board.view.units
    assert [one.acting for one in unit.miniatures] == [True, False]
    assert board.view.board.active == "gwailos.1"


LOCK = """
    [[equipment]]
    id = "lock"
    tabs = [["hand"]]
    device = { hacking = ["yellow"], range = [0, 3], slots = 2 }
    software = ["geist_aid", "lockdown"]
"""
DOORS = "U . . J . . . .\n . . . . . . . .\n\numa carries=lock\njazz\nopen gate C1:e\nopen far G1:e"


def test_a_program_for_doors_tells_its_chance_and_why_a_far_door_is_none() -> None:
    """The list named the door only, and a click on a far one said nothing of the Range."""
    board, notes = table(at(DOORS, "activate uma", more=LOCK))
    board.picked = "hack"
    board.table.refresh()
    assert notes.frame.question is not None
    assert [(one.text, one.consequence) for one in notes.frame.question.choices] == [
        ("Run Geist-Aid on Uma", "succeeds: 33 %"),
        ("Run Geist-Aid on Jazz", "succeeds: 33 %"),
        ("Run Lockdown on the Door", "succeeds: 33 %"),
    ]
    assert board.why_not.click("far", "hack").text == "The Door is at Range 6; allowed Range is 0–3."
    assert not board.why_not.click("gate", "hack").text
