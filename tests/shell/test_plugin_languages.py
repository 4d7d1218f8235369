"""Languages of plugins (contribute_language): the window speaks them, and English where they lack a text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.extend.languages import add_languages
from defiance_qt.extend.sessions import Session
from defiance_qt.shell.dialogs.settings import SettingsDialog
from defiance_qt.shell.window import Window
from defiance_qt.words import languages
from defiance_qt.words.catalogue import Words
from tests.extend.plugins import plugin

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CODE = "from defiance_qt.api import Language\n\ndef contribute_language(context):\n    return {answer}\n"


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    languages.forget()
    yield
    languages.forget()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("defiance_qt.extend.found.user_folder", lambda: tmp_path / "user")
    return tmp_path / "user"


def language(home: Path, id: str, answer: str) -> None:
    plugin(home, id, CODE.replace("{answer}", answer), kind="language")


def test_a_language_nobody_brought_is_unknown() -> None:
    with pytest.raises(ContentError):
        Words("eo")


def test_the_bundled_one_is_chosen_in_the_settings_and_spoken(window: Window) -> None:
    window.show_start()
    window.show_settings()
    box = window.findChildren(SettingsDialog)[-1].boxes["language"]
    assert box.itemText(box.findData("eo")) == "Esperanto"
    window.change(language="eo")
    assert window.start is not None
    assert window.start.play.text().strip() == "Ludu nun"
    assert window.words("ui.update") == Words("en")("ui.update")
    assert window.words.count("ui.start.plugins", 1) == "1 instalita"
    assert window.words.count("ui.start.plugins", 3) == "3 instalitaj"


def test_a_game_is_played_in_it(window: Window) -> None:
    window.change(language="eo")
    window.games.quick_start()
    assert isinstance(window.session, Session)
    words = window.session.words("eo")
    assert words("mission.extraction.name") == "Extraction"
    assert words.rules["R-001"] == window.session.words("en").rules["R-001"]


def test_the_next_start_speaks_it_and_without_the_plugin_english(
    window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from defiance_qt.shell.app import make_window

    window.change(language="eo")
    languages.forget()
    again = make_window(tmp_path / "data", window.config)
    assert again.words.language == "eo"
    again.close()
    languages.forget()
    monkeypatch.setattr("defiance_qt.extend.found.bundled_folders", lambda: ())
    again = make_window(tmp_path / "data", window.config)
    assert again.words.language == "en"
    assert again.settings.language == "eo"
    again.close()


def test_texts_of_plugins_and_systems_can_be_in_it(home: Path) -> None:
    language(home, "fr", '{"fr": Language("Français", {"mission.extraction.name": "Évacuation"})}')
    assert add_languages() == ()
    with Session.new(mission="extraction", seed=1) as session:
        assert session.words("fr")("mission.extraction.name") == "Évacuation"
        assert session.words("es")("mission.extraction.name") != "Évacuation"


@pytest.mark.parametrize("text", ["{nothing}", "{n.__class__.x}", "{", "{0}", "{n!x}"])
def test_a_text_that_cannot_be_filled_in_gives_way_to_english(home: Path, text: str) -> None:
    answer = f'{{"fr": Language("Français", {{"ui.window": {text!r}, "ui.start.plugins[1]": {text!r}}})}}'
    language(home, "fr", answer)
    add_languages()
    assert Words("fr")("ui.window", name="X") == "X – Defiance"
    assert Words("fr").count("ui.start.plugins", 4) == "4 for this game"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('{"es": Language("Castellano", {})}', "its language 'es' is one of"),
        ('{"eo": Language("Mia", {})}', "its language 'eo' is one of 'esperanto'"),
        ('{"Klingon": Language("Klingon", {})}', "is not the code of a language"),
        ('{"fr": Language(" ", {})}', "is not the name of a language"),
        ('{"fr": Language("F", {1: 2})}', "Expected `str`"),
        ('{"fr": {}}', "is not what the hook returns"),
        ("None", "NoneType"),
    ],
)
def test_a_language_that_cannot_be_used_is_named(home: Path, answer: str, said: str) -> None:
    language(home, "zz_odd", answer)
    failures = add_languages()
    assert [one.message.values["name"] for one in failures] == ["zz_odd"]
    assert said in str(failures[0])
    assert "eo" in languages.known()
