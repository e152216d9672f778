# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole games of two people and Hektor, by sound alone: what was obeyed, asked, refused or wrong.

    python -m bench.conversation [--games 20] [--moves 40] [--voices f3 m7] [--noise 20] [--seed 1]
                                 [--room living|club|none] [--distance 0.8] [--language sl]
                                 [--often N] [--list] [--json FILE]

Two synthetic voices, held out of training and tuning, talk as people do (`bench.talkers`): moves,
long and short, ambiguous ones too; replies in the pause after a read-back and into Hektor's words;
slips and corrections; questions before and after a move; pauses, offers, resignations taken back;
talk that is not for Hektor. All of it is heard in a `lab.simulated_room`, by a laptop on the table
of a living room (`bench.ears.conditions`), so many metres away, with noise of a hall so many dB
below the speech. In every third game the players press the clock by
word, in the others Hektor does. The same seed gives the same games.

With ``--language`` all but the moves is said in that language, by its voice; ``--often`` makes
everything beside the moves so many times as frequent.

For moves and each class of command: *at first* was obeyed when it was first said; *asked* after an
answer to what was asked back; *refused* only when said again, or never (*typed*); *wrong* did what
nobody meant. ``--list`` prints every act that was not obeyed at first. In the lists of causes,
"heard right, not obeyed" means that the best hypothesis had the words.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

import chess
import numpy as np

from bench import results
from bench.dictations import moves, outside, said
from bench.ears.conditions import add_room, at_the_table
from bench.positions import describe
from bench.talk.acts import Act, Figures, Group, Result, Tried, When, group_of, words
from bench.talkers import Conversation, SteadyRenderer, reckoned
from game.speech.voice import Voice
from game.speech.voices import Renderer
from ground.progress import Progress
from lab.simulated_room import hush
from rules.description import MoveDescription
from rules.position import Position
from table.core.conditions import Conditions
from training.synthesis import Synthesiser
from voice.hearing.audio import RATE, Samples
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.commands import CommandName, Trait
from voice.language.grammar import examples, phrase
from voice.language.intent import understand_typed
from voice.language.interpretation import Ambiguous
from voice.language.lexicon import GERMAN, Language

BY_WORD: Final = 3
"""In each such game the players press the clock."""

LEVEL: Final = 3_000.0
"""The loudness of the talkers (RMS of the samples of their speech), against which noise is set."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often in a turn people do it, as shares of 1; ``ambiguous`` of the moves that can be said
    so, ``interruption`` of replies and corrections."""

    question_before: float = 0.12
    question_after: float = 0.05
    aside: float = 0.05
    pause: float = 0.03
    slip: float = 0.05
    offer: float = 0.03
    resignation: float = 0.015
    ambiguous: float = 0.6
    reply: float = 0.35
    interruption: float = 0.2

    def livelier(self, times: float) -> "Habits":
        """Habits with everything beside the moves so many times as often."""
        return replace(
            self,
            question_before=self.question_before * times,
            question_after=self.question_after * times,
            aside=self.aside * times,
            pause=self.pause * times,
            slip=self.slip * times,
            offer=self.offer * times,
            resignation=self.resignation * times,
        )


HABITS: Final = Habits()

_RARE: Final = frozenset(name.value for name in CommandName if Trait.RARE in name.traits)
_LONG: Final = (
    CommandName.POSITION, CommandName.ALL_RANKS, CommandName.PIECES, CommandName.SCORE,
)  # fmt: skip
"""Answers for which one would have to wait for half a minute: they are asked for in one of ten."""


def questions(language: str = GERMAN.name) -> list[str]:
    """Every wording of the harmless commands, as the help tells them."""
    left_out = (*_LONG, CommandName.CHECK_CALLED)  # to the last nothing is answered
    names = [
        name
        for name in CommandName
        if group_of(name) is Group.HARMLESS and name.value not in _RARE and name not in left_out
    ]
    return _said(names, language)


def _said(names: Iterable[CommandName], language: str) -> list[str]:
    """What is said for them; not in digits."""
    said = (each for name in names for each in examples(name, Language(language)))
    return [each for each in said if not any(sign.isdecimal() for sign in each)]


def long_questions(language: str = GERMAN.name) -> list[str]:
    """The same of those that are answered at length."""
    return _said(_LONG, language)


