"""Processes that play the games of comparisons: each binds the game once and stays ready for the next question.

A worker is spawned, so it takes some seconds until it is ready. It is fed with MessagePack and answers one task at a
time. It works at low priority, and ends with the process that has begun it.
"""

from __future__ import annotations

import os
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Game
from defiance_qt.extend.binding import bound, loaded_for
from defiance_qt.journal.mapper import Header
from defiance_qt.lab.bots import best_bot
from defiance_qt.lab.what_if.rollouts import Player, Question, Rollout, Task

NICE = 10
"""By how much the workers give way to the window."""


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """A question, packed: state and commands are the game's own types."""

    state: bytes
    plans: tuple[tuple[bytes, ...], ...]
    seed: int


class Given(msgspec.Struct, frozen=True, tag="given"):
    """A task of the question that was sent last."""

    task: Task


def pack(question: Question) -> bytes:
    """Return a question for workers."""
    encode = msgspec.msgpack.encode
    plans = tuple(tuple(map(encode, commands)) for commands in question.plans)
    return encode(Asked(encode(question.state), plans, question.seed))


def unpack(asked: Asked, game: Game) -> Question:
    """Return the question that was packed."""
    command: Any = msgspec.msgpack.Decoder(ready(game.command_type)).decode
    plans = tuple(tuple(map(command, commands)) for commands in asked.plans)
    return Question(msgspec.msgpack.decode(asked.state, type=ready(game.state_type)), plans, asked.seed)


class Workers:
    """Processes for one game; with `stay` its plugins keep the versions that it was made with. They get tasks in turn,
    and `results` hands over what they have finished."""

    def __init__(self, header: Header, count: int, stay: bool = False) -> None:
        context = get_context("spawn")
        packed = msgspec.msgpack.encode(header)
        self._questions: tuple[Question, ...] = ()
        self._held: dict[Connection, Question] = {}
        """The question that each worker was sent last."""
        self._free: list[Connection] = []
        self._busy: dict[Connection, Task | None] = {}
        self.processes = []
        for _ in range(count):
            here, there = context.Pipe()
            process = context.Process(target=serve, args=(there, packed, stay), daemon=True)
            process.start()
            there.close()
            self.processes.append(process)
            self._busy[here] = None

    def ask(self, *questions: Question) -> None:
        """Begin other questions. Results of those before are dropped."""
        self._questions = questions
        self._busy = dict.fromkeys(self._busy)

    @property
    def free(self) -> bool:
        """Whether a task can be given."""
        return bool(self._free)

    def give(self, task: Task) -> None:
        """Give a task of the questions to a worker that is free."""
        one, question = self._free.pop(), self._questions[task.at]
        if self._held.get(one) is not question:
            self._held[one] = question
            one.send_bytes(pack(question))
        one.send_bytes(msgspec.msgpack.encode(Given(task)))
        self._busy[one] = task

    def results(self, seconds: float | None = 0) -> list[tuple[Task, list[Rollout]]]:
        """Return what has been finished, after waiting that long for something; None waits on. Raises what a worker
        has met."""
        found = []
        for one in wait(list(self._busy), seconds):
            assert isinstance(one, Connection)
            try:
                answer = one.recv()
            except (EOFError, OSError) as error:
                raise DefianceError(
                    "command.worker", "A process that plays games for the comparison has ended."
                ) from error
            task = self._busy.pop(one)
            self._free.append(one)
            if isinstance(answer, BaseException):
                raise answer
            if task is not None:
                found.append((task, msgspec.msgpack.decode(answer, type=list[Rollout])))
        return found

    def close(self) -> None:
        """End the processes, without waiting for what they do."""
        for one in (*self._free, *self._busy):
            one.close()
        for process in self.processes:
            process.terminate()


def serve(pipe: Connection, packed: bytes, stay: bool) -> None:
    """Play what is asked until the other end is closed."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        player = game = question = None
        answer: bytes | BaseException = b""
        try:
            game, player = _player(msgspec.msgpack.decode(packed, type=ready(Header)), stay)
        except Exception as error:  # noqa: BLE001  raised again where the worker was begun
            answer = error
        pipe.send(answer)
        while game is not None and player is not None:
            asked = msgspec.msgpack.decode(pipe.recv_bytes(), type=Asked | Given)
            if isinstance(asked, Asked):
                question = unpack(asked, game)
                continue
            assert question is not None, "a question comes before its tasks"
            try:
                answer = msgspec.msgpack.encode(player.play(question, asked.task))
            except Exception as error:  # noqa: BLE001
                answer = error
            pipe.send(answer)
    except (EOFError, OSError, KeyboardInterrupt):
        return


def _player(header: Header, stay: bool) -> tuple[Game, Player]:
    """Return the game of a header, and what plays it. Plugins that cannot be loaded take no part, as in the session.
    Raises `PluginError`."""
    loaded = loaded_for(header, stay)
    game = bound(header.setup, header.content, loaded)
    return game, Player(game, best_bot(game.system, loaded.bots()))
