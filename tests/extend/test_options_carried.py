"""A running game and an update of its plugin that renames, narrows or drops an option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from defiance_qt.core.errors import PluginError
from defiance_qt.extend import kept, trust
from defiance_qt.extend.found import Found
from defiance_qt.extend.installing import install
from defiance_qt.extend.manifest import read
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.registry import only_options
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.checking import OK, verdict
from defiance_qt.lab.text_play import TextTable
from defiance_qt.words.catalogue import Words
from tests.extend.plugins import plugin

RAIN = """
def modify_attribute(context, figure, attribute):
    return -context.options[{far!r}] if attribute == "speed" and context.options[{harsh!r}] else 0
"""
OPTIONS = """
[[options]]
id = "{far}"
kind = "int"
default = 1
low = 0
high = {high}
text = {{ en = "Far", es = "Lejos", ru = "Далеко" }}
{more}
[[options]]
id = "{harsh}"
kind = "bool"
default = true
text = {{ en = "Harsh", es = "Dura", ru = "Сильный" }}
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(trust, "is_trusted", lambda sha256: sha256 in trust.trusted())
    return tmp_path


def rain(home: Path, version: str, far: str = "far", *, harsh: str = "harsh", high: int = 8, more: str = "") -> None:
    """Install a version of the plugin and trust it."""
    options = OPTIONS.format(far=far, harsh=harsh, high=high, more=more)
    code = RAIN.format(far=far, harsh=harsh)
    place = plugin(home / version, "iron_rain", code, version=version, more=options)
    install(place, replace=True, downgrade=True)
    trust.trust("iron_rain", Found(place, *read(place)).sha256)


def saved(path: Path, *, harsh: bool) -> None:
    """Write a save with the installed version, whose Speed of 4 falls by 3 if it is harsh."""
    options = {"plugins": {"iron_rain": {"far": 3, "harsh": harsh}}}
    with Session.new(mission="extraction", seed=1, plugins=["iron_rain"], options=options, path=path) as session:
        session.submit(session.legal()[0])
        assert speed(session) == (1 if harsh else 4)


@pytest.fixture
def save(home: Path) -> Path:
    """A save with iron_rain 1.0."""
    rain(home, "1.0")
    saved(home / "game.defiance", harsh=True)
    return home / "game.defiance"


def speed(session: Session) -> int:
    game: Any = session.game
    return int(game.rules_for(session.state).speed(session.state, session.state.team["uma"]))


def of_rain(session: Session) -> dict[str, Any]:
    return dict(next(stamp.options for stamp in session.host.stamps if stamp.id == "iron_rain"))


def test_the_value_of_a_renamed_option_is_carried_over(home: Path, save: Path) -> None:
    rain(home, "1.1", "reach", more='was = "far"\n')
    assert verdict(save).key == OK
    with open_save(save) as session:
        assert of_rain(session) == {"far": 3, "harsh": True}
        session.host.take_update()
        assert of_rain(session) == {"reach": 3, "harsh": True}
        assert speed(session) == 1
        session.submit(session.legal()[0])
        assert session.verify().ok
    rain(home, "1.2", "reach")
    with open_save(save) as again:
        again.host.take_update()
        assert of_rain(again)["reach"] == 3


def test_it_is_carried_over_where_no_copy_was_kept_and_twice(home: Path, save: Path) -> None:
    rain(home, "1.2", "span", more='was = ["far", "reach"]\n')
    kept.forget("iron_rain")
    with open_save(save) as session:
        assert session.host.missing == ()
        assert session.host.loaded is not None
        assert session.host.loaded.stamps[0].options == {"span": 3, "harsh": True}
        assert speed(session) == 1


def test_a_new_game_may_still_use_the_earlier_id(home: Path) -> None:
    rain(home, "1.1", "reach", more='was = "far"\n')
    options = {"plugins": {"iron_rain": {"far": 2}}}
    with Session.new(mission="extraction", seed=1, plugins=["iron_rain"], options=options, journal=False) as session:
        assert session.state is not None
        assert session.host.loaded is not None
        assert session.host.loaded.stamps[0].options == {"reach": 2, "harsh": True}


