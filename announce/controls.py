# SPDX-License-Identifier: GPL-3.0-or-later
"""A time control in words: "90+30" must not reach a voice as it is written."""

from announce.lexicon import lexicon
from announce.numbers import SECOND, count, duration, spelled
from clock.control import BadTimeControl, Kind, Period, TimeControl

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


def _period(period: Period, language: str) -> str:
    words = duration(period.base * SECOND, language, exact=True)
    if period.moves is not None:
        words = f"{count(period.moves, 'move', language)}: {words}"
    if period.extra:
        template: str = lexicon(language).tables["control"][_KINDS[period.kind]]
        words += f", {template.format(time=duration(period.extra * SECOND, language))}"
    return words
