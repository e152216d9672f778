# SPDX-License-Identifier: GPL-3.0-or-later
"""Every setting of a game once: for the command line, the profile and the scripts.

A setting is the option ``--NAME VALUE`` of the commands that offer it, ``NAME = "VALUE"`` under
``[play]`` in the profile, and, if it is one of the conditions of a game, ``set NAME VALUE`` in a
script. A switch has no value on the command line; it is ``true`` or ``false`` in the profile and
``yes`` or ``no`` in a script.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any

import chess

from announce.text.settings import LANGUAGES, Audience, Settings, Style, second_scripts
from opponents.levels import AS_A_PLAYER
from rules import moves, results
from rules.editions import NAMES as EDITIONS
from rules.scoresheet import Keeping
from table.acts.setup import LEVELS, STRONGEST, WEAKEST, elo_of
from table.core.alarms import read_alarms
from table.core.conditions import SECOND, Conditions, Mode, read_agreement, read_duties, read_start

OWN_VOICE = "own"
"""Speech by Hektor itself, and not by a screen reader."""

COMPUTER = "computer"
"""The opponent that has levels."""

PLAY = ("play",)
CLOCK = ("play", "clock")
GAME = ("play", "resume")
STUDY = ("study", "drill")
LISTENING = (*GAME, "clock", "learn", *STUDY)
SPEAKING = (*LISTENING, "check", "docs")
MODEL = (*GAME, *STUDY, "clock", "check")
ARCHIVE = (*GAME, "study", "check", "games", "export", "verify", "rule", "sign", "incident",
    "backup", "restore")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting and the ``commands`` that offer it; the lexicon's "help.setting" tells what for.

    ``read`` turns a text into the value. It raises ValueError, KeyError or ArithmeticError if the
    text is not ``allowed``. ``default`` is read if no text is given; if it is empty, the value
    depends on other settings. ``metavar`` stands for the value in the help. ``alone`` is the text
    that a name without a value means; a ``switch`` never has a value on the command line.
    ``field`` names the field of `Conditions` or `Settings` that gets the value.
    """

    name: str
    commands: tuple[str, ...] = PLAY
    field: str = ""
    read: Callable[[str], Any] = str
    allowed: str = ""
    default: str = ""
    metavar: str = ""
    alone: str | None = None
    switch: bool = False

    @property
    def attribute(self) -> str:
        """The name of the value among the options of the command line."""
        return self.name.replace("-", "_")

    def value(self, text: str) -> Any:
        """The meaning of ``text``. Raises ValueError if it is not allowed."""
        try:
            return self.read(text)
        except (KeyError, ArithmeticError) as error:
            raise ValueError(f"{text!r} is no value for {self.name}") from error


def _switch(name: str, **others: Any) -> Setting:
    read = {"yes": True, "no": False}.__getitem__
    given = {"read": read, "allowed": "yes, no", "default": "no", "alone": "yes", **others}
    return Setting(name, switch=True, **given)


def _choice(name: str, values: Mapping[str, Any], **others: Any) -> Setting:
    read, allowed, metavar = values.__getitem__, ", ".join(values), "|".join(values)
    return Setting(name, read=read, allowed=allowed, metavar=metavar, **others)


def _values(kind: type[StrEnum]) -> dict[str, Any]:
    return {each.value: each for each in kind}


def _named(*names: str) -> dict[str, str]:
    return {name: name for name in names}


def bounded(
    least: float, most: float = math.inf, *, unit: int = 1, kind: Callable[[str], Any] = int
) -> Callable[[str], Any]:
    """Reads a number from ``least`` to ``most``, and multiplies it by ``unit``."""

    def read(text: str) -> Any:
        found = kind(text)
        if not least <= found <= most:
            raise ValueError(f"{text} is out of range")
        return found * unit

    return read


def _opponent_time(text: str) -> float:
    """Seconds, or `AS_A_PLAYER`."""
    return AS_A_PLAYER if text == "player" else bounded(0.1, 3600, kind=float)(text)


def _device(text: str) -> int | str:
    """The devices of PortAudio have names and numbers. No number is long."""
    return int(text) if text.isdecimal() and len(text) < 10 else text


def _file(text: str) -> Path:
    """A file has a name."""
    if not text.strip():
        raise ValueError("no name")
    return Path(text)


def _alarms(text: str) -> tuple[int, ...]:
    return read_alarms(text) if text else ()


def _press(text: str) -> int | None:
    return None if text == "hand" else int(bounded(0, 60, unit=SECOND, kind=Decimal)(text))


def _level(text: str) -> int:
    elo = elo_of(int(text))
    if elo is None:
        raise ValueError(f"{text} is neither a level nor an Elo")
    return elo


