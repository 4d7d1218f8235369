"""Scenes aboard the ship: each step with much to do in it, moves of tokens, the road and its answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.evolve.campaign import campaign_of
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.state import Carried, State
from defiance_qt.systems.defiance.view.present.entered import entered_faults, entered_form
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.present.written import written_faults, written_form
from tests.systems.defiance.view.aboard import at
from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.present.leaves import Lines, frame, leaves
from tests.systems.defiance.view.present.scenes import Scene
from tests.workshop.window.campaign_shots import entered

LATER = ("intel", "equipment", "straighten", "briefing")
FIVE = ("crew", "sickbay", "specialties", *LATER)


def ship(number: int = 4, result: Literal["victory", "defeat"] = "victory") -> Session:
    """Return a campaign whose next mission was won, or lost, just now."""
    session = Session.new(mission="defiance", seed=11)
    session.submit(entered(number))
    intel = {"uma": 4, "jazz": 1}
    session.submit(c.WriteDown(result=result, round=7, intel=intel, biological=2, tech=1, reason="as on our sheet"))
    return session


def told(title: str, session: Session, *, todo: tuple[str, ...] = (), **values: Any) -> Scene:
    """Return the view of the step. `values` are of the campaign; those of figures stand under "team"."""
    state: State = session.state
    team = {id: replace(one, **values.get("team", {}).get(id, {})) for id, one in state.team.items()}
    campaign = replace(campaign_of(state), **{key: one for key, one in values.items() if key != "team"})
    agenda = (Campaign(todo),) if todo else state.agenda
    at(session, replace(state, team=team, campaign=campaign, agenda=agenda))
    board, _ = table(session)
    board.table.refresh()
    lines: Lines = {
        path: text for path, text in frame(board).items() if path.startswith(("between", "top", "question"))
    }
    return title, {path: text for path, text in lines.items() if ".trials" not in path or "uma]" in path}


def moves(session: Session, *pairs: tuple[str, str, str]) -> Iterator[Scene]:
    """Tell what moves of tokens would change."""
    board, _ = table(session)
    for member, area, onto in pairs:
        yield f"{member} to {area or 'the ramp'} {onto}".strip(), dict(leaves(board.between.move(member, area, onto)))


def crew() -> Iterator[Scene]:
    """Who stands where, what each does there, a wrecked area, exchanges."""
    session = ship()
    crew = dict(campaign_of(session.state).crew)
    names = list(crew)
    yield told("nobody placed", session, crew=dict.fromkeys(crew, ""))
    full = dict(
        zip(
            names,
            ("cabins", "training", "cabins", "workshop", "bridge", "sickbay", "workshop", "sickbay", "bridge"),
            strict=False,
        )
    )
    placed = {**dict.fromkeys(crew, ""), **full}
    hurt = {
        "uma": {"consequences": ("limp", "burns")},
        "qiang": {"face_down": ("rattled",)},
        "billie": {"consequences": ("burns",)},
    }
    yield told("placed", session, crew=placed, team=hurt, wrecked=("workshop",), components=3)
    yield from moves(
        session,
        ("uma", "cabins", ""),
        ("uma", "training", ""),
        ("uma", "", ""),
        ("uma", "training", "cadin"),
        ("cadin", "cabins", "uma"),
        ("uma", "cabins", "qiang"),
        ("jazz", "sickbay", "cho"),
        ("okonjo", "workshop", "jazz"),
        ("billie", "cabins", ""),
        ("cho", "sickbay", ""),
        ("okonjo", "sickbay", ""),
        ("pell", "bridge", ""),
    )
    yield told("whole", session, crew=placed, wrecked=(), learned=("stimulant", "grenade"))


def sickbay() -> Iterator[Scene]:
    """Consequences of all kinds, tried and not, who may be treated, what can be made."""
    session = ship()
    crew = dict.fromkeys(campaign_of(session.state).crew, "")
    crew |= {
        "uma": "cabins",
        "jazz": "workshop",
        "qiang": "cabins",
        "cho": "sickbay",
        "okonjo": "workshop",
        "pell": "sickbay",
    }
    hurt = {
        "uma": {"consequences": ("limp", "limp", "burns"), "face_down": ("rattled", "limp")},
        "qiang": {"consequences": ("burns",)},
        "cadin": {"consequences": ("rattled",)},
        "billie": {"consequences": ("burns",), "face_down": ("limp",)},
    }
    todo = FIVE[1:]
    yield told("much to do", session, todo=todo, crew=crew, team=hurt, biological=3, tech=3, components=4)
    yield told("tried", session, todo=todo, used=("cure uma limp", "cure uma limp"))
    yield told("nothing left", session, todo=todo, biological=0, tech=0, components=0, kept={"biological": 1})


def steps() -> Iterator[Scene]:
    """The other steps, with and without something to do in them."""
    session = ship()
    rich = {"uma": {"intel": 9}, "jazz": {"intel": 0}, "cadin": {"intel": 3}}
    held = (Carried("knife", "light"), Carried("grenade", "light"), Carried("heavy_device", "light"))
    for place, step in enumerate(FIVE[2:], 2):
        yield told(
            step,
            session,
            todo=FIVE[place:],
            team=rich,
            store=held,
            programs=("veil", "spike"),
            upgrades=("sample_container", "signals_mast"),
        )
        yield told(
            f"{step}, nothing there",
            session,
            todo=FIVE[place:],
            team={id: {"intel": 0} for id in rich},
            store=(),
            programs=(),
            upgrades=(),
        )
    yield told("jump", session, todo=("jump", *FIVE))
    yield told("loot", session, todo=("loot", *FIVE))


def gear() -> Iterator[Scene]:
    """The market and the Equipment of Characters with full hands, few locations, cards in hand and loose programs."""
    session = ship()
    worn = {
        "uma": {
            "tabs": ("hand", "hand", "backpack"),
            "carried": (
                Carried("pistol", "0"),
                Carried("knife", "0"),
                Carried("combi_rifle", "backpack"),
                Carried("grenade", "light"),
                Carried("helmet", ""),
                Carried("automedikit", "light"),
            ),
            "intel": 30,
        },
        "jazz": {
            "tabs": ("head", "torso", "hand", "hand", "hand"),
            "carried": (
                Carried("hacking_device", "0", ("geist_aid", "skullbuster")),
                Carried("rippers", "0"),
                Carried("light_armour", ""),
                Carried("stun_pistol", ""),
                Carried("targeting_visor", ""),
                Carried("boarding_shotgun", ""),
            ),
            "intel": 1,
        },
    }
    stores = (
        Carried("heavy_device", ""),
        Carried("sniper_rifle", ""),
        Carried("knife", ""),
        Carried("medikit", "light"),
    )
    for place, step in enumerate(("intel", "equipment"), 3):
        yield told(step, session, todo=FIVE[place:], team=worn, store=stores, programs=("veil", "spike", "trace"))
    yield told("without devices", session, todo=FIVE[4:], team={"jazz": {"carried": ()}})


def forms() -> Iterator[Scene]:
    """The forms for what was played on paper, and what cannot be entered."""
    session = Session.new(mission="defiance", seed=11)
    board, _ = table(session)
    state, rules, names = session.state, rules_of(session), board.names
    yield "a campaign", dict(leaves(entered_form(state, rules, names), "form"))
    sound = entered(4)
    wrong = (
        replace(sound, number=0),
        replace(sound, characters={"uma": sound.characters["uma"]}),
        replace(sound, number=1),
        replace(sound, tech=99, components=50),
        replace(sound, store=("rippers", "nothing"), upgrades=("sample_container", "sample_container")),
    )
    for place, command in enumerate((sound, *wrong)):
        for reason in ("", "as on our sheet"):
            found = entered_faults(state, rules, replace(command, reason=reason), names.words)
            yield f"campaign {place} {reason}".strip(), dict(leaves(found, "faults"))
    session.submit(sound)
    state, rules = session.state, rules_of(session)
    yield "a result", dict(leaves(written_form(state, rules, names), "form"))
    for place, result in enumerate(
        (
            c.WriteDown(result="victory", round=7, intel={"uma": 4}),
            c.WriteDown(result="victory", round=99, intel={"uma": 50, "jazz": -1}, biological=9),
            c.WriteDown(result="defeat", round=3, tech=30, intel={"nobody": 1}),
        )
    ):
        for reason in ("", "the mission gave more"):
            found = written_faults(state, rules, replace(result, reason=reason), names.words)
            yield f"result {place} {reason}".strip(), dict(leaves(found, "faults"))


def road() -> Iterator[Scene]:
    """The briefing of each mission, lost ones, a second attempt, the end."""
    for number in (0, 4, 5, 6, 9, 11):
        session = Session.new(mission="defiance", seed=11)
        if number:
            session.submit(replace(entered(number), lost=() if number < 5 else ("dead_air",)))
        yield told(f"after {number}", session, upgrades=("signals_mast",))
    yield told("lost", ship(6, "defeat"))
    for attempt in (1, 2):
        yield told("a verdict", ship(6, "defeat"), todo=("verdict",), attempt=attempt)
        yield told("again", ship(6), todo=("briefing",), attempt=attempt)
    yield told("the team is chosen", ship(), todo=("team", "briefing"), team={}, number=0)
    over = Session.new(mission="defiance", seed=11)
    over.submit(entered(11))
    over.submit(c.WriteDown(result="victory", round=9))
    yield told("the end", over)
