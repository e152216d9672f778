# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Laws say of a single position, as plain data: ``hektor judge``."""

import chess

from rules.editions import edition as laws_of
from rules.outcome import SEVENTY_FIVE_MOVES
from rules.position import DEFAULT_EDITION
from rules.setup import BadSetup, board_from_fen
from rules.winnable import Verdict, can_win

Answer = dict[str, object]


def judge(fen: str, edition: int = DEFAULT_EDITION) -> Answer:
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
    dead = not mate and all(verdict is Verdict.NO for verdict in verdicts.values())
    return _answer(
        fen,
        valid=True,
        legal_moves=moves,
        check=check,
        checkmate=mate,
        stalemate=stalemate,
        dead=dead,
        can_win={side: verdict is not Verdict.NO for side, verdict in verdicts.items()},
        undecided=[side for side, verdict in verdicts.items() if verdict is Verdict.UNDECIDED],
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


def _answer(fen: str, **known: object) -> Answer:
    answer: Answer = {
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
