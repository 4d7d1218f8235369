"""Plugins that are used from the folders where their authors work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from defiance_qt import cli
from defiance_qt.core.errors import PluginError, SaveError
from defiance_qt.extend import found, links, trust
from defiance_qt.extend.installing import install
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.survey import survey
from defiance_qt.shell.present.plugins import plugin_view
from defiance_qt.words.catalogue import Words
from tests.extend.plugins import plugin
from tests.extend.test_trust import IS_TRUSTED

SPEED = "def modify_attribute(context, figure, attribute):\n    return {} if attribute == 'speed' else 0\n"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(trust, "is_trusted", IS_TRUSTED)
    return tmp_path


@pytest.fixture
def work(home: Path) -> Path:
    """A folder where an author works, linked; an installed copy is newer."""
    install(plugin(home / "newer", "quick", SPEED.format(3), version="2.0"))
    folder = plugin(home / "work", "quick", SPEED.format(1))
    links.link(folder)
    return folder


def speed(session: Session) -> int:
    game: Any = session.game
    return int(game.rules_for(session.state).speed(session.state, session.state.team["uma"]))


def test_a_linked_folder_is_used_before_all_others_and_needs_no_trust(work: Path) -> None:
    with Session.new(mission="extraction", seed=1, plugins=["quick"], journal=False) as session:
        assert speed(session) == 5
    one = next(one for one in survey() if one.id == "quick")
    assert (one.found.folder, one.linked, one.trusted, one.waits) == (work.resolve(), True, True, False)
    assert [copy.manifest.version for copy in one.others if copy.manifest is not None] == ["2.0"]


def test_a_running_game_takes_each_change_of_it(work: Path, home: Path) -> None:
    with Session.new(mission="extraction", seed=1, plugins=["quick"], path=home / "a.defiance") as session:
        (work / "hooks.py").write_text(SPEED.format(2))
        assert session.host.reload()
        assert speed(session) == 6
    (work / "hooks.py").write_text(SPEED.format(4))
    with open_save(home / "a.defiance") as session:
        assert (session.host.missing, speed(session)) == ((), 8)


def test_unlinked_the_others_count_again_and_wait_for_trust(work: Path) -> None:
    links.unlink("quick")
    one = next(one for one in survey() if one.id == "quick")
    assert one.found.manifest is not None
    assert (one.found.manifest.version, one.linked, one.waits) == ("2.0", False, True)
    with pytest.raises(PluginError, match="The plugin 'quick' is not linked"):
        links.unlink("quick")


def test_safe_mode_leaves_it_out(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(found.SAFE, "1")
    assert "quick" not in {one.id for one in survey()}


def test_a_folder_that_is_no_plugin_is_not_linked(home: Path) -> None:
    (home / "empty").mkdir()
    with pytest.raises(PluginError, match=r"'empty' cannot be used: .*plugin\.toml"):
        links.link(home / "empty")
    with pytest.raises(SaveError, match="does not exist"):
        links.link(home / "nowhere")
    assert links.linked() == {}


def test_a_folder_that_has_gone_is_listed_with_its_fault_and_can_be_unlinked(work: Path) -> None:
    work.rename(work.with_name("moved"))
    one = next(one for one in survey() if one.id == "quick")
    assert one.found.manifest is not None
    assert one.found.manifest.version == "2.0"
    links.unlink("quick")


def test_a_damaged_list_links_nothing(work: Path) -> None:
    links.file().write_text("{")
    assert links.linked_folders() == ()


def test_on_the_command_line(home: Path, capsys: Capture) -> None:
    folder = plugin(home / "work", "quick", SPEED.format(1))
    assert cli.main(["plugin", "link", str(folder)]) == 0
    assert capsys.readouterr().out.startswith(f"quick is used from {folder.resolve()} until it is unlinked.")
    cli.main(["plugin", "list"])
    assert "linked · its code is trusted" in capsys.readouterr().out
    assert cli.main(["plugin", "unlink", "quick", "--lang", "es"]) == 0
    assert capsys.readouterr().out == "quick ya no está enlazado.\n"
    assert cli.main(["plugin", "unlink", "quick"]) == 2


def test_its_page_says_so_and_offers_to_unlink_it(work: Path) -> None:
    there = survey()
    one = next(one for one in there if one.id == "quick")
    view = plugin_view(one, there, (), {}, Words("en"))
    assert (view.trust, view.linked, view.switchable) == ("linked", True, True)
    assert view.source == f"Linked to the folder {work.resolve()}"
