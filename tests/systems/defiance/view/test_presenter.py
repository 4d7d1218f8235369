"""What clicks and keys mean, and what the table shows for them."""

from __future__ import annotations

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.autoplay import SPEEDS
from defiance_qt.shell.present.values import MessageView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Activation, EnemyActivation, Equipping, Roll, Round
from defiance_qt.systems.defiance.view.present.values import NO_PATH
from tests.systems.defiance.view.positions import activated, can_attack, deployed, english, new_game, table, until


def asks_chance(session: Session) -> bool:
    """Whether real dice or a real card are to be typed in."""
    return session.game.entry(session.state, english()) is not None


def enemy_acts(session: Session) -> bool:
    return any(isinstance(one, c.Proceed) for one in session.legal())


def test_a_character_is_placed_by_its_card_and_a_space() -> None:
    presenter, _ = table(new_game())
    presenter.click_card("qiang")
    assert presenter.chosen == "qiang"
    space = presenter.view.board.choices[0]
    presenter.click_space(space)
    assert presenter.state.team["qiang"].space == space
    assert presenter.chosen != "qiang"


def test_a_space_that_is_no_answer_does_nothing() -> None:
    presenter, _ = table(new_game())
    before = presenter.session.head
    presenter.click_space("R12")
    assert presenter.session.head == before


def test_a_card_activates_and_so_does_the_figure() -> None:
    for click in ("click_card", "click_figure"):
        presenter, _ = table(deployed())
        getattr(presenter, click)("uma")
        frame = presenter.state.agenda[-1]
        assert isinstance(frame, Activation)
        assert frame.character == "uma"


def test_a_click_on_who_acts_already_spends_nothing() -> None:
    """A second click on the figure that was just activated ran the only command about it."""
    for click in ("click_card", "click_figure"):
        presenter, notes = table(deployed())
        getattr(presenter, click)("jazz")
        before = presenter.session.head
        assert [one for one in presenter.offers.of("hack") if one.target == "jazz"]
        getattr(presenter, click)("jazz")
        presenter.click_space(presenter.state.team["jazz"].space)
        assert presenter.session.head == before
        assert [type(one.command) for one in notes.offered] == [c.Hack]


def test_one_click_walks_to_a_distant_space_and_undo_takes_the_walk_back() -> None:
    presenter, notes = table(activated())
    start = presenter.state.team["cadin"].space
    goal, cost = max(presenter.view.board.reach, key=lambda way: way[1])
    assert cost > 2
    presenter.click_space(goal)
    assert presenter.state.team["cadin"].space == goal
    assert notes.changes[-1] is not None
    assert presenter.session.head > 6
    presenter.table.undo()
    assert presenter.state.team["cadin"].space == start
    presenter.table.redo()
    assert presenter.state.team["cadin"].space == goal


def test_what_undo_would_take_back_is_said() -> None:
    presenter, notes = table(activated())
    assert "Cadin" in notes.frame.top.undo
    presenter.table.undo()
    assert notes.frame.top.redo
    assert isinstance(presenter.state.agenda[-1], Round)


def test_hovering_a_space_shows_the_way_and_its_cost() -> None:
    presenter, notes = table(activated())
    goal, cost = max(presenter.view.board.reach, key=lambda way: way[1])
    presenter.hover(goal, "")
    assert (notes.path.spaces[-1], notes.path.cost) == (goal, cost)
    presenter.hover("", "")
    assert notes.path == NO_PATH


def test_an_attack_takes_two_clicks_and_shows_its_odds_before() -> None:
    presenter, notes = table(until(deployed(), can_attack))
    target = presenter.offers.of("attack")[0].target
    presenter.hover("", target)
    presenter.linger("", target)
    assert notes.hover is not None
    assert sum(bar.share for bar in notes.hover.bars) == pytest.approx(1)
    assert notes.line is not None
    presenter.press("attack")
    if presenter.picked:
        assert target in presenter.view.board.targets
        presenter.click_figure(target)
    while notes.offered:
        choice, notes.offered = notes.offered[0], ()
        presenter.table.submit(choice.command)
    assert any(isinstance(one, c.Attack) for one in presenter.session.timeline.step(presenter.session.head).commands)


def test_a_click_on_an_enemy_attacks_without_the_button() -> None:
    presenter, notes = table(
        until(deployed(), lambda session: len([1 for x in session.legal() if type(x) is c.Attack]) == 1)
    )
    before = presenter.session.head
    presenter.click_figure(presenter.offers.of("attack")[0].target)
    if notes.offered:
        presenter.table.submit(notes.offered[0].command)
    assert presenter.session.head == before + 1


