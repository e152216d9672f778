# SPDX-License-Identifier: GPL-3.0-or-later
"""A time control in words, or why it is none: "90+30" must not reach a voice as it is written."""

from announce.lexicon import lexicon
from announce.utterance import MOVES, Utterance
from announce.words.numbers import SECOND, count, duration, spelled
from clock.control import BadTimeControl, Kind, Period, Problem, TimeControl

_KINDS = {Kind.INCREMENT: "increment", Kind.DELAY: "delay", Kind.BRONSTEIN: "bronstein"}


def control_words(text: str, language: str) -> str:
    """ "vierzig Züge: eine Stunde und dreißig Minuten, dazu dreißig Sekunden je Zug; dann …".

    What is no time control is spelled out as it stands.
    """
    try:
        control = TimeControl.parse(text)
    except BadTimeControl:
        return spelled(text, language)
    link = f"; {lexicon(language).tables['control']['then']} "
    return link.join(_period(period, language) for period in control.periods)


def refusal_words(problem: Problem, example: str, language: str) -> Utterance:
    """Why a time control is refused, and what to say instead; ``example`` in its text form."""
    words, german = lexicon(language), lexicon(MOVES)
    template: str = words.tables["bad control"][problem.name.lower()]
    to_say = german.phrase(german.tables["commands"][f"set time {example}"])
    example_of = words.tables["bad control"]["example"]
    spoken = words.line(f"{template} {example_of}", example=to_say)
    shown = words.line(
        f"{template} {example_of}", example=(*to_say, *words.phrase(f" ({example})"))
    )
    return Utterance(spoken, eye=shown)


def extra_is_usual(text: str) -> bool:
    """Whether the extra time of each move is of two to sixty seconds (6.3.2), or there is none."""
    try:
        return TimeControl.parse(text).extra_is_usual
    except BadTimeControl:
        return True


def _period(period: Period, language: str) -> str:
    words = duration(period.base * SECOND, language, exact=True)
    if period.moves is not None:
        words = f"{count(period.moves, 'move', language)}: {words}"
    if period.extra:
        template: str = lexicon(language).tables["control"][_KINDS[period.kind]]
        words += f", {template.format(time=duration(period.extra * SECOND, language))}"
    return words
