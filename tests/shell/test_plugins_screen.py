"""The plugins' screen: what is there, what it may do, and what is done with it."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QComboBox, QDialog, QLabel, QMessageBox, QWidget

from defiance_qt.extend import systems, trust
from defiance_qt.extend.found import bundled_folders, user_folder
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.survey import survey
from defiance_qt.shell.dialogs.game_plugins import GamePluginsDialog
from defiance_qt.shell.dialogs.plugin_texts import ChangesDialog, PluginTextDialog
from defiance_qt.shell.screens.incoming import IncomingDialog, RefusedDialog
from defiance_qt.shell.screens.plugins import PluginsScreen
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.words.languages import LANGUAGES
from tests.extend.plugins import plugin
from tests.extend.test_trust import IS_TRUSTED
from tests.waiting import eventually, finish, settle
from tests.workshop.window.legible import faults

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

OPTIONS = """
[[options]]
id = "reach"
kind = "int"
default = 1
low = 0
high = 3
text = { en = "Reach", es = "Alcance", ru = "Дальность" }

[[options]]
id = "side"
kind = "choice"
default = "team"
choices = ["team", "enemy"]
text = { en = "For whom", es = "Para quién", ru = "Для кого" }
names.team = { en = "The team", es = "El equipo", ru = "Команда" }
names.enemy = { en = "The Enemy", es = "El Enemigo", ru = "Противник" }
"""
QUICK = """
def modify_attribute(context, figure, attribute):
    return context.options["reach"] if attribute == "speed" else 0
"""


TWIN = """
from defiance_qt.api import Ability

def contribute_abilities(context):
    return (Ability("twin", cites=("twin-1",)),)
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusting: None) -> Path:
    """The user's folder of plugins and list of trusted files are the test's own."""
    monkeypatch.setattr(trust, "is_trusted", IS_TRUSTED)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv("DEFIANCE_QT_SAFE", raising=False)
    folder = user_folder()
    assert folder.is_relative_to(tmp_path)
    folder.mkdir(parents=True)
    return folder


