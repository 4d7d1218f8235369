"""The port: the interface that a game system implements so that the app can run it.

It is independent of boards, miniatures and rounds. States, commands and events are the game's own values (frozen
msgspec structs; commands and events are tagged unions). The core stores them and moves between them without inspecting
them. Higher layers query the game only through this port.

`GameSystem` is a set of rules; `Game` is one bound to a session's content, edition, options and plugins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

import msgspec

from defiance_qt.core.chance import Request
from defiance_qt.core.chronicle import Chronicle as Chronicle  # noqa: PLC0414  a name of the port
from defiance_qt.core.errors import Illegal
from defiance_qt.core.errors import Message as Message  # noqa: PLC0414  a name of the port
from defiance_qt.core.lessons import Course as Course  # noqa: PLC0414  a name of the port
from defiance_qt.core.lessons import Finding as Finding  # noqa: PLC0414  a name of the port
from defiance_qt.core.lessons import Lesson as Lesson  # noqa: PLC0414  a name of the port
from defiance_qt.core.lessons import LessonProgress as LessonProgress  # noqa: PLC0414  a name of the port
from defiance_qt.core.lessons import LessonStep as LessonStep  # noqa: PLC0414  a name of the port
from defiance_qt.core.lessons import Played as Played  # noqa: PLC0414  a name of the port

if TYPE_CHECKING:
    from types import ModuleType

State = Any
Command = Any
Event = Any


class Rule(msgspec.Struct, frozen=True):
    """A rule: its id ("R-087"), its heading, and its text of one or two sentences.

    `page` is the page of the rulebook in that language, None if it is unknown or the rule is not printed.
    """

    id: str
    area: str
    text: str
    page: int | None = None


class Words(Protocol):
    """Texts by key in one language; a key without a text is returned unchanged."""

    @property
    def language(self) -> str:
        """The code of the language: "en"."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rule index of the game: id to rule, ordered by id."""

    def __call__(self, key: str, /, **values: Any) -> str:
        """Return the text with its `{names}` filled in."""

    def count(self, key: str, n: int, /, **values: Any) -> str:
        """Return the text in the plural form for `n`, which fills `{n}`."""

    def __contains__(self, key: str) -> bool:
        """Return whether the key has a text."""


# ---- choices for a new game -----------------------------------------------------------------------------------------


class Setup(msgspec.Struct, frozen=True):
    """A user's choices for a new game. Stored in the first entry of the save.

    `mission` is the id of a scenario, `edition` that of a variant (see `Offerings`). `options` holds the system's own
    options by id and four common keys. "switches" holds values that differ from the variant, "answers" the source of
    each kind of chance, "plugins" the options of plugins, and "winners" which of two plugins counts where both claim
    the same.
    """

    system: str
    mission: str
    seed: int
    edition: str = ""
    options: dict[str, Any] = {}
    plugins: tuple[str, ...] = ()


class Scenario(msgspec.Struct, frozen=True):
    """A playable scenario, such as a mission or a duel. `title` and `sections` (heading, body) are text keys; a section
    without a heading introduces the scenario. A `campaign` is several of them in a row, with what is between them."""

    id: str
    title: str
    sections: tuple[tuple[str, str], ...] = ()
    number: int = 0
    campaign: bool = False


class Switch(msgspec.Struct, frozen=True):
    """An edition option: a point on which editions of the rules differ.

    `title` and the texts in `values` (value to text key) are text keys. `editions` maps each variant to its value.
    `rules` are the ids of the rules it affects. `preset` is the value that a plugin gives it, whatever the variant.
    """

    id: str
    title: str
    values: Mapping[str, str]
    editions: Mapping[str, str]
    rules: tuple[str, ...] = ()
    preset: str = ""

    def usual(self, variant: str) -> str:
        """Return its value in a variant, unless the user chooses another."""
        return self.preset or self.editions.get(variant, next(iter(self.values)))


class Variant(msgspec.Struct, frozen=True):
    """An edition of the rules. `title` and `short` are text keys."""

    id: str
    title: str
    short: str


class ChanceKind(msgspec.Struct, frozen=True):
    """A kind of chance that the app or the user answers. `key` identifies it in the option "answers" ("team.dice").

    `group` is the value of the option `--ask` that covers it ("dice", "cards"). `side` is "team", "enemy" or "".
    """

    key: str
    title: str
    group: str
    side: str = ""


