# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers about a position, in words: what stands where, what is gone, what can move, what
threatens."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

import chess

from announce.lexicon import Phrase
from announce.text.settings import Settings, notation_letters
from announce.text.utterance import Utterance
from announce.words.moves import description_words, file_words, move_line
from announce.words.phraser import FieldValue, Phraser, Row
from rules.description import MoveDescription, MoveFacts
from rules.threats import kind_of
from table.events.answers import KINDS, About, Answer, CountOf, Men, PlacedPiece


def _square_colour(phraser: Phraser, answer: Answer[PlacedPiece]) -> Iterator[Utterance]:
    for one in answer.facts:
        light = chess.BB_SQUARES[one.square] & chess.BB_LIGHT_SQUARES
        yield phraser.state(one, "answers.light" if light else "answers.dark")


def _pieces(phraser: Phraser, answer: Answer[Men]) -> Iterator[Utterance]:
    for colour in chess.COLORS:
        asked = [one for one in answer.facts if one.colour == colour]
        key = "answers.pieces"
        for one in asked:
            if one.squares:
                yield _kind(key, one, phraser)
                key = "answers.more_pieces"  # whose they are was just said
        name = phraser.colour(colour)
        if asked and not any(one.squares for one in asked):
            if len(asked) == 1:
                none = phraser.piece(asked[0].kind, colour)
                yield phraser.say("answers.no_pieces", colour=name, piece=none)
            else:
                yield phraser.say("answers.none_of_colour", colour=name)


def _kind(key: str, men: Men, phraser: Phraser) -> Utterance:
    return phraser.say(
        key,
        colour=phraser.colour(men.colour),
        piece=phraser.pieces(men.kind, men.colour, len(men.squares)),
        squares=phraser.words.listed(map(phraser.square, men.squares)),
    )


def _line(phraser: Phraser, answer: Answer[PlacedPiece]) -> Iterator[Utterance]:
    first, last = (answer.facts[end].square for end in (0, -1))
    standing = [one for one in answer.facts if one.piece]
    if chess.square_rank(first) == chess.square_rank(last):
        yield from _rank(phraser, answer.facts)
    elif standing:
        yield from (phraser.state(one, "answers.line_piece") for one in standing)
    else:
        yield phraser.say(
            "answers.line_empty", square=phraser.square(first), to=phraser.square(last)
        )


def _ranks(phraser: Phraser, answer: Answer[PlacedPiece]) -> Iterator[Utterance]:
    """A line for each side on each rank."""
    ranks = [answer.facts[first : first + 8] for first in range(0, len(answer.facts), 8)]
    if not phraser.settings.compact:
        for rank in ranks:
            yield from _rank(phraser, rank)
        return
    for rank in reversed(ranks):  # as on a diagram
        yield phraser.printed([*_rank(phraser, rank)], _signs(rank, phraser.settings))


def _signs(rank: Sequence[PlacedPiece], settings: Settings) -> str:
    """A sign for each square: the letter of the piece, Black's small, or a dot."""
    letters = notation_letters(settings)
    signs = []
    for piece in (one.piece for one in rank):
        sign = "." if piece is None else letters[chess.piece_name(piece.piece_type)]
        signs.append(sign.lower() if piece is not None and piece.color == chess.BLACK else sign)
    return "".join(signs)


def _rank(phraser: Phraser, rank: Sequence[PlacedPiece]) -> Iterator[Utterance]:
    """ "Reihe zwei. Weiß: Bauern Anna und Bella, Läufer Cesar und Turm Felix."; the rank is named
    once."""
    known: dict[str, FieldValue] = {"rank": phraser.rank(chess.square_rank(rank[0].square))}
    if not any(one.piece for one in rank):
        yield phraser.say("answers.rank_empty", **known)
    for colour in chess.COLORS:
        if found := [one for one in rank if one.piece and one.piece.color == colour]:
            pieces = phraser.words.listed(_side_by_side(found, phraser))
            yield phraser.say("answers.rank", **known, colour=phraser.colour(colour), pieces=pieces)
            known = {}


def _side_by_side(standing: Iterable[PlacedPiece], phraser: Phraser) -> Iterator[Phrase]:
    """Neighbours of one kind together, by their files: "Bauern Anna und Bella"."""
    for piece, group in groupby(standing, key=lambda one: one.piece):
        files = [file_words(chess.square_file(one.square), phraser.settings) for one in group]
        if piece is not None:
            yield phraser.words.fill(
                "answers.standing",
                piece=phraser.pieces(piece.piece_type, piece.color, len(files)),
                square=phraser.words.listed(files),
            )


