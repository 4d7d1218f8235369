"""The terms of the Spanish and the Russian rulebook: what the program calls a thing is what the book calls it.

The sentences of the engine's own catalogue are not read here.
"""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT
from tests.texts import defiance_words

TERMS = {
    "es": {
        "colour.blue": "Novata",
        "colour.red": "Veterana",
        "equipment.combi_rifle.name": "Fusil Combi",
        "equipment.hacking_device.name": "Dispositivo de Hacker",
        "equipment.repair_kit.name": "Kit de Reparación",
        "equipment.rippers.name": "Destripadores",
        "equipment.stun_pistol.name": "Pistola Aturdidora",
        "software.skullbuster.text": "Antipersonal: ",
        "state.focused.text": "Tirada de Hackear",
        "state.suppressed.text": "Tiradas de Hackear",
        "switch.upgrades.name": "Actualizaciones Defiance",
        "unit.nox_leader.name": "Nox Líder",
    },
    "ru": {
        "ability.big.name": "Большой",
        "ability.redeploy.text": "контролёр",
        "character.uma.name": "Ума Сёренсен",
        "colour.grey": "Структура",
        "equipment.combi_rifle.name": "Комбивинтовка",
        "equipment.hacking_device.name": "Хакерское устройство",
        "equipment.repair_kit.name": "Ремонтный набор",
        "equipment.rippers.name": "Потрошители",
        "software.skullbuster.text": "Противопехотная: ",
        "switch.upgrades.name": "Модернизации Defiance",
        "unit.gwailos.name": "Гвайло",
        "unit.nox_spec_ops.name": "Нокс Спек-Опс",
    },
}

NOT_IN_THE_BOOK = {
    "es": r"Ripper|Nox Leader|Antipersona\b|[Tt]iradas? de Hacker|dispositivos? de (hackeo|hacker)|Novato|Veterano",
    "ru": r"Риппер|Спецназ|[Пп]ротив персонала|[Уу]стройств\w* взлома|ячейк|[Оо]ператор|[Сс]ооружени|Соренсен"
    r"|контролер|[Сс]пециализаци|Дефа[йи]енс|Гвайлос|[Пп]ереключател|[Рр]емкомплект",
}


@pytest.mark.parametrize("language", TERMS)
def test_a_thing_has_the_name_the_rulebook_gives_it(language: str) -> None:
    words = defiance_words(language)
    told = {key: words(key) for key in TERMS[language]}
    assert {key: text for key, text in told.items() if TERMS[language][key] not in text} == {}


@pytest.mark.parametrize("language", NOT_IN_THE_BOOK)
@pytest.mark.parametrize(
    "domain",
    [
        "systems/defiance/locale/{}/LC_MESSAGES/content.po",
        "words/locale/{}/LC_MESSAGES/ui.po",
        "words/locale/{}/LC_MESSAGES/cli.po",
    ],
)
def test_no_catalogue_has_another_word_for_it(domain: str, language: str) -> None:
    text = (ROOT / "defiance_qt" / domain.format(language)).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("msgstr")]
    assert [line for line in lines if re.search(NOT_IN_THE_BOOK[language], line)] == []


@pytest.mark.parametrize("language", NOT_IN_THE_BOOK)
def test_no_rule_has_another_word_for_it(language: str) -> None:
    other = [id for id, one in defiance_words(language).rules.items() if re.search(NOT_IN_THE_BOOK[language], one.text)]
    assert other == []