class Option(msgspec.Struct, frozen=True):
    """An option of the system. `title` is a text key; `choices` maps values to text keys; `low` and `high` bound an
    integer."""

    id: str
    kind: Literal["bool", "int", "choice"]
    default: bool | int | str
    title: str
    choices: Mapping[str, str] = {}
    low: int | None = None
    high: int | None = None


class Offerings(msgspec.Struct, frozen=True):
    """All choices for a new game. The first scenario and the first variant are preselected."""

    scenarios: tuple[Scenario, ...]
    variants: tuple[Variant, ...] = ()
    switches: tuple[Switch, ...] = ()
    chance: tuple[ChanceKind, ...] = ()
    options: tuple[Option, ...] = ()


class PluginStamp(msgspec.Struct, frozen=True):
    """A plugin in a save's passport: its version, the hash of its files, and its options.

    `sha256` is the hex digest over the paths and bytes of all its files (extend/loader.py).
    """

    id: str
    version: str
    sha256: str
    options: dict[str, Any] = {}


class Plugins(Protocol):
    """The plugins of one session, as passed to a game system."""

    def calls(self, hook: str) -> tuple[Callable[..., Any], ...]:
        """Return the guarded implementations of a hook, ordered by plugin id."""

    def contributed(self, hook: str) -> tuple[Any, ...]:
        """Return all values that implementations of a `contribute_*` hook returned at the set-up, as one sequence;
        none of a plugin that has failed since."""

    def report(self, fault: Message) -> None:
        """Report something in the content that has no effect, for example because a plugin is missing.

        A new game is refused because of it. A save opens, and tells it.
        """


# ---- prompts --------------------------------------------------------------------------------------------------------


class DiceForm(msgspec.Struct, frozen=True, tag="dice"):
    """Dice to enter: their ids in the order of the request. `side` is "team", "enemy" or ""."""

    side: str
    dice: tuple[str, ...]


class CardForm(msgspec.Struct, frozen=True, tag="card"):
    """A card to enter. `options` are the possible ids in the order of the request's values, one per copy. `who` is the
    figure it is drawn for, "" for none in particular."""

    deck: str
    options: tuple[str, ...]
    who: str = ""


class CorrectionForm(msgspec.Struct, frozen=True, tag="correction"):
    """Values can be corrected by hand: see `Game.subjects`."""


Form = DiceForm | CardForm | CorrectionForm


class Prompt(msgspec.Struct, frozen=True):
    """The pending decision: who makes it and the legal answers.

    `seat` is a seat of the game, "table" (dice and cards), or "" when the game is over. `asks` is the stable id of the
    decision; `commands` holds every legal answer; `forms` describe input that only a user can enter.
    """

    seat: str
    asks: str
    commands: tuple[Command, ...]
    forms: tuple[Form, ...] = ()


class Face(msgspec.Struct, frozen=True):
    """A face of a die: its symbols (icons of the theme, or text), and the same in words. On a die with numbers,
    `spoken` says what the number does in this roll, and `tone` marks it: "team" for a hit, "gold" for more than that,
    "danger" for harm to who rolls."""

    symbols: tuple[str, ...]
    spoken: str
    tone: Literal["", "team", "gold", "danger"] = ""


class Die(msgspec.Struct, frozen=True):
    """A die to enter. `letter` is its key on the keyboard; `faces` are in the order of the request's values. The faces
    of a die with `numbers` are typed as whole numbers from 1 up; 0 is the ten of a ten-sided die."""

    id: str
    name: str
    letter: str
    faces: tuple[Face, ...]
    numbers: bool = False


class Card(msgspec.Struct, frozen=True):
    """A card that can be drawn."""

    id: str
    name: str


class Entry(msgspec.Struct, frozen=True):
    """The pending chance in words, for the user to enter: dice, or one of the cards.

    `cards` are in the order of the request's values; the index of the first card with an id is its value.
    """

    title: str
    dice: tuple[Die, ...] = ()
    cards: tuple[Card, ...] = ()


# ---- views ----------------------------------------------------------------------------------------------------------


class Reason(msgspec.Struct, frozen=True):
    """Why something happened or is not possible: rule ids and sentences, the most important first."""

    rules: tuple[str, ...]
    words: tuple[str, ...]


