"""What a card of the market would mean for the buyer: beside what is worn, the chances of both, and what it costs."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, boxed, gbox, hbox, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.elided import Elided, ElidedButton
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label, set_property, show_text
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.present.values import percent
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.panels.parts import PartsLine, Pieces
from defiance_qt.systems.defiance.view.present.card_facts import CardFacts, ChanceView, Fact, Part
from defiance_qt.systems.defiance.view.present.market import BuyerView, GoodsView, MarketView, OfferView

NAMED = 128  # the most width of a value's name


class Versus(QWidget):
    """The Damage of two weapons as pairs of bars, with the chances below."""

    HIGH, LOW = 92, 50

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._fresh: ChanceView | None = None
        self._worn: ChanceView | None = None
        self.setFixedHeight(theme.px(self.HIGH))
        self.hide()

    def show_chances(self, fresh: ChanceView | None, worn: ChanceView | None) -> None:
        self._fresh, self._worn = fresh, worn
        self.setVisible(fresh is not None)
        self.setAccessibleName(self.spoken)
        set_tip(self, self._words("view.market.damage.tip"))
        self.update()

    def _names(self) -> list[str]:
        last = len(self._fresh.shares) - 1 if self._fresh is not None else 0
        return [*map(str, range(last)), self._words("view.market.damage.most", n=last)]

    @property
    def spoken(self) -> str:
        """The chances in words."""
        return ". ".join(self._spoken())

    def fit(self, room: int) -> None:
        """Show the bars if there are any, as high as there is room for; not where they would be cut."""
        least, most = self._theme.px(self.LOW), self._theme.px(self.HIGH)
        self.setFixedHeight(max(least, min(most, room)))
        self.setVisible(self._fresh is not None and room >= least)

    def _spoken(self) -> list[str]:
        if self._fresh is None:
            return []
        words, said = self._words, []
        for place, name in enumerate(self._names()):
            fresh = percent(self._fresh.shares[place])
            if self._worn is None:
                said.append(words("view.market.damage.spoken", n=name, fresh=fresh))
            else:
                worn = percent(self._worn.shares[place])
                said.append(words("view.market.damage.spoken.both", n=name, fresh=fresh, worn=worn))
        return said

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._fresh is None:
            return
        theme, painter = self._theme, smooth(self)
        pairs = [self._fresh.shares, *((self._worn.shares,) if self._worn is not None else ())]
        most = max(max(shares) for shares in pairs) or 1.0
        count, line = len(self._fresh.shares), theme.px(17)
        wide = self.width() / count
        floor = self.height() - 2 * line
        gap = theme.px(3)
        bar = (wide - theme.px(16)) / len(pairs)
        for place, name in enumerate(self._names()):
            for side, shares in enumerate(pairs):
                left = place * wide + theme.px(8) + side * bar
                high = max(2.0, (floor - theme.px(2)) * shares[place] / most)
                box = QRectF(left + gap / 2, floor - high, bar - gap, high)
                painter.setPen(Qt.PenStyle.NoPen if side == 0 else QPen(QColor(theme.muted), 1))
                painter.setBrush(QColor(theme.team if side == 0 else theme.raised))
                painter.drawRoundedRect(box, 2, 2)
                painter.setPen(QColor(theme.team if side == 0 else theme.muted))
                painter.setFont(font(theme, theme.size_small, 700 if side == 0 else 400))
                area = QRectF(left - gap, floor + theme.px(2), bar + 2 * gap, line)
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, percent(shares[place]))
            painter.setPen(QColor(theme.text))
            painter.setFont(font(theme, theme.size_small))
            area = QRectF(place * wide, floor + line, wide, line)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, name)
        painter.setPen(QPen(QColor(theme.card_border), 1))
        painter.drawLine(0, floor, self.width(), floor)


class BuyButton(ElidedButton):
    """The primary button, whose border and padding are wider than a plain one's."""

    FRAME = 2 * 14 + 4


