"""Fixtures for the tests of a plugin, as a pytest plugin: `defiance-qt plugin check` uses it, `pytest` finds it.

The plugin is the folder above the test that holds `plugin.toml`. It is loaded from there, neither installed nor
trusted, and every hook is asked each question twice: two answers fail the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from defiance_qt.extend.found import Found as Found  # noqa: PLC0414  a name for authors

if TYPE_CHECKING:
    from defiance_qt.core.chance import Request
    from defiance_qt.extend.loader import Loaded
    from defiance_qt.extend.sessions import Session
    from defiance_qt.lab.positions import GamePlay as GamePlay  # noqa: PLC0414  a name for authors
    from defiance_qt.lab.positions import Positions as Positions  # noqa: PLC0414  a name for authors
    from defiance_qt.shell.open_table import OpenTable as OpenTable  # noqa: PLC0414  a name for authors
    from defiance_qt.words.catalogue import Words

MANIFEST = "plugin.toml"

NewSession = Callable[..., "Session"]
"""`new_session(mission="", *, seed=1, edition="", options={}, **more)`: see the fixture."""

NewLesson = Callable[..., "Session"]
"""`new_lesson(id, *, edition="")`: see the fixture."""

ShowTable = Callable[..., "OpenTable"]
"""`show_table(session=None, *, language="en", theme="dark", size=(1280, 800))`: see the fixture."""

Position = Callable[..., Any]
"""`position(text, more="", *, options={}, **given)`: see the fixture."""

Mission = Callable[..., Any]
"""`mission(id, *, seed=1, edition="", options={}, **more)`: see the fixture."""

Code = Callable[..., ModuleType]
"""`code(name="")`: see the fixture."""

WordsOf = Callable[[str], "Words"]
"""`words(language)`: see the fixture."""

FixedDice = Callable[..., None]
"""`fixed_dice(session, *rolls)`: see the fixture."""


def __getattr__(name: str) -> Any:
    """Return the names that are imported on first use: tests of other games do not load the rules of the built-in one,
    those without a window no Qt."""
    if name == "OpenTable":
        from defiance_qt.shell.open_table import OpenTable

        return OpenTable
    if name in ("GamePlay", "Positions"):
        from defiance_qt.lab import positions

        return getattr(positions, name)
    if name != "Play":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from defiance_qt.extend.systems import DEFAULT, system_module

    return system_module(DEFAULT, "testing.play").Play


def pytest_configure(config: pytest.Config) -> None:
    # pytest rewrites the assertions of packages that bring a plugin: of this whole program, which takes seconds, and in
    # `plugin check`, which leaves no files, every time.
    getattr(config.pluginmanager.rewrite_hook, "_must_rewrite", set()).discard("defiance_qt")
    config.addinivalue_line(
        "markers", 'claims(*rules): the plugin\'s own rules that the test claims, as claims("mender-1")'
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a claim of a rule that the plugin has no text of."""
    known: dict[Path, frozenset[str]] = {}
    for item in items:
        for marker in item.iter_markers("claims"):
            folder = _folder_above(item.path)
            if folder is None:
                # The fixture `plugin_folder` says which plugin it is; see `_claims_elsewhere`.
                continue
            rules = known.setdefault(folder, _rules_of(folder))
            for rule in marker.args:
                if rule not in rules:
                    raise pytest.UsageError(f"{item.nodeid}: {_unwritten(rule)}")


def _unwritten(rule: str) -> str:
    return f"{rule!r} has no text rule.{rule} in locale/words.toml"


@pytest.fixture(autouse=True)
def _claims_elsewhere(request: pytest.FixtureRequest) -> None:
    """Check the claims of a test that stands outside of its plugin's folder."""
    claimed = [rule for marker in request.node.iter_markers("claims") for rule in marker.args]
    if claimed and _folder_above(request.path) is None:
        rules = _rules_of(Path(request.getfixturevalue("plugin_folder")).resolve())
        if unwritten := [_unwritten(rule) for rule in claimed if rule not in rules]:
            pytest.fail("; ".join(unwritten), pytrace=False)


def _rules_of(folder: Path) -> frozenset[str]:
    """Return the ids of the plugin's rules: those of its texts, and of a game system those of its `rules` too."""
    from defiance_qt.extend.found import Found
    from defiance_qt.extend.manifest import read
    from defiance_qt.extend.systems import system_words
    from defiance_qt.extend.texts import WORDS, read_words
    from defiance_qt.words.catalogue import RULE
    from defiance_qt.words.languages import FALLBACK

    source = folder / WORDS
    texts = read_words(source.read_bytes()) if source.is_file() else {}
    known = frozenset(key.removeprefix(RULE) for own in texts.values() for key in own if key.startswith(RULE))
    found = Found(folder, *read(folder))
    return known | frozenset(system_words(found, FALLBACK).rules) if found.system else known


