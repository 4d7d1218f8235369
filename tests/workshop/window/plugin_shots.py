"""The screenshots of the plugin manager: a plugin's page, a newer pack and what it changes, a refusal, a clash."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QCheckBox, QComboBox

from defiance_qt.extend.found import bundled_folders
from defiance_qt.shell.dialogs.plugin_texts import ChangesDialog
from defiance_qt.shell.screens.incoming import IncomingDialog, RefusedDialog
from defiance_qt.shell.screens.new_game import NewGameScreen
from tests.workshop.window.campaign_shots import Camera
from tests.workshop.window.legible import settle

SHOWN, CHANGED = "iron_team", "critical_fumbles"
CLASH = ("iron_team", "spanish_edition")
"""Two that set the same edition option, where the first takes Rest away."""


def photograph_plugins(camera: Camera) -> None:
    """Take every screen that is about plugins."""
    desk = camera.window.plugins
    desk.show(SHOWN)
    camera.take("plugins")
    with TemporaryDirectory() as folder:
        newer = _newer(Path(folder))
        desk.examine(newer)
        (arriving,) = camera.window.findChildren(IncomingDialog)
        camera.take("pack", arriving)
        arriving.changes.emit()
        (changes,) = camera.window.findChildren(ChangesDialog)
        camera.take("changes", changes)
        changes.reject()
        arriving.reject()
        desk.examine(newer / "plugin.toml")
    (refusal,) = camera.window.findChildren(RefusedDialog)
    camera.take("refused", refusal)
    refusal.reject()
    _clash(camera)
    camera.window.show_start()


def _newer(folder: Path) -> Path:
    """Write a newer version of a bundled plugin, and return its folder."""
    source = next(each / CHANGED for each in bundled_folders() if (each / CHANGED).is_dir())
    made = folder / CHANGED
    shutil.copytree(source, made, ignore=shutil.ignore_patterns("__pycache__"))
    manifest, code = made / "plugin.toml", made / f"{CHANGED}.py"
    manifest.write_text(manifest.read_text("utf-8").replace('version = "1.0', 'version = "1.1'), encoding="utf-8")
    code.write_text(code.read_text("utf-8").replace(" - 1})", " - 2})"), encoding="utf-8")
    return made


def _clash(camera: Camera) -> None:
    """Take the new-game screen with two plugins that claim the same."""
    camera.window.games.show()
    (screen,) = camera.window.findChildren(NewGameScreen)
    for id in CLASH:
        box = screen.findChild(QCheckBox, f"plugin:{id}")
        assert isinstance(box, QCheckBox)
        box.click()
    rest = next(box for box in screen.findChildren(QComboBox) if box.findData("none") >= 0)
    rest.setCurrentIndex(rest.findData("none"))
    settle()
    assert screen.clashes.cards
    screen.clashing.click()
    camera.take("clash")
