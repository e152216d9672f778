# SPDX-License-Identifier: GPL-3.0-or-later
"""Secrets typed at the table and in a terminal: two campaigns of torture.

A PIN, a passphrase and a sealed move are typed unseen; no later word, no file and no line of the
terminal has them.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from announce.text.settings import Settings
from bench.terminals import Terminal
from bench.torture.talk import line
from game.base.game_time import GameTime
from game.base.inbox import Inbox, TypedLine
from game.play.equipment import Equipment
from game.play.game import Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from record.journal import Archive
from record.session import begin, resume
from table.arbiter import pin
from table.core.conditions import SECOND, Conditions, Mode

PIN = "471147471147"
"""So long that it stands in no hash by chance."""
KEY = bytes(32)
PASSPHRASE, SLIP = "gut gehütet im Tresor", "gut gehütte im Tresor"

_PLAY = ("e4", "", "e5", "", "Sf3", "", "Sc6", "")
_TAKE_OVER = ("Schiedsrichter", PIN)
_SEAL = ("vertagen", "Umschlag Kennwort", PASSPHRASE, PASSPHRASE, "Umschlag Fortsetzung morgen")
_MOVE = ("Springer Gustav eins Felix drei", "Abgabezug Lb5", "Abgabezug d4", "Abgabezug a6")
_GO_ON = ("Schiedsrichter", PIN, "Weiß ist da", "Schwarz ist da", "Umschlag öffnen", PASSPHRASE)
_ASTRAY = (
    *("ja", "nein", "weiter", "Pause", "Zeit", "", "Ende", SLIP, PIN, PASSPHRASE, "12", "471"),
    *("Umschlag öffnen", "Umschlag Kennwort", "Umschlag Weiß Anna", "Uhr", "Schiedsrichter"),
    *("schwarz: Umschlag öffnen", "arbiter: vertagen", "Abgabezug", "Abgabezug Sc3", "e5"),
)


def sealing(rng: random.Random) -> list[Any]:
    """Lines of a game that is adjourned, with slips, and a program that is left now and then."""
    way = [
        *_PLAY[: 2 * rng.randrange(1, 5)],
        *(rng.choice((_TAKE_OVER, ())) or ()),
        *_SEAL,
        rng.choice(_MOVE),
        "",
        *_GO_ON,
    ]
    case: list[Any] = []
    for each in way:
        while rng.random() < 0.15:
            case.append(rng.choice((*_ASTRAY, line(rng))))
        if rng.random() < 0.05:
            case.append(None)  # the program is left, and gone on with
        if rng.random() < 0.95:
            case.append(each)
    return [{"mode": rng.choice(tuple(Mode)).value, "pin": rng.random() < 0.7}, *case]


def sealed(case: list[Any], folder: Path) -> None:
    """Type all of it; what was typed unseen is in no file and in no word, until it is opened."""
    agreed, *lines = case
    table = _Table(agreed, folder)
    for each in lines:
        table.type(each)
        table.check()


class _Table:
    """A game in a terminal that shows what is typed, or does not."""

    def __init__(self, agreed: dict[str, Any], folder: Path) -> None:
        self._archive = Archive(folder / "games.sqlite")
        kept = pin.hashed(PIN, KEY) if agreed["pin"] else ""
        conditions = Conditions(arbiter_pin=kept, mode=Mode(agreed["mode"]), press_after=None)
        self._told: list[str] = []
        self._unseen: set[str] = set()
        self._open: set[str] = set()  # typed where everybody could see it
        self._seen: list[str] = []
        self._now = 0
        self._shown = True
        self._sit_down(begin(self._archive, conditions, Settings(), _wall, pin_key=KEY), 0)

    def _sit_down(self, session: Any, base: int) -> None:
        self._session = session
        inbox = Inbox(lambda: self._now)
        presenter = Presenter(Settings(), self._told.append)
        devices = Equipment(echo=self._echo, remember=self._seen.append)
        time_of_game = GameTime(inbox.clock, lambda: 0, base)
        self._game = Game(session, presenter, inbox, devices, time_of_game)
        self._loop = Loop(inbox, presenter, self._game, None)
        self._loop.start()
        self._inbox = inbox

    def _echo(self, on: bool) -> None:
        self._shown = on

    def type(self, text: str | None) -> None:
        self._now += SECOND
        if text is None or self._loop.activity is None:
            self._session.close()
            self._shown = True
            found, base = resume(self._archive, 1, Settings(), _wall, pin_key=KEY)
            self._sit_down(found, base)
            return
        (self._open if self._shown else self._unseen).add(text)
        self._inbox.put(TypedLine(text, self._now))
        while not self._inbox.empty and self._loop.activity is not None:
            self._loop.turn(self._inbox.get(0))

    def check(self) -> None:
        state = self._session.state
        # When it is opened, everybody may know the move; the first one is read back like any other.
        opened = state.adjourned is None or not state.adjourned.sealed
        kept = (PIN, PASSPHRASE, SLIP) if opened else (PIN, PASSPHRASE, SLIP, *_MOVE[1:])
        secrets = [each for each in kept if each in self._unseen - self._open]
        files = b"".join(path.read_bytes() for path in self._archive.path.parent.iterdir())
        for secret in secrets:
            assert not any(secret in told for told in (*self._told, *self._seen)), secret
            assert secret.encode() not in files, f"{secret} is on record"


def _wall() -> str:
    return "2026-01-01T12:00:00+01:00"


# --- In a terminal --------------------------------------------------------------------------------

_QUIET = ("--no-speech", "--no-microphone", "--language", "de")


def typing(rng: random.Random) -> list[Any]:
    """Command, and the lines that are typed at each of its prompts, with slips and keys."""
    secret = "".join(rng.choice("abcdefghijkmnpqrstuvwxyzäöü -,.") for _ in range(18)).strip()
    # So many that they stand in no hash by chance.
    digits = "".join(rng.choice("0123456789") for _ in range(rng.randrange(9, 13)))
    kind = rng.choice(("pin", "key", "both"))
    slips = [rng.choice(("", "", "x\x7f", "\x1b[A", "ab\x15", "\t")) for _ in range(8)]
    ending = rng.choice(("ende", "resign", "interrupt"))
    return [[kind, f"zz{secret}", digits, slips, ending]]  # one step: nothing of it can be left out


def typed(case: list[Any], folder: Path) -> None:
    """The real program in a terminal: no secret is seen there, and none is in a file."""
    ((kind, secret, digits, slips, ending),) = case
    options = [
        *(("--arbiter-pin",) if kind in ("pin", "both") else ()),
        *(("--arbiter-key",) if kind in ("key", "both") else ()),
    ]
    archive = folder / "games.sqlite"
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    homes = {name: str(folder / name) for name in names}
    arguments = ("play", *options, *_QUIET, "--archive", str(archive))
    with Terminal(*arguments, environment=homes) as terminal:
        keys: Iterator[str] = iter(slips)
        for option in options:
            prompt = "PIN:" if option == "--arbiter-pin" else "Schiedsrichter"
            for _ in range(2):
                if terminal.wait_for(prompt):
                    terminal.type(next(keys) + (digits if prompt == "PIN:" else secret) + "\r")
        terminal.wait_for("ist bereit")
        if ending == "interrupt":
            terminal.type("\x03")
        terminal.type("e4\r", "\r")
        if "--arbiter-pin" in options:
            terminal.type(f"{next(keys)}shiedsrichter {digits}\r")
        if ending == "resign":
            terminal.type("ich gebe auf\r", "ja\r")
        terminal.type("ende\r")
        if "--arbiter-key" in options and terminal.wait_for("für seine Unterschrift"):
            terminal.type(f"{secret}\r")
        terminal.end()
    held = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert secret not in terminal.all, "the passphrase was shown"
    assert secret.encode() not in held, "the passphrase is in a file"
    if "--arbiter-pin" in options:
        assert digits.encode() not in held.replace(b"0" * len(digits), b""), "the PIN is in a file"