def _folder_above(path: Path) -> Path | None:
    return next((folder.resolve() for folder in path.parents if (folder / MANIFEST).is_file()), None)


@pytest.fixture
def plugin_folder(request: pytest.FixtureRequest) -> Path:
    """The folder of the plugin that the test belongs to."""
    folder = _folder_above(request.path)
    if folder is None:
        pytest.fail(f"there is no {MANIFEST} above {request.path.name}", pytrace=False)
    return folder


@pytest.fixture
def plugin(plugin_folder: Path) -> Iterator[Found]:
    """The plugin as it was found: `plugin.id`, `plugin.manifest`. While the test runs it can be loaded by its id."""
    from defiance_qt.extend.authoring import authored
    from defiance_qt.extend.manifest import read

    found = Found(plugin_folder, *read(plugin_folder))
    if found.manifest is None:
        pytest.fail(f"{MANIFEST}: {'; '.join(map(str, found.faults))}", pytrace=False)
    with authored(plugin_folder, twice=True):
        yield found


@pytest.fixture
def new_session(plugin: Found) -> Iterator[NewSession]:
    """Return games with the plugin, in memory: `new_session(mission="", seed=1, edition="", options={"corners": 2})`.

    Without a mission it is the first one that the system offers. `options` are the plugin's own, and of a game system
    those of the game; whatever else `Session.new` takes can be given too. At the end the games are closed, and a fault
    of the plugin fails the test.
    """
    from defiance_qt.extend.sessions import Session, offered
    from defiance_qt.lab.content import with_required
    from defiance_qt.words.languages import FALLBACK

    system = _system_of(plugin)
    ids = () if plugin.system else with_required(plugin)
    games: list[Session] = []

    def new(
        mission: str = "", *, seed: int = 1, edition: str = "", options: Mapping[str, object] | None = None, **more: Any
    ) -> Session:
        known = {plugin.id: dict(options)} if options and not plugin.system else {}
        mission = mission or offered(system, ids, known, FALLBACK).offerings.scenarios[0].id
        own = dict(options or {}) if plugin.system else {"plugins": known} if known else {}
        given = {**more, "options": own} if own else more
        game = Session.new(system, mission=mission, seed=seed, edition=edition, plugins=ids, **given)
        games.append(game)
        return game

    with ExitStack() as stack:
        yield new
        for game in games:
            stack.callback(game.close)
        _no_failures(failure for game in games for failure in game.host.failures)


@pytest.fixture
def session(new_session: NewSession) -> Session:
    """Return a game with the plugin: the first mission, seed 1, the options' defaults."""
    return new_session()


@pytest.fixture
def new_lesson(plugin: Found) -> Iterator[NewLesson]:
    """Return lessons of the plugin's game system, with their tables laid: `new_lesson("first_turn")`.

    `session.lesson_progress()` is how far one has come, `.next.command` the next step in text, `.findings` what the
    rules say beside what came out.
    """
    from defiance_qt.extend.sessions import Session

    games: list[Session] = []

    def new(id: str, *, edition: str = "") -> Session:
        if not plugin.system:
            pytest.fail("only a game system has lessons", pytrace=False)
        games.append(Session.lesson(id, plugin.system, edition=edition))
        return games[-1]

    with ExitStack() as stack:
        yield new
        for game in games:
            stack.callback(game.close)


@pytest.fixture
def show_table(plugin: Found, new_session: NewSession, tmp_path: Path) -> Iterator[ShowTable]:
    """Show a game in a window that is on no screen: `show_table()` a new one, `show_table(session)` one of
    `new_session` or `new_lesson`; `language`, `theme` and `size` are those of the window.

    See `OpenTable` for what can be seen and done there. The window is closed at the end, and an error in what Qt has
    called, a click or a paint event, fails the test.
    """
    from defiance_qt.shell.open_table import OpenTable

    tables: list[OpenTable] = []

    def show(
        session: Session | None = None,
        *,
        language: str = "en",
        theme: str = "dark",
        size: tuple[int, int] = (1280, 800),
    ) -> OpenTable:
        folder = tmp_path / f"window-{len(tables)}"
        tables.append(OpenTable(session or new_session(), folder, language, theme, size))
        return tables[-1]

    yield show
    for table in tables:
        table.close()
    if told := "; ".join(f"{type(error).__name__}: {error}" for table in tables for error in table.failed):
        pytest.fail(told, pytrace=False)


