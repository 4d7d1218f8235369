"""A game stays with the version of a plugin that it was made with, where a copy of it was kept, until the person takes
the newer one (the mock-up "Stay with 1.1.0")."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from defiance_qt.core.errors import PluginError
from defiance_qt.extend import kept, trust
from defiance_qt.extend.found import Found
from defiance_qt.extend.installing import install, remove
from defiance_qt.extend.manifest import read
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.sources import plugin_files
from defiance_qt.extend.survey import survey
from defiance_qt.lab.checking import OK, verdict
from defiance_qt.shell import plugin_work
from tests.extend.plugins import plugin

SPEED = "def modify_attribute(context, figure, attribute):\n    return {} if attribute == 'speed' else 0\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folders of a user of their own, whose trust is asked for."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(trust, "is_trusted", lambda sha256: sha256 in trust.trusted())
    return tmp_path


def put_in(home: Path, version: str, faster: int, *, trusted: bool = True) -> str:
    """Install a version of a plugin that makes everybody faster. Its digest."""
    place = plugin(home / version, "quick", SPEED.format(faster), version=version)
    install(place, replace=True, downgrade=True)
    sha256 = Found(place, *read(place)).sha256
    if trusted:
        trust.trust("quick", sha256)
    return sha256


def speed(session: Session) -> int:
    game: Any = session.game
    return int(game.rules_for(session.state).speed(session.state, session.state.team["uma"]))


@pytest.fixture
def save(home: Path) -> Path:
    """A save that was made with the version 1.1, while 1.2 is installed now."""
    path = home / "game.defiance"
    put_in(home, "1.1", 1)
    with Session.new(mission="extraction", seed=1, plugins=["quick"], path=path) as session:
        session.submit(session.legal()[0])
        assert speed(session) == 5
    put_in(home, "1.2", 3)
    return path


def test_the_game_stays_with_its_version_and_says_so(save: Path) -> None:
    with open_save(save) as session:
        assert speed(session) == 5
        assert [str(one) for one in session.host.changes] == ["The game stays with quick 1.1; 1.2 is installed."]
        assert session.host.can_update
        assert session.host.missing == ()
        while not any(line.startswith("move ") for line in map(session.game.format, session.legal())):
            session.submit(session.legal()[0])
        assert session.verify().ok
    with open_save(save) as again:
        assert [stamp.version for stamp in again.host.stamps] == ["1.1"]


def test_the_newer_version_is_taken_from_a_step_on(save: Path) -> None:
    with open_save(save) as session:
        session.host.take_update()
        assert speed(session) == 7
        assert [stamp.version for stamp in session.host.stamps] == ["1.2"]
        assert session.host.changes == ()
        session.submit(session.legal()[0])
        assert session.verify().ok
    with open_save(save) as again:
        assert speed(again) == 7
        assert again.host.changes == ()
        assert again.verify().ok


def test_another_plugin_that_is_switched_on_leaves_it_at_its_version(save: Path) -> None:
    with open_save(save) as session:
        session.host.switch_on("double_criticals")
        assert speed(session) == 5
        assert session.host.can_update


def test_verify_decides_by_what_is_installed(save: Path) -> None:
    with open_save(save) as session:
        while not any(line.startswith("move ") for line in map(session.game.format, session.legal())):
            session.submit(session.legal()[0])
        far = [one for one in session.legal() if session.game.format(one).startswith("move ")][-1]
        session.submit(far)
    assert verdict(save).key == "verdict.differs"
    with open_save(save, stay=False) as session:
        assert speed(session) == 7


def test_new_games_have_the_installed_version(save: Path) -> None:
    with Session.new(mission="extraction", seed=1, plugins=["quick"], journal=False) as session:
        assert speed(session) == 7


def test_trust_that_is_taken_back_is_taken_from_all_versions(save: Path) -> None:
    trust.revoke("quick")
    with open_save(save) as session:
        assert [error.message.key for error in session.host.missing] == ["plugin.untrusted"]


def test_an_older_version_that_is_put_back_by_hand_asks_for_trust_again(home: Path, save: Path) -> None:
    """What was trusted before runs as the copy that was kept, and nowhere else."""
    old = put_in(home / "again", "1.1", 1, trusted=False)
    assert f"{trust.KEPT}{old}" in trust.trusted()
    with pytest.raises(PluginError, match="you trusted these files once, and later others in their place"):
        Session.new(mission="extraction", seed=1, plugins=["quick"], journal=False)


def test_a_copy_whose_files_were_changed_is_not_used(save: Path) -> None:
    (copy,) = [one for one in kept.copies("quick") if one.manifest and one.manifest.version == "1.1"]
    (copy.folder / "hooks.py").write_text("raise SystemExit")
    with open_save(save) as session:
        assert speed(session) == 7
        assert [str(one) for one in session.host.changes] == ["Plugin quick: 1.1, now 1.2."]


def test_what_was_never_trusted_is_not_kept(home: Path) -> None:
    put_in(home, "1.1", 1, trusted=False)
    assert kept.copies("quick") == ()


def test_removing_the_plugin_removes_the_copies(save: Path) -> None:
    assert len(kept.copies("quick")) == 2
    remove("quick")
    assert kept.copies("quick") == ()
    with open_save(save) as session:
        assert [error.message.key for error in session.host.missing] == ["plugin.absent"]


def test_only_the_latest_are_kept(home: Path) -> None:
    for number in range(kept.MOST + 2):
        put_in(home, f"1.{number}", number)
    found = [one.manifest.version for one in kept.copies("quick") if one.manifest]
    assert found == [f"1.{number}" for number in range(kept.MOST + 1, 1, -1)]


def test_a_plugin_of_content_is_kept_when_it_is_installed_and_forgotten_with_it(home: Path) -> None:
    install(plugin(home / "made", "quiet"))
    (copy,) = kept.copies("quiet")
    assert (copy.folder / "plugin.toml").is_file()
    remove("quiet")
    assert kept.copies("quiet") == ()


def test_what_is_kept_again_is_the_last(home: Path) -> None:
    """The changes of a plugin are those since the files that were trusted last."""
    files = [dict(plugin_files(plugin(home / f"made{number}", "quiet", version=f"1.{number}"))) for number in (0, 1)]
    for one in (*files, files[0]):
        kept.keep("quiet", one)
    assert [one.manifest.version for one in kept.copies("quiet") if one.manifest] == ["1.0", "1.1"]


# ---- an update that waits for trust ----


def test_who_does_not_trust_an_update_stays_with_the_version_before(home: Path, save: Path) -> None:
    waiting = put_in(home, "1.3", 9, trusted=False)
    (one,) = [one for one in survey() if one.id == "quick"]
    assert (one.waits, one.stays) == (True, "1.2")
    plugin_work.put_back("quick")
    (one,) = [one for one in survey() if one.id == "quick"]
    assert one.found.manifest is not None
    assert (one.waits, one.stays, one.found.manifest.version) == (False, "", "1.2")
    assert kept.kept("quick", waiting) is not None
    with Session.new(mission="extraction", seed=1, plugins=["quick"], journal=False) as session:
        assert speed(session) == 7


def test_while_an_update_waits_for_trust_a_game_stays_with_its_version(home: Path, save: Path) -> None:
    put_in(home, "1.3", 9, trusted=False)
    with open_save(save) as session:
        assert speed(session) == 5
        with pytest.raises(PluginError, match="its files have changed since you trusted it"):
            session.host.take_update()
        assert speed(session) == 5


def test_without_an_earlier_version_there_is_nothing_to_stay_with(home: Path) -> None:
    put_in(home, "1.1", 1, trusted=False)
    (one,) = [one for one in survey() if one.id == "quick"]
    assert one.stays == ""
    with pytest.raises(PluginError, match="No earlier version of the plugin 'quick' is kept"):
        plugin_work.put_back("quick")


def test_a_game_without_an_update_is_as_before(home: Path) -> None:
    put_in(home, "1.1", 1)
    path = home / "game.defiance"
    with Session.new(mission="extraction", seed=1, plugins=["quick"], path=path):
        pass
    assert verdict(path).key == OK
    with open_save(path) as session:
        assert session.host.changes == ()


def test_of_one_number_with_other_files_the_files_are_named(home: Path, save: Path) -> None:
    put_in(home / "again", "1.1", 4)
    with open_save(save) as session:
        assert speed(session) == 5
        assert [str(one) for one in session.host.changes] == [
            "The game stays with the files of quick 1.1 that it was made with; others are installed."
        ]
        assert session.host.can_update
