# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor listen``: recordings of dictated moves become PGN.

Nobody can be asked here, so hindsight takes the place of the question: where a move was unsure,
several games are followed at once, and what is said later decides between them ("Springer David
sieben" with two knights is settled when one of them moves again). What stayed unsure is said.
"""

import argparse
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import chess
import chess.pgn

from announce.errors import PlayerError
from announce.words.program import progress_line
from game.app import options
from ground.progress import Progress
from ground.text import one_line
from rules.position import Position
from rules.score import wrapped
from voice.hearing.audio import MILLISECOND, Samples, blocks, read_recording
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.commands import Command, CommandName
from voice.language.completeness import completeness
from voice.language.grammar import runtime_phrases, sentences
from voice.language.intent import understand
from voice.language.interpretation import Ambiguous, Heard, Illegal, Intent, Unsure
from voice.language.transcript import HeardUtterance

_GAMES: Final = 8  # followed at once
_CLOSE: Final = 1.5  # a game so little worse makes the moves it differs in unsure

# What it costs a game to have heard this, in natural logarithms of how unlikely it is.
_UNSURE: Final = 0.7
_CHOSEN: Final = 0.7
_SKIPPED: Final = 4.0
_SECOND_BEST: Final = 1.5


@dataclass(frozen=True, slots=True)
class Spoken:
    """One utterance of a recording: its text and what was made of it.

    Times in nanoseconds from the recording's start. ``move`` is None for what was no move.
    ``sure`` is False where the move, or that it was none, is a guess. ``ply`` counts the moves
    that stand after it; a correction takes one back (D.2.8).
    """

    text: str
    started_at: int
    ended_at: int
    ply: int
    move: chess.Move | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Dictation:
    """One way to understand a recording so far: the game and every utterance, in order. The lower
    ``cost``, the likelier it is."""

    position: Position
    spoken: tuple[Spoken, ...] = ()
    cost: float = 0.0

    @property
    def unsure(self) -> tuple[Spoken, ...]:
        """The utterances to be listened to again."""
        return tuple(spoken for spoken in self.spoken if not spoken.sure)


def transcribe(
    samples: Samples, recogniser: Recogniser, position: Position | None = None
) -> Dictation:
    """The game dictated in a recording, from ``position`` or the initial one."""
    games = [Dictation(position or Position.start())]
    _listen_in(recogniser, games)
    for utterance in utterances(samples, recogniser):
        games = _follow(games, utterance)
        _listen_in(recogniser, games)
    return _told(games)


def utterances(samples: Samples, recogniser: Recogniser) -> Iterator[HeardUtterance]:
    """The utterances in a recording, one after another; times from its start."""
    recogniser.reset()
    end = 0
    for block in blocks(samples):
        end = block.at
        heard = recogniser.feed(block.pcm, end)
        if heard is not None:
            yield heard
    heard = recogniser.flush(end)
    if heard is not None:
        yield heard


def _listen_in(recogniser: Recogniser, games: Sequence[Dictation]) -> None:
    position = games[0].position
    recogniser.listen_for(
        runtime_phrases(position),
        lambda words: completeness(words, position),
        sentences=sentences(position),
    )


def _follow(games: Iterable[Dictation], utterance: HeardUtterance) -> list[Dictation]:
    """All ways to go on, the likeliest first, each position once."""
    best: dict[str, Dictation] = {}
    for game in games:
        for after in _continuations(game, utterance):
            known = best.get(after.position.fen)
            if known is None or after.cost < known.cost:
                best[after.position.fen] = after
    return sorted(best.values(), key=lambda game: game.cost)[:_GAMES]


def _continuations(game: Dictation, utterance: HeardUtterance) -> Iterator[Dictation]:
    transcripts = utterance.transcripts
    intent = understand(transcripts, game.position)
    if isinstance(intent, Command) and intent.name is CommandName.CORRECT:  # D.2.8
        for back, cost, sure in _corrections(game, intent):
            position = game.position.back_to(max(game.position.ply - back, 0))
            corrected = replace(game, position=position, cost=game.cost + cost)
            yield _after(game, utterance, corrected, sure=sure)
        return
    readings = list(_readings(intent, utterance))
    for other in transcripts[1:]:
        alone = understand([replace(other, confidence=1.0)], game.position)
        if isinstance(alone, Heard):
            less_likely = math.log(transcripts[0].confidence / max(other.confidence, 1e-6))
            readings.append((alone.move, max(less_likely, 0.0) + _SECOND_BEST, False))
    for move, cost, sure in readings:
        position = game.position if move is None else game.position.play(move)
        after = replace(game, position=position, cost=game.cost + cost)
        yield _after(game, utterance, after, move, sure)


def _corrections(game: Dictation, command: Command) -> Iterator[tuple[int, float, bool]]:
    """How many moves a correction may take back, the cost of that, and whether it is sure.

    It is about what was said last: words that became no move need no taking back.
    """
    last = game.spoken[-1] if game.spoken else None
    of_a_move = last is None or last.move is not None or last.sure
    likely, other = (1, 0) if of_a_move else (0, 1)
    sure = command.sure and of_a_move
    yield likely, 0.0 if command.sure else _UNSURE, sure
    if not sure:
        yield other, _CHOSEN if command.sure else _SKIPPED, False


def _readings(
    intent: Intent, utterance: HeardUtterance
) -> Iterator[tuple[chess.Move | None, float, bool]]:
    """The possible readings: a move or none, its cost, and whether that is sure."""
    match intent:
        case Heard(move=move):
            yield move, 0.0, True
        case Unsure(move=move):
            yield move, _UNSURE, False
            yield None, _SKIPPED, False
        case Ambiguous(moves=moves):
            for move in moves:
                yield move, _CHOSEN, False
        case Command():
            yield None, 0.0, True
        case Illegal():
            yield None, _SKIPPED, False
        case _:
            yield None, _SKIPPED if utterance.has_words else 0.0, not utterance.has_words


def _after(
    before: Dictation,
    utterance: HeardUtterance,
    after: Dictation,
    move: chess.Move | None = None,
    sure: bool = True,
) -> Dictation:
    text = lexicon.written(utterance.transcripts[0].words)
    ply = after.position.ply
    spoken = Spoken(text, utterance.started_at, utterance.ended_at, ply, move, sure)
    return replace(after, spoken=(*before.spoken, spoken))


def _told(games: Sequence[Dictation]) -> Dictation:
    """The likeliest game; where a rival is close, the moves in which it differs are unsure."""
    best = games[0]
    doubted = {
        index
        for rival in games[1:]
        if rival.cost < best.cost + _CLOSE
        for index, (one, other) in enumerate(zip(best.spoken, rival.spoken, strict=True))
        if one.move != other.move
    }
    spoken = tuple(
        replace(one, sure=one.sure and index not in doubted)
        for index, one in enumerate(best.spoken)
    )
    return replace(best, spoken=spoken)


# --- As text --------------------------------------------------------------------------------------


def to_pgn(dictation: Dictation) -> str:
    """The game as PGN; moves that are guesses carry a comment with what was heard."""
    start = chess.Board(dictation.position.start_fen, chess960=dictation.position.chess960)
    game = chess.pgn.Game()
    game.setup(start)
    game.headers["Result"] = dictation.position.board.result()
    guesses = _guesses(dictation)
    node: chess.pgn.GameNode = game
    for ply, move in enumerate(dictation.position.moves, start=1):
        node = node.add_variation(move, comment=guesses.get(ply, ""))
    return wrapped(str(game)).rstrip("\n")


def doubts(dictation: Dictation) -> tuple[str, ...]:
    """One line for each utterance to be listened to again, with its time in the recording."""
    return tuple(
        f"{_time(spoken.started_at)}: {spoken.text}: "
        + ("not sure that this was played." if spoken.move else "no move was understood.")
        for spoken in dictation.unsure
    )


def _guesses(dictation: Dictation) -> dict[int, str]:
    """Comments by ply; a corrected move stands in ``spoken`` but not in the game."""
    comments: dict[int, str] = {}
    for spoken in dictation.spoken:
        if spoken.move is None:
            comments = {ply: text for ply, text in comments.items() if ply <= spoken.ply}
        elif not spoken.sure:
            comments[spoken.ply] = f"unsure: {spoken.text}"
    return comments


def _time(at: int) -> str:
    seconds, milliseconds = divmod(at // MILLISECOND, 1_000)
    return f"{seconds // 60}:{seconds % 60:02}.{milliseconds // 100}"


# --- The command ----------------------------------------------------------------------------------


def add_listen_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor listen``."""
    parser.add_argument("file", type=Path, nargs="+", help="WAV or FLAC.")
    parser.add_argument("--fen", help="The position from which each game starts.")
    options.add_settings(parser, "listen", ["model"])


def run_listen(given: argparse.Namespace) -> int:
    """Print PGN to standard output, and what was unsure or no move to standard error."""
    try:
        start = Position.from_fen(given.fen) if given.fen else Position.start()
    except ValueError as error:
        raise PlayerError("bad_position", reason=error) from error
    recordings = [(file, read_recording(file)) for file in given.file]
    recogniser = Recogniser(find_model(given.model))
    progress = Progress(partial(progress_line, options.interface()))
    for done, (file, samples) in enumerate(recordings):
        progress(done, len(recordings))
        dictation = transcribe(samples, recogniser, start)
        print(to_pgn(dictation), end="\n\n")
        sys.stdout.flush()
        moves = len(dictation.position.moves) - len(start.moves)
        understood = "1 move" if moves == 1 else f"{moves} moves"
        print(f"{one_line(str(file))}: {understood} understood.", file=sys.stderr)
        for line in doubts(dictation):
            print(line, file=sys.stderr)
    return 0
