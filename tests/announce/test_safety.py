# SPDX-License-Identifier: GPL-3.0-or-later
"""No digit, notation or clock string ever reaches a voice: any event, any language, any setting.

Speech synthesis misreads them: "1 e4" becomes a number, "05:00" five o'clock, "R1e5" a power.
"""

import random
import re
from functools import partial
from types import NoneType
from typing import Any, get_args

import chess
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import clock.events
import rules.boards
import table.events.arbiter
import table.events.dialogue
import table.events.game
import table.events.scoresheets
from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES, Audience, Settings, Style
from announce.words.events import PRIVATE, words
from announce.words.moves import steps, undo
from announce.words.numbers import cardinal
from announce.words.phraser import Phraser
from clock.control import EXAMPLE, EXAMPLE_OF_PERIODS
from clock.events import MoveCompleted
from rules.adjournment import Missing
from rules.description import Castling, Distinction, MoveDescription, MoveFacts
from rules.draws import Finding, Ground, Occurrence
from rules.explanation import DETAILS, Illegality, MoveFault
from rules.moves import facts
from rules.openings import openings
from rules.position import REASONS, Position
from rules.scoresheet import Signing
from table.acts import answering
from table.events import Event
from table.events.answers import (
    About,
    Answer,
    CountOf,
    Men,
    PlacedPiece,
    SheetDuty,
    SheetLine,
    SoundOf,
    TimeOf,
)
from table.events.dialogue import Question, QuestionKind
from table.events.game import PositionSet

EVENTS = get_args(Event)

STARTS = (
    "",  # a position of Chess960
    chess.STARTING_FEN,
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "1n2k3/P1P5/8/3pP3/8/8/1p4p1/2N1K3 w - d6 0 1",
)


def a_move(seed: int, plies: int) -> MoveFacts:
    """Some move of a random game in which captures and rare moves are not rare."""
    dice = random.Random(seed)
    start = dice.choice(STARTS)
    position = Position.from_fen(start) if start else Position.start(chess960=dice.randrange(960))
    made = None
    for _ in range(plies):
        legal = list(position.legal_moves)
        if not legal:
            break
        board = position.board
        rare = [
            move
            for move in legal
            if move.promotion or board.is_capture(move) or board.is_castling(move)
        ]
        move = dice.choice(rare if rare and dice.random() < 0.5 else legal)
        made = position, move
        position = position.stand(move)
    assert made is not None
    return facts(*made)


squares = st.sampled_from(chess.SQUARES)
pieces = st.builds(chess.Piece, st.sampled_from(chess.PIECE_TYPES), st.booleans())
moves = st.builds(a_move, st.integers(0, 10**6), st.integers(1, 90))
times = st.integers(0, 10**15)
# Whatever people are called: digits of all scripts, notation, clock strings.
names = st.text(st.characters(categories=["L", "N", "Zs"]), max_size=12) | st.sampled_from(
    ["R1e5", "1 e4", "05:00", "", "Anna 2"]
)


def details(fault: MoveFault) -> st.SearchStrategy[str]:
    return st.sampled_from((*DETAILS.get(fault, ()), "", "something new"))


@st.composite
def illegalities(draw: st.DrawFn) -> Illegality:
    fault = draw(st.sampled_from(list(MoveFault)))
    index = st.none() | st.integers(0, 7)
    return Illegality(
        fault,
        draw(st.sampled_from(["3.5", "II.3.2.7.4", "C.9.3", ""])),
        draw(st.none() | st.sampled_from(chess.PIECE_TYPES)),
        draw(st.none() | squares),
        draw(st.none() | squares),
        draw(st.none() | pieces),
        draw(st.none() | squares),
        draw(details(fault)),
        draw(index),
        draw(index),
    )


@st.composite
def answer_values(draw: st.DrawFn, about: About) -> Answer[object]:
    """Any answer that can be: some have no facts, one or as many as there are sides."""
    least, most = BOUNDS.get(about, (0, 3))
    if about.facts is NoneType:
        return Answer(about, (), draw(st.booleans()))
    kinds = TOLD.get(about, st.from_type(about.facts))
    told = draw(st.lists(kinds, min_size=least, max_size=most))
    return Answer(about, tuple(told), draw(st.booleans()))


@st.composite
def events(draw: st.DrawFn) -> Event:
    event: Event = draw(st.from_type(draw(st.sampled_from(EVENTS))))
    return event


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    return Finding(
        draw(st.booleans()),
        draw(st.sampled_from(Ground)),
        draw(st.sampled_from(["9.2.2", "9.3.1"])),
        draw(st.integers(0, 400)),
        draw(st.lists(st.from_type(Occurrence), max_size=5).map(tuple)),
    )


