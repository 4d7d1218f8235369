"""The lessons: guided turns, and worked examples as positions to play.

A lesson stacks the decks with a correction during the muster, so that its cards come without chance; Target tokens and
dice are prescribed. Its steps are the commands to give, each with what is then true on the table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from defiance_qt.api import Request, port

from .engine.content import Catalog
from .engine.state import State
from .engine.words import names

PILES = ("left", "top", "discards")


class Check(NamedTuple):
    """A number that the rules lead to: the text key says which, of a Soldier or a Hostile card."""

    key: str
    equals: int
    of: str = ""


class Step(NamedTuple):
    """A command to give, and what is true afterwards."""

    command: str
    checks: tuple[Check, ...] = ()


def _read(check: Check, state: State) -> int:
    """Return the number that a check is about; -1 if what has it left play."""
    soldier, hostile = state.team.get(check.of), state.hostiles.get(check.of)
    if check.key == "cards":
        return len(state.hostiles)
    if check.key == "team":
        return len(state.team)
    if check.key == "time":
        return state.time
    if check.key == "progress":
        return state.goal.progress
    if check.key in ("killed", "suppressed"):
        return -1 if hostile is None else hostile.kia if check.key == "killed" else hostile.suppressed
    if soldier is None:
        return -1
    if check.key == "hand":
        return len(soldier.hand)
    if check.key == "empty":
        return sum(weapon.empty for weapon in soldier.weapons)
    return int(getattr(soldier, check.key))


@dataclass(frozen=True)
class Script:
    """A lesson as a list of steps. `opening` lays the table; `chance` holds the values of the requests since then: dice
    and Target tokens, counted from 0."""

    lesson: port.Lesson
    mission: str
    opening: tuple[str, ...]
    steps: tuple[Step, ...]
    chance: tuple[tuple[int, ...], ...]
    rules: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    content: Mapping[str, bytes] = field(default_factory=dict)
    editions: tuple[str, ...] = ("table",)

    def values(self, index: int, request: Request) -> tuple[int, ...] | None:
        """Return what answers a request while the lesson is followed; None leaves it to the app."""
        found = self.chance[index] if index < len(self.chance) else None
        return found if found is not None and len(found) == len(request.sizes) else None

    def progress(self, game: Any, played: Sequence[port.Played], words: port.Words) -> port.LessonProgress:
        """Compare the user's commands with the steps. Answers to chance and what runs by itself belong to the command
        before them."""
        acts: list[tuple[str, State]] = []
        for one in played[1:]:
            command = one.commands[0]
            if isinstance(command, game.answer_types) or game.automatic(command):
                if acts:
                    acts[-1] = acts[-1][0], one.after
            else:
                acts.append((game.format(command), one.after))
        given = [command for command, _ in acts]
        wanted = [step.command for step in self.steps]
        wrong = next((at for at, pair in enumerate(zip(given, wanted, strict=False)) if pair[0] != pair[1]), None)
        right = min(len(given), len(wanted)) if wrong is None else wrong
        done = right - (right == len(given) and right > 0 and _runs(game, acts[right - 1][1]))
        id, laid = self.lesson.id, played[0].after
        steps = tuple(
            port.LessonStep(
                words(f"lesson.{id}.{at + 1}"),
                at < done,
                tuple(self._finding(one, laid, acts[at][1] if at < done else None, words) for one in step.checks),
                step.command,
            )
            for at, step in enumerate(self.steps)
        )
        title, text, reason = words(self.lesson.title), words(self.lesson.text), words(f"lesson.{id}.reason")
        return port.LessonProgress(title, text, steps, reason, self.rules, astray=wrong is not None)

    def _finding(self, check: Check, laid: State, state: State | None, words: port.Words) -> port.Finding:
        """Return what is true after a step, beside what came out; `laid` is the table as it was laid."""
        said = _said(check, check.equals, laid, words)
        if state is None:
            return port.Finding(said, rules=self.rules)
        came = _read(check, state)
        return port.Finding(said, _said(check, came, laid, words), came == check.equals, self.rules)


def _runs(game: Any, state: State) -> bool:
    """Return whether the table still runs by itself, or waits for chance."""
    legal = game.legal(state)
    return game.request(state) is not None or (bool(legal) and game.automatic(legal[0]))


def _said(check: Check, number: int, state: State, words: port.Words) -> str:
    return words(f"lesson.check.{check.key}", n=number, who=names.target(state, check.of, words))


def scripts(catalog: Catalog) -> tuple[Script, ...]:
    """Return all lessons for these cards."""
    return (*_guides(catalog), *_examples(catalog))


def stacked(catalog: Catalog, **top: Sequence[str]) -> str:
    """Return the correction that puts cards on top of their decks, first the one drawn first."""
    whole = {
        "actions": [id for id, card in catalog.actions.items() for _ in range(card.n)],
        "hostiles": [id for id in catalog.front for _ in range(2)],
        "locations": list(catalog.locations),
        "events": list(catalog.events),
        "supports": list(catalog.supports),
    }
    values = {}
    for deck, cards in top.items():
        for card in cards:
            whole[deck].remove(card)
        values[",".join(f"decks.{deck}.{pile}" for pile in PILES)] = [sorted(whole[deck]), list(cards), []]
    return f"overrule {json.dumps({'values': values})}"


def _lesson(id: str, kind: Any) -> port.Lesson:
    return port.Lesson(id, f"lesson.{id}.title", f"lesson.{id}.text", kind, f"lesson.{id}.brief")


VEY = ("aimed", "keep_down", "surge", "dive", "patch_up", "radio_net", "flank")
BRENN = ("surge", "dive", "aimed", "report", "fresh_mag", "rally")
FIRST_LIGHT = {"objective": "cache"}


def _guides(catalog: Catalog) -> tuple[Script, ...]:
    """A first turn of First Light (a Location, two attacks, a Move, a hand, and what the Hostiles do), an assault, a
    Hostile turn, the Objective, and a muster."""
    opening = (
        "team first_light",
        stacked(
            catalog,
            actions=(*VEY, *BRENN, "blast", "point_blank", "surge"),
            supports=("mortar", "smoke_line", "evacuation"),
            locations=("ford",),
            hostiles=("patrol", "picket", "sentry", "gun_pair"),
            events=("shepherd",),
        ),
        "go",
    )
    first = Script(
        _lesson("first_turn", "guide"),
        "first_light",
        opening,
        (
            Step("place 1", (Check("cards", 3),)),
            Step(
                "fire 1 assault_rifle.2 patrol.1", (Check("killed", 1, "patrol.1"), Check("suppressed", 1, "patrol.1"))
            ),
            Step("fire 3 own.1 picket.1", (Check("killed", 0, "picket.1"), Check("suppressed", 2, "picket.1"))),
            Step("play 1 surge 1"),
            Step("move 1 right", (Check("space", 1, "1"), Check("acts", 0, "1"))),
            Step("cycle 2"),
            Step("discard fresh_mag"),
            Step("done", (Check("hand", 6, "2"),)),
            Step("end", (Check("suppression", 1, "2"), Check("time", 9))),
        ),
        ((0,), (0,), (4,), (7, 3, 3), (1, 2, 3), (5, 1)),
        ("W-025", "W-028", "W-036", "W-045", "W-048", "W-054"),
        FIRST_LIGHT,
    )
    muster = Script(
        _lesson("muster", "guide"),
        "first_light",
        (),
        (
            Step("nation orlane"),
            Step("buy vey", (Check("team", 1),)),
            Step("arm 1 assault_rifle"),
            Step("arm 1 pouch:assault_rifle"),
            Step("teach 1 marksman"),
            Step("buy brenn", (Check("team", 2),)),
            Step("arm 2 smg"),
            Step("buy o_pair", (Check("team", 3),)),
            Step("go", (Check("hand", 7, "1"), Check("hand", 6, "2"))),
        ),
        (),
        ("W-008", "W-009", "W-012", "W-015", "W-101", "W-128"),
        FIRST_LIGHT,
    )
    return (first, *_turns(catalog), _objective(catalog), muster)


def _way(turn: int) -> tuple[str, ...]:
    """Return the commands of a turn that opens a space of First Light: its Hostiles fall, and the team goes in. The
    reinforcement does not stay."""
    assault, wire = f"assault.{turn}", f"wire_team.{turn}"
    return (
        "place 1",
        _corrected({f"hostiles.{assault}.kia": 2, f"hostiles.{wire}.kia": 1}),
        *(f"fire 1 assault_rifle.1 {assault}", "enter_dice 9 6"),
        *(f"fire 3 own.1 {wire}", "enter_dice 9 9 6"),
        _corrected({f"team.{number}.space": turn for number in "123"}),
        *("end", "proceed"),
    )


def _corrected(values: Mapping[str, int]) -> str:
    return f"overrule {json.dumps({'values': values})}"


def _objective(catalog: Catalog) -> Script:
    """The end of First Light: with the last Location placed the cache is activated and destroyed, by Soldiers who first
    rally, reload, and level up a card."""
    stack = stacked(
        catalog,
        actions=(*VEY, *BRENN, "blast", "point_blank", "surge"),
        supports=("mortar", "smoke_line", "evacuation"),
        locations=("ford", "orchard", "chapel"),
        hostiles=(
            *("assault", "wire_team", "gun_pair", "assault", "wire_team", "gun_pair"),
            *("riflemen", "sentry", "militia", "patrol", "picket"),
        ),
        events=("regroup",),
    )
    rifle = "team.1.weapons.assault_rifle"
    opening = (
        *("team first_light", stack, "go", *_way(1), *_way(2), "place 1"),
        _corrected({f"team.{number}.space": 3 for number in "123"}),
        _corrected({"team.2.suppression": 1, f"{rifle}.live": 3, f"{rifle}.empty": 1}),
    )
    return Script(
        _lesson("objective", "guide"),
        "first_light",
        opening,
        (
            Step("activate 1", (Check("cards", 5),)),
            Step("rally 2", (Check("suppression", 0, "2"), Check("acts", 1, "2"))),
            Step("reload 1 assault_rifle", (Check("empty", 0, "1"), Check("acts", 1, "1"))),
            Step("play 1 aimed 1 level 1", (Check("xp", 3, "1"),)),
            Step("fire 1 assault_rifle.3 objective", (Check("progress", 2),)),
            Step("fire 3 own.1 objective", (Check("progress", 3),)),
        ),
        ((0,), (0,), (4,), (5, 4, 2, 3), (7, 2, 5)),
        ("W-024", "W-044", "W-046", "W-126", "W-129", "W-130", "W-146"),
        FIRST_LIGHT,
    )


ROA = ("aimed", "surge", "keep_down", "fresh_mag", "patch_up", "radio_net", "flank")
ORM = ("surge", "dive", "aimed", "report", "fresh_mag", "rally", "recon", "decoy")
SALT_ROAD = {"objective": "convoy"}


def _salt_road(catalog: Catalog, *hostiles: str, roa: Sequence[str] = ROA) -> tuple[str, ...]:
    """Lay Salt Road with its ready-made team: the Village comes first, and these Hostiles with it. `roa` is Roa's
    hand."""
    stack = stacked(
        catalog,
        actions=(*roa, *ORM),
        supports=("mortar", "drone", "smoke_line"),
        locations=("village",),
        hostiles=hostiles,
        events=("old_map", "lull"),
    )
    return ("team salt_road", stack, "go")


def _turns(catalog: Catalog) -> tuple[Script, Script]:
    """An assault on the Village (its Sergeant falls, all else is suppressed, and a Soldier goes in), and a Hostile turn
    with each of its steps."""
    suppressed = (Check("suppressed", 2, "riflemen.1"),)
    assault = Script(
        _lesson("assault", "guide"),
        "salt_road",
        (
            *_salt_road(catalog, "conscripts", "sergeant", "riflemen", "sentry"),
            *("place 1", "enter_cards 1", "enter_cards 1", "enter_cards 2"),
        ),
        (
            Step("fire 3 own.1 sergeant.1", (Check("cards", 2),)),
            Step("play 1 keep_down riflemen.1", suppressed),
            Step("fire 1 assault_rifle.2 riflemen.1", (Check("killed", 1, "riflemen.1"), *suppressed)),
            Step(
                "fire 2 machine_gun.1 conscripts.1",
                (Check("killed", 2, "conscripts.1"), Check("suppressed", 1, "conscripts.1")),
            ),
            Step("play 1 surge 1"),
            Step("move 1 right", (Check("space", 1, "1"), Check("acts", 0, "1"))),
            Step("end", (Check("health", 7, "1"), Check("suppression", 0, "1"), Check("time", 8))),
        ),
        ((5, 1, 4), (6, 2, 4), (7, 8, 1, 3)),
        ("W-036", "W-112", "W-116", "W-117", "W-136", "W-140"),
        SALT_ROAD,
    )
    hostile = Script(
        _lesson("hostile_turn", "guide"),
        "salt_road",
        (
            *_salt_road(
                catalog, "riflemen", "wire_team", "runner", "patrol", "gun_pair", roa=("dive", *ROA[:-1])
            ),
            *("place 1", "enter_cards 1", "enter_cards 2", "enter_cards 3", "play 1 surge 1", "move 1 right"),
        ),
        (
            Step("play 1 keep_down riflemen.1", suppressed),
            Step("end", (Check("cards", 4),)),
            Step(
                "react dive",
                (Check("health", 7, "1"), Check("suppression", 1, "1"), Check("suppressed", 1, "riflemen.1"),
                 Check("time", 8)),
            ),
        ),
        ((0,), (6, 4), (4, 3)),
        ("W-137", "W-138", "W-141", "W-143", "W-144", "W-145"),
        SALT_ROAD,
    )  # fmt: skip
    return assault, hostile


def _examples(catalog: Catalog) -> tuple[Script, ...]:
    """The worked examples of the rules."""
    three = _salt_road(catalog, "conscripts", "sergeant", "riflemen")
    pair = _salt_road(catalog, "riflemen", "riflemen", "sentry")
    placed = ("place 1", "enter_cards 1", "enter_cards 1", "enter_cards 2")
    place = Script(
        _lesson("place", "example"),
        "salt_road",
        three,
        (Step("place 1", (Check("cards", 3),)),),
        ((0,), (0,), (4,)),
        ("W-049", "W-050", "W-128"),
        SALT_ROAD,
    )
    burst, riflemen = "fire 1 assault_rifle.2 riflemen.1", "riflemen.1"
    fire = Script(
        _lesson("fire", "example"),
        "salt_road",
        (*three, *placed),
        (
            Step(burst, (Check("killed", 0, riflemen), Check("suppressed", 1, riflemen))),
            Step(burst, (Check("killed", 1, riflemen), Check("suppressed", 2, riflemen), Check("empty", 1, "1"))),
        ),
        ((7, 3, 1), (0, 8, 2)),
        ("W-031", "W-032", "W-033", "W-035", "W-036", "W-116", "W-149"),
        SALT_ROAD,
    )
    move = Script(
        _lesson("move", "example"),
        "salt_road",
        (*three, *placed),
        (
            Step("move 1 right"),
            Step("pay patch_up", (Check("space", 1, "1"), Check("hand", 6, "1"))),
            Step("play 2 surge 2"),
            Step("move 2 right", (Check("space", 1, "2"), Check("hand", 7, "2"))),
            Step("move 3 right 2"),
            Step("pay report"),
            Step("pay recon", (Check("space", 1, "3"), Check("hand", 5, "2"))),
        ),
        (),
        ("W-026", "W-027", "W-112", "W-113", "W-125"),
        SALT_ROAD,
    )
    back = Script(
        _lesson("return_fire", "example"),
        "salt_road",
        (*pair, "place 1", "enter_cards 1", "enter_cards 1", "move 1 right", "pay patch_up"),
        (Step("end", (Check("health", 6, "1"), Check("suppression", 1, "1"))),),
        ((4, 4), (4, 3)),
        ("W-056", "W-057", "W-058", "W-140", "W-141", "W-142"),
        SALT_ROAD,
    )
    return (place, fire, move, back)
