# SPDX-License-Identifier: GPL-3.0-or-later
"""What was meant: a position and what was heard give an intent, or the right question."""

from dataclasses import replace
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from intents import START, heard, short

from rules.explanation import MoveFault
from rules.position import Position
from voice.language import costs, lexicon
from voice.language.commands import Act, Command, CommandName
from voice.language.completeness import Completeness, completeness
from voice.language.grammar import examples
from voice.language.intent import (
    Context,
    believed,
    options_for,
    understand,
    understand_typed,
)
from voice.language.interpretation import (
    Ambiguous,
    AskedAbout,
    Either,
    Heard,
    Illegal,
    Intent,
    Unsure,
)

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ONLY_SHORT = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
NO_CASTLING = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"
ROOKS_ON_A_RANK = "4k3/8/8/8/8/8/4K3/R4R2 w - - 0 1"
ROOKS_ON_A_FILE = "4k3/8/8/R7/8/8/4K3/R7 w - - 0 1"
THREE_QUEENS = "6k1/8/8/8/Q7/8/6K1/Q2Q4 w - - 0 1"  # a1 and a4 share the file, a1 and d1 the rank
PROMOTING = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
MATING = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"


def meant(fen: str, *hypotheses: tuple[str, float] | str, asked: AskedAbout = None) -> Intent:
    return understand(heard(*hypotheses), Position.from_fen(fen), asked)


def question(fen: str, text: str) -> Ambiguous:
    """The question to which saying ``text`` leads."""
    intent = meant(fen, text)
    assert isinstance(intent, Ambiguous)
    return intent


SAID_CLEARLY = [
    (START, "Eva vier", "e2e4"),
    (START, "Eva zwei Eva vier", "e2e4"),
    (START, "Springer Felix drei", "g1f3"),
    (START, "Pferd nach Felix drei", "g1f3"),
    (START, "Springer Gustav eins Felix drei", "g1f3"),
    (START, "Felix drei", "f2f3"),
    (START, "Springer Felix zwei", "illegal: not its way"),
    (START, "Eva fünf", "illegal: not its way"),
    (START, "Läufer Cesar vier", "illegal: blocked"),
    (START, "Springer schlägt Felix drei", "illegal: nothing to capture"),
    (START, "Springer Felix drei Schach", "g1f3"),
    (START, "kurze Rochade", "illegal: castling blocked"),
    (START, "Rochade", "illegal: castling blocked"),
    (START, "Zeit", "command: time_own"),
    (START, "aufgeben", "command: resign"),
    (START, "Guten Morgen", "not understood"),
    (START, "[unk]", "not understood"),
    (START, "acht", "not understood"),
    (START, "", "not understood"),
    (ROOKS_ON_A_RANK, "Turm David eins", "Anna oder Felix?"),
    (ROOKS_ON_A_RANK, "Turm Anna David eins", "a1d1"),
    (ROOKS_ON_A_RANK, "Turm Felix eins David eins", "f1d1"),
    (ROOKS_ON_A_FILE, "Turm Anna drei", "eins oder fünf?"),
    (ROOKS_ON_A_FILE, "Turm fünf Anna drei", "a5a3"),
    (THREE_QUEENS, "Dame David vier", "Anna eins oder Anna vier oder David eins?"),
    (TWO_KNIGHTS, "Springer David zwei", "Bella oder Felix?"),
    (CASTLING, "kurze Rochade", "e1g1"),
    (CASTLING, "lange Rochade", "e1c1"),
    (CASTLING, "große Rochade", "e1c1"),
    (CASTLING, "König Gustav eins", "e1g1"),
    (CASTLING, "Rochade", "kurze oder lange?"),
    (CASTLING, "ich rochiere", "kurze oder lange?"),
    (ONLY_SHORT, "ich rochiere", "e1g1?"),
    (NO_CASTLING, "lange Rochade", "illegal: castling lost"),
    (PROMOTING, "Eva acht", "Dame oder Läufer oder Springer oder Turm?"),
    (PROMOTING, "Eva acht Dame", "e7e8q"),
    (PROMOTING, "Eva acht wird Springer", "e7e8n"),
    (PROMOTING, "Eva schlägt David acht Unterverwandlung in Turm", "e7d8r"),
    (EN_PASSANT, "Eva schlägt David sechs", "e5d6"),
    (EN_PASSANT, "Eva David sechs en passant", "e5d6"),
    (EN_PASSANT, "Eva schlägt Felix sechs en passant", "illegal: nothing to capture"),
]


