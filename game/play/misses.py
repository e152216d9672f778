# SPDX-License-Identifier: GPL-3.0-or-later
"""What helps whoever types something that is not understood, and types on."""

from announce.lexicon import lexicon
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser
from record.session import Session
from table.core.inputs import Said
from table.nearest import nearest
from voice.language.interpretation import NotUnderstood

TELLS_AT = 2
"""So many lines in a row were not understood: once more, and it would be talk."""


class Misses:
    """Counts the typed lines in a row that were not understood; used by one thread."""

    def __init__(self) -> None:
        self._count = 0

    def after(self, given: Said, session: Session, language: str) -> list[Utterance]:
        """What to tell after a typed line: once in a row of misses, what comes nearest.

        A line that may hold a secret is told nobody, and so is nothing like it.
        """
        self._count = self._count + 1 if isinstance(given.intent, NotUnderstood) else 0
        if self._count != TELLS_AT or not given.heard:
            return []
        found = nearest(given, session.state, language, session.table.handle)
        phraser = Phraser(session.settings)
        told = [lexicon(of).phrase(phrase) for phrase, of in found]
        if len(told) > 1:
            return [phraser.say("program.message.nearest_two", command=told[0], other=told[1])]
        return [phraser.say("program.message.nearest", command=one) for one in told]