def _chess960(text: str) -> int:
    if text == "draw":
        return moves.draw_chess960()
    return int(bounded(0, moves.CHESS960_POSITIONS - 1)(text))


_PLAYERS = {
    "white": (chess.WHITE,),
    "black": (chess.BLACK,),
    "both": (chess.WHITE, chess.BLACK),
    "nobody": (),
}

_SIDES = _named("left", "right")

TIME = (
    Setting("time", CLOCK, "time_control", default="90+30"),
    Setting("black-time", CLOCK, "black_time_control", metavar="TIME"),
    Setting("alarm", CLOCK, "alarms", _alarms, "5m,1m,30s", metavar="TIMES"),
    _switch("last-five-minutes", commands=CLOCK),
    _switch("countdown", commands=CLOCK),
)  # fmt: skip

CONDITIONS = (
    Setting("white", field="white", metavar="NAME"),
    Setting("black", field="black", metavar="NAME"),
    Setting("event", field="event", metavar="NAME"),
    Setting("site", field="site", metavar="PLACE"),
    Setting("round", field="round"),
    Setting("table", PLAY, "table", bounded(1, 9_999), "1-9999", metavar="N"),
    Setting("starts", PLAY, "starts", read_start, "15:00, 2026-11-28T15:00", metavar="TIME"),
    _choice("mode", _values(Mode), field="mode", default="training"),
    _choice("edition", EDITIONS, field="edition", default="2018"),
    Setting("fen", field="fen"),
    Setting("chess960", PLAY, "chess960", _chess960, f"0-{moves.CHESS960_POSITIONS - 1}, draw",
        metavar="N|draw"),
    Setting("press", PLAY, "press_after", _press, "0-60, hand", metavar="SECONDS|hand"),
    _switch("repeat", field="repeat"),
    _choice("sighted", _PLAYERS, field="sighted", default="nobody"),
    _choice("letters", {"sighted": None, "yes": True, "no": False}, field="letters",
        default="sighted", alone="yes"),
    _choice("spelling", {"offered": None, "yes": True, "no": False}, field="spelling",
        default="offered", alone="yes"),
    _choice("moves-in", {"german": "", "english": "en", "serbian": "sr", "slovenian": "sl",
        "czech": "cs"}, field="moves_in", default="german"),
    Setting("no-draw-before", PLAY, "agreement_from", read_agreement, "0, 1, 2…, never", "0",
        "N|never"),
)  # fmt: skip

ARBITER = (
    _choice("arbiter", {"present": False, "absent": True}, field="no_arbiter", default="present"),
    _choice("supervision", {"full": True, "limited": False}, field="supervised", default="full"),
    Setting("arbiter-pin", field="arbiter_pin", metavar="DIGITS", alone=""),
    _switch("arbiter-key"),
    Setting("default-time", PLAY, "default_time", bounded(0, 24 * 60, unit=60), "0-1440",
        metavar="MINUTES"),
    _switch("quickplay", field="quickplay"),
    Setting("scoring", PLAY, "scoring", results.checked, "1-0.5-0, 3-1-0…", "1-1/2-0", "W-D-L"),
)  # fmt: skip

SCORESHEETS = (
    _choice("sheet-white", _values(Keeping), field="sheet_white", default="voice"),
    _choice("sheet-black", _values(Keeping), field="sheet_black", default="voice"),
    _switch("no-signatures", field="sign", read={"yes": False, "no": True}.__getitem__),
    Setting("assistant", PLAY, "assistant", read_duties, "1,2…, all, none", "all", "N,N|all|none"),
    Setting("black-duties", PLAY, "black_duties", read_duties, "1,2…, all, none",
        metavar="N,N|all|none"),
    Setting("white-assistant", field="white_assistant", metavar="NAME"),
    Setting("black-assistant", field="black_assistant", metavar="NAME"),
    _choice("deaf", _PLAYERS, field="deaf", default="nobody"),
    Setting("correct-within", PLAY, "correct_within", bounded(0, 60, unit=SECOND), "0-60",
        metavar="SECONDS"),
    Setting("compare-boards", PLAY, "compare_every", bounded(0, 500), "0-500", metavar="MOVES"),
    Setting("warn-after-offers", PLAY, "warn_after_offers", bounded(0), "0, 1, 2…", metavar="N"),
    Setting("session", PLAY, "session", bounded(0, unit=60), "0, 1, 2…", metavar="MINUTES"),
)  # fmt: skip

OPPONENT = (
    Setting("opponent", GAME, metavar=f"{COMPUTER}|PROGRAM"),
    Setting("level", PLAY, "", _level,
            f"1-{LEVELS[-1]}, {WEAKEST}-{STRONGEST}", metavar="LEVEL|ELO"),
    _choice("opponent-plays", {"white": True, "black": False}, commands=GAME, default="black"),
    Setting("opponent-time", GAME, "", _opponent_time, "0.1-3600, player",
        metavar="SECONDS|player"),
    _choice("opponent-resigns", {"yes": True, "no": False}, commands=GAME, default="yes",
        alone="yes"),
)  # fmt: skip

