"""Recorded games. A bot plays each one from the first seed with the required result.

Some recordings move in the timeline or have chance entered by hand. Each system defines its own list.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.session import Session as AnySession
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.lab.bots import RandomBot, make_bot
from defiance_qt.lab.playing import play

MOST_SEEDS = 200


class NoSuchGame(DefianceError):
    """No seed produced the required game. `value` is the recording's name."""

    def __init__(self, value: str) -> None:
        super().__init__(
            "command.no_game", "None of {count} seeds produced the game {name!r}.", count=MOST_SEEDS, name=value
        )
        self.value = value


class Recording(msgspec.Struct, frozen=True):
    """A game to record. `wanted` is its required result ("" for any), `bot` the name of the bot.

    `first` is the first seed to try. `after` is a function applied to the finished game.
    """

    name: str
    scenario: str
    wanted: str = ""
    system: str = DEFAULT
    edition: str = ""
    options: dict[str, Any] = {}
    plugins: tuple[str, ...] = ()
    bot: str = ""
    after: Callable[[AnySession], object] | None = None
    first: int = 1


def record(one: Recording, folder: Path) -> Path:
    """Play the game and save it in the folder as one file, replacing an older recording. Raises `NoSuchGame`."""
    path = folder / f"{one.name}.defiance"
    for seed in range(one.first, one.first + MOST_SEEDS):
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
        one.system,
        mission=one.scenario,
        seed=seed,
        edition=one.edition,
        options=one.options,
        plugins=one.plugins,
        path=path,
        journal=path is not None,
    )


def _play(one: Recording, session: Session, seed: int) -> str:
    return play(session, make_bot(one.bot, seed, one.system), person=Typist(seed)).result


class Typist:
    """Answers chance requests with random values from a seeded generator, in place of a user."""

    def __init__(self, seed: int) -> None:
        self._below = random.Random(seed).randrange

    def __call__(self, session: AnySession) -> None:
        request = session.game.request(session.state)
        assert request is not None
        values = tuple(self._below(size) for size in request.sizes)
        session.submit(session.game.answer(session.state, values))


def branch_off(session: AnySession) -> None:
    """Return to the middle twice, play two other branches, and add names and notes."""
    line = list(session.timeline.path)
    middle = line[len(line) // 2]
    session.checkpoint("the end", session.head)
    for name in ("another way", "with fresh dice"):
        session.fork(middle, name)
        if name == "with fresh dice":
            session.dice_after_undo = "fresh"
        bot = RandomBot(len(name))
        for _ in range(60):
            if session.result is None:
                session.submit(bot.choose(session.game, session.state, session.legal()))
        session.note(f"{name}: as far as here")
    for _ in range(5):
        session.undo()
    session.redo()
    session.jump(line[-1])


def record_all(recordings: Iterable[Recording], folder: Path) -> None:
    """Play every recording again into the folder, and remove saves there that are not in the list."""
    folder.mkdir(exist_ok=True)
    wanted = set()
    for one in recordings:
        path = record(one, folder)
        wanted.add(path)
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB", flush=True)
    for path in folder.glob("*.defiance"):
        if path not in wanted:
            path.unlink()
            print(f"{path.name}: removed")
