# SPDX-License-Identifier: GPL-3.0-or-later
"""Drills: what is set, how it is judged, what counts."""

import chess
import pytest
from studies import Sitting

from rules.moves import facts
from rules.position import Position
from study.events import (
    KnightTold,
    Listed,
    MoveTold,
    StudyNotice,
    TaskOver,
    Wrong,
)
from study.state import StudyState, Tally
from study.tasks import (
    DRILLS,
    BoardTask,
    Drill,
    DrillGoal,
    PositionTask,
    best,
    forces_mate,
    knight_moves,
    knight_path,
    mates,
    mating_moves,
    question,
    reached,
    value,
)
from table.acts import answering
from table.events.answers import About, Answer, PlacedPiece
from voice.language.study import StudyName

BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
TWO_ROOKS = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"


def test_mates_are_found_by_search() -> None:
    assert [move.uci() for move in mating_moves(chess.Board(BACK_RANK), 1)] == ["a1a8"]
    two = chess.Board(TWO_ROOKS)
    assert not list(mating_moves(two, 1))
    assert forces_mate(two, chess.Move.from_uci("a2a7"), 2)
    assert not forces_mate(two, chess.Move.from_uci("e1e2"), 2)
    assert two.fen() == TWO_ROOKS  # the board is as it was


def test_a_stalemate_is_no_mate() -> None:
    stalemates = chess.Board("7k/8/5QK1/8/8/8/8/8 w - - 0 1")
    assert not forces_mate(stalemates, chess.Move.from_uci("f6f7"), 2)


def test_the_shipped_mates_are_verified() -> None:
    """Each has one solution; all of them are looked at in one move, a few in two."""
    ones, twos = mates(1), mates(2)
    assert ones
    assert len({fen for fen, _ in ones + twos}) == len(ones + twos) >= 100
    assert all(source for _, source in ones + twos)
    for fen, _ in ones:
        assert len(list(mating_moves(chess.Board(fen), 1))) == 1, fen
    for fen, _ in twos[:3]:
        position = chess.Board(fen)
        assert not list(mating_moves(position, 1))
        assert len(list(mating_moves(position, 2))) == 1, fen


def solving(position: Position, moves: int) -> str:
    return next(mating_moves(position.board.copy(stack=False), moves)).uci()


def test_a_mate_in_one_is_solved() -> None:
    sitting = Sitting()
    task, pieces = sitting.events("Matt in eins")
    assert isinstance(task, PositionTask)
    assert task.left == 1
    assert pieces == answering.pieces_on(sitting.board)
    sitting.draw = 7
    own, over, following, _ = sitting.events(solving(sitting.state.position, 1))
    assert isinstance(own, MoveTold)
    assert own.how == "own"
    assert over == TaskOver(True, 1, DrillGoal.MATE)
    assert isinstance(following, PositionTask)
    assert following.position != task.position
    assert sitting.state.points == {Drill.MATE_1: Tally(1, 1, 1)}


def test_a_mate_is_told_once() -> None:
    sitting = Sitting()
    sitting.events("Matt in eins")
    move, right, *_ = sitting.told(solving(sitting.state.position, 1))
    assert move.endswith(", matt.")
    assert right == "Richtig."


def test_a_mate_in_two_is_played_to_its_end() -> None:
    sitting = Sitting()
    sitting.events("Matt in zwei")
    _, reply = sitting.events(solving(sitting.state.position, 2))
    assert isinstance(reply, MoveTold)
    assert reply.how == "reply"
    assert isinstance(sitting.state.task, PositionTask)
    assert sitting.state.task.left == 1
    events = sitting.events(solving(sitting.state.position, 1))
    assert TaskOver(True, 1, DrillGoal.MATE) in events


def test_a_wrong_move_is_refuted_and_costs_the_point_once() -> None:
    sitting = Sitting()
    sitting.events("Matt in zwei")
    position = sitting.state.position
    right = set(mating_moves(position.board.copy(stack=False), 2))
    wrong = [move.uci() for move in position.legal_moves if move not in right]
    (told,) = sitting.events(wrong[0])
    assert isinstance(told, Wrong)
    assert told.reply is not None
    sitting.events(wrong[1])
    assert sitting.state.points == {Drill.MATE_2: Tally(1, 0, 0)}
    assert sitting.state.position == position
    sitting.events(solving(position, 2))
    events = sitting.events(solving(sitting.state.position, 1))
    assert TaskOver(False, 0, DrillGoal.MATE) in events
    assert sitting.state.points == {Drill.MATE_2: Tally(1, 0, 0)}