class SummaryLine(msgspec.Struct, frozen=True):
    """A fact of a summary: a text key and its values. With `count` it is a text with plural forms. `tone` is a tone of
    the theme, such as "gold" for a warning."""

    text: str
    values: Mapping[str, int | str] = {}
    count: int | None = None
    tone: str = ""


class SummaryFigure(msgspec.Struct, frozen=True):
    """A figure of the players in a summary: how much it has `left` of its full strength. `names` are text keys, the
    first with a text is used; `initials` is the text key of its letters."""

    names: tuple[str, ...]
    left: int
    of: int
    initials: str = ""


class Summary(msgspec.Struct, frozen=True):
    """A state at a glance, not localized: `title` and `progress` are text keys, `values` fill in the second.

    `chapter` changes whenever the log begins a new chapter (a Round, a turn); `last` is the last one, 0 if there is no
    end to them. `lines` and `figures` describe the state for a list of saves. `setting_up`: the players are still
    setting up the table. `whole` is the text key of the longer game that `title` is a part of, as of a campaign, "" for
    none.
    """

    title: str
    progress: str = ""
    values: Mapping[str, int | str] = {}
    chapter: int = 0
    result: str = ""
    last: int = 0
    lines: tuple[SummaryLine, ...] = ()
    figures: tuple[SummaryFigure, ...] = ()
    setting_up: bool = False
    whole: str = ""


class Ending(msgspec.Struct, frozen=True):
    """How a game ended: a title, the reason, and final figures as pairs of name and number.

    `gains` names the sum of the timeline's "gain" marks, "" if it should not be shown.
    """

    title: str
    reason: str = ""
    numbers: tuple[tuple[str, str], ...] = ()
    gains: str = ""


class Goal(msgspec.Struct, frozen=True):
    """A step towards victory: done, the current one, or one that comes later (open). `tip` says how it is done."""

    text: str
    state: Literal["done", "current", "open"]
    tip: str = ""


class Gauge(msgspec.Struct, frozen=True):
    """A value from 0 to `most` that concerns the whole table; without an end `most` is 0. `text` names it with its
    value; `tip` says what it does and what its next value will do. `tone` is "gold" or "danger" where the players
    should worry, "team" where more is better. `icon` is one of the theme: "alert", "time" for a count-down, "check"
    for a gain, …"""

    text: str
    value: int
    most: int
    tip: str = ""
    tone: Literal["", "gold", "danger", "team"] = ""
    icon: str = "alert"


