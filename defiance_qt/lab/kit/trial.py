"""Plays with a plugin: every option, random games with invariants, the other order of plugins, the texts it needs."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

from defiance_qt.core import chance
from defiance_qt.core.errors import DefianceError, Message, PluginError
from defiance_qt.core.port import Command, FieldsForm, Offerings, Plugins, Scenario, Setup, State
from defiance_qt.core.port import Option as OwnOption
from defiance_qt.extend.authoring import Impure
from defiance_qt.extend.found import Found, available, bundled_folders
from defiance_qt.extend.guard import PluginFault, caught
from defiance_qt.extend.hookspecs import ShowContext
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.extend.manifest import FILE, Manifest, Option
from defiance_qt.extend.sessions import Session, offered
from defiance_qt.extend.sources import plugin_files
from defiance_qt.extend.survey import brought
from defiance_qt.extend.systems import system_words
from defiance_qt.extend.texts import WORDS
from defiance_qt.lab.bots import bots
from defiance_qt.lab.content import no_text
from defiance_qt.lab.kit.asking import ask_of_game, ask_of_state, not_taken
from defiance_qt.lab.kit.findings import Finding, of_error
from defiance_qt.lab.kit.source import Constants
from defiance_qt.lab.kit.texts import Listener
from defiance_qt.lab.soak import Broken, Soak
from defiance_qt.lab.story import story
from defiance_qt.words.catalogue import RULE
from defiance_qt.words.languages import FALLBACK, LANGUAGES

ORDERED = 150
"""The number of commands of the game that is played in both orders of plugins."""

SHORT = 40
"""The number of commands of the game with each value of an option."""

ABILITY = "ability."
"""What the text keys of abilities begin with: code that names one shows it, as the source of what happens."""

TITLED = ("show_panel", "show_menu")
"""The hooks of the window whose answers are by the text keys of their titles."""

LESSON = 200
"""The most commands that a lesson is followed for."""

TAKEN = {"chance_kinds": ("SetAnswer", "AnswerSet"), "correctable": ("Overrule", "Overruled")}
"""The command and the event of the port that a member of a game needs."""

ASKED = 4
"""The number of legal commands of each state that everything is asked about."""

TOLD = 150
"""The number of commands of the game that is told in every language."""


class Trial:
    """The games that are played with one plugin. `own_scenarios` are the ids of those that the plugin brings, and
    `code` the file of its module."""

    def __init__(self, own: Found, loaded: Loaded, own_scenarios: Sequence[str], constants: Constants) -> None:
        assert own.manifest is not None
        self.own, self.loaded, self.constants = own, loaded, constants
        self.manifest: Manifest = own.manifest
        self.system = loaded.system.found.system
        self.plugins = tuple(stamp.id for stamp in loaded.stamps if stamp.id != loaded.system.found.id)
        self.offerings: Offerings = offered(self.system, self.plugins, None, FALLBACK).offerings
        missions = [one for one in self.offerings.scenarios if not one.campaign]
        self.brought = [one for one in missions if one.id in own_scenarios]
        self.scenarios: list[Scenario] = self.brought or missions
        self.code = f"{self.manifest.module}.py" if self.manifest.module else FILE

    def faults(self, commands: int, wrong_texts: Collection[object] = ()) -> Iterator[Finding]:
        """Yield what games with the plugin show. Stops at the first kind of trial that finds something: what follows
        would be the same fault again. `wrong_texts` are the keys of texts that are known not to be filled in."""
        trials: tuple[Callable[[], Iterable[Finding]], ...] = (
            self.of_window,
            self.of_bots,
            self.of_lessons,
            self.of_options,
            self.of_port,
            self.of_chance,
            lambda: self.of_soak(commands),
            self.of_order,
            lambda: self.of_texts(wrong_texts),
        )
        for trial in trials:
            found: list[Finding] = []
            try:
                found += trial()
            except DefianceError as error:
                found += self._raised(error)
            found = list(dict.fromkeys(found))
            yield from found
            if found:
                return

    def session(self, scenario: str, seed: int = 1, options: dict[str, Any] | None = None) -> Session:
        """Return a game with the plugin, in memory. Raises `DefianceError`."""
        return Session.new(self.system, mission=scenario, seed=seed, options=options, plugins=self.plugins)

    def failures(self, failures: Sequence[PluginError]) -> Iterator[Finding]:
        """Yield the faults of the plugin's functions in a game."""
        for failure in of_functions(failures):
            cause = failure.__cause__
            if isinstance(cause, Impure):
                why = Message("check.impure", "the same question was answered with {answers}", answers=str(cause))
                yield Finding(self.code, str(failure.message.values["hook"]), why)
            else:
                yield from of_error(failure, self.own.folder, self.code)

    def _raised(self, error: DefianceError) -> list[Finding]:
        """Return the faults in what ended a game."""
        return of_error(error, self.own.folder, self.code if isinstance(error, PluginError) else FILE)

    # -- the trials

    def of_window(self) -> Iterator[Finding]:
        """Ask the hooks of the window that need no more than a context, in every language. The titles of panels and
        entries are keys of texts."""
        registry = self.loaded.registry
        lacking: dict[str, list[str]] = {}
        for hook, answer in registry.hooks.items():
            if hook.startswith("show_") and answer.arguments == ("context",):
                for language in LANGUAGES:
                    asked = dict(registry.answers(hook, ShowContext(language)))
                    if hook in TITLED and language in self.manifest.languages:
                        words = system_words(self.loaded.system.found, language, self.loaded.texts)
                        for key in asked.get(self.own.id, {}):
                            if words.lacks(key):
                                lacking.setdefault(key, []).append(language)
        yield from self.failures(registry.failures)
        for key, languages in sorted(lacking.items()):
            yield Finding(WORDS, "", no_text(key, languages))

    def of_bots(self) -> Iterable[Finding]:
        """Let each bot of the plugin, or of the system that it brings, play a while."""
        with self.session(self.scenarios[0].id) as session:
            own = bots(self.system, session.bots) if self.manifest.kind == "system" else session.bots
            for make in own.values():
                bot = make(1)
                for _ in range(SHORT):
                    legal = session.legal()
                    if session.result is not None or not legal:
                        break
                    session.submit(bot.choose(session.game, session.state, legal))
        return ()

    def of_lessons(self) -> Iterator[Finding]:
        """Follow each lesson of a game system to its end."""
        if self.manifest.kind != "system":
            return
        for lesson in self.loaded.system.rules.lessons(self.loaded.content):
            try:
                why: Message | str | None = caught(_followed, lesson.id, self.system)
            except PluginFault as fault:
                cause = fault.__cause__
                why = cause.message if isinstance(cause, DefianceError) else fault.why
            if why is not None:
                yield Finding(self.code, f"lesson {lesson.id}", why)

    def of_options(self) -> Iterator[Finding]:
        """Begin a game with each value of each option, the limits of a number."""
        for scenario, options, named in self._options():
            try:
                with self.session(scenario, options=options) as session:
                    self._play(session, SHORT)
                    found = list(self.failures(session.host.failures))
            except DefianceError as error:
                found = self._raised(error)
            for fault in found:
                yield fault._replace(key=f"{named} {fault.key}".strip())

    def _options(self) -> Iterator[tuple[str, dict[str, Any], str]]:
        """Yield a scenario, options and a name for each value of the plugin's options, of those of the system that it
        brings and of those that its scenarios have."""
        first, brings_system = self.scenarios[0].id, self.manifest.kind == "system"
        for option in self.manifest.options:
            for value in _others(option):
                yield first, {"plugins": {self.own.id: {option.id: value}}}, f"{option.id}={value}"
        for own in self.offerings.options if brings_system else ():
            for value in _others(own):
                yield first, {own.id: value}, f"{own.id}={value}"
        for scenario in self.scenarios if brings_system else self.brought:
            for own in scenario.options:
                for value in _others(own):
                    yield scenario.id, {own.id: value}, f"{scenario.id} {own.id}={value}"

    def of_port(self) -> Iterator[Finding]:
        """Look whether the game takes the commands of the port that its members cause."""
        if self.manifest.kind != "system":
            return
        with self.session(self.scenarios[0].id) as session:
            for member in not_taken(session):
                command, event = TAKEN[member]
                why = Message(
                    "check.not_taken",
                    "it needs {command} among the commands and {event} among the events",
                    command=f"port.{command}",
                    event=f"port.{event}",
                )
                yield Finding(self.code, member, why)

    def of_chance(self) -> Iterator[Finding]:
        """Play a game whose dice and cards users enter, and ask all that the window asks: each request is of a kind
        that the system offers."""
        if self.manifest.kind != "system":
            return
        kinds = [one.key for one in self.offerings.chance]
        options = {"answers": dict.fromkeys(kinds, "person")}
        luck, seed, left = random.Random(1), 0, SHORT
        while left:
            seed += 1
            with self.session(self.scenarios[0].id, seed, options) as session:
                elsewhere: list[Command] = []
                over = False
                while left and not over:
                    left -= 1
                    game, state, legal = session.game, session.state, session.legal()
                    request = game.request(state)
                    some = [varied(legal, luck) for _ in range(ASKED)] if legal else []
                    ask_of_state(session, some, elsewhere)
                    elsewhere = some
                    if request is not None and request.key not in kinds:
                        known = ", ".join(kinds)
                        why = Message(
                            "check.chance",
                            "a user is asked for {name!r}, which is not a kind of chance that is offered: {known}",
                            name=request.key,
                            known=known,
                        )
                        yield Finding(self.code, "", why)
                        return
                    if request is not None:
                        session.submit(game.answer(state, tuple(map(luck.randrange, request.sizes))))
                    elif legal:
                        session.submit(varied(legal, luck))
                    else:
                        over = True
                ask_of_game(session)

    def of_soak(self, commands: int) -> Iterator[Finding]:
        """Play random games with random options, with invariants, and decide every step again at the end."""
        soak = _Soak(self)
        seed = 1
        while soak.tally.commands < commands:
            try:
                soak.play(seed)
            except Broken as broken:
                yield from self.failures(soak.failures) if soak.failures else self._broken(broken)
                return
            if soak.failures:
                yield from self.failures(soak.failures)
                return
            seed += 1

    def _broken(self, broken: Broken) -> Iterator[Finding]:
        if isinstance(broken.__cause__, DefianceError):
            yield from self._raised(broken.__cause__)
            return
        why = Message(
            "check.soak",
            "a random game broke at step {step}, after {command}: {why}",
            step=broken.step,
            command=broken.command,
            why=broken.why,
        )
        yield Finding(self.code, "", why)

    def of_order(self) -> Iterator[Finding]:
        """Play the same random game together with the bundled plugins, the implementations of each hook asked in both
        orders."""
        if not self.manifest.module or self.manifest.kind == "system":
            return
        others = [one.id for one in available(bundled_folders()) if one.serves(self.system) and self._takes_part(one)]
        if self._any_order(others):
            return
        guilty = [id for id in others if id not in self.plugins and not self._any_order([id])]
        together = ", ".join(guilty or others)
        why = Message("check.order", "together with {plugins}, their order changes what happens", plugins=together)
        yield Finding(self.code, "", why)

    def _takes_part(self, one: Found) -> bool:
        """Return whether the code of a plugin takes part in what happens together with that of others."""
        hooks = self.loaded.registry.hooks
        own = brought(plugin_files(one.folder), one.manifest).hooks
        with_functions = {hook for hook in own if hook in hooks and hooks[hook].guarded is not None}
        return bool(with_functions) or any(hook.startswith(("check_", "modify_", "react_")) for hook in own)

    def _any_order(self, others: Sequence[str]) -> bool:
        """Return whether the game is the same in both orders."""
        loaded = load((*self.plugins, *others), system=self.system)
        return self._played(loaded, loaded) == self._played(loaded, _Reversed(loaded))

    def _played(self, loaded: Loaded, plugins: Plugins) -> tuple[list[str], State]:
        """Return the commands of a random game, and the state that they lead to."""
        setup = Setup(self.system, self.scenarios[0].id, 5, self._edition(), {}, tuple(self.plugins))
        game = self.loaded.system.rules.bind(loaded.content, setup, plugins)
        state = reduce(game.evolve, game.start(setup), game.blank())
        luck, done = random.Random(5), []
        for _ in range(ORDERED):
            asked, legal = game.request(state), game.legal(state)
            if asked is None and not legal:
                break
            command = game.answer(state, chance.answer(5, asked)) if asked else varied(legal, luck)
            done.append(game.format(command))
            state = reduce(game.evolve, game.decide(state, command), state)
        return done, state

    def of_texts(self, wrong: Collection[object]) -> Iterator[Finding]:
        """Tell a game, and all that is offered, in every language: a key that the plugin names has a text, and so has
        a rule that it cites, and every text can be filled in. `wrong` are those known to be otherwise."""
        session = self.session(self.scenarios[0].id)
        try:
            named = self._play(session, TOLD)
            told = session.event_contexts(tuple(session.timeline.path))
            cited = {rule for one in told for rule in getattr(one.event, "rules", ())} | self.constants.rules()
            lacking: dict[str, list[str]] = {}
            for language in (one for one in LANGUAGES if one in self.manifest.languages):
                words = session.words(language)
                heard = Listener(words)
                for _ in story(session, heard, why=True):
                    pass
                missed = {key for key in _offered(session.host.offerings) if words.lacks(key)}
                missed |= {f"{RULE}{rule}" for rule in cited if rule not in words.rules}
                missed |= {key for key in named if words.lacks(key)}
                missed |= {key for key in self.constants.exact if key.startswith(ABILITY) and words.lacks(key)}
                for key in missed | {key for key in heard.missed if self._names(key)}:
                    lacking.setdefault(key, []).append(language)
            for key, languages in sorted(lacking.items()):
                yield Finding(WORDS, "", no_text(key, languages))
            for failure in session.host.failures:
                why = failure.message.values.get("why")
                if failure.message.key == "plugin.text" and isinstance(why, Message) and why.values["key"] not in wrong:
                    yield Finding(WORDS, "", why)
        finally:
            session.close()

    def _names(self, key: str) -> bool:
        """Return whether the plugin means a text by this: a key that stands in its code as it is."""
        return "." in key and key in self.constants.exact

    def _play(self, session: Session, commands: int) -> set[str]:
        """Give random commands. Return the text keys of the forms and the groups of answers that were asked for."""
        luck = random.Random(1)
        named: set[str] = set()
        for _ in range(commands):
            if session.result is not None:
                break
            prompt = session.prompt
            named.update(heading for heading, _ in prompt.groups)
            for form in prompt.forms:
                if isinstance(form, FieldsForm):
                    named.update(_names_of(form))
            session.submit(varied(session.legal(), luck))
        return named

    def _edition(self) -> str:
        return self.offerings.variants[0].id if self.offerings.variants else ""


