"""What clicks and keys mean, and what the table shows for them."""

from __future__ import annotations

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.pace import SPEEDS
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Activation, EnemyActivation, Equipping, Roll, Round
from defiance_qt.systems.defiance.view.present.offers import entry
from tests.systems.defiance.view.positions import activated, deployed, new_game, table, until


def can_attack(session: Session) -> bool:
    return any(isinstance(one, c.Attack) for one in session.legal())


def enemy_acts(session: Session) -> bool:
    return any(isinstance(one, c.Proceed) for one in session.legal())


def test_a_character_is_placed_by_its_card_and_a_space() -> None:
    bridge, notes = table(new_game())
    bridge.click_card("qiang")
    assert bridge.chosen == "qiang"
    space = notes.pictures[-1].board.choices[0]
    bridge.click_space(space)
    assert bridge.state.team["qiang"].space == space
    assert bridge.chosen != "qiang"


def test_a_space_that_is_no_answer_does_nothing() -> None:
    bridge, _ = table(new_game())
    before = bridge.session.head
    bridge.click_space("R12")
    assert bridge.session.head == before


def test_a_card_activates_and_so_does_the_figure() -> None:
    for click in ("click_card", "click_figure"):
        bridge, _ = table(deployed())
        getattr(bridge, click)("uma")
        frame = bridge.state.agenda[-1]
        assert isinstance(frame, Activation)
        assert frame.character == "uma"


def test_one_click_walks_to_a_distant_space_and_undo_takes_the_walk_back() -> None:
    bridge, notes = table(activated())
    start = bridge.state.team["cadin"].space
    goal, cost = max(notes.pictures[-1].board.reach, key=lambda way: way[1])
    assert cost > 2
    bridge.click_space(goal)
    assert bridge.state.team["cadin"].space == goal
    assert notes.changes[-1] is not None
    assert bridge.session.head > 6
    bridge.undo()
    assert bridge.state.team["cadin"].space == start
    bridge.redo()
    assert bridge.state.team["cadin"].space == goal


def test_what_undo_would_take_back_is_said() -> None:
    bridge, notes = table(activated())
    assert "Cadin" in notes.pictures[-1].top.undo
    bridge.undo()
    assert notes.pictures[-1].top.redo
    assert isinstance(bridge.state.agenda[-1], Round)


def test_hovering_a_space_shows_the_way_and_its_cost() -> None:
    bridge, notes = table(activated())
    goal, cost = max(notes.pictures[-1].board.reach, key=lambda way: way[1])
    bridge.hover_space(goal)
    path, shown = notes.path
    assert (path[-1], shown) == (goal, cost)
    bridge.hover_space("")
    assert notes.path == ((), 0)


def test_an_attack_takes_two_clicks_and_shows_its_odds_before() -> None:
    bridge, notes = table(until(deployed(), can_attack))
    target = bridge.offers.of("attack")[0].target
    bridge.hover_figure(target)
    assert notes.hover is not None
    assert sum(bar.share for bar in notes.hover.bars) == pytest.approx(1)
    assert notes.line is not None
    bridge.press("attack")
    if bridge.picked:
        assert target in notes.pictures[-1].board.targets
        bridge.click_figure(target)
    while notes.offered:
        choice, notes.offered = notes.offered[0], ()
        bridge.submit(choice.command)
    assert any(isinstance(one, c.Attack) for one in bridge.session.timeline.step(bridge.session.head).commands)


def test_a_click_on_an_enemy_attacks_without_the_button() -> None:
    bridge, notes = table(
        until(deployed(), lambda session: len([1 for x in session.legal() if type(x) is c.Attack]) == 1)
    )
    before = bridge.session.head
    bridge.click_figure(bridge.offers.of("attack")[0].target)
    if notes.offered:
        bridge.submit(notes.offered[0].command)
    assert bridge.session.head == before + 1


def test_esc_gives_up_the_choice_of_a_target() -> None:
    bridge, notes = table(until(deployed(), can_attack))
    bridge.picked = "attack"
    bridge.refresh()
    question = notes.pictures[-1].question
    assert question is not None
    assert question.choices
    bridge.cancel()
    assert bridge.picked == ""


def test_a_click_elsewhere_while_choosing_says_so() -> None:
    bridge, notes = table(until(deployed(), can_attack))
    bridge.picked = "attack"
    bridge.refresh()
    bridge.click_space("A1")
    assert notes.told


def test_the_roll_offers_its_choices_with_keys() -> None:
    session = until(deployed(), lambda one: isinstance(one.state.agenda[-1], Roll))
    bridge, notes = table(session)
    question = notes.pictures[-1].question
    assert question is not None
    assert {choice.key for choice in question.choices} >= {"1"}
    assert len(question.choices) == len(session.legal())
    before = session.head
    assert bridge.answer_key("1")
    assert session.head == before + 1
    assert not bridge.answer_key("9")


