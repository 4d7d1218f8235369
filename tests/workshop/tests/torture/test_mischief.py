"""Every misbehaviour that has a name is noticed: the plugin is named, in an error of its own, and the game goes on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from defiance_qt.core.errors import PluginError
from defiance_qt.extend.found import user_folder
from defiance_qt.extend.systems import DEFAULT
from tests.workshop.torture import mischief
from tests.workshop.torture.folders import Folder, misbehave, spoil
from tests.workshop.torture.games import begin, one_step
from tests.workshop.torture.mischief import BEHAVIOURS, ENDLESS, Call, fabricated, shape_of, structs

pytestmark = pytest.mark.slow

NAMED = sorted(name for name, behaviour in BEHAVIOURS.items() if behaviour.named and name not in ENDLESS)
SOON, STEPS = 25, 300


def played(plugin: Folder) -> tuple[PluginError, ...]:
    """The plugin errors of a short game with the plugin; a plugin that is refused has one too."""
    chance = random.Random(1)
    try:
        session = begin(plugin.system, 3, (plugin.id,))
    except PluginError as refused:
        return (refused,)
    with session:
        for step in range(STEPS):
            # Some hooks are called late.
            if step > SOON and mischief.MISDEEDS:
                break
            assert session.result is not None or one_step(session, chance)
        assert not session.game.invariants(session.state)
        assert session.verify().ok
        return session.host.failures


@pytest.fixture
def plugin() -> Folder:
    folder = Folder(user_folder() / "hostile", random.Random(1), DEFAULT)
    folder.place.parent.mkdir(parents=True)
    mischief.MISDEEDS.clear()
    return folder


@pytest.mark.parametrize("name", NAMED)
def test_a_hook_that_misbehaves_is_named(plugin: Folder, name: str) -> None:
    misbehave(plugin, name)
    failures = played(plugin)
    assert sum(mischief.MISDEEDS.values()) > 0
    assert any("'hostile'" in str(failure) for failure in failures)


@pytest.mark.parametrize("name", ["raises", "returns nothing", "returns a wrong field", "exits", "recurses"])
def test_an_ability_that_misbehaves_is_named(plugin: Folder, name: str) -> None:
    assert spoil(plugin, name)
    failures = played(plugin)
    if sum(mischief.MISDEEDS.values()):
        assert any("'hostile'" in str(failure) for failure in failures)


@pytest.mark.parametrize("name", sorted(set(BEHAVIOURS) - set(NAMED) - set(ENDLESS)))
def test_foolish_answers_that_are_allowed_do_no_harm(plugin: Folder, name: str) -> None:
    misbehave(plugin, name)
    played(plugin)


def test_nothing_is_named_where_nothing_is_done(plugin: Folder) -> None:
    misbehave(plugin, "raises", rate=10**9)
    assert played(plugin) == ()


def test_misbehaviour_depends_on_the_arguments_only(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def note(call: Call) -> None:
        drawn.append(call.draw)

    monkeypatch.setitem(BEHAVIOURS, "notes", mischief.Misbehaviour("notes", note))
    for value in ("a", "b", "a"):
        mischief.act("x", "notes", "hook", (value,), 1, "Sequence[Event]")
    assert drawn[0] == drawn[2] != drawn[1]


@pytest.mark.parametrize(
    ("annotation", "shape"),
    [
        (int, "number"),
        (bool, "truth"),
        ("Callable[[Rules, State], Sequence[Event]] | None", "sequence"),
        ("Callable[[Rules, State, str], bool] | None", "truth"),
        (dict[str, bytes], "mapping"),
        (tuple[int, ...], "sequence"),
        (int | None, "number"),
        (object, "object"),
    ],
)
def test_the_shape_of_an_answer(annotation: object, shape: str) -> None:
    assert shape_of(annotation) == shape


def test_values_are_made_of_a_type() -> None:
    from defiance_qt.core.port import Field

    assert structs(tuple[Field, ...] | None) == [Field]
    sound, wrong = fabricated(Field, "sound", 3), fabricated(Field, "wrong", 5)
    assert isinstance(sound.low, int)
    assert isinstance(wrong.low, dict)


def test_the_folder_of_a_test_is_its_own(tmp_path: Path) -> None:
    assert user_folder().is_relative_to(tmp_path)