class Progress(msgspec.Struct, frozen=True):
    """How far a game has come: its chapter as number and name, of `chapters` (0: no limit); the goals in their order;
    gauges; and what comes next, with a remark on it. Each part has a tip."""

    chapter: int
    name: str
    chapters: int = 0
    tip: str = ""
    goals: tuple[Goal, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    next: str = ""
    next_note: str = ""
    next_tip: str = ""


class Moment(msgspec.Struct, frozen=True):
    """A turn of the story, told by a banner: a new chapter, an alarm, the arrival of opponents, or a gain for the
    players. `text` says what it means."""

    kind: Literal["chapter", "alarm", "arrival", "gain"]
    title: str
    text: str = ""


class Mark(msgspec.Struct, frozen=True):
    """A mark on the timeline: the start of a part of a long game, that of a chapter, or a gain or a loss for the
    players.

    `count` is the number of items it names. The timeline zooms to a part or a chapter; the game's texts name what each
    shows, `zoom.whole`, `zoom.part` and `zoom.chapter`. `short` stands for the text where there is no room for it; over
    the whole game a part without it is not shown beside those that have it.
    """

    kind: Literal["part", "chapter", "gain", "loss"]
    text: str
    count: int = 1
    short: str = ""


class EventContext(msgspec.Struct, frozen=True):
    """An event with its context: its step, its index in the step, and the states before and after it."""

    step: int
    index: int
    event: Event
    before: State
    after: State


class Told(msgspec.Struct, frozen=True):
    """A sentence of the story about some events: those from index `first` up to the next sentence's.

    `main` is the index of the event that the sentence explains. `tone` is "gold" (a turn of the story), "danger",
    "quiet", "chapter" (the heading of one) or "". `names` are names that the text may hold, each with its side.
    """

    text: str
    first: int
    main: int
    tone: Literal["", "gold", "danger", "quiet", "chapter"] = ""
    names: tuple[tuple[str, str], ...] = ()


class Detail(msgspec.Struct, frozen=True):
    """A line below a passage. `kind` is an alternative that was chosen or passed over, a weighed value, or a result.
    `data` is the system's own, for its view."""

    kind: Literal["chosen", "passed", "weighed", "result"]
    text: str
    data: Any = None


class Passage(msgspec.Struct, frozen=True):
    """One paragraph of an account: a decision (named by `heading`), or the events between two decisions (no heading).

    `step` is its step; `actor` is the name of the acting figure, "" if the passage concerns all.
    """

    step: int
    actor: str
    heading: str
    text: str
    details: tuple[Detail, ...] = ()
    rules: tuple[str, ...] = ()
    skipped: bool = False


class Account(msgspec.Struct, frozen=True):
    """A stretch of the game explained as a whole, such as the turn of an automatic opponent.

    `subject` is the id of its owner, `name` the owner's name, `chapter` its chapter. `over` is true when the stretch
    has ended.
    """

    subject: str
    name: str
    chapter: str
    passages: tuple[Passage, ...]
    over: bool


class Distribution(msgspec.Struct, frozen=True):
    """The probability of each amount of something, and the mean."""

    name: str
    shares: Mapping[int, float]
    mean: float


class Odds(msgspec.Struct, frozen=True):
    """The exact probabilities of a command or a roll. `subject` is the command or roll in text form.

    `chances` are single events by name; `data` is the system's own value for JSON output.
    """

    subject: str
    distributions: tuple[Distribution, ...] = ()
    chances: Mapping[str, float] = {}
    data: Any = None


# ---- corrections by hand --------------------------------------------------------------------------------------------


class Field(msgspec.Struct, frozen=True):
    """A value that can be corrected by hand. `path` identifies it; several paths, comma-separated, for piles that
    change together.

    `kind` is "number" (`low` to `high`), "flag", "choice" or "set" (of `options`: value and name), "place" (picked on
    the table), "piles" (one pile of ids for each of `names`), or a kind of the system's own. Piles beyond the paths are
    sources of cards. For an own kind the system's view supplies the editor, and `data` holds its extra values.
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
    """The owner of values: the table, a figure, a card. `group` is the heading it is listed under."""

    id: str
    name: str
    group: str
    fields: tuple[Field, ...]


# ---- bots -----------------------------------------------------------------------------------------------------------


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do, and why: one sentence in the user's language. `rules` are the ids of the rules behind it.
    `about` are the ids of what it points at, in the order of the sentence: who acts, where to, the target."""

    command: Command
    text: str
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


class Bot(Protocol):
    """Answers prompts in place of a user. A bot instance plays one game and is deterministic.

    A bot may also have the method `advise(game, state, legal, words) -> Advice`, which gives the reason for its choice.
    """

    def choose(self, game: Any, state: State, legal: tuple[Command, ...]) -> Command:
        """Return one of the legal commands, of which there is at least one."""


class Outcome(msgspec.Struct, frozen=True):
    """How a finished game went, for statistics. `because` is the id of the end condition.

    `rounds` is the number of chapters, `fallen` the figures that were lost.
    """

    result: str
    because: str = ""
    rounds: int = 0
    fallen: tuple[str, ...] = ()


# ---- the port -------------------------------------------------------------------------------------------------------


Values = Callable[[Request], tuple[int, ...]]
"""Returns the app's answer to a request: one number for each size."""


class Game(Protocol):
    """A game system bound to one session's content, edition, options and plugins. Every method is pure."""

    system: str
    answer_types: tuple[type, ...]
    """The commands that answer chance."""
    command_type: Any
    event_type: Any
    state_type: Any
    log_categories: tuple[str, ...]
    """The filter categories of the log, in order; the text key of each is "log.<category>"."""

    # -- rules

    def start(self, setup: Setup) -> Sequence[Event]:
        """Return the events of the first step, to be applied to `blank()`."""

    def blank(self) -> State:
        """Return the state before the first event."""

    def decide(self, state: State, command: Command) -> Sequence[Event]:
        """Return the events that the command causes, up to the next prompt. Raises `Illegal`."""

    def step(self, state: State, command: Command) -> tuple[State, list[Event]]:
        """Return the state after the command and the events that lead to it. Raises `Illegal`.

        Equivalent to `decide` followed by `evolve`, for games that compute the state while deciding.
        """

    def play(self, state: State, command: Command, values: Values) -> tuple[State, list[Command], list[Event]]:
        """Decide the command, and answer the chance that the app supplies with `values` until a user has to decide.
        Return the state, all commands with the answers among them, and all events. Raises `Illegal`.

        Equivalent to `step`, `request` and `answer` in turn, which is what `played` does for a game.
        """

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after the event. Independent of plugins, catalogs and dice."""

    def legal(self, state: State) -> tuple[Command, ...]:
        """Return every legal command, as the same tuple object for the same state object."""

    def prompt(self, state: State) -> Prompt:
        """Return the pending decision."""

    def automatic(self, command: Command) -> bool:
        """Return whether the command involves no decision and only advances the game.

        Autoplay submits such commands, and undo takes them back together with the user action before them.
        """

    def result(self, state: State) -> str | None:
        """Return "victory" or "defeat", None while the game is running."""

    def outcome(self, state: State) -> Outcome:
        """Return the outcome so far, or of the finished game, for statistics."""

    def invariants(self, state: State) -> Sequence[str]:
        """Return the violated invariants, each as a sentence; empty if the state is sound."""

    def unsound(self, files: Collection[str]) -> Sequence[Message]:
        """Return why what these content files hold of the scenario, or add to it, cannot be played as written; empty if
        it can. Scenarios of other files are not examined."""

    # -- chance

    def seed(self, state: State) -> int:
        """Return the seed of the app's random results."""

    def request(self, state: State) -> Request | None:
        """Return the pending chance request, or None."""

    def answer(self, state: State, values: tuple[int, ...]) -> Command:
        """Return the command that answers the pending request with these values, each counted from 0."""

    def answers(self, state: State) -> Mapping[str, str]:
        """Return the source of each kind of chance: the key of a `ChanceKind` to "app" or "person"."""

    def set_answer(self, key: str, who: Literal["app", "person"]) -> Command:
        """Return the command that changes the source of this kind of chance."""

    def entry(self, state: State, words: Words) -> Entry | None:
        """Return the pending chance in words, None if there is nothing to enter."""

    def switches(self) -> Sequence[tuple[Switch, str]]:
        """Return the edition options, each with the value used in this game."""

    # -- corrections by hand

    def subjects(self, state: State, words: Words) -> Sequence[Subject]:
        """Return everything that can be corrected, in the order of the table."""

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Command, ...]:
        """Return the commands that set these values (path to value), one command per value.

        With `together` return a single command, for values that the rules only allow to change at the same time.
        """

    # -- text form

    def format(self, command: Command) -> str:
        """Format the command as one line that `parse` reads back."""

    def parse(self, text: str) -> Command:
        """Parse a line into a command. Raises `NotationError`."""

    # -- words

    def label(self, command: Command, state: State, words: Words) -> str:
        """Return a short label of the command, for a button or for "undo: …"."""

    def question(self, state: State, words: Words) -> str:
        """Return the pending decision in one sentence, "" when the game is over."""

    def refusal(self, error: Illegal, state: State, words: Words) -> str:
        """Return why a command was refused in this state, localized."""

    def narrate(self, event: Event, state: State, words: Words) -> str:
        """Return the event in one sentence, "" if it is not shown to users. `state` is the state after it."""

    def joins(self, earlier: Sequence[Event], between: State, later: Sequence[Event]) -> bool:
        """Return whether the story of a step continues that of the step before, so that both are told as one. `between`
        is the state between them."""

    def tell(self, events: Sequence[EventContext], words: Words) -> Sequence[Told]:
        """Return the events of steps that are told as one in the sentences of a storyteller, in their order. Each event
        with a sentence of `narrate` belongs to one of them. `one_by_one` tells every event by itself."""

    def deed(self, command: Command, before: State, events: Sequence[Event], words: Words) -> str:
        """Return in a few words what a step has done, with its amount, for "undo: …". `command` is the last one that a
        user gave in it, `before` the state before its events."""

    def why(self, event: Event, before: State, words: Words) -> Reason:
        """Return the rules that caused the event and a description of its inputs. `before` is the state before it."""

    def why_not(self, state: State, command: Command, words: Words) -> Reason:
        """Return the rule that the command would break and the first failed check; empty if the command is legal."""

    def category(self, event: Event) -> str:
        """Return the one of `log_categories` that the event belongs to."""

    def side(self, event: Event) -> str:
        """Return the side of the event, for its color: "team", "enemy" or ""."""

    def summary(self, state: State) -> Summary:
        """Return the state at a glance. Called often: for every line of the log."""

    def ending(self, state: State, words: Words) -> Ending | None:
        """Return how the game ended, None while it is running."""

    def progress(self, state: State, words: Words) -> Progress | None:
        """Return how far the game has come, None if the game has no goals to show."""

    def moment(self, events: Sequence[EventContext], words: Words) -> Moment | None:
        """Return the turn that the story takes in these events of one step, None if it takes none. Of a single event,
        it tells whether the log shows it as such."""

    def marks(
        self, before: State | None, after: State, events: Callable[[], Sequence[Event]], words: Words
    ) -> Sequence[Mark]:
        """Return the timeline marks of a step. `before` is None for the first step. `events` returns the step's events
        and unpacks them only when called."""

    def opens_account(self, event: Event) -> str:
        """Return the subject of the account that the event opens, "" if it opens none."""

    def closes_account(self, event: Event) -> bool:
        """Return whether the event closes an account."""

    def account(self, events: Sequence[EventContext], words: Words) -> Account | None:
        """Return the account of a stretch of events that begins with the opening one and may be unfinished."""

    # -- planning

    def odds(self, state: State, command: Command) -> Odds | None:
        """Return the exact probabilities of a command, None if it involves no chance."""


