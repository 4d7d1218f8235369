"""Plugins that get in each other's way: each conflict is told, with what wins, and blamed on the right file."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.core.errors import ContentError, PluginError
from defiance_qt.extend import loader
from defiance_qt.extend.found import available
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.auto import auto, report_line
from defiance_qt.lab.choices import Choices
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance.engine.hooks import SetupContext
from defiance_qt.words.catalogue import Words
from tests.extend.plugins import plugin

SIGHT = "def choose_sight(context): return None"
TEXTS = "[en]\n{0}\n[es]\n{0}\n[ru]\n{0}\n"
UNIT = """
[[units]]
id = "{id}"
faces = [{{ colour = "blue", number = 1, speed = 3, wounds = 1, respawn = 2, attacks = [] }}]

[[additions]]
mission = "extraction"
deployed = [{{ unit = "{id}", at = ["{at}"] }}]
"""


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(loader, "default_folders", lambda: (tmp_path,))
    return tmp_path


def chosen(folder: Path, *ids: str) -> Loaded:
    return load(ids, found=available([folder]))


def texts(place: Path, **own: str) -> None:
    (place / "locale").mkdir()
    lines = "\n".join(f'"{key.replace("_", ".")}" = "{text}"' for key, text in own.items())
    (place / "locale" / "words.toml").write_text(TEXTS.format(lines), encoding="utf-8")


def test_two_rules_of_sight_are_told_with_their_order(folder: Path) -> None:
    for id in ("fog", "lamp", "plain"):
        plugin(folder, id, SIGHT if id != "plain" else None)
    sentence = "The plugins fog, lamp all answer choose_sight; the first that answers wins, in this order."
    assert [str(one) for one in chosen(folder, "lamp", "fog", "plain").warnings] == [sentence]
    assert chosen(folder, "lamp", "plain").warnings == ()
    session = Session.new(mission="extraction", seed=1, plugins=["fog", "lamp"], journal=False)
    assert [str(one) for one in session.host.warnings] == [sentence]


def test_two_texts_of_one_key_are_told_with_the_one_that_is_shown(folder: Path) -> None:
    texts(plugin(folder, "a"), die_red="Ruby", die_blue="Sky")
    texts(plugin(folder, "b"), die_red="Blood", die_blue="Sea", die_green="Moss")
    loaded = chosen(folder, "a", "b")
    assert [str(one) for one in loaded.warnings] == [
        "The plugins 'a' and 'b' have texts of the same key, and those of 'a' are shown: die.blue, die.red."
    ]
    assert loaded.texts["en"]["die.red"] == "Ruby"


SEEING = """
from defiance_qt.api import SightRule

def choose_sight(context):
    return SightRule(graze_cuts={cuts})
"""


def grazing(session: Session) -> bool:
    """Whether a line that grazes an edge is cut, as the plugin that was asked first has it."""
    rules = getattr(session.game, "rules")  # noqa: B009  the generic port has none
    answer: bool = rules.hooks.sight(SetupContext(session.setup)).graze_cuts
    return answer


def test_who_wins_is_chosen_and_kept_in_the_game(folder: Path, tmp_path: Path) -> None:
    """The choice is part of the start, so that a replay asks the same one first; the order of ids is the default."""
    plugin(folder, "fog", SEEING.format(cuts=True))
    plugin(folder, "lamp", SEEING.format(cuts=False))
    wins = {"winners": {"choose_sight": "lamp"}}
    path = tmp_path / "game.defiance"
    for options, cuts in (({}, True), (wins, False)):
        for order in (["fog", "lamp"], ["lamp", "fog"]):
            with Session.new(mission="extraction", seed=1, options=options, plugins=order, journal=False) as session:
                assert grazing(session) is cuts
    with Session.new(mission="extraction", seed=1, options=wins, plugins=["fog", "lamp"], path=path) as session:
        assert str(session.host.warnings[0]).startswith("The plugins lamp, fog all answer")
    with open_save(path) as session:
        assert grazing(session) is False
        assert session.host.loaded is not None
        assert session.host.loaded.clashes[0].winner == "lamp"


def test_the_texts_of_the_winner_are_shown(folder: Path) -> None:
    texts(plugin(folder, "a"), die_red="Ruby")
    texts(plugin(folder, "b"), die_red="Blood")
    loaded = load(("a", "b"), found=available([folder]), winners={"texts": "b"})
    assert loaded.texts["en"]["die.red"] == "Blood"
    (clash,) = loaded.clashes
    assert [(side.plugin, side.texts["en"]) for side in clash.sides] == [("b", "Blood"), ("a", "Ruby")]
    assert "those of 'b' are shown" in str(clash.told[0])


@pytest.mark.parametrize("winners", [{"choose_sight": "moon"}, {"modify_roll": "fog"}])
def test_a_winner_that_cannot_be_is_refused(folder: Path, winners: dict[str, str]) -> None:
    plugin(folder, "fog", SIGHT)
    with pytest.raises(ContentError, match="cannot be the one of the plugins that wins"):
        Session.new(mission="extraction", seed=1, options={"winners": winners}, plugins=["fog"], journal=False)


def test_a_winner_is_chosen_on_the_command_line(folder: Path) -> None:
    texts = ("winners.choose_sight=lamp", "rest=no")
    choices = Choices("extraction", 1, "", ("fog", "lamp"), texts, "", "infinity-defiance")
    assert choices.options() == {"winners": {"choose_sight": "lamp"}, "switches": {"rest": "no"}}


@pytest.mark.parametrize("at", ["own", "K7"])
def test_two_plugins_on_one_space_are_blamed_on_the_second(folder: Path, at: str) -> None:
    """The mission's file is not to blame, whether the other figure is the mission's or a plugin's."""
    session = Session.new(mission="extraction", seed=1, journal=False)
    space = next(iter(session.state.enemies.values())).space if at == "own" else at
    plugin(folder, "a", content={"a.toml": UNIT.format(id="cook", at=space)})
    plugin(folder, "b", content={"b.toml": UNIT.format(id="guard", at=space)})
    wrong = "a/a.toml" if at == "own" else "b/b.toml"
    ids = ["a"] if at == "own" else ["a", "b"]
    with pytest.raises(
        PluginError, match=rf"faulty: {wrong}: additions to 'extraction': two figures are on {space}\.$"
    ):
        Session.new(mission="extraction", seed=1, plugins=ids)


