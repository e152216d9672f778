# SPDX-License-Identifier: GPL-3.0-or-later
"""The envelope of a sealed move (Guidelines I): closed and opened with the arbiter's passphrase.

What is in it never reaches the table, the journal, the screen or the loudspeaker before it is
opened: it is encrypted here, at the edge, and goes on as a text that nobody can read. The
passphrase is kept in memory only, and only until the envelope is closed.
"""

from dataclasses import dataclass

from rules.touch import obligation
from table import adjournment
from table.events.game import Refusal, Refused, Role
from table.inputs import EnvelopeNoted, EnvelopeOpened, Input, MoveSealedIn
from table.state import State
from voice.language.commands import Command
from voice.language.intent import Heard, Intent, NotUnderstood, understand_typed

NAMES = {"weiß": "white", "weiss": "white", "schwarz": "black", "fortsetzung": "resumption"}
KEYWORDS = ("kennwort", "öffnen", "oeffnen")


@dataclass(frozen=True, slots=True)
class Taken:
    """A line that was about the envelope: the input it makes, or why it makes none.

    ``told`` is the name of a message for what is on no record.
    """

    given: Input | None = None
    refusal: Refusal | None = None
    article: str = ""
    told: str = ""

    def refused(self, state: State, now: int) -> Refused | None:
        """Why it makes none, to be told and not to be recorded."""
        if self.refusal is None:
            return None
        return Refused(now, state.position.turn, self.refusal, self.article)


class Vault:
    """Stands between what is said and the table while a move is sealed; owns the passphrase."""

    def __init__(self) -> None:
        self._passphrase = ""

    def typed(self, text: str, state: State, who: Role | None) -> Taken | None:
        """What a typed line is for the envelope; None where it is nothing to it."""
        word, rest = _parted(text)
        if word == "kennwort":
            rest = text.strip()
        if word in ("umschlag", "kennwort") and (taken := self._about(rest, state, who)):
            return taken
        if not state.sealing:
            return None
        if word == "abgabezug":
            return self._seal(rest, state, who)
        intent = understand_typed(text, state.position, state.asked_about)
        return self._while_sealing(intent, text, state, who, strict=_competes(state))

    def spoken(self, intent: Intent, text: str, state: State, who: Role | None) -> Taken | None:
        """The same for what was whispered: only what was heard clearly goes into the envelope."""
        if not state.sealing:
            return None
        return self._while_sealing(intent, text, state, who, strict=False)

    def _while_sealing(
        self, intent: Intent, text: str, state: State, who: Role | None, *, strict: bool
    ) -> Taken | None:
        """I.1.1: a move that is played on the board after all is the sealed move."""
        if isinstance(intent, Command) or who is Role.ARBITER:
            return None
        clear = isinstance(intent, Heard)
        if clear or (strict and not isinstance(intent, NotUnderstood)):
            return self._seal(text, state, who)
        return Taken(refusal=Refusal.SEAL_QUIETLY, article="I.1.1")

    def _seal(self, text: str, state: State, who: Role | None) -> Taken:
        from game import cipher  # noqa: PLC0415 - few games are adjourned

        if not self._passphrase:
            return Taken(refusal=Refusal.NO_PASSPHRASE, article="I.3")
        if not text or len(text.encode()) > cipher.PADDED:
            return Taken(refusal=Refusal.SEAL_QUIETLY, article="I.1.1")
        meant = understand_typed(text, state.position)
        must = obligation(state.position, state.hands)
        if must is not None and isinstance(meant, Heard) and meant.move not in must.moves:
            return Taken(refusal=Refusal.TOUCH_BINDS, article=must.article)
        sealed = cipher.seal(text, self._passphrase, state.position.fen)
        return Taken(MoveSealedIn(sealed, who))

    def _about(self, rest: str, state: State, who: Role | None) -> Taken | None:
        """ "Umschlag Kennwort …", "Umschlag Weiß …", "Umschlag Fortsetzung …", typed only.

        What comes too early or has a slip in it may hold the passphrase: it goes on no record.
        """
        name, value = _parted(rest)
        if not value:
            return None
        if state.adjourned is None:
            return Taken(refusal=Refusal.NOT_ADJOURNED, article="I.1.1")
        if who is Role.ARBITER and not state.believes_arbiter:
            return Taken(refusal=Refusal.PIN_NEEDED, article="12.3")
        if name in KEYWORDS:
            if _competes(state) and who is not Role.ARBITER:
                return Taken(refusal=Refusal.ARBITER_ONLY, article="I.3")
            if state.sealing:
                self._passphrase = value
                return Taken(told="passphrase")
            return self._open(value, state)
        field = NAMES.get(name)
        if field is None:
            return Taken(refusal=Refusal.NOT_HERE)
        return Taken(EnvelopeNoted(who=who, **{field: value}))

    def _open(self, passphrase: str, state: State) -> Taken:
        from game import cipher  # noqa: PLC0415

        hindered = adjournment.closed_because(state)
        if hindered is not None:
            return Taken(None, *hindered)
        assert state.adjourned is not None
        try:
            text = cipher.unseal(state.adjourned.sealed, passphrase, state.position.fen)
        except cipher.WrongPassphrase:
            return Taken(refusal=Refusal.WRONG_PASSPHRASE, article="I.3")
        self._passphrase = passphrase  # for a reply that is sealed (I.9.3)
        return Taken(EnvelopeOpened(understand_typed(text, state.position), text))


def _parted(text: str) -> tuple[str, str]:
    """The first word, in small letters and without a colon, and what comes after it."""
    word, _, rest = text.strip().partition(" ")
    return word.casefold().rstrip(":"), rest.strip()


def _competes(state: State) -> bool:
    return state.conditions.competes
