"""The implementation of the `Game` port: Infinity Defiance as the table runs it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal, Message
from defiance_qt.core.port import (
    Account,
    BasicGame,
    Chronicle,
    CorrectionForm,
    Ending,
    Entry,
    EventContext,
    Forecast,
    Form,
    Mark,
    Moment,
    Odds,
    Outcome,
    Player,
    Progress,
    Prompt,
    Reason,
    Setup,
    Sheet,
    Subject,
    Summary,
    SummaryFigure,
    Switch,
    Told,
    Values,
    Words,
)
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import forecasts, notation, requests
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.chances import command_odds
from defiance_qt.systems.defiance.engine.content import EditionSwitch
from defiance_qt.systems.defiance.engine.decide import answer, decide
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.legal import legal
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.setup import set_up
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction
from defiance_qt.systems.defiance.tell import (
    account,
    deeds,
    entry,
    label,
    log,
    moments,
    narrate,
    overview,
    progress,
    refused,
    subjects,
    telling,
)
from defiance_qt.systems.defiance.tell.reasons import explain

SYSTEM = "infinity-defiance"


def as_switch(one: EditionSwitch, catalog: Catalog) -> Switch:
    """Return an edition option of the content in the port's form."""
    values = {value: f"switch.{one.name}.{value}" for value in one.values}
    preset = catalog.switch_defaults.get(one.name, "")
    return Switch(one.name, f"switch.{one.name}.name", values, one.editions, one.rules, preset)


