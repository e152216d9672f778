# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers in words: one fact, one line."""

from collections.abc import Iterable
from dataclasses import replace

import chess

from announce.lexicon import MOVES, Phrase, lexicon
from announce.text.settings import Style
from announce.text.utterance import Utterance
from announce.words.articles import article_lines
from announce.words.moves import description_words, file_words, move_line, move_words
from announce.words.phraser import Phraser, Phrases, Printed, Value
from rules.description import MoveDescription, MoveFacts
from rules.outcome import Termination
from rules.results import UNPLAYED
from rules.threats import Threat, ThreatKind
from table.events import answers


def answer_words(
    answer: answers.Answer, phraser: Phraser, *, announced: bool = False
) -> list[Utterance]:
    """The lines of an answer; ``announced``: its last move is not made yet (D.2.3)."""
    if announced and isinstance(answer, answers.MovesAnswer | answers.ChangedAnswer):
        *made, waiting = answer.moves
        told = [_numbered(one, phraser) for one in made]
        return [*told, _numbered(waiting, phraser, "answers.move_announced")]
    return phraser.tell(answer, PHRASES)


def _times(phraser: Phraser, answer: answers.TimeAnswer) -> list[Utterance]:
    return [
        phraser.say(
            "answers.time", colour=phraser.colour(one.colour), time=phraser.time(one.remaining)
        )
        for one in answer.times
    ]


def _move_count(phraser: Phraser, answer: answers.MoveCountAnswer) -> list[Utterance]:
    if not (answer.white or answer.black):
        return [phraser.say("answers.no_moves")]
    return [
        phraser.say(
            "answers.move_count", colour=phraser.colour(colour), count=phraser.count(moves, "move")
        )
        for colour, moves in ((chess.WHITE, answer.white), (chess.BLACK, answer.black))
    ]


def _moves(
    phraser: Phraser, answer: answers.MovesAnswer | answers.ChangedAnswer
) -> list[Utterance]:
    none = "answers.no_moves" if isinstance(answer, answers.MovesAnswer) else "answers.unchanged"
    return [_numbered(move, phraser) for move in answer.moves] or [phraser.say(none)]


def _numbered(move: MoveFacts, phraser: Phraser, key: str = "answers.move") -> Utterance:
    known = _place(move, phraser)
    told = phraser.say(key, **known, move=phraser.move(move))
    if phraser.settings.style is not Style.SAN:
        return told
    number = phraser.words.phrase(f"{move.number}{'.' if move.colour else '...'} ")
    return replace(told, eye=number + move_line(move, phraser.settings))


def _place(of: MoveFacts | answers.SheetLine, phraser: Phraser) -> dict[str, Value]:
    return {"number": phraser.number(of.number), "colour": phraser.colour(of.colour)}


def _sheet(phraser: Phraser, answer: answers.SheetAnswer) -> list[Utterance]:
    told = [one for line in answer.lines for one in _sheet_line(line, phraser)]
    return told or [phraser.say("answers.no_moves")]


def _sheet_line(line: answers.SheetLine, phraser: Phraser) -> list[Utterance]:
    known = _place(line, phraser)
    if line.move is None and line.text:
        told = phraser.say("answers.sheet_text", **known, said=phraser.script(line.text))
    else:
        told = phraser.state(line, "answers.move", "answers.sheet_gap")
    return [told, phraser.say("answers.sheet_offer", **known)] if line.offer else [told]


def _result(phraser: Phraser, answer: answers.ResultAnswer) -> list[Utterance]:
    if not answer.result:
        return [phraser.say("answers.no_result")]
    return ending(answer.result, answer.termination, phraser)


def ending(result: str, why: Termination | None, phraser: Phraser) -> list[Utterance]:
    """The reason where it has words of its own that the result does not have, and the result if
    there is one."""
    told = phraser.result(result)
    forfeited = why is Termination.FORFEIT and result in UNPLAYED
    if why not in phraser.words.table("game.end") or forfeited:
        return [told]
    loser = {"1-0": chess.BLACK, "0-1": chess.WHITE}.get(result)
    known = {} if loser is None else {"colour": phraser.colour(loser)}
    reason = phraser.say(f"game.end.{why}", **known)
    return [reason] if result == "*" else [reason, told]


