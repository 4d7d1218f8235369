"""Presenter of this game's view, without Qt: turns clicks and keys into commands, and the state into view models."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from msgspec.structs import replace

from defiance_qt.core.port import Command, Words
from defiance_qt.core.session import Session
from defiance_qt.shell.present.values import NOTHING, ChoiceView, HoverView, MessageView, RefusedView
from defiance_qt.shell.presenter import TablePresenter
from defiance_qt.shell.view import Parts
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.board.sight import Segment
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.engine.content import Receive
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell import label
from defiance_qt.systems.defiance.tell.names import Names as Known
from defiance_qt.systems.defiance.view.present import reasons
from defiance_qt.systems.defiance.view.present.about import About
from defiance_qt.systems.defiance.view.present.between import BetweenPresenter
from defiance_qt.systems.defiance.view.present.choices import about_one, way
from defiance_qt.systems.defiance.view.present.clicks import Clicks, Meaning
from defiance_qt.systems.defiance.view.present.equip import EquipView, equip_view
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers, group, kind
from defiance_qt.systems.defiance.view.present.person import PersonView, person
from defiance_qt.systems.defiance.view.present.table import TableBuilder
from defiance_qt.systems.defiance.view.present.team import STANDARD, activation
from defiance_qt.systems.defiance.view.present.values import NO_PATH, ExplainedView, PathView, PointerView, TableView
from defiance_qt.systems.defiance.view.present.why_not import WhyNot
from defiance_qt.systems.defiance.view.preview import Line, PreviewService

# The buttons of which `WhyNot` knows why they are disabled.
EXPLAINED = (*STANDARD, "automedikit", "end")


SPACE = re.compile(r"(?<![\w-])[A-Z]{1,2}\d{1,2}(?!\w)")
"""A word that may be the name of a space."""
TONES = {"hint": "team", "note": "muted", "refusal": "danger"}


class BoardScreen(Protocol):
    """Shows previews on the board; implemented by widgets and by test doubles."""

    def show_hover(self, hover: HoverView | None) -> None:
        """Show the floating card; None hides it."""

    def show_path(self, path: PathView) -> None:
        """Show the path to a space with its price; `NO_PATH` hides it."""

    def show_outlook(self, view: HoverView | None) -> None:
        """Show in the tray what a space that a click walks to would mean; None shows the last roll again."""

    def show_plan(self, out: tuple[Line, ...], into: tuple[Line, ...]) -> None:
        """Show the lines of sight out of a space and into it; () hides them."""

    def show_line(self, line: Line | None) -> None:
        """Show the line of sight (from, to, clear, cut by); None shows that of the open roll."""


class BoardPresenter:
    """This game's half of one table. `picked` is the button whose target is being chosen, `chosen` the Character about
    to be deployed."""

    def __init__(
        self, table: TablePresenter, screen: BoardScreen, drawings: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.table, self.screen = table, screen
        self.session: Session = table.session
        self.words: Words = table.words
        self.picked = ""
        self.chosen = ""
        self._doors: dict[str, tuple[str, ...]] = {}
        self._board: Board | None = None
        self.names = Names(self.words, rules_of(self.session).catalog, drawings)
        self.preview = PreviewService(self.session, self.names)
        self.why_not = WhyNot(self.session, self.names, self._doors, lambda: self.preview.budgets)
        self.about = About(self.session, self.names, self.preview, self.why_not, self._doors)
        self._builder = TableBuilder(self.session, self.names)
        self.between = BetweenPresenter(self.session, self.names)
        self.asked = False
        self.details: object = None

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    @property
    def submit(self) -> Any:
        """The function that submits a command."""
        return self.table.submit

    # -- the system's half of a table

    @property
    def clicks(self) -> Clicks:
        """What clicks mean now."""
        return Clicks(self.offers, self.preview, self.why_not, self.names, self.picked, self.chosen)

    def refresh(self) -> Parts:
        """Build the view models of the current state, and drop choices that no longer apply."""
        state = self.state
        self._follow_board()
        self.offers = Offers(self.session.legal(), state, self._doors)
        self._settle(state)
        self.view: TableView
        self.view, parts = self._builder.build(
            self.offers,
            picked=self.picked,
            chosen=self.chosen,
            reach=self.preview.reach(),
            beyond=self.preview.beyond(),
            explained=self._explained(),
            why_not=self._why_not_now,
        )
        self.between.refresh()
        self.asked = parts.question is not None
        self.details = parts.question.body if parts.question is not None else None
        return parts

    def _follow_board(self) -> None:
        """Take the doors of the mission at the table: a campaign has several, and the timeline leads to each."""
        board = rules_of(self.session).board
        if board is not self._board:
            self._board = board
            self._doors.clear()
            self._doors.update(_door_spaces(board))

    def acting(self, command: Command) -> None:
        """Do nothing: what is shown follows from the session."""

    def acted(self) -> None:
        """Drop the unfinished choice and the preview."""
        self.picked = ""
        self.screen.show_hover(None)
        self.screen.show_outlook(None)

    def travelled(self) -> None:
        """Do nothing: what is shown follows from the session."""

    def _settle(self, state: State) -> None:
        """Drop choices that no longer apply to the state."""
        if self.picked and self.picked not in self.offers.by_group:
            self.picked = ""
        frame = state.agenda[-1] if state.agenda else None
        waiting = frame.waiting if isinstance(frame, f.Deployment) else ()
        if self.chosen not in waiting:
            self.chosen = waiting[0] if waiting else ""

    def _why_not_now(self, action: str) -> RefusedView:
        """Return why a button is disabled."""
        return RefusedView(self.words("ui.look.refused")) if self.session.looking else self.why_not.action(action)

    def _explained(self) -> ExplainedView:
        """Explain the Enemy's choices in the last step; without choices, return its last log sentences."""
        if not self.offers.of("proceed"):
            return ExplainedView()
        step = self.session.timeline.step(self.session.head)
        found = reasons.explained(step.events, self.state, self.names)
        return found if found.lines else ExplainedView(self.table.log.sentences(self.session.head)[-3:])

    def told(self) -> tuple[tuple[str, ...], HoverView | None]:
        """Return what an Enemy has just done by an Instruction, until the next one: the way it went, from the space it
        came from, and the card beside it that says why."""
        if not self.offers.of("proceed"):
            return (), None
        return reasons.acted(self.session.timeline.step(self.session.head).events, self.state, self.names)

    # -- clicks and buttons

    def press(self, action: str) -> None:
        """Handle a button of the active card: run its only command, or start choosing a target."""
        if self.table.refuse_looking():
            return
        commands = self.offers.by_group.get(action, [])
        if not commands:
            self.table.refuse(self.why_not.action(action))
            return
        if len(commands) == 1 and action != "drag":
            self.submit(commands[0])
            return
        self.picked = "" if self.picked == action else action
        self.table.screen.announce(self.words(f"view.pick.{action.split(':')[0]}"))
        self.table.refresh()

    def end(self) -> None:
        """Handle the key that ends an Activation, or between missions the step."""
        if self.between.view is not None:
            self.finish()
        else:
            self.press("end")

    def finish(self) -> None:
        """End the step between missions. Where something would be lost, ask once more and name it."""
        command, refused = self.between.finish()
        if command is not None:
            self.submit(command)
        elif refused:
            self.table.refuse(RefusedView(refused))
        else:
            self.table.refresh()
            view = self.between.view
            losses = view.guide.losses if view is not None else ()
            self.table.screen.announce(" ".join((self.words("view.guide.asks"), *(one.text for one in losses))))

    def why_no_effect(self, action: str) -> str:
        """Return why a button or its key has no effect now, "" if it has one."""
        groups = self.offers.by_group
        if self.between.view is not None and action == "end":
            guide = self.between.view.guide
            return "" if guide.finish is not None else guide.locked or self.words("view.guide.no_finish")
        if action in groups or (action == "card" and any(one.startswith("card:") for one in groups)):
            return ""
        why = self.why_not.action(action) if action in EXPLAINED else NOTHING
        return why.text or self.words("ui.palette.first", ask=self.session.game.question(self.state, self.words))

    def cancel(self) -> None:
        """Handle Esc: stop choosing a target and hide the preview."""
        self.screen.show_hover(None)
        if self.between.cancel() or self.picked:
            self.picked = ""
            self.table.refresh()

    def click_card(self, id: str) -> None:
        """Handle a click on a Character's card."""
        self._do(self.clicks.on_card(id))

    def click_figure(self, id: str) -> None:
        """Handle a click on a figure on the board, or on a target that is no figure."""
        self._do(self.clicks.on_figure(id))

    def click_space(self, space: str) -> None:
        """Handle a click on a space of the board."""
        self._do(self.clicks.on_space(space))

    def _do(self, meant: Meaning) -> None:
        if self.table.refuse_looking():
            return
        if meant.chosen:
            self.chosen = meant.chosen
            self.table.refresh()
        elif len(meant.commands) == 1:
            self.submit(meant.commands[0])
        elif meant.commands:
            self.table.submit_all(meant.commands)
        elif meant.choices:
            self._offer(meant.choices)
        else:
            self.table.refuse(meant.refused)

    def options(self, about: str) -> tuple[ChoiceView, ...]:
        """Return all legal commands about a figure, an element or a space, as choices."""
        return self._choices(self.offers.at(about) or self.offers.on(about))

    def _choices(self, commands: Sequence[Any]) -> tuple[ChoiceView, ...]:
        return tuple(
            ChoiceView(self._choice(one), one, str(place) if place < 10 else "")
            for place, one in enumerate(commands, 1)
        )

    def _choice(self, command: Any) -> str:
        """Return a choice in words; an Attack or a Hack with what it deals and suffers on average, or its chance."""
        return self._with_odds(label(command, self.state, self.words, actor=False), command)

    def _with_odds(self, text: str, command: Any) -> str:
        odds = self.preview.odds(command)
        return f"{text} · {odds}" if odds else text

    def _offer(self, commands: Sequence[Any]) -> None:
        known = Known(self.state, self.words)
        title = about_one(commands, known)
        if title:
            ways = (
                replace(one, text=self._with_odds(way(one.command, known), one.command))
                for one in self._choices(commands)
            )
            self.table.screen.offer(title, tuple(ways))
            return
        groups = {group(one) for one in commands}
        title = self.words(f"view.pick.{kind(commands[0])}") if len(groups) == 1 else self.words("ui.pick.what")
        self.table.screen.offer(title, self._choices(commands))

    # -- previews

    def hover(self, space: str, id: str) -> None:
        """Preview what is pointed at: the path to a space and its cost, the line of sight to an Enemy."""
        if not space and not id:
            self.screen.show_outlook(None)
        walks = bool(space) and not self.picked and not id
        self.screen.show_path(self.preview.path_view(space) if walks else NO_PATH)
        self.screen.show_line(
            self.preview.figure(id, self.offers, self.picked)[1] if id in self.state.enemies else None
        )

    def linger(self, space: str, id: str) -> None:
        """Show the card of what has been pointed at for a while. Of a space in reach show the lines of sight, and in
        the tray what it would mean to stand there."""
        clicks = self.clicks
        outlook = self.about.walk(space, id, clicks)
        self.screen.show_outlook(outlook)
        self.screen.show_plan(*self.about.lines("" if id else space, clicks))
        # The card keeps off the ends of the lines.
        self.screen.show_hover(None if outlook else self.about.card(space, id, self.offers, clicks, self.picked))

    def pointer(self, message: MessageView) -> PointerView:
        """Return what a message points at: what it is about, and the spaces that it names."""
        state, rules = self.state, rules_of(self.session)
        spaces = rules.board.by_name
        who = next((id for id in message.about if id in state.team), "")
        goal = next((id for id in message.about if id in spaces), "")
        path = preview.path_to(rules, state, who, goal) if who and goal else ()
        others = (id for id in message.about if id != who and not (id == goal and path))
        named = (name for name in SPACE.findall(message.text) if name in spaces and not (name == goal and path))
        rings = tuple(dict.fromkeys((*others, *named))) if message.rank != "note" else ()
        if message.rank == "hint" and not rings and not path and who:
            rings = (who,)
        return PointerView(rings, who if path else "", path, TONES[message.rank])

    def sight_line(self, start: str, end: str) -> Segment | None:
        """Return the line of sight between two spaces, from a corner to a border, as the rules find it."""
        frame = activation(self.state)
        return preview.sight_line(rules_of(self.session), self.state, start, end, frame.character if frame else "")

    def person(self, id: str) -> PersonView | None:
        """Return the card of a Character, or None for anything else."""
        return person(id, self.state, rules_of(self.session), self.names) if id in self.state.team else None

    def describe(self, space: str) -> str:
        """Return what the hover card of a space says, for a screen reader."""
        return self.about.said(space, "", self.offers, self.clicks, self.picked)

    def equip(self) -> EquipView:
        """Build the view model of the Equip Action in progress, including Loot found in the last step."""
        rules = rules_of(self.session)
        events = self.session.timeline.step(self.session.head).events
        cards = [event.card for event in events if isinstance(event, e.LootFound)]
        found = tuple((self.words(f"loot.{card}.name"), self._loot_text(rules, card)) for card in cards)
        return equip_view(self.state, rules, self.names, self.offers, found)

    def _loot_text(self, rules: Rules, card: str) -> str:
        """Return what a Loot card does, and that there is nothing to place where it brings no item."""
        text, effects = self.words(f"loot.{card}.text"), rules.catalog.loot[card].effects
        placed = any(isinstance(effect, Receive) for effect in effects)
        return text if placed else f"{text} {self.words('view.equip.nothing_to_place')}"


def _door_spaces(board: Board) -> dict[str, tuple[str, ...]]:
    """Return the two spaces on either side of each door."""
    found: dict[str, tuple[str, ...]] = {}
    for door in board.doors:
        first, second = board.door_cells(board.door_index[door.id])
        found[door.id] = (board.name(first), board.name(second))
    return found