@pytest.mark.parametrize(("fen", "text", "expected"), SAID_CLEARLY)
def test_what_was_said_clearly(fen: str, text: str, expected: str) -> None:
    assert short(meant(fen, text), fen) == expected
    assert short(understand_typed(text, Position.from_fen(fen)), fen) == expected


KING_BESIDE = "4k3/8/8/8/8/8/8/R4K1R w AH - 0 1"  # Chess960: the step to g1 is legal too


@pytest.mark.article("II.3.2.7.1")
@pytest.mark.parametrize(
    ("asked", "text", "expected"),
    [
        ("", "König Gustav eins", "f1g1"),  # the step: nobody announced castling
        ("", "König Hektor eins", "f1h1"),  # onto the rook
        ("", "ich rochiere", "kurze oder lange?"),
        ("", "ich rochiere König Gustav eins", "f1h1"),
        ("", "ich rochiere König Hektor eins", "f1h1"),
        ("", "ich rochiere König Cesar eins", "f1a1"),
        ("", "ich rochiere Turm Anna eins", "f1a1"),
        ("", "ich rochiere lang", "f1a1"),
        ("ich rochiere", "König Gustav eins", "f1h1"),
        ("ich rochiere", "kurze", "f1h1"),
        ("ich rochiere", "König Anna eins", "f1a1"),
        ("ich rochiere", "König Eva zwei", "f1e2"),  # a change of mind
    ],
)
def test_ii_3_2_7_1_who_says_that_he_castles_does(asked: str, text: str, expected: str) -> None:
    position = Position.from_fen(KING_BESIDE, chess960=True)
    question = understand_typed(asked, position) if asked else None
    assert question is None or isinstance(question, Ambiguous | Unsure)
    assert short(understand_typed(text, position, question), position) == expected


@pytest.mark.article("II.3.2.7.1")
def test_ii_3_2_7_1_only_castling_possible_is_asked_about() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True)
    question = understand_typed("ich rochiere", position)
    assert isinstance(question, Unsure)
    assert short(understand_typed("König Gustav eins", position, question)) == "f1h1"
    assert understand_typed("ja", position, question) == Command(CommandName.YES, text="ja")


def test_ich_rochiere_tells_why_it_is_impossible() -> None:
    fen = "4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1"
    assert short(meant(fen, "ich rochiere König Gustav eins")) == "illegal: castling blocked"


@pytest.mark.article("11.9")
@pytest.mark.parametrize(
    ("line", "article"),
    [
        ("erkläre Artikel 9.2.1.1", "9.2.1.1"),
        ("erkläre Richtlinie II.3.2", "II.3.2"),
        ("erkläre iii", "III"),
        ("erkläre Anhang A.4.2", "A.4.2"),
        ("explain article D.2.8", "D.2.8"),
        ("Explain 6.9", "6.9"),
    ],
)
def test_11_9_article_is_asked_as_it_is_written(line: str, article: str) -> None:
    asked = understand_typed(line, Position.start())
    assert isinstance(asked, Command)
    assert (asked.name, asked.word) == (CommandName.ARTICLE, article)


