# SPDX-License-Identifier: GPL-3.0-or-later
"""A game as PGN, with the clock of each move as ``[%clk h:mm:ss]``."""

from collections.abc import Iterable, Mapping

import chess
import chess.pgn

from clock.control import write_tag
from rules.editions import title
from rules.moves import facts
from rules.outcome import Termination
from rules.position import BadSetup, Position, board_from_fen
from rules.results import USUAL, pgn_tag, points, scoring
from rules.score import escaped, wrapped
from table.acts.setup import level_of
from table.core.conditions import SECOND
from table.core.state import State

TERMINATIONS = {
    Termination.FLAG: "time forfeit",
    Termination.ABANDONED: "abandoned",
    Termination.FORFEIT: "rules infraction",
    Termination.ILLEGAL_MOVES: "rules infraction",
    Termination.SEALED_MOVE: "rules infraction",
    Termination.ARBITER: "adjudication",
    Termination.PENDING: "unterminated",
}


ALONE = "Here the program failed; a person played on."


def to_games(
    state: State, started: str = "", remarks: Iterable[tuple[int, str]] = ()
) -> list[chess.pgn.Game]:
    """The record of the moves made; ``started`` is the wall time in ISO 8601. ``remarks`` are
    comments, each after how many plies.

    It is one game, but where an illegal move stands (A.4.2), which PGN cannot write: there the game
    ends with a comment, and another goes on from the position after it.
    """
    comments: dict[int, list[str]] = {}
    alone = () if state.alone_from is None else ((state.alone_from, ALONE),)
    for ply, told in (*alone, *remarks):
        comments.setdefault(min(ply, state.position.ply), []).append(escaped_comment(told))
    made = list[chess.pgn.Game]()
    for first, last in _legs(state.position):
        if made:
            _stood(state, first, made[-1])
        if made and not _may_begin(state.position.back_to(first)):
            _comment(made[-1].end(), ODD)
            break
        if made:
            made[-1].headers.update({"Result": "*", "Termination": "unterminated"})
        made.append(_leg(state, started, first, last, comments))
    if remark := _remark(state):
        _comment(made[-1].end(), remark)
    return made


STOOD = "is illegal and stood (Article A.4.2). What follows is another game."
ODD = "From the position after it no game can begin: the score ends here."


def _stood(state: State, ply: int, game: chess.pgn.Game) -> None:
    """Say at the end of a game that the move that led to this ply is illegal."""
    before = state.position.back_to(ply - 1)
    san = facts(before, state.position.moves[ply - 1]).san
    dots = "." if before.turn == chess.WHITE else "..."
    _comment(game.end(), f"{before.number}{dots} {san} {STOOD}")


def _may_begin(position: Position) -> bool:
    try:
        board_from_fen(position.fen, position.chess960)
    except BadSetup:
        return False
    return True


def _legs(position: Position) -> list[tuple[int, int]]:
    """From which ply to which all moves are legal."""
    legs, first, here = [], 0, position.back_to(0)
    for ply, move in enumerate(position.moves):
        if move not in here.legal_moves:
            legs.append((first, ply))
            first = ply + 1
        here = here.stand(move)
    return [*legs, (first, position.ply)]


def _leg(
    state: State, started: str, first: int, last: int, comments: Mapping[int, list[str]]
) -> chess.pgn.Game:
    """The game from one ply to another."""
    game = chess.pgn.Game()
    _tag(game.headers, state, started)
    game.setup(state.position.back_to(first).board)
    node: chess.pgn.GameNode = game
    for ply, made in enumerate(state.record[first:last], first + 1):
        node = node.add_variation(state.position.moves[ply - 1])
        if ply in state.scoresheets.offers:  # C.12
            node.comment = "(=)"
        left = made.white if made.facts.colour == chess.WHITE else made.black
        node.set_clock(left // SECOND)
    for ply, here in enumerate((game, *game.mainline()), first):
        for told in comments.get(ply, ()):
            _comment(here, told)
    return game


def _comment(node: chess.pgn.GameNode, told: str) -> None:
    node.comment = " ".join(filter(None, (node.comment, told)))


def _tag(headers: chess.pgn.Headers, state: State, started: str) -> None:
    """Write the tags of the game."""
    agreed = state.conditions
    headers["Date"] = started[:10].replace("-", ".") or "????.??.??"
    for tag, value in (("Event", agreed.event), ("Site", agreed.site), ("Round", agreed.round)):
        headers[tag] = escaped(value) or "?"
    if agreed.table:
        headers["Board"] = str(agreed.table)
    elif agreed.place:
        headers["Board"] = escaped(agreed.place.rpartition("/")[2])
    headers["White"] = escaped(agreed.white) or "?"
    headers["Black"] = escaped(agreed.black) or "?"
    for tag, name in (("White", agreed.white_assistant), ("Black", agreed.black_assistant)):
        if name:
            headers[f"{tag}Assistant"] = escaped(name)
    headers["Laws"] = f"FIDE {title(agreed.edition)}"
    headers["TimeControl"] = write_tag(agreed.control())
    if agreed.black_time_control:  # no tag of the standard holds two controls
        headers["BlackTimeControl"] = write_tag(agreed.control(chess.BLACK))
    if agreed.computer is not None:
        side = "White" if agreed.computer == chess.WHITE else "Black"
        headers[f"{side}Type"] = "program"
        if agreed.elo:  # no federation has given it
            level = level_of(agreed.elo)
            headers[f"{side}Level"] = f"Elo {agreed.elo}" if level is None else str(level)
    if state.outcome:
        headers["Result"] = pgn_tag(state.outcome.result)
        headers["Termination"] = TERMINATIONS.get(state.outcome.termination, "normal")


def _remark(state: State) -> str:
    """The remark for what no tag of PGN can say: other results, and the points of another scoring
    (10.1, G.3)."""
    if state.outcome is None:
        return ""
    result, told = state.outcome.result, []
    if result != pgn_tag(result):
        told.append(f"Result {result} (Article {state.outcome.article})")
    agreed = scoring(state.conditions.scoring)
    scored = points(result, agreed)
    if scored is not None and agreed != USUAL:
        told.append(f"Points {scored[0]}-{scored[1]}")
    return ". ".join(told)


def to_pgn(state: State, started: str = "", remarks: Iterable[tuple[int, str]] = ()) -> str:
    """PGN text with a newline at its end; ``remarks`` as in `to_games`."""
    return "\n".join(wrapped(str(game)) for game in to_games(state, started, remarks))


def escaped_comment(text: str) -> str:
    """Without the brace that would end a comment."""
    return text.replace("{", "(").replace("}", ")")