GONE = {
    "an option that is narrowed": ({"high": 2}, "its option 'far': 3 is above 2", {"far": 1, "harsh": True}),
    "an option that is dropped": ({"far": "wide"}, "it has no option 'far'", {"wide": 1, "harsh": True}),
}


@pytest.mark.parametrize("case", GONE)
def test_what_does_not_fit_is_named_and_the_defaults_can_be_taken(case: str, home: Path, save: Path) -> None:
    changed, why, now = GONE[case]
    rain(home, "1.1", **changed)  # type: ignore[arg-type]
    with open_save(save) as session:
        with pytest.raises(PluginError, match=why) as refused:
            session.host.take_update()
        assert only_options(refused.value)
        assert of_rain(session) == {"far": 3, "harsh": True}
        session.host.take_update(defaults=True)
        assert of_rain(session) == now
        assert speed(session) == 3
        session.submit(session.legal()[0])
        assert session.verify().ok
    with open_save(save) as again:
        assert (again.host.missing, again.host.changes) == ((), ())
        assert of_rain(again) == now


@pytest.mark.parametrize("case", GONE)
def test_without_a_kept_copy_it_is_missing_until_the_defaults_are_taken(case: str, home: Path, save: Path) -> None:
    changed, why, now = GONE[case]
    rain(home, "1.1", **changed)  # type: ignore[arg-type]
    kept.forget("iron_rain")
    with open_save(save) as session:
        assert [why in str(error) and only_options(error) for error in session.host.missing] == [True]
        session.host.switch_on("iron_rain", defaults=True)
        assert (session.host.missing, of_rain(session), speed(session)) == ((), now, 3)
    with open_save(save) as again:
        assert (again.host.missing, of_rain(again)) == ((), now)


def test_verify_decides_with_the_defaults_and_says_what_does_not_fit(home: Path, save: Path) -> None:
    saved(home / "mild.defiance", harsh=False)
    rain(home, "1.1", high=2)
    assert verdict(home / "mild.defiance").key == OK  # what was played does not depend on it
    found = verdict(save)
    assert found.key == "verdict.needs_usable"
    assert "its option 'far': 3 is above 2" in str(found)


def talk(session: Session, *answers: str) -> str:
    said: list[str] = []
    left = list(answers)
    TextTable(session, Words("en"), said.append, lambda prompt: left.pop(0) if left else None).run()
    assert not left
    return "\n".join(said)


def test_in_the_terminal_the_new_version_is_taken_by_a_word(home: Path, save: Path) -> None:
    rain(home, "1.1", high=2)
    with open_save(save) as session:
        said = talk(session, "update", "update defaults", "update", "quit")
        assert "3 is above 2. Enter “update defaults” to use the default values instead." in said
        assert "From the next step on with the plugins and the content that are installed now." in said
        assert "Plugins and content are those that the game is played with already." in said
        assert of_rain(session)["far"] == 1


def test_in_the_terminal_a_game_goes_on_without_a_plugin_only_if_the_user_says_so(home: Path, save: Path) -> None:
    rain(home, "1.1", high=2)
    kept.forget("iron_rain")
    with open_save(save) as session:
        assert "Enter “defaults” to use" in talk(session, "1", "quit")
        assert len(session.timeline) == 2
        talk(session, "defaults", "quit")
        assert of_rain(session)["far"] == 1
    with open_save(save) as session:
        assert session.host.missing == ()


WRONG = {
    'was = "harsh"\n': "options[harsh].id: appears twice",
    'was = "far"\n': "options[far].was: appears twice",
    'was = ["wide", "wide"]\n': "options[far].was: appears twice",
    'was = "Far off"\n': "options[far].was: 'Far off' is not a valid id (example: extra_dice)",
}


@pytest.mark.parametrize("was", WRONG)
def test_an_earlier_id_is_checked(was: str, tmp_path: Path) -> None:
    options = OPTIONS.format(far="far", harsh="harsh", high=8, more=was)
    _, faults = read(plugin(tmp_path, "iron_rain", more=options))
    assert WRONG[was] in [str(fault) for fault in faults]
