"""Names of cards and figures in the window: the letters on a token."""

from __future__ import annotations

import msgspec
import pytest

from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.words.languages import LANGUAGES
from tests.texts import defiance_words

CATALOG = read_catalog(files())
PLAYED = (*CATALOG.characters, *CATALOG.units)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_has_two_letters_of_its_own(language: str) -> None:
    names = Names(defiance_words(language), CATALOG)
    letters = [names.initials(id) for id in PLAYED]
    assert [len(one) for one in letters] == [2] * len(PLAYED)
    assert len(set(letters)) == len(PLAYED)
    cyrillic = [all("А" <= letter <= "Я" for letter in one) for one in letters]
    assert cyrillic == [language == "ru"] * len(PLAYED)


def test_the_letters_are_those_of_the_language() -> None:
    assert [Names(defiance_words(language), CATALOG).initials("uma") for language in ("en", "ru")] == ["US", "УС"]
    assert Names(defiance_words("ru"), CATALOG).initials("nox_spec_ops") == "НС"


def _with_unit(id: str, initials: str) -> Catalog:
    unit = msgspec.structs.replace(CATALOG.units["cadmus"], id=id, initials=initials)
    return msgspec.structs.replace(CATALOG, units={**CATALOG.units, id: unit})


def test_without_a_text_the_card_has_the_letters() -> None:
    """A plugin may give its card letters for every language, or a text for some."""
    catalog = _with_unit("field_mender", "FM")
    texts = {"ru": {"unit.field_mender.initials": "ПЛ"}}
    found = {
        language: Names(defiance_words(language, texts), catalog).initials("field_mender") for language in LANGUAGES
    }
    assert found == {"en": "FM", "es": "FM", "ru": "ПЛ"}


def test_a_character_without_a_text_has_the_letters_of_its_card() -> None:
    card = msgspec.structs.replace(CATALOG.characters["uma"], id="newcomer", initials="NC")
    catalog = msgspec.structs.replace(CATALOG, characters={**CATALOG.characters, "newcomer": card})
    assert Names(defiance_words(), catalog).initials("newcomer") == "NC"


def test_without_either_the_id_has_them() -> None:
    assert Names(defiance_words("ru"), _with_unit("field_mender", "")).initials("field_mender") == "FM"
    assert Names(defiance_words(), CATALOG).initials("nobody_at_all") == "NA"


def test_symbols_are_told_one_by_one() -> None:
    names = Names(defiance_words(), CATALOG)
    assert names.symbols(("success", "success", "critical_block")) == "success, success, critical block"
    assert names.symbols(()) == "nothing"


def test_a_card_is_named_as_what_it_is() -> None:
    names = Names(defiance_words("es"), CATALOG)
    assert [names.card(id) for id in ("stun_pistol", "uma")] == ["Pistola Aturdidora", "Uma Sørensen"]
