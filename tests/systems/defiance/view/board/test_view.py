from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from defiance_qt.shell.present.values import HoverRow, HoverView
from defiance_qt.shell.theme import DARK, LIGHT
from defiance_qt.systems.defiance.engine.events import DamageSuffered, Moved
from defiance_qt.systems.defiance.view.board import BoardView
from defiance_qt.systems.defiance.view.board.lines import Line
from defiance_qt.systems.defiance.view.present.values import PathView
from tests.systems.defiance.view.board.pictures import difference
from tests.systems.defiance.view.board.pointing import LEFT, place
from tests.systems.defiance.view.board.table import make_board, make_state

CADIN = HoverView("cadin", "Cadin", parts=((HoverRow("ready"),),))

# -- what is pointed at


def test_a_click_on_a_space_tells_its_name(qtbot, view, heard) -> None:
    for name in ("A1", "E5", "Q6", "M2"):
        qtbot.mouseClick(view.viewport(), LEFT, pos=place(view, name))
        assert heard.take() == [("spaceClicked", name)]


def test_a_click_beside_the_board_tells_nothing(qtbot, view, heard) -> None:
    qtbot.mouseClick(view.viewport(), LEFT, pos=QPoint(3, 3))
    assert heard.take() == []


def test_a_click_on_a_token_tells_the_figure(qtbot, view, heard) -> None:
    qtbot.mouseClick(view.viewport(), LEFT, pos=place(view, "cadin", 6, -6))
    assert heard.take() == [("figureClicked", "cadin")]
    qtbot.mouseClick(view.viewport(), LEFT, pos=place(view, "cadin", 0, 26))
    assert heard.take() == [("spaceClicked", "D2")]


@pytest.mark.parametrize("targets", [[], ["crate", "console_1", "gate"]])
def test_a_click_on_a_thing_tells_it_whether_or_not_it_is_a_target(qtbot, view, heard, targets) -> None:
    view.set_targets(targets)
    for id, dx, dy in (("crate", 0, 0), ("console_1", 0, 0), ("gate", -4, 5)):
        qtbot.mouseClick(view.viewport(), LEFT, pos=place(view, id, dx, dy))
        assert heard.take() == [("figureClicked", id)]


def test_what_one_lingers_on_is_told_once(qtbot, view) -> None:
    told: list[tuple[str, str]] = []
    view.lingered.connect(lambda space, id: told.append((space, id)))
    for name in ("E5", "E6", "cadin"):
        qtbot.mouseMove(view.viewport(), place(view, name))
    qtbot.waitUntil(lambda: bool(told))
    assert told == [("D2", "cadin")]


def test_the_picture_for_the_list_of_saves_is_without_what_the_pointer_shows(qtbot, view) -> None:
    """It kept the line of sight and the mark of the space on which the pointer was when the game was closed."""
    view.hovered.connect(lambda space, id: view.set_line(*(("cadin", space) if space else ("", ""))))
    plain = view.picture(view.size())
    qtbot.mouseMove(view.viewport(), place(view, "E5"))
    assert view.picture(view.size()) == plain
    assert view.marks.hovered == "E5"
    assert view.lines.line is not None


def test_a_drag_is_no_click(qtbot, view, heard) -> None:
    view.zoom_by(2)
    before = view.mapFromScene(QPointF(0, 0))
    start = place(view, "E5")
    qtbot.mousePress(view.viewport(), LEFT, pos=start)
    qtbot.mouseMove(view.viewport(), start + QPoint(20, 10))
    qtbot.mouseMove(view.viewport(), start + QPoint(60, 40))
    qtbot.mouseRelease(view.viewport(), LEFT, pos=start + QPoint(60, 40))
    assert ("spaceClicked", "E5") not in heard.take()
    assert view.mapFromScene(QPointF(0, 0)) - before == QPoint(60, 40)


def test_hovering_tells_each_change_once(qtbot, view, heard) -> None:
    qtbot.mouseMove(view.viewport(), place(view, "E5"))
    qtbot.mouseMove(view.viewport(), place(view, "E5", 5, 5))
    assert heard.take() == [("hovered", "E5")]
    qtbot.mouseMove(view.viewport(), place(view, "cadin"))
    assert heard.take() == [("hovered", "D2 cadin")]
    view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert heard.take() == [("hovered", "")]


def test_the_space_pointed_at_shows_its_name(qtbot, view) -> None:
    qtbot.mouseMove(view.viewport(), place(view, "E5"))
    assert view.lines.label == ("E5", "E5")
    view.set_labels(True)
    qtbot.mouseMove(view.viewport(), place(view, "E6"))
    assert view.lines.label == ("E6", "")


def test_the_pointer_shows_where_a_click_does_something(qtbot, view) -> None:
    view.set_reach({"E5": 1})
    view.set_targets(["cadmus.1"])
    hand = Qt.CursorShape.PointingHandCursor
    for name, hot in (("E5", True), ("E6", False), ("cadmus.1", True), ("cadin", False)):
        qtbot.mouseMove(view.viewport(), place(view, name))
        assert (view.viewport().cursor().shape() == hand) is hot