KINDS = st.sampled_from(chess.PIECE_TYPES)
CAPTURABLE = st.sampled_from(chess.PIECE_TYPES[:-1])
COUNTS = st.builds(CountOf, st.booleans(), st.integers(1, 9), CAPTURABLE)
STANDING = st.builds(PlacedPiece, squares, pieces)

DESCRIPTIONS = st.builds(
    MoveDescription,
    piece=st.none() | KINDS,
    from_file=st.none() | st.integers(0, 7),
    from_rank=st.none() | st.integers(0, 7),
    to_square=squares,
    promotion=st.none() | KINDS,
    captured=st.none() | KINDS,
)

INDEX = st.none() | st.integers(0, 7)
DISTINCTIONS = st.builds(
    Distinction,
    piece=KINDS,
    promotion=st.none() | KINDS,
    from_file=INDEX,
    from_rank=INDEX,
    to_file=INDEX,
    to_rank=INDEX,
)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    kind = draw(st.sampled_from(QuestionKind))
    ask = partial(Question, draw(times), draw(st.booleans()), kind)
    match kind:
        case QuestionKind.WHICH_MOVE:
            return ask(options=tuple(draw(st.lists(DISTINCTIONS, min_size=1, max_size=4))))
        case QuestionKind.IS_IT_THIS:
            return ask(move=draw(moves))
        case QuestionKind.SET_TIME:
            return ask(control=draw(CONTROLS))
        case QuestionKind.ORDER:
            displays = draw(st.tuples(times, times) | st.just((None, None)))
            text = draw(st.sampled_from(["remis", "Zug 1", "zwei Minuten für Weiß"]))
            return ask(order=text, white=displays[0], black=displays[1])
        case QuestionKind.COMMAND:
            return ask(order=draw(st.sampled_from(["Pause", "Reihe 4", "Uhr"])))
        case QuestionKind.RESIGN | QuestionKind.OFFER_DRAW | QuestionKind.CLAIM_DRAW:
            return ask(named=draw(st.booleans()))
    return ask()


st.register_type_strategy(str, names)
st.register_type_strategy(
    PositionSet,
    st.builds(PositionSet, faults=st.lists(st.sampled_from(REASONS), max_size=2).map(tuple)),
)
st.register_type_strategy(Question, questions())
st.register_type_strategy(chess.Piece, pieces)
st.register_type_strategy(MoveDescription, DESCRIPTIONS)
st.register_type_strategy(MoveFacts, moves)
st.register_type_strategy(Illegality, illegalities())
st.register_type_strategy(Finding, findings())
st.register_type_strategy(PlacedPiece, STANDING)
COUNTED = st.integers(0, 6000)
ROLES = st.sampled_from(table.events.game.Role)
ARTICLES = st.sampled_from(["9.2", "D.2.8", "II.3.2.7.4", "13.1", "A", "Z.9", "D.2.1", "8.5", ""])
CONTROLS = st.sampled_from(["90+30", "40/5400+30,1800+30", "5d3", "25b10", "3:00"])
THREATS = moves.filter(lambda move: move.mate or move.promotion or move.captured is not None)
"""A threat that is neither mate nor promotion is a capture."""