def test_esc_gives_up_the_choice_of_a_target() -> None:
    presenter, notes = table(until(deployed(), can_attack))
    presenter.picked = "attack"
    presenter.table.refresh()
    question = notes.frame.question
    assert question is not None
    assert question.choices
    presenter.cancel()
    assert presenter.picked == ""


def test_a_click_elsewhere_while_choosing_says_so() -> None:
    presenter, notes = table(until(deployed(), can_attack))
    presenter.picked = "attack"
    presenter.table.refresh()
    presenter.click_space("A1")
    assert notes.told


def test_the_roll_offers_its_choices_with_keys() -> None:
    session = until(deployed(), lambda one: isinstance(one.state.agenda[-1], Roll))
    presenter, notes = table(session)
    question = notes.frame.question
    assert question is not None
    assert {choice.key for choice in question.choices} >= {"1"}
    assert len(question.choices) == len(session.legal())
    before = session.head
    assert presenter.table.answer_key("1")
    assert session.head == before + 1
    assert not presenter.table.answer_key("9")


@pytest.mark.parametrize("speed", ["slow", "normal", "fast"])
def test_the_enemy_goes_on_by_itself(speed: str) -> None:
    presenter, notes = table(until(deployed(), enemy_acts), speed)
    assert notes.delay == SPEEDS[speed]
    before = presenter.session.head
    presenter.table.tick()
    assert presenter.session.head == before + 1


def test_step_by_step_the_enemy_waits_for_a_key() -> None:
    presenter, notes = table(until(deployed(), enemy_acts), "step")
    assert notes.delay is None
    before = presenter.session.head
    assert presenter.table.proceed()
    assert presenter.session.head == before + 1


def test_all_at_once_the_enemy_is_done_in_one_tick() -> None:
    presenter, _ = table(until(deployed(), enemy_acts), "instant")
    presenter.table.tick()
    assert not presenter.offers.of("proceed")


def test_going_back_stops_the_enemy_until_somebody_goes_on() -> None:
    session = until(deployed(), enemy_acts)
    session.submit(c.Proceed())
    presenter, notes = table(session)
    presenter.table.step(-1)
    assert not presenter.offers.of("proceed")
    assert notes.delay is None
    presenter.table.tick()
    assert notes.changes[-1] is None
    assert notes.said[-1].startswith("You look at step")
    presenter.table.back()
    assert presenter.table.moving
    assert notes.delay is not None
    presenter.table.step(-1)
    presenter.table.play()
    assert presenter.table.moving


def test_undo_takes_the_enemys_bookkeeping_back_with_what_caused_it() -> None:
    session = until(deployed(), enemy_acts)
    last = session.head
    session.submit(c.Proceed())
    presenter, _ = table(session, "step")
    presenter.table.undo()
    assert session.head == session.timeline.parent(last)


def test_a_replay_runs_to_the_end_and_stops() -> None:
    presenter, notes = table(activated())
    end = presenter.session.head
    presenter.table.to_depth(0)
    presenter.table.play()
    for _ in range(50):
        if notes.delay is None:
            break
        presenter.table.tick()
    assert presenter.session.head == end
    assert not presenter.table.moving


def test_nothing_acts_while_an_earlier_step_is_shown() -> None:
    presenter, notes = table(activated())
    session, stands = presenter.session, presenter.session.head
    presenter.table.to_depth(stands - 1)
    shown = notes.frame
    assert shown.look is not None
    assert shown.look.shown == f"You look at step {stands - 1} of {stands}, Round 1"
    assert shown.look.stands == f"the game stands at {stands}, Round 1"
    assert shown.timeline.stands == stands
    assert shown.question is None or not shown.question.choices
    assert not presenter.view.board.reach
    before = len(session.timeline)
    presenter.click_card("uma")
    presenter.click_space("E5")
    presenter.press("end")
    presenter.table.submit(c.Activate("uma"))
    assert len(session.timeline) == before
    assert set(notes.told) == {english()("ui.look.refused")}
    presenter.table.back()
    assert notes.frame.look is None
    assert session.head == stands
    assert presenter.view.board.reach


def test_going_on_from_an_earlier_step_makes_a_named_branch() -> None:
    presenter, notes = table(activated())
    session, stands = presenter.session, presenter.session.head
    presenter.table.to_depth(stands - 1)
    presenter.table.go_on()
    assert notes.frame.look is None
    presenter.click_card("uma")
    (other,) = notes.frame.timeline.branches
    assert other.tip == stands
    assert session.timeline.branch(session.head).name == f"From step {stands - 1}"
    presenter.table.look(stands)
    assert notes.frame.timeline.stands == -1
    presenter.table.go_on()
    assert notes.frame.look is None
    assert session.head == stands, "the end of a branch is gone on with as it is"