UNCLEAR: list[tuple[str, list[tuple[str, float] | str], str]] = [
    # Hypotheses that agree in meaning count together.
    (START, [("springer felix drei", 0.5), ("pferd felix drei", 0.4), ("[unk]", 0.1)], "g1f3"),
    # People say legal moves: an illegal one that sounds a little more like it is not believed ...
    (START, [("springer felix zwei", 0.85), ("springer felix drei", 0.15)], "g1f3"),
    # ... and one that was plainly said is. In between the legal one is asked about.
    (START, [("springer felix zwei", 1), ("springer felix drei", 1e-4)], "illegal: not its way"),
    (START, [("springer felix zwei", 0.998), ("springer felix drei", 0.002)], "g1f3?"),
    (START, [("springer felix zwei", 0.6), ("springer felix eins", 0.4)], "illegal: not its way"),
    # One that says where it comes from is rarer: nobody tells pieces apart that are not there.
    (START, [("springer felix zwei", 0.997), ("springer felix drei", 0.003)], "g1f3?"),
    (START, [("springer vier felix zwei", 0.997), ("springer felix drei", 0.003)], "g1f3"),
    (START, ["springer vier felix drei"], "illegal: no such piece"),
    # Legal moves that compete are asked about: by the deciding word where the words differ,
    (START, [("eva drei", 0.5), ("eva vier", 0.4), ("[unk]", 0.1)], "drei oder vier?"),
    (START, [("eva drei", 0.5), ("cesar drei", 0.4), ("[unk]", 0.1)], "Cesar oder Eva?"),
    # by yes or no where one is likely and many others are not.
    (
        START,
        [("eva drei", 0.5), ("eva vier", 0.1), ("cesar drei", 0.1), ("anna drei", 0.1),
         ("hektor drei", 0.1), ("bella drei", 0.1)],
        "e2e3?",
    ),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [("turm anna zwei", 0.9), ("turm anna drei", 0.1)], "a1a2"),
    # Other words beside a move: somebody speaks of it, or says "well" before it.
    (START, ["[unk] springer felix drei"], "g1f3?"),
    (START, ["eva vier [unk]"], "e2e4?"),
    (START, ["[unk] eva vier [unk]"], "not understood"),
    (START, ["springer felix zwei drei"], "not understood"),
    # Other talk competes with a move as with its equal.
    (START, [("[unk]", 0.7), ("eva vier", 0.3)], "not understood"),
    (START, [("[unk]", 0.5), ("eva vier", 0.5)], "not understood"),
    (START, [("[unk]", 0.1), ("eva vier", 0.9)], "e2e4"),
    (START, [("[unk]", 0.25), ("eva vier", 0.75)], "e2e4?"),
    (CASTLING, [("kurz", 0.95), ("[unk]", 0.05)], "e1g1"),
    # A question is answered readily, what changes the game is asked back in doubt, and what may
    # end it, about which the table asks anyway, has to be heard well. All are said seldom.
    (START, [("zeit", 0.996), ("[unk]", 0.004)], "command: time_own"),
    (START, [("zeit", 0.975), ("[unk]", 0.025)], "not understood"),
    (START, [("pause", 0.9993), ("[unk]", 0.0007)], "command: pause"),
    (START, [("pause", 0.9945), ("[unk]", 0.0055)], "command: pause?"),
    (START, [("pause", 0.975), ("[unk]", 0.025)], "not understood"),
    (START, [("aufgeben", 0.989), ("[unk]", 0.011)], "not understood"),
    (START, [("aufgeben", 0.9974), ("[unk]", 0.0026)], "command: resign"),
    # Silence after a claim is a yes (9.5.1), so that one is asked back in doubt.
    (START, [("remis reklamieren", 0.9987), ("[unk]", 0.0013)], "command: claim_draw"),
    (START, [("remis reklamieren", 0.996), ("[unk]", 0.004)], "command: claim_draw?"),
    (START, [("remis reklamieren", 0.975), ("[unk]", 0.025)], "not understood"),
    # Words that are no whole phrase weigh less than a move.
    (START, [("springer felix drei", 0.1), ("springer felix", 0.9)], "g1f3"),
    # Check or mate that a move does not give is seldom said, but no obstacle (C.13).
    (START, [("eva vier matt", 0.92), ("[unk]", 0.08)], "not understood"),
    (START, [("eva vier", 0.92), ("[unk]", 0.08)], "e2e4"),
    (START, [("eva vier matt", 0.999), ("[unk]", 0.001)], "e2e4"),
    (MATING, [("turm anna acht matt", 0.92), ("[unk]", 0.08)], "a1a8"),
    (MATING, [("turm anna sieben schach", 0.92), ("[unk]", 0.08)], "not understood"),
    # A recogniser without shares: the order counts.
    (START, [("eva vier", 0.0), ("eva fünf", 0.0)], "e2e4"),
    (START, [], "not understood"),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "hypotheses", "expected"), UNCLEAR)
def test_what_was_not_said_clearly(
    fen: str, hypotheses: list[tuple[str, float] | str], expected: str
) -> None:
    assert short(meant(fen, *hypotheses), fen) == expected