@runtime_checkable
class Chronicler(Protocol):
    """A game that keeps a chronicle. It is an optional part of the port: a `Game` may do without."""

    def chronicle(self, events: Iterable[EventContext], words: Words) -> Chronicle | None:
        """Return the chronicle of the events of a whole game, None if there is nothing to tell."""


class GameSystem(Protocol):
    """A set of rules that the app can run. Provided by a plugin of kind "system" through `contribute_system`."""

    id: str

    def content(self) -> Mapping[str, bytes]:
        """Return the built-in content: file name to bytes. Every save carries a copy, so a later version does not
        change running games."""

    def bind(self, content: Mapping[str, bytes], setup: Setup, plugins: Plugins) -> Game:
        """Return a game over this content. Raises `ContentError` naming file and key."""

    def offerings(self, content: Mapping[str, bytes]) -> Offerings:
        """Return the choices for a new game with this content. Raises `ContentError`."""

    def hookspecs(self) -> ModuleType | None:
        """Return the module with the additional hooks of this system, None if there are none.

        Its ANSWERS defines the parameters and valid return values of each hook (extend/hookspecs.py).
        """

    def bots(self) -> Mapping[str, Callable[[int], Bot]]:
        """Return the system's bots: name to a factory that takes a seed. The best comes first. The random bot is added
        for every system."""

    def tools(self) -> Any:
        """Return the benchmark tools of the system, a `defiance_qt.lab.tools.SystemTools`, or None."""

    def lessons(self, content: Mapping[str, bytes]) -> tuple[Lesson, ...]:
        """Return the lessons on offer, guides first; none for a system that teaches nothing. Raises `ContentError`."""

    def lesson(self, content: Mapping[str, bytes], id: str) -> Course | None:
        """Return a lesson to be played, None if there is none with this id. Raises `ContentError`."""

    def dice_odds(self, own: str, rival: str, options: Mapping[str, Sequence[str]]) -> Odds:
        """Return the exact probabilities of named dice ("red,red" against "blue"). Raises `DefianceError`; a system
        without such rolls raises it on every call."""


def played(game: Game, state: State, command: Command, values: Values) -> tuple[State, list[Command], list[Event]]:
    """Implement `Game.play` by the game's other methods."""
    state, caused = game.step(state, command)
    commands, events = [command], list(caused)
    while (request := game.request(state)) is not None and request.by_app:
        command = game.answer(state, values(request))
        state, caused = game.step(state, command)
        commands.append(command)
        events += caused
    return state, commands, events


def one_by_one(game: Game, events: Sequence[EventContext], words: Words) -> tuple[Told, ...]:
    """Implement `Game.tell` by one sentence for each event, as narrated."""
    found = ((index, game.narrate(one.event, one.after, words)) for index, one in enumerate(events))
    return tuple(Told(text, index, index) for index, text in found if text)
