"""Drawing cards one by one, and their use (R-124, R-160, R-171…R-177, R-240).

A deck is the set of cards that may come. The card that comes is chance, requested at the moment of the draw. This
equals a shuffled deck, and lets a person enter the card that really came.
"""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Draw, Effects, KeepConsequence, Round
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.rules.alert import raise_alert
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction

UNKNOWN = "?"


def options(state: State, deck: str) -> tuple[str, ...]:
    """Return the cards that may come, one entry per copy."""
    if deck == "initiative":
        return state.initiative
    return state.decks.get(deck, ())


def left(state: State, deck: str) -> int:
    """Return the number of cards that can still be drawn; cards dealt face down unseen are no longer in the pile."""
    if deck != "ai":
        return len(options(state, deck))
    # Before Units that are there, and those of Units that are gone.
    unseen = sum(unit.ai_card == UNKNOWN for unit in state.units.values())
    unseen += state.discards.get("ai_held", ()).count(UNKNOWN)
    return len(options(state, deck)) - unseen


def by_app(state: State, deck: str) -> bool:
    side = "team" if deck in ("loot", "consequence") else "enemy"
    kind = "ai_card" if deck == "ai" else deck
    return state.answers.get(f"{side}.{kind}", "app") == "app"


def advance(run: Transaction, draw: Draw) -> bool:
    """Continue the draw, or pass the drawn cards to the effect that requested them. Returns False when chance must
    answer."""
    if draw.then in ("deal", "reveal") and draw.who not in run.state.units:
        run.close()  # the Unit is gone, by hand
        return True
    if len(draw.drawn) < draw.count:
        if left(run.state, draw.deck) <= 0 and draw.then != "reveal":
            if not run.state.discards.get(draw.deck):
                run.set(Draw(draw.deck, len(draw.drawn), draw.then, draw.who, draw.drawn))
                return True
            rebuild(run, draw.deck)
            return True
        if draw.then == "deal" and not by_app(run.state, "ai"):
            run.close()
            run.emit(e.AiCardDealt(draw.who, UNKNOWN, _dealt(run.state)))
            return True
        return False
    THEN[draw.then](run, draw)
    return True


def rebuild(run: Transaction, deck: str) -> None:
    """Make the discards the deck (R-177, R-240); for AI cards the Alert rises."""
    run.emit(e.DeckRebuilt(deck, ("R-177",) if deck == "ai" else ("R-240",)))
    if deck == "ai":
        raise_alert(run, 1, "ai_deck", ("R-177", "R-260"))


def take(run: Transaction, draw: Draw, card: str) -> None:
    """Add a drawn card: reveal an Initiative card (R-172, R-173), deal or reveal an AI card (R-170, R-171), keep any
    other until all are drawn (R-124, R-160, R-176, R-232, R-240)."""
    if draw.deck == "initiative":
        deployed = card in run.state.units
        run.close()
        run.emit(e.InitiativeRevealed(card, deployed, run.typed, ("R-172",) if deployed else ("R-173",)))
        if deployed:
            run.fact("initiative", card)
        return
    if draw.deck == "ai" and draw.then != "unseen":
        run.close()
        if draw.then == "deal":
            run.emit(e.AiCardDealt(draw.who, card, _dealt(run.state)))
        else:
            run.emit(e.AiCardRevealed(draw.who, card, "", run.typed, ("R-172",)))
        return
    run.emit(e.CardDrawn(draw.deck, card, draw.who, run.typed, CAUSES[draw.then]))


def _dealt(state: State) -> tuple[str, ...]:
    """Return the rule by which a Unit is dealt its AI card: in the Start Phase (R-171), or when it arrives (R-170)."""
    phase = next((frame.phase for frame in state.agenda if isinstance(frame, Round)), "start")
    return ("R-171",) if phase == "start" else ("R-170",)


# The rules that cause a draw, by the use of the cards.
CAUSES: dict[str, tuple[str, ...]] = {
    "initiative": ("R-172",),
    "deal": ("R-171",),
    "reveal": ("R-172",),
    "loot": ("R-124",),
    "keep_one": ("R-160",),
    "recover": ("R-232", "R-231"),
    "keep_all": ("R-237", "R-240"),
    "face_down": ("R-154",),
    "end_face_down": ("R-233",),
    "jump": ("R-292",),
    "unseen": ("R-176",),
}


