"""A running game goes on with a plugin's files as they are now, or says why not and stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.core.errors import ContentError, PluginError
from defiance_qt.extend.authoring import authored
from defiance_qt.extend.sessions import Session
from tests.extend.plugins import plugin

NEVER = """
from defiance_qt.api import Veto, commands

def check_command(context, command):
    return Veto("never", "never-1", "Never") if {} else None
"""
DEPLOY = "isinstance(command, commands.Deploy) and command.character == '{}'"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return plugin(tmp_path, "never", NEVER.format(DEPLOY.format("uma")))


def deployed(session: Session) -> set[str]:
    return {command.character for command in session.legal()}


def test_the_new_code_decides_from_the_next_step_on(folder: Path) -> None:
    with authored(folder):
        session = Session.new(mission="extraction", seed=1, plugins=["never"])
        assert deployed(session) == {"cadin", "qiang", "jazz", "billie"}
        assert not session.host.reload()
        (folder / "hooks.py").write_text(NEVER.format(DEPLOY.format("cadin")))
        assert session.host.reload()
        assert deployed(session) == {"uma", "qiang", "jazz", "billie"}
        session.submit(session.legal()[0])
        assert session.verify().ok


@pytest.mark.parametrize(
    ("name", "source", "error"),
    [
        ("hooks.py", "def check_command(context", PluginError),
        ("plugin.toml", "id = 3", PluginError),
        ("content/units.toml", '[[units]]\nid = "x"\n', ContentError),
    ],
)
def test_what_cannot_be_used_changes_nothing(folder: Path, name: str, source: str, error: type[Exception]) -> None:
    with authored(folder):
        session = Session.new(mission="extraction", seed=1, plugins=["never"])
        before, steps = session.state, len(session.timeline)
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(source)
        with pytest.raises(error):
            session.host.reload()
        assert (session.state, len(session.timeline)) == (before, steps)
        assert "uma" not in deployed(session)


def test_a_plugin_that_has_failed_comes_back_once_it_is_mended(folder: Path) -> None:
    (folder / "hooks.py").write_text("def check_command(context, command):\n    return 1 // 0\n")
    with authored(folder):
        session = Session.new(mission="extraction", seed=1, plugins=["never"])
        session.submit(session.legal()[0])
        assert list(session.host.plugins) == []
        (folder / "hooks.py").write_text(NEVER.format(DEPLOY.format("jazz")))
        assert session.host.reload()
        assert list(session.host.plugins) == ["never"]
        assert "jazz" not in deployed(session)


def test_one_that_was_switched_off_stays_off(folder: Path) -> None:
    with authored(folder):
        session = Session.new(mission="extraction", seed=1, plugins=["never"])
        session.host.switch_off("never")
        (folder / "hooks.py").write_text(NEVER.format(DEPLOY.format("jazz")))
        session.host.reload()
        assert list(session.host.plugins) == []