FIELDS: dict[Any, dict[str, Any]] = {
    TimeOf: {"time": times, "number": COUNTED},
    CountOf: {"number": COUNTED},
    Men: {"kind": KINDS, "squares": st.lists(squares, max_size=3).map(tuple)},
    table.events.game.GameStarted: {
        "white": names,
        "black": names,
        "time_control": names | CONTROLS,
        "mode": st.sampled_from(["training", "competition"]) | names,
        "chess960": st.none() | st.integers(0, 959),
        "edition": st.sampled_from([2005, 2018, 2023]),
    },
    table.events.game.IllegalMove: {"losing": st.integers(0, 9)},
    table.events.game.GameEnded: {
        "result": st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", "0-0"]),
        "article": st.sampled_from(["5.1.1", "", "II.3.2"]),
    },
    Occurrence: {"ply": COUNTED, "number": COUNTED},
    table.events.game.ClaimRejected: {"bonus": st.integers(0, 600)},
    table.events.game.PenaltyGiven: {
        "article": st.sampled_from(["7.5.5", "12.9.2"]),
        "seconds": st.integers(0, 6000),
    },
    table.events.game.TagSet: {
        "tag": st.sampled_from(["white", "black", "event", "site", "round"]),
        "value": names,
    },
    table.events.game.PositionSet: {
        "faults": st.lists(st.sampled_from(sorted(lexicon("en").own("game.set_up.fault")))).map(
            tuple
        )
    },
    table.events.game.OpponentSeated: {
        "name": names,
        "elo": st.just(0) | st.integers(600, 3000),
    },
    table.events.game.MovesTakenBack: {"moves": st.lists(moves, min_size=1, max_size=2).map(tuple)},
    table.events.game.PositionRestored: {"article": st.sampled_from(["7.5.1", "7.6"])},
    table.events.game.IrregularityReported: {
        "article": st.sampled_from(["4.3", "4.8", "7.5.3", "7.5.4", "D.2.8"])
    },
    table.events.game.TouchDeclared: {"square": squares, "article": ARTICLES},
    table.events.game.TouchBinds: {
        "article": ARTICLES,
        "square": st.none() | squares,
        "to_square": st.none() | squares,
        "other_square": st.none() | squares,
    },
    table.events.game.AdjustAnnounced: {"square": st.none() | squares},
    table.events.game.PieceReleased: {"square": squares},
    rules.boards.BoardStep: {
        "piece": pieces,
        "from_square": squares,
        "to_square": st.none() | squares,
    },
    table.events.scoresheets.BoardReported: {"square": squares},
    table.events.scoresheets.EnvelopeIncomplete: {
        "missing": st.lists(st.sampled_from(Missing), min_size=1, unique=True).map(tuple)
    },
    table.events.scoresheets.SignaturesCompared: {
        "signing": st.sampled_from([one for one in Signing if one is not Signing.OPEN])
    },
    SheetLine: {"number": COUNTED},
    SheetDuty: {"missing": COUNTED},
    SoundOf: {"number": COUNTED},
    table.events.game.Refused: {"article": st.sampled_from(["9.1.2.1", ""])},
    clock.events.TimeAdjusted: {"remaining": times},
    **{
        event: {"article": st.sampled_from(["12.5", "III.5.1", "A.4.1.2"])}
        for event in get_args(table.events.arbiter.ArbiterEvent)
        if "article" in event.__annotations__
    },
    table.events.arbiter.Noted: {
        "article": st.sampled_from(["12.5", "III.5.1", "A.4.1.2"]),
        "lasted": times,
        "times": COUNTED,
    },
    table.events.scoresheets.Distraction: {"offers": COUNTED, "claims": COUNTED},
    clock.events.MovesAdjusted: {"moves": COUNTED},
    clock.events.ControlChanged: {"control": CONTROLS},
    clock.events.ControlRefused: {"example": st.sampled_from([EXAMPLE, EXAMPLE_OF_PERIODS])},
}
for kind, fields in FIELDS.items():
    st.register_type_strategy(kind, st.builds(kind, **fields))

TOLD: dict[About, Any] = {
    About.OPENING: st.sampled_from(sorted(openings())),
    About.ARTICLE: ARTICLES,
    About.RESULT_TAG: st.sampled_from(["1-0", "0-1", "1/2-1/2"]),
    About.RANKS: st.sampled_from(answering.ranks(chess.Board()).facts),
    About.THREATS: THREATS,
    About.MATERIAL: COUNTS,
    About.CAPTURED: COUNTS,
    About.MISSING: COUNTS,
    About.MATE_IN: st.builds(CountOf, st.booleans(), st.integers(1, 40)),
}
"""The facts of these subjects are not any value of their type."""

ONE, BOTH = (1, 1), (2, 2)
BOUNDS = {
    About.CASTLING: (1, 2),
    **dict.fromkeys((About.MOVE_COUNT, About.PLAYERS), BOTH),
    **dict.fromkeys((About.SQUARE, About.SQUARE_COLOUR, About.NO_LEGAL_MOVES), ONE),
    **dict.fromkeys((About.MATE_IN, About.FEN), ONE),
    **dict.fromkeys((About.HINT, About.HINT_PIECE, About.HINT_MOVE, About.EVALUATION), ONE),
    **dict.fromkeys((About.RESULT, About.RESULT_TAG, About.OPENING, About.ARTICLE), (0, 1)),
    **dict.fromkeys((About.TO_CONTROL, About.PER_MOVE, About.LAST_MOVE), (0, 1)),
    **dict.fromkeys((About.TIME, About.BETTER), (1, 2)),
    **dict.fromkeys((About.LINE, About.ATTACKERS, About.HELP, About.PIECES), (1, 5)),
    **dict.fromkeys((About.WRITING, About.RECORDING, About.SETTINGS), (1, 2)),
    About.RANKS: (8, 8),
}
"""How many facts an answer has; any number where none is named here."""
st.register_type_strategy(
    table.events.dialogue.InfoGiven,
    st.builds(
        table.events.dialogue.InfoGiven, times, ROLES, st.sampled_from(About).flatmap(answer_values)
    ),
)