def _check(phraser: Phraser, answer: Answer[PlacedPiece]) -> list[Utterance]:
    pieces = _listed(answer.facts, phraser)
    return [phraser.state(answer, "answers.check", "answers.no_check", pieces=pieces)]


def _attackers(phraser: Phraser, answer: Answer[PlacedPiece]) -> list[Utterance]:
    asked, *others = answer.facts
    where, sides = phraser.square(asked.square), (answer.colour, not answer.colour)
    found = [[one for one in others if one.piece and one.piece.color == side] for side in sides]
    return [
        phraser.say(f"answers.{key}", square=where, pieces=_listed(pieces, phraser))
        if pieces
        else phraser.say(f"answers.no_{key}", square=where)
        for key, pieces in zip(("attackers", "defenders"), found, strict=True)
    ]


def _listed(standing: Iterable[PlacedPiece], phraser: Phraser) -> Phrase:
    """ "Turm Anna eins, Springer Felix drei und Bauer Eva vier"."""
    return phraser.words.listed(
        phraser.words.fill(
            "answers.standing", piece=phraser.coloured(one.piece), square=phraser.square(one.square)
        )
        for one in standing
        if one.piece
    )


def _material(phraser: Phraser, answer: Answer[CountOf]) -> str | list[Utterance]:
    return _by_colour("answers.material_more", answer, phraser) or "answers.material_even"


def _captured(phraser: Phraser, answer: Answer[CountOf]) -> str | list[Utterance]:
    other = "answers.captured.other"
    return _by_colour("answers.captured.{0}", answer, phraser, other) or "answers.none_captured"


def _missing(phraser: Phraser, answer: Answer[CountOf]) -> str | list[Utterance]:
    none = "answers.none_missing" if answer.colour is None else "answers.none_missing_of"
    return _by_colour("answers.missing", answer, phraser) or none


def _by_colour(
    key: str, answer: Answer[CountOf], phraser: Phraser, other: str = "answers.other_side"
) -> list[Utterance]:
    """A line for each side of which pieces are counted; after White's it is plain what."""
    counted = {one: [each for each in answer.facts if each.colour == one] for one in chess.COLORS}
    return [
        phraser.say(
            other if colour == chess.BLACK and counted[chess.WHITE] else key.format(name),
            colour=phraser.colour(colour),
            pieces=phraser.words.listed(
                phraser.words.phrase(phraser.count(one.number, chess.piece_name(one.kind)))
                for one in counts
                if one.kind
            ),
        )
        for (colour, counts), name in zip(counted.items(), ("white", "black"), strict=True)
        if counts
    ]


def _legal_moves(phraser: Phraser, answer: Answer[MoveFacts]) -> str | list[Utterance]:
    """The fullest answer that is brief: every move, else which pieces can move and where they
    stand, else how many of which kind; the moves of one kind are another question. What was asked
    of one kind is told with its squares."""
    by_piece: dict[chess.Square, list[MoveFacts]] = {}
    for move in answer.facts:
        by_piece.setdefault(move.from_square, []).append(move)
    whole = [_from(moves, phraser) for moves in by_piece.values()]
    kinds = {moves[0].piece for moves in by_piece.values()}
    if _is_brief(whole) or len(by_piece) == 1:
        return whole or "answers.no_legal_move"
    standing = [phraser.say("answers.can_move", pieces=_movable(by_piece.values(), phraser))]
    if _is_brief(standing) or len(kinds) == 1:
        return standing
    return [phraser.say("answers.can_move", pieces=_counted(by_piece.values(), phraser))]


_BRIEF = 18
"""Words of an answer that one keeps in mind: some seven seconds."""


def _is_brief(told: Sequence[Utterance]) -> bool:
    return sum(len(one.spoken.split()) for one in told) <= _BRIEF


def _counted(moves: Iterable[Sequence[MoveFacts]], phraser: Phraser) -> Phrase:
    """ "König, zwei Türme und fünf Bauern"."""
    movable = [(one[0].piece, one[0].colour) for one in moves]
    numbers = [(kind, sum(piece == kind for piece, _ in movable)) for kind in KINDS]
    return phraser.words.listed(
        phraser.words.phrase(
            phraser.count(number, chess.piece_name(kind))
            if number > 1
            else phraser.pieces(kind, movable[0][1], number)
        )
        for kind, number in numbers
        if number
    )