WORDS = (
    _choice("language", _named(*LANGUAGES), commands=(*SPEAKING, "games", "rule", "sign", "verify",
        "incident", "export", "backup", "restore"),
        field="language", default="de"),
    _choice("audience", _values(Audience), commands=GAME, field="audience", default="player"),
    _choice("style", {"usual": None, **_values(Style)}, commands=(*GAME, *STUDY), field="style",
        default="usual"),
    _choice("time-style", {"long": False, "short": True}, commands=(*GAME, *STUDY, "clock"),
        field="short_times", default="long"),
    _switch("zwo", commands=(*GAME, *STUDY), field="zwo"),
    _switch("compact", commands=(*GAME, *STUDY, "clock"), field="compact"),
    _choice("say-check", {"training": None, "yes": True, "no": False}, commands=GAME,
        field="say_check", default="training", alone="yes"),
    _choice("say-press", {"competition": None, "yes": True, "no": False}, commands=GAME,
        field="say_press", default="competition", alone="yes"),
)  # fmt: skip

SPEECH = (
    _choice("speech", _named(OWN_VOICE, "reader"), commands=SPEAKING, default=OWN_VOICE),
    Setting("rate", SPEAKING, "", bounded(80, 450), "80-450", metavar="WORDS"),
    _switch("no-speech", commands=(*LISTENING, "check")),
    Setting("loudspeaker", SPEAKING, read=_device, metavar="DEVICE"),
    Setting("white-loudspeaker", SPEAKING, read=_device, metavar="DEVICE"),
    Setting("black-loudspeaker", SPEAKING, read=_device, metavar="DEVICE"),
    _choice("white-side", _SIDES, commands=SPEAKING),
    _choice("black-side", _SIDES, commands=SPEAKING),
)  # fmt: skip

HEARING = (
    Setting("microphone", (*LISTENING, "check"), read=_device, metavar="DEVICE"),
    Setting("white-microphone", GAME, read=_device, metavar="DEVICE"),
    Setting("black-microphone", GAME, read=_device, metavar="DEVICE"),
    _switch("no-microphone", commands=LISTENING),
    _switch("headphones", commands=LISTENING),
    _choice("talk-over", {"yes": True, "no": False}, commands=LISTENING, default="yes",
        alone="yes"),
    Setting("microphone-delay", LISTENING, "", bounded(0, 10_000), "0-10000", "250", "MS"),
    Setting("model", MODEL, metavar="NAME|PATH"),
)  # fmt: skip

PAGE = (
    _choice("page", _named("serve", "open"), commands=(*GAME, "study"), alone="serve"),
    _choice("page-language", _named(*LANGUAGES, *second_scripts()), commands=GAME),
    _switch("page-allowed", commands=GAME),
    Setting("page-address", GAME, metavar="ADDRESS"),
)  # fmt: skip

RECORDS = (
    Setting("archive", ARCHIVE, read=_file, allowed="FILE", metavar="FILE"),
    _switch("no-recordings", commands=GAME),
)  # fmt: skip

THEMES: Mapping[str, tuple[Setting, ...]] = {
    "Time": TIME,
    "Conditions": CONDITIONS,
    "Arbiter": ARBITER,
    "Scoresheets and assistance": SCORESHEETS,
    "Opponent": OPPONENT,
    "Words": WORDS,
    "Speech": SPEECH,
    "Hearing": HEARING,
    "Assistant's page": PAGE,
    "Records": RECORDS,
}

SHORT = ("time", "mode", "opponent", "level", "language", "no-speech")
"""The settings in the short help of a game."""

SETTINGS = tuple(setting for theme in THEMES.values() for setting in theme)

NAMED: Mapping[str, Setting] = {each.name: each for each in SETTINGS}


def telling(chosen: Mapping[str, Any], agreed: Conditions | None) -> Settings:
    """How things are told to whoever has ``chosen`` these fields of `Settings`, in a game under the
    conditions that were ``agreed``; outside of one if that is None. A field that is None, or not
    there, is as usual."""
    competes = agreed is not None and agreed.competes
    usual = {
        "say_press": competes or agreed is None,  # in training everybody knows it
        "say_check": not competes and agreed is not None,  # Appendix D does not ask for it
        # Hands on a board need both squares. At home a move is told as players tell it.
        "style": Style.APPENDIX_D
        if competes or chosen.get("audience") is Audience.ASSISTANT
        else Style.SHORT,
    }
    return Settings(
        **{**usual, **{name: value for name, value in chosen.items() if value is not None}}
    )
