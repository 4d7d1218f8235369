"""The recorded games of the repository: `python -m defiance_qt.lab.record` plays them all again into `saves/`.

Each is played by the heuristic bot from the first seed that ends as wanted, one for every plugin of the repository, and
some that move about in time or have their chance typed in. Every recording is a test for ever (tests/test_saves.py).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.session import Session as AnySession
from defiance_qt.extend import loader
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import make_bot
from defiance_qt.lab.playing import play
from defiance_qt.lab.typed import answerers
from defiance_qt.systems.defiance.engine.game import SYSTEM

SAVES = Path(__file__).resolve().parent.parent.parent / "saves"
MISSION = "extraction"
MOST_SEEDS = 200


class NoSuchGame(DefianceError):
    """No seed gave the game that was wanted. `value` is the recording's name."""

    def __init__(self, value: str) -> None:
        super().__init__(f"None of {MOST_SEEDS} seeds gave the game {value!r}.")
        self.value = value


class Recording(msgspec.Struct, frozen=True):
    """A game to record: `wanted` is how it has to end ("" for any), `bot` who plays it, `after` what is done to the
    finished game."""

    name: str
    wanted: str = ""
    edition: str = "en"
    options: dict[str, Any] = {}
    plugins: tuple[str, ...] = ()
    bot: str = "heuristic"
    after: Callable[[AnySession], object] | None = None


def recordings() -> Iterator[Recording]:
    """Every game that is recorded."""
    for edition in ("en", "es"):
        for result in ("victory", "defeat"):
            yield Recording(f"{MISSION}-{edition}-{result}", result, edition)
    yield Recording(f"{MISSION}-en-print", edition="en-print")
    yield Recording(f"{MISSION}-opening-es", options={"switches": {"opening": "es"}})
    yield Recording(f"{MISSION}-typed", options={"answers": answerers("all")})
    yield Recording(f"{MISSION}-branches", after=branch_off)
    yield Recording(f"{MISSION}-random", bot="random")
    for one in loader.available(loader.bundled_folders()):
        if one.manifest is not None and SYSTEM in one.manifest.systems:
            yield Recording(f"plugin-{one.id}", plugins=(one.id, *_required(one.manifest.requires)))


def _required(requires: tuple[str, ...]) -> Iterator[str]:
    return (requirement.split()[0] for requirement in requires)


def record(one: Recording, folder: Path) -> Path:
    """Play the game and leave it in the folder as one file; an older recording is replaced. Raises `NoSuchGame`."""
    path = folder / f"{one.name}.defiance"
    for seed in range(1, MOST_SEEDS + 1):
        with _begin(one, seed, None) as trial:
            result = _play(one, trial, seed)
        if one.wanted in ("", result):
            path.unlink(missing_ok=True)
            with _begin(one, seed, path) as session:
                _play(one, session, seed)
                if one.after is not None:
                    one.after(session)
            return path
    raise NoSuchGame(one.name)


def _begin(one: Recording, seed: int, path: Path | None) -> Session:
    return Session.new(
        mission=MISSION,
        seed=seed,
        edition=one.edition,
        options=one.options,
        plugins=one.plugins,
        path=path,
        journal=path is not None,
    )


def _play(one: Recording, session: Session, seed: int) -> str:
    return play(session, make_bot(one.bot, seed), person=Typist(seed)).result


class Typist:
    """Somebody who types chance in: any answer that is asked for, from a generator with a seed."""

    def __init__(self, seed: int) -> None:
        self._below = random.Random(seed).randrange

    def __call__(self, session: AnySession) -> None:
        request = session.game.request(session.state)
        assert request is not None
        values = tuple(self._below(size) for size in request.sizes)
        session.submit(session.game.answer(session.state, values))


def branch_off(session: AnySession) -> None:
    """Go back to the middle twice, play on another way, and leave names and notes behind."""
    line = list(session.timeline.path)
    middle = line[len(line) // 2]
    session.checkpoint("the end", session.head)
    for name in ("another way", "with fresh dice"):
        session.fork(middle, name)
        if name == "with fresh dice":
            session.dice_after_undo = "fresh"
        bot = make_bot("random", len(name))
        for _ in range(60):
            if session.result is None:
                session.submit(bot.choose(session.game, session.state, session.legal()))  # type: ignore[arg-type]
        session.note(f"{name}: as far as here")
    for _ in range(5):
        session.undo()
    session.redo()
    session.jump(line[-1])


def main(folder: Path = SAVES) -> int:
    """Record every game anew."""
    folder.mkdir(exist_ok=True)
    wanted = set()
    for one in recordings():
        path = record(one, folder)
        wanted.add(path)
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB", flush=True)
    for path in folder.glob("*.defiance"):
        if path not in wanted:
            path.unlink()
            print(f"{path.name}: removed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
