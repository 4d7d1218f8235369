"""Drawings of figures in the folders of plugins."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.extend.figures import system_drawings
from defiance_qt.extend.sessions import Session
from tests.extend.plugins import plugin

UMA = "<svg viewBox='0 0 64 64'><path d='M0 0h64v64z'/></svg>"
HOOK = "def show_tokens(context):\n    from defiance_qt.api import TokenLook\n    return {'uma': TokenLook(SVG)}\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path)
    return tmp_path


def drawn(folder: Path, **figures: str) -> None:
    (folder / "figures").mkdir()
    for id, svg in figures.items():
        (folder / "figures" / f"{id}.svg").write_text(svg, encoding="utf-8")


def looks(*plugins: str) -> dict[str, str]:
    session = Session.new(mission="extraction", seed=1, plugins=plugins, journal=False)
    return {id: look.svg for id, look in session.host.guests("en").tokens.items()}


def test_a_file_of_the_folder_needs_no_code(home: Path) -> None:
    drawn(plugin(home, "faces"), uma=UMA, foo_unit=UMA)
    assert looks("faces") == {"uma": UMA, "foo_unit": UMA}
    assert looks() == {}


def test_of_two_plugins_the_first_ones_is_drawn_and_a_hook_goes_before_a_file(home: Path) -> None:
    first, second = UMA.replace("64z", "63z"), UMA.replace("64z", "62z")
    drawn(plugin(home, "b_faces"), uma=first, cadin=first)
    drawn(plugin(home, "c_faces"), uma=second, cadin=second, jazz=second)
    assert looks("c_faces", "b_faces") == {"uma": first, "cadin": first, "jazz": second}
    plugin(home, "d_hook", HOOK.replace("SVG", repr(UMA)))
    assert looks("b_faces", "d_hook")["uma"] == UMA


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        ("circle", "'figures/uma.svg': it is not an SVG drawing of at most 64 KiB"),
        ("<svg><script>x</script></svg>", "'figures/uma.svg': a drawing cannot have '<script'"),
    ],
)
def test_a_file_that_is_no_drawing_is_named(home: Path, svg: str, said: str) -> None:
    drawn(plugin(home, "faces"), uma=svg)
    session = Session.new(mission="extraction", seed=1, journal=False)
    with pytest.raises(Exception, match="faces") as refused:
        Session.new(mission="extraction", seed=1, plugins=("faces",), journal=False)
    assert said in str(refused.value)
    assert session.host.failures == ()


def test_drawings_of_a_system_are_read_without_it() -> None:
    found = system_drawings("infinity-defiance", ["uma", "nobody", "../figures/uma", ""])
    assert list(found) == ["uma"]
    assert found["uma"].startswith("<svg")
    assert list(system_drawings("warfighter", ["fell"])) == ["fell"]
    assert system_drawings("nothing", ["uma"]) == {}
    assert system_drawings("pig", ["uma"]) == {}
