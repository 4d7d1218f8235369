"""The tray: every roll with what stopped what and what came of it, choices with what follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.core.port import EventContext
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.present.values import ChoiceView, QuestionView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Console, EnemyActivation, Roll
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present import record
from defiance_qt.systems.defiance.view.present.values import BoxView, ColumnView, QuestionDetails, RollView
from tests.bounds import repeat
from tests.systems.defiance.view.positions import deployed, table, until
from tests.systems.defiance.view.seated import after, at

FIRST, SECOND = "nox_spec_ops.1", "nox_spec_ops.2"
# Faces from 1: a red Success with a Special, two Successes with a Special, an orange Block with a Special, and a blue
# Success with a Block and a Special.
THREE_SUCCESSES, ONE_OF_EACH = (2, 5, 3), (2,)


@cache
def moments() -> dict[str, tuple[Session, int]]:
    """Moments by name, played to once: the first at which they occur in a game."""
    return {}


def moment(name: str, chosen: Callable[[Session], bool]) -> Session:
    """A moment of a game at which something holds."""
    if name not in moments():
        session = until(deployed(seed=4), chosen)
        moments()[name] = session, session.head
    session, head = moments()[name]
    session.jump(head)
    return session


def sees(session: Session) -> bool:
    return any(isinstance(one, c.Attack) and one.character == "qiang" for one in session.legal())


def in_range(**damage: int) -> Session:
    """Qiang sees both Spec-Ops, with Damage by hand, and with real dice."""
    session = moment("qiang", sees)
    session.submit(c.Overrule(f"enemies.{SECOND}.space", "D5"))
    for name, amount in damage.items():
        place = f"team.{name}" if name in session.state.team else f"enemies.nox_spec_ops.{name[-1]}"
        session.submit(c.Overrule(f"{place}.damage", amount))
    session.submit(c.SetAnswer("team", "dice", "person"))
    session.submit(c.SetAnswer("enemy", "dice", "person"))
    return session


def fired(team: tuple[int, ...], enemy: tuple[int, ...], **damage: int) -> Session:
    """Qiang has fired at the second Spec-Ops; these faces are up."""
    session = in_range(**damage)
    session.submit(next(x for x in session.legal() if isinstance(x, c.Attack) and x.target == SECOND))
    session.submit(c.EnterDice(team))
    session.submit(c.EnterDice(enemy))
    return session


def asked(session: Session) -> QuestionView:
    board, notes = table(session)
    board.table.close()
    question = notes.frame.question
    assert question is not None
    return question


def shown(session: Session) -> QuestionDetails:
    body = asked(session).body
    assert isinstance(body, QuestionDetails)
    return body


def roll(session: Session) -> RollView:
    found = shown(session).roll
    assert found is not None
    return found


def fates(column: ColumnView) -> tuple[str, str]:
    """A column in short: each symbol with its fate."""
    above, below = (" ".join(f"{one.symbol}:{one.fate}" for one in row) for row in (column.above, column.below))
    return above, below


def rows(session: Session) -> list[tuple[str, ...]]:
    """The choices in short."""
    return [
        (one.key, " ".join(one.tokens), one.text, one.gain, one.consequence, one.loss) for one in asked(session).choices
    ]


# -- the picture


def test_a_roll_shows_both_sides_the_acting_one_first() -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH)
    sides = roll(session).sides
    assert [(side.name, side.does, side.enemy) for side in sides] == [
        ("Qiang", "attacks", False),
        ("Nox Spec-Ops", "#2 defends", True),
    ]
    assert [[(die.die, die.symbols) for die in side.dice] for side in sides] == [
        [
            ("red", ("success", "special")),
            ("red", ("success", "success", "special")),
            ("orange", ("block", "special")),
        ],
        [("blue", ("success", "block", "special"))],
    ]


def test_each_success_stands_over_the_block_that_stops_it() -> None:
    columns = roll(fired(THREE_SUCCESSES, ONE_OF_EACH)).columns
    assert [(*fates(column), column.caption, column.tone) for column in columns] == [
        ("success:stopped success: success:", "block:stops", "2 hit, 1 blocked", ""),
        ("block:stops", "success:stopped", "its hit blocked", ""),
        ("special: special: special:", "special:", "3 to spend", "gold"),
    ]


def test_the_result_names_what_each_side_keeps() -> None:
    results = roll(fired(THREE_SUCCESSES, ONE_OF_EACH)).results
    assert [(one.amount, one.name, one.left, one.tone) for one in results] == [
        ("−2", "#2 keeps", "1 of 3", "danger"),
        ("0", "Qiang", "10 of 10", ""),
    ]


def test_earlier_damage_counts_in_what_is_kept() -> None:
    results = roll(fired(THREE_SUCCESSES, (4,), qiang=3, enemy_1=1)).results
    assert [(one.amount, one.left) for one in results] == [("−2", "1 of 3"), ("0", "7 of 10")]


def test_who_falls_is_said_in_place_of_what_is_kept() -> None:
    results = roll(fired(THREE_SUCCESSES, ONE_OF_EACH, enemy_2=1)).results
    assert (results[0].amount, results[0].name, results[0].left, results[0].tone) == ("−2", "#2", "falls", "danger")


def test_successes_that_hit_back_are_marked() -> None:
    session = fired((4, 6, 2), (5,))
    columns = roll(session).columns
    assert [(*fates(column), column.caption, column.tone) for column in columns] == [
        ("success: success:", "", "2 hit", ""),
        ("", "success:", "1 hits back", "danger"),
        ("", "special:", "1 unspent", ""),
    ]
    assert [(one.amount, one.left) for one in roll(session).results] == [("−2", "1 of 3"), ("−1", "9 of 10")]


def test_the_note_has_weapon_range_the_mean_before_the_roll_and_what_was_rolled() -> None:
    assert roll(fired(THREE_SUCCESSES, ONE_OF_EACH)).note == (
        "Heavy machine gun, Range 4 · 2.2 Damage on average, rolled 2"
    )


def test_dice_that_are_not_rolled_yet_show_neither_columns_nor_result() -> None:
    session = in_range()
    session.submit(next(x for x in session.legal() if isinstance(x, c.Attack) and x.target == SECOND))
    picture = roll(session)
    assert (picture.columns, picture.results) == ((), ())
    assert [die.symbols for side in picture.sides for die in side.dice] == [None] * 4
    assert picture.note == "Heavy machine gun, Range 4 · 2.2 Damage on average"
    assert "Qiang attacks. not rolled. Nox Spec-Ops #2 defends. not rolled." in picture.spoken
    session.submit(c.EnterDice(THREE_SUCCESSES))
    assert asked(session).note == "Qiang: success, success, success, block, special, special, special"


def test_the_picture_is_spoken_in_sentences() -> None:
    spoken = roll(fired(THREE_SUCCESSES, ONE_OF_EACH)).spoken
    assert spoken == (
        "Face-to-Face Roll: Heavy machine gun, Range 4 · 2.2 Damage on average, rolled 2. "
        "Qiang attacks. Red: success, special; Red: success, success, special; Orange: block, special. "
        "Nox Spec-Ops #2 defends. Blue: success, block, special. "
        "2 hit, 1 blocked. its hit blocked. 3 to spend. −2 #2 keeps 1 of 3. 0 Qiang 10 of 10."
    )


# -- the roll stays


def test_a_roll_stays_after_it_is_resolved() -> None:
    """A roll was gone half a second after it."""
    session = fired(THREE_SUCCESSES, ONE_OF_EACH)
    before = roll(session)
    session.submit(c.LetStand())
    after = roll(session)
    assert after.results == before.results
    assert after.sides == before.sides
    assert after.columns[:2] == before.columns[:2]
    assert (after.columns[2].caption, after.columns[2].tone) == ("4 unspent", "")
    session.submit(c.EndActivation("qiang"))
    assert roll(session) == after


def test_a_roll_without_a_choice_stays_too() -> None:
    """Where no choice arises, the roll passed in a flash."""
    session = fired((4, 6, 6), (4,))
    assert not isinstance(session.state.agenda[-1], Roll)
    picture = roll(session)
    assert [(*fates(column), column.caption) for column in picture.columns] == [
        ("success:stopped", "block:stops", "1 blocked")
    ]
    assert [(one.amount, one.left) for one in picture.results] == [("0", "3 of 3"), ("0", "10 of 10")]


def test_an_undo_shows_the_roll_before_and_a_jump_the_roll_there() -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH)
    head, picture = session.head, roll(session)
    session.submit(c.LetStand())
    end = session.head
    session.jump(head)
    assert roll(session) == picture
    session.jump(moments()["qiang"][1])
    assert shown(session).roll is None or roll(session).step < picture.step
    session.jump(end)
    assert roll(session).results == picture.results


def attacked() -> tuple[Session, Roll]:
    """An Enemy attacks; the dice of both are still to be rolled."""
    session = in_range()
    session.submit(c.EndActivation("qiang"))
    for _ in range(200):
        frame = session.state.agenda[-1]
        if isinstance(frame, Roll) and frame.enemy is not None and frame.actor == frame.enemy.figure:
            return session, frame
        legal = [one for one in session.legal() if not isinstance(one, c.Move | c.StepTo | c.Equip | c.Attack)]
        session.submit(next((one for one in legal if isinstance(one, c.Proceed | c.EndActivation)), legal[0]))
    raise AssertionError("no Enemy has attacked")


def test_in_the_enemys_attack_its_dice_and_its_successes_stand_above() -> None:
    """Swapped sides would show the Enemy's Successes as the team's."""
    session, frame = attacked()
    assert frame.enemy is not None
    assert frame.team is not None
    # The Enemy's first die is red: a critical, which takes the Blocks of the defence.
    assert frame.enemy.dice[0].die == "red"
    defence, attack = (3,) * len(frame.team.dice), (1, *(6,) * (len(frame.enemy.dice) - 1))
    session.submit(c.EnterDice(defence))
    session.submit(c.EnterDice(attack))
    picture = roll(session)
    assert [(side.enemy, side.does.split()[-1]) for side in picture.sides] == [(True, "attacks"), (False, "defends")]
    assert picture.sides[0].does.startswith("#")
    assert [len(side.dice) for side in picture.sides] == [len(attack), len(defence)]
    assert picture.results[0].name.split()[0] in ("Uma", "Cadin", "Qiang", "Jazz", "Billie")
    assert picture.results[1].name.startswith("#")
    assert [(*fates(column), column.caption) for column in picture.columns] == [
        ("", "block:lost block:lost", "2 nullified"),
        ("critical:paid", "", "1 spent"),
    ]
    assert [(one.amount, one.name) for one in picture.results] == [("0", picture.sides[1].name), ("0", "#1")]


# -- choices


def test_each_choice_says_what_follows_and_the_first_is_what_enter_does() -> None:
    """Choices named no consequence."""
    assert rows(fired(THREE_SUCCESSES, ONE_OF_EACH)) == [
        ("⏎", "", "Let it stand", "", "deals 2 · suffers 0", ""),
        ("1", "special special", "Nox Spec-Ops #1: 1 Damage", "", "deals 2 + 1 · suffers 0", ""),
        ("2", "block special", "#2: Suppressed", "", "deals 2", "suffers 1, the Block is spent"),
    ]


def test_a_choice_says_what_a_state_does() -> None:
    choice = asked(fired(THREE_SUCCESSES, ONE_OF_EACH)).choices[2]
    assert choice.aside == "rolls 1 die fewer"
    assert "One fewer die" in choice.tip
    assert choice.tip.startswith("Heavy machine gun")


def test_a_choice_that_fells_an_enemy_says_so() -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH, enemy_1=2)
    gains = {row[2]: row[3] for row in rows(session)}
    assert gains == {"Let it stand": "", "Nox Spec-Ops #1: 1 Damage": "it falls", "#2: Suppressed": ""}


def test_a_fall_that_comes_anyway_is_no_gain_of_a_choice() -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH, enemy_2=1)
    assert [row[3] for row in rows(session)] == ["", "", ""]


def test_a_character_that_would_fall_is_named_in_red() -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH, qiang=9)
    assert rows(session)[2][4:] == ("deals 2", "suffers 1, Qiang falls Unconscious, the Block is spent")


def test_a_fall_that_comes_anyway_is_no_loss_of_a_choice() -> None:
    session = fired((2, 3, 2), (5,), qiang=9)
    assert rows(session)[1][4:] == ("deals 3 + 1 · suffers 1 · Qiang falls Unconscious", "")


def test_a_switch_paid_again_in_vain_is_named_in_red() -> None:
    session = moment("stun", lambda one: any(getattr(x, "weapon", "") == "stun_pistol" for x in one.legal()))
    session.submit(c.SetAnswer("team", "dice", "person"))
    session.submit(next(x for x in session.legal() if isinstance(x, c.Attack) and x.weapon == "stun_pistol"))
    session.submit(c.EnterDice((1, 2)))
    stun = [one for one in asked(session).choices if isinstance(one.command, c.UseSwitch)]
    assert [(one.text.partition(": ")[2], one.loss) for one in stun] == [("Stunned", "")]
    session.submit(stun[0].command)
    again = [one for one in asked(session).choices if isinstance(one.command, c.UseSwitch)]
    assert [(one.text, one.loss) for one in again] == [(stun[0].text, "no effect")]


def test_what_is_paid_is_marked_in_the_picture() -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH)
    session.submit(c.UseSwitch(1))
    columns = roll(session).columns
    assert [(*fates(column), column.caption, column.tone) for column in columns] == [
        ("success:stopped success: success:", "block:stops", "2 hit, 1 blocked", ""),
        ("block:paid", "success:", "1 hits back", "danger"),
        ("special: special: special:paid", "special:", "1 spent, 2 to spend", "gold"),
    ]


def test_a_critical_costs_its_symbol_and_first_comes_its_best_use() -> None:
    """A wrong cost of a Critical passed the tests."""
    session = fired((1, 2, 3), (4,))
    question = asked(session)
    assert question.title == "Use the critical"
    assert rows(session) == [
        ("⏎", "critical", "Add 2 Successes", "", "deals 2 · suffers 0", ""),
        ("1", "critical", "Nullify their Blocks", "", "deals 1 · suffers 0", ""),
        ("2", "critical", "Keep it", "", "deals 0 · suffers 0", ""),
    ]


def test_nullified_blocks_and_the_critical_that_did_it_are_marked() -> None:
    session = fired((1, 2, 3), (4,))
    session.submit(c.SpendCritical("success", "nullify"))
    columns = roll(session).columns
    assert [(*fates(column), column.caption) for column in columns] == [
        ("success:", "block:lost", "1 hit, 1 nullified"),
        ("block:", "", "no answer"),
        ("critical:paid special: special:", "", "1 spent, 2 to spend"),
    ]


def test_an_added_critical_counts_as_two_successes() -> None:
    session = fired((1, 2, 3), (4,))
    session.submit(c.SpendCritical("success", "add"))
    first, *_, spend = roll(session).columns
    assert fates(first) == ("success:stopped success: success:", "block:stops")
    assert fates(spend)[0].startswith("critical:paid")
    assert roll(session).results[0].amount == "−2"


def end_by_rules(session: Session, command: Any) -> State:
    """The state after a command, if nothing more is spent; found without the tray."""
    state, game = session.state, session.game
    for _ in range(20):
        state = game.step(state, command)[0]
        idle = [x for x in game.legal(state) if isinstance(x, c.LetStand | c.KeepCritical | c.KeepDice)]
        if not idle or not isinstance(state.agenda[-1], Roll):
            return state
        command = idle[0]
    raise AssertionError("the roll never ended")


@pytest.mark.parametrize("team", [(1, 1, 3), (1, 5, 3), (2, 5, 4), (5, 5, 1), (1, 2, 6), (3, 3, 5)])
@pytest.mark.parametrize("enemy", [(1,), (2,), (3,), (5,)])
def test_what_a_choice_says_is_what_the_rules_then_do(team: tuple[int, ...], enemy: tuple[int, ...]) -> None:
    session = fired(team, enemy)
    assert isinstance(session.state.agenda[-1], Roll)
    for choice in asked(session).choices:
        before, after = session.state, end_by_rules(session, choice.command)
        gone = SECOND not in after.enemies
        dealt = None if gone else after.enemies[SECOND].damage - before.enemies[SECOND].damage
        suffered = after.team["qiang"].damage - before.team["qiang"].damage
        words = f"{choice.consequence} · {choice.loss}"
        assert gone or f"deals {dealt}" in words
        assert f"suffers {suffered}" in words


def test_a_die_rolled_again_says_the_mean_over_its_faces() -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH)
    frame = session.state.agenda[-1]
    assert isinstance(frame, Roll)
    assert frame.team is not None
    again = replace(frame, step="dice", team=replace(frame.team, rerolls=1))
    session.timeline._states[session.head] = replace(session.state, agenda=(*session.state.agenda[:-1], again))
    found = rows(session)
    assert found[0][:3] == ("⏎", "", "Keep the roll")
    # In place of two Successes: a critical that is kept, one Success three times, two Successes, nothing.
    reds = [row for row in found if "die 2" in row[2]]
    assert reds[0][4:] == ("suffers 0.0 · on average", "deals 0.8")


# -- Simple Rolls, Consoles


def hacked(faces: tuple[int, ...]) -> Session:
    session = moment("hack", lambda one: any(isinstance(x, c.Hack) and x.target == "uma" for x in one.legal()))
    session.submit(c.SetAnswer("team", "dice", "person"))
    session.submit(next(x for x in session.legal() if isinstance(x, c.Hack) and x.target == "uma"))
    session.submit(c.EnterDice(faces))
    return session


def test_a_critical_that_changes_nothing_says_so() -> None:
    """Three choices, all of which dealt 0 and suffered 0, were asked for without a word."""
    duel = "U . 1\n\numa defense=green\nnox_spec_ops 1 - red ai=rush\ninitiative nox_spec_ops"
    session = at(f"{duel}\nanswers team.dice=person enemy.dice=person", "activate uma", "end_activation uma")
    for _ in repeat(lambda: session.game.request(session.state) is None, session.legal):
        session.submit(c.Proceed())
    after(session, "dice CB", "dice -")
    question = asked(session)
    assert {(one.consequence, one.loss) for one in question.choices} == {("deals 0 · suffers 0", "")}
    assert len(question.choices) == 3
    assert question.title == "Any choice comes to the same"


def test_a_simple_roll_says_whether_it_succeeds_and_for_whom() -> None:
    picture = roll(hacked((1, 4)))
    assert picture.title == "Simple Roll"
    assert [(*fates(column), column.caption) for column in picture.columns] == [
        ("success:", "", "1 Success"),
        ("block: special: special:", "", "3 to spend"),
    ]
    assert [(one.amount, one.name, one.left) for one in picture.results] == [("✓", "succeeds", "Uma: Focused")]
    assert picture.note.endswith("succeeds 56 % of the time")


def test_a_failed_simple_roll_is_kept_too() -> None:
    picture = roll(hacked((4, 4)))
    assert [(one.amount, one.name, one.tone) for one in picture.results] == [("✗", "fails", "danger")]


def at_console(*symbols: str) -> Session:
    session = moment("console", lambda one: isinstance(one.state.agenda[-1], Console))
    for symbol in symbols:
        session.submit(next(x for x in session.legal() if isinstance(x, c.Assign) and x.symbol == symbol))
    return session


def console(session: Session) -> list[tuple[str, str, str]]:
    return [(fates(column)[0], column.caption, column.tone) for column in roll(session).columns]


def test_a_console_shows_its_inputs_with_what_fills_them() -> None:
    session = at_console()
    assert (roll(session).title, roll(session).note) == ("Console 1", "")
    assert [side.does for side in roll(session).sides] == ["rolls"]
    assert console(session) == [
        ("success: block: special:", "3 to assign", "gold"),
        ("success:open block:open", "input 1", ""),
        ("special:open", "input 2", ""),
        ("block:open block:open", "input 3", ""),
    ]
    session.submit(c.Assign("S", 0))
    assert console(session)[:2] == [("block: special:", "2 to assign", "gold"), ("success: block:open", "input 1", "")]


def test_a_console_that_was_left_shows_what_was_completed() -> None:
    session = at_console("S", "B", "!")
    assert console(session) == [
        ("success: block:", "input 1 done", "gold"),
        ("special:", "input 2 done", "gold"),
        ("block:open block:open", "input 3", ""),
    ]


def test_the_choices_at_a_console_say_which_input_they_fill() -> None:
    session = at_console()
    assert [(row[0], row[1], row[2], row[4]) for row in rows(session)] == [
        ("⏎", "special", "Open the service hatch", "completes input 2"),
        ("1", "success", "Open the laboratory", "input 1: 1 of 2 filled"),
        ("2", "block", "Open the laboratory", "input 1: 1 of 2 filled"),
        ("3", "block", "Cut the alarm lines: Alert −1", "input 3: 1 of 2 filled"),
    ]
    session.submit(c.Assign("S", 0))
    assert rows(session)[0][4] == "completes input 1"


def test_a_simple_roll_with_a_die_rolled_again_says_its_chance() -> None:
    session = hacked((1, 4))
    frame = session.state.agenda[-1]
    assert isinstance(frame, Roll)
    assert frame.team is not None
    again = replace(frame, step="dice", team=replace(frame.team, rerolls=1))
    session.timeline._states[session.head] = replace(session.state, agenda=(*session.state.agenda[:-1], again))
    # The first die shows the only Success: two of six yellow faces have one.
    assert [row[4:] for row in rows(session)] == [
        ("succeeds", ""),
        ("on average", "succeeds: 33 %"),
        ("succeeds: 100 % · on average", ""),
    ]


# -- targets


def picked(session: Session, button: str) -> list[ChoiceView]:
    board, notes = table(session)
    board.press(button)
    board.table.close()
    question = notes.frame.question
    assert question is not None
    return list(question.choices)


def test_targets_of_an_attack_have_their_exact_odds() -> None:
    session = in_range(enemy_1=2)
    wanted = []
    for command in (one for one in session.legal() if isinstance(one, c.Attack)):
        odds = session.game.odds(session.state, command)
        assert odds is not None
        dealt, suffered = (one.mean for one in odds.distributions)
        kill = round(100 * odds.chances["kill"])
        wanted.append((command, f"deals {dealt:.1f}, suffers {suffered:.1f} on average · kills: {kill} %"))
    choices = picked(session, "attack")
    assert [(one.command, one.consequence) for one in choices] == wanted
    assert [one.key for one in choices] == ["1", "2"]


def test_a_program_names_whom_it_is_run_on_and_its_chance() -> None:
    """ "Run Geist-Aid" without a name meant oneself."""
    session = moment("hack", lambda one: any(isinstance(x, c.Hack) and x.target == "uma" for x in one.legal()))
    found = {one.text: one.consequence for one in picked(session, "hack")}
    team = ("Uma", "Cadin", "Qiang", "Jazz", "Billie")
    assert found == {f"Run Geist-Aid on {name}": f"succeeds: 56 % · {name}: Focused" for name in team}


def test_who_can_act_is_listed_with_what_is_left() -> None:
    session = in_range(qiang=4)
    session.submit(c.EndActivation("qiang"))
    for _ in repeat(lambda: not any(isinstance(one, c.Activate) for one in session.legal()), session.legal):
        session.submit(session.legal()[0])
    found = {one.text: one.consequence for one in asked(session).choices}
    assert found["Jazz"] == "8 of 8 health"
    assert "Uma" not in found


# -- the Enemy's turn


def boxes(session: Session) -> tuple[BoxView, ...]:
    return shown(session).boxes


def test_the_instructions_of_the_acting_miniature_are_boxes() -> None:
    session = moment(
        "enemy", lambda one: isinstance(one.state.agenda[-1], EnemyActivation) and one.state.agenda[-1].index > 1
    )
    frame = session.state.agenda[-1]
    assert isinstance(frame, EnemyActivation)
    found = boxes(session)
    assert len(found) == len(frame.column)
    assert [box.title.split(".")[0] for box in found] == [str(place + 1) for place in range(len(found))]
    marks = [box.mark for box in found]
    assert marks[frame.index] == "now"
    assert set(marks[: frame.index]) <= {"done", "skipped"}
    assert set(marks[frame.index + 1 :]) <= {""}
    assert [(box.text, box.mark) for box in found] == [
        ("skipped: a Character can already be attacked", "skipped"),
        ("Most Aggro → Uma", "done"),
        ("Most Aggro", "now"),
    ]
    for box in found:
        assert (box.mark == "skipped") == box.text.startswith("skipped")
    question = asked(session)
    assert question.choices[0].key == "⏎"
    assert question.choices[0].text == "Go on"
    assert question.choices[0].consequence.startswith("Next: ")


def test_no_boxes_stand_in_the_teams_turn() -> None:
    assert boxes(in_range()) == ()


# -- where the roll is read from


def test_the_last_roll_is_looked_for_in_a_few_steps_only(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH)
    session.submit(c.LetStand())
    session.submit(c.EndActivation("qiang"))
    monkeypatch.setattr(record, "LOOK_BACK", 1)
    assert shown(session).roll is None


def test_the_range_of_an_attack_is_not_that_of_a_later_roll() -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH)
    frame = session.state.agenda[-1]
    assert isinstance(frame, Roll)
    state = session.state
    events = (
        e.AttackDeclared("qiang", SECOND, "heavy_machine_gun", "burst", 4),
        e.RollOpened(frame),
        e.RollClosed(),
        e.RollOpened(frame),
    )
    found = record.read(EventContext(0, place, event, state, state) for place, event in enumerate(events))
    assert found is not None
    assert found.distance is None
    first = record.read(EventContext(0, place, event, state, state) for place, event in enumerate(events[:2]))
    assert first is not None
    assert first.distance == 4


def test_damage_within_a_roll_adds_up() -> None:
    session = fired(THREE_SUCCESSES, ONE_OF_EACH)
    frame, state = session.state.agenda[-1], session.state
    assert isinstance(frame, Roll)
    found = record.RollRecord(0, state, frame, None)
    for amount, total in ((1, 3), (2, 5)):
        found.take(EventContext(0, 0, e.DamageSuffered("qiang", amount, total), state, state))
    assert found.hurt == {"qiang": (3, 5)}
