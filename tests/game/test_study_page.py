# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a study in the world: it follows the state, and leads it."""

from pathlib import Path
from typing import Any

import pytest
from studies import ANNOTATED, SHORT, Games

from announce.page.study import StudyView
from announce.text.settings import Settings
from game.base.inbox import Inbox, Part, TypedLine
from game.page import study
from game.page.content import BadInput, Hub, Shown
from game.page.study import BEFORE, LISTED, StudyPage
from game.play.loop import Loop
from game.play.studying import Study
from game.sound.presenter import Presenter
from record.notes import GamesCopy, NoteFile
from study.state import Place, StudyState
from voice.language.study import StudyCommand, StudyName


class Sitting:
    """A loop with a page, without a server."""

    def __init__(self, folder: Path, *texts: str) -> None:
        self.lines: list[str] = []
        self.inbox = Inbox(lambda: 0)
        self.hub: Hub[StudyView] = Hub()
        games = Games(*(texts or (ANNOTATED, SHORT)))
        presenter = Presenter(Settings("en"), self.lines.append)
        self.study = Study(
            StudyState(),
            games,
            presenter,
            notes=NoteFile(folder / "kept.json", "x"),
            copy=GamesCopy(folder / "copy.pgn"),
            page=StudyPage(Settings("en"), self.hub, games),
        )
        self.loop = Loop(self.inbox, presenter, self.study)
        self.study.take(StudyCommand(StudyName.GAME, number=1))

    @property
    def shown(self) -> Shown[StudyView]:
        newest = self.hub.newest
        assert newest is not None
        return newest

    def done(self, name: str, **given: Any) -> list[str]:
        """Something is done on the page; what is printed after that."""
        before = len(self.lines)
        item = study.take(name, given, self.shown, 0)
        assert not isinstance(item, str)
        self.loop.turn(item)
        return self.lines[before:]


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    return Sitting(tmp_path)


def test_page_follows_what_is_said(sitting: Sitting) -> None:
    sitting.loop.turn(TypedLine("", 0))
    view = sitting.shown.view
    assert view.path == (0,)
    assert view.messages[-1].utterance.text == sitting.lines[-1]
    assert [card.number for card in view.games] == [1, 2]


def test_click_leads_to_a_move_and_tells_it(sitting: Sitting) -> None:
    told = sitting.done("go", game=1, path="0.0.0.0.0.0.1.0")
    assert told[0] == "Black, move four: Cesar sieben Cesar fünf."
    assert sitting.study.state.path == (0, 0, 0, 0, 0, 0, 1, 0)
    assert sitting.shown.view.position.board.piece_at(34) is not None


def test_buttons_walk(sitting: Sitting) -> None:
    assert sitting.done("walk", way="next") == ["White, move one: Eva zwei Eva vier."]
    assert sitting.done("walk", way="back") != []
    assert sitting.study.state.path == ()


def test_another_game_is_opened_and_told_once(sitting: Sitting) -> None:
    told = sitting.done("go", game=2, path="")
    assert told[0] == "Game two: Meier against Alexander Alekhine."
    assert sitting.shown.view.number == 2
    assert sitting.done("go", game=1, path="0") != []
    assert (sitting.study.state.number, sitting.study.state.path) == (1, (0,))


def test_place_that_there_is_not_leads_nowhere(sitting: Sitting) -> None:
    before = sitting.study.state
    assert sitting.done("go", game=1, path="5.5") != []
    assert sitting.done("go", game=99, path="0") != []
    assert (sitting.study.state.number, sitting.study.state.path) == (before.number, before.path)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("go", {"game": 1, "path": "x"}),
        ("go", {"game": "1", "path": ""}),
        ("go", {"game": 1, "path": "0." * 3000}),
        ("walk", {"way": "ende"}),
        ("say", {"who": "white", "text": "e4"}),
        ("press", {}),
    ],
)
def test_nothing_else_can_be_done(sitting: Sitting, name: str, given: Any) -> None:
    with pytest.raises((BadInput, ValueError)):
        study.take(name, given, sitting.shown, 0)


def test_what_the_page_sends_is_a_line_or_a_place(sitting: Sitting) -> None:
    assert study.take("walk", {"way": "next"}, sitting.shown, 7) == TypedLine("", 7)
    pointed = study.take("go", {"game": 2, "path": "0.1"}, sitting.shown, 7)
    assert pointed == Place(2, (0, 1))


def test_games_around_the_open_one_are_listed(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, *[SHORT] * 100)
    assert [card.number for card in sitting.shown.view.games] == list(range(1, LISTED + 1))
    sitting.done("go", game=50, path="")
    listed = [card.number for card in sitting.shown.view.games]
    assert listed == list(range(50 - BEFORE, 50 - BEFORE + LISTED))
    sitting.study.take(StudyCommand(StudyName.FIND_PLAYER, text="Meier"))
    assert sitting.shown.view.count == 100


def test_game_and_position_can_be_taken_away(sitting: Sitting) -> None:
    sitting.done("walk", way="next")
    game = study.fetch("record.pgn", sitting.shown, Part.ASSISTANT, {})
    assert game is not None
    assert "( 4. a3 { Winawer } )" in game.text
    drawn = study.fetch("position.svg", sitting.shown, Part.ASSISTANT, {})
    assert drawn is not None
    assert drawn.text.startswith("<svg")
    assert study.fetch("game.brf", sitting.shown, Part.ASSISTANT, {}) is None


def test_without_javascript_a_move_is_looked_at(sitting: Sitting) -> None:
    html = study.page(sitting.shown, 0, Part.ASSISTANT, {"path": ["0"]})
    assert 'data-square="e4" data-piece="P"' in html
    assert sitting.study.state.path == ()
    for bad in ("7", "x"):
        with pytest.raises(ValueError, match="no"):
            study.page(sitting.shown, 0, Part.ASSISTANT, {"path": [bad]})
