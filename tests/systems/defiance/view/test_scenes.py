"""The scenes of missions: each mission of the campaign has one, and it is drawn of known shapes in a theme's colors."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from defiance_qt.shell.theme.icons import INK
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.view.panels.briefing import BriefingPage
from defiance_qt.systems.defiance.view.scenes import HIGH, SCENES, WIDE, Colors, scene
from tests.systems.defiance.view.campaigns import campaign

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
COLORS = Colors("#000001", "#000002", "#000003", "#000004", "#000005", "#000006", "#000007")


def test_every_mission_of_the_campaign_has_a_scene() -> None:
    assert set(SCENES) == set(read_catalog(files()).campaigns["defiance"].missions)
    assert scene("nowhere", COLORS) == ""


@pytest.mark.parametrize("mission", SCENES)
def test_a_scene_is_a_drawing_in_the_colors_of_the_theme(qapp: QApplication, mission: str) -> None:
    drawn = scene(mission, COLORS)
    root = ET.fromstring(drawn)
    assert root.attrib["viewBox"] == f"0 0 {WIDE} {HIGH}"
    assert {one.tag.rpartition("}")[2] for one in root.iter()} <= {"svg", "g", "path", "rect", "circle", "ellipse"}
    assert set(re.findall("#[0-9a-f]{6}", drawn)) <= set(COLORS)
    assert "currentColor" not in drawn
    assert INK not in drawn
    assert QSvgRenderer(QByteArray(drawn.encode())).isValid()


def test_no_two_scenes_are_alike() -> None:
    assert len({scene(mission, COLORS) for mission in SCENES}) == len(SCENES)


@pytest.mark.parametrize(("size", "scale", "there"), [((1280, 800), 1.0, True), ((1280, 800), 1.5, False)])
def test_the_briefing_shows_its_scene_where_the_first_button_stays_in_sight(
    window: Window, size: tuple[int, int], scale: float, there: bool
) -> None:
    window.change(scale=scale)
    window.resize(*size)
    table = campaign(window)
    while any(isinstance(one, c.Enlist) for one in table.session.legal()):
        table.presenter.submit(next(one for one in table.session.legal() if isinstance(one, c.Enlist)))
    (page,) = window.findChildren(BriefingPage)
    assert page._scene is not None
    assert page._scene.isVisible() is there
    first = page.buttons()[0]
    assert page.viewport().rect().contains(first.mapTo(page.viewport(), first.rect().center()))
