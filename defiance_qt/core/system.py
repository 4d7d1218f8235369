"""The port that a set of rules fills so that the table can run it.

Nothing here knows a board, a miniature or a round. States, commands and events are values of the game's own (frozen
msgspec structs; commands and events are tagged unions); the table stores them, moves between them and never looks
inside. Whatever a room above has to know about a game, it asks here.

`GameSystem` is a set of rules; `Game` is one bound to a session's content, edition, options and plugins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import Illegal

if TYPE_CHECKING:
    from types import ModuleType

State = Any
Command = Any
Event = Any


class Rule(msgspec.Struct, frozen=True):
    """A rule: its id ("R-087"), the heading it is listed under, one or two sentences, and the page of the rulebook in
    that language, None where it is not printed or not known."""

    id: str
    area: str
    text: str
    page: int | None = None


class Words(Protocol):
    """Texts by key in one language; a key without a text is its own text."""

    @property
    def language(self) -> str: ...

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rule index of the game: id to rule, in the order of the ids."""

    def __call__(self, key: str, /, **values: Any) -> str:
        """The text with its `{names}` filled in."""

    def count(self, key: str, n: int, /, **values: Any) -> str:
        """The text in the plural form for `n`, which fills `{n}`."""

    def __contains__(self, key: str) -> bool:
        """Whether there is a text."""


# ---- what a new game offers -----------------------------------------------------------------------------------------


class Setup(msgspec.Struct, frozen=True):
    """What a user chose for a new game. Stored in the first entry of the save.

    `mission` is the id of a scenario, `edition` that of a variant (see `Offerings`). `options` holds the system's own
    options by id, and under "switches", "answers" and "plugins" what differs from the variant, who answers which kind
    of chance, and the options of plugins.
    """

    system: str
    mission: str
    seed: int
    edition: str = ""
    options: dict[str, Any] = {}
    plugins: tuple[str, ...] = ()


class Scenario(msgspec.Struct, frozen=True):
    """Something to play: a mission, a duel. `title` and the texts of `sections` (heading, body) are text keys; a
    section without a heading introduces the scenario."""

    id: str
    title: str
    sections: tuple[tuple[str, str], ...] = ()
    number: int = 0


class Switch(msgspec.Struct, frozen=True):
    """A point on which editions of the rules differ. `title` and the texts of `values` (value to text key) are text
    keys; `editions` says which value each variant takes; `rules` are the rules that it decides about."""

    id: str
    title: str
    values: Mapping[str, str]
    editions: Mapping[str, str]
    rules: tuple[str, ...] = ()


class Variant(msgspec.Struct, frozen=True):
    """An edition of the rules. `title` and `short` are text keys."""

    id: str
    title: str
    short: str


class ChanceKind(msgspec.Struct, frozen=True):
    """A kind of chance that the app or the users answer. `key` names it in the option "answers" ("team.dice"); `group`
    is the part of the command line's `--ask` it belongs to ("dice", "cards"); `side` is "team", "enemy" or ""."""

    key: str
    title: str
    group: str
    side: str = ""


class Option(msgspec.Struct, frozen=True):
    """An option of the system. `title` is a text key; `choices` maps a value to a text key; `low` and `high` bound a
    whole number."""

    id: str
    kind: Literal["bool", "int", "choice"]
    default: bool | int | str
    title: str
    choices: Mapping[str, str] = {}
    low: int | None = None
    high: int | None = None


class Offerings(msgspec.Struct, frozen=True):
    """All that a user can choose for a new game. The first scenario and the first variant are preselected."""

    scenarios: tuple[Scenario, ...]
    variants: tuple[Variant, ...] = ()
    switches: tuple[Switch, ...] = ()
    chance: tuple[ChanceKind, ...] = ()
    options: tuple[Option, ...] = ()


class PluginStamp(msgspec.Struct, frozen=True):
    """A plugin as a save's passport names it: which version, with which files, under which options.

    `sha256` is the hex digest over all of its files, path and bytes (extend/loader.py).
    """

    id: str
    version: str
    sha256: str
    options: dict[str, Any] = {}


class Plugins(Protocol):
    """The plugins of one session, as a game system gets them."""

    def calls(self, hook: str) -> tuple[Callable[..., Any], ...]:
        """The implementations of a hook, guarded, in the order of their plugins' ids."""

    def contributed(self, hook: str) -> tuple[Any, ...]:
        """What the implementations of a `contribute_*` hook returned at the set-up, one after another."""


