"""A toy for what is typed: a form for each shot, two ten-sided dice for it, and two cards of a deck drawn at once."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from defiance_qt.api import Illegal, Request, port

REACH = {"carbine": 90, "sidearm": 40}
SHOTS = 2
DECK = ("gust", "gust", "lull", "glare", "echo")


class Shoot(Struct, frozen=True, tag_field="command", tag="shoot"):
    """Shoot at this distance, in centimetres."""

    weapon: str
    distance: int
    cover: bool = False
    extras: tuple[str, ...] = ()
    note: str = ""


class EnterDice(Struct, frozen=True, tag_field="command", tag="enter_dice"):
    """The faces of the dice, from 1."""

    faces: tuple[int, ...]


class EnterCards(Struct, frozen=True, tag_field="command", tag="enter_cards"):
    """The cards that were drawn, in order."""

    cards: tuple[str, ...]


class Correct(Struct, frozen=True, tag_field="command", tag="correct"):
    """Set the score by hand."""

    score: int


class Dealt(Struct, frozen=True, tag_field="event", tag="dealt"):
    """Cards of the deck were drawn."""

    cards: tuple[str, ...]
    rules: tuple[str, ...] = ("T-3",)


class Began(Struct, frozen=True, tag_field="event", tag="began"):
    """The range is open."""

    answers: dict[str, str] = {}
    rules: tuple[str, ...] = ()


class Shot(Struct, frozen=True, tag_field="event", tag="shot"):
    """A shot was declared."""

    weapon: str
    distance: int
    cover: bool
    extras: tuple[str, ...]
    note: str
    rules: tuple[str, ...] = ("T-1",)


class Rolled(Struct, frozen=True, tag_field="event", tag="rolled"):
    """The dice of a shot, and the hits."""

    faces: tuple[int, ...]
    hits: int
    rules: tuple[str, ...] = ("T-2",)


class Corrected(Struct, frozen=True, tag_field="event", tag="corrected"):
    """The score was set by hand."""

    score: int
    rules: tuple[str, ...] = ()


class Range(Struct, frozen=True):
    """What was shot so far. `asks` is "cards", "dice" or "shot"."""

    asks: str = "cards"
    deck: tuple[str, ...] = DECK
    drawn: tuple[str, ...] = ()
    shot: Shot | None = None
    shots: int = 0
    score: int = 0
    chance: int = 0
    answers: dict[str, str] = {}


class Game(port.BasicGame):
    """The rules."""

    command_type = Shoot | EnterDice | EnterCards | Correct | port.SetAnswer
    event_type = Began | Dealt | Shot | Rolled | Corrected | port.AnswerSet
    state_type = Range
    answer_types = (EnterDice, EnterCards)

    def blank(self) -> Range:
        return Range()

    def start(self, setup: port.Setup) -> Sequence[Any]:
        return [Began(setup.options.get("answers", {}))]

    def decide(self, state: Range, command: Any) -> Sequence[Any]:
        if isinstance(command, port.SetAnswer):
            return [port.AnswerSet(command.key, command.who)]
        if isinstance(command, Correct):
            return [Corrected(command.score)]
        if isinstance(command, EnterCards):
            return [Dealt(command.cards)]
        if isinstance(command, EnterDice):
            assert state.shot is not None
            most = 4 if state.shot.cover else 6
            return [Rolled(command.faces, sum(face <= most or face == 10 for face in command.faces))]
        if state.asks != "shot":
            raise Illegal("not_now", "T-1", "nothing can be shot at now")
        reach = REACH[command.weapon]
        if command.distance > reach:
            message = f"it reaches {reach} cm"
            raise Illegal("reach", "T-1", message, field="distance", reach=reach)
        return [Shot(command.weapon, command.distance, command.cover, command.extras, command.note)]

    def evolve(self, state: Range, event: Any) -> Range:
        if isinstance(event, Began):
            return replace(state, answers=event.answers)
        if isinstance(event, port.AnswerSet):
            return replace(state, answers={**state.answers, event.key: event.who})
        if isinstance(event, Corrected):
            return replace(state, score=event.score)
        if isinstance(event, Dealt):
            left = list(state.deck)
            for card in event.cards:
                left.remove(card)
            return replace(state, asks="shot", deck=tuple(left), drawn=event.cards, chance=state.chance + 1)
        if isinstance(event, Shot):
            return replace(state, asks="dice", shot=event)
        shots, score = state.shots + 1, state.score + event.hits
        return replace(state, asks="shot", shots=shots, score=score, chance=state.chance + 1)

    def legal(self, state: Range) -> tuple[Any, ...]:
        return SAMPLES if state.asks == "shot" and state.shots < SHOTS else ()

    def result(self, state: Range) -> str | None:
        return None if state.shots < SHOTS else "victory" if state.score > SHOTS else "defeat"

    def prompt(self, state: Range) -> port.Prompt:
        if self.result(state) is not None:
            return port.Prompt("", "over", ())
        forms: dict[str, tuple[port.Form, ...]] = {
            "cards": (port.CardForm("weather", state.deck, count=2),),
            "dice": (port.DiceForm("team", ("d10", "d10")),),
            "shot": (FORM, port.CorrectionForm()),
        }
        return port.Prompt(
            "team" if state.asks == "shot" else "table", state.asks, self.legal(state), forms[state.asks]
        )

    def request(self, state: Range) -> Request | None:
        if state.asks == "shot":
            return None
        sizes = (10, 10) if state.asks == "dice" else (len(state.deck), len(state.deck) - 1)
        by_app = state.answers.get(f"team.{state.asks}", "app") == "app"
        return Request(state.asks, "team", sizes, state.chance, by_app)

    def answer(self, state: Range, values: tuple[int, ...]) -> Any:
        if state.asks == "dice":
            return EnterDice(tuple(value + 1 for value in values))
        return EnterCards(port.drawn(state.deck, values))

    def answers(self, state: Range) -> Mapping[str, str]:
        return {"team.dice": "app", "team.cards": "app", **state.answers}

    def entry(self, state: Range, words: port.Words) -> port.Entry | None:
        if state.asks == "shot":
            return None
        title = words(f"entry.{state.asks}")
        if state.asks == "dice":
            number = port.Die("d10", words("die.name"), "d", port.faces(10), numbers=True)
            tens = tuple(port.Face((f"{ten}0",), f"{ten}0", typed=f"{ten}0") for ten in range(10))
            return port.Entry(title, (number, port.Die("percent", words("die.tens"), "p", tens)))
        return port.Entry(title, cards=tuple(port.Card(id, words(f"card.{id}")) for id in state.deck), count=2)

    def filled(self, state: Range, form: port.FieldsForm, values: Mapping[str, Any]) -> Shoot:
        return Shoot(**{**values, "extras": tuple(values["extras"])})

    def subjects(self, state: Range, words: port.Words) -> Sequence[port.Subject]:
        score = port.Field("score", words("field.score"), "number", state.score)
        return (port.Subject("table", words("subject"), words("subject"), (score,)),)

    def overrule(self, values: Mapping[str, Any], reason: str, together: bool = False) -> tuple[Any, ...]:
        return (Correct(values["score"]),)

    def summary(self, state: Range) -> port.Summary:
        return port.Summary("scenario.shooting_range.name", result=self.result(state) or "")


FORM = port.FieldsForm(
    "shot",
    (
        port.Field("weapon", "field.weapon", "choice", "carbine", tuple((id, f"weapon.{id}") for id in REACH)),
        port.Field("distance", "field.distance", "number", 30, high=240, unit="unit.cm"),
        port.Field("cover", "field.cover", "flag", False),
        port.Field("extras", "field.extras", "set", (), (("rest", "extra.rest"), ("scope", "extra.scope"))),
        port.Field("note", "field.note", "text", "", high=40),
    ),
)
SAMPLES = (Shoot("carbine", 30), Shoot("sidearm", 10, cover=True))


class System(port.BasicSystem):
    id = "shooting_range"
    game = Game

    def offerings(self, content: Mapping[str, bytes]) -> port.Offerings:
        kinds = (
            port.ChanceKind("team.dice", "chance.dice", "dice", "team"),
            port.ChanceKind("team.cards", "chance.cards", "cards", "team"),
        )
        return port.Offerings((port.Scenario("range", "scenario.shooting_range.name"),), chance=kinds)


def contribute_system() -> port.GameSystem:
    return System()
