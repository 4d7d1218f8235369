"""Scenes of the table: what clicks mean and cost, what is marked, why something cannot be done, the team's cards."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.systems.defiance.engine.content.missions import Condition
from defiance_qt.systems.defiance.view.present.card_facts import Facts
from defiance_qt.systems.defiance.view.present.names import rules_of
from tests.systems.defiance.engine.positions import start
from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.present.leaves import leaves
from tests.systems.defiance.view.present.scenes import Scene, scene
from tests.systems.defiance.view.seated import after, at, seated

SIREN = """
    [[equipment]]
    id = "siren"

      [[equipment.actions]]
      id = "wail"
      target = "self"
      effects = [
        { do = "alert", amount = 1 },
        { do = "reinforce", amount = 2 },
        { do = "calm", amount = 1 },
      ]
"""
DEVICES = """
    [[equipment]]
    id = "nettle"
    tabs = [["hand"]]
    device = { hacking = ["yellow"], range = [1, 2], slots = 2 }
    software = ["skullbuster", "spike"]

    [[equipment]]
    id = "lure"
    tabs = [["hand"]]
    device = { hacking = ["yellow"], range = [1, 3], slots = 2 }
    software = ["blackout", "brainworm"]

    [[equipment]]
    id = "picks"
    tabs = [["head"]]
    device = { hacking = ["yellow"], range = [0, 4], slots = 1 }
    software = ["picklock"]
"""
YARD = """
    C . X . 1 . 2
     . . D . # _ 3
    U K G . % . 4
     J . . Y ! ~ 5
    . . . . . . .

    cadin damage=12 aggro=3
    uma carries=pistol,stun_pistol,hacking_device damage=4 aggro=1 focused
    jazz
    nox_spec_ops 1 2 ai=rush
    nox_hacker 3 ai=rush red
    nox_spec_ops.2 damage=1 stunned
    nox_hacker.1 damage=7
    shrike 4
    gwailos 5 -
    door gate A3:e
    security vault D2:w
    open hatch D3:e
    container crate X 2
    container box Y 1
    console one K "S !" "B"
    neutral goldstein G
    respawn A5 C5
    zone way B5 D4
    alert 2