def test_a_space_that_is_none_is_blamed_on_the_addition(folder: Path) -> None:
    plugin(folder, "a", content={"a.toml": UNIT.format(id="cook", at="A99/B2")})
    with pytest.raises(PluginError, match=r"^The plugin 'a' cannot be used: .* a/a\.toml: additions to 'extraction': "):
        Session.new(mission="extraction", seed=1, plugins=["a"])


def test_all_unmet_requirements_are_told_at_once(folder: Path) -> None:
    plugin(folder, "a", more='requires = ["x", "y >=2", "b"]')
    plugin(folder, "b")
    (failure,) = chosen(folder, "a", "b").failures
    assert "requires the plugin x, which" in str(failure)
    assert "requires the plugin y >=2, which" in str(failure)
    assert "plugin b" not in str(failure)


@pytest.mark.parametrize("circle", [("a",), ("a", "b"), ("a", "b", "c")])
def test_requirements_in_a_circle_are_refused(folder: Path, circle: tuple[str, ...]) -> None:
    for id, other in zip(circle, (*circle[1:], circle[0]), strict=True):
        plugin(folder, id, more=f'requires = ["{other}"]')
    plugin(folder, "outside", more='requires = ["fine"]')
    plugin(folder, "fine")
    loaded = chosen(folder, *circle, "outside", "fine")
    assert [stamp.id for stamp in loaded.stamps] == ["fine", "outside"]
    assert len(loaded.failures) == len(circle)
    for failure, other in zip(loaded.failures, (*circle[1:], circle[0]), strict=True):
        assert f"it requires the plugin {other}, which requires it in turn" in str(failure)


def test_a_rule_of_a_plugin_has_a_text_where_rules_are_cited(folder: Path) -> None:
    from defiance_qt.shell.present.reference import find_rules

    texts(plugin(folder, "a"), **{"rule_night-rest-7": "Nobody rests at night."})
    session = Session.new(mission="extraction", seed=1, plugins=["a"], journal=False)
    rules = session.words("en").rules
    assert rules["night-rest-7"].text == "Nobody rests at night."
    assert rules["night-rest-7"].area == "House rules"
    assert session.words("es").rules["night-rest-7"].area == "Reglas de la casa"
    found = {rule.id for rule in find_rules("7", tuple(rules.values()))}
    assert found == {"R-007", "night-rest-7"}


def test_the_end_of_a_plugins_mission_is_told_in_its_words(folder: Path) -> None:
    mission = content.files()["missions/extraction.toml"].decode().replace('id = "extraction"', 'id = "raid"', 1)
    head, victory, tail = mission.partition("[[missions.victory]]")
    assert victory
    more = '[[missions.victory]]\nid = "dawn"\nwhen = "round"\nafter_round = 1\n\n'
    place = plugin(folder, "raid", content={"raid.toml": f"{head}{more}{victory}{tail}"})
    texts(place, mission_raid_name="Raid", mission_raid_end_dawn="The sun is up")
    report = auto(Choices("raid", 1, "", ("raid",), (), "", "infinity-defiance"), "random", None, Words())
    assert report.because == "dawn"
    assert "The sun is up" in report_line(report, Words())
    assert "dawn" not in report_line(report, Words())