class DefianceGame(BasicGame):
    """One session's game: a ruleset, and the last legal commands, cached by the identity of their state."""

    answer_types: tuple[type, ...] = (c.EnterDice, c.EnterCard)
    command_type = c.Command
    event_type = e.Event
    state_type = State
    log_categories: tuple[str, ...] = log.CATEGORIES

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.setup)
        self.rules = rules
        self._legal: tuple[State | None, tuple[c.Command, ...]] = (None, ())
        self._figures: tuple[dict[str, Character] | None, tuple[str, ...], tuple[SummaryFigure, ...]] = (None, (), ())

    def rules_for(self, state: State) -> Rules:
        """Return the rules at the table of the mission of a state."""
        return self.rules.of(state.mission_id) if state.campaign else self.rules

    def blank(self) -> State:
        return State(self.rules.setup)

    def start(self, setup: Setup) -> Sequence[e.Event]:
        return set_up(self.rules, setup)

    def decide(self, state: State, command: c.Command) -> Sequence[e.Event]:
        return self._decided(state, command).events

    def step(self, state: State, command: c.Command) -> tuple[State, list[e.Event]]:
        run = self._decided(state, command)
        return run.state, run.events

    def play(self, state: State, command: c.Command, values: Values) -> tuple[State, list[c.Command], list[e.Event]]:
        """Answer the app's chance in the command's own transaction."""
        run = self._decided(state, command)
        commands = [command]
        while (request := requests.request(run.state)) is not None and request.by_app:
            given = requests.answer(run.state, values(request))
            commands.append(given)
            answer(run, given)
        return run.state, commands, run.events

    def _decided(self, state: State, command: c.Command) -> Transaction:
        return decide(self.rules_for(state), state, command, self._legal[1] if self._legal[0] is state else ())

    # Every event of a save that is opened passes here: one call less.
    evolve = staticmethod(evolve)

    def legal(self, state: State) -> tuple[c.Command, ...]:
        if self._legal[0] is not state:
            self._legal = (state, legal(self.rules_for(state), state))
        return self._legal[1]

    def prompt(self, state: State) -> Prompt:
        """Return the pending decision. The team is one seat: all players control Characters and Allies together (R-003,
        R-144). Chance results that a person enters belong to the seat "table"."""
        if not state.agenda:
            return Prompt("", "over", ())
        asks = str(type(state.agenda[-1]).__struct_config__.tag)
        form: Form | None = entry.form(state)
        if form is not None:
            return Prompt("table", asks, self.legal(state), (form,))
        return Prompt("team", asks, self.legal(state), (CorrectionForm(),))

    def automatic(self, command: c.Command) -> bool:
        return isinstance(command, c.Proceed)

    def request(self, state: State) -> Request | None:
        return requests.request(state)

    def answer(self, state: State, values: tuple[int, ...]) -> c.Command:
        return requests.answer(state, values)

    def result(self, state: State) -> str | None:
        return state.result

    def seed(self, state: State) -> int:
        return state.setup.seed

    def answers(self, state: State) -> Mapping[str, str]:
        return {key: state.answers.get(key, "app") for key in requests.CHANCE}

    def set_answer(self, key: str, who: Literal["app", "person"]) -> c.SetAnswer:
        side, _, kind = key.partition(".")
        return c.SetAnswer("team" if side == "team" else "enemy", kind, who)

    def switches(self) -> Sequence[tuple[Switch, str]]:
        catalog = self.rules.catalog
        return [(as_switch(one, catalog), self.rules.switches[name]) for name, one in catalog.switches.items()]

    def entry(self, state: State, words: Words) -> Entry | None:
        return entry.entry(state, self.rules.catalog.dice, words)

    def subjects(self, state: State, words: Words) -> Sequence[Subject]:
        return subjects.subjects(state, self.rules_for(state), words)

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[c.Command, ...]:
        return subjects.overrules(values, reason, together)

    def players(self, state: State, words: Words) -> tuple[Player, ...]:
        from defiance_qt.systems.defiance.tell.players import players

        return players(self.rules_for(state), state, words)

    def owner(self, state: State, command: c.Command | None) -> str:
        from defiance_qt.systems.defiance.tell.players import owner

        return owner(state, command)

    def format(self, command: c.Command) -> str:
        return notation.format_command(command)

    def parse(self, text: str) -> c.Command:
        return notation.parse_command(text)

    def question(self, state: State, words: Words) -> str:
        return overview.question(state, words)

    def refusal(self, error: Illegal, state: State, words: Words) -> str:
        return refused(error, state, words)

    def category(self, event: e.Event) -> str:
        return log.category(event)

    def side(self, event: e.Event) -> str:
        return log.side(event)

    def summary(self, state: State) -> Summary:
        # Cached by the team, because a summary is asked for every line of the log.
        out = state.disabled
        if self._figures[0] is not state.team or self._figures[1] != out:
            wounds = {id: self.rules.loadout(one).wounds for id, one in state.team.items()}
            made = tuple(overview.figure(one, wounds[id], id in out) for id, one in state.team.items())
            self._figures = (state.team, out, made)
        last = overview.last_round(self.rules_for(state).mission)
        return overview.summary(state, last, self._figures[2])

    def ending(self, state: State, words: Words) -> Ending | None:
        return overview.ending(state, words)

    def progress(self, state: State, words: Words) -> Progress | None:
        return progress.progress(self.rules_for(state), state, words)

    def moment(self, events: Sequence[EventContext], words: Words) -> Moment | None:
        return moments.moment(self._rules_at(events), events, words)

    def chronicle(self, events: Iterable[EventContext], words: Words) -> Chronicle | None:
        from defiance_qt.systems.defiance.tell import chronicle

        return chronicle.chronicle(events, words, self.rules.catalog.dice, self.wounds, self._last_round)

    def sheets(self, state: State, words: Words) -> tuple[Sheet, ...]:
        from defiance_qt.systems.defiance.tell.sheets import sheets

        return sheets(self.rules_for(state), state, words)

    def _last_round(self, mission: str) -> int:
        return overview.last_round(self.rules.of(mission).mission)

    def marks(
        self, before: State | None, after: State, events: Callable[[], Sequence[e.Event]], words: Words
    ) -> Sequence[Mark]:
        return overview.marks(before, after, events, words)

    def opens_account(self, event: e.Event) -> str:
        return account.opens_account(event)

    def closes_account(self, event: e.Event) -> bool:
        return account.closes_account(event)

    def account(self, events: Sequence[EventContext], words: Words) -> Account | None:
        return account.account(events, words, self._rules_at(events), self.narrate)

    def odds(self, state: State, command: c.Command) -> Odds | None:
        return command_odds(self.rules_for(state), state, command)

    def forecast(self, before: State, after: State) -> Forecast:
        return forecasts.forecast(before, after)

    def redealt(self, state: State, values: Values) -> State:
        return forecasts.redealt(state, values)

    def invariants(self, state: State) -> Sequence[str]:
        return broken(self.rules_for(state), state)

    def unsound(self, files: Collection[str]) -> Sequence[Message]:
        from defiance_qt.systems.defiance.engine.soundness.faults import unsound

        campaign = self.rules.campaign
        missions = campaign.missions if campaign is not None else (self.rules.setup.mission,)
        return unsound(self.rules.catalog, missions, files)

    def outcome(self, state: State) -> Outcome:
        return overview.outcome(state)

    def _rules_at(self, events: Sequence[EventContext]) -> Rules:
        return self.rules_for(events[0].before) if events else self.rules

    def narrate(self, event: e.Event, state: State, words: Words) -> str:
        return narrate(event, state, words, self.wounds)

    def joins(self, earlier: Sequence[e.Event], between: State, later: Sequence[e.Event]) -> bool:
        return telling.joins(earlier, between, later)

    def tell(self, events: Sequence[EventContext], words: Words) -> Sequence[Told]:
        return telling.tell(events, words, self.wounds)

    def wounds(self, state: State, figure: str) -> int:
        """Return the current Wounds of a figure, Consequences included (R-239)."""
        one = state.team.get(figure)
        if one is not None:
            return self.rules.loadout(one).wounds
        return state.units[state.enemies[figure].unit].profile.wounds

    def label(self, command: c.Command, state: State, words: Words) -> str:
        return label(command, state, words)

    def deed(self, command: c.Command, before: State, events: Sequence[e.Event], words: Words) -> str:
        return deeds.deed(command, before, events, words)

    def why(self, event: e.Event, before: State, words: Words) -> Reason:
        after = evolve(before, event)
        return Reason(getattr(event, "rules", ()), explain(event, before, after, words, self.rules_for(before)))

    def why_not(self, state: State, command: c.Command, words: Words) -> Reason:
        """Return the first check that fails; a reason without text when the command is legal."""
        try:
            self._decided(state, command)
        except Illegal as error:
            rules = (error.rule,) if error.rule else ()
            return Reason(rules, (self.refusal(error, state, words),))
        return Reason((), ())
