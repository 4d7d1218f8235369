"""What the cards on both sides of the board say."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.core.port import CardForm
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Effects, EnemyActivation, Pick, Roll
from defiance_qt.systems.defiance.engine.preview import losses
from defiance_qt.systems.defiance.engine.state import Carried, MissionState, State
from defiance_qt.systems.defiance.view.present import enemies, team
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.view.positions import activated, deployed, english, new_game, until
from tests.texts import defiance_words


def parts(session: Session) -> tuple[State, Names, Offers]:
    names = Names(english(), rules_of(session).catalog)
    return session.state, names, Offers(session.legal(), session.state, {})


def card(session: Session, id: str, state: State | None = None) -> team.CardView:
    now, names, offers = parts(session)
    return next(view for view in team.cards(state or now, rules_of(session), names, offers) if view.id == id)


def changed(session: Session, id: str, **values: object) -> State:
    state = session.state
    return replace(state, team={**state.team, id: replace(state.team[id], **values)})


def test_a_card_shows_damage_aggro_and_gear() -> None:
    session = deployed()
    view = card(session, "qiang", changed(session, "qiang", damage=3, aggro=2))
    assert (view.aggro, view.max_aggro) == (2, 3)
    assert view.gear[0].text == "Heavy machine gun · Heavy armor"
    assert view.selectable
    assert (view.left, view.health) == (7, "7 of 10")
    assert "7 of 10" in view.spoken


@pytest.mark.rule("R-154")
def test_a_remote_out_of_action_has_no_health_left() -> None:
    """It read "3 of 3", and "3 of 4" on the start screen."""
    session = deployed()
    shown, whole = card(session, "billie"), session.state.team["billie"].wounds
    assert (shown.left, shown.health) == (whole, f"{whole} of {whole}")
    out = changed(session, "billie", space="")
    shown = card(session, "billie", out)
    assert (shown.left, shown.health) == (0, f"0 of {whole}")
    assert f"0 of {whole}" in shown.spoken
    summary = session.game.summary(out).figures[4]
    assert (summary.left, summary.of) == (0, whole)
    assert session.game.summary(session.state).figures[4].left == whole
    away = replace(out, mission=MissionState(out.mission_id, gone=("billie",)))
    assert session.game.summary(away).figures[4].left == whole, "who has left with the mission is not out of action"


def test_before_the_mission_begins_nobody_off_the_board_is_out_of_action() -> None:
    session = new_game()
    assert session.state.team["billie"].space == ""
    assert card(session, "billie").left == session.state.team["billie"].wounds


def test_wounds_are_those_in_force() -> None:
    session = deployed()
    whole = card(session, "uma").wounds
    assert card(session, "uma", changed(session, "uma", face_down=("deep_cut",))).wounds == whole - 1


def test_states_tell_harm_from_help() -> None:
    session = deployed()
    view = card(session, "uma", changed(session, "uma", states=("focused", "stunned")))
    assert [chip.tone for chip in view.states] == ["team", "gold"]


def test_every_location_is_shown_with_what_it_holds() -> None:
    view = card(deployed(), "qiang")
    assert [(slot.name, slot.text) for slot in view.slots if slot.location == "hand"] == [
        ("Hand", "Heavy machine gun"),
        ("Hand", "Heavy machine gun"),
    ]
    assert ("backpack", "") in [(slot.location, slot.item) for slot in view.slots]


def test_a_card_in_the_backpack_is_not_worn() -> None:
    session = deployed()
    view = card(session, "qiang", changed(session, "qiang", carried=(Carried("pistol", "backpack"),)))
    assert view.gear[0].text != "Pistol"
    assert [slot.text for slot in view.slots if slot.location == "backpack"] == ["Pistol", ""]


def test_a_turned_card_stays_to_be_seen_and_its_action_says_why_not() -> None:
    session = activated("uma")
    carried = tuple(
        replace(held, turned="tap") if held.item == "medikit" else held for held in session.state.team["uma"].carried
    )
    view = card(session, "uma", changed(session, "uma", carried=carried))
    slot = next(slot for slot in view.slots if slot.item == "medikit")
    assert (slot.turned, slot.tip.partition(".")[0]) == ("tap", "Tapped until the end of the Round")
    assert "card:medikit:treat" in [button.action for button in view.buttons]


def test_a_spent_automedikit_is_told() -> None:
    session = deployed()
    view = card(session, "uma", changed(session, "uma", carried=()))
    assert [chip.text for chip in view.gear] == ["no AutoMediKit"]


def test_the_active_card_has_buttons_for_what_can_be_done() -> None:
    session = activated("jazz")
    view = card(session, "jazz")
    assert view.active
    assert [button.action for button in view.buttons][:6] == list(team.STANDARD)
    assert {button.action for button in view.buttons if button.enabled} == set(parts(session)[2].by_group) - {"step"}
    assert [chip.text for chip in view.programs] == ["Geist-Aid", "Skullbuster", "Picklock"]
    assert view.actions == 2
    assert not card(session, "uma").buttons


def test_a_unit_shows_its_face_and_each_miniature() -> None:
    session = deployed()
    state, names, _ = parts(session)
    (view,) = enemies.units(state, rules_of(session), names)
    assert view.face.text == "Rookie"
    assert [mini.number for mini in view.miniatures] == [1, 2]
    assert view.chips[0].text == "Range 1–8"
    assert not view.instructions


def test_a_dead_miniature_stays_on_the_card() -> None:
    session = deployed()
    state, names, _ = parts(session)
    left = {id: enemy for id, enemy in state.enemies.items() if not id.endswith(".2")}
    (view,) = enemies.units(replace(state, enemies=left), rules_of(session), names)
    assert [mini.down for mini in view.miniatures] == [False, True]


def test_the_column_of_a_revealed_card_marks_what_is_done() -> None:
    session = until(deployed(), lambda one: any(unit.revealed for unit in one.state.units.values()))
    state, names, _ = parts(session)
    views = [view for view in enemies.units(state, rules_of(session), names) if view.instructions]
    assert views
    assert all(entry.text for entry in views[0].instructions)


def test_the_reserve_says_what_it_will_pay_for() -> None:
    session = deployed()
    state, names, _ = parts(session)
    poor = enemies.reserve(replace(state, reserve=0), rules_of(session), names)
    rich = enemies.reserve(replace(state, reserve=5), rules_of(session), names)
    assert poor.lines == ("Nox Hacker respawns at 2",)
    assert rich.lines == ("Nox Hacker respawns for 2",)


def test_the_reserve_asks_a_veteran_the_price_of_its_face() -> None:
    """As Respawn does."""
    session = deployed()
    state, names, _ = parts(session)
    high = replace(state, reserve=2, faces={"nox_hacker": 1})
    assert enemies.reserve(high, rules_of(session), names).lines == ("Nox Hacker respawns at 3",)


def test_the_alert_level_has_words() -> None:
    state, names, _ = parts(deployed())
    assert enemies.alert(replace(state, alert=2), names).effect == english()("view.alert.2")


def test_a_console_shows_what_is_still_wanted() -> None:
    session = deployed()
    state, names, _ = parts(session)
    console = state.consoles["console_1"]
    half = replace(console, assigned=(Symbols.parse("S"), *console.assigned[1:]), completed=(1,))
    (view,) = enemies.consoles(replace(state, consoles={"console_1": half}), names)
    assert view.inputs[0].filled == (True, False)
    assert [one.done for one in view.inputs] == [False, True, False]
    assert view.inputs[0].tip == "Open the laboratory"


def test_miniatures_are_numbered_as_the_language_does() -> None:
    session = deployed()
    state, _, _ = parts(session)
    written = []
    for language in ("en", "es", "ru"):
        names = Names(defiance_words(language), rules_of(session).catalog)
        (view,) = enemies.units(state, rules_of(session), names)
        written.append([mini.label for mini in view.miniatures])
    assert written == [["#1", "#2"], ["#1", "#2"], ["№1", "№2"]]


def test_the_instruction_of_an_open_roll_is_the_one_that_is_marked() -> None:
    session = until(deployed(seed=4), lambda one: enemy_rolls(one.state))
    state, names, _ = parts(session)
    frame = next(one for one in state.agenda if isinstance(one, EnemyActivation))
    (view,) = [view for view in enemies.units(state, rules_of(session), names) if view.acting]
    marks = [entry.mark for entry in view.instructions]
    assert marks.index("now") == frame.index - 1
    assert marks[: frame.index - 1] == ["done"] * (frame.index - 1)


def test_the_next_instruction_is_marked_before_it_is_carried_out() -> None:
    frame = EnemyActivation("nox_spec_ops.1", ("attack", "move"), index=1)
    state = replace(deployed().state, agenda=(frame,))
    assert enemies.under_way(frame, state) == 1
    # A random pick among equals belongs to the Instruction that is about to be carried out.
    assert enemies.under_way(frame, replace(state, agenda=(frame, Pick(("uma", "jazz"), "")))) == 1
    # In a group the frame stays on its entry until the last part has begun.
    grouped = replace(frame, part=1)
    assert enemies.under_way(grouped, replace(state, agenda=(grouped, Effects((), "uma")))) == 1


def enemy_rolls(state: State) -> bool:
    """Whether an Enemy's own Attack waits for the team in the middle of its Activation."""
    top = state.agenda[-1] if state.agenda else None
    return isinstance(top, Roll) and any(isinstance(one, EnemyActivation) for one in state.agenda)


