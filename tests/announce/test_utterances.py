# SPDX-License-Identifier: GPL-3.0-or-later
"""What an utterance is beside its words: how urgent, for whom, in which voice and script."""

from dataclasses import replace

import chess
from games import fact
from told import said, shown

from announce.text.settings import LANGUAGES, Audience, Settings
from announce.text.utterance import Priority, Utterance
from announce.words.events import words
from announce.words.moves import steps
from announce.words.phraser import Phraser
from clock.events import FlagFell
from table.events import Event
from table.events.answers import About, Answer, CountOf
from table.events.dialogue import (
    InfoGiven,
    NotUnderstood,
    Question,
    QuestionKind,
)
from table.events.game import (
    DrawAgreed,
    DrawOffered,
    GameStarted,
    MoveCorrected,
    MoveSpoken,
    Resigned,
    Role,
)

WHITE = chess.WHITE
STARTED = GameStarted(0, "Ana", "Boris", chess.STARTING_FEN, "5+0", 2018, "training")


def test_only_a_move_read_back_is_protected() -> None:
    (move,) = words(MoveSpoken(0, fact("e4")), Settings())
    assert move.protected
    for event in (NotUnderstood(0, "x"), DrawOffered(0, WHITE), FlagFell(0, WHITE)):
        assert not any(one.protected for one in words(event, Settings()))


def test_only_a_fallen_flag_breaks_in() -> None:
    """D.2.10.5: the player is told of it at once."""
    (flag,) = words(FlagFell(0, WHITE), Settings())
    assert flag.priority is Priority.NOW
    events: list[Event] = [MoveSpoken(0, fact("e4")), NotUnderstood(0, "x"), DrawAgreed(0)]
    told = [one for event in events for one in words(event, Settings())]
    assert {one.priority for one in told} == {Priority.NEXT}


def test_assistant_hears_steps_and_how_to_undo() -> None:
    """D.2.10.1, D.2.8."""
    assert said(MoveSpoken(0, fact("e4")), audience=Audience.ASSISTANT) == [
        "Eva zwei Eva vier",
        "Weißen Bauern von Eva zwei nach Eva vier.",
    ]
    assert said(MoveCorrected(0, WHITE, fact("e4")), audience=Audience.ASSISTANT) == [
        "Zurückgenommen.",
        "Weißen Bauern von Eva vier nach Eva zwei.",
    ]


def test_misunderstood_words_are_shown_not_read() -> None:
    """What was typed may be notation, and what was heard may be noise."""
    (one,) = words(NotUnderstood(0, "Sf9", typed=True), Settings())
    assert one.text == "Nicht verstanden: Sf9"
    assert one.spoken == "Nicht verstanden."


def test_outside_text_becomes_one_clean_line() -> None:
    """An escape sequence would repaint the terminal under the screen reader."""
    assert shown(NotUnderstood(0, "a\n\x1b[2Jb\t c")) == ["Nicht verstanden: a [2Jb c"]
    assert shown(NotUnderstood(0, "\n")) == ["Nicht verstanden."]
    assert "Weiß: A B." in shown(replace(STARTED, white="A\r\nB"))


def test_german_words_go_to_a_german_voice() -> None:
    event = Question(0, WHITE, QuestionKind.IS_IT_THIS, move=fact("e4"))
    (one,) = words(event, Settings(language="sl"))
    assert [(part.text, part.language) for part in one.segments] == [
        ("Eva zwei Eva vier", "de"),
        (", je to prav?", "sl"),
    ]


def test_cyrillic_serbian_is_for_the_eye() -> None:
    settings = Settings(language="sr", second_script=True)
    (one,) = words(Question(0, WHITE, QuestionKind.IS_IT_THIS, move=fact("e4")), settings)
    assert one.text == "Eva zwei Eva vier, да ли је то тачно?"
    assert one.spoken == "Eva zwei Eva vier, da li je to tačno?"
    (step,) = map(Phraser(settings).step, steps(fact("e4")))
    assert step.text == "Белог пешака са Eva zwei на Eva vier."
    (resigned,) = words(Resigned(0, WHITE), settings)
    assert resigned.text == "Бели предаје партију."


def test_same_event_gives_the_same_words() -> None:
    event = NotUnderstood(0, "x")
    assert words(event, Settings()) == words(event, Settings()) != ()


def test_an_utterance_is_one_line() -> None:
    assert Utterance(()).text == ""
    for language in LANGUAGES:
        assert all("\n" not in line for line in shown(STARTED, language=language))


def test_answer_waits_behind_the_events() -> None:
    told = words(
        InfoGiven(0, Role.WHITE, Answer(About.TO_CONTROL, (CountOf(WHITE, 1),))), Settings()
    )
    assert {one.priority for one in told} == {Priority.NORMAL}