def _recording(phraser: Phraser, answer: answers.RecordingAnswer) -> list[Utterance]:
    if not answer.any:
        return [phraser.say("answers.no_recordings")]
    key = "answers.recording" if answer.sounds else "answers.no_recording"
    return [phraser.state(answer, key)]


def _square(phraser: Phraser, answer: answers.SquareAnswer) -> list[Utterance]:
    standing = phraser.state(answer, "answers.square_piece", "answers.square_empty")
    shade = "answers.light" if answer.light else "answers.dark"
    return [standing, phraser.state(answer, shade)]


def _pieces(phraser: Phraser, answer: answers.PiecesAnswer) -> list[Utterance]:
    lines: list[Utterance] = []
    for colour in answer.colours:
        of_colour = [one for one in answer.standing if one.piece.color == colour]
        told = [
            _kind(colour, kind, squares, phraser)
            for kind in answer.kinds
            if (squares := [one.square for one in of_colour if one.piece.piece_type == kind])
        ]
        name = phraser.colour(colour)
        if not told and len(answer.kinds) == 1:
            none = phraser.piece(answer.kinds[0], colour)
            told = [phraser.say("answers.no_pieces", colour=name, piece=none)]
        lines += told or [phraser.say("answers.none_of_colour", colour=name)]
    return lines


def _kind(
    colour: chess.Color, kind: chess.PieceType, squares: list[chess.Square], phraser: Phraser
) -> Utterance:
    forms = phraser.piece(kind, colour).forms
    form = {1: "name", 2: "dual"}.get(len(squares), "plural")
    return phraser.say(
        "answers.pieces",
        colour=phraser.colour(colour),
        piece=forms.get(form, forms["plural"]),
        squares=phraser.listed(phraser.square(square) for square in squares),
    )


def _line(phraser: Phraser, answer: answers.LineAnswer) -> list[Utterance]:
    if not answer.standing:
        first, last = phraser.square(answer.squares[0]), phraser.square(answer.squares[-1])
        return [phraser.say("answers.line_empty", square=first, to=last)]
    return [phraser.state(one, "answers.line_piece") for one in answer.standing]


def _ranks(phraser: Phraser, answer: answers.RanksAnswer) -> list[Utterance]:
    """A line for each side on each rank: "Reihe eins. Weiß: Turm Anna und Turm Felix."."""
    return [told for line in answer.ranks for told in _rank(line, phraser)]


def _rank(line: answers.LineAnswer, phraser: Phraser) -> list[Utterance]:
    number = phraser.rank(chess.square_rank(line.squares[0]))
    lines = []
    for colour in (chess.WHITE, chess.BLACK):
        standing = [
            phraser.words.fill(
                "answers.standing",
                piece=phraser.coloured(one.piece),
                square=file_words(chess.square_file(one.square)),
            )
            for one in line.standing
            if one.piece.color == colour
        ]
        if standing:
            told, pieces = phraser.colour(colour), phraser.listed(standing)
            lines.append(phraser.say("answers.rank", rank=number, colour=told, pieces=pieces))
    return lines or [phraser.say("answers.rank_empty", rank=number)]


def _clock(phraser: Phraser, answer: answers.ClockAnswer) -> list[Utterance]:
    if answer.running is not None:
        return [phraser.say("answers.clock_runs", colour=phraser.colour(answer.running))]
    told = [phraser.say("game.clocks_stand")]
    if answer.next is not None:
        told.append(phraser.say("answers.turn", colour=phraser.colour(answer.next)))
    return told


def _turn(phraser: Phraser, answer: answers.TurnAnswer) -> list[Utterance]:
    return [phraser.state(answer, "answers.announced" if answer.announced else "answers.turn")]


def _check(phraser: Phraser, answer: answers.CheckAnswer) -> list[Utterance]:
    if answer.colour is None:
        return [phraser.say("answers.no_check")]
    colour, pieces = phraser.colour(answer.colour), _listed(answer.checkers, phraser)
    return [phraser.say("answers.check", colour=colour, pieces=pieces)]