def test_seeking_is_never_animated() -> None:
    presenter, notes = table(activated())
    presenter.table.to_depth(1)
    presenter.table.step(1)
    presenter.table.to_depth(-1)
    assert notes.changes[-3:] == [None, None, None]


def test_a_refusal_is_told_in_one_sentence_and_changes_nothing() -> None:
    presenter, notes = table(deployed())
    before = presenter.session.head
    presenter.table.submit(c.EndActivation("uma"))
    assert len(notes.told) == 1
    assert presenter.session.head == before


def test_nothing_to_undo_is_said() -> None:
    presenter, notes = table(new_game())
    presenter.table.undo()
    presenter.table.redo()
    assert len(notes.told) == 2


def test_real_dice_are_asked_for_and_taken() -> None:
    session = until(deployed(answers={"team.dice": "person"}), asks_chance)
    presenter, notes = table(session)
    question = notes.frame.question
    assert question is not None
    assert question.entry is not None
    before = session.head
    presenter.table.answer_chance((5,) * len(question.entry.dice))
    assert session.head == before + 1
    assert session.timeline.step(session.head).commands[0] == c.EnterDice((6,) * len(question.entry.dice))


def test_real_cards_are_asked_for_with_what_can_come() -> None:
    session = until(deployed(answers={"enemy.initiative": "person"}), asks_chance)
    presenter, notes = table(session)
    question = notes.frame.question
    assert question is not None
    assert question.entry is not None
    assert question.entry.cards
    presenter.table.submit(c.EnterCard("medikit"))
    assert notes.told[-1].startswith("That card cannot be drawn now. Possible: ")
    assert question.entry.cards[0].name in notes.told[-1]


def test_who_answers_chance_changes_in_the_middle_of_a_game() -> None:
    presenter, _ = table(deployed())
    presenter.table.set_answer("team.loot", True)
    assert presenter.state.answers["team.loot"] == "person"
    presenter.table.set_answer("team.loot", False)
    assert presenter.state.answers["team.loot"] == "app"
    presenter.table.set_dice_after_undo(True)
    assert presenter.session.dice_after_undo == "fresh"


def test_what_happened_is_announced_with_what_is_asked_next() -> None:
    presenter, notes = table(deployed())
    presenter.click_card("uma")
    assert "Uma" in notes.said[-1]
    assert presenter.table.frame.top.ask in notes.said[-1]


def test_the_reason_of_an_instruction_names_those_it_looked_at() -> None:
    session = until(
        deployed(),
        lambda one: any(
            type(event).__name__ == "InstructionChosen" and event.candidates
            for event in one.timeline.step(one.head).events
        ),
    )
    presenter, _ = table(session)
    found = presenter.table.reader.why_last()
    assert found is not None
    reasons = [presenter.table.reader.why(line) for line in presenter.table.log.lines(session.head)]
    assert any("Cadin" in text for reason in reasons for text in reason.lines)
    told = {id: text for reason in reasons for id, text in reason.rules}
    assert "R-186" in told
    assert all(told.values())


def test_a_note_and_a_checkpoint_stand_on_the_timeline() -> None:
    presenter, notes = table(activated())
    presenter.table.checkpoint("before the door")
    presenter.table.note("careful now")
    kinds = {mark.kind: mark.text for mark in notes.frame.timeline.marks}
    assert kinds["checkpoint"] == "before the door"
    assert kinds["note"] == "careful now"


def test_another_way_leaves_the_first_as_a_branch() -> None:
    presenter, notes = table(activated())
    presenter.table.undo()
    presenter.table.fork("with Uma")
    presenter.click_card("uma")
    (branch,) = notes.frame.timeline.branches
    presenter.table.look(branch.tip)
    assert presenter.state.agenda[-1] == Activation("cadin", held=())
    (other,) = notes.frame.timeline.branches
    assert other.text == "with Uma"


def test_the_equip_action_shows_every_place_and_moves_cards() -> None:
    session = activated("uma")
    session.submit(c.Equip("uma"))
    assert isinstance(session.state.agenda[-1], Equipping)
    presenter, _ = table(session)
    view = presenter.equip()
    moves = {
        (item.text, row): command
        for holder in view.holders
        for place in holder.rows
        for item in place.items
        for row, command, _ in item.moves
    }
    names = {row.name for row in view.holders[0].rows}
    assert {"Head", "Torso", "Hand", "Backpack"} <= names
    presenter.table.submit(moves["Helmet", "uma/in_hand"])
    view = presenter.equip()
    assert (view.fitting, view.unplaced) == (("Helmet",), ())


