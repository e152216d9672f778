# SPDX-License-Identifier: GPL-3.0-or-later
"""Eight moves and a dozen commands by two voices that the model never heard: by sound alone.

The sound goes through the endpoint, both passes, the language and the table
(`lab.simulated_room`); the players react as people do (`bench.talkers`).
``bench.conversation`` measures the same at length.
"""

import statistics
from collections.abc import Iterator

import pytest

from bench.positions import describe
from bench.talk.acts import Act, Figures, Group, Result, Tried, When
from bench.talkers import Conversation, SteadyRenderer, reckoned
from game.speech.voice import Voice
from rules.position import Position
from table.core.conditions import Conditions
from training.synthesis import Synthesiser
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language.grammar import phrase

VOICES = (Voice(variant="f3", rate=155), Voice(variant="m7", rate=150))

# Kasparov - Topalov, Wijk aan Zee 1999.
GAME = "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6"

BEFORE = {
    2: ("Zeit",),
    4: ("gegnerische Zeit",),
    6: ("Pause", "weiter"),
    9: ("letzter Zug",),
    10: ("ich gebe auf",),
    11: ("Zugzahl",),
    13: ("was steht auf David vier",),
    14: ("lauter",),
}
"""What the player says who is to move, by the ply."""

AFTER = {5: ("Uhr",), 8: ("meine Zeit",), 12: ("ich biete Remis",)}
"""What the player says who has just announced a move."""

SLIPS = {9: "a6"}
"""What is said instead at first, and taken back: one more command."""

ANSWERS = {"ich gebe auf": "nein", "ich biete Remis": "ja"}
REPLIES = frozenset(range(3, 16, 4))
"""Plies at which the player does not wait until the clock is pressed."""


def group(text: str) -> Group:
    return Group.ENDS if text in ANSWERS else Group.HARMLESS


def acts() -> Iterator[Act]:
    """All that the two say."""
    position = Position.start()
    for ply, san in enumerate(GAME.split()):
        mover = position.turn
        for text in BEFORE.get(ply, ()):
            yield Act(mover, text, group(text), When.PRESSED)
            if text in ANSWERS:
                yield Act(mover, ANSWERS[text], Group.ANSWER)
        if ply in SLIPS:
            yield _move(position, SLIPS[ply], Group.MOVE, When.PRESSED)
            yield Act(mover, "Korrektur", Group.CHANGES, pause=0.5)
        waits = When.SILENCE if ply in REPLIES or ply in SLIPS else When.PRESSED
        yield _move(position, san, Group.REPLY if ply in REPLIES else Group.MOVE, waits)
        for text in AFTER.get(ply, ()):
            yield Act(mover, text, group(text), pause=0.2 if text == "Uhr" else 0.5)
            if text in ANSWERS:
                yield Act(mover, ANSWERS[text], Group.ANSWER)
        position = position.play(position.board.parse_san(san))


def _move(position: Position, san: str, group: Group, when: When) -> Act:
    move = position.board.parse_san(san)
    return Act(position.turn, phrase(describe(position, move)), group, when, move=move)


@pytest.fixture(scope="module")
def talk() -> Figures:
    conditions = Conditions(time_control="90+30")
    with Synthesiser() as synthesiser:
        renderer = SteadyRenderer(synthesiser)
        room = reckoned(Recogniser(find_model()), renderer, conditions)
        return Conversation(room, renderer, VOICES).play(acts())


def of(talk: Figures, *groups: Group) -> list[Tried]:
    return [one for one in talk.tried if one.act.group in groups]


def missed(tried: list[Tried]) -> list[str]:
    """What was not obeyed at first, to read in a failure."""
    return [
        f"{one.act.says}: {one.result.value}, {one.cause}, heard {one.heard!r}, did {one.did!r}"
        for one in tried
        if one.result is not Result.AT_FIRST
    ]


COMMANDS = (Group.HARMLESS, Group.CHANGES, Group.ENDS)


def test_all_of_the_game_is_said() -> None:
    said = list(acts())
    assert sum(one.move is not None for one in said) == 16 + len(SLIPS)
    assert sum(one.group in COMMANDS for one in said) == 13


def test_the_whole_game_is_played_by_voice(talk: Figures) -> None:
    assert talk.broken == []
    assert talk.plies == 15  # the last is announced
    assert len(missed(of(talk, Group.MOVE))) <= 1, missed(of(talk, Group.MOVE))


def test_nothing_is_done_that_nobody_meant(talk: Figures) -> None:
    assert sum(one.acts for one in talk.tried) == 0


def test_a_question_is_answered_at_once(talk: Figures) -> None:
    """Within half a second of its end, where it was obeyed at first."""
    seconds = [one.seconds for one in of(talk, Group.HARMLESS) if one.seconds is not None]
    assert len(seconds) >= 4
    assert max(seconds) <= 0.5


def test_commands_are_obeyed_at_first(talk: Figures) -> None:
    assert len(missed(of(talk, *COMMANDS))) <= 1, missed(of(talk, *COMMANDS))


def test_no_legal_reply_is_refused(talk: Figures) -> None:
    """Words that fit the announced move's player too may be asked about."""
    replies = of(talk, Group.REPLY)
    assert missed([one for one in replies if one.result is not Result.ASKED]) == []


def test_hektor_presses_soon(talk: Figures) -> None:
    """From the end of the move: half is the read-back, a second is left to correct it."""
    assert statistics.median(talk.to_press) <= 2.5