TYPED = [
    (START, "e4", "e2e4"),
    (START, "  E4 ", "e2e4"),
    (START, "e2e4", "e2e4"),
    (START, "e2-e4", "e2e4"),
    (START, "Sf3", "g1f3"),
    (START, "sf3", "g1f3"),
    (START, "Nf3", "g1f3"),
    (START, "springer f3", "g1f3"),
    (START, "Springer g f3", "g1f3"),
    (START, "EVA 4", "e2e4"),
    (START, "Laeufer Cesar vier", "illegal: blocked"),
    (START, "Lc4", "illegal: blocked"),
    (CASTLING, "O-O", "e1g1"),
    (CASTLING, "0-0-0", "e1c1"),
    (PROMOTING, "e8D", "e7e8q"),
    (PROMOTING, "e8=Q+", "e7e8q"),
    (PROMOTING, "e7e8n", "e7e8n"),
    (PROMOTING, "e8", "Dame oder Läufer oder Springer oder Turm?"),
    (ROOKS_ON_A_RANK, "Td1", "Anna oder Felix?"),
    (ROOKS_ON_A_RANK, "Turm a d1", "a1d1"),
    (START, "was steht auf e4", "command: square"),
    (START, "hurra", "not understood"),
]


@pytest.mark.parametrize(("fen", "line", "expected"), TYPED)
def test_what_was_typed(fen: str, line: str, expected: str) -> None:
    assert short(understand_typed(line, Position.from_fen(fen)), fen) == expected


ANSWERS = [
    (ROOKS_ON_A_RANK, "Turm David eins", "Anna", "a1d1"),
    (ROOKS_ON_A_RANK, "Turm David eins", "Anton", "a1d1"),
    (ROOKS_ON_A_RANK, "Turm David eins", "von Felix", "f1d1"),
    (ROOKS_ON_A_RANK, "Turm David eins", "Turm Felix", "f1d1"),
    (ROOKS_ON_A_RANK, "Turm David eins", "Felix eins", "f1d1"),
    (ROOKS_ON_A_RANK, "Turm David eins", "Turm Anna David eins", "a1d1"),
    (ROOKS_ON_A_RANK, "Turm David eins", "Hektor", "not understood"),
    (ROOKS_ON_A_RANK, "Turm David eins", "eins", "Anna oder Felix?"),
    (ROOKS_ON_A_RANK, "Turm David eins", "nein", "command: no"),
    (ROOKS_ON_A_RANK, "Turm David eins", "König Eva drei", "e2e3"),
    (ROOKS_ON_A_FILE, "Turm Anna drei", "fünf", "a5a3"),
    (THREE_QUEENS, "Dame David vier", "Anna vier", "a4d4"),
    (THREE_QUEENS, "Dame David vier", "David", "d1d4"),
    (THREE_QUEENS, "Dame David vier", "Anna", "eins oder vier?"),
    (CASTLING, "Rochade", "lange", "e1c1"),
    (CASTLING, "Rochade", "kurz", "e1g1"),
    (CASTLING, "Rochade", "kurze Rochade", "e1g1"),
    (PROMOTING, "Eva acht", "Springer", "e7e8n"),
    (PROMOTING, "Eva acht", "Pferd", "e7e8n"),
    (PROMOTING, "Eva acht", "wird Dame", "e7e8q"),
]


@pytest.mark.parametrize(("fen", "first", "answer", "expected"), ANSWERS)
def test_an_answer_decides(fen: str, first: str, answer: str, expected: str) -> None:
    asked = question(fen, first)
    assert short(meant(fen, answer, asked=asked), fen) == expected
    assert short(understand_typed(answer, Position.from_fen(fen), asked), fen) == expected


def test_an_unsure_answer_does_not_decide() -> None:
    asked = question(ROOKS_ON_A_RANK, "Turm David eins")
    assert short(meant(ROOKS_ON_A_RANK, ("anna", 0.6), ("[unk]", 0.4), asked=asked)) == "a1d1?"
    torn = meant(ROOKS_ON_A_RANK, ("anna", 0.5), ("felix", 0.5), asked=asked)
    assert isinstance(torn, Ambiguous)


def test_missing_promotion_piece_is_its_own_question() -> None:
    assert question(PROMOTING, "Eva acht").only_promotion
    assert not question(ROOKS_ON_A_RANK, "Turm David eins").only_promotion


