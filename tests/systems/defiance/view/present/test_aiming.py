"""Cards that are aimed at spaces and doors, and the Miniature that acts by surprise."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.view.present.names import rules_of
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
    assert board.why_not.action("card:demolition_charge:breach").text == "The Door is at Range 2; the Range must be 0."
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
        ("Run Geist-Aid on Uma", "succeeds: 33 % · Uma: Focused"),
        ("Run Geist-Aid on Jazz", "succeeds: 33 % · Jazz: Focused"),
        ("Run Lockdown on the Door", "succeeds: 33 % · open or close the door"),
    ]
    assert board.why_not.click("far", "hack").text == "The Door is at Range 6; the Range must be 0–3."
    assert not board.why_not.click("gate", "hack").text


def at_the_console() -> Session:
    session = Session.lesson("second_round")
    session.submit(c.Activate("jazz"))
    return session


@pytest.mark.rule("R-133")
def test_the_ways_to_work_a_console_tell_their_dice_and_the_chance_of_each_input() -> None:
    """A menu of four lines told neither dice, nor cost, nor chance."""
    board, notes = table(at_the_console())
    board.click_space("I6")
    choices = notes.offered
    assert [one.text.split(" · ")[:2] for one in choices] == [
        ["Without a device", "Yellow + Orange"],
        ["Hacking device", "Yellow + Yellow + Orange"],
        ["Without a device, Free Action: 2 Reinforcements", "Yellow + Orange"],
        ["Hacking device, Free Action: 2 Reinforcements", "Yellow + Yellow + Orange"],
    ]
    assert choices[1].text.endswith("input 1: 60 %, 2: 99 %, 3: 33 %, then a reroll")
    board.press("interact")
    assert notes.frame.question is not None
    assert notes.frame.question.title == "Interact with Console 1"
    assert notes.frame.question.choices[0].text == "Without a device"
    assert "input 1: 42 %" in notes.frame.question.choices[0].consequence


def test_the_chance_of_an_input_is_that_of_its_missing_symbols() -> None:
    """Counted over every face of both dice, with a critical split where no input lists one."""
    session = at_the_console()
    rules, state = rules_of(session), session.state
    command = next(one for one in session.legal() if isinstance(one, c.Interact) and not one.using)
    ahead = preview.console(rules, state, command)
    faces = [[Symbols.parse(face.text) for face in rules.catalog.dice.dice[one.die].faces] for one in ahead.dice]
    totals = [a + b for a in faces[0] for b in faces[1]]
    needs = [Symbols.parse(one.symbols) for one in state.consoles["console_1"].inputs]
    assert [number for number, _ in ahead.inputs] == [0, 1, 2]
    for number, share in ahead.inputs:
        assert share == pytest.approx(sum(total.covers(needs[number]) for total in totals) / 36)
    console = state.consoles["console_1"]
    half = replace(console, assigned=(Symbols.parse("S"), *console.assigned[1:]))
    later = replace(state, consoles={**state.consoles, "console_1": half})
    assert preview.console(rules, later, command).inputs[0][1] > ahead.inputs[0][1]


def test_loot_that_is_no_item_says_that_there_is_nothing_to_place() -> None:
    """An Intel Pack looked like a card to drag."""
    session = at_the_console()
    board, _ = table(session)
    rules = rules_of(session)
    told = {card: board._loot_text(rules, card) for card in rules.catalog.loot}
    assert "nothing to place" in told["intel_pack"]
    assert "nothing to place" not in told["boarding_shotgun"]
