"""The port: the interface that a game system implements so that the app can run it.

It is independent of boards, miniatures and rounds. States, commands and events are the game's own values (frozen
msgspec structs; commands and events are tagged unions). The core stores them and moves between them without inspecting
them. Higher layers query the game only through this port.

`GameSystem` is a set of rules; `Game` is one bound to a session's content, edition, options and plugins. A game has a
facet a file. `BasicGame` and `BasicSystem` have defaults for all but the rules.
"""

from __future__ import annotations

from defiance_qt.core.chance import Request
from defiance_qt.core.decoding import read_content
from defiance_qt.core.errors import Illegal, Message, NotationError
from defiance_qt.core.port.accounts import Account, Accounts, Detail, Passage
from defiance_qt.core.port.board import (
    Board,
    Ending,
    Gauge,
    Goal,
    Mark,
    Outcome,
    Progress,
    Summary,
    SummaryFigure,
    SummaryLine,
)
from defiance_qt.core.port.bots import Advice, Bot
from defiance_qt.core.port.chance import (
    AnswerSet,
    Card,
    Chance,
    Die,
    Entry,
    Face,
    SetAnswer,
    drawn,
    entry_faults,
    faces,
)
from defiance_qt.core.port.chronicle import Chronicle
from defiance_qt.core.port.corrections import Corrections, Overrule, Overruled, Subject, applied, settled
from defiance_qt.core.port.fields import Field, FieldsForm, accepted, check_value, form_faults, no_field, plain
from defiance_qt.core.port.forecasts import Candidate, Forecast, Forecasts
from defiance_qt.core.port.forms import Forms
from defiance_qt.core.port.game import BasicGame, Chronicler, Game
from defiance_qt.core.port.lessons import Course, Finding, Lesson, LessonProgress, LessonStep, Played, Script
from defiance_qt.core.port.odds import Distribution, Odds, Planning
from defiance_qt.core.port.pictures import Pictures, Piece
from defiance_qt.core.port.players import Player, Players
from defiance_qt.core.port.rules import (
    CardForm,
    Command,
    CorrectionForm,
    DiceForm,
    Event,
    Form,
    Prompt,
    Rules,
    State,
    Values,
    played,
)
from defiance_qt.core.port.setup import (
    ChanceKind,
    Offerings,
    Option,
    Plugins,
    PluginStamp,
    Scenario,
    Setup,
    Switch,
    Variant,
    chance_kind,
    chosen,
    scenario,
    switch,
    variant,
)
from defiance_qt.core.port.sheets import Sheet
from defiance_qt.core.port.story import EventContext, Moment, Story, Told, one_by_one
from defiance_qt.core.port.system import BasicSystem, GameSystem
from defiance_qt.core.port.text import Reason, Text, keys, parts, spoken, told, worded
from defiance_qt.core.port.words import Rule, Words

__all__ = [
    "Account",
    "Accounts",
    "Advice",
    "AnswerSet",
    "BasicGame",
    "BasicSystem",
    "Board",
    "Bot",
    "Candidate",
    "Card",
    "CardForm",
    "Chance",
    "ChanceKind",
    "Chronicle",
    "Chronicler",
    "Command",
    "CorrectionForm",
    "Corrections",
    "Course",
    "Detail",
    "DiceForm",
    "Die",
    "Distribution",
    "Ending",
    "Entry",
    "Event",
    "EventContext",
    "Face",
    "Field",
    "FieldsForm",
    "Finding",
    "Forecast",
    "Forecasts",
    "Form",
    "Forms",
    "Game",
    "GameSystem",
    "Gauge",
    "Goal",
    "Illegal",
    "Lesson",
    "LessonProgress",
    "LessonStep",
    "Mark",
    "Message",
    "Moment",
    "NotationError",
    "Odds",
    "Offerings",
    "Option",
    "Outcome",
    "Overrule",
    "Overruled",
    "Passage",
    "Pictures",
    "Piece",
    "Planning",
    "Played",
    "Player",
    "Players",
    "PluginStamp",
    "Plugins",
    "Progress",
    "Prompt",
    "Reason",
    "Request",
    "Rule",
    "Rules",
    "Scenario",
    "Script",
    "SetAnswer",
    "Setup",
    "Sheet",
    "State",
    "Story",
    "Subject",
    "Summary",
    "SummaryFigure",
    "SummaryLine",
    "Switch",
    "Text",
    "Told",
    "Values",
    "Variant",
    "Words",
    "accepted",
    "applied",
    "chance_kind",
    "check_value",
    "chosen",
    "drawn",
    "entry_faults",
    "faces",
    "form_faults",
    "keys",
    "no_field",
    "one_by_one",
    "parts",
    "plain",
    "played",
    "read_content",
    "scenario",
    "settled",
    "spoken",
    "switch",
    "told",
    "variant",
    "worded",
]