def test_a_board_may_go_while_its_picture_is_painted(qtbot) -> None:
    """An error in a slot would fail the test."""
    view = BoardView()
    view.set_board(make_board())
    view.show()
    view.zoom_by(1.7)
    view.settle()
    ground = view.ground
    assert ground.busy()
    timer = ground._timer
    view.deleteLater()
    del view
    qtbot.waitUntil(lambda: not isValid(timer))


def test_the_context_menu_is_asked_for_with_its_place(qtbot, view) -> None:
    spot = place(view, "cadin")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, view.viewport().mapToGlobal(spot))
    with qtbot.waitSignal(view.contextRequested) as asked:
        QApplication.sendEvent(view.viewport(), event)
    assert asked.args == ["cadin", view.viewport().mapToGlobal(spot)]


# -- what is shown


def test_figures_stand_on_their_spaces(view) -> None:
    assert (view.tokens["cadin"].x(), view.tokens["cadin"].y()) == view.centre_of("D2")
    assert "jazz" not in view.tokens


def test_another_state_moves_adds_and_removes(view) -> None:
    from msgspec.structs import replace

    state = make_state()
    team = {**state.team, "cadin": replace(state.team["cadin"], space="E5", damage=9)}
    team["jazz"] = replace(state.team["jazz"], space="A1")
    enemies = {id: enemy for id, enemy in state.enemies.items() if id != "cadmus.1"}
    view.show_state(replace(state, team=team, enemies=enemies))
    assert (view.tokens["cadin"].x(), view.tokens["cadin"].y()) == view.centre_of("E5")
    assert view.tokens["cadin"].look.damage == 9
    assert "jazz" in view.tokens
    assert "cadmus.1" not in view.tokens


def test_two_on_a_space_stand_side_by_side(view) -> None:
    from msgspec.structs import replace

    state = make_state()
    view.show_state(replace(state, team={**state.team, "cadin": replace(state.team["cadin"], space="F2")}))
    a, b = view.tokens["cadin"], view.tokens["qiang"]
    assert a.pos() != b.pos()
    assert a.scale() < 1
    view.show_state(state)
    assert a.scale() == 1


@pytest.mark.parametrize(
    "mark",
    [
        lambda view: view.set_reach({"E5": 1}),
        lambda view: view.set_choices(["E5"]),
        lambda view: view.set_path(["D2", "E3", "E4"], 2),
        lambda view: view.set_targets(["cadmus.1"]),
        lambda view: view.set_targets(["gate"]),
        lambda view: view.set_line("cadin", "cadmus.1", True),
        lambda view: view.set_line("cadin", "cadmus.1", False, ["I3:e", "G2"]),
        lambda view: view.set_range("cadin", 1, 3),
        lambda view: view.set_active("cadin"),
        lambda view: view.set_selected("cadin"),
        lambda view: view.set_labels(True),
        lambda view: view.show_card(CADIN),
        lambda view: view.set_theme(LIGHT),
        lambda view: view.go_to("E5"),
    ],
)
def test_every_mark_is_seen(view, mark) -> None:
    before = view.grab().toImage()
    mark(view)
    assert difference(before, view.grab().toImage(), by=5) > 40


def test_a_path_begins_where_the_active_figure_stands(view) -> None:
    view.set_active("cadin")
    view.set_path(["E3", "E4"], 2)
    assert view.way.spaces == ("D2", "E3", "E4")
    view.set_path(["D2", "E3"], 1)
    assert view.way.spaces == ("D2", "E3")
    view.set_path([], 0)
    assert view.way.spaces == ()


def test_who_acts_does_not_look_done(view) -> None:
    view.set_active("uma")
    bright = view.grab().toImage()
    from msgspec.structs import replace

    state = make_state()
    view.show_state(replace(state, team={**state.team, "uma": replace(state.team["uma"], activated=False)}))
    assert difference(bright, view.grab().toImage(), by=0) == 0


def test_marks_go_again(view) -> None:
    before = view.grab().toImage()
    view.set_reach({"E5": 1})
    view.set_choices(["E6"])
    view.set_path(["D2", "E3"], 1)
    view.set_targets(["cadmus.1", "gate"])
    view.set_line("cadin", "cadmus.1")
    view.set_range("cadin", 1, 3)
    view.show_card(CADIN)
    assert difference(before, view.grab().toImage()) > 500
    view.clear_marks()
    assert difference(before, view.grab().toImage(), by=0) == 0


def on_screen(view) -> QImage:
    """What has really been painted so far, unlike `grab`, which paints all anew."""
    return view.screen().grabWindow(view.winId()).toImage()


def at_rest(qtbot, view) -> QImage:
    """What stands on the screen once nothing is under way and nothing has changed for a while."""
    shown, still = on_screen(view), 0
    while still < 4:
        qtbot.waitUntil(lambda: view.settled() and not view.ground.busy())
        qtbot.wait(40)
        now = on_screen(view)
        still = still + 1 if difference(shown, now, by=0) == 0 else 0
        shown = now
    return shown


