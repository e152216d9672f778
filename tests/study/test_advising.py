# SPDX-License-Identifier: GPL-3.0-or-later
"""What an engine says of a position or a game that is studied."""

import random
import time
from pathlib import Path
from typing import Any

import chess
import pytest
from studies import SHORT, Games
from told import sentence

from announce.text.settings import Settings
from game.base.inbox import Inbox, TypedLine
from game.play.loop import Loop
from game.play.studying import Study
from game.sound.presenter import Presenter
from opponents.roster import OWN, Roster
from record.notes import GamesCopy, NoteFile
from rules.position import Position
from study.state import StudyState
from table.acts.advice import MATED
from table.core.inputs import Advised
from table.events.game import Advice
from voice.language.study import StudyCommand, StudyName

FOOLS = '[White "Meier"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 {[%eval -9.5]} Qh4# 0-1\n'


class Sitting:
    """A state whose engine answers when a test says so."""

    def __init__(self, folder: Path, *games: str, engine: bool = True) -> None:
        self.lines: list[str] = []
        self.asked: list[tuple[Advice, Position, int | None]] = []
        presenter = Presenter(Settings(), self.lines.append)

        def advise(kind: Advice, position: Position, about: int | None) -> None:
            self.asked.append((kind, position, about))

        study = Study(
            StudyState(),
            Games(*games),
            presenter,
            notes=NoteFile(folder / "study.json", "games"),
            copy=GamesCopy(folder / "c.pgn"),
            lots=random.Random(1),
            advise=advise if engine else None,
        )
        self.study, self.loop = study, Loop(Inbox(), presenter, study)
        study.take(StudyCommand(StudyName.GAME, number=1))

    def type(self, *lines: str) -> list[str]:
        before = len(self.lines)
        for line in lines:
            self.loop.turn(TypedLine(f"{line}\n", 0))
        return self.lines[before:]

    def advised(self, best: str, value: int = 0, played: int = 0) -> list[str]:
        """The engine answers what it was asked first."""
        before = len(self.lines)
        kind, position, _ = self.asked.pop(0)
        move = chess.Move.from_uci(best) if best else None
        self.loop.turn(Advised(kind, position.ply, move, value, played))
        return self.lines[before:]


def test_the_engine_evaluates_where_nothing_is_written(tmp_path: Path) -> None:
    state = Sitting(tmp_path, FOOLS)
    assert state.type("vor", "Bewertung")[1:] == []
    ((kind, position, about),) = state.asked
    assert (kind, position.ply, about) == (Advice.EVALUATION, 1, None)
    assert state.advised("e7e5", -70) == [sentence("answers.evaluation.slightly", colour="Schwarz")]


def test_what_is_written_in_the_game_is_told_at_once(tmp_path: Path) -> None:
    state = Sitting(tmp_path, FOOLS)
    told = state.type("Zug 2", "wie steht es")
    assert told[-1] == sentence("answers.evaluation.winning", colour="Schwarz")
    assert not state.asked


def test_what_was_better_than_a_move_of_either_side(tmp_path: Path) -> None:
    state = Sitting(tmp_path, FOOLS)
    state.type("vor", "was war besser")
    assert state.asked[0][2] == 0
    assert state.advised("e2e4", 30, -60) == ["Besser war: Eva zwei Eva vier."]
    state.type("vor", "was war besser")
    assert state.advised("e7e5", -60, -60)[0].startswith("Eva sieben Eva fünf")


def test_a_move_is_proposed(tmp_path: Path) -> None:
    state = Sitting(tmp_path, FOOLS)
    state.type("Vorschlag")
    assert state.advised("e2e4", 30) == ["Vorschlag: Eva zwei Eva vier."]


def test_an_opinion_of_a_position_that_was_left_is_told_nobody(tmp_path: Path) -> None:
    state = Sitting(tmp_path, FOOLS)
    state.type("Bewertung", "vor")
    assert state.advised("e2e4", 30) == []


def test_the_errors_of_a_game_are_looked_for_move_by_move(tmp_path: Path) -> None:
    state = Sitting(tmp_path, FOOLS)
    assert state.type("wo waren Fehler") == [sentence("study.looking")]
    assert state.advised("e2e4", 30, -40) == []
    assert state.type("vor")  # nobody waits for it
    assert state.advised("e7e5", -40, -40) == []
    assert state.advised("d2d4", -40, 1 - MATED) == []
    told = state.advised("d8h4", 1 - MATED, -MATED)
    assert told == [
        "Weiß, Zug zwei: Gustav zwei Gustav vier.",
        "Besser war: David zwei David vier.",
    ]
    assert not state.asked


def test_a_game_without_errors(tmp_path: Path) -> None:
    state = Sitting(tmp_path, SHORT)
    state.type("was war falsch")
    told: list[str] = []
    while state.asked:
        told = state.advised(state.asked[0][1].moves[-1].uci(), 20, 10)
    assert told == [sentence("study.refused.no errors")]


@pytest.mark.parametrize("other", ["", '[BlackType "program"]\n'])
def test_the_errors_of_a_program_are_nobodys(tmp_path: Path, other: str) -> None:
    """Where two programs have played, there is nobody else's to tell."""
    state = Sitting(tmp_path, f'[WhiteType "program"]\n{other}{FOOLS}')
    state.type("wo waren Fehler")
    looked_at = []
    while state.asked:
        looked_at.append(state.asked[0][2])
        state.advised("e7e5")
    assert looked_at == ([0, 1, 2, 3] if other else [1, 3])


def test_an_engine_that_fails_says_so_once(tmp_path: Path) -> None:
    state = Sitting(tmp_path, FOOLS)
    state.type("wo waren Fehler")
    assert state.advised("") == [sentence("study.refused.no evaluation")]
    assert not state.asked


@pytest.mark.parametrize("asked", ["Bewertung", "wo waren Fehler"])
def test_without_an_engine(tmp_path: Path, asked: str) -> None:
    state = Sitting(tmp_path, FOOLS, engine=False)
    assert state.type(asked) == [sentence("study.refused.no evaluation")]


def test_nobody_is_helped_with_a_task(tmp_path: Path) -> None:
    state = Sitting(tmp_path, FOOLS)
    state.type("Matt in eins", "Bewertung", "Vorschlag", "was war besser", "wo waren Fehler")
    assert not state.asked


def test_hektors_own_engine_finds_the_error() -> None:
    told: list[Any] = []
    roster = Roster(told.append, find=lambda: OWN)
    position = Position.start()
    for move in ("f2f3", "e7e5", "g2g4"):
        position = position.stand(chess.Move.from_uci(move))
    roster.advise_on(Advice.ERRORS, position, 2)
    until = time.monotonic() + 60
    while not told and time.monotonic() < until:
        time.sleep(0.05)
    roster.close()
    assert told[0].value - told[0].played > 1000