COMPLETENESS = [
    (START, "Springer", Completeness.OPEN),
    (START, "Springer Felix", Completeness.OPEN),
    (START, "Springer Felix drei", Completeness.COMPLETE),
    (START, "Springer Gustav eins", Completeness.OPEN),
    (START, "Springer Gustav eins Felix", Completeness.OPEN),
    (START, "Springer Gustav eins Felix drei", Completeness.COMPLETE),
    (START, "Eva zwei", Completeness.OPEN),
    (START, "Eva zwo", Completeness.OPEN),
    (START, "Eva vier", Completeness.COMPLETE),
    (START, "Eva fünf", Completeness.WHOLE),
    (START, "Zeit", Completeness.COMPLETE),  # though "Zeit reklamieren" may come
    (START, "Uhr", Completeness.COMPLETE),
    (START, "Remis", Completeness.WHOLE),
    (START, "was steht auf", Completeness.OPEN),
    (START, "was steht auf Eva vier", Completeness.COMPLETE),
    (START, "Guten Morgen", Completeness.UNKNOWN),
    (PROMOTING, "Eva acht", Completeness.OPEN),
    (PROMOTING, "Eva acht wird", Completeness.OPEN),
    (PROMOTING, "Eva acht wird Dame", Completeness.COMPLETE),
    (EN_PASSANT, "Eva schlägt David sechs", Completeness.COMPLETE),
    (EN_PASSANT, "Eva schlägt David sechs en passant", Completeness.COMPLETE),
    (ROOKS_ON_A_RANK, "Turm David eins", Completeness.WHOLE),
    (ROOKS_ON_A_RANK, "Turm Anna eins", Completeness.OPEN),
    (CASTLING, "kurze Rochade", Completeness.COMPLETE),
    (CASTLING, "kurz", Completeness.COMPLETE),
    (CASTLING, "Rochade", Completeness.OPEN),
]


@pytest.mark.parametrize(("fen", "text", "expected"), COMPLETENESS)
def test_whether_the_speaker_is_done(fen: str, text: str, expected: Completeness) -> None:
    assert completeness(tuple(text.lower().split()), Position.from_fen(fen)) is expected


def test_an_answer_to_a_question_is_complete() -> None:
    position = Position.from_fen(ROOKS_ON_A_RANK)
    asked = question(ROOKS_ON_A_RANK, "Turm David eins")
    assert completeness(("anna",), position) is Completeness.OPEN
    assert completeness(("anna",), position, asked) is Completeness.COMPLETE
    assert completeness(("nein",), position, asked) is Completeness.COMPLETE
    assert completeness(("nein",), position, Command(CommandName.RESIGN)) is Completeness.COMPLETE
    assert completeness(("nein",), position) is Completeness.OPEN  # "nein zurück" may come


@pytest.mark.parametrize("name", CommandName)
def test_clear_commands_are_obeyed_in_any_position(name: CommandName) -> None:
    if name is CommandName.CASTLE_INTENT:
        return  # becomes castling, above
    for example in examples(name):
        intent = meant(START, example)
        assert isinstance(intent, Command)
        assert intent.name is name


def test_what_may_end_the_game_is_dangerous() -> None:
    ends = {name for name in C if name.act is Act.ENDS}
    assert {C.RESIGN, C.OFFER_DRAW, C.ACCEPT_DRAW, C.CLAIM_DRAW, C.ABORT} <= ends


C = CommandName


def test_an_illegal_move_tells_why() -> None:
    intent = meant(START, "Läufer Cesar vier")
    assert isinstance(intent, Illegal)
    assert intent.illegality.fault is MoveFault.BLOCKED
    assert intent.text == "Läufer Cesar vier"


UHR = [("uhr", 0.85), ("[unk]", 0.15)]


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ({}, "not understood"),
        ({"expected": (CommandName.PRESS,)}, "not understood"),
        ({"awaited": (CommandName.PRESS,)}, "command: press"),
    ],
)
def test_the_press_is_believed_sooner_while_the_table_waits_for_it(
    moment: dict[str, Any], expected: str
) -> None:
    assert short(understand(heard(*UHR), Context(Position.start(), **moment))) == expected


def test_noise_is_no_press_though_it_is_awaited() -> None:
    noise = heard(("uhr", 0.3), ("[unk]", 0.7))
    moment = Context(Position.start(), awaited=(CommandName.PRESS,))
    assert short(understand(noise, moment)) == "not understood"


@pytest.mark.parametrize(
    ("asked", "share", "expected"),
    [
        (CommandName.PAUSE, 0.9, "command: yes"),
        (CommandName.PAUSE, 0.4, "not understood"),
        (CommandName.RESIGN, 0.9, "command: yes?"),  # it ends the game
        (CommandName.RESIGN, 0.99, "command: yes"),
    ],
)
def test_an_answer_is_believed_by_what_it_answers(
    asked: CommandName, share: float, expected: str
) -> None:
    ja = heard(("ja", share), ("[unk]", 1.0 - share))
    assert short(understand(ja, Position.start(), Command(asked))) == expected


