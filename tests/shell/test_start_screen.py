"""The start screen and its list of saves in the real window, with mouse and keys."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QMessageBox, QPushButton, QWidget

from defiance_qt.core.port.lessons import Lesson
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.shell.background import Flow
from defiance_qt.shell.dialogs.keys import KeysDialog
from defiance_qt.shell.dialogs.text import TextDialog
from defiance_qt.shell.kit.rows import Row
from defiance_qt.shell.new_games import NewGames
from defiance_qt.shell.screens.lessons import LessonsDialog
from defiance_qt.shell.screens.part import PartDialog
from defiance_qt.shell.screens.saves import SavesDialog
from defiance_qt.shell.screens.start import StartScreen
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import ENDING, Window
from defiance_qt.systems.defiance.system import Defiance
from tests.bounds import repeat
from tests.shell.test_focus import turn_wheel
from tests.systems.defiance.view.hands import at_instant, begin, deploy
from tests.systems.defiance.view.test_reach import nameless
from tests.waiting import at_rest, eventually
from tests.workshop.window.legible import cut_words, faults, settle

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")
LEFT = Qt.MouseButton.LeftButton


def start_of(window: Window) -> StartScreen:
    QApplication.processEvents()
    assert window.start is not None
    return window.start


def saved(window: Window, seed: int = 7) -> Path:
    """A game that was begun and closed."""
    deploy(at_instant(begin(window, seed)))
    path = window.path
    assert path is not None
    window.close_game()
    return path.absolute()


def active(window: Window) -> None:
    """The offscreen platform has no window manager that activates it when a dialog closes."""
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)


def list_of(window: Window) -> SavesDialog:
    window.desk.show_list()
    eventually(lambda: not window.desk.looking)
    assert window.desk.list is not None
    return window.desk.list


def click(widget: QWidget) -> None:
    assert widget.isVisible()
    QTest.mouseClick(widget, LEFT)
    QApplication.processEvents()


def typed(window: Window, text: str) -> None:
    dialog = next(one for one in window.findChildren(TextDialog) if one.isVisible())
    dialog.field.selectAll()
    QTest.keyClicks(dialog.field, text)
    click(dialog.ok)


# ---- first run, quick start, continue ----


def test_a_first_run_offers_one_click_and_nothing_to_go_on_with(window: Window) -> None:
    start = start_of(window)
    assert not start.going.isVisible()
    assert QApplication.focusWidget() is start.play
    filled = [one for one in start.findChildren(QPushButton) if one.property("role") == "primary" and one.isVisible()]
    assert filled == [start.play]


def test_enter_begins_a_game_that_is_set_up(window: Window) -> None:
    """No question comes before the first game."""
    QTest.keyClick(start_of(window).play, Qt.Key.Key_Return)
    session = window.session
    assert session is not None
    assert isinstance(window.table, Table)
    assert (session.setup.mission, session.setup.edition, session.setup.options) == ("extraction", "en", {})
    assert not session.game.summary(session.state).setting_up
    assert all(one.space for one in session.state.team.values())
    # Also what was set up for the user can be taken back.
    for _ in repeat(lambda: session.head, lambda: session.head):
        session.undo()
    assert session.game.summary(session.state).setting_up


def test_two_quick_starts_are_two_games(window: Window) -> None:
    seeds = set()
    for _ in range(2):
        click(start_of(window).play)
        assert window.session is not None
        seeds.add(window.session.setup.seed)
        window.close_game()
    assert len(seeds) == 2


@pytest.mark.parametrize("key", [Qt.Key.Key_C, None])
def test_a_game_is_gone_on_with_by_a_click_or_a_key(window: Window, key: Qt.Key | None) -> None:
    path = saved(window)
    start = start_of(window)
    assert start.going.isVisible()
    assert start.going.view is not None
    assert start.going.view.title == "Extraction"
    if key is None:
        click(start.going.go_on)
    else:
        QTest.keyClick(start.play, key)
    assert window.path == path


def test_the_card_has_a_picture_of_the_table_which_another_start_finds(window: Window, tmp_path: Path) -> None:
    path = saved(window)
    eventually(window.pictures.place(path).exists)
    window.pictures._latest = None
    image = window.pictures.load(path)
    assert not image.isNull()
    board = start_of(window).going.board
    eventually(lambda: not board._image.isNull())
    # A damaged picture is none.
    window.pictures.place(path).write_bytes(b"no picture")
    assert window.pictures.load(path).isNull()


def test_a_game_that_is_over_is_a_replay(window: Window) -> None:
    path = saved(window)
    (one,) = window.saves.recent()
    window.saves._put(replace(one, result="defeat"))
    window.show_start()
    start = start_of(window)
    assert not start.going.isVisible()
    assert start.replays.words.startswith("1 finished")
    assert start.saves.isVisible()
    click(start.replays)
    found = window.desk.list
    assert found is not None
    assert found.shown == "over"
    assert found.current is not None
    assert found.current.path == str(path)


# ---- a new game ----


def warmed(window: Window) -> StartScreen:
    window.warm()
    eventually(lambda: window.games.offered is not None and not window.desk.looking)
    return start_of(window)


def part_of(window: Window) -> PartDialog:
    QApplication.processEvents()
    return next(one for one in window.findChildren(PartDialog) if one.isVisible())


@pytest.mark.parametrize("door", ["app", "paper"])
def test_a_campaign_has_two_doors_on_the_start_screen(window: Window, door: str) -> None:
    start = warmed(window)
    assert start.campaign.isVisible()
    click(start.with_app if door == "app" else start.on_paper)
    assert window.session is not None
    assert window.session.setup.mission == "defiance"
    assert window.message == ("" if door == "app" else window.words("ui.start.campaign.paper.how"))


def test_another_game_is_chosen_on_the_start_screen_and_stays(window: Window) -> None:
    """It was found in the dialog of the Mission alone, and forgotten at the next start."""
    start = warmed(window)
    assert start.games.isVisible()
    assert start.games.currentData() == DEFAULT
    start.games.setCurrentIndex(start.games.findData("warfighter"))
    eventually(lambda: window.settings.game == "warfighter")
    assert start.mission.words == "First Light"
    assert not start.campaign.isVisible()
    window.show_start()
    again = warmed(window)
    assert again.games.currentText() == "Warfighter"
    click(again.play)
    assert window.session is not None
    assert window.session.setup.system == "warfighter"


def test_enter_in_the_list_of_missions_chooses_one(window: Window) -> None:
    start = warmed(window)
    click(start.mission)
    dialog = part_of(window)
    missions = dialog.choices.missions
    missions.setFocus()
    QTest.keyClick(missions, Qt.Key.Key_Down)
    QTest.keyClick(missions, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert start.mission.words == "2 · Dead Air"


def test_everything_else_is_a_line_that_opens_its_part(window: Window) -> None:
    start = warmed(window)
    assert start.rules.words == "English rulebook, with Rest · 0 changes"
    click(start.rules)
    dialog = part_of(window)
    screen = dialog.choices
    next(one for one in screen.switches.cards["rest"].wordings if not one.button.isChecked()).button.click()
    click(dialog.done_)
    assert start.rules.words.endswith("1 change")
    click(start.dice)
    dialog = part_of(window)
    assert dialog.choices.switches.different(), "what was chosen before is still there"
    dialog.choices._chances["team.dice"].click()
    click(dialog.done_)
    assert start.dice.words.startswith("You and the app roll")
    active(window)
    QTest.keyClick(start.play, Qt.Key.Key_N)
    assert window.session is not None
    assert window.session.setup.options["switches"] == {"rest": "no"}
    assert window.session.setup.options["answers"] == {"team.dice": "person"}


def test_choices_outlive_a_change_of_language(window: Window) -> None:
    start = warmed(window)
    click(start.rules)
    dialog = part_of(window)
    dialog.choices.edition.setCurrentIndex(dialog.choices.edition.findData("es"))
    click(dialog.done_)
    window.change(language="ru")
    eventually(lambda: start_of(window).rules.words)
    assert "Испанск" in start_of(window).rules.words


def test_options_set_one_by_one_outlive_a_change_of_edition(window: Window) -> None:
    """A change of edition wiped them."""
    start = warmed(window)
    click(start.rules)
    screen = part_of(window).choices
    card = screen.switches.cards["rest"]
    next(one for one in card.wordings if one.value == "no").button.click()
    assert screen.switches.different() == {"rest": "no"}
    for edition in ("es", "en-print", "en"):
        screen.edition.setCurrentIndex(screen.edition.findData(edition))
        assert card.value == "no", edition
        told = screen._changes.text()
        assert "1" in told, f"{edition} says nothing of it"
    screen.reset.click()
    assert card.value == "yes"
    assert not screen.reset.isEnabled()


def test_the_wheel_changes_no_box_that_is_not_in_focus(window: Window) -> None:
    for box in warmed(window).findChildren(QComboBox):
        assert not box.hasFocus()
        before = box.currentIndex()
        turn_wheel(window, box)
        assert box.currentIndex() == before


LESSONS = tuple(Lesson(f"l{n}", "mission.extraction.name", "edition.en", "example") for n in range(6))


def test_lessons_are_listed_and_opened(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first few on the card, all in a list; without any there is no card."""
    monkeypatch.setattr(Defiance, "lessons", lambda self, content: ())
    assert not warmed(window)._learn.isVisible()
    opened: list[tuple[str, str]] = []
    monkeypatch.setattr(Defiance, "lessons", lambda self, content: LESSONS)
    monkeypatch.setattr(NewGames, "learn", lambda self, system, id: opened.append((system, id)))
    window.show_start()
    start = start_of(window)
    assert start._learn.isVisible()
    rows = [one.objectName() for one in start._learn.findChildren(Row) if one.isVisible()]
    assert rows == ["lesson:l0", "lesson:l1", "lesson:l2", "lessons"]
    for name in ("lesson:l0", "lessons"):
        row = start.findChild(Row, name)
        assert row is not None
        click(row)
    dialog = next(one for one in window.findChildren(LessonsDialog) if one.isVisible())
    row = dialog.findChild(Row, "lesson:l4")
    assert row is not None
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Return)
    assert opened == [(DEFAULT, "l0"), (DEFAULT, "l4")]