def test_the_solution_costs_the_point() -> None:
    sitting = Sitting()
    told, source, waits = sitting.events("Matt in eins", "Lösung")
    assert isinstance(source, Listed)
    assert isinstance(told, MoveTold)
    assert told.how == "solution"
    assert told.move.uci == solving(sitting.state.position, 1)
    assert waits is StudyNotice.NEXT_WAITS
    assert sitting.state.points == {Drill.MATE_1: Tally(1, 0, 0)}


def test_a_hint_names_the_piece_and_costs_the_point() -> None:
    sitting = Sitting()
    sitting.events("Matt in eins")
    position = sitting.state.position
    move = chess.Move.from_uci(solving(position, 1))
    piece = PlacedPiece(move.from_square, position.board.piece_at(move.from_square))
    assert sitting.events("Vorschlag") == (Answer(About.HINT_PIECE, (piece,)),)
    assert sitting.events("Vorschlag") == (Answer(About.HINT_MOVE, (facts(position, move),)),)
    assert TaskOver(False, 0, DrillGoal.MATE) in sitting.events(move.uci())
    assert sitting.state.points == {Drill.MATE_1: Tally(1, 0, 0)}


def test_to_a_question_without_a_board_there_is_no_hint() -> None:
    sitting = Sitting()
    sitting.events("Felder")
    assert sitting.events("Vorschlag") == (Listed(StudyName.DRILLS, ("answer",)),)
    assert not sitting.state.points


@pytest.mark.parametrize(
    ("words", "answers"), [("Felder", ["ja", "nein", "drei"]), ("Diagonalen", ["weiß", "schwarz"])]
)
def test_an_answer_of_another_kind_counts_for_nothing(words: str, answers: list[str]) -> None:
    sitting = Sitting()
    sitting.events(words)
    task = sitting.state.task
    for given in answers:
        assert sitting.events(given) == (task,)
    assert not sitting.state.points


@pytest.mark.parametrize("line", ["vor", "weiter"])
def test_who_goes_on_before_any_task_hears_what_can_be_practised(line: str) -> None:
    assert Sitting().events(line) == (Listed(StudyName.DRILLS, DRILLS),)


def test_who_goes_on_hears_the_task_again_and_after_its_solution_the_next() -> None:
    sitting = Sitting()
    sitting.events("Matt in eins")
    task = sitting.state.task
    sitting.events("weiter")
    assert sitting.state.task is task
    sitting.events("Lösung", "weiter")
    assert sitting.state.task is not task
    assert not sitting.state.shown


# --- The board in the head ------------------------------------------------------------------------


def test_the_ways_of_a_knight() -> None:
    assert knight_moves(chess.A1)[chess.H8] == 6
    assert knight_moves(chess.A1)[chess.B2] == 4
    way = knight_path(chess.A1, chess.B2)
    assert len(way) == 4
    assert way[-1] == chess.B2
    steps = zip((chess.A1, *way), way, strict=False)
    assert all(chess.square_distance(*step) == 2 for step in steps)
    assert chess.A1 in reached(chess.A1, 2)
    assert reached(chess.A1, 1) == (chess.B3, chess.C2)


@pytest.mark.parametrize("drill", [Drill.SQUARES, Drill.DIAGONALS, Drill.KNIGHT])
def test_questions_have_their_answers(drill: Drill) -> None:
    answered = set()
    for draw in range(0, 64 * 2 * 63, 7):
        task = question(drill, draw)
        answered.add(task.answer)
        match task:
            case BoardTask(Drill.SQUARES, square, None, light):
                file, rank = chess.square_file(square), chess.square_rank(square)
                assert light == bool((file + rank) % 2)
            case BoardTask(Drill.DIAGONALS, square, int(other), joined):
                assert joined == (answering.diagonal(chess.Board(), square, other) is not None)
            case BoardTask(Drill.KNIGHT, square, int(other), moves):
                assert len(knight_path(square, other)) == moves
    assert answered == ({True, False} if drill is not Drill.KNIGHT else {1, 2, 3, 4, 5, 6})