def hall(db: float | None, seed: int) -> Samples:
    """Ten seconds of a quiet room, or of steady noise of a hall ``db`` below the speech."""
    if db is None:
        return hush(seed=seed)
    rng = np.random.default_rng(seed)
    spectrum = np.fft.rfft(rng.normal(0, 1, 10 * RATE))
    spectrum /= np.sqrt(np.arange(len(spectrum)) / 10 + 5.0)
    noise = np.fft.irfft(spectrum, 10 * RATE)
    scaled: Samples = np.rint(noise / noise.std() * LEVEL / 10 ** (db / 20)).astype(np.int16)
    return scaled


# --- What is to be said ---------------------------------------------------------------------------


def line_of_moves(rng: random.Random, plies: int) -> list[tuple[Position, chess.Move]]:
    """A plausible game that does not end by itself for so long, each move with its position."""
    while plies:
        game: list[tuple[Position, chess.Move]] = []
        for position, move in moves(rng):
            if game and position.ply != game[-1][0].ply + 1:
                break
            game.append((position, move))
            if len(game) == plies and position.play(move).legal_moves:
                if not _ends_early(game):
                    return game
                break
    return []


def _ends_early(game: Sequence[tuple[Position, chess.Move]]) -> bool:
    """True if a repetition or too little material would end it."""
    seen = Counter(position.board.fen().rsplit(" ", 2)[0] for position, _ in game)
    return max(seen.values()) >= 3 or len(game[-1][0].board.piece_map()) < 6


def acts(
    rng: random.Random,
    game: Sequence[tuple[Position, chess.Move]],
    *,
    by_word: bool,
    habits: Habits = HABITS,
    language: str = GERMAN.name,
) -> Iterator[Act]:
    """The talk of a whole game, all but the moves in ``language``."""
    replies = False  # the player does not wait for the clock
    for position, move in game:
        mover = position.turn
        if not replies:
            yield from _before(rng, mover, position, habits, language, by_word=by_word)
        yield _move(rng, position, move, habits, replies=replies, by_word=by_word)
        after = list(_after(rng, mover, habits, language))
        yield from after
        replies = not after and rng.random() < habits.reply
        if by_word and not replies:
            yield Act(mover, rng.choice(words(language)["press"]), Group.CHANGES, pause=_pause(rng))


def drawn(mover: chess.Color, language: str = GERMAN.name) -> Iterator[Act]:
    """A game ends in a draw that ``mover`` offers after the last move."""
    said = words(language)
    yield Act(mover, said["offer"][0], Group.ENDS, pause=0.5)
    yield Act(mover, said["yes"][0], Group.ANSWER, pause=0.5)
    yield Act(not mover, said["accept"][0], Group.ENDS, pause=0.8)
    yield Act(not mover, said["yes"][0], Group.ANSWER, pause=0.5)


def resigned(loser: chess.Color, language: str = GERMAN.name) -> Iterator[Act]:
    """A game ends by a resignation."""
    said = words(language)
    yield Act(loser, said["resign"][0], Group.ENDS, When.PRESSED, pause=1.5)
    yield Act(loser, said["yes"][0], Group.ANSWER, pause=0.5)


def rematch(language: str = GERMAN.name) -> Iterator[Act]:
    """After a game another one is asked for, and begun."""
    yield Act(chess.WHITE, words(language)["rematch"][0], Group.CHANGES, pause=1.5)
    yield Act(chess.WHITE, words(language)["press"][0], Group.CHANGES, pause=1.0)


def _before(
    rng: random.Random,
    mover: chess.Color,
    position: Position,
    habits: Habits,
    language: str,
    *,
    by_word: bool,
) -> Iterator[Act]:
    """What somebody says who is to move."""
    said_for = words(language)
    when = When.SILENCE if by_word else When.PRESSED
    if rng.random() < habits.aside:
        who = rng.choice(chess.COLORS)
        yield Act(who, next(outside(rng, language)), Group.ASIDE, when, _pause(rng))
    if rng.random() < habits.question_before:
        long = rng.random() < 0.1
        pool = long_questions(language) if long else questions(language)
        yield Act(mover, rng.choice(pool), Group.HARMLESS, when, _pause(rng))
        if long:
            yield Act(mover, said_for["stop"][0], Group.HARMLESS, When.OVER, rng.uniform(2.0, 4.0))
    if rng.random() < habits.pause:
        yield Act(
            mover,
            rng.choice(_said([CommandName.PAUSE], language)),
            Group.CHANGES,
            when,
            _pause(rng),
        )
        yield Act(mover, said_for["resume"][0], Group.CHANGES, pause=rng.uniform(1.0, 5.0))
    if rng.random() < habits.resignation:
        text = rng.choice(_said([CommandName.RESIGN], language))
        yield Act(mover, text, Group.ENDS, when, _pause(rng))
        yield Act(mover, said_for["no"][0], Group.ANSWER, pause=0.6)
    if rng.random() < habits.slip:
        slip = rng.choice(position.legal_moves)
        yield Act(mover, said(position, slip, rng), Group.MOVE, when, _pause(rng), slip)
        when = When.OVER if rng.random() < habits.interruption else When.SILENCE
        yield Act(mover, said_for["correct"][0], Group.CHANGES, when, rng.uniform(0.3, 1.0))


