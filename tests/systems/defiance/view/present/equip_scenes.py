"""Scenes of the Equip Action: rows, cards, where each may go, what is left in hand, programs and devices."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.systems.defiance.engine.notation import format_command
from defiance_qt.systems.defiance.view.present.equip import holder_views
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.presenter import BoardPresenter
from tests.systems.defiance.view.positions import table
from tests.systems.defiance.view.present.leaves import Lines, leaves
from tests.systems.defiance.view.present.scenes import Scene
from tests.systems.defiance.view.seated import after, at


def shown(board: BoardPresenter) -> Lines:
    """Return the dialog: each row with its cards, and each card's moves as a row and a command."""
    view = board.equip()
    lines: Lines = dict(leaves((view.title, format_command(view.finish)), "equip"))
    lines |= {"unplaced": str(view.unplaced), "fitting": str(view.fitting), "found": str(view.found)}
    for holder in view.holders:
        lines[holder.id] = f"{holder.name}{' gives' if holder.giving else ''}"
        for row in holder.rows:
            lines[row.id] = f"{row.name} {row.tip}".strip()
            for item in row.items:
                lines[f"{row.id} {item.key}"] = f"{item.text}{' again' if item.again else ''} | {item.tip}"
                for where, command, label in item.moves:
                    lines[f"{row.id} {item.key} to {where}: {format_command(command)}"] = label
    return lines


def equipping() -> Iterator[Scene]:
    """Two that stand together, cards of every kind of place, Loot that fits nowhere."""
    session = at(
        """
    U C J .
     A . . 1

    uma tabs=head,hand,hand,backpack,backpack carries=hacking_device,pistol,rippers@backpack,knife@-,medikit,stimulant@-
    cadin tabs=head,torso,hand,hand,backpack carries=combi_rifle,heavy_device,stun_pistol@backpack,grenade
    jazz carries=hacking_device,automedikit
    dummy 1 -
    container box A 2
        """,
        "activate uma",
        "equip uma",
    )
    board, _ = table(session)
    yield "the beginning", shown(board)
    for line in (
        "install cadin picklock uma/hacking_device heavy_device",
        "place uma knife 0",
        "give cadin uma combi_rifle",
        "give uma cadin medikit",
        'place uma pistol ""',
        "give uma cadin hacking_device",
        "place cadin hacking_device 1",
    ):
        after(session, line)
        board.table.refresh()
        yield line, shown(board)
    holders = holder_views(session.state, rules_of(session), board.names)
    yield "what each carries", dict(leaves(holders, "holders"))


def loot() -> Iterator[Scene]:
    """A Container's Loot in hand, with and without a place for it."""
    for tabs in ("hand", "hand,hand,backpack"):
        text = "U A . J\n . . . .\n\numa tabs={} carries=pistol\njazz carries=club@-\ncontainer box A 2\n"
        session = at(text.format(tabs) + "deck loot combi_rifle grenade", "activate uma", "interact uma box")
        board, _ = table(session)
        yield f"Loot for {tabs}", shown(board)
        if tabs == "hand":
            continue
        after(session, "finish_equip")
        yield "afterwards", dict(leaves(holder_views(session.state, rules_of(session), board.names), "holders"))