def packed(folder: Path, source: Path) -> Path:
    """A pack of a plugin's folder."""
    pack = folder / f"{source.name}.zip"
    with zipfile.ZipFile(pack, "w") as file:
        for path in sorted(source.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                file.write(path, path.relative_to(source.parent))
    return pack


@pytest.fixture
def quick(tmp_path: Path) -> Path:
    """The pack of a plugin with code and options."""
    more = 'authors = ["Ana"]\nlicence = "MIT"\nhome = "https://example.org"\n' + OPTIONS
    return packed(tmp_path, plugin(tmp_path / "made", "quick", QUICK, more=more))


def drop(window: Window, path: Path) -> None:
    """Drop a file on the window, as a file manager does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    left = Qt.MouseButton.LeftButton
    event = QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, left, Qt.KeyboardModifier.NoModifier)
    window.dropEvent(event)
    settle()


def shown(window: Window) -> PluginsScreen:
    found = window.plugins.screen
    assert found is not None
    assert found.isVisible()
    return found


def click(parent: QWidget, name: str) -> None:
    button = parent.findChild(QAbstractButton, name)
    assert isinstance(button, QAbstractButton), name
    place = QPoint(button.width() - 20, button.height() // 2) if isinstance(button, QCheckBox) else QPoint()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=place)
    settle()


def dialog(window: Window, kind: type[QDialog]) -> QDialog:
    return next(one for one in window.findChildren(kind) if one.isVisible())


def told(widget: QWidget) -> str:
    return "\n".join(one.text() for one in widget.findChildren(QLabel) if one.isVisible())


def page(window: Window, id: str) -> QWidget:
    window.plugins.show(id)
    settle()
    found = shown(window).page
    assert found is not None
    assert found.view.row.id == id
    return found


def states(window: Window) -> dict[str, str]:
    return {row.id: row.state for row in shown(window).list.rows()}


def test_the_row_of_the_start_screen_opens_it(window: Window) -> None:
    window.show_start()
    assert window.start is not None
    QTest.mouseClick(window.start.plugins, Qt.MouseButton.LeftButton)
    settle()
    assert {"double_criticals", "field_mender", "generous_sight"} <= set(states(window))
    QTest.keyClick(shown(window), Qt.Key.Key_Escape)
    settle()
    assert window.start is not None
    assert window.plugins.screen is None


def test_it_is_in_the_palette_and_has_a_key(window: Window) -> None:
    window.show_start()
    window.named_actions["app.plugins"].trigger()
    settle()
    assert states(window)
    assert window.named_actions["app.plugins"].shortcut().toString() == "F6"


def test_a_page_tells_what_a_plugin_is_and_may_do(window: Window) -> None:
    words = told(page(window, "double_criticals"))
    for text in ("Double Criticals", "1.0.0 · house rule", "modify_symbols", "may do what you may do", "not sandboxed"):
        assert text in words
    assert "Came with the program." in words


def test_a_faulty_one_is_listed_with_its_faults(window: Window, home: Path) -> None:
    plugin(home, "odd", version="x", api=">=9")
    words = told(page(window, "odd"))
    assert "version:" in words
    assert "api: requires >=9" in words
    assert states(window)["odd"] == "fault"


def test_requirements_and_conflicts_are_told_with_whether_they_are_there(window: Window, home: Path) -> None:
    plugin(home, "needy", more='requires = ["radar >=1.2"]\nconflicts = ["generous_sight"]')
    words = told(page(window, "needy"))
    assert "Needs radar >=1.2\nnot there" in words
    assert "Cannot be used with Generous Line of Sight\nthere" in words


def test_a_pack_is_shown_before_it_is_installed(window: Window, quick: Path, home: Path) -> None:
    drop(window, quick)
    asked = dialog(window, IncomingDialog)
    words = told(asked)
    assert "by Ana" in words
    assert "Trusted Python is not sandboxed" in words
    assert "modify_attribute" in words
    assert list(home.iterdir()) == []
    click(asked, "cancel")
    assert list(home.iterdir()) == []


def test_a_folder_can_be_dropped_too(window: Window, tmp_path: Path, home: Path) -> None:
    drop(window, plugin(tmp_path / "made", "quiet"))
    asked = dialog(window, IncomingDialog)
    assert "content only" in told(asked)
    assert asked.findChild(QAbstractButton, "trust and install") is None
    click(asked, "install only")
    assert (home / "quiet" / "plugin.toml").is_file()
    assert states(window)["quiet"] == "idle"


def test_a_refused_pack_tells_why_in_one_sentence_and_nothing_is_written(
    window: Window, tmp_path: Path, home: Path
) -> None:
    pack = tmp_path / "evil.zip"
    with zipfile.ZipFile(pack, "w") as file:
        file.writestr("../out.toml", "id = 1")
    drop(window, pack)
    refused = dialog(window, RefusedDialog)
    assert isinstance(refused, RefusedDialog)
    assert "leads out of the pack" in refused.why.text()
    assert "Nothing was written." in told(refused)
    assert list(home.iterdir()) == []


def test_without_trust_nothing_runs_and_it_cannot_be_turned_on(window: Window, quick: Path) -> None:
    drop(window, quick)
    click(dialog(window, IncomingDialog), "install only")
    assert states(window)["quick"] == "trust"
    here = page(window, "quick")
    toggle = here.findChild(QCheckBox, "plugin on")
    assert isinstance(toggle, QCheckBox)
    assert not toggle.isEnabled()
    click(here, "trust")
    assert states(window)["quick"] == "idle"
    click(shown(window), "revoke")
    assert states(window)["quick"] == "trust"


def test_trusting_a_pack_trusts_exactly_what_was_shown(window: Window, quick: Path, home: Path) -> None:
    drop(window, quick)
    asked = dialog(window, IncomingDialog)
    other = quick.parent / "other"
    shutil.copytree(quick.parent / "made" / "quick", other / "quick")
    (other / "quick" / "hooks.py").write_text("raise SystemExit", encoding="utf-8")
    shutil.copy(packed(other, other / "quick"), quick)
    click(asked, "trust and install")
    assert states(window)["quick"] == "trust"
    assert "was changed after it was shown" in window.message
    assert (home / "quick").is_dir()


def test_an_older_version_asks_and_a_newer_one_tells_what_changed(window: Window, tmp_path: Path) -> None:
    bundled = bundled_folders()[0] / "double_criticals"
    for version, said in (("1.1.0", "replaces version 1.0.0 with 1.1.0"), ("0.9.0", "This is older")):
        made = tmp_path / version / "double_criticals"
        shutil.copytree(bundled, made, ignore=shutil.ignore_patterns("__pycache__"))
        manifest = made / "plugin.toml"
        text = manifest.read_text(encoding="utf-8").replace('version = "1.0.0"', f'version = "{version}"')
        manifest.write_text(text, encoding="utf-8")
        drop(window, packed(tmp_path / version, made))
        asked = dialog(window, IncomingDialog)
        assert said in told(asked)
        assert "plugin.toml\n" in told(asked).replace("_\u200b", "_")
        assert "changed" in told(asked)
        click(asked, "trust and install" if version == "1.1.0" else "cancel")
    words = told(page(window, "double_criticals"))
    assert "replaces version 1.0.0, which came with the program" in words
    click(shown(window), "remove")
    box = dialog(window, QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "1.0.0" in box.informativeText()
    click(box, "sure")
    assert "Came with the program." in told(shown(window))


def test_what_is_on_is_chosen_for_new_games_with_its_options(window: Window, home: Path) -> None:
    plugin(home, "quiet", more=OPTIONS)
    here = page(window, "quiet")
    assert "0 to 3" in told(here)
    click(here, "plugin on")
    assert states(window)["quiet"] == "on"
    box = shown(window).page
    assert box is not None
    side = box.findChild(QComboBox, "option:side")
    assert isinstance(side, QComboBox)
    assert [side.itemText(place) for place in range(side.count())] == ["The team", "The Enemy"]
    side.setCurrentIndex(1)
    assert window.settings.plugins == ("quiet",)
    assert window.settings.plugin_options == {"quiet": {"reach": 1, "side": "enemy"}}
    window.games.show()
    assert window.games.screen is not None
    chosen = window.games.screen.chosen()
    assert chosen.plugins == ("quiet",)
    assert chosen.options["plugins"] == {"quiet": {"reach": 1, "side": "enemy"}}
    window.show_start()
    window.games.quick_start()
    assert window.session is not None
    assert window.session.setup.plugins == ("quiet",)


def test_space_turns_it_on_and_delete_asks_to_remove_it(window: Window, home: Path) -> None:
    plugin(home, "quiet")
    page(window, "quiet")
    QTest.keyClick(shown(window).list, Qt.Key.Key_Space)
    settle()
    assert states(window)["quiet"] == "on"
    QTest.keyClick(shown(window).list, Qt.Key.Key_Delete)
    settle()
    click(dialog(window, QMessageBox), "sure")
    assert "quiet" not in states(window)
    assert not (home / "quiet").exists()
    assert window.settings.plugins == ()


def test_a_click_on_its_chip_turns_it_on_and_off(window: Window, home: Path) -> None:
    plugin(home, "quiet")
    page(window, "quiet")
    for state in ("on", "idle"):
        found = shown(window).list
        place = found.visualItemRect(found.currentItem())
        QTest.mouseClick(found.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
        settle()
        QTest.mouseClick(
            found.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.right() - 24, place.center().y())
        )
        settle()
        assert states(window)["quiet"] == state


def test_two_that_clash_are_told_when_they_are_turned_on(window: Window, home: Path) -> None:
    plugin(home, "quiet", more='conflicts = ["generous_sight"]')
    window.keep(plugins=("generous_sight",))
    click(page(window, "quiet"), "plugin on")
    finish(window)
    assert "it conflicts with 'Generous Line of Sight'" in told(shown(window))


@pytest.fixture
def twins(home: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Two plugins with an ability of the same id."""
    monkeypatch.setattr(trust, "is_trusted", lambda sha256: True)
    for id in ("bar", "foo"):
        manifest = plugin(home, id, TWIN) / "plugin.toml"
        manifest.write_text(manifest.read_text().replace('name = { en = "N"', f'name = {{ en = "{id.title()} unit"'))
    return "bar", "foo"


def test_two_that_cannot_be_used_together_are_settled_on_their_page(window: Window, twins: tuple[str, str]) -> None:
    window.keep(plugins=twins)
    page(window, "foo")
    finish(window)
    assert {states(window)[id] for id in twins} == {"clash"}
    assert "Bar unit" in told(shown(window))
    click(shown(window), "only:foo")
    finish(window)
    assert window.settings.plugins == ("foo",)
    assert (states(window)["bar"], states(window)["foo"]) == ("idle", "on")


def test_a_game_that_two_of_them_prevent_leads_to_where_that_is_settled(window: Window, twins: tuple[str, str]) -> None:
    window.keep(plugins=twins)
    window.games.quick_start()
    assert window.session is None
    assert "Foo unit" in window.message
    assert "Bar unit" in window.message
    box = next(one for one in window.findChildren(QMessageBox) if one.isVisible())
    next(one for one in box.buttons() if one.text() == window.words("ui.clash.settle")).click()
    settle()
    finish(window)
    click(shown(window), "only:bar")
    window.show_start()
    window.games.quick_start()
    assert window.session is not None
    assert window.session.setup.plugins == ("bar",)


def test_two_with_the_same_unit_are_settled_too(window: Window, home: Path) -> None:
    units = (bundled_folders()[0] / "angler" / "content" / "units.toml").read_text(encoding="utf-8")
    for id in ("bar", "foo"):
        plugin(home, id, content={"units.toml": units})
    window.keep(plugins=("bar", "foo"))
    page(window, "bar")
    finish(window)
    assert (states(window)["bar"], states(window)["foo"]) == ("clash", "clash")
    window.games.show()
    screen = window.games.screen
    assert screen is not None
    click(screen.clashes, "only:bar")
    assert screen.chosen().plugins == ("bar",)
    assert screen.clashing.isHidden()


def test_two_that_cannot_be_used_together_are_settled_on_the_new_game_screen(
    window: Window, twins: tuple[str, str]
) -> None:
    window.keep(plugins=twins)
    window.games.show()
    screen = window.games.screen
    assert screen is not None
    assert not screen.clashing.isHidden()
    assert "Bar unit" in told(screen.clashes)
    click(screen.clashes, "only:foo")
    assert screen.chosen().plugins == ("foo",)
    assert screen.clashing.isHidden()


def test_the_saves_that_use_it_are_listed_and_played_again(window: Window, home: Path) -> None:
    plugin(home, "quiet")
    window.keep(plugins=("quiet",))
    window.games.quick_start()
    window.close_game()
    here = page(window, "quiet")
    eventually(lambda: "with 1.0" in told(here), "the list of saves")
    assert "· with 1.0" in told(here)
    click(here, "check saves")
    eventually(lambda: not window.plugins.checking, "the end of the check")
    settle()
    assert "same with today's files" in told(shown(window))


def test_it_can_be_searched(window: Window) -> None:
    window.plugins.show()
    settle()
    screen = shown(window)
    QTest.keyClick(screen, Qt.Key.Key_Slash)
    QTest.keyClicks(screen.search, "sight")
    settle()
    assert list(states(window)) == ["generous_sight"]
    screen.search.setText("nothing like it")
    settle()
    assert states(window) == {}
    assert "No plugin matches." in told(screen)


def test_safe_mode_leaves_only_bundled_ones(window: Window, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFIANCE_QT_SAFE", "")
    plugin(home, "quiet")
    window.plugins.show()
    settle()
    assert "quiet" in states(window)
    click(shown(window), "safe mode")
    assert "quiet" not in states(window)
    assert "generous_sight" in states(window)
    assert "safe mode" in told(shown(window))


def test_what_can_be_reached_by_tab_has_a_name(window: Window, quick: Path) -> None:
    from tests.shell.test_every_screen import nameless

    drop(window, quick)
    asked = dialog(window, IncomingDialog)
    assert nameless(asked) == []
    click(asked, "install only")
    assert nameless(page(window, "quick")) == []
    assert nameless(shown(window)) == []
    QApplication.processEvents()


@pytest.mark.parametrize("size", [(1280, 800), (800, 600)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_what_a_plugins_files_say_has_names_and_is_not_cut(
    window: Window, home: Path, size: tuple[int, int], language: str
) -> None:
    from tests.shell.test_every_screen import nameless

    made = plugin(home, "quick", QUICK, more=OPTIONS)
    (made / "README.md").write_text("Read this.\n" * 200, encoding="utf-8")
    window.change(language=language)
    window.resize(*size)
    click(page(window, "quick"), "trust")
    (made / "hooks.py").write_text("# other\n" * 900, encoding="utf-8")
    here = page(window, "quick")
    for button, kind in (("changes", ChangesDialog), ("read me", PluginTextDialog)):
        click(here, button)
        read = dialog(window, kind)
        assert nameless(read) == []
        assert faults(read) == []
        assert window.frameGeometry().contains(read.frameGeometry())
        click(read, "close")


def test_a_save_whose_plugin_waits_for_trust_opens_without_it_and_again_with_it(
    window: Window, quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(window, quick)
    click(dialog(window, IncomingDialog), "trust and install")
    click(page(window, "quick"), "plugin on")
    window.show_start()
    window.games.quick_start()
    assert window.session is not None
    path = window.path
    assert path is not None
    window.close_game()
    click(page(window, "quick"), "revoke")
    window.open(path)
    assert window.session is not None
    assert [one.message.key for one in window.session.host.missing] == ["plugin.untrusted"]
    assert "not sandboxed" in window.message
    box = dialog(window, QMessageBox)
    button = next(one for one in box.findChildren(QAbstractButton) if one.text() == "Trust and reopen")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
    assert window.session is not None
    assert window.session.host.missing == ()


def test_a_plugin_is_installed_trusted_played_switched_off_and_removed_and_its_save_opens(
    window: Window, quick: Path, home: Path
) -> None:
    """The whole life of a pack in the window."""
    drop(window, quick)
    asked = dialog(window, IncomingDialog)
    assert "Python: may do what you may do" in told(asked)
    click(asked, "trust and install")
    click(page(window, "quick"), "plugin on")
    QTest.keyClick(shown(window), Qt.Key.Key_Escape)
    settle()
    window.games.quick_start()
    session, path = window.session, window.path
    assert session is not None
    assert path is not None
    assert session.host.plugins == ("quick",)
    window.named_actions["app.plugins"].trigger()
    settle()
    listed = dialog(window, GamePluginsDialog)
    assert "takes part, version 1.0" in told(listed)
    click(listed, "switch:quick")
    assert list(session.host.plugins) == []
    assert "switched off" in told(listed)
    table = window.table
    assert isinstance(table, Table)
    assert "From here on without the plugin N." in [
        line.text for step in session.timeline.path for line in table.presenter.log.lines(step)
    ]
    session.submit(session.legal()[0])
    click(listed, "every plugin")
    page(window, "quick")
    click(shown(window), "remove")
    box = dialog(window, QMessageBox)
    assert isinstance(box, QMessageBox)
    click(box, "sure")
    assert not (home / "quick").exists()
    window.open(path)
    assert window.session is not None
    assert window.session is not None
    assert list(window.session.host.plugins) == []
    assert window.session.legal()


def test_one_that_was_switched_off_can_come_back_and_another_can_join(window: Window, home: Path) -> None:
    plugin(home, "quiet")
    window.keep(plugins=("generous_sight",))
    window.show_start()
    window.games.quick_start()
    session = window.session
    assert session is not None
    window.plugins.open_list()
    settle()
    listed = dialog(window, GamePluginsDialog)
    for id, there in (
        ("generous_sight", ()),
        ("generous_sight", ("generous_sight",)),
        ("quiet", ("generous_sight", "quiet")),
    ):
        finish(window)
        click(listed, f"switch:{id}")
        assert session.host.plugins == there


def test_a_running_game_offers_what_can_join_it_and_says_why_not(window: Window) -> None:
    window.games.quick_start()
    window.plugins.open_list()
    listed = dialog(window, GamePluginsDialog)
    button = listed.findChild(QAbstractButton, "switch:critical_fumbles")
    assert isinstance(button, QAbstractButton)
    assert not button.isEnabled()
    finish(window)
    assert button.isEnabled()
    unit = listed.findChild(QAbstractButton, "switch:angler")
    assert isinstance(unit, QAbstractButton)
    assert not unit.isVisible()
    why = "Now: not possible, because Angler's card would be nowhere, and Extraction uses it. A new game can have it."
    assert why in told(listed)


def test_the_new_game_screen_does_not_take_what_waits_for_trust(window: Window, home: Path) -> None:
    plugin(home, "quick", QUICK, more=OPTIONS)
    window.games.show()
    screen = window.games.screen
    assert screen is not None
    box = screen.findChild(QCheckBox, "plugin:quick")
    assert isinstance(box, QCheckBox)
    assert not box.isEnabled()
    assert "waits for trust" in told(screen)


def test_an_update_that_waits_says_which_files_differ_from_the_bundled_ones(window: Window, home: Path) -> None:
    made = home / "double_criticals"
    shutil.copytree(bundled_folders()[0] / "double_criticals", made, ignore=shutil.ignore_patterns("__pycache__"))
    manifest = made / "plugin.toml"
    text = manifest.read_text(encoding="utf-8").replace('version = "1.0.0"', 'version = "1.1.0"')
    manifest.write_text(text, encoding="utf-8")
    words = told(page(window, "double_criticals"))
    assert words.count("changed,") == 1
    assert "1 of 3 changed" in words
    assert words.count("as before") == 2


def test_what_changed_since_it_was_trusted_is_read_line_by_line_beside_the_question(window: Window, home: Path) -> None:
    made = plugin(home, "quick", QUICK, more=OPTIONS)
    click(page(window, "quick"), "trust")
    assert shown(window).page.findChild(QAbstractButton, "changes") is None  # type: ignore[union-attr]
    (made / "hooks.py").write_text(QUICK.replace('"reach"]', '"reach"] + 1'), encoding="utf-8")
    (made / "more.py").write_text("X = 1\n\u202e\n", encoding="utf-8")
    here = page(window, "quick")
    words = told(here)
    assert "changed, +1\N{NO-BREAK SPACE}\N{MINUS SIGN}1" in words
    assert "new, +2" in words
    assert "2 of 3 changed" in words
    click(here, "changes")
    read = dialog(window, ChangesDialog)
    assert isinstance(read, ChangesDialog)
    assert "last trusted or installed" in told(read)
    assert read.text.toPlainText().splitlines() == [
        "",
        "  def modify_attribute(context, figure, attribute):",
        '\N{MINUS SIGN}     return context.options["reach"] if attribute == "speed" else 0',
        '+     return context.options["reach"] + 1 if attribute == "speed" else 0',
    ]
    QTest.keyClick(read.files, Qt.Key.Key_Down)
    assert "\\u202e" in read.text.toPlainText()
    click(read, "close")
    click(shown(window), "trust")
    assert shown(window).page.findChild(QAbstractButton, "changes") is None  # type: ignore[union-attr]


def test_an_offered_update_shows_its_changes_before_it_is_installed(window: Window, tmp_path: Path) -> None:
    made = tmp_path / "double_criticals"
    shutil.copytree(bundled_folders()[0] / "double_criticals", made, ignore=shutil.ignore_patterns("__pycache__"))
    manifest = made / "plugin.toml"
    text = manifest.read_text(encoding="utf-8").replace('version = "1.0.0"', 'version = "1.1.0"')
    manifest.write_text(text, encoding="utf-8")
    drop(window, packed(tmp_path, made))
    asked = dialog(window, IncomingDialog)
    click(asked, "changes")
    read = dialog(window, ChangesDialog)
    assert isinstance(read, ChangesDialog)
    assert '+ version = "1.1.0"' in read.text.toPlainText()
    assert read.files.count() == 1
    assert read.width() > asked.width()  # lines of code are long
    click(read, "close")
    click(asked, "cancel")


def test_what_its_author_wants_to_be_read_first_is_shown_as_plain_text(window: Window, home: Path) -> None:
    made = plugin(home, "quiet")
    assert page(window, "quiet").findChild(QAbstractButton, "read me") is None
    (made / "README.md").write_text("# Quiet\n<b>not bold</b> \x1b[31m", encoding="utf-8")
    (made / "README.es.md").write_text("# Silencio", encoding="utf-8")
    click(page(window, "quiet"), "read me")
    read = dialog(window, PluginTextDialog)
    assert isinstance(read, PluginTextDialog)
    assert read.text.toPlainText() == "# Quiet\n<b>not bold</b> \\u001b[31m"
    assert read.text.isReadOnly()
    click(read, "close")
    window.change(language="es")
    click(page(window, "quiet"), "read me")
    read = dialog(window, PluginTextDialog)
    assert isinstance(read, PluginTextDialog)
    assert read.text.toPlainText() == "# Silencio"


def test_a_pack_can_be_read_before_it_is_installed(window: Window, tmp_path: Path, home: Path) -> None:
    made = plugin(tmp_path / "made", "quiet")
    (made / "readme.txt").write_text("Read this.", encoding="utf-8")
    drop(window, packed(tmp_path, made))
    asked = dialog(window, IncomingDialog)
    click(asked, "read me")
    read = dialog(window, PluginTextDialog)
    assert isinstance(read, PluginTextDialog)
    assert read.text.toPlainText() == "Read this."
    assert list(home.iterdir()) == []


def test_a_language_is_chosen_in_the_settings_and_not_for_a_game(window: Window) -> None:
    here = page(window, "esperanto")
    assert here.findChild(QCheckBox, "plugin on") is None
    assert states(window)["esperanto"] == "chosen"
    window.games.show()
    assert window.games.screen is not None
    assert window.games.screen.findChild(QCheckBox, "plugin:esperanto") is None
    assert window.games.screen.findChild(QCheckBox, "plugin:night_watch") is not None


LENIENT = "def check_command(context, command):\n    return None\n"
STRICT = """
from defiance_qt.api import Veto

def check_command(context, command):
    if type(command).__name__ == "Deploy" and "uma" in repr(command):
        return Veto("no_uma", "strict-1", "Uma stays at home.")
"""


def test_a_save_that_would_come_out_otherwise_says_from_where(
    window: Window, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = plugin(home, "strict", LENIENT)
    trust.trust("strict", next(one for one in survey() if one.id == "strict").sha256)
    window.keep(plugins=("strict",))
    window.show_start()
    window.games.quick_start()
    assert window.session is not None
    assert window.session.host.plugins == ("strict",)
    window.close_game()
    (made / "hooks.py").write_text(STRICT, encoding="utf-8")
    here = page(window, "strict")
    assert states(window)["strict"] == "trust"
    click(here, "trust")
    eventually(lambda: "with 1.0" in told(shown(window)), "the list of saves")
    click(shown(window), "check saves")
    eventually(lambda: not window.plugins.checking, "the end of the check")
    settle()
    assert "differs from step" in told(shown(window))
    # A look into the saves that began before a check and ends after it forgets no verdict.
    begun: list[tuple[Callable[[], object], Callable[[object], object]]] = []
    with monkeypatch.context() as patch:
        patch.setattr(window.background, "start", lambda work, ended: begun.append((work, ended)))
        window.plugins._look_into_saves()
        window.plugins.check("strict")
    for work, ended in reversed(begun):
        ended(SimpleNamespace(result=work(), error=None))
    assert len(begun) == 2
    settle()
    assert "differs from step" in told(shown(window))


def test_a_folder_without_a_manifest_is_refused(window: Window, tmp_path: Path, home: Path) -> None:
    (tmp_path / "holiday").mkdir()
    (tmp_path / "holiday" / "photo.jpg").write_bytes(b"x")
    drop(window, tmp_path / "holiday")
    refused = dialog(window, RefusedDialog)
    assert isinstance(refused, RefusedDialog)
    assert "plugin.toml" in refused.why.text()
    assert list(home.iterdir()) == []


def test_a_game_whose_system_is_not_there_can_be_read_and_says_what_it_needs(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is told in the words that the save carries, in the language of the window."""
    path = tmp_path / "pig.defiance"
    with Session.new("pig", mission="duel", seed=3, path=path) as session:
        for _ in range(6):
            session.submit(session.legal()[0])
    monkeypatch.setattr(systems, "default_folders", lambda: ())
    window.change(language="es")
    window.open(path)
    assert window.session is not None
    table = window.table
    assert isinstance(table, Table)
    assert "La partida continúa con el complemento Cerdo 1.0.0." in told(table)
    lines = [line.text for step in table.session.timeline.path for line in table.presenter.log.lines(step)]
    assert "Tú: turno 1" in lines
    assert not any("turn_began" in line for line in lines)