def _move(
    rng: random.Random,
    position: Position,
    move: chess.Move,
    habits: Habits,
    *,
    replies: bool,
    by_word: bool,
) -> Act:
    group, when, pause = Group.MOVE, When.PRESSED, _pause(rng)
    text = said(position, move, rng)
    if replies:
        group, when = Group.REPLY, When.SILENCE
        pause = rng.uniform(0.4, 1.6)
        if rng.random() < habits.interruption:
            when, pause = When.OVER, rng.uniform(0.6, 1.2)
    else:
        when = When.SILENCE if by_word else When.PRESSED
        short = _short(position, move)
        if short and rng.random() < habits.ambiguous:
            group, text = Group.AMBIGUOUS, short
    return Act(position.turn, text, group, when, pause, move)


def _short(position: Position, move: chess.Move) -> str:
    """The move without where it comes from, if others are said so too."""
    piece = position.board.piece_type_at(move.from_square)
    if piece in (chess.PAWN, chess.KING) or move.promotion:
        return ""
    text = phrase(MoveDescription(piece, None, None, move.to_square))
    return text if isinstance(understand_typed(text, position), Ambiguous) else ""


def _after(rng: random.Random, mover: chess.Color, habits: Habits, language: str) -> Iterator[Act]:
    """What is said while a move is announced."""
    if rng.random() < habits.offer:
        yield Act(
            mover, rng.choice(_said([CommandName.OFFER_DRAW], language)), Group.ENDS, pause=0.5
        )
        yield Act(mover, words(language)["yes"][0], Group.ANSWER, pause=0.5)
        text = rng.choice(words(language)["decline"])
        yield Act(not mover, text, Group.ENDS, pause=_pause(rng))
    elif rng.random() < habits.question_after:
        who = rng.choice(chess.COLORS)
        yield Act(who, rng.choice(questions(language)), Group.HARMLESS, pause=rng.uniform(0.3, 1.2))


def _pause(rng: random.Random) -> float:
    """Seconds that people take, mostly about one and a half."""
    return min(8.0, 0.4 + rng.lognormvariate(0.0, 0.6))


# --- The games ------------------------------------------------------------------------------------


def voices(names: Sequence[str], rng: random.Random) -> tuple[Voice, Voice]:
    """White's and Black's, as espeak-ng's variants."""
    return tuple(  # type: ignore[return-value]
        Voice(variant=name, rate=rng.randint(135, 175), pitch=rng.randint(40, 60)) for name in names
    )


def play(
    recogniser: Recogniser,
    renderer: Renderer,
    number: int,
    *,
    names: Sequence[str],
    length: int,
    noise: float | None,
    seed: int,
    language: str = GERMAN.name,
    habits: Habits = HABITS,
    carry: Callable[[Samples], Samples] = lambda said: said,
) -> Figures:
    """One game of so many moves, and a rematch that is given up after the first."""
    rng = random.Random(f"{seed} {number}")
    by_word = number % BY_WORD == 0
    conditions = Conditions(time_control="120+30")
    if by_word:
        conditions = replace(conditions, press_after=None)
    recogniser.reset()
    room = reckoned(recogniser, renderer, conditions, hall(noise, seed + number), language)
    talk = Conversation(room, renderer, voices(names, rng), language, carry)
    game = line_of_moves(rng, 2 * length)
    last = game[-1][0].turn
    said = acts(rng, game, by_word=by_word, habits=habits, language=language)
    found = talk.play(chain(said, drawn(last, language)))
    if found.broken:
        return found
    plies = found.plies
    found = talk.play(chain(rematch(language), _second(talk, game, language)))
    found.plies += plies
    return found


def _second(
    talk: Conversation, game: Sequence[tuple[Position, chess.Move]], language: str
) -> Iterator[Act]:
    """A move of the next game, and its resignation."""
    talk.change_colours()
    position, move = game[0]
    text = phrase(describe(position, move))
    yield Act(position.turn, text, Group.MOVE, pause=1.0, move=move)
    yield from resigned(not position.turn, language)