class Comparison(QFrame):
    """The chosen card beside what it would take the place of. `bought` carries the command of an offer."""

    bought = Signal(object)

    def __init__(self, theme: Theme, words: Words, pieces: Pieces) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._theme, self._words, self._pieces = theme, words, pieces
        self._shown: tuple[object, ...] = ()
        self._using, self._copies = "", ""
        self._offers: tuple[OfferView, ...] = ()
        self._title, self._place = Elided("heading"), Elided("small")
        head = hbox(self._title, self._place, ..., gap=theme.px(8))
        self._inside = QWidget()
        self._grid = gbox(of=self._inside, margins=0, gap=(theme.px(12), theme.px(4)))
        self._rule = label("", "small", wrap=True)
        self._damage = label("", "strong")
        self._defense = PartsLine(theme, pieces)
        self._defense.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._mean = label("", "small", "team")
        self._of = boxed(hbox(self._damage, self._defense, ..., self._mean, margins=(0, theme.px(4), 0, 0)))
        self._versus = Versus(theme, words)
        self._off = label("", "small", "gold", wrap=True)
        self._note = label("", "small", wrap=True)
        self._prices = flowing([])
        self.buy = BuyButton()
        self.buy.setProperty("role", "primary")
        self.buy.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.buy.clicked.connect(self.buy_now)
        self._left = label("", "small", wrap=True)
        self._lay_out(head)

    def _lay_out(self, head: QHBoxLayout) -> None:
        theme = self._theme
        self._area = area = Scroll()
        area.setMinimumHeight(theme.px(120))
        for watched in (area.viewport(), self._inside):
            watched.installEventFilter(self)
        self._body = body = QWidget()
        self._column = vbox(
            self._inside,
            self._of,
            self._versus,
            self._note,
            self._rule,
            ...,
            of=body,
            margins=(0, 0, theme.px(8), 0),
            gap=theme.px(5),
        )
        area.setWidget(body)
        vbox(
            head,
            (area, 1),
            self._off,
            hbox((self._prices, 3), (self.buy, 2), gap=theme.px(8)),
            self._left,
            of=self,
            margins=(12, 9, 12, 7),
            gap=theme.px(4),
        )

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return bool(super().eventFilter(watched, event))  # type: ignore[arg-type]  # Qt passes the viewport

    def _fit(self) -> None:
        """Fit the bars of a weapon between its values and what is said of it. Where they would be cut, the mean beside
        their title says the same in short. The card's own words, which its tip tells too, come last."""
        gap, wide = self._column.spacing(), self._area.viewport().width() - self._column.contentsMargins().right()
        room = self._area.viewport().height()
        room -= max(self._inside.sizeHint().height(), self._inside.minimumSizeHint().height())
        room -= gap + self._of.sizeHint().height()
        if self._note.text():
            room -= gap + self._note.heightForWidth(wide)
        self._versus.fit(room - gap)
        if self._versus.isVisibleTo(self._body):
            room -= gap + self._versus.height()
        rule = self._rule.text()
        spare = not self._offers or self._of.isHidden() or room >= gap + self._rule.heightForWidth(wide)
        self._rule.setVisible(bool(rule) and spare)

    def show_trial(self, view: MarketView, buyer: BuyerView, goods: GoodsView, place: int) -> None:
        trial = buyer.trials[place]
        worn = view.card(trial.beside)
        shown = (buyer.id, buyer.intel, goods, trial, worn)
        if shown == self._shown:
            return
        self._shown = shown
        self._title.set_words(goods.card.name)
        self.setAccessibleName(goods.card.name)
        self._place.set_words(goods.card.place)
        self._fill(goods.card, worn, trial.where)
        self._rule.setText(goods.card.rule)
        set_tip(self, goods.card.rule)
        self._show_damage(view.defense, view.spoken_defense, goods.card, worn)
        self._off.setText(f"⚠ {trial.tip}" if trial.off else "")
        self._off.setVisible(bool(trial.off))
        show_text(self._note, trial.note)
        self._copies = goods.left
        self._show_offers(trial.offers, buyer)
        self._fit()

    def _fill(self, fresh: CardFacts, worn: CardFacts | None, where: str) -> None:
        """Show the values of both cards, those of one kind in one row."""
        clear(self._grid)
        theme, words = self._theme, self._words
        row = 0
        if worn is not None:
            for column, text, tone in (
                (1, fresh.name, "team"),
                (2, words("view.market.compared", card=worn.name, where=where), ""),
            ):
                name = Elided("strong" if tone else "muted", tone, text)
                name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
                self._grid.addWidget(name, row, column)
            row += 1
        kinds = list(dict.fromkeys(fact.kind for card in (fresh, worn) if card is not None for fact in card.facts))
        for kind in kinds:
            sides = [_fact(one, kind) for one in (fresh, worn)]
            named = next(fact.name for fact in sides if fact is not None)
            self._add(row, named, sides, worn is not None)
            row += max(len(fact.parts) if fact is not None else 1 for fact in sides)
        self._grid.setColumnStretch(0, 0)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(2, 1 if worn is not None else 0)
        self._grid.setColumnMinimumWidth(0, theme.px(60))

    def _add(self, row: int, name: str, sides: list[Fact | None], both: bool) -> None:
        head = label(name, "small", wrap=True)
        head.setMaximumWidth(self._theme.px(NAMED))
        self._grid.addWidget(head, row, 0, Qt.AlignmentFlag.AlignVCenter)
        for column, fact in enumerate(sides if both else sides[:1], 1):
            parts = fact.parts if fact is not None else (Part("–"),)
            for below, part in enumerate(parts):
                line = PartsLine(self._theme, self._pieces)
                line.set_parts((part,), f"{name}: {fact.spoken}" if fact is not None else "", column == 1)
                self._grid.addWidget(line, row + below, column)

    def show_card(self, card: CardFacts, defense: tuple[str, ...]) -> None:
        """Show a card alone, as high as it is: without a buyer, a price and a card beside it."""
        self._title.set_words(card.name)
        self._place.set_words(card.place)
        self._fill(card, None, "")
        show_text(self._rule, card.rule)
        self._show_damage(defense, "", card, None)
        for part in (self._off, self._note, self._prices, self.buy, self._left):
            part.hide()
        self._body.ensurePolished()
        self._area.setMinimumHeight(self._body.sizeHint().height() + self._theme.px(4))

    def _show_damage(self, defense: tuple[str, ...], spoken: str, fresh: CardFacts, worn: CardFacts | None) -> None:
        words, chance = self._words, fresh.chance
        beside = worn.chance if worn is not None else None
        self._of.setVisible(chance is not None)
        self._versus.show_chances(chance, beside)
        if chance is None:
            return
        self._damage.setText(words("view.market.damage"))
        self._defense.set_parts((Part(dice=defense),), spoken)
        means = [_tenths(words, one.expected) if one is not None else "" for one in (chance, beside)]
        if beside is None:
            self._mean.setText(words("view.market.damage.mean", fresh=means[0]))
        else:
            self._mean.setText(words("view.market.damage.both", fresh=means[0], worn=means[1]))
        set_tip(self._mean, self._versus.spoken)

    def _show_offers(self, offers: tuple[OfferView, ...], buyer: BuyerView) -> None:
        """Show the price, or a choice of prices; the last chosen one is kept where it is still offered."""
        self._offers = offers
        possible = [offer for offer in offers if offer.command is not None]
        known = next((one for one in possible if one.using == self._using), None)
        chosen = known or (possible[0] if possible else offers[0])
        self._using = chosen.using
        flow = self._prices.flow
        clear(flow)
        self.prices: list[QPushButton] = []
        for one in offers if len(offers) > 1 else ():
            text = one.text if one.using else self._words("view.market.price.full", text=one.text)
            button = push(text, dense=True, checks=True, alone=True)
            button.setChecked(one is chosen)
            button.setEnabled(one.command is not None)
            set_tip(button, one.why)
            button.clicked.connect(partial(self._choose, one, buyer))
            flow.addWidget(button)
            button.show()
            self.prices.append(button)
        self._prices.setVisible(len(offers) > 1)
        self._show_offer(chosen, buyer)

    def _choose(self, offer: OfferView, buyer: BuyerView) -> None:
        self._using = offer.using
        self._show_offer(offer, buyer)

    def _show_offer(self, offer: OfferView, buyer: BuyerView) -> None:
        price = self._words("view.market.price", n=offer.price)
        self.buy.set_words(self._words("view.market.buy", name=buyer.short, price=price))
        self.buy.setEnabled(offer.command is not None)
        self.buy.setAccessibleName(self.buy.whole)
        self.buy.setAccessibleDescription(offer.why or offer.left)
        set_tip(self.buy, offer.why)
        self._left.setText(offer.why or " · ".join(filter(None, (offer.left, self._copies))))
        set_property(self._left, "tone", "danger" if offer.why else "")

    def buy_now(self) -> None:
        """Buy at the chosen price, if that is possible."""
        chosen = next((offer for offer in self._offers if offer.using == self._using), None)
        if chosen is not None and chosen.command is not None:
            self.bought.emit(chosen.command)


def _fact(card: CardFacts | None, kind: str) -> Fact | None:
    """Return a card's value of a kind."""
    return next((fact for fact in card.facts if fact.kind == kind), None) if card is not None else None


def _tenths(words: Words, value: float) -> str:
    whole, _, part = f"{value:.1f}".partition(".")
    return words("view.decimal", whole=whole, tenths=part)