# ---- what is asked --------------------------------------------------------------------------------------------------


class DiceForm(msgspec.Struct, frozen=True, tag="dice"):
    """Dice are to be typed in: their ids in the order of the request. `side` is "team", "enemy" or ""."""

    side: str
    dice: tuple[str, ...]


class CardForm(msgspec.Struct, frozen=True, tag="card"):
    """A card is to be typed in: `options` are the ids that can come, in the order of the request's values, one entry
    for each copy. `who` is whom it is drawn for, "" for nobody in particular."""

    deck: str
    options: tuple[str, ...]
    who: str = ""


class CorrectionForm(msgspec.Struct, frozen=True, tag="correction"):
    """Values can be corrected by hand: see `Game.subjects`."""


Form = DiceForm | CardForm | CorrectionForm


class Prompt(msgspec.Struct, frozen=True):
    """The pending decision: who makes it, and the legal answers.

    `seat` is a seat of the game, or "table" (dice and cards), or "" when the game is over. `asks` is the stable name
    of the question; `commands` is every legal answer; `forms` are what only a person can fill in.
    """

    seat: str
    asks: str
    commands: tuple[Command, ...]
    forms: tuple[Form, ...] = ()


class Face(msgspec.Struct, frozen=True):
    """A face of a die: the symbols it shows (an icon of the theme, or else text), and the same in words."""

    symbols: tuple[str, ...]
    spoken: str


class Die(msgspec.Struct, frozen=True):
    """A die to type in. `letter` stands for it on the keyboard; `faces` are in the order of the request's values."""

    id: str
    name: str
    letter: str
    faces: tuple[Face, ...]


class Card(msgspec.Struct, frozen=True):
    """A card that can come."""

    id: str
    name: str


class Entry(msgspec.Struct, frozen=True):
    """The pending chance in words, for a person to type in: dice, or one of the cards. `cards` are in the order of the
    request's values, so the position of the first card with an id is the value that means it."""

    title: str
    dice: tuple[Die, ...] = ()
    cards: tuple[Card, ...] = ()


# ---- what is shown --------------------------------------------------------------------------------------------------


class Reason(msgspec.Struct, frozen=True):
    """Why something happened or cannot: rule ids and sentences, the most important first."""

    rules: tuple[str, ...]
    words: tuple[str, ...]


class Summary(msgspec.Struct, frozen=True):
    """A state in two lines, in no language yet: `title` and `progress` are text keys, `values` fill in the second.
    `chapter` changes whenever the log begins a new chapter (a Round, a turn)."""

    title: str
    progress: str = ""
    values: Mapping[str, int | str] = {}
    chapter: int = 0
    result: str = ""


class Ending(msgspec.Struct, frozen=True):
    """How a game ended: a title, the reason, and what it came to, as pairs of name and number. `gains` names what the
    timeline's marks of that kind count, "" when that is not worth telling."""

    title: str
    reason: str = ""
    numbers: tuple[tuple[str, str], ...] = ()
    gains: str = ""


class Mark(msgspec.Struct, frozen=True):
    """Something to see on the timeline: a chapter that begins, a gain or a loss for the players. `count` is how many
    it names."""

    kind: Literal["chapter", "gain", "loss"]
    text: str
    count: int = 1


class EventContext(msgspec.Struct, frozen=True):
    """An event with where it happened: its step, its index in the step, the states before and after it."""

    step: int
    index: int
    event: Event
    before: State
    after: State


class Detail(msgspec.Struct, frozen=True):
    """A line below a passage. `kind`: an alternative that was chosen or passed over, something weighed, or a result.
    `data` is the system's own, for its view."""

    kind: Literal["chosen", "passed", "weighed", "result"]
    text: str
    data: Any = None


class Passage(msgspec.Struct, frozen=True):
    """One paragraph of an account: a decision (`heading` names it), or what happens between two of them (no heading).

    `step` is where it happened; `actor` is the name of who acted, "" when it concerns all.
    """

    step: int
    actor: str
    heading: str
    text: str
    details: tuple[Detail, ...] = ()
    rules: tuple[str, ...] = ()
    skipped: bool = False