def test_equip_is_not_finished_before_what_fits_is_placed() -> None:
    """The button says so, and so does the question."""
    session = activated("uma")
    session.submit(c.Equip("uma"))
    session.submit(c.Place("uma", "helmet", ""))
    presenter, notes = table(session)
    question = notes.frame.question
    assert question is not None
    assert (question.choices, question.note) == ((), "To be placed first, there is room: Helmet")
    presenter.table.submit(presenter.equip().finish)
    assert isinstance(session.state.agenda[-1], Equipping)
    assert notes.told == ["Helmet fits a free location of Uma: place it first."]
    session.submit(c.Place("uma", "helmet", "0"))
    presenter.table.refresh()
    presenter.table.submit(presenter.equip().finish)
    assert not isinstance(session.state.agenda[-1], Equipping)


def test_keys_of_the_enemys_turn_show_the_next_instruction() -> None:
    session = until(deployed(), lambda one: enemy_acts(one) and isinstance(one.state.agenda[-1], EnemyActivation))
    presenter, notes = table(session)
    question = notes.frame.question
    acting = presenter.view.units[0]
    assert question is not None
    assert question.tone == "enemy"
    assert acting.acting
    assert [entry.mark for entry in acting.instructions].count("now") == 1


def test_everything_about_a_thing_can_be_listed() -> None:
    presenter, _ = table(until(deployed(), can_attack))
    target = presenter.offers.of("attack")[0].target
    assert [one.command for one in presenter.options(target)] == list(presenter.offers.at(target))


def test_people_may_take_chance_over_in_the_middle_of_a_game() -> None:
    presenter, _ = table(activated())
    presenter.table.set_answer("team.dice", True)
    assert presenter.state.answers["team.dice"] == "person"
    presenter.table.set_answer("team.dice", False)
    assert presenter.state.answers["team.dice"] == "app"


def test_choosing_a_target_outlines_the_range() -> None:
    presenter, _ = table(until(deployed(), can_attack))
    presenter.picked = "attack"
    presenter.table.refresh()
    figure, low, high = presenter.view.board.range
    assert figure == presenter.offers.of("attack")[0].character
    assert 0 < low <= high
    presenter.cancel()
    assert presenter.view.board.range == ("", 0, 0)


def test_a_click_on_a_friend_next_to_one_does_not_walk_onto_its_space() -> None:
    session = activated("uma")
    presenter, notes = table(session)
    presenter.press("move")
    state = session.state
    through = next(
        one
        for one in session.legal()
        if isinstance(one, c.StepTo) and any(friend.space == one.space for friend in state.team.values())
    )
    head = session.head
    friend = next(id for id, one in state.team.items() if one.space == through.space)
    presenter.click_figure(friend)
    assert session.head == head
    assert "pass" in notes.told[-1]
    assert notes.rules[-1] == ("R-056",)
    # A click beyond goes through.
    reached = [space for space, _ in presenter.view.board.reach]
    beyond = [space for space in reached if through.space in presenter.preview.path_view(space).spaces]
    if beyond:
        presenter.click_space(beyond[0])
        assert session.state.team["uma"].space == beyond[0]


def test_a_bare_click_on_a_friend_spends_no_card() -> None:
    session = activated("uma")
    presenter, notes = table(session)
    use = next(one for one in session.legal() if isinstance(one, c.UseCard) and one.target not in ("", "uma"))
    head = session.head
    presenter.click_figure(use.target)
    presenter.click_card(use.target)
    assert session.head == head
    assert not notes.offered
    presenter.press(f"card:{use.card}:{use.action}")
    presenter.click_figure(use.target)
    assert session.head == head + 1


def test_a_hint_points_at_the_way_and_a_refusal_rings_the_spaces_that_it_names() -> None:
    presenter, _ = table(activated("cadin"))
    here = presenter.state.team["cadin"].space
    goal = presenter.view.board.beyond[0][0]
    hint = MessageView(f"Cadin: go to {goal}, because that is the way.", "hint", about=("cadin", goal))
    pointer = presenter.pointer(hint)
    assert (pointer.figure, pointer.path[-1], pointer.rings, pointer.tone) == ("cadin", goal, (), "team")
    door = next(iter(presenter.state.doors))
    there = presenter.pointer(MessageView("Open it.", "hint", about=("cadin", here, door)))
    assert door in there.rings
    refusal = presenter.pointer(MessageView("R12 costs 21 movement points, see R-051 and F99.", "refusal", ("R-051",)))
    assert (refusal.rings, refusal.path, refusal.tone) == (("R12",), (), "danger")
    assert presenter.pointer(MessageView("Press F4 or A1.", "note")).rings == ()
    alone = presenter.pointer(MessageView("Activate Uma now.", "hint", about=("uma",)))
    assert alone.rings == ("uma",)