def _attackers(phraser: Phraser, answer: answers.AttackersAnswer) -> list[Utterance]:
    where = phraser.square(answer.square)
    return [
        phraser.say(f"answers.{key}", square=where, pieces=_listed(found, phraser))
        if found
        else phraser.say(f"answers.no_{key}", square=where)
        for key, found in (("attackers", answer.attackers), ("defenders", answer.defenders))
    ]


def _listed(standing: Iterable[answers.Standing], phraser: Phraser) -> Phrase:
    """ "Turm Anna eins, Springer Felix drei und Bauer Eva vier"."""
    return phraser.listed(
        phraser.words.fill(
            "answers.standing",
            piece=phraser.coloured(one.piece),
            square=phraser.square(one.square),
        )
        for one in standing
    )


def _material(phraser: Phraser, answer: answers.MaterialAnswer) -> list[Utterance]:
    lines = [
        phraser.say(
            "answers.material_more", colour=phraser.colour(colour), pieces=_counts(more, phraser)
        )
        for colour, more in ((chess.WHITE, answer.white), (chess.BLACK, answer.black))
        if more
    ]
    return lines or [phraser.say("answers.material_even")]


def _captured(phraser: Phraser, answer: answers.CapturedAnswer) -> list[Utterance]:
    lines = []
    for colour, taken in ((chess.WHITE, answer.white), (chess.BLACK, answer.black)):
        if taken:
            counts = [(kind, taken.count(kind)) for kind in dict.fromkeys(taken)]
            key = f"answers.captured.{chess.COLOR_NAMES[colour]}"
            lines.append(phraser.say(key, pieces=_counts(counts, phraser)))
    return lines or [phraser.say("answers.none_captured")]


def _missing(phraser: Phraser, answer: answers.MissingAnswer) -> list[Utterance]:
    lines = []
    for colour in answer.colours:
        gone, told = answer.of(colour), phraser.colour(colour)
        if gone:
            pieces = _counts(gone, phraser)
            lines.append(phraser.say("answers.missing", colour=told, pieces=pieces))
        elif len(answer.colours) == 1:
            lines.append(phraser.say("answers.none_missing_of", colour=told))
    return lines or [phraser.say("answers.none_missing")]


def _counts(counts: Iterable[tuple[chess.PieceType, int]], phraser: Phraser) -> Phrase:
    return phraser.listed(
        phraser.words.phrase(phraser.count(number, chess.piece_name(kind)))
        for kind, number in counts
    )


def _legal_moves(phraser: Phraser, answer: answers.LegalMovesAnswer) -> list[Utterance]:
    if not answer.moves:
        key = "answers.no_legal_move" if answer.square is None else "answers.no_legal_moves"
        return [phraser.state(answer, key)]
    by_piece: dict[chess.Square, list[MoveFacts]] = {}
    for move in answer.moves:
        by_piece.setdefault(move.from_square, []).append(move)
    return [_from(moves, phraser) for moves in by_piece.values()]


def _from(moves: list[MoveFacts], phraser: Phraser) -> Utterance:
    """All that one piece may do: "Springer Gustav eins: Felix drei und Hektor drei."."""
    if len(moves) == 1:
        move = moves[0]
        told = phraser.say("answers.legal_move", move=phraser.move(move))
        return replace(told, eye=move_line(move, phraser.settings))
    first = moves[0]
    piece = MoveDescription(
        piece=first.piece,
        from_file=chess.square_file(first.from_square),
        from_rank=chess.square_rank(first.from_square),
    )
    targets = [description_words(_arrival(move), phraser.settings) for move in moves]
    told = phraser.say(
        "answers.legal_from",
        piece=description_words(piece, phraser.settings),
        moves=phraser.listed(targets),
    )
    return replace(told, eye=_written(moves, phraser))


def _written(moves: list[MoveFacts], phraser: Phraser) -> Phrase:
    """The moves as they are written, where they are; else nothing."""
    return phraser.listed(filter(None, (move_line(one, phraser.settings) for one in moves)))


def _arrival(move: MoveFacts) -> MoveDescription:
    return MoveDescription(
        to_square=move.to_square,
        promotion=move.promotion,
        capture=move.captured is not None,
        en_passant=move.en_passant,
        castling=move.castling,
    )