@pytest.mark.parametrize(
    ("language", "right", "wrong"),
    [
        ("de", "schwarz", "weiß"),
        ("en", "black", "white"),
        ("en", "dark", "light"),
        ("sr", "crno", "belo"),
        ("sl", "črno", "belo"),
        ("cs", "černé", "bílé"),
    ],
)
def test_colours_are_answered_in_every_language(language: str, right: str, wrong: str) -> None:
    sitting = Sitting(language=language)
    assert sitting.events("Felder") == (question(Drill.SQUARES, chess.A1),)
    sitting.draw = chess.C1
    told = sitting.events(wrong)  # of two answers one is left: it is told
    assert told[:2] == (Wrong(last=True), StudyNotice.DARK)
    assert told[2] == question(Drill.SQUARES, chess.C1)
    assert sitting.events(right)[0] == TaskOver(True, 1)
    assert sitting.events("Punkte") == (Listed(StudyName.POINTS, ((Drill.SQUARES, 1, 2),)),)


@pytest.mark.parametrize("words", ["Felder", "Diagonalen", "Springerwege", "Matt in eins"])
def test_no_task_is_set_twice_in_a_row(words: str) -> None:
    """It would sound as if the answer had not been heard."""
    sitting = Sitting()
    sitting.events(words)
    first = sitting.state.task
    sitting.events("nächste Aufgabe")
    second = sitting.state.task
    assert type(first) is type(second)
    assert first != second


def test_diagonals_are_answered_with_yes_and_no() -> None:
    sitting = Sitting()
    sitting.events("Diagonalen")
    task = sitting.state.task
    assert isinstance(task, BoardTask)
    words = {True: "ja", False: "nein"}
    told = sitting.events(words[not task.answer])
    assert told[:2] == (Wrong(last=True), StudyNotice.YES if task.answer else StudyNotice.NO)
    assert isinstance(told[2], BoardTask)


def test_a_number_chooses_what_is_listed_where_there_are_no_games() -> None:
    sitting = Sitting()
    (squares,) = sitting.events("4")
    assert isinstance(squares, BoardTask)
    assert squares.drill is Drill.SQUARES
    assert Sitting().events("9") == (Listed(StudyName.DRILLS, DRILLS),)


def test_a_number_where_a_move_is_wanted_is_told_so() -> None:
    sitting = Sitting()
    assert sitting.events("1", "1") == (Listed(StudyName.DRILLS, ("solve",)),)
    assert not sitting.state.points


def test_whoever_practises_asks_for_the_score() -> None:
    assert Sitting(language="en").events("score") == (Listed(StudyName.POINTS, ()),)


def test_knights_are_answered_with_a_number() -> None:
    sitting = Sitting()
    sitting.events("Springerwege")
    task = sitting.state.task
    assert isinstance(task, BoardTask)
    told, _ = sitting.events("Lösung")
    assert isinstance(told, KnightTold)
    assert (told.number, told.way) == (task.answer, True)
    assert sitting.events(str(task.answer))[0] == TaskOver(False, 0)


def test_the_board_may_be_asked_about() -> None:
    sitting = Sitting()
    (told,) = sitting.events("welche Farbe hat Gustav sechs")
    assert told == Answer(About.SQUARE_COLOUR, (PlacedPiece(chess.G6, None),))
    (told,) = sitting.events("wohin kann der Springer von Anna drei in zwei Zügen")
    assert isinstance(told, KnightTold)
    assert chess.A7 in told.squares


# --- Endings --------------------------------------------------------------------------------------


def ending(fen: str, goal: DrillGoal, drill: Drill) -> Sitting:
    position = Position.from_fen(fen)
    return Sitting(state=StudyState(task=PositionTask(drill, position, goal)))


def over(events: tuple[object, ...]) -> list[TaskOver]:
    return [event for event in events if isinstance(event, TaskOver)]


def test_an_ending_is_won_against_the_best_defence() -> None:
    sitting = Sitting()
    task, _ = sitting.events("Endspiel Dame")
    assert isinstance(task, PositionTask)
    assert task.goal is DrillGoal.WIN
    for _ in range(10):
        position = sitting.state.position
        move = best(position)
        assert move is not None
        events = sitting.events(move.uci())
        if over(events):
            break
    assert over(events) == [TaskOver(True, 1, DrillGoal.WIN)]