@pytest.mark.parametrize("speed", ["slow", "normal", "fast"])
def test_the_enemy_goes_on_by_itself(speed: str) -> None:
    bridge, notes = table(until(deployed(), enemy_acts), speed)
    assert notes.delay == SPEEDS[speed]
    before = bridge.session.head
    bridge.tick()
    assert bridge.session.head == before + 1


def test_step_by_step_the_enemy_waits_for_a_key() -> None:
    bridge, notes = table(until(deployed(), enemy_acts), "step")
    assert notes.delay is None
    before = bridge.session.head
    assert bridge.proceed()
    assert bridge.session.head == before + 1


def test_all_at_once_the_enemy_is_done_in_one_tick() -> None:
    bridge, _ = table(until(deployed(), enemy_acts), "instant")
    bridge.tick()
    assert not bridge.offers.of("proceed")


def test_going_back_stops_the_enemy_until_somebody_goes_on() -> None:
    session = until(deployed(), enemy_acts)
    session.submit(c.Proceed())
    bridge, notes = table(session)
    bridge.step(-1)
    assert bridge.offers.of("proceed")
    assert notes.delay is None
    bridge.tick()
    assert notes.changes[-1] is None
    bridge.play()
    assert bridge.moving


def test_undo_takes_the_enemys_bookkeeping_back_with_what_caused_it() -> None:
    session = until(deployed(), enemy_acts)
    last = session.head
    session.submit(c.Proceed())
    bridge, _ = table(session, "step")
    bridge.undo()
    assert session.head == session.timeline.parent(last)


def test_a_replay_runs_to_the_end_and_stops() -> None:
    bridge, notes = table(activated())
    end = bridge.session.head
    bridge.to_depth(0)
    bridge.play()
    for _ in range(50):
        if notes.delay is None:
            break
        bridge.tick()
    assert bridge.session.head == end
    assert not bridge.moving


def test_seeking_is_never_animated() -> None:
    bridge, notes = table(activated())
    bridge.to_depth(1)
    bridge.step(1)
    bridge.to_depth(-1)
    assert notes.changes[-3:] == [None, None, None]


def test_a_refusal_is_told_in_one_sentence_and_changes_nothing() -> None:
    bridge, notes = table(deployed())
    before = bridge.session.head
    bridge.submit(c.EndActivation("uma"))
    assert len(notes.told) == 1
    assert bridge.session.head == before


def test_nothing_to_undo_is_said() -> None:
    bridge, notes = table(new_game())
    bridge.undo()
    bridge.redo()
    assert len(notes.told) == 2


def test_real_dice_are_asked_for_and_taken() -> None:
    session = until(deployed(answers={"team.dice": "person"}), lambda one: entry(one.prompt) is not None)
    bridge, notes = table(session)
    question = notes.pictures[-1].question
    assert question is not None
    assert question.entry is not None
    before = session.head
    bridge.submit(c.EnterDice((6,) * len(question.entry.dice)))
    assert session.head == before + 1


def test_real_cards_are_asked_for_with_what_can_come() -> None:
    session = until(deployed(answers={"enemy.initiative": "person"}), lambda one: entry(one.prompt) is not None)
    bridge, notes = table(session)
    question = notes.pictures[-1].question
    assert question is not None
    assert question.entry is not None
    assert question.entry.cards
    bridge.submit(c.EnterCard("medikit"))
    assert notes.told[-1].startswith("That card cannot come now. What can: ")
    assert question.entry.cards[0].name in notes.told[-1]


def test_who_answers_chance_changes_in_the_middle_of_a_game() -> None:
    bridge, _ = table(deployed())
    bridge.set_answer("team.loot", True)
    assert bridge.state.answers["team.loot"] == "person"
    bridge.set_answer("team.loot", False)
    assert bridge.state.answers["team.loot"] == "app"
    bridge.set_dice_after_undo(True)
    assert bridge.session.dice_after_undo == "fresh"


def test_what_happened_is_announced_with_what_is_asked_next() -> None:
    bridge, notes = table(deployed())
    bridge.click_card("uma")
    assert "Uma" in notes.said[-1]
    assert bridge.picture.top.ask in notes.said[-1]