def _threats(phraser: Phraser, answer: answers.ThreatsAnswer) -> list[Utterance]:
    if answer.check:
        return [phraser.say("answers.threats.check")]
    told = [_threat(one, phraser) for one in answer.threats]
    return told or [phraser.say("answers.threats.none")]


def _threat(threat: Threat, phraser: Phraser) -> Utterance:
    move = replace(threat.move, mate=False)  # that is said already
    known: dict[str, Value] = {}
    if threat.kind is ThreatKind.CAPTURE and move.captured and move.capture_square is not None:
        piece = chess.Piece(move.captured, not move.colour)
        known = {"piece": phraser.coloured(piece), "square": phraser.square(move.capture_square)}
    return phraser.say(f"answers.threats.{threat.kind}", move=phraser.move(move), **known)


def _article(phraser: Phraser, answer: answers.ArticleAnswer) -> list[Utterance]:
    return article_lines(answer.article, phraser)


def _help(phraser: Phraser, answer: answers.HelpAnswer) -> list[Utterance]:
    return [topic_words(topic, phraser, answer.example) for topic in answer.topics]


def topic_words(
    topic: answers.Topic, phraser: Phraser, example: MoveFacts | None = None
) -> Utterance:
    """What may be said, in German, and beside it on paper what may be typed instead."""
    known: dict[str, Value] = {}
    if said := lexicon(MOVES).own(f"commands.{topic.value}"):
        known["command"] = _in_two_languages(lexicon(MOVES).phrase(said), topic, phraser)
    if topic is answers.Topic.MOVE and example is not None:
        known["move"] = move_words(example, replace(phraser.settings, style=Style.SHORT))
    return phraser.say(f"answers.help.{topic.value}", **known)


def _in_two_languages(command: Phrase, topic: answers.Topic, phraser: Phraser) -> Value:
    typed = phraser.words.own(f"commands.{topic.value}")
    if typed is None or phraser.settings.language == MOVES:
        return command
    return Printed(command, phraser.words.fill("commands.both", command=command, typed=typed))


def _hint(phraser: Phraser, answer: answers.HintAnswer) -> list[Utterance]:
    if answer.move is not None:
        return [phraser.state(answer, "answers.hint.move")]
    return [phraser.state(answer, "answers.hint.piece", "answers.hint.{0.wing}")]


def _evaluation(phraser: Phraser, answer: answers.EvaluationAnswer) -> list[Utterance]:
    known: dict[str, Value] = {}
    if answer.colour is not None:
        known["colour"] = phraser.colour(answer.colour)
    if answer.moves is not None:
        known["number"] = phraser.number(answer.moves)
    return [phraser.say(f"answers.evaluation.{answer.degree}", **known)]


def _better(phraser: Phraser, answer: answers.BetterAnswer) -> list[Utterance]:
    if answer.better is None:
        return [phraser.state(answer, "answers.better.nothing")]
    return [phraser.say("answers.better.move", better=phraser.move(answer.better))]


PHRASES: Phrases = {
    answers.TimeAnswer: _times,
    answers.MoveCountAnswer: _move_count,
    answers.MovesToControlAnswer: ("answers.to_control", "answers.no_control"),
    answers.TimePerMoveAnswer: ("answers.per_move", "answers.no_control"),
    answers.MovesAnswer: _moves,
    answers.ChangedAnswer: _moves,
    answers.SquareAnswer: _square,
    answers.PiecesAnswer: _pieces,
    answers.LineAnswer: _line,
    answers.RanksAnswer: _ranks,
    answers.TurnAnswer: _turn,
    answers.ClockAnswer: _clock,
    answers.CheckAnswer: _check,
    answers.AttackersAnswer: _attackers,
    answers.MaterialAnswer: _material,
    answers.CapturedAnswer: _captured,
    answers.MissingAnswer: _missing,
    answers.LegalMovesAnswer: _legal_moves,
    answers.ThreatsAnswer: _threats,
    answers.ArticleAnswer: _article,
    answers.SheetAnswer: _sheet,
    answers.RecordingAnswer: _recording,
    answers.ResultAnswer: _result,
    answers.HelpAnswer: _help,
    answers.HintAnswer: _hint,
    answers.EvaluationAnswer: _evaluation,
    answers.BetterAnswer: _better,
}
"""What is said of each kind of answer."""