def _names_of(form: FieldsForm) -> Iterator[str]:
    """Yield the text keys of a form: its title, the names of its fields and options, the units. A name that is no key
    stays as it is."""
    yield f"form.{form.id}"
    for field in form.fields:
        names = (field.name, field.unit, *(name for _, name in field.options))
        yield from (name for name in names if re.fullmatch(r"\w+(\.\w+)+", name))


def _followed(id: str, system: str) -> Message | None:
    """Follow a lesson to its end. Return what is wrong with it, None if it comes out as it says."""
    with Session.lesson(id, system) as session:
        progress, given = session.lesson_progress(), None
        for _ in range(LESSON):
            step, legal = progress.next if progress is not None else None, session.legal()
            if progress is None or step is None or progress.astray or not (step.command or legal):
                break
            if legal and session.game.automatic(legal[0]):
                session.submit(legal[0])
            elif step != given:
                session.submit(session.game.parse(step.command) if step.command else legal[0])
                given = step if step.command else None
            else:
                break
            progress = session.lesson_progress()
    if progress is None:
        return None
    if progress.next is not None:
        left = progress.next.text
        return Message("check.lesson_stuck", "its steps do not lead to its end: {step!r} is not done", step=left)
    for one in progress.findings:
        if not one.agrees:
            return Message(
                "check.lesson_differs", "it says {said!r}, and it came out {came!r}", said=one.said, came=one.came
            )
    return None


