# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions to ask who can still win in: random ones, and ones made to be hard to judge.

``FAMILIES`` are random games and men anywhere, walls of pawns among them. ``KINDS`` are locked
pawns, one lever left, bishops behind chains, and pieces buried alive, like the examples of
M. Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN 2022). No engine's game has them,
but a composer's may, and the Laws hold for them too (5.2.2).
"""

import random
from collections.abc import Callable, Iterator

import chess

SAMPLED = 8
"""One in so many positions of a random game is taken."""

LONGEST = 250


def games(chance: random.Random) -> Iterator[chess.Board]:
    """From random games, every second one of Chess960."""
    while True:
        number = chance.choice((None, chance.randrange(960)))
        board = chess.Board() if number is None else chess.Board.from_chess960_pos(number)
        for _ in range(LONGEST):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            if chance.randrange(SAMPLED) == 0 and any(board.legal_moves):
                yield board.copy(stack=False)


def placements(chance: random.Random) -> Iterator[chess.Board]:
    """A few men anywhere."""
    while True:
        board = chess.Board.empty()
        squares = chance.sample(chess.SQUARES, chance.randint(3, 8))
        yield from legal(_placed(board, squares, chance))


def locked(chance: random.Random) -> Iterator[chess.Board]:
    """Pawns face to face on most files, kings and pieces about them."""
    while True:
        board = chess.Board.empty()
        height = chance.randint(1, 4)
        for file in range(8):
            if chance.random() < 0.92:
                board.set_piece_at(chess.square(file, height), chess.Piece(1, chess.WHITE))
                board.set_piece_at(chess.square(file, height + 1), chess.Piece(1, chess.BLACK))
            height = min(max(height + chance.choice((-1, 1)), 1), 5)
        free = [square for square in chess.SQUARES if board.piece_at(square) is None]
        squares = chance.sample(free, 5)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2 : 2 + chance.randint(0, 3)]:
            kind = chance.choice((chess.BISHOP, chess.BISHOP, chess.KNIGHT, chess.ROOK))
            board.set_piece_at(square, chess.Piece(kind, chance.choice(chess.COLORS)))
        board.turn = chance.choice(chess.COLORS)
        yield from legal(board)


def cramped(chance: random.Random) -> Iterator[chess.Board]:
    """A few men in one corner and at most two legal moves: captures and stalemates are forced."""
    while True:
        board = chess.Board.empty()
        corner = [chess.square(file, rank) for file in range(4) for rank in range(4)]
        squares = chance.sample(corner, chance.randint(3, 7))
        board = _placed(board, squares, chance)
        if chance.random() < 0.5:
            board.apply_transform(chess.flip_vertical)
        if board.legal_moves.count() <= 2:
            yield from legal(board)


def walls(chance: random.Random) -> Iterator[chess.Board]:
    """Dead by construction: see :func:`wall`."""
    while True:
        yield wall(chance)


def wall(chance: random.Random) -> chess.Board:
    """A pawn on every file of each side, face to face, each one rank off its neighbour.

    No pawn stands where another can take it, and whoever steps beside a pawn is attacked by it;
    so nobody ever gets through. White's pawns all stand on one colour, Black's on the other: a
    bishop on the colour of its own pawns attacks nothing.
    """
    board = chess.Board.empty()
    height = chance.randint(2, 4)
    heights = []
    for file in range(8):
        board.set_piece_at(chess.square(file, height), chess.Piece(chess.PAWN, chess.WHITE))
        board.set_piece_at(chess.square(file, height + 1), chess.Piece(chess.PAWN, chess.BLACK))
        heights.append(height)
        height += {2: 1, 4: -1}.get(height, chance.choice((-1, 1)))
    parity = heights[0] % 2
    own = {chess.WHITE: parity, chess.BLACK: 1 - parity}
    for colour in chess.COLORS:
        side = [
            chess.square(file, rank)
            for file, rank in ((file, rank) for file in range(8) for rank in range(8))
            if (rank < heights[file] if colour == chess.WHITE else rank > heights[file] + 1)
        ]
        safe = [square for square in side if not board.attackers(not colour, square)]
        board.set_piece_at(chance.choice(safe), chess.Piece(chess.KING, colour))
        for _ in range(chance.randint(0, 3)):
            square = chance.choice(side)
            on_own = sum(divmod(square, 8)) % 2 == own[colour]
            if on_own and board.piece_at(square) is None:
                board.set_piece_at(square, chess.Piece(chess.BISHOP, colour))
    board.turn = chance.choice(chess.COLORS)
    return board


def disturbed(chance: random.Random) -> Iterator[chess.Board]:
    """A wall with one man taken off, put on or exchanged: some stay dead, some come alive."""
    while True:
        board = wall(chance)
        men = [square for square in board.piece_map() if not board.kings & chess.BB_SQUARES[square]]
        if chance.random() < 0.5:
            board.remove_piece_at(chance.choice(men))
        if chance.random() < 0.5:
            kind = chance.choice((chess.KNIGHT, chess.BISHOP, chess.ROOK))
            board.set_piece_at(chance.choice(men), chess.Piece(kind, chance.choice(chess.COLORS)))
        yield from legal(board)


FAMILIES: dict[str, Callable[[random.Random], Iterator[chess.Board]]] = {
    "games": games,
    "placements": placements,
    "locked": locked,
    "cramped": cramped,
    "disturbed": disturbed,
    "walls": walls,
}


def _placed(board: chess.Board, squares: list[chess.Square], chance: random.Random) -> chess.Board:
    board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
    for square in squares[2:]:
        kind = chance.choice((1, 1, 1, 2, 3, 3, 4, 5))
        board.set_piece_at(square, chess.Piece(kind, chance.choice(chess.COLORS)))
    board.turn = chance.choice(chess.COLORS)
    return board


def legal(board: chess.Board) -> Iterator[chess.Board]:
    """The board, if it may be and the game is not over."""
    if board.is_valid() and any(board.legal_moves):
        yield board


# --- Made to be hard ------------------------------------------------------------------------------

BURIED = {
    # Top rows of a board, from file a; what is in them can hardly ever get out.
    "bishop": ("2b", "1p1p", "1P1P"),
    "bishop and king": ("k1b", "1p1p", "1P1P"),
    "bishop at the edge": ("b", "1p", "pP", "P"),
    "knight": ("n", "2p", "1pP", "1P"),
    "knight at the edge": ("", "1p", "1Pp", "n1P", "N1p", "1pP", "1P"),
    "rook": ("krb", "1p1p", "1P1Pp", "4P"),
    "half a queen's side": ("rnb", "pk1p", "p1pP", "P1P"),
    "king between two": ("Bb1k", "bKp1p", "1pP1P", "1P"),
    "king in the corner": ("K", "Pp", "1P"),
    "king in the other's corner": ("K1k", "P1Pp", "3P"),
    "king under a promoting pawn": ("1k", "1P", "BP", "1P"),
    "king before its pawn": ("k", "Pp", "1P"),
    "king beside its pawn": ("", "1p", "kPp", "2P", "1pP", "1P"),
    "king on the edge": ("", "1p", "1P", "KP", "RP", "P"),
    "king on the edge, doubled pawns": ("", "1p", "1P", "KP", "PP"),
    "king and pawn": ("", "p", "P1p", "K1p", "1pP", "1P"),
    "king that steps to and fro": ("", "1p", "1Pp", "k1P", "p1P", "P"),
}

FILES_OF_LOOSE_PAWNS = 4
"""A file gets a pair of pawns with squares between them at most so often."""

BAD_BISHOPS = 0.75
"""How often a bishop stands on the colour of its own pawns, where it attacks none of the others."""

OWN_SIDE = 0.95
"""How often a king stands on its own half of the board."""


def chain(chance: random.Random, hole: float) -> chess.Board:
    """Pawns face to face that leave no king through: on neighbouring files one rank off, or on
    every other file on one rank. ``hole`` is how likely one pair is left out, so that one may get
    through after all."""
    board = chess.Board.empty()
    file, height = chance.randint(0, 1), chance.randint(1, 4)
    while file < 8:
        board.set_piece_at(chess.square(file, height), chess.Piece(chess.PAWN, chess.WHITE))
        board.set_piece_at(chess.square(file, height + 1), chess.Piece(chess.PAWN, chess.BLACK))
        if file == 7 or chance.random() < 0.5:
            file += 2
        else:
            file += 1
            height += {1: 1, 5: -1}.get(height, chance.choice((-1, 1)))
    if chance.random() < hole:
        pawn = chance.choice(list(chess.SquareSet(board.pawns)))
        for square in chess.SquareSet(board.pawns & chess.BB_FILES[chess.square_file(pawn)]):
            board.remove_piece_at(square)
    if chance.random() < 0.3:
        _double(board, chance)
    return board


def locked_chains(chance: random.Random) -> Iterator[chess.Board]:
    """Chains, and up to two bishops."""
    while True:
        board = chain(chance, 0.15)
        yield from _finished(board, chance, bishops=chance.randint(0, 2))


def loose_chains(chance: random.Random) -> Iterator[chess.Board]:
    """Chains in which one to three pawns still have squares before them."""
    while True:
        board = chain(chance, 0.3)
        for _ in range(chance.randint(1, 3)):
            _loosen(board, chance)
        yield from _finished(board, chance, bishops=chance.randint(0, 1))


def levers(chance: random.Random) -> Iterator[chess.Board]:
    """A chain with one pawn off its place, put on or taken off: something may be taken."""
    while True:
        board = chain(chance, 0.05)
        pawns = list(chess.SquareSet(board.pawns))
        pawn = chance.choice(pawns)
        piece = board.remove_piece_at(pawn)
        if piece and chance.random() < 0.7:
            step = chance.choice((-8, 8, -1, 1, -16, 16))
            if 8 <= pawn + step < 56 and board.piece_at(pawn + step) is None:
                board.set_piece_at(pawn + step, piece)
        yield from _finished(board, chance, bishops=chance.randint(0, 1))


def bishops(chance: random.Random) -> Iterator[chess.Board]:
    """Chains with two to six bishops of both colours about them."""
    while True:
        board = chain(chance, 0.05)
        yield from _finished(board, chance, bishops=chance.randint(2, 6))


def buried(chance: random.Random) -> Iterator[chess.Board]:
    """One or two corners in which pieces are buried, loose pawns, a bishop elsewhere."""
    while True:
        board = chess.Board.empty()
        for _ in range(chance.choice((1, 1, 2))):
            _bury(board, chance)
        for _ in range(chance.randint(0, FILES_OF_LOOSE_PAWNS)):
            _loose_pair(board, chance)
        yield from _finished(board, chance, bishops=chance.choice((0, 0, 1, 2)))


def mutated(chance: random.Random) -> Iterator[chess.Board]:
    """One man of the others put elsewhere, added, taken off or exchanged."""
    sources = [make(chance) for make in (locked_chains, loose_chains, levers, bishops, buried)]
    while True:
        board = next(chance.choice(sources)).copy(stack=False)
        men = [square for square in board.piece_map() if not board.kings >> square & 1]
        square, change = chance.choice(men), chance.randrange(4)
        piece = board.piece_at(square)
        empty = [other for other in chess.SQUARES if board.piece_at(other) is None]
        if change == 0:
            board.remove_piece_at(square)
        elif change == 1:
            kind = chance.choice((chess.PAWN, chess.BISHOP, chess.KNIGHT, chess.ROOK))
            board.set_piece_at(chance.choice(empty), chess.Piece(kind, chance.choice(chess.COLORS)))
        elif change == 2 and piece:
            board.set_piece_at(square, chess.Piece(piece.piece_type, not piece.color))
        elif piece:
            board.remove_piece_at(square)
            board.set_piece_at(chance.choice(empty), piece)
        board.turn = chance.choice(chess.COLORS)
        yield from legal(board)


KINDS: dict[str, Callable[[random.Random], Iterator[chess.Board]]] = {
    "locked chains": locked_chains,
    "loose chains": loose_chains,
    "one lever": levers,
    "bishops": bishops,
    "buried pieces": buried,
    "one man changed": mutated,
}


def _double(board: chess.Board, chance: random.Random) -> None:
    """A second pawn behind one of the chain, sometimes two."""
    pawn = chance.choice(list(chess.SquareSet(board.pawns)) or [chess.E4])
    colour = board.color_at(pawn)
    for _ in range(chance.randint(1, 2)):
        pawn += -8 if colour else 8
        if colour is not None and 8 <= pawn < 56 and board.piece_at(pawn) is None:
            board.set_piece_at(pawn, chess.Piece(chess.PAWN, colour))


def _loosen(board: chess.Board, chance: random.Random) -> None:
    """Take one pawn of the chain a step back, or put a loose pair on an empty file."""
    pawns = list(chess.SquareSet(board.pawns))
    if not pawns or chance.random() < 0.5:
        _loose_pair(board, chance)
        return
    pawn = chance.choice(pawns)
    piece = board.piece_at(pawn)
    back = pawn + (-8 if piece and piece.color else 8)
    if 8 <= back < 56 and board.piece_at(back) is None:
        board.set_piece_at(back, board.remove_piece_at(pawn))


def _loose_pair(board: chess.Board, chance: random.Random) -> None:
    """A pawn of each side on an empty file, squares between them."""
    empty = [file for file in range(8) if not board.occupied & chess.BB_FILES[file]]
    if not empty:
        return
    file = chance.choice(empty)
    low, high = sorted(chance.sample(range(1, 7), 2))
    board.set_piece_at(chess.square(file, low), chess.Piece(chess.PAWN, chess.WHITE))
    board.set_piece_at(chess.square(file, high), chess.Piece(chess.PAWN, chess.BLACK))


def _bury(board: chess.Board, chance: random.Random) -> None:
    """One of :data:`BURIED` in a corner where there is room for it, in either colour."""
    rows = BURIED[chance.choice(sorted(BURIED))]
    corner = chess.Board(f"{'/'.join(_filled(row) for row in rows)}{'/8' * (8 - len(rows))} w - -")
    if chance.random() < 0.5:
        corner.apply_transform(chess.flip_horizontal)
    if chance.random() < 0.5:
        corner.apply_mirror()
    if board.occupied & corner.occupied or any(
        board.king(colour) is not None and corner.king(colour) is not None
        for colour in chess.COLORS
    ):
        return
    for square, piece in corner.piece_map().items():
        board.set_piece_at(square, piece)


def _filled(row: str) -> str:
    """A row of a FEN without the empty squares at its end."""
    used = sum(int(sign) if sign.isdigit() else 1 for sign in row)
    return row + (str(8 - used) if used < 8 else "")


def _finished(board: chess.Board, chance: random.Random, bishops: int) -> Iterator[chess.Board]:
    """With the kings that are missing, each mostly on its own side, and so many bishops."""
    for colour in chess.COLORS:
        ranks = range(4) if (chance.random() < OWN_SIDE) == colour else range(4, 8)
        free = [
            chess.square(file, rank)
            for rank in ranks
            for file in range(8)
            if board.piece_at(chess.square(file, rank)) is None
        ]
        if board.king(colour) is None:
            board.set_piece_at(chance.choice(free), chess.Piece(chess.KING, colour))
    for _ in range(bishops):
        colour = chance.choice(chess.COLORS)
        squares = ~board.occupied
        if chance.random() < BAD_BISHOPS:
            squares &= _colour_of_most(board.pieces_mask(chess.PAWN, colour))
        square = chance.choice(list(chess.SquareSet(squares)))
        board.set_piece_at(square, chess.Piece(chess.BISHOP, colour))
    board.turn = chance.choice(chess.COLORS)
    yield from legal(board)


def _colour_of_most(men: int) -> int:
    light = (men & chess.BB_LIGHT_SQUARES).bit_count()
    return chess.BB_LIGHT_SQUARES if 2 * light > men.bit_count() else chess.BB_DARK_SQUARES