# ---- what is done with drawn cards ----


def _loot(run: Transaction, draw: Draw) -> None:
    """Apply each card's effects, then grant one free Equip Action (R-124)."""
    run.close()
    queue: list[Effects] = []
    for card in draw.drawn:
        run.emit(e.LootFound(draw.who, card, ("R-124",)))
        effects = run.rules.catalog.loot[card].effects
        queue.append(Effects(effects, draw.who, draw.who, f"loot.{card}.name", ("R-124",)))
    for frame in queue:
        run.defer(frame)


def _keep_one(run: Transaction, draw: Draw) -> None:
    """Offer the choice of one Consequence to keep: of an AutoMediKit's (R-160), or as another card says (R-232)."""
    run.close()
    if len(draw.drawn) > 1:
        run.open(KeepConsequence(draw.who, draw.drawn, CAUSES[draw.then] if draw.then == "recover" else ()))
        return
    for card in draw.drawn:
        keep(run, draw.who, card, ("R-232",))


def _keep_all(run: Transaction, draw: Draw) -> None:
    run.close()
    for card in draw.drawn:
        keep(run, draw.who, card, ("R-240",))


def _face_down(run: Transaction, draw: Draw) -> None:
    """Put each card face down (R-239): of a Remote that falls (R-154), or of whoever ends the mission Unconscious
    (R-233)."""
    run.close()
    for card in draw.drawn:
        run.emit(e.ConsequenceSuffered(draw.who, card, False, (*CAUSES[draw.then], "R-239")))


def keep(run: Transaction, character: str, card: str, rules: tuple[str, ...]) -> None:
    """Put a Consequence face up; nothing in a mission removes it (R-241). Its effects happen at once (R-162, R-242).
    Lowered Wounds may make the Character fall Unconscious (R-321)."""
    run.emit(e.ConsequenceSuffered(character, card, True, (*rules, "R-238")))
    effects = run.rules.catalog.consequences[card].effects
    if effects:
        run.defer(Effects(effects, character, character, f"consequence.{card}.name", ("R-242",)))
    harm.settle(run, character, f"consequence.{card}.name", lowered=True)


def kept(rules: Rules, state: State, frame: KeepConsequence) -> tuple[c.Command, ...]:
    """Return the choices among drawn Consequences (R-160, R-232)."""
    return tuple(c.Keep(card) for card in dict.fromkeys(frame.cards))


def check_keep(rules: Rules, state: State, frame: KeepConsequence, command: c.Keep) -> Illegal | None:
    cards = tuple(dict.fromkeys(frame.cards))
    if command.card in cards:
        return None
    words = f"{command.card} was not drawn: {', '.join(cards)}"
    return Illegal("not_drawn", (frame.rules or ("R-160",))[0], words, cards=cards)


def choose_consequence(run: Transaction, frame: KeepConsequence, command: c.Keep) -> None:
    """Keep one of the Consequences and discard the others: those of an AutoMediKit (R-160, R-162), or of a card that
    offers a choice (R-232)."""
    run.close()
    others = list(frame.cards)
    others.remove(command.card)
    for card in others:
        run.emit(e.CardDiscarded("consequence", card, frame.rules or ("R-160",)))
    keep(run, frame.character, command.card, frame.rules or ("R-160", "R-162"))


def _nothing(run: Transaction, draw: Draw) -> None:
    """No card was left to draw."""
    run.close()


def _unseen(run: Transaction, draw: Draw) -> None:
    """Put AI cards that were never revealed face up among the discards (R-176)."""
    run.close()
    run.emit(e.AiCardsDiscarded((), draw.drawn, ("R-176",)))


THEN: dict[str, Callable[[Transaction, Draw], None]] = {
    "loot": _loot,
    "keep_one": _keep_one,
    "recover": _keep_one,
    "keep_all": _keep_all,
    "face_down": _face_down,
    "end_face_down": _face_down,
    "jump": _face_down,
    "unseen": _unseen,
    "deal": _nothing,
    "reveal": _nothing,
    "initiative": _nothing,
}
