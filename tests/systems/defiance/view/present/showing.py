"""What the presenters show, as text: games and moments between missions, compared line by line with `shown/*.txt`.

    python -m tests.systems.defiance.view.present.showing [NAME …]

writes the files again; read their difference. A line is the path of a part of a view model and its values. What is
empty is left out, and of a game that goes on only the lines that change are told.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.view.present.guide import step_now
from defiance_qt.systems.defiance.view.present.names import rules_of
from tests.systems.defiance.view.positions import MISSION, activated, liking, new_game, table
from tests.systems.defiance.view.present import (
    asked_scenes,
    enemy_scenes,
    equip_scenes,
    roll_scenes,
    ship_scenes,
    table_scenes,
)
from tests.systems.defiance.view.present.leaves import Lines, frame, hovers, leaves
from tests.systems.defiance.view.present.scenes import Scene
from tests.workshop.window.campaign_shots import RESULT, entered

FOLDER = Path(__file__).parent / "shown"


class Told:
    """Lines that change from one moment to the next."""

    def __init__(self) -> None:
        self._last: Lines = {}
        self.lines: list[str] = []

    def moment(self, title: str, now: Lines) -> None:
        self.lines += ["", f"## {title}"]
        self.lines += [f"{path}: {_one_line(text)}" for path, text in now.items() if self._last.get(path) != text]
        if gone := sum(path not in now for path in self._last):
            self.lines.append(f"gone: {gone}")
        self._last = now

    def alone(self, title: str, lines: Lines) -> None:
        """Tell a moment that has nothing to do with the one before."""
        self._last = {}
        self.moment(title, lines)


def _one_line(text: str) -> str:
    return text.replace("\n", " / ")


# ---- games ----


def game(seed: int, steps: int, every: int, edition: str = "en", **options: Any) -> Told:
    """Play so many steps; in every so manieth all that can be pointed at is told too."""
    told, session = Told(), Session.new(mission=MISSION, seed=seed, edition=edition, options=options)
    while isinstance(session.legal()[0], c.Deploy):
        session.submit(session.legal()[0])
    board, _ = table(session)
    for step in range(steps):
        told.moment(f"step {step}", frame(board))
        if step % every == 0:
            told.moment(f"step {step}, pointing", frame(board, everything=True))
        legal = session.legal()
        if not legal:
            break
        session.submit(max(legal, key=liking))
        board.table.refresh()
    return told


def missions() -> Told:
    """The beginning of other missions, and some moments of each."""
    told = Told()
    for id in MISSIONS:
        session = Session.new(mission=id, seed=5)
        while isinstance(session.legal()[0], c.Deploy):
            session.submit(session.legal()[0])
        board, _ = table(session)
        told.moment(id, of_mission(frame(board)))
        for step in range(1, 61):
            session.submit(max(session.legal(), key=liking))
            board.table.refresh()
            if step % 20 == 0:
                told.moment(f"{id}, step {step}", of_mission(frame(board)))
        told.moment(f"{id}, pointing", of_mission(dict(hovers(board))))
    return told


def of_mission(lines: Lines) -> Lines:
    """Return the lines without what the team wears, which is the same in all missions, and without its choices."""
    return {
        path: one for path, one in lines.items() if ".slots" not in path and not path.startswith(("options", "said"))
    }


def everywhere() -> Told:
    """Every space of the board and both its doors, pointed at with a Character in the middle of it."""
    told, session = Told(), activated("cadin")
    board, _ = table(session)
    for space in ("F6", "H7", "L4"):
        session.submit(c.Overrule("team.cadin.space", space))
        board.table.refresh()
        lines: Lines = {}
        for name in rules_of(session).board.by_name:
            clicks = board.clicks
            lines[f"said {name}"] = board.describe(name)
            meant = clicks.on_space(name)
            lines[f"click {name}"] = repr((meant.commands[-1:], len(meant.choices), meant.chosen))
        for name in (*session.state.doors, *session.state.containers, *session.state.consoles):
            meant = board.clicks.on_figure(name)
            lines[f"click {name}"] = repr((meant.commands, meant.choices, meant.chosen))
            lines |= leaves(board.about.card("", name, board.offers, board.clicks, ""), f"hover {name}")
        told.moment(space, lines)
    return told


MISSIONS = ("dead_air", "cold_wake", "faces", "quarry", "undertow", "lantern")


def opening() -> Told:
    """The set-up, and the first Activation of each Character with every button pressed."""
    told, session = Told(), new_game()
    board, _ = table(session)
    told.moment("set-up", frame(board, everything=True))
    for who in ("uma", "cadin", "qiang", "jazz"):
        board, _ = table(activated(who))
        told.moment(who, frame(board, everything=True))
        for action, commands in sorted(board.offers.by_group.items()):
            board.picked = action if len(commands) > 1 else ""
            board.table.refresh()
            if board.picked:
                told.moment(f"{who} {action}", frame(board, everything=action in ("attack", "hack", "drag")))
    return told


def troubled() -> Told:
    """Figures with Damage, States and Aggro, an open door, and what that changes."""
    told, session = Told(), activated("qiang")
    board, _ = table(session)
    for place, value in TROUBLES:
        session.submit(c.Overrule(place, value))
        board.table.refresh()
        told.moment(f"{place} {value}", frame(board))
    told.moment("pointing", frame(board, everything=True))
    return told


TROUBLES: tuple[tuple[str, Any], ...] = (
    ("team.uma.damage", 9),
    ("team.cadin.damage", 3),
    ("team.cadin.aggro", 2),
    ("alert", 3),
    ("round", 11),
)


def equipping() -> Told:
    """The Equip Action: what can be given and taken, and each of the first exchanges."""
    told, session = Told(), activated("uma")
    board, _ = table(session)
    session.submit(next(one for one in session.legal() if isinstance(one, c.Equip)))
    for step in range(6):
        board.table.refresh()
        told.moment(f"equip {step}", frame(board) | dict(leaves(board.equip(), "equip")))
        legal = [one for one in session.legal() if not isinstance(one, (c.EndActivation, c.Overrule))]
        if not isinstance(session.state.agenda[-1], f.Equipping):
            break
        session.submit(legal[step % len(legal)])
    return told


# ---- between missions ----


def aboard(edition: str) -> Told:
    """Every step after the fifth mission, with a command of each kind that it offers."""
    told, session = Told(), Session.new(mission="defiance", seed=11, edition=edition)
    board, _ = table(session)
    told.moment("beginning", frame(board))
    session.submit(entered(4))
    session.submit(RESULT)
    for _ in range(60):
        board.table.refresh()
        step, legal = step_now(session.state), session.legal()
        told.moment(step, shortened(frame(board), edition))
        if step == "crew":
            for member in session.state.campaign.crew:
                for area in ("sickbay", "workshop", "training", "cabins", "bridge"):
                    told.moment(f"{member} to {area}", dict(leaves(board.between.move(member, area))))
        for kind in dict.fromkeys(type(one) for one in legal):
            if kind in ENDS:
                continue
            session.submit([one for one in session.legal() if type(one) is kind][-1])
            board.table.refresh()
            told.moment(f"{step} {kind.__name__}", shortened(frame(board), "es" if edition == "es" else ""))
            if step_now(session.state) != step or not any(type(one) in ENDS for one in session.legal()):
                break
        if c.FinishStep() in session.legal():
            board.finish()
            if step_now(session.state) == step:
                told.moment(f"{step}, asked", shortened(frame(board), edition))
                told.moment(f"{step}, not after all", {"cancelled": str(board.between.cancel())})
                session.submit(c.FinishStep())
        elif step == "briefing":
            break
    return told


def shortened(lines: Lines, edition: str = "") -> Lines:
    """Return the lines without what each card on sale would mean for each buyer; in English two of them keep it."""
    kept = ("uma]", "jazz]") if edition == "en" else ()
    found = {path: one for path, one in lines.items() if ".trials" not in path or any(id in path for id in kept)}
    return {path: one for path, one in found.items() if edition != "es" or path.startswith(OF_EDITION)}


OF_EDITION = ("between.guide", "between.tree", "between.market.tree", "between.market.upgrades", "top", "question")
"""What differs between the editions."""
ENDS = (c.FinishStep, c.BeginMission)


# ---- small positions ----


def scenes(make: Callable[[], Iterator[Scene]], one_after_the_other: bool = False) -> Told:
    """Tell scenes: each whole, or what changes from one to the next."""
    told = Told()
    for title, lines in make():
        (told.moment if one_after_the_other else told.alone)(title, lines)
    return told


SCENES: dict[str, Callable[[], Iterator[Scene]]] = {
    "scenes-decisions": asked_scenes.decisions,
    "scenes-acting": asked_scenes.acting,
    "scenes-consoles": asked_scenes.panels,
    "scenes-rolls": asked_scenes.rolls,
    "scenes-clicks": table_scenes.clicks,
    "scenes-deploying": table_scenes.deploying,
    "scenes-activating": table_scenes.activating,
    "scenes-passing": table_scenes.passing,
    "scenes-weapons": table_scenes.weapons,
    "scenes-arms": table_scenes.arms,
    "scenes-spent": table_scenes.spent,
    "scenes-emptied": table_scenes.emptied,
    "scenes-loot": equip_scenes.loot,
    "scenes-equip": equip_scenes.equipping,
    "scenes-column": enemy_scenes.column,
    "scenes-turn": enemy_scenes.turn,
    "scenes-surprise": enemy_scenes.surprise,
    "scenes-reckoned": enemy_scenes.reckoned,
    "scenes-panels": enemy_scenes.panels,
    "scenes-absent": enemy_scenes.absent,
    "scenes-attacks": roll_scenes.attacks,
    "scenes-switches": roll_scenes.switches,
    "scenes-hacks": roll_scenes.hacks,
    "scenes-crew": ship_scenes.crew,
    "scenes-sickbay": ship_scenes.sickbay,
    "scenes-steps": ship_scenes.steps,
    "scenes-road": ship_scenes.road,
    "scenes-queue": enemy_scenes.queue,
    "scenes-instructions": enemy_scenes.instructions,
    "scenes-losses": roll_scenes.losses,
    "scenes-crowd": table_scenes.crowd,
    "scenes-gear": ship_scenes.gear,
    "scenes-facts": table_scenes.facts,
    "scenes-forms": ship_scenes.forms,
    "scenes-costs": table_scenes.costs,
    "scenes-kits": table_scenes.kits,
    "scenes-cards": table_scenes.cards,
}

ONE_AFTER_THE_OTHER = (
    "scenes-equip",
    "scenes-turn",
    "scenes-surprise",
    "scenes-attacks",
    "scenes-switches",
    "scenes-hacks",
    "scenes-losses",
    "scenes-panels",
    "scenes-sickbay",
    "scenes-steps",
    "scenes-gear",
    "scenes-road",
)
"""Of these only what changes is told."""

MOMENTS: dict[str, Callable[[], Told]] = {
    "opening": opening,
    "game": lambda: game(4, 60, 6),
    "spanish": lambda: game(11, 40, 20, edition="es"),
    "typed": lambda: game(4, 40, 39, answers={"team.dice": "person", "enemy.dice": "person"}),
    "troubled": troubled,
    "equip": equipping,
    "missions": missions,
    "everywhere": everywhere,
    "aboard": lambda: aboard("en"),
    "aboard-es": lambda: aboard("es"),
} | {name: partial(scenes, make, name in ONE_AFTER_THE_OTHER) for name, make in SCENES.items()}


def text(name: str) -> str:
    """Return what is shown, as its file holds it."""
    return "\n".join(MOMENTS[name]().lines).strip() + "\n"


if __name__ == "__main__":
    for chosen in sys.argv[1:] or MOMENTS:
        (FOLDER / f"{chosen}.txt").write_text(text(chosen), encoding="utf-8")
