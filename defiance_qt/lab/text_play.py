"""`defiance-qt play`: the whole game in text. The question, the numbered answers, what happened; undo, redo, why.

Decides nothing: every line is a command for the session, or moves along its timeline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.core.system import Reason
from defiance_qt.extend.sessions import Session, open_save
from defiance_qt.lab import auto, typed
from defiance_qt.lab.choices import Choices
from defiance_qt.lab.story import lines
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.events import UnitActivated
from defiance_qt.systems.defiance.engine.frames import Activation, Roll
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words.turns import Turn, last_turn, printed, turn_at
from defiance_qt.words import errors as troubles
from defiance_qt.words.catalogue import Words

Say = Callable[[str], object]
Hear = Callable[[str], str | None]


def play_text(chosen: Choices, out: Path | None, words: Words) -> int:
    """Go on with the save that `chosen.mission` names, or begin the mission; talk on stdin and stdout, in the language
    of `words` and with the game's own texts. 0 at the end.

    Raises what opening or beginning raises.
    """
    path = Path(chosen.mission)
    session = open_save(path) if path.exists() or path.suffix else chosen.begin(out)
    with session:
        TextTable(session, session.words(words.language), lambda line: print(line, flush=True), _hear).run()
    return 0


def _hear(prompt: str) -> str | None:
    print(prompt, end="", flush=True)
    return auto.next_line()


class TextTable:
    """One session, talked through. `say` takes a line, `hear` asks for one (None: there is no more)."""

    def __init__(self, session: Session, words: Words, say: Say, hear: Hear) -> None:
        self.session = session
        self.words = words
        self._say = say
        self._hear = hear
        self._shown: list[tuple[int, int]] = []
        self._commands: dict[str, Callable[[str], bool]] = {
            "undo": self._undo,
            "redo": self._redo,
            "why": self._why,
            "log": self._log,
            "help": self._help,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Talk until the person quits or the input ends."""
        self._help("")
        self._tell((0,) if not self.session.head else ())
        going = True
        while going:
            read = self._ask()
            text = self._hear("> ")
            if text is None:
                return
            try:
                going = self._answer(text.strip(), read)
            except DefianceError as error:
                self._say(troubles.said(error, self.words, self.session.state))

    def _ask(self) -> Callable[[str], Command]:
        """Say the standing question, and give what reads its answer."""
        session, words = self.session, self.words
        self._say("")
        request = session.game.request(session.state)
        if request is not None:
            asked = typed.question(session.state, request, words)
            for line in asked.lines:
                self._say(line)
            return asked.read
        if session.result is not None:
            self._say(words(f"cli.result.{session.result}"))
            return parse_command
        prompt = session.prompt
        self._say(words(f"cli.asks.{prompt.asks}", **asked_values(session.state, words)))
        for number, command in enumerate(prompt.commands, 1):
            self._say(f"  {number:>3}  {session.game.label(command, session.state, words)}")
        return self._chosen

    def _chosen(self, text: str) -> Command:
        """The legal command with this number, or the command that the text is."""
        if not text.isdigit():
            return parse_command(text)
        legal = self.session.legal()
        if not 1 <= int(text) <= len(legal):
            message = f"There is no answer {text}; the last is {len(legal)}."
            raise Illegal("no_such_answer", "", message, n=int(text), last=len(legal))
        return cast(Command, legal[int(text) - 1])

    def _answer(self, text: str, read: Callable[[str], Command]) -> bool:
        """Do what was typed; False when that is to leave."""
        word, _, rest = text.partition(" ")
        if word in self._commands:
            return self._commands[word](rest.strip())
        if text:
            failed = len(self.session.failures)
            change = self.session.submit(read(text))
            self._tell((change.step,))
            for failure in self.session.failures[failed:]:
                self._say(troubles.said(failure, self.words))
        return True

    def _tell(self, steps: Iterable[int] | None) -> None:
        """The events of some steps, of all by default, numbered for `why`."""
        for told in self.session.tell(steps):
            for line in lines(self.session, told, self.words):
                if not line:
                    self._say("")
                    continue
                self._shown.append((told.step, told.place))
                self._say(f"{len(self._shown):>4}| {line}")

    # -- words that are no command of the game

    def _undo(self, rest: str) -> bool:
        label = self.session.undo_label(self.words)
        self.session.undo()
        self._say(self.words("cli.undone", what=label))
        return True

    def _redo(self, rest: str) -> bool:
        label = self.session.redo_label(self.words)
        change = self.session.redo()
        self._say(self.words("cli.redone", what=label))
        self._tell((change.step,))
        return True

    def _why(self, rest: str) -> bool:
        """A number: of a line that was told. A command as text: why it cannot be given. Nothing: the turn of the Unit
        that was activated last, explained as a whole."""
        if rest.isdigit():
            self._why_line(int(rest))
        elif rest:
            reason = self.session.why_not(parse_command(rest), self.words)
            self._because(reason) if reason.words else self._say(self.words("cli.yes_allowed"))
        elif (turn := last_turn(self.session, self.words)) is not None:
            self._explain(turn)
        else:
            self._say(self.words("cli.why_what"))
        return True

    def _why_line(self, number: int) -> None:
        """Why a line that was told; that a Unit is activated is explained by its whole turn."""
        if not 1 <= number <= len(self._shown):
            self._say(self.words("cli.no_such_line", n=number, last=len(self._shown)))
            return
        step, place = self._shown[number - 1]
        if isinstance(self.session.timeline.step(step).events[place], UnitActivated):
            turn = turn_at(self.session, step, place, self.words)
            assert turn is not None
            self._explain(turn)
        else:
            self._because(self.session.why((step, place), self.words))

    def _because(self, reason: Reason) -> None:
        self._say(" ".join((" ".join(reason.rules) or self.words("cli.no_rule"), *reason.words)))

    def _explain(self, turn: Turn) -> None:
        for line in printed(turn, self.words):
            self._say(line)

    def _log(self, rest: str) -> bool:
        self._tell(None)
        return True

    def _help(self, rest: str) -> bool:
        self._say(self.words("cli.help"))
        return True

    def _quit(self, rest: str) -> bool:
        return False


def asked_values(state: State, words: Words) -> dict[str, object]:
    """What the sentence of the standing question names."""
    frame = state.agenda[-1] if state.agenda else None
    values: dict[str, object] = {}
    who = getattr(frame, "character", "")
    if who:
        values["name"] = words(f"character.{who}.name")
    if isinstance(frame, Activation):
        values |= {"actions": frame.actions, "points": frame.points}
    if isinstance(frame, Roll):
        sides = [side.symbols.text if side is not None else "-" for side in (frame.team, frame.enemy)]
        values |= {"own": sides[0], "rival": sides[1]}
    return values
