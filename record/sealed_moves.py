# SPDX-License-Identifier: GPL-3.0-or-later
"""The envelope of a sealed move (Guidelines I): closed and opened with the arbiter's passphrase.

What is in it never reaches the table, the journal, the screen or the loudspeaker before it is
opened: it is encrypted here, at the edge, and goes on as a text that nobody can read. The
passphrase has a prompt of its own, hidden; it is kept in memory only, and only until the envelope
is closed. A command line is no place for a secret: one slip in the words before it, and it stands
on the screen and on record.
"""

import base64
import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from rules.rights import Right
from rules.touch import obligation
from table.acts import adjournment
from table.core import rights
from table.core.inputs import EnvelopeNoted, EnvelopeOpened, MoveSealedIn, Said
from table.core.state import State
from table.events.game import Refusal, Refused, Role
from table.reception import Received
from voice.language import lexicon
from voice.language.commands import Command, CommandName
from voice.language.intent import understand_typed
from voice.language.interpretation import Heard, NoMatch

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM


@cache
def _meanings() -> dict[str, str]:
    """The meanings of the first words of a line about the envelope, in any language."""
    return {
        spelling: key
        for table in lexicon.written_anywhere("envelope")
        for key, words in table.items()
        for word in words
        for spelling in (word.lower(), lexicon.in_ascii(word), lexicon.without_marks(word.lower()))
    }


LEAST = 8
"""Letters of the shortest passphrase of an envelope."""

SALT = 16  # bytes
NONCE = 12  # bytes
PADDED = 128  # bytes: the length shall tell nothing of the move
COST = 2**15  # of scrypt: a tenth of a second, 32 MiB

_NOTED = ("white", "black", "resumption")
"""The particulars on the envelope."""


Entered = Callable[[str, State, int], Received]
"""Does something with a passphrase, in a state at a time."""


class SealedMoves:
    """Stands between what is said and the table while a move is sealed; owns the passphrase.

    While ``asks`` is not None the next line from the keyboard is a passphrase, which is for it: it
    is not to be seen, and goes to :meth:`entered`.
    """

    def __init__(self) -> None:
        self._passphrase = ""
        self.asks: Entered | None = None
        self._first = ""  # of two entries
        self._asker: Role | None = None

    def entered(self, passphrase: str, state: State, now: int) -> Received:
        """The answer to the passphrase that was asked for; empty: there is none."""
        asks, self.asks = self.asks, None
        if asks is None or not passphrase:
            self._first = ""
            return Received(message="no_passphrase")
        return asks(passphrase, state, now)

    def _new(self, passphrase: str, state: State, now: int) -> Received:
        if len(passphrase) < LEAST:
            return _refused(state, now, Refusal.SHORT_PASSPHRASE, "I.3")
        self._first = passphrase
        return self._ask(self._repeated, self._asker, "passphrase_again")

    def _repeated(self, passphrase: str, state: State, now: int) -> Received:
        first, self._first = self._first, ""
        if passphrase != first:
            return Received(message="other_passphrase")
        if not state.sealing or state.adjourned is None or state.adjourned.sealed:
            return _refused(state, now, Refusal.SEALED_ALREADY, "I.3")  # meanwhile
        self._passphrase = passphrase
        return Received(message="passphrase")

    def typed(
        self, said: Said, text: str, state: State, interface: str = lexicon.GERMAN.name
    ) -> Received | None:
        """The act on the envelope that a typed line asks for; None if it asks for none. ``said``
        is the meaning of ``text`` beside it."""
        now, who = said.ended_at, said.who
        word, rest = _parted(text)
        if word == "passphrase":
            word, rest = "envelope", text.strip()
        if word == "envelope" and (found := self._about(rest, state, who, now)):
            return found
        if isinstance(said.intent, Command) and said.intent.name is CommandName.OPEN_ENVELOPE:
            return self._ask_to_open(state, who)
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
        """The act on the envelope of words that were whispered while a move is sealed: only what
        was heard clearly goes into it."""
        return self._while_sealing(said, text, state, lexicon.GERMAN.name, strict=False)

    def _while_sealing(
        self, said: Said, text: str, state: State, interface: str, *, strict: bool
    ) -> Received | None:
        """I.1.1: a move that is played on the board after all is the sealed move."""
        if isinstance(said.intent, Command) or said.who is Role.ARBITER:
            return None
        clear = isinstance(said.intent, Heard)
        if clear or (strict and not isinstance(said.intent, NoMatch)):
            return self._seal(text, state, said.who, said.ended_at, interface)
        return _refused(state, said.ended_at, Refusal.SEAL_QUIETLY, "I.1.1")

    def _seal(
        self, text: str, state: State, who: Role | None, now: int, interface: str
    ) -> Received:
        if not self._passphrase:
            return _refused(state, now, Refusal.NO_PASSPHRASE, "I.3")
        if not text or len(text.encode()) > PADDED:
            return _refused(state, now, Refusal.SEAL_QUIETLY, "I.1.1")
        meant = understand_typed(text, state.position, interface=interface)
        must = obligation(state.position, state.hands)
        if must is not None and isinstance(meant, Heard) and meant.move not in must.moves:
            return _refused(state, now, Refusal.TOUCH_BINDS, must.article)
        if understand_typed(text, state.position) != meant and isinstance(meant, Heard):
            text = meant.move.uci()  # whoever opens it may use another language
        sealed = seal(text, self._passphrase, state.position.fen)
        return Received(given=MoveSealedIn(sealed, who))

    def _about(self, rest: str, state: State, who: Role | None, now: int) -> Received | None:
        """ "Umschlag Kennwort", "Umschlag Weiß …", "Umschlag Fortsetzung …", typed only.

        A passphrase typed together with its command is not recorded, but it is not accepted either.
        """
        name, value = _parted(rest)
        secret = name == "passphrase"
        if not (value or secret):
            return None
        if name == "open":
            return _refused(state, now, Refusal.NO_PASSPHRASE, "I.3")
        if name not in (*_NOTED, "passphrase"):
            return _refused(state, now, Refusal.NOT_HERE)
        if state.adjourned is None:
            return _refused(state, now, Refusal.NOT_ADJOURNED, "I.1.1")
        if who is Role.ARBITER and not state.believes_arbiter:
            return _refused(state, now, Refusal.PIN_NEEDED, "12.3")
        wanted = Right.OPEN_ENVELOPE if secret else Right.WRITE_ENVELOPE
        hindered = rights.obstacle_to(state, wanted, who)
        if hindered is not None:
            return _refused(state, now, *hindered)
        if not secret:
            return Received(given=EnvelopeNoted(who=who, **{name: value}))
        if value:
            return _refused(state, now, Refusal.NO_PASSPHRASE, "I.3")
        if not state.sealing or state.adjourned.sealed:
            return _refused(state, now, Refusal.SEALED_ALREADY, "I.3")
        return self._ask(self._new, who, "new_passphrase")

    def _ask(self, asks: Entered, who: Role | None, name: str) -> Received:
        self.asks, self._asker = asks, who
        return Received(message=name)

    def _ask_to_open(self, state: State, who: Role | None) -> Received | None:
        """Ask for the passphrase; None if the table has to say why the envelope stays closed."""
        if who is Role.ARBITER and not state.believes_arbiter:
            return None
        if rights.obstacle_to(state, Right.OPEN_ENVELOPE, who) is not None:
            return None
        if adjournment.closed_because(state) is not None:
            return None
        return self._ask(self._open, who, "envelope_passphrase")

    def _open(self, passphrase: str, state: State, now: int) -> Received:
        hindered = adjournment.closed_because(state)
        if hindered is not None:
            return _refused(state, now, *hindered)
        assert state.adjourned is not None
        text = unseal(state.adjourned.sealed, passphrase, state.position.fen)
        if text is None:
            return _refused(state, now, Refusal.WRONG_PASSPHRASE, "I.3")
        self._passphrase = passphrase  # for a reply that is sealed (I.9.3)
        meant = understand_typed(text, state.position)
        return Received(given=EnvelopeOpened(meant, text, self._asker))


