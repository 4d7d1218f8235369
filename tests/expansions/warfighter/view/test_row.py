"""The row of Locations as values, and where its parts are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from expansions.warfighter.engine import events as e
from expansions.warfighter.engine.agenda import legal
from expansions.warfighter.engine.state import Hostile, State, with_hostile, with_soldier
from expansions.warfighter.view.layout import CROWD, LEAST, Box, places
from expansions.warfighter.view.present.names import Names
from expansions.warfighter.view.present.offers import Offers
from expansions.warfighter.view.present.row import row
from expansions.warfighter.view.values import HostileView, RowView, ShotView, SpaceView

from .tables import rules, salt_road, words

WINDOW = (1004.0, 536.0)
LANGUAGES = ("en", "es", "ru")


def shown(
    state: State, active: str = "1", picked: str = "", language: str = "en", last: tuple[e.Event, ...] = ()
) -> RowView:
    table = rules()
    offers = Offers(legal(table, state))
    return row(state, table, Names(words(language)), offers, active, picked, last)


def space(view: RowView, index: int) -> SpaceView:
    return next(one for one in view.spaces if one.index == index)


def hostile(view: RowView, id: str) -> HostileView:
    return next(one for place in view.spaces for one in place.hostiles if one.id == id)


def test_the_row_has_the_places_the_next_one_and_the_objective() -> None:
    view = shown(salt_road())
    assert [(one.index, one.kind) for one in view.spaces] == [
        (0, "mission"),
        (1, "location"),
        (2, "location"),
        (3, "location"),
        (4, "next"),
        (5, "objective"),
    ]
    assert view.side == "Front Line"
    assert [deck.left for deck in view.decks] == ["41", "17", "17", "12", "11"]
    assert "2 × Riflemen" in view.decks[1].tip


def test_a_full_row_has_no_next_place() -> None:
    view = shown(salt_road(row=("orchard", "farm", "village", "ford")))
    assert [one.kind for one in view.spaces].count("next") == 0


def test_a_location_shows_its_printed_numbers_and_its_trait() -> None:
    village = space(shown(salt_road()), 3)
    assert (village.title, village.reinforce, village.entry, village.fight) == ("Village", "3–8", "3", "1")
    assert [line.text for line in village.lines] == ["Walls: Cover +1"]
    assert village.foot == ""
    wire = space(shown(salt_road()), 2)
    assert (wire.foot, wire.brief) == ("1 may come: 82 %", "1 more: 82 %")


@pytest.mark.rule("W-137")
@pytest.mark.rule("W-138")
def test_a_location_counts_the_card_that_a_hostile_card_calls() -> None:
    """With a Spotter in the space two cards came where one was told."""
    pile = replace(salt_road().decks["hostiles"], left=("sentry", "runner", "gun_pair", "riflemen"))
    state = salt_road(decks={**salt_road().decks, "hostiles": pile})
    assert space(shown(state), 1).foot == "2 may come: 50 %, 75 %"
    pinned = with_hostile(state, "runner.1", suppressed=1)
    assert space(shown(pinned), 1).foot == "1 may come: 50 %"
    lull = replace(state, conditions=replace(state.conditions, lull=4))
    assert [one.foot for one in shown(lull).spaces[1:4]] == ["", "", ""]


@pytest.mark.rule("W-112")
def test_a_move_shows_its_cost_and_the_parts_of_it() -> None:
    view = shown(salt_road())
    move = space(view, 3).move
    assert move is not None
    assert (move.cost, move.parts) == ("Move: 1 card", "3 − 1 Arrow − 1 Point")
    assert space(view, 3).offered
    assert space(view, 4).move is None


@pytest.mark.rule("W-141")
@pytest.mark.rule("W-136")
def test_a_hostile_tells_what_it_will_do_and_how_likely_that_works() -> None:
    view = shown(salt_road())
    assert hostile(view, "riflemen.1").outlook.text == "attacks Roa · 60 %"
    assert hostile(view, "wire_team.1").outlook.text == "attacks Orm · 40 %"
    assert hostile(view, "conscripts.1").outlook.text == "inspired: attacks Orm · 40 %"
    alone = salt_road()
    alone = replace(alone, hostiles={id: one for id, one in alone.hostiles.items() if id != "sergeant.1"})
    assert hostile(shown(alone), "conscripts.1").outlook.text == "attacks Orm · 30 %"


@pytest.mark.rule("W-144")
def test_a_hostile_out_of_range_moves_unless_it_is_suppressed() -> None:
    far = salt_road(hostiles={"militia.1": Hostile("militia.1", "militia", 4, "4", True)})
    far = replace(far, row=("orchard", "farm", "village", "ford"))
    assert hostile(shown(far), "militia.1").outlook.text == "moves toward Guard team"
    held = with_hostile(far, "militia.1", suppressed=1)
    assert hostile(shown(held), "militia.1").outlook.text == "out of range, held"
    still = with_hostile(far, "militia.1", suppressed=4)
    assert hostile(shown(still), "militia.1").outlook.text == "suppressed"


def test_figures_are_shown_up_suppressed_and_killed() -> None:
    view = shown(salt_road())
    assert hostile(view, "conscripts.1").figures == ("up", "suppressed", "suppressed")
    assert hostile(view, "wire_team.1").figures == ("up", "killed")
    assert (hostile(view, "riflemen.1").cover, hostile(view, "riflemen.1").xp) == ("4", "2")


def test_what_the_active_soldier_can_attack_is_offered() -> None:
    view = shown(salt_road(), picked="riflemen.1")
    assert hostile(view, "riflemen.1").offered
    assert hostile(view, "riflemen.1").picked
    spent = shown(with_soldier(salt_road(), "1", acts=0))
    assert not hostile(spent, "riflemen.1").offered


def test_the_next_place_says_whether_it_may_be_placed() -> None:
    far = space(shown(salt_road()), 4)
    assert not far.offered
    free = space(shown(with_soldier(salt_road(), "1", space=3)), 4)
    assert free.offered
    assert free.lines[0].text == "Free, once a turn, with a Soldier beside it"
    placed = salt_road()
    placed = replace(placed, conditions=replace(placed.conditions, placed=True))
    assert space(shown(placed), 4).lines[0].text == "No more this turn"


def test_the_objective_shows_its_lock_and_its_progress() -> None:
    goal, card = space(shown(salt_road()), 5), rules().goal(salt_road())
    assert (goal.title, goal.locked, goal.progress) == ("Convoy", True, (0, card.need))
    assert [line.text for line in goal.lines] == [f"Destroy · Cover {card.cover}", "inactive"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_row_is_told_in_words(language: str) -> None:
    view = shown(salt_road(), language=language)
    for place in view.spaces:
        told = [place.spoken, *(one.spoken for one in place.hostiles), *(one.spoken for one in place.soldiers)]
        assert all(told)
        assert "view." not in " ".join(told)


def crowd(count: int) -> State:
    state = salt_road()
    cards = {f"picket.{n}": Hostile(f"picket.{n}", "picket", 3, "1") for n in range(1, count + 1)}
    return replace(state, hostiles=cards)


def test_seven_columns_fit_the_window_side_by_side() -> None:
    view = shown(replace(salt_road(row=("orchard", "farm", "village", "ford")), space=6))
    assert len(view.spaces) == 7
    found = places(view, *WINDOW, 1.0)
    boxes = list(found.spaces.values())
    assert (found.before, found.after) == (0, 0)
    assert all(one.right < other.left for one, other in pairwise(boxes))
    assert boxes[-1].right <= WINDOW[0]
    assert all(box.width >= LEAST for box in boxes)


def inside(box: Box, width: float, height: float) -> bool:
    return box.left >= 0 and box.top >= 0 and box.right <= width and box.bottom <= height


def test_three_hostile_cards_of_a_column_are_whole_and_apart() -> None:
    found = places(shown(crowd(3)), *WINDOW, 1.0)
    boxes = list(found.hostiles.values())
    assert len(found.open) == 3
    assert all(one.top > other.bottom for one, other in pairwise(boxes))
    assert boxes[0].bottom < found.spaces[3].top
    assert all(inside(box, *WINDOW) for box in boxes)


def test_of_more_cards_as_many_stay_whole_as_have_room() -> None:
    found = places(shown(crowd(6)), *WINDOW, 1.0)
    boxes = list(found.hostiles.values())
    assert found.open == {"picket.1", "picket.2"}
    assert all(above.bottom < below.top for below, above in pairwise(boxes))
    assert all(inside(box, *WINDOW) for box in boxes)
    opened = places(shown(crowd(6)), *WINDOW, 1.0, "picket.6")
    assert opened.open == {"picket.1", "picket.6"}


def test_five_soldiers_in_a_space_do_not_cover_each_other() -> None:
    state = replace(salt_road(row=("orchard", "farm", "village", "ford")), space=6)
    team = {str(n): replace(state.team["1"], number=str(n), space=2) for n in range(1, 6)}
    found = places(shown(replace(state, team=team)), *WINDOW, 1.0)
    boxes = list(found.soldiers.values())
    assert all(one.right <= other.left for one, other in pairwise(boxes))
    assert boxes[-1].right <= found.spaces[2].right


def test_a_crowd_closes_up_to_headers_and_the_one_pointed_at_opens() -> None:
    view = shown(crowd(9))
    found = places(view, *WINDOW, 1.0)
    assert found.open == {"picket.1"}
    assert all(inside(box, *WINDOW) for box in found.hostiles.values())
    opened = places(view, *WINDOW, 1.0, "picket.5")
    assert opened.open == {"picket.5"}
    assert opened.hostiles["picket.5"].height > opened.hostiles["picket.4"].height


def test_a_greater_crowd_has_low_headers_that_do_not_cover_each_other() -> None:
    found = places(shown(crowd(13)), *WINDOW, 1.0)
    boxes = list(found.hostiles.values())
    assert found.open == {"picket.1"}
    assert all(above.bottom <= below.top + 0.01 for below, above in pairwise(boxes))
    assert all(inside(box, *WINDOW) and box.height >= CROWD for box in boxes)


def test_a_row_that_is_too_wide_shows_whole_spaces_around_the_active_soldier() -> None:
    view = shown(salt_road())
    found = places(view, 866, 400, 1.5)
    assert (found.before, len(found.spaces), found.after) == (0, 4, 2)
    assert all(inside(box, 866, 400) for box in (*found.spaces.values(), *found.soldiers.values()))
    assert "1" in found.soldiers
    moved = places(view, 866, 400, 1.5, first=2)
    assert list(moved.spaces) == [2, 3, 4, 5]
    assert (moved.before, moved.after) == (2, 0)


def test_an_attack_of_a_hostile_card_marks_the_card_and_who_was_struck() -> None:
    hit = e.HostileHit("riflemen.1", "1", 9, 6, 5, (), 5, "wound", 1)
    missed = e.HostileHit("riflemen.1", "3", 9, 6, 5, (), 5, "")
    event = e.HostileHit("", "2", 9, 6, 5, (), 5, "suppress")
    view = shown(salt_road(), last=(hit, missed, event))
    assert view.shots == (ShotView("riflemen.1", "1", "danger"), ShotView("riflemen.1", "3", "muted"))
    assert not any(one.active for place in view.spaces for one in place.soldiers)
    marks = {one.number: one.struck for place in view.spaces for one in place.soldiers}
    assert marks == {"1": "danger", "2": "", "3": "muted", "4": ""}
    acting = [one.id for place in view.spaces for one in place.hostiles if one.acts]
    assert acting == ["riflemen.1"]
    move = e.HostileMoved("runner.1", 2, 1)
    moved = shown(salt_road(), last=(move,))
    assert hostile(moved, "runner.1").acts
    # In the Soldiers' turn the mark would look like that of a target.
    assert not hostile(shown(salt_road(), last=(move, e.TurnBegan(5))), "runner.1").acts
    assert moved.shots == shown(salt_road()).shots == ()