# ---- the list of saves ----


def test_a_save_gets_a_name_and_a_note_that_are_in_the_file(window: Window) -> None:
    path = saved(window)
    found = list_of(window)
    QTest.keyClick(found.list, Qt.Key.Key_F2)
    typed(window, "Friday with Ana")
    click(found.buttons["comment"])
    typed(window, "Jazz holds the door")
    assert found.current is not None
    assert (found.current.title, found.current.note) == ("Friday with Ana", "Jazz holds the door")
    assert start_of(window).going.view is not None
    assert start_of(window).going._title.whole == "Friday with Ana"
    with open_save(path, read_only=True) as session:
        assert (session.title, session.comment) == ("Friday with Ana", "Jazz holds the door")
    QTest.keyClick(found.list, Qt.Key.Key_Return)
    assert window.path == path
    window.close_game()
    assert window.saves.recent()[0].name == "Friday with Ana"


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home" / "Trash" / "files"


def test_a_save_goes_into_the_bin_with_all_that_belongs_to_it(window: Window, bin_folder: Path) -> None:
    path = saved(window)
    found = list_of(window)
    log = path.with_name(f"{path.name}-shm")
    log.write_bytes(b"")
    QTest.keyClick(found.list, Qt.Key.Key_Delete)
    box = next(one for one in found.findChildren(QMessageBox, "delete") if one.isVisible())
    assert path.exists()
    sure = next(one for one in box.buttons() if one.objectName() == "sure")
    assert box.defaultButton() is not sure
    click(sure)
    assert not path.exists()
    assert not log.exists()
    assert sorted(one.name for one in bin_folder.iterdir()) == [path.name, log.name]
    assert not window.pictures.place(path).exists()
    assert found.model.rowCount() == 0
    assert window.saves.recent() == ()
    assert not start_of(window).going.isVisible()


