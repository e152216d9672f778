# SPDX-License-Identifier: GPL-3.0-or-later
"""Mates to practise, mined from games: ``python -m tools.mates FILE.pgn …``.

Looks at the last moves of every game that ends in mate, and keeps the positions in which a search
of all moves and replies finds exactly one way to mate in one or two moves. Writes the file that is
shipped, `study/mates.tsv`.
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

import chess
import chess.pgn

from study.tasks import MATES, mating_moves

HEAD = """\
# SPDX-License-Identifier: GPL-3.0-or-later
# Mates in one and two moves from games that were played, each with one solution: moves, position,
# game. Made by `python -m tools.mates` from the collection "mate in 2" of PyChess 1.0.3
# (GPL-3.0-or-later), which names the games; verified by search.
"""


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.mates", description=__doc__)
    parser.add_argument("file", nargs="+", type=Path, help="PGN")
    parser.add_argument("--most", type=int, default=80, help="of each kind")
    parser.add_argument("--out", type=Path, default=MATES)
    given = parser.parse_args()
    found = list(dict.fromkeys(each for path in given.file for each in mined(path)))
    kept = [each for moves in (1, 2) for each in _some(found, moves, given.most)]
    lines = ("\t".join((str(moves), fen, source)) for moves, fen, source in kept)
    given.out.write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(kept)} of {len(found)} positions are in {given.out}.")


def _some(found: list[tuple[int, str, str]], moves: int, most: int) -> list[tuple[int, str, str]]:
    return [each for each in found if each[0] == moves][:most]


def mined(path: Path) -> Iterator[tuple[int, str, str]]:
    """The mates of a file: in how many moves, the position, the game."""
    with path.open(encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            yield from of_game(game)


def of_game(game: chess.pgn.Game) -> Iterator[tuple[int, str, str]]:
    """The mates at the end of a game that ends with one."""
    board = game.end().board()
    if not board.is_checkmate():
        return
    for moves in (1, 2):
        if len(board.move_stack) < 2 * moves - 1:
            return
        before = board.copy()
        for _ in range(2 * moves - 1):
            before.pop()
        if is_single(before, moves):
            yield moves, before.fen(), _source(game.headers)


def is_single(board: chess.Board, moves: int) -> bool:
    """True if there is exactly one way to mate in this number of moves, and none in fewer."""
    if moves > 1 and any(True for _ in mating_moves(board, moves - 1)):
        return False
    ways: Iterable[chess.Move] = mating_moves(board, moves)
    return len(list(ways)) == 1


def _source(headers: chess.pgn.Headers) -> str:
    """ "Paulsen - Blachy, New York 1857"."""
    known = {name: value for name, value in headers.items() if value.strip(".?- *")}
    players = " - ".join(known.get(name, "NN").strip() for name in ("White", "Black"))
    place = f"{known.get('Site', '')} {known.get('Date', '').partition('.')[0]}".strip()
    return ", ".join(filter(None, (players, place)))


if __name__ == "__main__":
    main()
