"""The rule coverage of a system whose files are where `docs/plugins.md` puts them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import get_args

from defiance_qt.core.port import Game
from defiance_qt.extend.found import Found
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import load_system
from defiance_qt.lab.coverage import file_of
from defiance_qt.words.languages import FALLBACK
from defiance_qt.words.rules import rules
from tests.workshop.coverage.sources import EditionOption, RuleSources

OPENING = (
    "# The rules of {name}, one by one",
    "",
    "Written by `make rules-map SYSTEM={system}`. Each rule, then where the program enforces it: the code that names",
    "the rule and that a test claiming it runs. Then all code that names it, the events that cite it, and the tests",
    "that claim it.",
)


def of_system(system: str) -> RuleSources:
    """Return where a system keeps its rules: the engine in `engine` (without such a folder all its modules but those of
    the view and the tests), the index and what was measured in `rules`. A switch that an engine looks up in an
    attribute `switches` changes the rules that it names.

    Raises `PluginError` for a system that cannot be used, and `ContentError`.
    """
    loaded = load_system(system)
    folder = loaded.found.folder
    offerings = loaded.rules.offerings(loaded.rules.content())
    root, tests = _tests(loaded.found)
    with Session.new(system, mission=offerings.scenarios[0].id, seed=0, journal=False) as session:
        events = event_names(session.game)
    return RuleSources(
        module=loaded.module.__name__.rpartition(".")[0],
        package=folder,
        rules=partial(rules, folder / "rules"),
        root=root,
        tests=tests,
        document=root / "docs" / f"rules-{loaded.found.id}.md",
        opening=tuple(line.format(name=loaded.found.name(FALLBACK), system=system) for line in OPENING),
        measured=file_of(folder),
        system=system,
        scenario=offerings.scenarios[0].id,
        editions=tuple(variant.id for variant in offerings.variants) or ("",),
        events=events,
        makers=(("settled", "AnswerSet"), ("settled", "Overruled")),
        holding=_holding(folder),
        options=tuple(EditionOption(one.id, one.id, one.rules) for one in offerings.switches),
    )


def _tests(found: Found) -> tuple[Path, Path]:
    """Return the folder that places of tests are told from, and that of the tests: those of a bundled system are beside
    the others of the program."""
    if not found.bundled:
        return found.folder, found.folder / "tests"
    root = found.folder.parent.parent
    return root, root / "tests" / found.folder.parent.name


def _holding(folder: Path) -> tuple[str, ...]:
    if (folder / "engine").is_dir():
        return ("engine",)
    return tuple(sorted(path.name for path in folder.glob("*.py") if path.stem != "view"))


def event_names(game: Game) -> frozenset[str]:
    """Return the names of the structs of a game's events."""
    return frozenset(kind.__name__ for kind in get_args(game.event_type) or (game.event_type,))