def test_a_unit_that_waits_for_its_ai_card_has_not_acted_yet() -> None:
    session = until(
        deployed(answers={"enemy.ai_card": "person"}),
        lambda one: any(isinstance(form, CardForm) for form in one.prompt.forms),
    )
    state, names, _ = parts(session)
    (view,) = [view for view in enemies.units(state, rules_of(session), names) if view.acting]
    assert view.ai != names.words("view.unit.done")
    rested = replace(state, agenda=state.agenda[:1])
    (view,) = [one for one in enemies.units(rested, rules_of(session), names) if one.id == view.id]
    assert view.ai == names.words("view.unit.done")


def test_what_the_open_roll_would_take_is_on_both_cards() -> None:
    """Health reads as what is left, and what is about to be lost."""
    session = until(deployed(), lambda one: any(losses(rules_of(one), one.state).values()) and len(one.legal()) > 1)
    state, names, offers = parts(session)
    at_stake = losses(rules_of(session), state)
    cards = team.cards(state, rules_of(session), names, offers)
    shown: dict[str, Any] = {view.id: view for view in cards}
    shown |= {mini.id: mini for unit in enemies.units(state, rules_of(session), names) for mini in unit.miniatures}
    for id, view in shown.items():
        assert view.losing == at_stake.get(id, 0)
        after = max(0, view.left - view.losing)
        assert (f"{view.left} → {after} of {view.wounds}" in view.health) == (id in at_stake)
    stands = next(one for one in session.legal() if isinstance(one, c.LetStand))
    before = {id: view.left for id, view in shown.items()}
    session.submit(stands)
    now, names, offers = parts(session)
    for id, amount in at_stake.items():
        figure = now.team.get(id) or now.enemies.get(id)
        wounds = shown[id].wounds
        left = 0 if figure is None else max(0, wounds - figure.damage)
        assert left == max(0, before[id] - amount)


def test_a_state_says_what_it_does() -> None:
    session = deployed()
    view = card(session, "uma", changed(session, "uma", states=("suppressed",)))
    assert view.states[0].text == "Suppressed · 1 die fewer"
    for language in LANGUAGES:
        words = defiance_words(language)
        assert all(f"state.{id}.short" in words for id in rules_of(session).catalog.states)
