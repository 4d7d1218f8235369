"""The Spanish edition as a plugin: edition options and plugins are one mechanism."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from defiance_qt.core import chance
from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import Setup
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import load
from defiance_qt.extend.sessions import Session, offered
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.system import Defiance
from tests.extend.plugins import plugin

ID = "spanish_edition"


@pytest.mark.parametrize("edition", ["en", "es", "en-print"])
def test_it_sets_every_edition_option_as_the_spanish_book_has_it(edition: str) -> None:
    plain = read_catalog(load(()).content, missions=()).edition("es")
    session = Session.new(mission="extraction", seed=1, edition=edition, plugins=[ID], journal=False)
    assert {switch.id: value for switch, value in session.game.switches()} == plain
    assert session.host.failures == ()
    assert session.host.warnings == ()


def test_a_person_still_chooses() -> None:
    options = {"switches": {"rest": "no", "opening": "en"}}
    session = Session.new(mission="extraction", seed=1, plugins=[ID], options=options, journal=False)
    values = {switch.id: value for switch, value in session.game.switches()}
    assert (values["rest"], values["opening"], values["console_extra"]) == ("no", "en", "roll")


def test_the_new_game_screen_offers_its_values() -> None:
    switches = offered("infinity-defiance", (ID,), None, "en").offerings.switches
    plain = offered("infinity-defiance", (), None, "en").offerings.switches
    assert [one.id for one in switches] == [one.id for one in plain]
    for one, was in zip(switches, plain, strict=True):
        assert one.editions == was.editions
        assert {one.usual(edition) for edition in one.editions} == {was.editions["es"]}, one.id


def played(edition: str, *ids: str) -> list[Event]:
    loaded = load(ids, found=available(bundled_folders()))
    assert loaded.failures == ()
    setup = Setup(Defiance.id, "extraction", 5, edition, {}, tuple(stamp.id for stamp in loaded.stamps))
    game = Defiance().bind(loaded.content, setup, loaded)
    luck, told, state = random.Random(5), list(game.start(setup)), game.blank()
    for event in told:
        state = game.evolve(state, event)
    for _ in range(300):
        asked = game.request(state)
        legal = game.legal(state)
        if not asked and not legal:
            break
        command = game.answer(state, chance.answer(5, asked)) if asked else luck.choice(legal)
        state, events = game.step(state, command)
        told += events
    return told[1:]


def test_a_game_with_it_is_a_game_of_the_spanish_edition() -> None:
    assert played("en", ID) == played("es")
    assert played("en") != played("es")


DEFAULTS = '[switch_defaults]\n{} = "{}"\n'


def test_two_plugins_that_disagree_are_told_with_the_one_that_holds(tmp_path: Path) -> None:
    """A switch that two plugins set is claimed by both."""
    plugin(tmp_path, "calm", content={"calm.toml": DEFAULTS.format("rest", "yes")})
    plugin(tmp_path, "zeal", content={"zeal.toml": DEFAULTS.format("rest", "no")})
    plugin(tmp_path, "also", content={"also.toml": DEFAULTS.format("rest", "yes")})
    found = available([tmp_path])
    for order in (("zeal", "calm"), ("calm", "zeal")):
        loaded = load(order, found=found)
        assert [str(one) for one in loaded.warnings] == [
            "The plugins 'calm' and 'zeal' set the edition option rest differently, and that of 'calm' holds: yes."
        ]
        assert read_catalog(loaded.content, missions=()).edition("en")["rest"] == "yes"
    assert load(("calm", "also"), found=found).warnings == ()


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("slumber", "yes", r"x/x\.toml: there is no edition option 'slumber'"),
        ("rest", "maybe", r"x/x\.toml: edition option 'rest' has no value 'maybe': yes, no"),
    ],
)
def test_an_edition_option_that_is_not_there_is_named(tmp_path: Path, name: str, value: str, why: str) -> None:
    plugin(tmp_path, "x", content={"x.toml": DEFAULTS.format(name, value)})
    with pytest.raises(ContentError, match=why):
        read_catalog(load(("x",), found=available([tmp_path])).content, missions=())