"""


def clicks() -> Iterator[Scene]:
    """What a click on each thing does and costs, and what its card says before."""
    way = (Condition(id="out", zone="way"),)
    things: tuple[str, ...] = ("cadin", "uma", "jazz", "nox_spec_ops.1", "nox_spec_ops.2", "nox_hacker.1", "gwailos.1")
    things += ("gate", "vault", "hatch", "crate", "box", "one", "goldstein")
    spaces = ("A1", "A2", "A5", "B2", "B3", "B5", "D4", "E2", "E3", "E4", "F4", "G5")
    session = at(YARD, "activate uma", victory=way)
    yield scene("a yard", session, show="board|cards.. uma..buttons", point=things + spaces)
    for press in ("attack", "hack", "interact"):
        yield scene(press, session, show="board", press=press, point=("cadin", "uma", "shrike.1", "one", "A1", "B2"))
    after(session, "move uma")
    yield scene("after a Move", session, show="board", point=("crate", "B2", "B4", "C5", "A3", "G5", "uma"))
    after(session, "step_to uma A4")
    yield scene(
        "where Jazz stands", session, show="board|cards.. uma..buttons", point=("goldstein", "C4", "A3", "G5", "A4")
    )
    after(session, "step_to uma B4", "move uma")
    yield scene("without Actions", session, show="board|cards.. uma..buttons", point=("shrike.1", "one", "gate", "G5"))


def crowd() -> Iterator[Scene]:
    """More Enemies in reach, and more that reach, than a card names."""
    field = ". . . 1\n . . . 2\nU . . 3 6\n . . . 4\n. . . 5\n\numa carries=pistol,stun_pistol damage=8\n"
    session = at(field + "nox_spec_ops 1 2 3 red\nnox_hacker 4 5\nshrike 6\nnox_hacker.1 damage=2", "activate uma")
    yield scene("a crowd", session, show="board", point=("A2", "B2", "B3", "A3"))
    after(session, "move uma", "step_to uma B3")
    yield scene("closer", session, show="board", point=("A3", "B3", "C2", "nox_spec_ops.1", "shrike.1"))


def facts() -> Iterator[Scene]:
    """The facts of every card and program, as the market and the Equipment tell them."""
    more = """
        [[equipment]]
        id = "odd_kit"
        tabs = [["head", "hand"], ["torso"]]
        speed = -1
        modifiers = [{ rolls = ["attack", "biotech"], dice = ["red"], reroll = 2 }, { rolls = ["defense"], reroll = 1 }]

        [[equipment]]
        id = "odd_axe"
        tabs = [["hand", "hand"]]

          [[equipment.attacks]]
          id = "hew"
          dice = ["red"]
          range = [1, 1]
          cc = true
          switches = [
            { cost = "B", effects = [{ do = "impose", state = "stunned" }] },
            { cost = "!", effects = [{ do = "add_symbols", symbols = "S" }] },
          ]

          [[equipment.attacks]]
          id = "throw"
          dice = ["red", "red", "red"]
          range = [2, 3]
    """
    session = at("U . 1\n\numa\ndummy 1 -", more=more)
    board, _ = table(session)
    rules = rules_of(session)
    cards = Facts(session.state, rules, board.names)
    for id in (*rules.catalog.equipment, *rules.catalog.software):
        yield id, dict(leaves(cards.of(id), "card"))


def deploying() -> Iterator[Scene]:
    """Before the first Round: whose card is chosen and where it may be put."""
    session = seated(start("C U . 1\n . . . .\n\ncadin\numa\nnox_spec_ops 1 -"))
    for chosen in ("", "uma"):
        yield scene(
            f"chosen: {chosen}",
            session,
            show="board|cards.*(selectable|chosen)",
            chosen=chosen,
            point=("cadin", "uma", "A1", "B1", "C2"),
        )
    after(session, "deploy uma A1")
    yield scene("one is left", session, show="board|cards", point=("cadin", "uma", "A1", "B1"))


def activating() -> Iterator[Scene]:
    """Between Activations: who may be chosen, who was."""
    session = at("C U Q 1\n\ncadin\numa activated\nqiang damage=10 unconscious\ndummy 1")
    yield scene(
        "between Activations",
        session,
        show="board|cards|question|top",
        point=("cadin", "uma", "qiang", "dummy.1", "A1", "B1"),
    )


def passing() -> Iterator[Scene]:
    """A way past a figure of the team, a drag, a space that none may stay on."""
    lane = "_ _ J .\n . Q U . .\n_ _ . . 1\n\numa\nqiang damage=10 unconscious\njazz\ndummy 1"
    session = at(lane, "activate uma")
    yield scene("a lane", session, show="board", point=("qiang", "jazz", "A2", "B2"))
    session = at(lane, "activate uma", "move uma")
    yield scene("with points", session, show="board|cards.. uma..buttons", point=("qiang", "jazz", "A2", "B2"))
    yield scene("drag", session, show="board|question", press="drag", point=("qiang", "A2", "B2", "D2"))
    yield scene("attack without a target", session, show="board", press="attack")


def weapons() -> Iterator[Scene]:
    """The ring of the weapons and of the devices, and why none reaches."""
    hall = "U . . . . . 2 . 1\n . . J . . . . .\n\numa carries={} damage=9\njazz\ndummy 1 2"
    for carries in ("sniper_rifle", "pistol,knife", "knife", "hacking_device", "automedikit", "grenade", "pistol@-"):
        session = at(hall.format(carries), "activate uma")
        for press in ("attack", "hack"):
            yield scene(f"{carries}: {press}", session, show="board|question", press=press, point=("dummy.1",))
        yield scene(f"{carries}: buttons", session, buttons=("attack", "hack", "interact", "card:grenade:throw"))


def arms() -> Iterator[Scene]:
    """Of several weapons and devices, the ring is that of all, and the reason that of the best."""
    long = "U . . . . . . . . 1\n . . . . . . 2 . .\n\numa tabs=head,hand,hand,hand,hand carries={}\ndummy 1 2"
    for carries in (
        "pistol,sniper_rifle",
        "sniper_rifle,pistol",
        "flamer,combi_rifle",
        "combi_rifle,flamer",
        "flamer,pistol",
    ):
        session = at(long.format(carries), "activate uma")
        yield scene(carries, session, show="board", press="attack", point=("dummy.1", "dummy.2"), buttons=("attack",))
    session = at(long.format("flamer,pistol").replace("dummy 1 2", "dummy 1 -"), "activate uma")
    yield scene("none reaches", session, show="board", buttons=("attack",))
    for text in (
        "U . . 3 . 2 . . . 1\n\numa tabs=head,hand,hand carries={}\nnox_spec_ops 1 2\nshrike 3",
        "U . . J . 1\n\numa carries={}\njazz carries=pistol\nnox_hacker 1 -",
    ):
        for carries in ("nettle,lure", "lure,nettle", "picks"):
            session = at(text.format(carries), "activate uma", more=DEVICES)
            yield scene(
                f"{carries}: {text[:14]}",
                session,
                show="board|cards.. uma..buttons.2",
                press="hack",
                point=("jazz", "shrike.1", "nox_hacker.1") if "J" in text or "shrike" in text else (),
                buttons=("hack",),
            )


def spent() -> Iterator[Scene]:
    """Nothing is left to interact with, or what is left is far."""
    floor = "U . . . . . X\n . Y . . . K .\n\numa\n"
    for text in (
        "",
        "open a A1:e",
        "open a A1:e\ndoor b C1:e",
        "open a A1:e\nsecurity b C1:e",
        "security b A1:e",
        "container box Y 0",
        "container box Y 0\ncontainer crate X 1",
        "container box Y 0\nopen a E1:e",
        'console one K "S"',
        'console one K "S"\ncontainer box Y 0',
        "neutral goldstein K",
    ):
        session = at(floor + text, "activate uma")
        board = session.game.rules.board  # type: ignore[attr-defined]
        yield scene(
            text.replace("\n", "; "), session, show="cards.. uma..buttons.5", point=("B1", "B2", *board.door_index)
        )


def emptied() -> Iterator[Scene]:
    """What has been searched and opened is passed over for what has not."""
    floor = "U A . . . B\n . . . . . .\n\numa\ncontainer box A 1\n"
    for text in ("", "container crate B 1", "door gate A1:se"):
        session = at(floor + text, "activate uma", "interact uma box", "finish_equip")
        yield scene(text, session, show="board|cards.. uma..buttons.5|top", point=("box", "B1"))


def costs() -> Iterator[Scene]:
    """Each thing that a click costs: Actions, points, Aggro, Reinforcements, Alert, dice."""
    text = "U . % 1\n . . . .\n\numa carries=siren,pistol aggro=2 damage=3\nnox_spec_ops 1\nalert 1\nreserve 3"
    session = at(text, "activate uma", more=SIREN)
    yield scene(
        "a siren",
        session,
        press="card:siren:wail",
        show="question|cards.. uma..buttons",
        point=("uma", "nox_spec_ops.1", "B1", "B2"),
    )


def kits() -> Iterator[Scene]:
    """Cards with Actions: on whom, and why not."""
    figures = ("uma", "qiang", "jazz", "billie", "dummy.1")
    text = """
        U Q . . J . . B
         . . . 1 . 2 .

        uma carries={} damage=3
        qiang damage=10 unconscious
        jazz damage=2
        billie B damage=1
        dummy 1 2
    """
    actions = {
        "medikit": ("revive", "treat"),
        "medjector": ("revive", "inject"),
        "repair_kit": ("repair",),
        "grenade": ("throw",),
        "emp_grenade": ("throw",),
        "smoke_grenade": ("throw",),
        "stimulant": ("inject",),
        "signal_jammer": ("jam",),
        "demolition_charge": ("demolish", "breach"),
        "command_headset": ("direct",),
    }
    for carries, names in actions.items():
        session = at(text.format(carries), "activate uma")
        yield scene(carries, session, show="cards.. uma..(slots|buttons.[6-9])", point=("uma", "qiang", "dummy.1"))
        for name in names:
            press = f"card:{carries}:{name}"
            yield scene(name, session, show="board", press=press, point=figures, buttons=(press,))
    session = at("U . .\n\numa carries=grenade,medikit,repair_kit,demolition_charge,smoke_grenade", "activate uma")
    yield scene("alone", session, show="cards.. uma..buttons")
    doors = "U . . .\n . . . .\n\numa carries=demolition_charge\n"
    for text in (
        "open a A1:e\nsecurity b A2:e",
        "open a A1:e\ndoor b C1:e",
        "open a A1:e",
        "security b A1:e",
        "door a A1:e",
    ):
        session = at(doors + text, "activate uma")
        yield scene(
            text.replace("\n", "; "),
            session,
            show="cards.. uma..buttons.[6-9]",
            point=("a",) if " a " in text else ("b",),
        )


def cards() -> Iterator[Scene]:
    """The team's cards: locations that are full, cards turned, hand-me-downs, Consequences, Allies."""
    session = at(
        """
            C U Q J . B 1

            cadin carries=combi_rifle,automedikit consequences=concussion face_down=limp,fear printed
            uma tabs=hand,hand,hand,backpack,backpack carries=pistol,medikit,rippers@backpack,knife@- damage=3
            qiang carries=medikit damage=10 unconscious
            jazz carries=hacking_device,medikit,automedikit,medjector@backpack,command_headset@- focused stunned
            billie B
            dummy 1
        """,
        "activate jazz",
    )
    yield scene("cards", session, show="cards")
    after(session, "use_card jazz medikit.treat jazz")
    yield scene("a card turned", session, show="cards.. jazz", buttons=("card:medikit:treat",))
    floor = "U J . . 1\n . . . . .\n\njazz carries={} damage=2\numa damage=3\ndummy 1"
    session = at(floor.format("medjector,medikit"), "activate jazz")
    for line in ("use_card jazz medjector.inject uma", "use_card jazz medikit.treat jazz"):
        after(session, line)
        yield scene(line, session, show="cards.. jazz..(slots|buttons)")
    fallen = "U J . . 1\n . . . . .\n\numa damage=10 unconscious carries={}\njazz activated\ndummy 1"
    for carries in ("pistol,automedikit", "pistol"):
        session = at(fallen.format(carries), "activate uma")
        yield scene(
            f"fallen with {carries}",
            session,
            show="cards.. uma|question",
            point=("uma", "A2"),
            buttons=("automedikit", "move"),
        )