class Account(msgspec.Struct, frozen=True):
    """A stretch of the game explained as a whole: the turn of an automatic opponent, for instance. `subject` is whose
    it is, `name` the same in words, `chapter` the chapter it belongs to; `over` when the stretch has ended."""

    subject: str
    name: str
    chapter: str
    passages: tuple[Passage, ...]
    over: bool


class Distribution(msgspec.Struct, frozen=True):
    """Chances of each amount of something, and the mean."""

    name: str
    shares: Mapping[int, float]
    mean: float


class Odds(msgspec.Struct, frozen=True):
    """The exact chances of a command or a roll. `subject` is what they are about, in text form; `chances` are single
    events by name; `data` is the system's own value for JSON output."""

    subject: str
    distributions: tuple[Distribution, ...] = ()
    chances: Mapping[str, float] = {}
    data: Any = None


# ---- corrections by hand --------------------------------------------------------------------------------------------


class Field(msgspec.Struct, frozen=True):
    """A value that can be corrected by hand. `path` names it; several with commas for piles that change together.

    `kind`: "number" (`low` to `high`), "flag", "choice" and "set" (of `options`: value and name), "place" (somewhere on
    the table, picked there), "piles" (one pile of ids for each of `names`; the piles beyond the paths are where cards
    come from), or a kind of the system's own, whose editor its view brings and whose extras stand in `data`.
    """

    path: str
    name: str
    kind: str
    value: Any
    options: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 99
    names: tuple[str, ...] = ()
    data: Any = None


class Subject(msgspec.Struct, frozen=True):
    """What values belong to: the table, a figure, a card. `group` is the heading it is listed under."""

    id: str
    name: str
    group: str
    fields: tuple[Field, ...]


# ---- bots -----------------------------------------------------------------------------------------------------------


class Bot(Protocol):
    """Answers prompts in place of a person. One bot plays one game; the same prompts get the same answers."""

    def choose(self, game: Any, state: State, legal: tuple[Command, ...]) -> Command:
        """One of the legal commands, of which there is at least one."""


class Outcome(msgspec.Struct, frozen=True):
    """How a finished game went, for statistics: `because` is the id of what ended it, `rounds` how many chapters it
    took, `fallen` the figures that were lost."""

    result: str
    because: str = ""
    rounds: int = 0
    fallen: tuple[str, ...] = ()


# ---- the port -------------------------------------------------------------------------------------------------------


