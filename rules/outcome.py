# SPDX-License-Identifier: GPL-3.0-or-later
"""How a game ends: every ending in one place and in one order (X.1); what a position comes to.

Mate comes before everything else that the same move may bring about (5.1.1, 9.6.2), then
stalemate, a dead position, the fifth occurrence and the seventy-fifth move. What players and
clocks add comes later: a flag that falls after the mating move was made changes nothing (6.9).
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.editions import edition
from rules.editions import edition as laws_of
from rules.position import DEFAULT_EDITION, BadSetup, Position, board_from_fen
from rules.winnable import Winnability, can_win

DRAW = "1/2-1/2"

FIVEFOLD = 5
SEVENTY_FIVE_MOVES = 150
"""In plies without a capture or a pawn's move."""


class Termination(StrEnum):
    """How a game ended; the article that says so is in the event."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead position"
    FIVEFOLD = "fivefold repetition"
    SEVENTY_FIVE = "seventy-five moves"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    THREEFOLD_CLAIM = "threefold repetition claimed"
    FIFTY_CLAIM = "fifty moves claimed"
    FLAG = "flag"
    FORFEIT = "forfeit"
    ILLEGAL_MOVES = "illegal moves"
    ARBITER = "arbiter"
    ABANDONED = "abandoned"
    PENDING = "pending"  # III.6.2: an arbiter elsewhere rules on a claim
    SEALED_MOVE = "sealed move"  # I.8


@dataclass(frozen=True, slots=True)
class Outcome:
    """``result`` as in PGN; ``article`` of the Laws that ends the game."""

    result: str
    termination: Termination
    article: str


def outcome(position: Position) -> Outcome | None:
    """The ending that the last move brought about by itself, or ``None``."""
    board = position.board
    if not position.legal_moves:
        if board.is_check():
            return Outcome(win(not position.turn), Termination.CHECKMATE, "5.1.1")
        return Outcome(DRAW, Termination.STALEMATE, "5.2.1")
    if not _cannot_be(board) and position.alive[0] is Winnability.NO:
        return Outcome(DRAW, Termination.DEAD_POSITION, "5.2.2")
    drawn = None
    if len(position.occurrences()) >= FIVEFOLD:
        drawn = Outcome(DRAW, Termination.FIVEFOLD, "9.6.1")
    elif board.halfmove_clock >= SEVENTY_FIVE_MOVES:
        drawn = Outcome(DRAW, Termination.SEVENTY_FIVE, "9.6.2")
    return drawn if drawn and edition(position.edition).automatic_draws else None  # E.05-3


def is_over(position: Position) -> Outcome | None:
    """The end that the board alone shows, whatever was played: mate, stalemate or a dead position.

    In such a position no game begins.
    """
    found = outcome(position)
    on_board = (Termination.CHECKMATE, Termination.STALEMATE, Termination.DEAD_POSITION)
    return found if found is not None and found.termination in on_board else None


def on_flag(position: Position, flagged: chess.Color) -> Outcome:
    """The flag of ``flagged`` fell with moves still to be made.

    A game that the last move had already ended stays as it ended; otherwise the player loses,
    unless the opponent cannot mate by any series of legal moves (6.9).
    """
    return outcome(position) or _loses(position, flagged, Termination.FLAG, "6.9")


def on_resignation(position: Position, resigned: chess.Color) -> Outcome:
    """5.1.2; since 2023 a draw where the opponent cannot mate by any series of legal moves."""
    if edition(position.edition).resigning_may_draw:
        return _loses(position, resigned, Termination.RESIGNATION, "5.1.2")
    return Outcome(win(not resigned), Termination.RESIGNATION, "5.1.2")


def on_illegal_moves(position: Position, offender: chess.Color) -> Outcome:
    """The illegal move that loses the game, unless the opponent cannot mate (7.5.5)."""
    return _loses(position, offender, Termination.ILLEGAL_MOVES, "7.5.5")


def on_agreement(position: Position) -> Outcome | None:
    """A draw agreed; ``None`` while not both have made a move, which 2005 did not ask (5.2.3)."""
    if position.ply < 2 * edition(position.edition).moves_before_agreement:
        return None
    return Outcome(DRAW, Termination.AGREEMENT, "5.2.3")


def win(colour: chess.Color) -> str:
    """The result by which ``colour`` wins."""
    return "1-0" if colour == chess.WHITE else "0-1"


def _cannot_be(board: chess.Board) -> bool:
    """True if an illegal move that stands (A.4.2) has left what no legal one leaves: a king in
    check, or a pawn on the last rank. No series of legal moves begins so: nothing is proven."""
    return board.was_into_check() or bool(board.pawns & chess.BB_BACKRANKS)


def _loses(
    position: Position, loser: chess.Color, termination: Termination, article: str
) -> Outcome:
    board = position.board
    if not _cannot_be(board) and can_win(board, not loser) is Winnability.NO:
        return Outcome(DRAW, termination, article)
    return Outcome(win(not loser), termination, article)


# --- One position by itself -----------------------------------------------------------------------


Judgement = dict[str, object]


def judge(fen: str, edition: int = DEFAULT_EDITION) -> Judgement:
    """One FEN judged; the same keys for every FEN, ``None`` where nothing can be said.

    ``valid`` and ``reason``: whether the position may stand in a game (3.10.3) and, if not, why.
    ``legal_moves``: how many. ``can_win``: who can still mate by any series of legal moves;
    ``undecided`` names the sides for which that is not proven and which therefore count as able.
    ``dead``: proven that neither can. ``article``: what ends the game here, or why it is invalid.
    """
    fen = fen.strip()
    try:
        board = board_from_fen(fen)
    except BadSetup as error:
        return _answer(fen, reason=str(error), article="3.10.3")
    moves = board.legal_moves.count()
    check = board.is_check()
    verdicts = {chess.COLOR_NAMES[colour]: can_win(board, colour) for colour in chess.COLORS}
    mate, stalemate = not moves and check, not moves and not check
    dead = not mate and all(verdict is Winnability.NO for verdict in verdicts.values())
    return _answer(
        fen,
        valid=True,
        legal_moves=moves,
        check=check,
        checkmate=mate,
        stalemate=stalemate,
        dead=dead,
        can_win={side: verdict is not Winnability.NO for side, verdict in verdicts.items()},
        undecided=[side for side, verdict in verdicts.items() if verdict is Winnability.UNDECIDED],
        article=_article(board, edition, mate, stalemate, dead),
    )


def _article(
    board: chess.Board, edition: int, mate: bool, stalemate: bool, dead: bool
) -> str | None:
    """The ending in the order of X.1; repetition is not to be seen in one position."""
    if mate:
        return "5.1.1"
    if stalemate:
        return "5.2.1"
    if dead:
        return "5.2.2"
    if laws_of(edition).automatic_draws and board.halfmove_clock >= SEVENTY_FIVE_MOVES:
        return "9.6.2"
    return None


def _answer(fen: str, **known: object) -> Judgement:
    answer: Judgement = {
        "fen": fen,
        "valid": False,
        "reason": None,
        "legal_moves": None,
        "check": None,
        "checkmate": None,
        "stalemate": None,
        "dead": None,
        "can_win": None,
        "undecided": [],
        "article": None,
    }
    return answer | known
