"""Plugins of installed Python distributions are found by their entry points, without importing them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from defiance_qt.extend.distributions import plugin_packages
from defiance_qt.extend.found import available, default_folders, set_safe
from defiance_qt.extend.loader import load
from tests.extend.plugins import plugin

POINTS = "[console_scripts]\nx = x:y\n[defiance_qt.plugins]\n{points}\n"


@pytest.fixture(autouse=True)
def looked_for() -> Iterator[None]:
    """The plugins of distributions are looked for once in a process."""
    plugin_packages.cache_clear()
    yield
    plugin_packages.cache_clear()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def distribution(site: Path, points: str, name: str = "sharp") -> None:
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS.format(points=points))


def test_a_package_is_found_and_used_as_a_plugin(site: Path) -> None:
    folder = plugin(site, "sharp_eyes", "def modify_attribute(context, figure, attribute):\n    return 1\n")
    (folder / "__init__.py").write_text("raise SystemExit('imported')")
    distribution(site, "sharp_eyes = sharp_eyes")
    assert plugin_packages() == (folder,)
    (found,) = [one for one in available(default_folders()) if one.id == "sharp_eyes"]
    assert not found.bundled
    loaded = load(("sharp_eyes",))
    assert loaded.failures == ()
    assert [call.plugin for call in loaded.registry.calls("modify_attribute")] == ["sharp_eyes"]
    assert "sharp_eyes" not in sys.modules


def test_a_package_within_another_is_found_without_importing_that(site: Path) -> None:
    outer = site / "outer_of_plugins"
    outer.mkdir()
    (outer / "__init__.py").write_text("raise SystemExit('imported')")
    folder = plugin(outer, "inner", content={"note.toml": ""})
    distribution(site, "inner = outer_of_plugins.inner")
    assert plugin_packages() == (folder,)


@pytest.mark.parametrize("points", ["gone = gone_package", "x = json.decoder.nothing", "x = ..", "x = sys", "nonsense"])
def test_what_is_no_package_is_left_out(site: Path, points: str) -> None:
    distribution(site, points)
    assert plugin_packages() == ()


def test_only_distributions_that_name_plugins_are_asked(site: Path) -> None:
    distribution(site, "", name="other")
    (site / "other-1.0.dist-info" / "entry_points.txt").write_text("[console_scripts]\nx = x:y\n")
    assert plugin_packages() == ()


def test_safe_mode_leaves_them_out(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = plugin(site, "sharp_eyes", content={"note.toml": ""})
    distribution(site, "sharp_eyes = sharp_eyes")
    monkeypatch.setenv("DEFIANCE_QT_SAFE", "")
    assert folder in default_folders()
    set_safe()
    assert folder not in default_folders()