def _movable(moves: Iterable[Sequence[MoveFacts]], phraser: Phraser) -> Phrase:
    """ "König Eva eins, Türme Anna eins und Hektor eins und Bauer Eva vier"."""
    standing = [(one[0].piece, one[0].from_square, one[0].colour) for one in moves]
    return phraser.words.listed(
        phraser.words.fill(
            "answers.standing",
            piece=phraser.pieces(kind, standing[0][2], len(squares)),
            square=phraser.words.listed(map(phraser.square, squares)),
        )
        for kind in KINDS
        if (squares := [square for piece, square, _ in standing if piece == kind])
    )


def _from(moves: list[MoveFacts], phraser: Phraser) -> Utterance:
    """All that one piece may do: "Turm Gustav eins: Felix eins, bis Gustav vier und schlägt Gustav
    fünf."."""
    first, *others = moves
    if not others:
        told = phraser.say("answers.legal_move", move=phraser.move(first))
        return phraser.line(told.segments, move_line(first, phraser.settings))
    piece = MoveDescription(
        piece=first.piece,
        from_file=chess.square_file(first.from_square),
        from_rank=chess.square_rank(first.from_square),
    )
    targets = [
        description_words(_arrival(way[-1]), phraser.settings)
        if len(way) == 1
        else phraser.words.fill("answers.up_to", to=phraser.square(way[-1].to_square))
        for way in _ways(moves)
    ]
    told = phraser.say(
        "answers.legal_from",
        piece=description_words(piece, phraser.settings),
        moves=phraser.words.listed(targets),
    )
    written = filter(None, (move_line(one, phraser.settings) for one in moves))
    return phraser.line(told.segments, phraser.words.listed(written))


def _ways(moves: Sequence[MoveFacts]) -> list[list[MoveFacts]]:
    """The moves of one piece: those along one line, from its own square on without a gap, are one
    way; what it captures at the end, and each other move, is one by itself."""
    plain = [one for one in moves if not (one.captured or one.castling or one.promotion)]
    targets = {one.to_square for one in plain if one.piece in _LONG}
    ways: dict[str, list[MoveFacts]] = {}
    for move in moves:
        start, end = move.from_square, move.to_square
        way = (*chess.SquareSet(chess.between(start, end)), end)
        nearest = min(way, key=lambda square: chess.square_distance(start, square))
        whole = move in plain and targets.issuperset(way)
        known = ways.setdefault(chess.square_name(nearest) if whole else move.uci, [])
        known.append(move)
        known.sort(key=lambda one: chess.square_distance(start, one.to_square))
    return list(ways.values())


_LONG = (chess.PAWN, chess.BISHOP, chess.ROOK, chess.QUEEN)
"""Pieces that may move several squares along a line."""


def _arrival(move: MoveFacts) -> MoveDescription:
    return MoveDescription(
        to_square=move.to_square,
        promotion=move.promotion,
        capture=move.captured is not None,
        en_passant=move.en_passant,
        castling=move.castling,
    )


def _threats(phraser: Phraser, answer: Answer[MoveFacts]) -> str | list[Utterance]:
    return [_threat(one, phraser) for one in answer.facts] or "answers.threats.none"


def _threat(threat: MoveFacts, phraser: Phraser) -> Utterance:
    threatens = kind_of(threat)
    move = replace(threat, mate=False)  # that is said already
    known: dict[str, FieldValue] = {}
    if threatens == "capture" and move.captured and move.capture_square is not None:
        piece = chess.Piece(move.captured, not move.colour)
        known = {"piece": phraser.coloured(piece), "square": phraser.square(move.capture_square)}
    return phraser.say(f"answers.threats.{threatens}", move=phraser.move(move), **known)


PHRASES: Mapping[About, Row] = {
    About.SQUARE: ("answers.square_piece", "answers.square_empty"),
    About.SQUARE_COLOUR: _square_colour,
    About.LINE: _line,
    About.RANKS: _ranks,
    About.PIECES: _pieces,
    About.CHECK: _check,
    About.ATTACKERS: _attackers,
    About.MATERIAL: _material,
    About.CAPTURED: _captured,
    About.MISSING: _missing,
    About.LEGAL_MOVES: _legal_moves,
    About.THREATS: _threats,
    About.KING_ATTACKED: "answers.threats.check",
}
