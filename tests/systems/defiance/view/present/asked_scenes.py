"""Scenes of the question and of the bar at the top: each kind of decision, with much and with little to say of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.content import Impose, Switch
from defiance_qt.systems.defiance.engine.dice import Symbols
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.present.scenes import Scene, scene
from tests.systems.defiance.view.seated import after, at, seated

SHOW = "question|top"
FIELD = """
    U . C J 1 2
     . . . K . .
    3 . . . . .

    uma carries=pistol,automedikit damage=3
    cadin damage=12
    jazz carries=hacking_device
    nox_spec_ops 1 2 ai=rush
    lamplighter 3 ai=rush red
    console one K "S !" "B B" "CS"
"""


def on_top(session: Session, *frames: f.Frame, **values: Any) -> Session:
    """Put frames on top of the agenda."""
    state = replace(session.state, agenda=(*session.state.agenda, *frames), **values)
    session.timeline._states[session.head] = state
    return session


def decisions() -> Iterator[Scene]:
    """What is asked outside a roll."""
    for left in (2, 1):
        yield scene(f"{left} may be Focused", on_top(at(FIELD), f.Readying(left)), show=SHOW)
    yield scene("between Activations", at(FIELD), show=SHOW)
    yield scene("one must be next", at(FIELD + "block jazz"), show=SHOW)
    kept = f.KeepConsequence("cadin", ("deep_cut", "rattled"))
    yield scene("a Consequence of another", on_top(at(FIELD, "activate uma"), kept), show=SHOW)
    yield scene("a card", on_top(at(FIELD), f.Draw("ai", 1, "reveal", "nox_spec_ops")), show="top")
    hidden = f.MissionPick("place", ("A1", "B1"))
    yield scene("where it is hidden", on_top(at(FIELD, "activate uma"), hidden), show=SHOW)
    over = seated(position(FIELD))
    for result in ("victory", "defeat"):
        over.timeline._states[over.head] = replace(over.state, result=result, because="out_of_time", agenda=())
        yield scene(result, over, show=SHOW)


def acting() -> Iterator[Scene]:
    """A Miniature before each entry of its column, a Unit between two of its Miniatures, an ambush."""
    column = ("attack most_aggro", "acquire least_distance", "assault most_damage")
    for index in range(4):
        session = on_top(at(FIELD), f.EnemyActivation("nox_spec_ops.1", column, index=index))
        yield scene(f"entry {index}", session, show=f"{SHOW}|units.0")
    session = on_top(at(FIELD), f.EnemyActivation("lamplighter.1", column, index=1, part=1))
    yield scene("inside an entry", session, show=f"{SHOW}|units")
    for card in ("", "?"):
        session = at(FIELD)
        unit = replace(session.state.units["nox_spec_ops"], ai_card=card)
        session = on_top(session, units={**session.state.units, unit.id: unit})
        yield scene(f"AI card {card}", on_top(session, f.EnemyActivation("nox_spec_ops.1", column)), show=SHOW)
    tied = f.EnemyActivation("nox_spec_ops.1", column, index=1), f.Pick(("uma", "cadin"), "tie")
    yield scene("a tie", on_top(at(FIELD), *tied), show=SHOW)
    ambush = f.SurpriseAttack("lamplighter", "uma", ("lamplighter.1",))
    yield scene("an ambush", on_top(at(FIELD), ambush), show=SHOW)


def panels() -> Iterator[Scene]:
    """A Console with symbols in hand: what each fills and completes, what is lost, a critical that may be split."""
    for symbols in ("S ! B", "S !", "CS B", "CS CB", "B B S S"):
        session = on_top(at(FIELD, "activate jazz"), f.Console("jazz", "one", Symbols.parse(symbols), rolled=True))
        yield scene(f"with {symbols}", session, show=f"{SHOW}|consoles", point=("one",))
        for step in range(4):
            if session.prompt.asks != "console" or not session.legal():
                break
            session.submit(session.legal()[0])
            yield scene(f"with {symbols}, then {step}", session, show=f"{SHOW}|consoles")


def rolls() -> Iterator[Scene]:
    """A roll at each of its steps, with and without what led to it, and with a rival, alone, or on oneself."""
    dice = (f.PoolDie("red", "equipment.pistol.name"), f.PoolDie("blue", "character.uma.name"))
    offers = (f.Offer("equipment.pistol.name", Switch("!", (Impose("stunned"),))),)
    enemy = f.RollSide("nox_spec_ops.1", dice, faces=(0, 1), symbols=Symbols.parse("S CB"))
    for step in ("dice", "again", "team_critical", "enemy_block", "team_switches", "resolve"):
        rolled = (() if step == "dice" else (1, 1)), Symbols.parse("CS S !")
        mine = f.RollSide("uma", dice, faces=rolled[0], symbols=rolled[1], offers=offers)
        for purpose, target, rival in (
            ("attack", "nox_spec_ops.1", enemy),
            ("console", "one", None),
            ("simple", "", None),
            ("simple", "uma", None),
            ("simple", "jazz", None),
        ):
            roll = f.Roll(purpose, "uma", target, "pistol", mine, rival, "shot", step)
            yield asked(f"{step} {purpose} {target}", on_top(at(FIELD, "activate uma"), roll))
    only = f.Roll("simple", "nox_spec_ops.1", "uma", "pistol", None, enemy)
    yield asked("the Enemy alone", on_top(at(FIELD), only))
    session = at(FIELD.replace("C J 1 2", "1 J C 2") + "answers team.dice=person enemy.dice=person", "activate uma")
    for line in ("attack uma pistol.shot nox_spec_ops.1", "dice S", "dice B"):
        yield asked(line, after(session, line))


def asked(title: str, session: Session) -> Scene:
    """Return in short who is asked for what, and the answers; a roll whose beginning is not known has no picture."""
    board, _ = table(session)
    top, question = board.table.frame.top, board.table.frame.question
    lines = {"top": f"{top.actor} {top.ask} ({top.side})"}
    if question is not None and question.kind != "activation":
        lines["question"] = f"{question.title} {question.note}".strip()
        lines |= {one.key: one.text + (" first" if one.primary else "") for one in question.choices}
    return title, lines