class Game(Protocol):
    """A game system bound to one session's content, edition, options and plugins. Every method is pure."""

    system: str
    answer_types: tuple[type, ...]
    """The commands that answer chance."""
    command_type: Any
    event_type: Any
    state_type: Any
    log_categories: tuple[str, ...]
    """What the log can be filtered by, in order; the text key of each is "log.<category>"."""

    # -- rules

    def start(self, setup: Setup) -> Sequence[Event]:
        """The events of the first step, applied to `blank()`."""

    def blank(self) -> State:
        """The state before anything happened."""

    def decide(self, state: State, command: Command) -> Sequence[Event]:
        """The events that the command causes, up to the next question. Raises `Illegal`."""

    def step(self, state: State, command: Command) -> tuple[State, list[Event]]:
        """The state after the command and the events that lead there: `decide` and `evolve` at once, for a game that
        works the state out while it decides. Raises `Illegal`."""

    def evolve(self, state: State, event: Event) -> State:
        """The state after the event. Knows no plugin, no catalog and no dice."""

    def legal(self, state: State) -> tuple[Command, ...]:
        """Every legal command. The same tuple object for the same state object."""

    def prompt(self, state: State) -> Prompt:
        """The pending decision."""

    def automatic(self, command: Command) -> bool:
        """Whether the command only lets the game go on, with nothing to decide: autoplay gives it, and undo takes it
        back with the act of a person that it followed."""

    def result(self, state: State) -> str | None:
        """ "victory", "defeat", or None while the game goes on."""

    def outcome(self, state: State) -> Outcome:
        """How the game stands or ended, for statistics."""

    def invariants(self, state: State) -> Sequence[str]:
        """The invariants that do not hold, each as a sentence; empty when all is well."""

    # -- chance

    def seed(self, state: State) -> int:
        """What the app's dice follow from."""

    def request(self, state: State) -> Request | None:
        """The chance that is asked for now, or None."""

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        """The command that answers the pending request with these values, each from 0."""

    def answers(self, state: State) -> Mapping[str, str]:
        """Who answers each kind of chance now: the key of a `ChanceKind` to "app" or "person"."""

    def set_answer(self, key: str, who: Literal["app", "person"]) -> Command:
        """The command that changes who answers this kind of chance."""

    def entry(self, state: State, words: Words) -> Entry | None:
        """The pending chance in words, or None when nothing is to be typed in."""

    def switches(self) -> Sequence[tuple[Switch, str]]:
        """The points on which editions differ, each with the value that this game goes by."""

    # -- corrections by hand

    def subjects(self, state: State, words: Words) -> Sequence[Subject]:
        """Everything that can be corrected, in the order of a look over the table."""

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Command, ...]:
        """The commands that set these values (path to value): one each, or a single one for all `together`, for values
        that the rules only let change at the same time."""

    # -- text form

    def format(self, command: Command) -> str:
        """The command as one line that `parse` reads back."""

    def parse(self, text: str) -> Command:
        """The command that a line names. Raises `NotationError`."""

    # -- words

    def label(self, command: Command, state: State, words: Words) -> str:
        """The command in a few words, for a button or for "undo: …"."""

    def question(self, state: State, words: Words) -> str:
        """The pending decision in one sentence; "" when the game is over."""

    def refusal(self, error: Illegal, state: State, words: Words) -> str:
        """Why a command was refused in this state, in words."""

    def narrate(self, event: Event, state: State, words: Words) -> str:
        """The event in one sentence, or "" when it says nothing to a person. `state` is the state after it."""

    def why(self, event: Event, before: State, words: Words) -> Reason:
        """The rules that caused the event, and in words what went into it. `before` is the state before it."""

    def why_not(self, state: State, command: Command, words: Words) -> Reason:
        """The rule that the command would break, and the first check that fails in words; nothing when it is legal."""

    def category(self, event: Event) -> str:
        """Which of `log_categories` the event belongs to."""

    def side(self, event: Event) -> str:
        """Whose event it is, for its colour: "team", "enemy" or ""."""

    def summary(self, state: State) -> Summary:
        """The state in two lines."""

    def ending(self, state: State, words: Words) -> Ending | None:
        """How the game ended, or None while it goes on."""

    def marks(
        self, before: State | None, after: State, events: Callable[[], Sequence[Event]], words: Words
    ) -> Sequence[Mark]:
        """What the timeline shows of a step; `before` is None for the first. `events` gives the step's events, which
        are unpacked only when it is called."""

    def opens_account(self, event: Event) -> str:
        """Whose account the event opens, a stretch that `account` explains as a whole; "" for any other event."""

    def closes_account(self, event: Event) -> bool:
        """Whether the event closes such a stretch."""

    def account(self, events: Sequence[EventContext], words: Words) -> Account | None:
        """A stretch from the event that opens it, as far as it has come."""

    # -- planning

    def odds(self, state: State, command: Command) -> Odds | None:
        """The exact chances of a command, or None when it takes no chance."""


class GameSystem(Protocol):
    """A set of rules the table can run. Brought by a plugin of kind "system" through `contribute_system`."""

    id: str

    def content(self) -> Mapping[str, bytes]:
        """The built-in content: file name to bytes. Carried in every save, so that a later version changes no running
        game."""

    def bind(self, content: Mapping[str, bytes], setup: Setup, plugins: Plugins) -> Game:
        """A game over this content. Raises `ContentError` naming file and key."""

    def offerings(self, content: Mapping[str, bytes]) -> Offerings:
        """What this content lets a user choose for a new game. Raises `ContentError`."""

    def hookspecs(self) -> ModuleType | None:
        """The module with the hooks that plugins of this system may fill beside those common to all systems, None for
        no further ones. Its ANSWERS says for each hook what it is given and may return (extend/hookspecs.py)."""

    def bots(self) -> Mapping[str, Callable[[int], Bot]]:
        """The system's bots: name to what makes one from a seed. The best comes first; "random" is always there."""

    def tools(self) -> Any:
        """What measures the system: a `defiance_qt.lab.tools.SystemTools`, or None."""

    def dice_odds(self, own: str, rival: str, options: Mapping[str, Sequence[str]]) -> Odds:
        """The exact chances of dice as a user names them ("red,red" against "blue"). Raises `DefianceError`; a system
        without such rolls refuses every call."""
