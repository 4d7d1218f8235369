"""A machine that stands still: a game with plugins is played in a child process, which is stopped and goes on later.

It must come to the states of the same game unstopped, and no plugin may be dropped.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from defiance_qt.extend.sessions import systems
from tests.workshop.torture.cases import HANG, HELD, RAW, SWAYED, Fault, Tell
from tests.workshop.torture.doors import sentence
from tests.workshop.torture.games import begin, digest, one_step, plugins_of

STALLED = "play_stalled"

STEPS = 60
"""The most commands of a game."""

STOPS = 2

LONGEST = 5.0
"""The longest stop in seconds."""


class Ended(msgspec.Struct, frozen=True):
    """How a game went: the digest of the state after each command, and what plugins were dropped for."""

    states: tuple[str, ...]
    failures: tuple[str, ...]


def stalled(chance: random.Random, tell: Tell) -> tuple[str, str]:
    """Play a game unstopped and stopped. Return a sentence and the outcome. Raises `Fault`."""
    system = chance.choice([one for one in systems() if plugins_of(one)])
    seed = chance.randrange(1000)
    tell("play unstopped")
    expected = played(system, seed, lambda: None)
    tell("play stopped", HANG + STOPS * LONGEST)
    found = _stopped(system, seed, len(expected.states), chance)
    if found.failures != expected.failures:
        raise Fault(SWAYED, f"other plugins are dropped than unstopped: {found.failures} {expected.failures}")
    if found.states != expected.states:
        raise Fault(SWAYED, "a game that was stopped comes to other states")
    return f"{len(found.states)} steps of {system}", HELD


def played(system: str, seed: int, shown: Callable[[], object]) -> Ended:
    """Play a game with all bundled plugins; `shown` is called after each command."""
    chance, states = random.Random(seed), list[str]()
    with begin(system, seed, plugins_of(system)) as session:
        while len(states) < STEPS and one_step(session, chance):
            states.append(digest(session.state))
            shown()
        return Ended(tuple(states), tuple(map(sentence, session.host.failures)))


def _stopped(system: str, seed: int, steps: int, chance: random.Random) -> Ended:
    """Play the game in a child and stop it in the course of some of its steps."""
    ends, pipe = os.pipe()
    child = os.fork()
    if not child:
        os.close(ends)
        _live(system, seed, pipe)
    os.close(pipe)
    with os.fdopen(ends, "rb", buffering=0) as reports:
        told = 0
        for step in sorted(chance.randrange(steps) for _ in range(STOPS)):
            while told < step and reports.read(1):
                told += 1
            os.kill(child, signal.SIGSTOP)
            time.sleep(chance.random() * LONGEST)
            os.kill(child, signal.SIGCONT)
        end = reports.readall().lstrip(b".")
    os.waitpid(child, 0)
    try:
        return msgspec.json.decode(end, type=Ended)
    except msgspec.DecodeError:
        raise Fault(RAW, end.decode("utf-8", "replace") or "the child ended without a word") from None


def _live(system: str, seed: int, pipe: int) -> None:
    """Play in the child, report a dot for each step and the end, and leave without returning."""
    try:
        os.write(pipe, msgspec.json.encode(played(system, seed, lambda: os.write(pipe, b"."))))
    except BaseException as error:  # noqa: BLE001  a child must not go on as its parent
        with suppress(OSError):
            os.write(pipe, f"{type(error).__name__}: {error}".encode())
    finally:
        os._exit(0)