# --- The figures ----------------------------------------------------------------------------------


def counts(tried: Sequence[Tried]) -> dict[str, dict[str, int]]:
    """For each class how many acts there were and what became of them."""
    found = {}
    for group in Group:
        these = [one for one in tried if one.act.group is group]
        by_result = Counter(one.result for one in these)
        found[group.value] = {
            "acts": len(these),
            **{result.value: by_result[result] for result in Result},
            "typed": sum(one.typed for one in these),
        }
    return found


def figures(found: Figures) -> dict[str, Any]:
    """Figures that are printed and kept."""
    replies = [one for one in found.tried if one.act.group is Group.REPLY]
    answers = [
        one.seconds for one in found.tried if one.seconds and one.act.group is Group.HARMLESS
    ]
    causes = Counter(
        f"{one.act.group.value}: {one.cause}"
        for one in found.tried
        if one.result is not Result.AT_FIRST
    )
    talk = found.hektor + found.people
    return {
        "classes": counts(found.tried),
        "wrong_acts": sum(one.acts for one in found.tried),
        "legal_replies_refused": sum(one.result is Result.REFUSED for one in replies),
        "to_press_s": _summary(found.to_press),
        "to_reply_s": _summary(found.to_reply),
        "to_answer_s": _summary([each for each in answers if each is not None]),
        "hektor_share": round(found.hektor / talk, 3) if talk else 0.0,
        "plies": found.plies,
        "seconds": round(found.seconds),
        "broken": found.broken,
        "causes": dict(causes.most_common()),
    }


def _summary(values: Sequence[float]) -> results.Summary | None:
    return results.summary(values, 2) if values else None


def told(found: dict[str, Any]) -> Iterator[str]:
    """The figures as lines."""
    yield "| | acts | at first | asked | refused | wrong | typed in the end |"
    yield "|---|---|---|---|---|---|---|"
    for name, row in found["classes"].items():
        share = f" ({100 * row['at first'] / row['acts']:.1f} %)" if row["acts"] else ""
        yield (
            f"| {name} | {row['acts']} | {row['at first']}{share} | {row['asked']} "
            f"| {row['refused']} | {row['wrong']} | {row['typed']} |"
        )
    for name in (
        *("wrong_acts", "legal_replies_refused", "to_press_s", "to_reply_s", "to_answer_s"),
        *("hektor_share", "plies", "seconds", "broken"),
    ):
        yield f"{name}: {found[name]}"
    yield "Causes of what was not obeyed at first:"
    yield from (f"  {count} × {cause}" for cause, count in found["causes"].items())


def listed(tried: Sequence[Tried]) -> Iterator[str]:
    """Every act that was not obeyed at first."""
    for one in tried:
        if one.result is not Result.AT_FIRST:
            yield (
                f"  {one.act.group.value}: {one.act.says!r} {one.result.value}, "
                f"said {one.attempts} times{', typed' if one.typed else ''}; "
                f"heard {one.heard or 'nothing'}; did {one.did or 'nothing'}; {one.cause}"
            )


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--moves", type=int, default=40, help="of each side")
    parser.add_argument("--voices", nargs=2, default=["f3", "m7"], help="variants of espeak-ng")
    parser.add_argument("--noise", type=float, help="dB below the speech; none without it")
    add_room(parser)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", metavar="PATH|NAME")
    parser.add_argument("--language", choices=lexicon.languages(), default=GERMAN.name)
    parser.add_argument("--often", type=float, default=1.0, metavar="N")
    parser.add_argument("--list", action="store_true", help="print what was not obeyed at first")
    results.add_option(parser)
    given = parser.parse_args()
    recogniser, every = Recogniser(find_model(given.model)), Figures()
    with Synthesiser() as synthesiser:
        renderer = SteadyRenderer(synthesiser)
        for number in Progress().over(range(given.games)):
            one = play(
                recogniser,
                renderer,
                number,
                names=given.voices,
                length=given.moves,
                noise=given.noise,
                seed=given.seed,
                language=given.language,
                habits=HABITS.livelier(given.often),
                carry=at_the_table(given.room, given.distance, given.seed),
            )
            every.add(one)
            told_of = f"game {number + 1}: {one.plies} plies, {one.seconds:.0f} s"
            print(told_of, *one.broken, sep="; ", flush=True)
            if given.list:
                print(*listed(one.tried), sep="\n", flush=True)
    found = figures(every)
    print(*told(found), sep="\n")
    results.write(given.json, "conversation", found)


if __name__ == "__main__":
    main()