def _refused(state: State, now: int, refusal: Refusal, article: str = "") -> Received:
    return Received(refused=Refused(now, state.position.turn, refusal, article))


def _parted(text: str) -> tuple[str, str]:
    """The meaning of the first word for the envelope, if any, and the words after it."""
    word, _, rest = text.strip().partition(" ")
    written = lexicon.in_one_script(word.lower()).strip(".,:;!?\"'()")
    return _meanings().get(written, ""), rest.strip()


# --- The cipher: AES-GCM under a key that scrypt makes of the passphrase --------------------------


def seal(text: str, passphrase: str, position: str) -> str:
    """``text`` so that only the passphrase makes it readable, in the ``position`` (a FEN)."""
    salt, nonce = os.urandom(SALT), os.urandom(NONCE)
    padded = text.encode().ljust(PADDED, b"\0")
    hidden = _cipher(passphrase, salt).encrypt(nonce, padded, position.encode())
    return base64.urlsafe_b64encode(salt + nonce + hidden).decode()


def unseal(sealed: str, passphrase: str, position: str) -> str | None:
    """The text that :func:`seal` hid; None if this passphrase does not open the envelope."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415

    try:
        data = base64.urlsafe_b64decode(sealed.encode())
        salt, nonce, hidden = data[:SALT], data[SALT : SALT + NONCE], data[SALT + NONCE :]
        shown = _cipher(passphrase, salt).decrypt(nonce, hidden, position.encode())
    except (InvalidTag, ValueError):
        return None
    return shown.rstrip(b"\0").decode()


def _cipher(passphrase: str, salt: bytes) -> "AESGCM":
    from cryptography.hazmat.primitives.ciphers.aead import (  # noqa: PLC0415 - it loads slowly
        AESGCM,
    )
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt  # noqa: PLC0415

    return AESGCM(Scrypt(salt=salt, length=32, n=COST, r=8, p=1).derive(passphrase.encode()))
