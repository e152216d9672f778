# SPDX-License-Identifier: GPL-3.0-or-later
"""What is typed is understood in any language, if nothing in the person's own fits."""

from pathlib import Path

import chess
import pytest
from boards import Board, typed
from hypothesis import given, settings
from hypothesis import strategies as st

from announce.text.settings import LANGUAGES
from rules import notation
from study.handle import typed as studied
from study.state import StudyState
from table import understanding
from table.core.conditions import Conditions
from table.core.state import new_state
from table.events.game import Role
from voice.language import lexicon
from voice.language.commands import Command, CommandName
from voice.language.grammar import written_commands
from voice.language.intent import understand_typed
from voice.language.interpretation import Ambiguous, NoMatch
from voice.language.orders import Order, OrderName
from voice.language.study import StudyCommand, StudyName

STATE = new_state(Conditions())
MIDDLE = chess.Board("r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 11")

OTHERS = [
    ("de", "settings", CommandName.SETTINGS),
    ("de", "my time", CommandName.TIME_OWN),
    ("de", "kdo je na potezi", CommandName.TURN),
    ("en", "Einstellungen", CommandName.SETTINGS),
    ("en", "nastavení", CommandName.SETTINGS),
    ("sr", "whose turn", CommandName.TURN),
    ("sl", "kdo je na tahu", CommandName.TURN),
    ("cs", "chi è", None),
    ("de", "take back", CommandName.CORRECT),
    ("de", "goodbye my time", None),
]


@pytest.mark.parametrize(("interface", "line", "name"), OTHERS)
def test_a_command_of_another_language(interface: str, line: str, name: CommandName | None) -> None:
    meant = understanding.typed(line, STATE, interface=interface)
    assert (meant.name if isinstance(meant, Command) else None) is name


def test_an_order_and_a_word_of_study_in_another_language() -> None:
    order = understanding.typed("two minutes for white", STATE, Role.ARBITER)
    assert isinstance(order, Order)
    assert order.name is OrderName.ADD_TIME
    assert studied("next game", StudyState(), "de") == StudyCommand(StudyName.NEXT_GAME)


def own(line: str, interface: str) -> object:
    return understand_typed(line, STATE.position, interface=interface)


@given(st.sampled_from(LANGUAGES), st.data())
@settings(max_examples=60, deadline=None)
def test_what_the_own_language_has_keeps_its_meaning(interface: str, data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(lexicon.languages()))
    line = data.draw(st.sampled_from(written_commands(language)))
    before = own(line, interface)
    if not isinstance(before, NoMatch):
        assert understanding.typed(line, STATE, interface=interface) in (
            before,
            understanding.control_in(line, interface),
        )


@pytest.mark.parametrize("interface", LANGUAGES)
def test_no_move_comes_from_another_language(interface: str) -> None:
    """A letter that is no piece of one's own language stays none."""
    state = new_state(Conditions(fen=MIDDLE.fen()))
    for language in notation.LANGUAGES:
        for move in state.position.legal_moves:
            line = notation.write(state.position, move, language)
            before = understand_typed(line, state.position, interface=interface)
            assert understanding.typed(line, state, interface=interface) == before


@pytest.mark.parametrize(
    ("interface", "line"),
    [("de", "yes"), ("de", "da"), ("de", "ne"), ("de", "ano"), ("en", "ja"), ("cs", "oui")],
)
def test_a_question_is_answered_in_its_own_language(interface: str, line: str) -> None:
    asked = own(line, interface)
    assert understanding.typed(line, STATE, interface=interface) == asked


def test_the_answer_to_which_move_is_no_word_of_another_language() -> None:
    position = STATE.position
    moves = tuple(chess.Move.from_uci(one) for one in ("b1c3", "g1f3"))
    asked = Ambiguous(moves, "Springer")
    assert understand_typed("b", position, asked) == understand_typed("Bella", position, asked)


def test_at_the_board(tmp_path: Path) -> None:
    """What ends the game is asked about, in the person's language; a foreign yes is none."""
    board = Board(tmp_path)
    board.run(typed("e4"), typed(""), typed("resign"))
    assert board.lines[-1] == "Schwarz gibt auf?"
    board.run(typed("yes"))
    assert board.session.state.asked is not None
    assert board.session.state.outcome is None
