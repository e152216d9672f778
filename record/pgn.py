# SPDX-License-Identifier: GPL-3.0-or-later
"""A game as PGN, with the clock of each move as ``[%clk h:mm:ss]``."""

from collections.abc import Collection, Iterable, Mapping

import chess
import chess.pgn

from clock.pgn import write_tag
from rules.outcome import Termination
from rules.position import Position
from rules.results import Scoring, pgn_tag
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


def moves_game(
    position: Position,
    offers: Collection[int] = (),
    result: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> chess.pgn.Game:
    """The moves that led to ``position``; of players and clocks what ``headers`` tell.

    ``offers`` are the plies of draw offers, counted from one (C.12).
    """
    game = chess.pgn.Game()
    for tag, value in (headers or {}).items():
        game.headers[tag] = escaped(value)  # python-chess writes it as it is
    game.setup(position.back_to(0).board)
    if result is not None:
        game.headers["Result"] = result
    node: chess.pgn.GameNode = game
    for ply, move in enumerate(position.moves, 1):
        node = node.add_variation(move)
        if ply in offers:
            node.comment = "(=)"
    return game


def to_game(
    state: State, started: str = "", remarks: Iterable[tuple[int, str]] = ()
) -> chess.pgn.Game:
    """The record of the moves made; ``started`` is the wall time in ISO 8601. ``remarks`` are
    comments, each after how many plies."""
    game = moves_game(state.position, state.scoresheets.offers)
    headers, agreed = game.headers, state.conditions
    headers["Date"] = started[:10].replace("-", ".") or "????.??.??"
    for tag, value in (("Event", agreed.event), ("Site", agreed.site), ("Round", agreed.round)):
        headers[tag] = escaped(value) or "?"
    headers["White"] = escaped(agreed.white) or "?"
    headers["Black"] = escaped(agreed.black) or "?"
    for tag, name in (("White", agreed.white_assistant), ("Black", agreed.black_assistant)):
        if name:
            headers[f"{tag}Assistant"] = escaped(name)
    headers["Laws"] = f"FIDE {agreed.edition}"
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
    for made, node in zip(state.record, game.mainline(), strict=True):
        left = made.white if made.facts.colour == chess.WHITE else made.black
        node.set_clock(left // SECOND)
    if state.alone_from is not None:
        failed = ([*game.mainline()][: state.alone_from] or [game])[-1]
        failed.comment = " ".join(filter(None, (failed.comment, ALONE)))
    nodes = [game, *game.mainline()]
    for ply, told in remarks:
        node = nodes[min(ply, len(nodes) - 1)]
        node.comment = " ".join(filter(None, (node.comment, escaped_comment(told))))
    if remark := _remark(state):
        game.end().comment = " ".join(filter(None, (game.end().comment, remark)))
    return game


def _remark(state: State) -> str:
    """What no tag of PGN can say: other results, and the points of another scoring (10.1, G.3)."""
    if state.outcome is None:
        return ""
    result, told = state.outcome.result, []
    if result != pgn_tag(result):
        told.append(f"Result {result} (Article {state.outcome.article})")
    scoring = Scoring.parse(state.conditions.scoring)
    points = scoring.points(result)
    if points is not None and scoring != Scoring():
        told.append(f"Points {points[0]}-{points[1]}")
    return ". ".join(told)


def to_pgn(state: State, started: str = "", remarks: Iterable[tuple[int, str]] = ()) -> str:
    """PGN text with a newline at its end; ``remarks`` as in `to_game`."""
    return wrapped(str(to_game(state, started, remarks)))


def escaped_comment(text: str) -> str:
    """Without the brace that would end a comment."""
    return text.replace("{", "(").replace("}", ")")