SILENT = (
    table.events.game.MoveMade,
    table.events.game.DrawAgreed,
    clock.events.PeriodBegan,
)
"""Events that only the arbiter hears of, or nobody: they were told, or their answer will be."""

NOTATION = re.compile(r"[a-h]\s?[1-8]|O-O|[{}#=:]\s?\d")
SETTINGS = st.builds(
    Settings,
    language=st.sampled_from(LANGUAGES),
    moves=st.sampled_from(["de", "en"]),
    style=st.sampled_from(Style),
    zwo=st.booleans(),
    say_check=st.booleans(),
    second_script=st.booleans(),
    audience=st.sampled_from(Audience),
)


def assert_speakable(spoken: str) -> None:
    assert not any(char.isnumeric() for char in spoken), spoken
    assert not NOTATION.search(spoken), spoken
    assert not set("{}\n") & set(spoken), spoken


NAME_WITH_DIGIT = table.events.dialogue.InfoGiven(
    0, table.events.game.Role.WHITE, Answer(About.SPELT, ("a0",))
)


@settings(max_examples=1500, deadline=None)
@example(event=NAME_WITH_DIGIT, chosen=Settings())
@given(event=events(), chosen=SETTINGS)
def test_nothing_unspeakable_reaches_a_voice(event: Event, chosen: Settings) -> None:
    for one in words(event, chosen):
        only_shown = (*PRIVATE, MoveCompleted)  # the credit of a press
        assert one.spoken.strip() or isinstance(event, only_shown)
        assert one.text.strip()
        assert "\n" not in one.text
        assert {part.language for part in one.segments} <= {"de", chosen.language, chosen.moves}
        assert_speakable(one.spoken)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_every_event_has_words_or_none(event: type, data: st.DataObject) -> None:
    happened = data.draw(st.from_type(event))
    silent = event in SILENT or getattr(happened, "silent", False)
    for language in LANGUAGES:
        assert bool(words(happened, Settings(language=language))) != silent


@settings(max_examples=200, deadline=None)
@given(move=moves, chosen=SETTINGS)
def test_the_assistants_steps_are_speakable(move: MoveFacts, chosen: Settings) -> None:
    for step in steps(move) + undo(move):
        assert_speakable(Phraser(chosen).step(step).spoken)


def test_the_generated_moves_hold_every_kind() -> None:
    """The properties above would prove little without them."""
    told = [a_move(seed, plies) for seed in range(60) for plies in (1, 5, 30, 60)]
    assert any(move.promotion for move in told)
    assert any(move.captured for move in told)
    assert any(move.check for move in told)
    assert {move.castling for move in told} == {None, *Castling}
    assert any(move.en_passant for move in told)


NUMBERS = {cardinal(number, "de").casefold() for number in range(1, 1000)}
"""The German words of numbers."""

FILES = {word.casefold() for word in lexicon("de").own("moves.files")}


def quotes(event: Event) -> bool:
    """True if it tells what was heard or may be said, in the words in which that is said, or how
    somebody is called."""
    told = event.answer if isinstance(event, table.events.dialogue.InfoGiven) else event
    if isinstance(told, Answer):
        if told.about is About.ARTICLE:
            return told.facts == ("D.2.1",)  # "the ranks eins to acht"
        return told.about is About.HELP
    named = (
        table.events.game.GameStarted,
        table.events.game.TagSet,
        table.events.game.OpponentSeated,
    )
    return isinstance(told, (Question, clock.events.ControlRefused, *named))


@pytest.mark.parametrize("kind", [*EVENTS, *About], ids=str)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_no_number_is_german_in_another_language(kind: type | About, data: st.DataObject) -> None:
    """Moves and squares are German for everyone: there a number stands beside a file."""
    if isinstance(kind, About):
        answer = data.draw(answer_values(kind))
        event: Event = table.events.dialogue.InfoGiven(0, data.draw(ROLES), answer)
    else:
        event = data.draw(st.from_type(kind))
    others = () if quotes(event) else (one for one in LANGUAGES if one != "de")
    for language in others:
        for one in words(event, Settings(language=language)):
            for part in one.segments:
                told = set(re.findall(r"\w+", part.text.casefold()))
                in_move = part.language == "de" and FILES & told
                assert in_move or not NUMBERS & told, one.text