@pytest.fixture
def position(plugin: Found) -> Iterator[Position]:
    """Return positions in text, with the plugin, as its game lays them (`contribute_positions`):
    `position(text, options={"corners": 2})`.

    `options` are those of `new_session`; whatever else is given is the game's, see `Positions`, and for Infinity
    Defiance `defiance_qt.systems.defiance.testing.positions`. What can be asked is in `GamePlay`, `Play`.
    """
    games: list[Loaded] = []

    def at(text: str, *more: Any, options: Mapping[str, object] | None = None, **given: Any) -> Any:
        loaded = _loaded(plugin, options)
        _no_failures(loaded.failures)
        games.append(loaded)
        if options and plugin.system:
            given = {**given, "options": options}
        return _positions(loaded).position(loaded, text, *more, **given)

    yield at
    _no_failures(failure for loaded in games for failure in loaded.failures)


def _loaded(plugin: Found, options: Mapping[str, object] | None = None) -> Loaded:
    """Return the plugin with its game and what it requires."""
    from defiance_qt.extend.loader import load
    from defiance_qt.lab.content import with_required

    if plugin.system:
        return load((), system=plugin.system)
    return load(with_required(plugin), {plugin.id: options} if options else None, system=_system_of(plugin))


def _system_of(plugin: Found) -> str:
    """Return the system of the games that the plugin is tested in."""
    from defiance_qt.extend.systems import DEFAULT

    return plugin.system or (plugin.manifest.systems[0] if plugin.manifest else DEFAULT)


def _positions(loaded: Loaded) -> Positions:
    """Return what lays the positions of the game."""
    from defiance_qt.lab.positions import Positions as Default

    make = loaded.contributions["contribute_positions"].get(loaded.system.found.id, Default)
    found: Positions = make()
    return found


@pytest.fixture
def mission(plugin: Found, new_session: NewSession) -> Mission:
    """Return missions with the plugin, set up, to be played like a position: `mission("yard", seed=2,
    options={"corners": 2})`; it takes what `new_session` takes.

    In Infinity Defiance the team is deployed, and `game.pass_round()` plays to the next Round.
    """
    return lambda id="", **more: _positions(_loaded(plugin)).mission(new_session(id, **more))


@pytest.fixture
def code(plugin: Found) -> Code:
    """Return a module of the plugin as the program imports it: `code()` the one that the manifest names, `code("view")`
    another."""
    from defiance_qt.extend.found import digest
    from defiance_qt.extend.importing import imported
    from defiance_qt.extend.sources import plugin_files

    def module(name: str = "") -> ModuleType:
        files = plugin_files(plugin.folder)
        own = plugin.manifest.module if plugin.manifest else ""
        return imported(plugin.folder, plugin.id, name or own, digest(files), files)

    return module


@pytest.fixture
def words(plugin: Found) -> Iterator[WordsOf]:
    """Return the texts of the program and of the plugin in a language, also in one that the plugin brings:
    `words("es")`."""
    from defiance_qt.extend.languages import add_languages
    from defiance_qt.extend.systems import load_system, system_words
    from defiance_qt.extend.texts import WORDS, read_words
    from defiance_qt.words import languages

    _no_failures(add_languages((plugin,)))
    source = plugin.folder / WORDS
    own = read_words(source.read_bytes()) if source.is_file() else {}
    found = load_system(_system_of(plugin)).found
    yield lambda language: system_words(found, language, own)
    languages.forget()


@pytest.fixture
def fixed_dice() -> Iterator[FixedDice]:
    """Fix what is rolled in a game: `fixed_dice(session, [1, 6], [3])` are the faces of the next rolls, counted from 1.

    All of them must be rolled. `kind="card"` fixes draws instead, or any other kind of chance that the game asks for,
    and `kind=""` whatever it asks for next.
    """
    waiting: list[list[Sequence[int]]] = []

    def fix(session: Session, *rolls: Sequence[int], kind: str = "dice") -> None:
        left, usual = list(rolls), session.fixed
        waiting.append(left)

        def fixed(asked: Request) -> tuple[int, ...] | None:
            if left and kind in ("", asked.kind):
                return _faces(left.pop(0), asked)
            return None if usual is None else usual(asked)

        session.fixed = fixed

    yield fix
    left = [list(roll) for rolls in waiting for roll in rolls]
    if left:
        pytest.fail(f"never rolled: {left}", pytrace=False)


def _faces(roll: Sequence[int], asked: Request) -> tuple[int, ...]:
    sizes = list(asked.sizes)
    if len(roll) != len(sizes) or not all(1 <= face <= size for face, size in zip(roll, sizes, strict=True)):
        why = f"{list(roll)} does not answer a request of kind {asked.kind!r} with {sizes} faces"
        pytest.fail(why, pytrace=False)
    return tuple(face - 1 for face in roll)


def _no_failures(failures: Any) -> None:
    if told := "; ".join(dict.fromkeys(map(str, failures))):
        pytest.fail(told, pytrace=False)
