"""Scenes of the Enemy's column: Units and Miniatures, their Instructions, the Reserve, what waits, Consoles."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from defiance_qt.systems.defiance.view.present.enemies import entry_text
from defiance_qt.systems.defiance.view.present.names import rules_of
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.present.scenes import Scene, scene
from tests.systems.defiance.view.seated import after, at, seated

COLUMN = "units|reserve|waiting|alert|consoles"
CROWD = """
    C . 1 . 2 . 3 4
     . . . . . . 5 6
    U . . . . 7 8 .

    cadin activated aggro=1
    uma activated aggro=2
    nox_spec_ops 1 - red ai=rush
    nox_hacker 2 3 activated
    nox_leader - ai=rush
    cadmus 4 - red
    lamplighter 5 6 ai=rush
    seedlings 7 away ai=rush
    gwailos 8 -
    nox_spec_ops.1 damage=1 stunned focused
    nox_hacker.2 damage=9
    initiative cadmus nox_spec_ops
    available warden_drone thresher gwailos
    reserve {}
    alert {}
    round 2
"""


def column() -> Iterator[Scene]:
    """All kinds of Units at once, what the Reserve pays for, each Alert Level."""
    for reserve, alert in ((0, 0), (2, 1), (3, 3), (7, 5)):
        yield scene(
            f"Reserve {reserve}, Alert {alert}",
            at(CROWD.format(reserve, alert)),
            show=COLUMN if not alert else "reserve|alert",
        )


def queue() -> Iterator[Scene]:
    """Who is first in the deck is paid for first, even if the next would be cheaper."""
    for order in ("thresher warden_drone nox_leader", "warden_drone nox_leader thresher cadmus"):
        for reserve in (2, 3, 4, 5, 6):
            text = f"C . 1\n\ncadin\nseedlings 1 - -\navailable {order}\nreserve {reserve}"
            yield scene(f"{reserve} for {order}", at(text), show="reserve")


def instructions() -> Iterator[Scene]:
    """Every AI card in words, both its columns."""
    session = at("C . 1\n\ncadin\ndummy 1 -")
    board, _ = table(session)
    rules = rules_of(session)
    for id, card in rules.catalog.ai_cards.items():
        columns = {"blue": card.blue, "red": card.red}
        yield (
            id,
            {
                name: "; ".join(entry_text(one, rules, board.names) for one in column)
                for name, column in columns.items()
            },
        )


def turn() -> Iterator[Scene]:
    """The Enemy's turn step by step, with a roll in it: which entry is now, which are done, what is said of it."""
    text = """
        C . 1 . 2 . . .
         . . . . . . . 3

        cadin aggro=1
        nox_spec_ops 1 2 ai=rush
        lamplighter 3 -
        initiative nox_spec_ops,lamplighter
    """
    session = at(text, "activate cadin", "end_activation cadin")
    for step in range(24):
        yield scene(f"step {step}", session, show="units|waiting|board|told|question|top")
        legal = session.legal()
        if not legal:
            break
        session.submit(legal[-1])


def surprise() -> Iterator[Scene]:
    """Ambushers appear and attack at once."""
    text = "C . . .\n . . U .\n. . . .\n\ncadin\numa activated\ngwailos away\ninitiative gwailos\nnox_leader - away\n"
    session = at(text, "activate cadin")
    yield scene("before", session, show=COLUMN)
    after(session, "end_activation cadin")
    for step in range(8):
        yield scene(f"step {step}", session, show="units|waiting|board|told|question")
        legal = session.legal()
        if not legal:
            break
        session.submit(legal[-1])


def reckoned() -> Iterator[Scene]:
    """A roll that waits: what each would lose is on their cards."""
    text = "C 1 2 . U\n\ncadin carries=rippers damage=8\numa damage=4\ndummy 1 2\ndummy.2 damage=4\n"
    session = at(text + "answers team.dice=person enemy.dice=person", "activate cadin")
    after(session, "attack cadin rippers.slash dummy.1", "dice CS S", "dice S S S CB")
    points = ("dummy.1", "dummy.2", "cadin", "B1", "D1")
    yield scene("an Attack", session, show="units|cards.. cadin|board|question|top", point=points)


ANSWERS = ("KeepDice", "Assign", "SplitCritical", "LeaveConsole")


def panels() -> Iterator[Scene]:
    """A Console before, during and after its roll."""
    text = "U K T J\n . . . .\n\njazz\numa carries=hacking_device\nalert 3\nconsole two T B\n"
    text += 'console one K "S !" "B B" "S S" "CS"\n'
    for faces in ("each 1", "each 2", "each 4", "each 6"):
        session = at(text + "answers team.dice=person", "activate uma")
        yield scene("before", session, show="consoles|question", point=("one", "two", "B1"))
        after(session, "interact uma one", f"dice {faces}")
        yield scene(f"dice {faces}", session, show="consoles|question|board", point=("one",))
        for step in range(7):
            answers = [one for one in session.legal() if type(one).__name__ in ANSWERS]
            if not answers:
                break
            session.submit(answers[0])
            yield scene(f"answer {step}", session, show="consoles|question|reserve|cards.. uma|top", point=("one",))


def absent() -> Iterator[Scene]:
    """Miniatures that wait, come back or are dead."""
    play = position("U . 1\n\ntide 1\nrespawn A1\numa carries=stick").do("activate uma")
    play.do("overrule enemies.tide.1.damage 8", "attack uma stick.point tide.1", team="S", enemy="-")
    yield scene("it comes back", seated(play), show=COLUMN)
    for round, title in ((3, "it is due"), (4, "it is overdue")):
        play.state = replace(play.state, round=round)
        yield scene(title, seated(play), show=COLUMN)