def test_a_save_that_cannot_go_into_the_bin_stays(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(window)
    monkeypatch.setattr("defiance_qt.shell.saves_desk.QFile", lambda name: SimpleNamespace(moveToTrash=lambda: False))
    found = list_of(window)
    window.desk.delete(path)
    assert path.exists()
    assert window.message == f"{path.name} could not be moved to the bin."
    assert found.model.rowCount() == 1


def test_a_damaged_save_says_so_on_its_card_and_is_not_gone_on_with(window: Window) -> None:
    """It looked sound in the list."""
    sound, broken = saved(window, seed=3), saved(window, seed=4)
    broken.write_bytes(broken.read_bytes()[:6000])
    window.show_start()
    found = list_of(window)
    first = found.current
    assert first is not None
    assert first.path == str(broken)
    assert first.fault == f"{broken.name} is damaged or cut off."
    visible = {name for name, button in found.buttons.items() if button.isVisible()}
    assert visible == {"folder", "delete"}
    assert found._advice.text()
    QTest.keyClick(found.list, Qt.Key.Key_Return)
    assert window.session is None
    going = start_of(window).going.view
    assert going is not None
    assert going.path == str(sound)


def test_a_save_that_is_gone_can_be_taken_off_the_list(window: Window) -> None:
    path = saved(window)
    path.unlink()
    window.show_start()
    found = list_of(window)
    assert found.current is not None
    assert found.current.fault.startswith("The file is no longer there")
    click(found.buttons["forget"])
    assert found.model.rowCount() == 0
    assert start_of(window).going.view is None


def test_a_copy_of_a_save_that_cannot_be_written_is_played_on(window: Window) -> None:
    path = saved(window)
    window.desk.act("copy", path)
    assert window.session is not None
    assert window.path is not None
    assert window.path != path
    with open_save(path, read_only=True) as session:
        assert session.state == window.session.state


def test_a_save_from_elsewhere_is_looked_into(window: Window) -> None:
    path = window.saves.folder / "holiday.defiance"
    path.parent.mkdir(parents=True)
    with Session.new(mission="extraction", seed=1, path=path) as session:
        session.submit(session.legal()[0])
        session.describe("Holiday")
    start = warmed(window)
    eventually(start.going.isVisible)
    assert start.going._title.whole == "Holiday"


def test_a_save_is_dropped_on_the_window(window: Window) -> None:
    path = saved(window)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(50, 50), copy, data, LEFT, none))
    eventually(lambda: window.session is not None)
    assert window.path == path
    window.close_game()
    data.setUrls([QUrl.fromLocalFile(str(path.with_suffix(".png")))])
    window.dropEvent(QDropEvent(QPointF(50, 50), copy, data, LEFT, none))
    settle()
    assert window.session is None