def test_a_command_before_other_words_is_asked_back() -> None:
    """ "Pause ... machen wir später" is no order."""
    said = heard(("pause", 0.45), ("pause [unk]", 0.55))
    assert short(understand(said, Position.start())) == "command: pause?"


def test_nobody_is_asked_about_what_is_refused_now() -> None:
    """During a game nothing is set up: plainly said it is refused, and in doubt it is the other."""
    place, correct = CommandName.PLACE, CommandName.CORRECT  # a move was announced
    moment = Context(Position.start(), expected=(correct,), refuses=lambda one: one.name is place)
    plainly = heard("weiß bauer david drei")
    unclear = heard(("weiß bauer david drei", 0.9), ("nein bauer david drei", 0.1))
    beside = heard(("weiß bauer david drei", 0.05), ("weiß bauer david drei [unk]", 0.95))
    assert short(understand(plainly, moment)) == "command: place"
    assert short(understand(unclear, moment)) == "command: no?"
    assert short(understand(beside, moment)) == "not understood"
    assert short(understand(unclear, Position.start())) == "command: place?"
    assert short(understand(beside, Position.start())) == "command: place?"


@pytest.mark.article("1.3")
def test_1_3_the_opponent_replies_to_an_announced_move() -> None:
    """At a shared microphone the same words may be either player's."""
    e4 = chess.Move.from_uci("e2e4")
    after = Context(Position.start().play(e4))
    moment = Context(Position.start(), reply=after)
    assert short(understand(heard("eva fünf"), moment)) == "e7e5"
    # The reply is likelier than another move of the player, who would have to correct first ...
    torn = heard(("eva drei", 0.6), ("eva fünf", 0.4))
    assert short(understand(torn, moment)) == "e7e5"
    # ... but what is plainly said is believed.
    assert short(understand(heard("eva drei"), moment)) == "e2e3"
    both = understand(heard("kurze Rochade"), Context(
        Position.from_fen(CASTLING),
        reply=Context(Position.from_fen(CASTLING.replace(" w ", " b "))),
    ))  # fmt: skip
    assert isinstance(both, Either)


def test_an_answer_is_expected_from_whichever_side_is_asked() -> None:
    """ "Schwarz antwortet Eva fünf?": the question is about the reply, and "ja" answers it."""
    reply = Unsure(chess.Move.from_uci("e7e5"), "eva fünf")
    after = Position.start().play(chess.Move.from_uci("e2e4"))
    said = heard(("ja", 0.95), ("[unk]", 0.05))
    asked = Context(Position.start(), reply=Context(after, reply))
    assert short(understand(said, asked)) == "command: yes"
    unasked = Context(Position.start(), reply=Context(after))
    assert short(understand(said, unasked)) == "not understood"


LISTS = st.lists(
    st.tuples(
        st.sampled_from(["eva vier", "eva drei", "eva fünf", "pause", "zeit", "[unk]", "aufgeben"]),
        st.floats(1e-6, 1.0),
    ),
    min_size=1,
)


@given(LISTS)
def test_the_cheapest_act_is_taken_and_only_what_was_heard(said: list[tuple[str, float]]) -> None:
    moment = Context(Position.start())
    belief = believed(heard(*said), moment.meaning, moment.price)
    assert sum(part for part, _ in belief.values()) == pytest.approx(1.0)
    by_act = dict(options_for(belief, moment))
    taken = understand(heard(*said), moment)
    assert by_act[taken] == min(by_act.values())
    if isinstance(taken, Heard):
        assert lexicon.words(taken.text) in {lexicon.words(text) for text, _ in said}
        assert belief[replace(taken, text="")][0] >= 0.5


@given(LISTS, st.floats(0.5, 1.0))
def test_more_sound_for_a_move_never_makes_it_less_believed(
    said: list[tuple[str, float]], more: float
) -> None:
    """One probability: what was played goes on being played when it is heard better."""
    before = understand(heard(*said), Position.start())
    after = understand(heard(*said, (getattr(before, "text", ""), more)), Position.start())
    if isinstance(before, Heard):
        assert after == before


def test_no_more_than_25_constants_decide() -> None:
    tables = (costs.PRICES, costs.WRONG, costs.ASKING, costs.LISTENING)
    assert sum(map(len, tables)) <= 25
