# SPDX-License-Identifier: GPL-3.0-or-later
"""A time control in words, or why it is none: "90+30" must not reach a voice as it is written."""

from announce.lexicon import MOVES, join, lexicon
from announce.text.utterance import Priority, Utterance
from announce.words.numbers import count, duration, spelled
from clock.control import BadTimeControl, Kind, Period, Problem, TimeControl
from clock.side import SECOND

_KINDS = {Kind.INCREMENT: "increment", Kind.DELAY: "delay", Kind.BRONSTEIN: "bronstein"}


def control_words(text: str, language: str) -> str:
    """ "eine Stunde und dreißig Minuten für vierzig Züge, dazu dreißig Sekunden je Zug; dann …".

    What is no time control is spelled out as it stands.
    """
    try:
        control = TimeControl.parse(text)
    except BadTimeControl:
        return spelled(text, language)
    link = f"; {lexicon(language).word('game.control.then')} "
    return link.join(_period(period, language) for period in control.periods)


def refusal_words(problem: Problem, example: str, language: str) -> Utterance:
    """Why a time control is refused, and what to say instead; ``example`` in its text form."""
    words, of_moves = lexicon(language), lexicon(MOVES)
    to_say = of_moves.phrase(of_moves.word(f"commands.set time {example}"))
    shown = (*to_say, *words.phrase(f" ({example})"))
    reason = (*words.sentence(f"game.bad control.{problem.name.lower()}"), *words.phrase(" "))
    return Utterance(
        join((*reason, *words.sentence("game.bad control.example", example=to_say))),
        Priority.NEXT,
        eye=join((*reason, *words.sentence("game.bad control.example", example=shown))),
    )


def extra_is_usual(text: str) -> bool:
    """Whether the extra time of each move is of two to sixty seconds (6.3.2), or there is none."""
    try:
        return TimeControl.parse(text).extra_is_usual
    except BadTimeControl:
        return True


def _period(period: Period, language: str) -> str:
    words = duration(period.base * SECOND, language, exact=True)
    if period.moves is not None:
        moves = count(period.moves, "move", language)
        words = lexicon(language).text("game.control.period", time=words, count=moves)
    if period.extra:
        time = duration(period.extra * SECOND, language)
        words += f", {lexicon(language).text(f'game.control.{_KINDS[period.kind]}', time=time)}"
    return words