def hurt(view) -> None:
    view.animate([DamageSuffered("cadin", 1, 5), Moved("cadin", "D2", ("E2", "E3"), 2)], lambda: None)


@pytest.mark.parametrize(
    "steps",
    [
        [lambda view: view.set_reach({"E5": 1, "E6": 2}), lambda view: view.set_reach({"E5": 1})],
        [lambda view: view.set_reach({"E5": 1}, {"E6": 2}), lambda view: view.set_reach({"E6": 2}, {"E5": 1})],
        [lambda view: view.set_choices(["E5", "E6"]), lambda view: view.set_choices(["A1"])],
        [lambda view: view.set_path(["D2", "E3", "E4"], 2, [("E3", 1)]), lambda view: view.set_path(["D2", "E3"], 1)],
        [lambda view: view.set_targets(["gate", "cadmus.1"]), lambda view: view.set_targets(["crate"])],
        [lambda view: view.set_line("cadin", "cadmus.1", False, ["I3:e"]), lambda view: view.set_line("", "")],
        [lambda view: view.set_range("cadin", 1, 4), lambda view: view.set_range("")],
        [lambda view: view.go_to("B2"), lambda view: view.go_to("M5")],
        [lambda view: view.marks.set_hovered("B2"), lambda view: view.marks.set_hovered("M5")],
        [lambda view: view.lines.set_label("B2", "B2"), lambda view: view.lines.set_label("M5", "M5")],
        [lambda view: view.show_card(CADIN), lambda view: view.hide_card()],
        [lambda view: view.set_active("cadin"), lambda view: view.set_active("")],
        [lambda view: view.use_thing("gate"), lambda view: view.use_thing("crate")],
        [hurt],
        [lambda view: view.zoom_by(1.7), lambda view: view.pan(40, 30), lambda view: view.pan(-13, 5)],
    ],
)
@pytest.mark.slow
def test_what_is_repainted_is_as_right_as_painting_all_anew(qtbot, view, steps) -> None:
    before = on_screen(view)
    for step in steps:
        step(view)
        partial = at_rest(qtbot, view)
        assert difference(before, partial, by=0) > 0
        view.viewport().repaint()
        assert difference(partial, on_screen(view), by=0) == 0
        before = partial


def test_the_price_of_a_walk_is_beside_its_end_and_over_no_token(view) -> None:
    path = PathView(("E3", "E4"), 2, (), 1, "1 Action to E4", "2 of 4 points · 2 stay over")
    view.show_price(path)
    tag = view.price
    assert not tag.isHidden()
    assert tag.accessibleName() == "1 Action to E4. 2 of 4 points · 2 stay over"
    assert not any(tag.geometry().contains(view.mapFromScene(token.pos())) for token in view.tokens.values())
    assert not tag.geometry().contains(place(view, "E4"))
    assert view.viewport().rect().contains(tag.geometry())
    view.clear_marks()
    assert tag.isHidden()


def test_the_theme_keeps_what_is_marked(view) -> None:
    view.set_reach({"E5": 1})
    view.set_choices(["E6"])
    view.set_range("cadin", 1, 2)
    view.set_line("cadin", "cadmus.1")
    view.set_path(["D2", "E3"], 1)
    view.set_theme(LIGHT)
    assert view.marks.reach == {"E5": 1}
    assert view.marks.choices == {"E6"}
    assert view.marks.range == ("D2", 1, 2)
    assert view.lines.line is not None
    assert view.way.spaces == ("D2", "E3")


def test_another_board_starts_clean(view) -> None:
    view.set_reach({"E5": 1})
    view.show_card(CADIN)
    view.go_to("E5")
    view.set_board(make_board())
    assert view.tokens == {}
    assert view.marks.reach == {}
    assert view.card.isHidden()
    assert view.cursor_space == ""


def test_an_empty_board_can_be_pointed_at(qtbot) -> None:
    view = BoardView()
    qtbot.addWidget(view)
    view.show()
    qtbot.mouseClick(view.viewport(), LEFT, pos=QPoint(50, 50))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert view.cursor_space == ""
    assert view.describe("A1") == ""


def test_lines_of_a_plan_that_go_both_ways_stand_beside_each_other(view) -> None:
    """The line of what could attack lay under that of what could be attacked."""
    ends = [view.tokens[id].space for id in ("cadin", "cadmus.1")]
    out, into = Line(ends[0], ends[1], True), Line(ends[1], ends[0], True)
    view.set_plan([out], ())
    alone = view.grab().toImage()
    view.set_plan([out], [into])
    both = view.grab().toImage()
    red = QColor(DARK.danger).rgb()
    places = [(x, y) for x in range(both.width()) for y in range(both.height())]
    assert sum(both.pixel(*at) == red for at in places) > sum(alone.pixel(*at) == red for at in places) + 50
