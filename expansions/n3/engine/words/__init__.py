"""What the game says: names, labels of commands, sentences of the log and their reasons, questions and refusals.

Templates are in `locale/words.toml`; the English of a refusal also stands where it is raised.
"""

from .accounts import account
from .labels import label
from .names import (
    INCH,
    act_line,
    hostility,
    length,
    named,
    save_line,
    save_sentence,
    several,
    trait,
    troop,
    with_weapon,
    zone,
)
from .questions import entry, question, refusal
from .reasons import reasons, sheet
from .story import category, narrate, steps_sum

__all__ = [
    "INCH",
    "account",
    "act_line",
    "category",
    "entry",
    "hostility",
    "label",
    "length",
    "named",
    "narrate",
    "question",
    "reasons",
    "refusal",
    "save_line",
    "save_sentence",
    "several",
    "sheet",
    "steps_sum",
    "trait",
    "troop",
    "with_weapon",
    "zone",
]
