"""What the presenters show, as text: games and moments between missions, compared line by line with `shown/*.txt`.

    python -m tests.systems.defiance.view.present.showing [NAME …]

writes the files again; read their difference. A line is the path of a part of a view model and its values. What is
empty is left out, and of a game that goes on only the lines that change are told.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.view.campaign_shots import RESULT, entered
from defiance_qt.systems.defiance.view.present.guide import step_now
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.presenter import EXPLAINED, BoardPresenter
from tests.systems.defiance.view.positions import MISSION, activated, liking, new_game, table

FOLDER = Path(__file__).parent / "shown"
Lines = dict[str, str]


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each part of a view model with its path: a struct of plain values in one line, without what is empty."""
    if _is_view(value):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        plain = {name: text for name, one in fields.items() if not _is_deep(one) and (text := _plain(one))}
        if plain:
            yield path, " | ".join(f"{name}={text}" for name, text in plain.items())
        for name, one in fields.items():
            if _is_deep(one):
                yield from leaves(one, f"{path}.{name}" if path else name)
    elif isinstance(value, Mapping) and _is_deep(value):
        for key, one in value.items():
            yield from leaves(one, f"{path}[{key}]")
    elif _is_deep(value):
        for place, one in enumerate(value):
            yield from leaves(one, f"{path}[{_name(one, place)}]")
    elif text := _plain(value):
        yield path, text


def _is_view(value: Any) -> bool:
    return isinstance(value, msgspec.Struct) and type(value).__struct_config__.tag_field != "command"


def _is_deep(value: Any) -> bool:
    """Return whether there is a view model in it."""
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, (tuple, list)) else ()
    return _is_view(value) or any(map(_is_deep, parts))


def _plain(value: Any) -> str:
    """Return a value without view models in it as text, "" if it is empty."""
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_plain, value))})" if any(value) else ""
    return str(value) if value else ""


def _name(value: Any, place: int) -> str:
    """Return the name of a part among its like: its id, else its place."""
    known = getattr(value, "id", "") or getattr(value, "action", "")
    return f"{place} {known}" if isinstance(known, str) and known else str(place)


def frame(board: BoardPresenter, everything: bool = False) -> Lines:
    """Return what the table shows; with `everything` also the card of everything that can be pointed at."""
    shell = board.table.frame
    found = dict(leaves(board.view))
    for name in ("top", "question", "ending", "progress"):
        found |= leaves(getattr(shell, name), name)
    found |= leaves(board.told(), "told")
    if board.between.view is not None:
        found |= leaves(board.between.view, "between")
    return found | (dict(hovers(board)) if everything else {})


def hovers(board: BoardPresenter) -> Iterator[tuple[str, str]]:
    """Yield what everything on the board says when it is pointed at, and what its screen reader hears."""
    state, clicks = board.state, board.clicks
    things = [*state.team, *state.enemies, *state.neutrals, *state.doors, *state.containers, *state.consoles]
    spaces = list(dict.fromkeys([*board.view.board.choices, *(space for space, _ in board.view.board.reach)][::5]))
    for name in things:
        card = board.about.card("", name, board.offers, clicks, board.picked)
        yield from leaves(card, f"hover {name}")
        yield f"options {name}", str([one.text for one in board.options(name)])
        yield from leaves(board.why_not.click(name, board.picked), f"refused {name}")
    for space in spaces:
        yield from leaves(board.about.card(space, "", board.offers, clicks, board.picked), f"hover {space}")
        yield f"said {space}", board.describe(space)
        yield f"lines {space}", str(board.about.lines(space, clicks))
    for action in EXPLAINED:
        yield from leaves(board.why_not.action(action), f"why not {action}")


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
        for action in sorted(board.offers.by_group):
            board.picked = action
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
}


def text(name: str) -> str:
    """Return what is shown, as its file holds it."""
    return "\n".join(MOMENTS[name]().lines).strip() + "\n"


if __name__ == "__main__":
    for chosen in sys.argv[1:] or MOMENTS:
        (FOLDER / f"{chosen}.txt").write_text(text(chosen), encoding="utf-8")
