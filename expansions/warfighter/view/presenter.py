"""Presenter of this game's view, without Qt: turns clicks and keys into commands, and the state into view models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from msgspec.structs import replace

from defiance_qt.api import port
from defiance_qt.shell.present.values import ChoiceView, HoverView, QuestionView, RefusedView, as_sentence
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.shell.view import Parts

from ..engine import commands as c
from ..engine import frames as f
from ..engine.ruleset import Rules
from ..engine.state import OBJECTIVE, State
from .present.hand import hand, holder
from .present.hover import Hover
from .present.muster import choices, muster
from .present.names import Names
from .present.offers import Offers
from .present.question import Asker, attacks, next_act
from .present.roll import last_roll, outlook
from .present.row import row
from .present.team import team
from .values import HandView, MusterView, RollView, RowView, TeamView

FEW = 6
"""The most answers of a menu that are not put in groups."""
BACK = 60
"""Steps back in which the last roll is looked for. A Hostile turn has a step for each card that acts."""


class Screen(Protocol):
    """Shows what is pointed at; implemented by widgets and by test doubles."""

    def show_hover(self, view: HoverView | None) -> None:
        """Show the floating card; None hides it."""

    def show_aim(self, soldier: str, hostile: str) -> None:
        """Show the line from a Soldier to a Hostile card, "" for none."""


class Presenter:
    """This game's half of one table. `active` is the Soldier that acts, `picked` the target whose attacks are in the
    tray, `shopper` the Soldier for whom the muster buys."""

    def __init__(
        self, table: TablePresenter, screen: Screen, drawings: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.table, self.screen = table, screen
        self.session = table.session
        self.words: port.Words = table.words
        self.names = Names(self.words, drawings)
        self.active = self.picked = self.shopper = ""
        self.offers = Offers(())
        self._counted, self._odds = State(), dict[c.Command, port.Odds | None]()
        self.row, self.team, self.hand, self.roll = RowView(), TeamView(), HandView(), RollView()
        self.muster: MusterView | None = None

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    @property
    def rules(self) -> Rules:
        rules: Rules = self.session.game.rules  # type: ignore[attr-defined]
        return rules

    def label(self, command: c.Command) -> str:
        """Return the text of a command."""
        return self.session.game.label(command, self.state, self.words)

    def odds(self, command: c.Command) -> port.Odds | None:
        """Return the chances of a command, counted once for each state."""
        if command not in self._odds:
            self._odds[command] = self.session.game.odds(self.state, command)
        return self._odds[command]

    def why_not(self, command: c.Command) -> tuple[str, tuple[str, ...]]:
        """Return why a command is not legal, and the rules behind that."""
        found = self.session.why_not(command, self.words)
        return as_sentence(" ".join(found.words)), found.rules

    @property
    def asker(self) -> Asker:
        """What makes the question of the present state."""
        return Asker(self.state, self.rules, self.names, self.offers, self.odds, self.label)

    @property
    def hovers(self) -> Hover:
        """What makes the floating cards of the present state."""
        return Hover(self.state, self.rules, self.names, self.offers, self.active, self.asker, self.why_not)

    @property
    def in_turn(self) -> bool:
        """Whether the Soldiers act."""
        return isinstance(self.state.frame, f.Turn) and not self.session.looking and self.session.result is None

    # -- the system's half of a table

    def refresh(self) -> Parts:
        """Make the view models of the present state, and drop choices that no longer apply."""
        state, rules, names = self.state, self.rules, self.names
        self.offers = Offers(self.session.legal())
        if state is not self._counted:
            self._counted, self._odds = state, {}
        self._settle(state)
        self.team = team(state, rules, names, self.offers, self.active, self.label)
        shopping = isinstance(state.frame, f.Muster) and self.session.result is None
        self.muster, self.row = None, RowView()
        if shopping:
            self.muster = muster(state, rules, names, self.offers, self.shopper, lambda one: self.why_not(one)[0])
        else:
            last = self.session.timeline.step(self.session.head).events
            self.row = row(state, rules, names, self.offers, self.active, self.picked, last)
        self.roll = RollView() if shopping else last_roll(self._steps_back(), state, names)
        if not self.roll.title and state.turn and self.session.result is None:
            self.roll = outlook(state, rules, names)
        best = attacks(self.offers, self.active, self.picked, self.odds)[:1] if self.picked else []
        number = holder(state, rules, self.active) if not shopping else ""
        first = best[0] if best else self._first_attack(number)
        self.hand = hand(state, rules, names, self.offers, number, lambda one: self.why_not(one)[0], first)
        return self._parts()

    def _first_attack(self, number: str) -> c.Command | None:
        return next(iter(attacks(self.offers, number, "", self.odds)), None)

    def _parts(self) -> Parts:
        """Return the top bar and the question: the game's own but for the Soldiers' turn and the muster."""
        plain = self.table.plain_parts()
        if self.muster is not None and plain.top is not None:
            answers = choices(self.names, self.offers)
            return Parts(plain.top, QuestionView("muster", plain.top.ask, choices=answers) if answers else None)
        if plain.question is not None and isinstance(self.state.frame, f.Place | f.Recon):
            seen = [replace(one, consequence=self.asker.location(one.command.id)) for one in plain.question.choices]
            return Parts(plain.top, replace(plain.question, choices=tuple(seen)))
        step, act = next_act(self.state, self.rules, self.names)
        if step and plain.top is not None and plain.question is not None:
            return Parts(replace(plain.top, ask=step), replace(plain.question, title=act or step))
        if not self.in_turn or plain.top is None:
            return plain
        top = plain.top
        if self.picked:
            who = self.names.soldier(self.state, self.active)
            target = self.names.target(self.state, self.picked)
            top = replace(top, actor=who, ask=self.words("view.ask.aim", target=target))
        return Parts(top, self.asker.question(self.active, self.picked))

    def _settle(self, state: State) -> None:
        """Drop choices that no longer apply to the state."""
        frame = state.frame
        if isinstance(frame, f.Pay | f.Covert | f.Cycle | f.React) and frame.soldier in state.team:
            self.active = frame.soldier
        if self.active not in state.team:
            ready = (one.number for one in state.team.values() if one.acts)
            self.active = next(ready, next(iter(state.team), ""))
        if self.picked and not (self.in_turn and self.offers.attacks(self.active, self.picked)):
            self.picked = ""
        if self.shopper not in state.team:
            self.shopper = max((one.number for one in self.rules.players(state)), default="")

    def _steps_back(self) -> Iterator[Sequence[Any]]:
        """Yield the events of the steps from the present one back."""
        step: int | None = self.session.head
        for _ in range(BACK):
            if step is None:
                return
            yield self.session.timeline.step(step).events
            step = self.session.timeline.parent(step)

    def acting(self, command: port.Command) -> None:
        """Do nothing: what is shown follows from the session."""

    def acted(self) -> None:
        """Drop the preview, and the target: the next click on it chooses it, and does not attack at once."""
        self.screen.show_hover(None)
        self.picked = ""

    def travelled(self) -> None:
        """Drop the unfinished choice: it was about another state."""
        self.picked = ""

    def cancel(self) -> None:
        """Drop the unfinished choice and the preview."""
        self.screen.show_hover(None)
        if self.picked:
            self.picked = ""
            self.table.refresh()

    # -- clicks

    def click(self, kind: str, id: str) -> None:
        """Handle a click on a thing of the row."""
        if kind == "hostile":
            self.click_target(id)
        elif kind == "soldier":
            self.choose(id)
        elif kind == "space" and int(id) == self.state.space and self.offers.attacks(self.active, OBJECTIVE):
            # The Move into it has a place of its own.
            self.click_target(OBJECTIVE)
        else:
            self.click_space(int(id))

    def choose(self, number: str) -> None:
        """Let a Soldier be the active one."""
        if number in self.state.team and (number != self.active or self.picked):
            self.active, self.picked = number, ""
            self.table.screen.announce(self.words("view.chosen", soldier=self.names.soldier(self.state, number)))
            self.table.refresh()

    def step(self, by: int) -> None:
        """Let the next Soldier be the active one, or the one before it."""
        numbers = list(self.state.team)
        if numbers:
            at = numbers.index(self.active) if self.active in numbers else 0
            self.choose(numbers[(at + by) % len(numbers)])

    def click_target(self, id: str) -> None:
        """Show the attacks of the active Soldier on a target with its best weapon first; the second click makes it."""
        if self.table.refuse_looking():
            return
        found = attacks(self.offers, self.active, id, self.odds)
        if not found:
            self._refuse(self.hovers.no_attack(id))
        elif self.picked == id:
            self.table.submit(found[0])
        else:
            self.picked = id
            self.table.screen.announce(self.words("view.picked", target=self.names.target(self.state, id)))
            self.table.refresh()

    def click_space(self, index: int) -> None:
        """Enter a space next to the active Soldier, place the next Location, or activate the Objective."""
        if self.table.refuse_looking():
            return
        state = self.state
        soldier = state.team.get(self.active)
        if index == state.rightmost + 1 and index < state.space:
            self.place()
        elif index == state.space and self.offers.of(c.Activate):
            self._do(self._own_first(self.offers.of(c.Activate)))
        elif soldier is not None and abs(index - soldier.space) == 1:
            moves = self.offers.moves(self.active).get(index - soldier.space, [])
            if moves:
                self._do(moves)
            else:
                self._refuse(self.hovers.no_move(index))

    def place(self) -> None:
        """Place the next Location."""
        commands = self._own_first(self.offers.of(c.Place))
        if commands:
            plain = [one for one in commands if not one.skill]
            self._do(plain[:1] + [one for one in commands if one.skill])
        else:
            self._refuse(c.Place(self.active))

    def _own_first(self, commands: list[Any]) -> list[Any]:
        """Return the commands of the active Soldier, or if it has none the first one of another."""
        return [one for one in commands if one.soldier == self.active] or commands[:1]

    def play(self, commands: Sequence[c.Command]) -> None:
        """Play a card of the hand: at once, or after a choice of its target and level-up."""
        if not self.table.refuse_looking():
            self._do(list(commands))

    def press_kit(self) -> None:
        """Offer what the active Soldier can pass on, pick up, drop, or whether it leaves."""
        kinds = (c.Give, c.Take, c.Drop, c.Leave)
        found = [one for one in self.offers.by(self.active) if isinstance(one, kinds)]
        if found and not self.table.refuse_looking():
            self.table.screen.offer(self.words("view.key.kit"), self.choices(found))

    def press_support(self, id: str) -> None:
        """Call a Support, or let one in play act: after a choice of who pays and of its target."""
        if self.table.refuse_looking():
            return
        view = next((one for one in self.team.supports if one.id == id), None)
        if view is None:
            return
        if view.choices:
            self.table.screen.offer(view.name, view.choices)
        elif view.in_play:
            self.table.refuse(RefusedView(view.why))
        else:
            payer = max(self.state.team.values(), key=lambda one: one.xp, default=None)
            self._refuse(c.Call(id, payer.number if payer is not None else ""))

    def end(self) -> None:
        """End the Soldiers' turn, or the muster."""
        kind: type[c.EndTurn] | type[c.Go] = c.Go if self.muster is not None else c.EndTurn
        found = self.offers.of(kind)
        if found:
            self.table.submit(found[0])
        elif self.in_turn or self.muster is not None:
            self._refuse(kind())

    def shop(self, number: str) -> None:
        """Buy for this Soldier from now on."""
        self.shopper = number
        self.table.refresh()

    def options(self, kind: str, id: str) -> tuple[ChoiceView, ...]:
        """Return what can be done with a thing of the row, as choices."""
        if kind == "soldier":
            return self.choices(self.offers.by(id))
        if kind == "hostile":
            found = [one for one in self.offers.commands if getattr(one, "target", "").partition(":")[0] == id]
            return self.choices(found)
        return ()

    def choices(self, commands: Sequence[c.Command]) -> tuple[ChoiceView, ...]:
        """Return commands as the entries of a menu."""
        return tuple(
            ChoiceView(self.label(one), one, str(place) if place < 10 else "") for place, one in enumerate(commands, 1)
        )

    def _do(self, commands: Sequence[Any]) -> None:
        if len(commands) == 1:
            self.table.submit(commands[0])
        elif commands:
            plain = [one for one in commands if not getattr(one, "level", "")]
            payers = dict.fromkeys(one.level for one in commands if getattr(one, "level", ""))
            if len(commands) <= FEW or not plain:
                self.table.screen.offer(self.words("ui.pick.what"), self.choices(commands))
                return
            groups = [(payer, [one for one in commands if getattr(one, "level", "") == payer]) for payer in payers]
            named = [(self._payer(payer), self.choices(found)) for payer, found in groups]
            self.table.screen.offer(self.words("ui.pick.what"), self.choices(plain), named)

    def _payer(self, payer: str) -> str:
        """Return the title of the level-ups that a Soldier pays, or that are free."""
        if payer not in self.state.team:
            return self.words("view.leveled.free")
        return self.words("view.leveled", payer=self.names.soldier(self.state, payer))

    def _refuse(self, command: c.Command | None) -> None:
        if command is not None:
            text, rules = self.why_not(command)
            self.table.refuse(RefusedView(text, rules))

    # -- previews

    def point(self, kind: str, id: str) -> None:
        """Show the card of what is pointed at."""
        self.screen.show_aim(self.active, id if kind == "hostile" else self.picked)
        self.screen.show_hover(self.card(kind, id))

    def card(self, kind: str, id: str) -> HoverView | None:
        """Return the floating card of a thing of the row, None for nothing."""
        state = self.state
        if kind == "hostile" and id in state.hostiles:
            return self.hovers.hostile(id)
        if kind == "soldier" and id in state.team:
            return self.hovers.soldier(id)
        return self.hovers.space(int(id)) if kind in ("space", "move") else None
