"""`defiance-qt play`: a game in text mode, with prompts, numbered answers, events, undo, redo and explanations.

Contains no game logic: every line is a command for the session, or moves along its timeline.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any

from defiance_qt.core.accounts import account_at, last_account
from defiance_qt.core.correction import correct, part_at, parts
from defiance_qt.core.errors import DefianceError, Illegal, PluginError
from defiance_qt.core.filling import filled
from defiance_qt.core.port import Account, Command, FieldsForm, Reason, State
from defiance_qt.core.telling import seat_name
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.registry import only_options
from defiance_qt.extend.sessions import Session
from defiance_qt.lab import auto
from defiance_qt.lab.bots import hint
from defiance_qt.lab.chance_input import entry_lines, read_entry
from defiance_qt.lab.checking import forgery_is_named, warnings
from defiance_qt.lab.choices import Choices
from defiance_qt.lab.correcting import corrected_fields, correction_lines, meant, preview
from defiance_qt.lab.form_input import (
    beside_field,
    field_line,
    form_lines,
    form_of_line,
    forms_of,
    read_fields,
    read_value,
)
from defiance_qt.lab.story import account_lines, lines
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_error

Write = Callable[[str], object]
Ask = Callable[[str], str | None]


def play_text(chosen: Choices, out: Path | None, words: Words) -> int:
    """Open the save that `chosen.mission` names, or start the mission, and play it on stdin and stdout.

    The output is in the language of `words`, with the game's own texts. Returns 0 at the end. Raises whatever opening
    or starting raises.
    """
    path = Path(chosen.mission)
    session = open_save(path) if path.is_file() or path.suffix else chosen.begin(out)
    with session, forgery_is_named(session, path):
        if session.readable_only:
            raise session.host.missing[0]
        if found := warnings(session, words):
            print(" ".join(found), file=sys.stderr)
        TextTable(session, session.words(words.language), lambda line: print(line, flush=True), _prompt).run()
    return 0


def _prompt(text: str) -> str | None:
    print(text, end="", flush=True)
    return auto.next_line()


class TextTable:
    """One session in text mode. `write` prints a line; `prompt` reads one and returns None at end of input."""

    def __init__(self, session: Session, words: Words, write: Write, prompt: Ask) -> None:
        self.session = session
        self.words = words
        self._print = write
        self._prompt = prompt
        self._shown: list[tuple[int, int]] = []
        self._corrected: tuple[FieldsForm, ...] = ()
        self._typed: tuple[State | None, dict[str, dict[str, Any]]] = None, {}
        self._commands: dict[str, Callable[[str], bool]] = {
            "undo": self._undo,
            "redo": self._redo,
            "correct": self._correct,
            "why": self._why,
            "goals": self._goals,
            "hint": self._hint,
            "log": self._log,
            "update": self._update,
            "help": self._help,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Run until the user quits or the input ends."""
        if self.session.host.missing and not self._go_on():
            return
        self._help("")
        self._narrate((0,) if not self.session.head else ())
        going = True
        while going:
            read = self._ask()
            text = self._prompt("> ")
            if text is None:
                return
            try:
                going = self._answer(text.strip(), read)
            except DefianceError as error:
                self._print(format_error(error, self.words, self._refusal))

    def _refusal(self, error: Illegal) -> str:
        text = self.session.game.refusal(error, self.session.state, self.words)
        return beside_field(error, (*self._forms(), *self._corrected), text)

    def _ask(self) -> Callable[[str], Command | None]:
        """Print the pending decision and return the parser of its answer."""
        session, words = self.session, self.words
        self._print("")
        game, state = session.game, session.state
        entry = game.entry(state, words)
        if entry is not None:
            for line in entry_lines(entry, words):
                self._print(line)
            return lambda text: game.answer(state, session.rolled(read_entry(text, entry, words)))
        ending = game.ending(state, words)
        if ending is not None:
            self._print(": ".join(part for part in (ending.title, ending.reason) if part))
            return game.parse
        prompt = session.prompt
        asked = seat_name(prompt.seat, words), game.question(state, words)
        self._print(": ".join(part for part in asked if part))
        numbers = count(1)
        for heading, commands in prompt.grouped():
            if heading:
                self._print(f"  {words(heading)}:")
            for command, number in zip(commands, numbers, strict=False):
                self._print(f"  {number:>3}  {game.label(command, state, words)}")
        forms = self._forms()
        for form in forms:
            for line in form_lines(form, self._values(form), words, len(forms) > 1):
                self._print(line)
        return self._chosen

    def _chosen(self, text: str) -> Command | None:
        """Return the legal command with this number, the pending form filled in, or the command parsed from the text.
        Return None if a form is left as it is."""
        forms = self._forms()
        word, _, id = text.partition(" ")
        if forms and word == "fill":
            return self._fill(next((one for one in forms if one.id == id.strip()), forms[0]))
        if (form := form_of_line(text, forms)) is not None:
            read = read_fields(text, form, self.words)
            self._values(form).update(read.values)
            if read.refused is not None:
                raise read.refused
            return self._filled(form)
        if not text.isdigit():
            return self.session.game.parse(text)
        legal = self.session.legal()
        if not 1 <= int(text) <= len(legal):
            message = f"There is no answer {text}; the last is {len(legal)}."
            raise Illegal("no_such_answer", "", message, n=int(text), last=len(legal))
        return legal[int(text) - 1]

    # -- forms

    def _forms(self) -> tuple[FieldsForm, ...]:
        """Return the pending forms in words."""
        session = self.session
        return forms_of(session.prompt, session.game, session.state, self.words)

    def _values(self, form: FieldsForm) -> dict[str, Any]:
        """Return what the fields of a form hold: what has been typed since it is pending, else what they begin
        with."""
        if self._typed[0] is not self.session.state:
            self._typed = self.session.state, {}
        return self._typed[1].setdefault(form.id, {field.path: field.value for field in form.fields})

    def _filled(self, form: FieldsForm) -> Command:
        return filled(self.session.game, self.session.state, form.id, self._values(form), self.words)

    def _fill(self, form: FieldsForm) -> Command | None:
        """Ask for the value of each field, until it can be one. Return None if the user gives up; what was typed
        stays."""
        values = self._values(form)
        self._print(self.words("cli.ask.each"))
        for field in form.fields:
            self._print(field_line(field, values[field.path], self.words))
            while text := self._prompt("> "):
                if text.strip() == "cancel":
                    return None
                try:
                    values[field.path] = read_value(field, text, self.words)
                    break
                except Illegal as error:
                    self._print(self._refusal(error))
            if text is None:
                return None
        return self._filled(form)

    def _answer(self, text: str, read: Callable[[str], Command | None]) -> bool:
        """Process an entered line. Return False if the user quits."""
        word, _, rest = text.partition(" ")
        if word in self._commands:
            return self._commands[word](rest.strip())
        command = read(text) if text else None
        if command is not None:
            failed = len(self.session.host.failures)
            change = self.session.submit(command, seat=self.session.prompt.seat)
            self._narrate((change.step,))
            for failure in self.session.host.failures[failed:]:
                self._print(format_error(failure, self.words))
        return True

    def _narrate(self, steps: Iterable[int] | None) -> None:
        """Print the events of some steps, by default of all, numbered for `why`."""
        for one in self.session.event_contexts(steps):
            for line in lines(self.session, one, self.words):
                if not line:
                    self._print("")
                    continue
                self._shown.append((one.step, one.index))
                self._print(f"{len(self._shown):>4}| {line}")

    # -- commands of the text mode

    def _undo(self, rest: str) -> bool:
        label = self.session.undo_label(self.words)
        self.session.undo()
        self._print(self.words("cli.undone", what=label))
        return True

    def _redo(self, rest: str) -> bool:
        label = self.session.redo_label(self.words)
        depth = self.session.timeline.depth(self.session.head)
        change = self.session.redo()
        self._print(self.words("cli.redone", what=label))
        self._narrate(self.session.timeline.line[depth + 1 : self.session.timeline.depth(change.step) + 1])
        return True

    def _correct(self, rest: str) -> bool:
        """Correct the command or the chance of a printed line. `rest` is the line's number and what was meant.

        What becomes of the steps after it is shown first, and done with a yes.
        """
        session, words = self.session, self.words
        number, _, text = rest.partition(" ")
        if not number.isdigit() or not text or not 1 <= int(number) <= len(self._shown):
            legal = session.legal()
            sample = session.game.format(legal[0]) if legal else "…"
            self._print(words("cli.correct_what", sample=sample))
            return True
        step, event = self._shown[int(number) - 1]
        self._corrected = corrected_fields(session, step, words)
        command, part = meant(session, step, text, words, part_at(parts(session, step), event))
        found = preview(session, step, command, part, words)
        for line in correction_lines(session, found, words):
            self._print(line)
        self._print(words("cli.correct.ask"))
        if (self._prompt("> ") or "").strip().casefold() not in ("yes", words("cli.form.yes")):
            self._print(words("cli.correct.left"))
            return True
        correct(session, found, words("ui.correct.branch"))
        self._print(words("ui.correct.done"))
        return True

    def _why(self, rest: str) -> bool:
        """Explain a printed line or a refused command.

        A number selects the line; a command as text is explained if it is not legal. Without either, explain the
        opponent's last turn.
        """
        if rest.isdigit():
            self._why_line(int(rest))
        elif rest:
            reason = self.session.why_not(self.session.game.parse(rest), self.words)
            self._because(reason) if reason.words else self._print(self.words("cli.yes_allowed"))
        elif (account := last_account(self.session, self.words)) is not None:
            self._explain(account)
        else:
            self._print(self.words("cli.why_what"))
        return True

    def _why_line(self, number: int) -> None:
        """Explain a printed line; if it opens an account, print the whole account."""
        if not 1 <= number <= len(self._shown):
            self._print(self.words("cli.no_such_line", n=number, last=len(self._shown)))
            return
        step, index = self._shown[number - 1]
        if self.session.game.opens_account(self.session.timeline.step(step).events[index]):
            account = account_at(self.session, step, index, self.words)
            assert account is not None
            self._explain(account)
        else:
            self._because(self.session.why((step, index), self.words))

    def _because(self, reason: Reason) -> None:
        self._print(" ".join((" ".join(reason.rules) or self.words("cli.no_rule"), *reason.words)))

    def _explain(self, account: Account) -> None:
        for line in account_lines(account, self.words):
            self._print(line)

    def _goals(self, rest: str) -> bool:
        """Print the goals with what they ask for, the gauges, and what comes next."""
        progress = self.session.game.progress(self.session.state, self.words)
        if progress is None:
            self._print(self.words("cli.goals.none"))
            return True
        for goal in progress.goals:
            mark = "x" if goal.state == "done" else " "
            self._print(f"  [{mark}] " + ". ".join(filter(None, (goal.text, goal.tip))))
        rest_of_it = (*(gauge.text for gauge in progress.gauges), progress.next)
        self._print("  " + " · ".join(filter(None, rest_of_it)))
        return True

    def _hint(self, rest: str) -> bool:
        """Print what a bot would do now and why, with the number of that answer."""
        session = self.session
        advice = hint(session.game, session.state, session.bots, self.words)
        if advice is None:
            self._print(self.words("ui.hint.none"))
            return True
        legal = session.legal()
        number = f"  [{legal.index(advice.command) + 1}]" if advice.command in legal else ""
        self._print(advice.text + number)
        return True

    def _log(self, rest: str) -> bool:
        self._narrate(None)
        return True

    def _go_on(self) -> bool:
        """Ask what becomes of a game whose plugins cannot be used. Return False if it is left as it is."""
        missing = self.session.host.missing
        defaults = all(map(only_options, missing))
        while True:
            self._print(self.words("cli.missing.defaults" if defaults else "cli.missing"))
            text = self._prompt("> ")
            if text is None or text.strip() == "quit":
                return False
            if text.strip() == "without":
                return True
            if defaults and text.strip() == "defaults":
                self.session.host.switch_on(str(missing[0].message.values["name"]), defaults=True)
                return True

    def _update(self, rest: str) -> bool:
        """Go on with today's plugins and content; `rest` is "defaults" to use those of options that do not fit."""
        if not self.session.host.can_update:
            self._print(self.words("cli.update.none"))
            return True
        try:
            self.session.host.take_update(defaults=rest == "defaults")
        except PluginError as error:
            if not only_options(error):
                raise
            self._print(f"{format_error(error, self.words)} {self.words('cli.update.defaults')}")
        else:
            self._print(self.words("cli.update.taken"))
        return True

    def _help(self, rest: str) -> bool:
        self._print(self.words("cli.help"))
        return True

    def _quit(self, rest: str) -> bool:
        return False