def test_a_move_that_throws_the_win_away_is_taken_back() -> None:
    sitting = ending("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", DrillGoal.WIN, Drill.QUEEN)
    before = sitting.state.position
    assert sitting.events("Df7") == (Wrong(None, DrillGoal.WIN),)  # stalemate
    assert sitting.state.position == before
    assert TaskOver(False, 0, DrillGoal.WIN) in sitting.events("Df8")


def test_a_draw_is_held_with_the_opposition() -> None:
    sitting = ending("8/8/4k3/8/5K2/4P3/8/8 b - - 0 1", DrillGoal.DRAW, Drill.PAWN)
    (wrong,) = sitting.events("Kd6")
    assert isinstance(wrong, Wrong)
    assert wrong.throws is DrillGoal.DRAW
    assert wrong.reply is not None
    own, reply = sitting.events("Kf6")
    assert isinstance(own, MoveTold)
    assert isinstance(reply, MoveTold)
    assert sitting.state.points == {Drill.PAWN: Tally(1, 0, 0)}


def test_a_task_is_over_with_the_promotion_that_wins() -> None:
    sitting = ending("8/2P5/8/k7/8/8/1P6/K7 w - - 0 1", DrillGoal.WIN, Drill.PAWNS)
    assert TaskOver(True, 1, DrillGoal.WIN) in sitting.events("c8D")


def test_an_under_promotion_is_judged_like_every_other_move() -> None:
    """A knight and a pawn win, a bishop and a rook pawn of the other colour do not."""
    sitting = ending("8/2P5/8/k7/8/8/1P6/K7 w - - 0 1", DrillGoal.WIN, Drill.PAWNS)
    assert TaskOver(True, 1, DrillGoal.WIN) in sitting.events("c8S")
    sitting = ending("8/6P1/8/8/8/7P/7k/K7 w - - 0 1", DrillGoal.WIN, Drill.PAWNS)
    (wrong,) = sitting.events("g8L")
    assert isinstance(wrong, Wrong)
    assert wrong.throws is DrillGoal.WIN


def test_a_win_that_fifty_moves_do_not_suffice_for_is_thrown_away() -> None:
    """Mate in ten moves, and one ply too few for any move but the best ones."""
    fen = "8/8/8/3k4/8/8/8/KQ6 w - -"
    plies = value(Position.from_fen(f"{fen} 0 1"))[1]
    sitting = ending(f"{fen} {100 - plies} 60", DrillGoal.WIN, Drill.QUEEN)
    right = best(sitting.state.position)
    assert right is not None
    (wrong,) = sitting.events("Dh1")
    assert isinstance(wrong, Wrong)
    assert wrong.throws is DrillGoal.WIN
    own, reply = sitting.events(right.uci())
    assert isinstance(own, MoveTold)
    assert isinstance(reply, MoveTold)


def test_who_is_to_move_in_the_trebuchet_loses() -> None:
    """The pawns are attacked by both kings, and whoever moves has to leave his own."""
    sitting = ending("8/8/8/4p3/2k1P1K1/8/8/8 w - - 0 1", DrillGoal.WIN, Drill.PAWN_PAWN)
    (wrong,) = sitting.events("Kf5")  # Kd4, and White is the one to move
    assert isinstance(wrong, Wrong)
    assert wrong.throws is DrillGoal.DRAW
    assert wrong.reply is not None
    assert wrong.reply.uci == "c4d4"


def test_a_draw_is_held_when_the_last_pawn_of_the_other_side_falls() -> None:
    sitting = ending("8/8/8/8/k2p4/3P4/1K6/8 b - - 0 1", DrillGoal.DRAW, Drill.PAWN_PAWN)
    while not over(events := sitting.events(hold(sitting))):
        assert isinstance(sitting.state.task, PositionTask)
    assert over(events) == [TaskOver(True, 1, DrillGoal.DRAW)]


def hold(sitting: Sitting) -> str:
    move = best(sitting.state.position)
    assert move is not None
    return move.uci()


def test_a_queen_that_is_taken_ends_no_task() -> None:
    """The other pawn wins then, and has to."""
    sitting = ending("8/Pk6/8/5P2/8/8/8/7K w - - 0 1", DrillGoal.WIN, Drill.PAWNS)
    _, reply = sitting.events("a8D")
    assert isinstance(reply, MoveTold)
    assert reply.move.uci == "b7a8"
    assert over(sitting.events("f6", "f7", "f8D")) == [TaskOver(True, 1, DrillGoal.WIN)]
