"""Cases and their results: the vocabulary that all parts of the torture share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import msgspec

from defiance_qt.core.errors import DefianceError

HANG = 5.0
"""The seconds after which a reader counts as hanging."""

# Outcomes that are allowed.
SAME = "same"
REFUSED = "refused"
EARLIER = "earlier"
UNSAID = "unsaid"
NOTICED = "noticed"
UNSEEN = "unseen"
HELD = "held"
SKIPPED = "skipped"

GOOD = {
    SAME: "opened, every step and the state as before",
    REFUSED: "refused in one sentence, every file as before",
    EARLIER: "opened at an earlier step, where the rest of the file is gone, with a warning",
    UNSAID: "opened at an earlier step without a warning: the file looks as it once did",
    NOTICED: "opened, and `verify` says that it was changed",
    UNSEEN: "opened with a change that nothing in the file can prove",
    HELD: "the program went on, and named who is to blame",
    SKIPPED: "not tried here",
}

# Outcomes that are findings.
RAW = "raw"
HANGS = "hang"
MEMORY = "memory"
DIED = "died"
TOUCHED = "touched"
CHANGED = "changed"
LOST = "lost"
SENTENCE = "sentence"
LEFT = "left"
SILENT = "silent"
STUCK = "stuck"
SWAYED = "swayed"
OBEYED = "obeyed"

BAD = {
    LOST: "a step that was shown is gone",
    CHANGED: "changed contents called sound",
    RAW: "an exception without a sentence",
    HANGS: f"no answer for {HANG:g} seconds",
    MEMORY: "more memory than a game can need",
    DIED: "the process died",
    TOUCHED: "a file that was refused or only read is not as it was",
    SENTENCE: "refused, but not in one plain sentence that names the file",
    LEFT: "a refused import or export leaves something behind",
    SILENT: "a plugin misbehaved and is not named",
    STUCK: "the game cannot go on",
    OBEYED: "a text of others is obeyed by the terminal or laid out as markup",
    SWAYED: "a machine that stood still changed a game or cost a plugin",
}


class Case(msgspec.Struct, frozen=True):
    """One try: the name of its kind, and the seed that everything in it is drawn from."""

    kind: str
    seed: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.seed}"

    def chance(self) -> random.Random:
        """Return the source of everything that the case draws."""
        return random.Random(str(self))

    @classmethod
    def parse(cls, text: str) -> Case:
        """Return the case written as KIND:SEED. Raises `NoCase`."""
        kind, colon, seed = text.rpartition(":")
        if not colon or not seed.isdigit():
            raise NoCase(text)
        return cls(kind, int(seed))


class Result(msgspec.Struct, frozen=True):
    """How a case ended. `stage` is what was asked last, `detail` the sentence or the end of the traceback, `base` the
    game that was damaged."""

    case: Case
    outcome: str
    stage: str = ""
    detail: str = ""
    base: str = ""
    count: int = 0
    """The commands that were played, where they are counted."""

    @property
    def found(self) -> bool:
        """Whether it is a finding."""
        return self.outcome in BAD


def by_turns(weights: Mapping[str, int], count: int, first: int) -> Iterator[Case]:
    """Yield that many cases, the kinds by turns in a mixed order, each as often as its weight says."""
    turns = [name for name, weight in weights.items() for _ in range(weight)]
    random.Random("turns").shuffle(turns)
    for number in range(count):
        yield Case(turns[number % len(turns)], first + number)


class NoCase(DefianceError):
    """A text that names no case. `value` is the text."""

    def __init__(self, value: str) -> None:
        super().__init__("command.no_case", "{text!r} is not a case: write KIND:SEED.", text=value)
        self.value = value


class Fault(Exception):
    """A finding, raised where it is seen."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(outcome, detail)
        self.outcome = outcome
        self.detail = detail


class Skip(Exception):
    """A case that cannot be tried on this machine, with the reason."""


Tell = Callable[..., None]
"""Announces the next stage: its name, and the seconds it may take."""

Work = Callable[[Case, Tell], Result]
"""Runs one case to its result."""
