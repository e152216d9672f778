# SPDX-License-Identifier: GPL-3.0-or-later
"""The envelope of a sealed move (Guidelines I): closed and opened with the arbiter's passphrase.

What is in it never reaches the table, the journal, the screen or the loudspeaker before it is
opened: it is encrypted here, at the edge, and goes on as a text that nobody can read. The
passphrase is kept in memory only, and only until the envelope is closed.
"""

from difflib import get_close_matches

from rules.rights import Right
from rules.touch import obligation
from table.acts import adjournment
from table.core import rights
from table.core.inputs import EnvelopeNoted, EnvelopeOpened, MoveSealedIn, Said
from table.core.state import State
from table.events.game import Refusal, Refused, Role
from table.reception import Received
from voice.language import lexicon
from voice.language.commands import Command
from voice.language.intent import understand_typed
from voice.language.interpretation import Heard, NotUnderstood

_WORDS = {
    spelling: key
    for table in lexicon.written_anywhere("envelope")
    for key, words in table.items()
    for word in words
    for spelling in (word.lower(), lexicon.in_ascii(word), lexicon.without_marks(word.lower()))
}
"""What the first words of a line about the envelope mean, in any language."""

LEAST = 8
"""Letters of the shortest passphrase of an envelope."""

_LIKE = 0.8  # of the letters; below that a word is another word, and not a slip

_NOTED = ("white", "black", "resumption")
"""What stands on the envelope."""


class Vault:
    """Stands between what is said and the table while a move is sealed; owns the passphrase."""

    def __init__(self) -> None:
        self._passphrase = ""

    def typed(
        self,
        text: str,
        state: State,
        who: Role | None,
        now: int,
        interface: str = lexicon.GERMAN.name,
    ) -> Received | None:
        """The act on the envelope that a typed line asks for; None if it asks for none."""
        word, rest = _parted(text)
        if word == "open" and (passphrase := _after_envelope(rest)) is not None:
            word, rest = "envelope", f"{text.split(maxsplit=1)[0]} {passphrase}"
        if word == "passphrase":
            rest = text.strip()
        if word in ("envelope", "passphrase") and (found := self._about(rest, state, who, now)):
            return found
        if state.adjourned is not None and not word and may_hold_secret(text):
            return _refused(state, now, Refusal.NOT_HERE)  # a slip: it goes on no record
        if not state.sealing:
            return None
        if word == "seal":
            return self._seal(rest, state, who, now, interface)
        position, asked = state.position, state.asked_of(state.position.turn)
        intent = understand_typed(text, position, asked, interface=interface)
        return self._while_sealing(
            Said(intent, now, who), text, state, interface, strict=state.conditions.competes
        )

    def spoken(self, said: Said, text: str, state: State) -> Received | None:
        """The same for what was whispered while a move is sealed: only what was heard clearly goes
        into the envelope."""
        return self._while_sealing(said, text, state, lexicon.GERMAN.name, strict=False)

    def _while_sealing(
        self, said: Said, text: str, state: State, interface: str, *, strict: bool
    ) -> Received | None:
        """I.1.1: a move that is played on the board after all is the sealed move."""
        if isinstance(said.intent, Command) or said.who is Role.ARBITER:
            return None
        clear = isinstance(said.intent, Heard)
        if clear or (strict and not isinstance(said.intent, NotUnderstood)):
            return self._seal(text, state, said.who, said.ended_at, interface)
        return _refused(state, said.ended_at, Refusal.SEAL_QUIETLY, "I.1.1")

    def _seal(
        self, text: str, state: State, who: Role | None, now: int, interface: str
    ) -> Received:
        from record import cipher  # noqa: PLC0415 - few games are adjourned

        if not self._passphrase:
            return _refused(state, now, Refusal.NO_PASSPHRASE, "I.3")
        if not text or len(text.encode()) > cipher.PADDED:
            return _refused(state, now, Refusal.SEAL_QUIETLY, "I.1.1")
        meant = understand_typed(text, state.position, interface=interface)
        must = obligation(state.position, state.hands)
        if must is not None and isinstance(meant, Heard) and meant.move not in must.moves:
            return _refused(state, now, Refusal.TOUCH_BINDS, must.article)
        if understand_typed(text, state.position) != meant and isinstance(meant, Heard):
            text = meant.move.uci()  # whoever opens it may use another language
        sealed = cipher.seal(text, self._passphrase, state.position.fen)
        return Received(given=MoveSealedIn(sealed, who))

    def _about(self, rest: str, state: State, who: Role | None, now: int) -> Received | None:
        """ "Umschlag Kennwort …", "Umschlag Weiß …", "Umschlag Fortsetzung …", typed only.

        What comes too early or has a slip in it may hold the passphrase: it goes on no record.
        """
        name, value = _parted(rest)
        if not value:
            return None
        if state.adjourned is None:
            return _refused(state, now, Refusal.NOT_ADJOURNED, "I.1.1")
        if who is Role.ARBITER and not state.believes_arbiter:
            return _refused(state, now, Refusal.PIN_NEEDED, "12.3")
        secret = name in ("passphrase", "open")
        wanted = Right.OPEN_ENVELOPE if secret else Right.WRITE_ENVELOPE
        hindered = rights.obstacle_to(state, wanted, who)
        if hindered is not None:
            return _refused(state, now, *hindered)
        if name == "open" or (secret and not state.sealing):
            return self._open(value, state, who, now)
        if secret:
            return self._set(value, state, now)
        if name not in _NOTED:
            return _refused(state, now, Refusal.NOT_HERE)
        return Received(given=EnvelopeNoted(who=who, **{name: value}))

    def _set(self, passphrase: str, state: State, now: int) -> Received:
        assert state.adjourned is not None
        if state.adjourned.sealed:
            return _refused(state, now, Refusal.SEALED_ALREADY, "I.3")
        if len(passphrase) < LEAST:
            return _refused(state, now, Refusal.SHORT_PASSPHRASE, "I.3")
        self._passphrase = passphrase
        return Received(message="passphrase")

    def _open(self, passphrase: str, state: State, who: Role | None, now: int) -> Received:
        from record import cipher  # noqa: PLC0415

        hindered = adjournment.closed_because(state)
        if hindered is not None:
            return _refused(state, now, *hindered)
        assert state.adjourned is not None
        try:
            text = cipher.unseal(state.adjourned.sealed, passphrase, state.position.fen)
        except cipher.WrongPassphrase:
            return _refused(state, now, Refusal.WRONG_PASSPHRASE, "I.3")
        self._passphrase = passphrase  # for a reply that is sealed (I.9.3)
        return Received(given=EnvelopeOpened(understand_typed(text, state.position), text, who))


