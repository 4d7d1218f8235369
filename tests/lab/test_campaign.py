"""The command that lets a bot play whole campaigns."""

from __future__ import annotations

import pytest

from defiance_qt.cli import main
from defiance_qt.core.errors import DefianceError
from defiance_qt.lab.choices import campaign_of


def test_the_first_campaign_is_played_without_a_name() -> None:
    assert campaign_of("infinity-defiance", "") == campaign_of("infinity-defiance", "defiance") == "defiance"


def test_an_unknown_campaign_names_those_there_are() -> None:
    with pytest.raises(DefianceError, match="no campaign 'nowhere': defiance"):
        campaign_of("infinity-defiance", "nowhere")


def test_a_campaign_of_a_plugin_is_found_with_it_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert campaign_of("infinity-defiance", "saltgate", ["outcast"]) == "saltgate"
    assert campaign_of("infinity-defiance", "", ["outcast"]) == "defiance"
    with pytest.raises(DefianceError, match="no campaign 'saltgate': defiance"):
        campaign_of("infinity-defiance", "saltgate")
    assert main(["campaign", "saltgate", "--plugin", "nothing"]) in (1, 2)
    assert "nothing" in capsys.readouterr().err


def test_a_mission_is_no_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "extraction"]) == 2
    assert capsys.readouterr().err == "There is no campaign 'extraction': defiance.\n"


def test_a_game_without_campaigns_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "--system", "pig"]) == 2
    assert capsys.readouterr().err == "This game has no campaign.\n"


def test_one_save_holds_one_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "--games", "3", "--out", "long.defiance"]) == 2
    assert "one campaign only" in capsys.readouterr().err
