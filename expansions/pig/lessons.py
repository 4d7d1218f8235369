"""The lessons of the game: what lays the table, what the dice show, which steps are to be taken."""

from __future__ import annotations

from defiance_qt.api import port

LESSONS: tuple[port.Script, ...] = (
    port.Script(
        id="first_turn",
        kind="guide",
        mission="duel",
        steps=("roll", "roll", "hold"),
        faces=(4, 5),
        comes=({"pot": 4}, {"pot": 9}, {"pot": 0}),
        rules=("P-001", "P-003"),
        editions=("one",),
    ),
    port.Script(
        id="a_one",
        kind="example",
        mission="duel",
        opening=("roll", 'enter_dice {"faces": [6]}', "roll", 'enter_dice {"faces": [5]}'),
        steps=("roll",),
        faces=(1,),
        comes=({"pot": 0},),
        rules=("P-002",),
        editions=("one",),
    ),
)