# ---- the end of a game ----


def test_the_end_offers_the_same_game_again_the_story_and_a_look_back(window: Window, tmp_path: Path) -> None:
    """It offered nothing."""
    table = begin(window, answers={"enemy.dice": "person"})
    deploy(at_instant(table))
    assert window.session is not None
    buttons = [one.objectName() for one in table.ending.findChildren(QPushButton)]
    assert buttons == [f"ending:{id}" for id in ENDING]
    setup, path = window.session.setup, window.path
    window.files.write_story(tmp_path / "story.txt")
    assert window.message == f"story.txt was written to {tmp_path}."
    assert "Mission set up: Extraction" in (tmp_path / "story.txt").read_text(encoding="utf-8")
    window.files.write_replay(tmp_path / "page.html")
    assert window.message == f"page.html was written to {tmp_path}."
    assert '<symbol id="d0"' in (tmp_path / "page.html").read_text(encoding="utf-8")
    window.named_actions["game.again"].trigger()
    again = window.session
    assert again is not None
    assert window.path != path
    assert again.setup.seed != setup.seed
    assert (again.setup.mission, again.setup.edition, again.setup.options) == (
        setup.mission,
        setup.edition,
        setup.options,
    )


# ---- for everybody ----


def test_every_control_has_a_name_and_tab_reaches_it(window: Window) -> None:
    saved(window)
    start = warmed(window)
    controls = [one for one in start.findChildren(QAbstractButton) if one.isVisible()]
    for one in (*controls, *start.findChildren(QComboBox)):
        interface = QAccessible.queryAccessibleInterface(one)
        assert interface is not None
        assert interface.text(QAccessible.Text.Name), one.objectName()
        assert interface.role() in (QAccessible.Role.Button, QAccessible.Role.PushButton, QAccessible.Role.ComboBox)
    active(window)
    start.play.setFocus()
    reached = set()
    for _ in range(40):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.add(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert set(controls) <= reached


def test_what_opens_over_it_has_names_too(window: Window) -> None:
    saved(window)
    assert nameless(list_of(window)) == []
    assert window.desk.list is not None
    window.desk.list.reject()
    for part in ("mission", "rules", "dice"):
        window.games.show_part(part)
        dialog = part_of(window)
        assert nameless(dialog) == []
        click(dialog.done_)


def test_enter_presses_what_has_the_focus(window: Window) -> None:
    saved(window)
    start = start_of(window)
    assert start.going.others.accessibleName() == "All saves"
    start.going.others.setFocus()
    QTest.keyClick(start.going.others, Qt.Key.Key_Return)
    found = window.desk.list
    assert found is not None
    assert found.shown == "all"
    QTest.keyClick(found, Qt.Key.Key_Escape)
    assert not found.isVisible()


def cut(start: StartScreen) -> list[str]:
    """The words that have not the room they need."""
    rows = [one for one in start.findChildren(Row) if one.isVisible()]
    buttons = [one for one in start.findChildren(QPushButton) if one.isVisible()]

    labels = [one for one in start.findChildren(QLabel) if one.isVisible() and one.text()]
    return [
        *(one.accessibleName() for one in rows if one.height() < one.heightForWidth(one.width())),
        *(one.text() for one in buttons if one.width() < one.sizeHint().width()),
        *(one.text() for one in labels if cut_words(one)),
    ]


@pytest.mark.in_turns
@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.slow
def test_nothing_is_cut_at_any_size_in_any_language(window: Window, scale: float) -> None:
    first = True
    for _ in range(2):
        for language in ("en", "es", "ru"):
            window.change(language=language, scale=scale)
            at_rest(window)
            warmed(window)
            for size in ((1280, 800), (1920, 1080)):
                window.resize(*size)
                for _ in range(3):
                    QApplication.processEvents()
                start = start_of(window)
                assert cut(start) == [], f"{language} {size} {scale}"
                assert start.area.horizontalScrollBar().maximum() == 0
                tall = start.area.verticalScrollBar().maximum()
                assert tall == 0 or scale > 1, f"{language} {size}: {tall} pixels too high"
        if first:
            saved(window)
            first = False


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.slow
def test_the_cards_below_begin_at_one_height(window: Window, scale: float) -> None:
    """At 150 % the lower two stood in the middle beside the highest."""
    for language in ("en", "es", "ru"):
        window.change(language=language, scale=scale)
        window.resize(1280, 800)
        start = warmed(window)
        eventually(lambda: start_of(window)._lessons)
        settle()
        assert len({(card.y(), card.height()) for card in start._cards}) == 1, language


def test_a_newcomer_is_offered_the_guide_beside_quick_start(window: Window) -> None:
    window.show_start()
    window.warm()
    start = start_of(window)
    eventually(start._quick.guided.isVisible)
    assert "first Round" in start._quick.guided.text()
    start._quick.guided.click()
    eventually(lambda: window.table is not None)
    assert window.session is not None
    assert isinstance(window.session, Session)
    assert window.session.lesson_progress(window.texts(DEFAULT)) is not None
    window.close_game()
    saved(window)
    again = start_of(window)
    eventually(lambda: again._lessons)
    assert again.going.isVisible()
    assert again._quick.guided.isVisible(), "it disappeared with the first game"


@pytest.mark.parametrize("language", ["en", "es", "ru"])
@pytest.mark.slow
def test_at_200_percent_the_cards_stand_one_below_the_other(window: Window, language: str) -> None:
    """Their right edges were out of the window, and the timeline kept it from becoming as narrow as it was."""
    saved(window)
    window.change(language=language, scale=2.0)
    window.resize(1280, 800)
    start = start_of(window)
    settle()
    assert faults(start) == []
    assert start.going.mapTo(start, QPoint(0, 0)).y() > start.play.mapTo(start, QPoint(0, 0)).y()
    table = begin(window)
    deploy(at_instant(table))
    settle()
    assert table.minimumSizeHint().width() <= 1280


def test_the_rows_share_the_height_of_a_large_window(window: Window) -> None:
    """They kept the height of a small one, over cards that were half empty."""
    window.resize(1920, 1080)
    start = warmed(window)
    eventually(lambda: start._lessons)
    settle()
    last = start.findChild(Row, "lessons")
    assert last is not None
    card = start._learn
    assert last.height() > 58
    assert card.height() - last.mapTo(card, last.rect().bottomLeft()).y() < last.height()
    head, foot = start._head.geometry(), start._second.geometry()
    assert abs(head.top() - (start.height() - foot.bottom())) < 60


def test_a_line_whose_wait_was_broken_off_opens_nothing(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window may be closed while a part of the new game is read: it went on without its screen."""

    def broken_off(flow: Flow[None], *others: object) -> None:
        next(flow)
        flow.close()

    monkeypatch.setattr(window.background, "begin", broken_off)
    window.games.show_part("mission")
    assert not window.findChildren(PartDialog)
    assert window.start is not None


def test_the_key_of_the_legend_shows_the_keys_where_no_game_is_open(window: Window) -> None:
    window.show()
    start = start_of(window)
    active(window)
    QTest.keyClick(start, Qt.Key.Key_F1)
    (keys,) = window.findChildren(KeysDialog)
    assert keys.isVisible()
    keys.close()