def test_the_reason_of_an_instruction_names_those_it_looked_at() -> None:
    session = until(
        deployed(),
        lambda one: any(
            type(event).__name__ == "InstructionChosen" and event.candidates
            for event in one.timeline.step(one.head).events
        ),
    )
    bridge, _ = table(session)
    found = bridge.reader.why_last()
    assert found is not None
    reasons = [bridge.reader.why(line) for line in bridge.story.lines(session.head)]
    assert any("Cadin" in text for reason in reasons for text in reason.lines)
    told = {id: text for reason in reasons for id, text in reason.rules}
    assert "R-186" in told
    assert all(told.values())


def test_a_note_and_a_checkpoint_stand_on_the_timeline() -> None:
    bridge, notes = table(activated())
    bridge.checkpoint("before the door")
    bridge.note("careful now")
    kinds = {mark.kind: mark.text for mark in notes.pictures[-1].timeline.marks}
    assert kinds["checkpoint"] == "before the door"
    assert kinds["note"] == "careful now"


def test_another_way_leaves_the_first_as_a_branch() -> None:
    bridge, notes = table(activated())
    bridge.undo()
    bridge.fork("with Uma")
    bridge.click_card("uma")
    (branch,) = notes.pictures[-1].timeline.branches
    bridge.jump(branch.tip)
    assert bridge.state.agenda[-1] == Activation("cadin", held=())
    (other,) = notes.pictures[-1].timeline.branches
    assert other.text == "with Uma"


def test_the_equip_action_shows_every_place_and_moves_cards() -> None:
    session = activated("uma")
    session.submit(c.Equip("uma"))
    assert isinstance(session.state.agenda[-1], Equipping)
    bridge, _ = table(session)
    view = bridge.equip()
    moves = {
        (item.text, row): command
        for holder in view.holders
        for place in holder.rows
        for item in place.items
        for row, command, _ in item.moves
    }
    names = {row.name for row in view.holders[0].rows}
    assert {"Head", "Torso", "Hand", "Backpack"} <= names
    bridge.submit(moves["Helmet", "uma/in_hand"])
    assert bridge.equip().unplaced == ("Helmet",)


def test_keys_of_the_enemys_turn_show_the_next_instruction() -> None:
    session = until(deployed(), lambda one: enemy_acts(one) and isinstance(one.state.agenda[-1], EnemyActivation))
    _, notes = table(session)
    question = notes.pictures[-1].question
    acting = notes.pictures[-1].units[0]
    assert question is not None
    assert question.tone == "enemy"
    assert acting.acting
    assert [entry.mark for entry in acting.instructions].count("now") == 1


def test_everything_about_a_thing_can_be_listed() -> None:
    bridge, _ = table(until(deployed(), can_attack))
    target = bridge.offers.of("attack")[0].target
    assert [one.command for one in bridge.options(target)] == list(bridge.offers.at(target))


def test_people_may_take_chance_over_in_the_middle_of_a_game() -> None:
    bridge, _ = table(activated())
    bridge.set_answer("team.dice", True)
    assert bridge.state.answers["team.dice"] == "person"
    bridge.set_answer("team.dice", False)
    assert bridge.state.answers["team.dice"] == "app"


def test_choosing_a_target_outlines_the_range() -> None:
    bridge, notes = table(until(deployed(), can_attack))
    bridge.picked = "attack"
    bridge.refresh()
    figure, low, high = notes.pictures[-1].board.range
    assert figure == bridge.offers.of("attack")[0].character
    assert 0 < low <= high
    bridge.cancel()
    assert notes.pictures[-1].board.range == ("", 0, 0)


def test_a_click_on_a_friend_next_to_one_does_not_walk_onto_its_space() -> None:
    session = activated("uma")
    bridge, notes = table(session)
    bridge.press("move")
    state = session.state
    through = next(
        one
        for one in session.legal()
        if isinstance(one, c.StepTo) and any(friend.space == one.space for friend in state.team.values())
    )
    head = session.head
    friend = next(id for id, one in state.team.items() if one.space == through.space)
    bridge.click_figure(friend)
    assert session.head == head
    assert "pass" in notes.told[-1]
    assert notes.rules[-1] == ("R-056",)
    # A click beyond goes through.
    beyond = [way for way, _ in bridge.picture.board.reach if through.space in bridge.foresight.path(way)]
    if beyond:
        bridge.click_space(beyond[0])
        assert session.state.team["uma"].space == beyond[0]


def test_a_bare_click_on_a_friend_spends_no_card() -> None:
    session = activated("uma")
    bridge, notes = table(session)
    use = next(one for one in session.legal() if isinstance(one, c.UseCard) and one.target not in ("", "uma"))
    head = session.head
    bridge.click_figure(use.target)
    bridge.click_card(use.target)
    assert session.head == head
    assert not notes.offered
    bridge.press(f"card:{use.card}:{use.action}")
    bridge.click_figure(use.target)
    assert session.head == head + 1