def of_functions(failures: Sequence[PluginError]) -> tuple[PluginError, ...]:
    """Return the failures of functions, without those of texts."""
    return tuple(failure for failure in failures if failure.message.key != "plugin.text")


def _offered(offerings: Offerings) -> Iterator[str]:
    """Yield the text keys of what is offered for a new game."""
    for scenario in offerings.scenarios:
        yield scenario.title
        for heading, body in scenario.sections:
            yield from (key for key in (heading, body) if key)
    for switch in offerings.switches:
        yield switch.title
        yield from switch.values.values()
    for variant in offerings.variants:
        yield from (variant.title, variant.short)
    own = (option for scenario in offerings.scenarios for option in scenario.options)
    for option in (*offerings.options, *own):
        yield option.title
        yield from option.choices.values()
    yield from (one.title for one in offerings.chance)


class _Reversed:
    """Plugins whose hooks are asked in the reverse order, except where the first answer holds."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded

    def calls(self, hook: str) -> tuple[Callable[..., Any], ...]:
        calls = self._loaded.calls(hook)
        return calls if hook.startswith("choose_") else tuple(reversed(calls))

    def contributed(self, hook: str) -> tuple[Any, ...]:
        return self._loaded.contributed(hook)

    def report(self, fault: Message) -> None:
        self._loaded.report(fault)


class _Soak(Soak):
    """Random games with one plugin, on its own scenarios if it brings any."""

    far = 250

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial.system)
        self._trial = trial
        self._offerings = trial.offerings
        self.failures: tuple[PluginError, ...] = ()

    def check(self, session: Session, seed: int, done: str) -> None:
        super().check(session, seed, done)
        self.failures = of_functions(session.host.failures)
        if self.failures:
            raise Broken(seed, session.head, done, str(self.failures[0]))

    def scenarios(self, offers: Offerings) -> Sequence[Scenario]:
        return self._trial.scenarios

    def plugin_options(self, chance: random.Random) -> dict[str, dict[str, Any]]:
        own = self._trial.manifest.options
        values = {one.id: _value(one, chance) for one in own if chance.random() < 0.5}
        return {self._trial.own.id: values} if values else {}

    def choose(self, legal: Sequence[Command], chance: random.Random) -> Command:
        return varied(legal, chance)

    def chosen_plugins(self, chance: random.Random) -> list[str]:
        return list(self._trial.plugins)


def varied(legal: Sequence[Command], chance: random.Random) -> Command:
    """Return a random command: each kind is as likely, however many ways there are to do it."""
    kind = chance.choice(list(dict.fromkeys(type(command) for command in legal)))
    return chance.choice([command for command in legal if type(command) is kind])


def _others(option: Option | OwnOption) -> list[object]:
    """Return the values of an option besides its default; of a number the limits that it has."""
    values: Sequence[object] = tuple(option.choices)
    if option.kind != "choice":
        values = (False, True) if option.kind == "bool" else (option.low, option.high)
    return [value for value in values if value is not None and value != option.default]


def _value(option: Option, chance: random.Random) -> object:
    """Return a random valid value of a plugin's option."""
    if option.kind == "bool":
        return chance.random() < 0.5
    if option.kind == "choice":
        return chance.choice(option.choices)
    low = 0 if option.low is None else option.low
    return chance.randint(low, low + 9 if option.high is None else option.high)