def _refused(state: State, now: int, refusal: Refusal, article: str = "") -> Received:
    return Received(refused=Refused(now, state.position.turn, refusal, article))


def _after_envelope(text: str) -> str | None:
    """The words after "envelope", or "the envelope", at the beginning; None if it is not there."""
    for _ in range(2):
        word, text = _parted(text)
        if word == "envelope":
            return text
    return None


def _parted(text: str) -> tuple[str, str]:
    """The meaning of the first word for the envelope, if any, and the words after it."""
    word, _, rest = text.strip().partition(" ")
    written = lexicon.in_one_script(word.lower()).strip(".,:;!?\"'()")
    return _WORDS.get(written, ""), rest.strip()


def may_hold_secret(text: str) -> bool:
    """True if a line is about the passphrase of an envelope, or would be but for a slip: it is not
    to stay on a screen, nor to go on a record."""
    words = [lexicon.in_one_script(word.lower()).strip(".,:;!?\"'()") for word in text.split()]
    return (
        len(words) > 1
        and _meant(words[0]) in ("envelope", "passphrase", "open")
        and (
            _meant(words[0]) == "passphrase"
            or any(_meant(word) in ("passphrase", "open", "envelope") for word in words[1:3])
        )
    )


def _meant(word: str) -> str:
    near = get_close_matches(word, _WORDS, 1, _LIKE) if len(word) > 3 else []
    return _WORDS.get(word) or (_WORDS[near[0]] if near else "")
