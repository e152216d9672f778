# SPDX-License-Identifier: GPL-3.0-or-later
"""Held-out dictations: moves of plausible games and other German, said by unheard voices.

    python -m bench.dictations FOLDER [--moves 1000] [--outside 500] [--seed 2026]
                                      [--voices held_out|development]

writes WAV files and ``manifest.tsv`` (path, transcript, role, fen, voice) for ``hektor
evaluate``. The voices are those that ``training/voices.toml`` holds out of
training and tuning, or with ``--voices development`` those on which settings are chosen; the same
seed gives the same files.
"""

import argparse
import csv
import random
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import chess
import soundfile

from bench.positions import describe
from ground.progress import Progress
from rules.moves import facts
from rules.position import Position
from training.synthesis import ESPEAK_RATE, Prosody, Synthesiser, resampled
from voice.hearing.audio import RATE
from voice.language import lexicon
from voice.language.grammar import phrase, ways
from voice.language.intent import understand
from voice.language.interpretation import Heard
from voice.language.lexicon import GERMAN, Language
from voice.language.semantics import heard_language
from voice.language.transcript import Transcript

_LONGEST_GAME: Final = 120  # plies
_SHORTEST_WAY: Final = 0.7  # of the moves are said as briefly as possible
_MOST_WORDS: Final = 8
_VALUES: Final = {1: 1.0, 2: 3.0, 3: 3.1, 4: 5.0, 5: 9.0, 6: 0.0}
_COLUMNS: Final = "path\ttranscript\trole\tfen"
VOICES: Final = Path(__file__).parent.parent / "training" / "voices.toml"
_OUTSIDE: Final = Path(__file__).parent / "outside.toml"

Line = tuple[str, str, str]
"""Text as it is said, role, FEN."""


# --- Games ----------------------------------------------------------------------------------------


def moves(rng: random.Random) -> Iterator[tuple[Position, chess.Move]]:
    """Endless moves of plausible games, each with the position before it."""
    while True:
        position = Position.start()
        while position.legal_moves and position.ply < _LONGEST_GAME:
            move = _plausible(position, rng)
            yield position, move
            position = position.play(move)


def _plausible(position: Position, rng: random.Random) -> chess.Move:
    """A move as of an eager club player: takes, develops, checks, seldom hangs a piece."""
    weights = [2.0 ** _score(position.board, move) for move in position.legal_moves]
    return rng.choices(position.legal_moves, weights)[0]


def _score(board: chess.Board, move: chess.Move) -> float:
    piece = board.piece_type_at(move.from_square) or chess.PAWN
    score = _VALUES[move.promotion] if move.promotion else 0.0
    if board.is_capture(move):
        score += 1.0 + _VALUES[board.piece_type_at(move.to_square) or chess.PAWN]
    guarded = board.is_attacked_by(not board.turn, move.to_square)
    if guarded:
        score -= _VALUES[piece] * 0.8
    if board.is_castling(move):
        score += 4.0
    if board.gives_check(move):
        score += 1.0
    home = chess.BB_RANK_1 | chess.BB_RANK_8
    if piece in (chess.KNIGHT, chess.BISHOP) and chess.BB_SQUARES[move.from_square] & home:
        score += 1.5
    if piece == chess.KING and not board.is_castling(move):
        score -= 2.0
    centre = 3.5 - max(
        abs(chess.square_file(move.to_square) - 3.5), abs(chess.square_rank(move.to_square) - 3.5)
    )
    return score + 0.5 * centre


def said(
    position: Position, move: chess.Move, rng: random.Random, language: str = GERMAN.name
) -> str:
    """One of the ways to say a move so that it is understood, mostly the shortest; in a language
    that has words of its own for moves."""
    spoken = heard_language(language)
    shortest = phrase(describe(position, move), spoken)
    if rng.random() < _SHORTEST_WAY:
        return shortest
    every = [way for way in ways(facts(position, move), spoken) if len(way) <= _MOST_WORDS]
    rng.shuffle(every)
    for words in every[:20]:
        text = " ".join(as_heard(words, language))
        meant = understand([Transcript(text, 1.0)], position, language=listening(language))
        if isinstance(meant, Heard) and meant.move == move:
            return lexicon.written(words, language)
    return shortest


def as_heard(words: Iterable[str], language: str) -> Iterator[str]:
    """The words as they are listened for: "en_knight"; German ones as they are."""
    return (word if language == GERMAN.name else lexicon.foreign(word, language) for word in words)


def listening(language: str) -> Language:
    """The language of moves where those of another are heard beside the German ones."""
    return GERMAN if language == GERMAN.name else Language(moves_in=language)


# --- Everything else ------------------------------------------------------------------------------


def outside(rng: random.Random, language: str = GERMAN.name) -> Iterator[str]:
    """Endless everyday German, and talk about chess, that is no move and no command; or the same in
    another language."""
    with _OUTSIDE.open("rb") as file:
        tables = tomllib.load(file)
    table = tables.get(language, tables)
    while True:
        sentence = rng.choice(table["sentences"])
        while "{" in sentence:
            slot = sentence[sentence.index("{") + 1 : sentence.index("}")]
            sentence = sentence.replace(f"{{{slot}}}", rng.choice(table["slots"][slot]), 1)
        yield sentence


# --- The files ------------------------------------------------------------------------------------


def lines(count: int, others: int, seed: int, language: str = GERMAN.name) -> Iterator[Line]:
    """Lines to be said: ``count`` moves, in ``language``, then ``others`` utterances outside the
    language."""
    rng = random.Random(seed)
    games = moves(rng)
    for _ in range(count):
        position, move = next(games)
        yield said(position, move, rng, language), "in_grammar", position.fen
    talk = outside(rng)
    for _, (position, _) in zip(range(others), games, strict=False):
        yield next(talk), "out_of_grammar", position.fen


def manifest_in(folder: Path) -> Path:
    """Where the manifest of dictations in ``folder`` is written; the folder is made.

    Raises SystemExit if the folder has the manifest of something else, as of people's recordings.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "manifest.tsv"
    if path.exists():
        with path.open(encoding="utf-8") as file:
            if not file.readline().startswith(_COLUMNS):
                raise SystemExit(f"{path} is of other recordings: choose another folder.")
    return path


def write(folder: Path, count: int, others: int, seed: int, *, kept: str = "held_out") -> Path:
    """Render all of it in the voices ``kept`` for this; the manifest's path."""
    with VOICES.open("rb") as file:
        voices = tomllib.load(file)[kept]
    rng = random.Random(seed + 1)
    manifest = manifest_in(folder)
    with Synthesiser() as synthesiser, manifest.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(("path", "transcript", "role", "fen", "voice"))
        said = list(lines(count, others, seed))
        for number, (text, role, fen) in enumerate(Progress().over(said)):
            voice = rng.choice(voices)
            prosody = Prosody(rng.randint(110, 200), rng.randint(20, 80), rng.randint(20, 80))
            speech = synthesiser.speak(text, f"de+{voice}", prosody)
            level = 10 ** rng.uniform(-0.5, 0.0)
            sound = resampled(speech.audio, ESPEAK_RATE, RATE) * level
            name = f"{number:05}.wav"
            soundfile.write(folder / name, sound.astype("<i2"), RATE)
            table.writerow((name, text, role, fen, voice))
    return manifest


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--moves", type=int, default=1_000)
    parser.add_argument("--outside", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--voices", choices=("held_out", "development"), default="held_out")
    options = parser.parse_args()
    counts = options.moves, options.outside, options.seed
    print(write(options.folder, *counts, kept=options.voices))


if __name__ == "__main__":
    main()
