# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines, words and presses at a table, at random: one of the campaigns of torture.

What must hold: nothing breaks, the game can be rebuilt from its record, the PIN is on no record, no
digit reaches the voice, and nobody is told of unknown sounds.
"""

import random
from pathlib import Path
from typing import Any

from announce.text.settings import LANGUAGES, Settings
from game.app.commands import verify
from record.journal import Archive
from record.session import Happened, begin, resume
from table import reception
from table.arbiter import pin
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import (
    Begin,
    DeviceChanged,
    EnvelopeNoted,
    Hearing,
    Input,
    MoveSealedIn,
    Pressed,
    ReadBack,
    Said,
    Stood,
)
from table.events.dialogue import Device, Stoppage
from table.events.game import Role
from voice.language.commands import CommandName
from voice.language.grammar import examples
from voice.language.lexicon import vocabulary
from voice.language.transcript import UNKNOWN, Transcript

PIN = "470815470815"
"""So long that it stands in no hash by chance."""
KEY = bytes(32)

_LINES = (
    *("e4", "e5", "d4", "d5", "Sf3", "Sc6", "Springer Gustav eins Felix drei", "Ke2", "O-O", "e8D"),
    *("a4", "a5", "h4", "h5", "e2e4", "e7e5", "B8b7", "Dh5", "Lc4", "Sf6", "Dxf7", "exd5", "", ""),
    *("Uhr", "ja", "nein", "Korrektur", "Remis", "annehmen", "ich gebe auf", "Pause", "weiter"),
    *("neue Partie", "Revanche", "Zeit", "Stellung", "Hilfe", "was darf der Springer", "warum"),
    *("schiedsrichter", f"schiedsrichter: {PIN}", f"PIN {PIN}", f"shiedsrichter {PIN}", PIN, "123"),
    *("arbiter: zwei Minuten für Weiß", "arbiter: Ergebnis 1-0", "arbiter: Verwarnung Schwarz"),
    *("arbiter: regelwidriger Zug Weiß", "arbiter: zurück nach Zug eins Weiß", "arbiter: Ende"),
    *("arbiter: Farben vertauscht neue Partie", "arbiter: Weiß fehlt", "arbiter: weiter", "?"),
    *("vertagen", "berührt Springer Gustav eins", "Brettvergleich Weiß Eva vier", "wer ist dran"),
    *("Weiß heißt Anna Berg", "Runde drei", "40/5400+30,1800+30", "fünf Minuten", "-5+3", "90+30"),
    *("schwarz: e5", "weiß: Zeit", "assistent: Uhr", "mitgeschrieben e4", "unterschreibe Remis"),
)
_SIGNS = "abcdefgh12345678 +-=#xO/:.,?!äöüß“\u200b\u202e\x00\x1b[31m٤🙂e4"
_LONGEST = 200

_INPUTS: dict[str, Input] = {
    "white presses": Pressed(Role.WHITE),
    "black presses": Pressed(Role.BLACK),
    "somebody presses": Pressed(),
    "speech": Hearing(True),
    "silence": Hearing(False),
    "restart": Stood(),
    "sleep": Stood(Stoppage.ASLEEP),
    "microphone lost": DeviceChanged(Device.MICROPHONE, False, "gone"),
    "microphone back": DeviceChanged(Device.MICROPHONE, True),
    "sealed": MoveSealedIn("hidden", Role.WHITE),
    "envelope": EnvelopeNoted("A", "B", "C"),
}

_CONDITIONS: dict[str, tuple[Any, ...]] = {
    "mode": tuple(mode.value for mode in Mode),
    "time_control": ("90+30", "1", "2/60+2,30", "5+3", "10s"),
    "press_after": (None, 0, SECOND),
    "repeat": (False, True),
    "pin": (False, True),
    "language": LANGUAGES,
}


def talking(rng: random.Random) -> list[Any]:
    """A game: its conditions, and then a pause in milliseconds with what happens after it."""
    case: list[Any] = [{name: rng.choice(values) for name, values in _CONDITIONS.items()}]
    for _ in range(rng.randrange(1, 60)):
        pause = rng.choice((0, 1, 400, 1_500, 20_000, rng.randrange(200_000)))
        kind = rng.random()
        if kind < 0.6:
            case.append([pause, "types", line(rng)])
        elif kind < 0.85:
            case.append([pause, "says", [_words(rng) for _ in range(rng.randrange(1, 4))]])
        elif kind < 0.97:
            case.append([pause, "does", rng.choice(sorted(_INPUTS))])
        else:
            case.append([pause, "leaves", ""])
    return case


def line(rng: random.Random) -> str:
    known = rng.choice((*_LINES, *examples(rng.choice(list(CommandName)))))
    way = rng.random()
    if way < 0.6:
        return known
    if way < 0.9:  # a slip or two
        letters = list(known)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(letters) + 1)
            letters[place : place + rng.randrange(2)] = rng.choice(_SIGNS) * rng.randrange(3)
        return "".join(letters)[:_LONGEST]
    if way < 0.95:
        return (known + " ") * rng.randrange(2, 20)
    return "".join(rng.choice(_SIGNS) for _ in range(rng.randrange(_LONGEST)))


def _words(rng: random.Random) -> str:
    words = (*vocabulary(), UNKNOWN, UNKNOWN, "vier", "acht", "remis")
    known = rng.choice((*_LINES, *examples(rng.choice(list(CommandName))))).lower().split()
    heard = known if rng.random() < 0.5 else [rng.choice(words) for _ in range(rng.randrange(1, 7))]
    heard = [rng.choice(words) if rng.random() < 0.1 else word for word in heard]
    return " ".join(heard) or UNKNOWN


class Player:
    """Does at a table what a case says, on a clock of its own."""

    def __init__(self, agreed: dict[str, Any], folder: Path) -> None:
        self._secret = PIN if agreed.get("pin") else None
        fields = {name: value for name, value in agreed.items() if name != "pin"}
        fields["mode"] = Mode(fields.get("mode", "training"))
        kept = pin.hashed(PIN, KEY) if agreed.get("pin") else ""
        self.archive = Archive(folder / "games.sqlite")
        self.settings = Settings(language=fields.get("language", "de"))
        conditions = Conditions(arbiter_pin=kept, **fields)
        self.session = begin(self.archive, conditions, self.settings, _wall, pin_key=KEY)
        self.now = 0

    def do(self, kind: str, what: Any) -> None:
        if kind == "leaves":
            self.session.close()
            self.session, self.now = resume(self.archive, 1, self.settings, _wall, pin_key=KEY)
        elif kind == "does":
            self._put(_INPUTS[what])
        elif kind == "types":
            line = reception.addressed(what)
            given = reception.typed(
                line, self.session.state, self.now, None, self.settings.language
            )
            if isinstance(given, Said):
                self._receive(given)
            elif isinstance(given, Pressed):
                self._work_off(reception.press(given.who, self.session.state, self.now))
        else:
            share = 1 / len(what)
            heard = [Transcript(text, share) for text in what]
            said = reception.spoken(heard, self.session.state, self.now)
            if isinstance(said, Hearing):
                self._put(said)
            else:
                self._receive(said)

    def wait(self, pause: int) -> None:
        until = self.now + pause * 1_000_000
        for at, happened in self.session.advance(until):
            self.now = max(self.now, at)
            self._check(happened)
        self.now = max(self.now, until)

    def _receive(self, said: Said) -> None:
        self._work_off(reception.receive(said, self.session.state, self.now))

    def _work_off(self, received: reception.Received) -> None:
        if received.begins:
            self._put(Begin(by_move=received.given is not None))
        if received.given is not None:
            self._put(received.given)

    def _put(self, given: Input) -> None:
        happened = self.session.put(given, self.now)
        self._check(happened)
        if happened.waits:
            self._check(self.session.put(ReadBack(), self.now))

    def _check(self, happened: Happened) -> None:
        for one in happened.utterances:
            assert UNKNOWN not in one.text, one
            assert not any(letter in "0123456789" for letter in one.spoken), one
            assert self._secret is None or self._secret not in one.text, one


def talk(case: list[Any], folder: Path) -> None:
    """Play a case, and look at what is on record."""
    agreed = case[0] if isinstance(case[0], dict) else {}
    player = Player(agreed, folder)
    try:
        for pause, kind, what in (step for step in case if isinstance(step, list)):
            player.wait(pause)
            player.do(kind, what)
        state = player.session.state
    finally:
        player.session.close()
    verify.report(player.archive, 1, state.outcome.result if state.outcome else "*")
    player.archive.check_games()
    if agreed.get("pin"):
        assert PIN.encode() not in player.archive.path.read_bytes(), "the PIN is on record"


def _wall() -> str:
    return "2026-01-01T12:00:00+01:00"
