# SPDX-License-Identifier: GPL-3.0-or-later
"""Every setting of a game once: for the command line, the profile and the scripts.

A setting is the option ``--NAME VALUE`` of the commands that offer it, ``NAME = "VALUE"`` under
``[play]`` in the profile, and, if it is one of the conditions of a game, ``set NAME VALUE`` in a
script. A switch has no value on the command line; it is ``true`` or ``false`` in the profile and
``yes`` or ``no`` in a script.
"""

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any

import chess

from announce.scripts import second_scripts
from announce.settings import LANGUAGES, Audience, Style, TimeStyle
from rules import chess960, results
from rules.editions import YEARS
from rules.scoresheet import Keeping
from table.alarms import read_alarms
from table.conditions import (
    SECOND,
    Conditions,
    Mode,
    read_agreement,
    read_duties,
)

PLAY = ("play",)
CLOCK = ("play", "clock")
GAME = ("play", "resume")
LISTENING = (*GAME, "clock", "learn")
SPEAKING = (*LISTENING, "check")
MODEL = (*GAME, "clock", "check", "demo", "listen")
ARCHIVE = (*GAME, "check", "games", "export", "verify", "rule")

COLOURS = ("white", "black")

SAME: Mapping[str, str] = {}
"""An alias takes the same values as the name of today."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: what it is for (``help``) and which ``commands`` offer it.

    ``read`` turns a text into the value. It raises ValueError, KeyError or ArithmeticError if the
    text is not ``allowed``. ``default`` is read if no text is given; if it is empty, the value
    depends on other settings. ``metavar`` stands for the value in the help. ``alone`` is the text
    that a name without a value means; a ``switch`` never has a value on the command line.
    ``field`` names the field of `Conditions` or `announce.settings.Settings` that gets the value.

    ``aliases`` are older names, which still work. If an alias was a switch, it maps "yes" and "no"
    to the texts of today.
    """

    name: str
    help: str
    commands: tuple[str, ...] = PLAY
    field: str = ""
    read: Callable[[str], Any] = str
    allowed: str = ""
    default: str = ""
    metavar: str = ""
    alone: str | None = None
    switch: bool = False
    aliases: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)

    @property
    def attribute(self) -> str:
        """The name of the value among the options of the command line."""
        return self.name.replace("-", "_")

    @property
    def told(self) -> str:
        """The help with the default."""
        return (
            self.help
            if self.switch or not self.default
            else f"{self.help} Default: {self.default}."
        )

    def value(self, text: str) -> Any:
        """What ``text`` means. Raises ValueError if it is not allowed."""
        try:
            return self.read(text)
        except (KeyError, ArithmeticError) as error:
            raise ValueError(f"{text!r} is no value for {self.name}") from error


def _switch(name: str, help: str, **others: Any) -> Setting:
    read = {"yes": True, "no": False}.__getitem__
    given = {"read": read, "allowed": "yes, no", "default": "no", "alone": "yes", **others}
    return Setting(name, help, switch=True, **given)


def _choice(name: str, values: Mapping[str, Any], help: str, **others: Any) -> Setting:
    read, allowed, metavar = values.__getitem__, ", ".join(values), "|".join(values)
    return Setting(name, help, read=read, allowed=allowed, metavar=metavar, **others)


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


def _device(text: str) -> int | str:
    """The devices of PortAudio have names and numbers. No number is long."""
    return int(text) if text.isdecimal() and len(text) < 10 else text


def _press(text: str) -> int | None:
    return None if text == "hand" else int(bounded(0, 60, unit=SECOND, kind=Decimal)(text))


def _chess960(text: str) -> int:
    if text == "draw":
        return chess960.draw()
    return int(bounded(0, chess960.POSITIONS - 1)(text))


_PLAYERS = {
    "white": (chess.WHITE,),
    "black": (chess.BLACK,),
    "both": (chess.WHITE, chess.BLACK),
    "nobody": (),
}

TIME = (
    Setting("time", "The base time in minutes and the increment in seconds, such as 15+10; or "
        "periods, such as 40/5400+30,1800+30; or a name, such as 'FIDE Schnellschach'; or the "
        "TimeControl line of a PGN file.", CLOCK, "time_control", default="90+30"),
    Setting("black-time", "Black's time control, if it differs from White's.", CLOCK,
        "black_time_control", metavar="TIME"),
    Setting("alarm", "Tell a player when they have so much time left, such as 5m,1m,30s. Not "
        "possible in competition.", CLOCK, "alarms", read_alarms, "5m,1m,30s", metavar="TIMES"),
    _switch("last-five-minutes", "Tell a player when each of their last five minutes begins. In "
        "competition only if the arbiter allows it.", commands=CLOCK),
)  # fmt: skip

CONDITIONS = (
    *(
        Setting(colour, f"The name of the player of the {colour} pieces.", PLAY, colour,
            metavar="NAME")
        for colour in COLOURS
    ),
    _choice("mode", _values(Mode), "In competition you press the clock yourself, and Hektor tells "
        "nothing unasked.", field="mode", default=Mode.TRAINING.value),
    _choice("edition", {str(year): year for year in YEARS}, "The edition of the FIDE Laws.",
        field="edition", default="2018"),
    Setting("fen", "Start from this position.", PLAY, "fen"),
    Setting("chess960", "Start from this position of Chess960, or draw one by lot.", PLAY,
        "chess960", _chess960, f"0-{chess960.POSITIONS - 1}, draw", metavar="N|draw"),
    Setting("press", "How many seconds after the read-back Hektor presses the clock; hand: only "
        "you press it. Default: 2 in training, hand in competition.", PLAY, "press_after",
        _press, "0-60, hand", metavar="SECONDS|hand"),
    _switch("repeat", "The opponent repeats each move before the clock is pressed (Appendix "
        "D.2.1).", field="repeat"),
    _choice("sighted", _PLAYERS, "The players "
        "for whom a hand on a piece is a touch (Appendix D.2.5).", field="sighted",
        default="nobody"),
    Setting("no-draw-before", "The players may agree to a draw only after each has made N moves "
        "(Article 9.1.1).", PLAY, "agreement_from", read_agreement, "0, 1, 2…, never", "0",
        "N|never"),
)  # fmt: skip

ARBITER = (
    _choice("arbiter", {"present": False, "absent": True}, "Whether an arbiter is there. If "
        "absent, a claim in the last two minutes ends the game, and it is ruled on elsewhere "
        "(Guidelines III.6).", field="no_arbiter", default="present",
        aliases={"no-arbiter": {"yes": "absent", "no": "present"}}),
    _choice("supervision", {"full": True, "limited": False}, "How closely rapid and blitz games "
        "are watched. Full: one arbiter for at most three games, who acts on what they see. "
        "Limited: the opponent has to claim illegal moves (Articles A.4 and B.4).",
        field="supervised", default="full",
        aliases={"unsupervised": {"yes": "limited", "no": "full"},
                 "supervised": {"yes": "full", "no": "limited"}}),
    Setting("arbiter-pin", "Obey orders of the arbiter only after this PIN was given. Without "
        "DIGITS it is asked for.", PLAY, "arbiter_pin", metavar="DIGITS", alone=""),
    Setting("default-time", "How many minutes late a player may come (Article 6.7.1). Default: "
        "what the Laws say.", PLAY, "default_time", bounded(0, 24 * 60, unit=60), "0-1440",
        metavar="MINUTES"),
    _switch("quickplay", "Guidelines III were announced: in the last two minutes of a game "
        "without increment, a player may ask for one, or for a draw.", field="quickplay"),
    Setting("scoring", "What a win, a draw and a loss are worth, such as 3-1-0 (Article 10.1).",
        PLAY, "scoring", results.checked, "1-0.5-0, 3-1-0…", Conditions().scoring, "W-D-L"),
)  # fmt: skip

SCORESHEETS = (
    *(
        _choice(f"sheet-{colour}", _values(Keeping), f"{colour.capitalize()}'s scoresheet. Voice: "
            "what the player announces is the record, and its sound is kept (Appendix D.2.7). Own: "
            "the player dictates or types each move into it. Program: Hektor's record is it.",
            field=f"sheet_{colour}", default=Keeping.VOICE.value)
        for colour in COLOURS
    ),
    _switch("no-signatures", "In competition: nobody signs the result (Article 8.7).",
        field="sign", read={"yes": False, "no": True}.__getitem__,
        aliases={"sign": {"yes": "no", "no": "yes"}}),
    Setting("assistant", "Which duties of Appendix D.2.10 a human assistant has, such as 1,2.",
        PLAY, "assistant", read_duties, "1,2…, all, none", "all", "N,N|all|none"),
    _choice("deaf", _PLAYERS, "The players who "
        "do not hear. Against a blind opponent they need an assistant (Appendix D.2.11).",
        field="deaf", default="nobody"),
    Setting("warn-after-offers", "Tell the arbiter of a player's N-th draw offer or wrong claim, "
        "and of all after it (Article 11.5). Default: never.", PLAY, "warn_after_offers",
        bounded(0), "0, 1, 2…", metavar="N", aliases={"offers": SAME}),
    Setting("session", "How many minutes the session lasts from its start. A player may adjourn "
        "earlier (Guideline I.1.2).", PLAY, "session", bounded(0, unit=60), "0, 1, 2…",
        metavar="MINUTES"),
)  # fmt: skip

OPPONENT = (
    Setting("opponent", "Play against this chess engine: any program that speaks UCI, by name or "
        "path.", GAME, metavar="PROGRAM"),
    _choice("opponent-plays", {"white": True, "black": False}, "The colour of the engine.",
        commands=GAME, default="black"),
    Setting("opponent-time", "How many seconds the engine thinks about each move. Default: it "
        "divides the time on its clock.", GAME, "", bounded(0.1, 3600, kind=float),
        "0.1-3600", metavar="SECONDS"),
)  # fmt: skip

WORDS = (
    _choice("language", _named(*LANGUAGES), "The language of everything but the "
        "moves, which are German.", commands=(*SPEAKING, "games"), field="language",
        default="de"),
    _choice("audience", _values(Audience), "For whom everything is told. The assistant also hears "
        "what to do with their hands; the arbiter hears the articles, and what concerns them "
        "alone.", commands=GAME, field="audience", default=Audience.PLAYER.value,
        aliases={"profile": SAME}),
    _choice("style", _values(Style), "How moves are read back. Appendix_d: Springer Gustav eins "
        "Felix drei. Full: with from and to. Short: Springer Felix drei. San: Sf3.",
        commands=GAME, field="style", default=Style.APPENDIX_D.value),
    _choice("time-style", _values(TimeStyle), "How times are told. Long: neun Minuten und dreißig "
        "Sekunden. Short: neun Minuten dreißig.", commands=(*GAME, "clock"), field="time_style",
        default=TimeStyle.LONG.value),
    _switch("zwo", 'Say "zwo" for "zwei" in squares.', commands=GAME, field="zwo"),
    _switch("say-check", 'Say "Schach" after a move that gives check.', commands=GAME,
        field="say_check"),
)  # fmt: skip

SPEECH = (
    _choice("speech", _named("own", "speech-dispatcher", "nvda"), "Whose voice "
        "speaks: Hektor's own, or that of a screen reader.", commands=SPEAKING, default="own"),
    Setting("rate", "How many words a minute Hektor speaks. Default: as it was last chosen by "
        "voice, at first 170.", SPEAKING, "", bounded(80, 450), "80-450", metavar="WORDS"),
    _switch("no-speech", "Print only.", commands=SPEAKING),
    Setting("loudspeaker", "The name or number of the loudspeaker as the sound system lists it. "
        "If the players have their own, this one is for the room.", SPEAKING, read=_device,
        metavar="DEVICE"),
    *(
        Setting(f"{colour}-loudspeaker", f"{colour.capitalize()}'s own loudspeaker or headphones: "
            "answers are told to the player who asked.", SPEAKING, read=_device, metavar="DEVICE")
        for colour in COLOURS
    ),
    *(
        _choice(f"{colour}-side", _named("left", "right"), f"The side that {colour.capitalize()} "
            "hears of a stereo loudspeaker which the players share.", commands=SPEAKING)
        for colour in COLOURS
    ),
)  # fmt: skip

HEARING = (
    Setting("microphone", "The name or number of the microphone as the sound system lists it.",
        (*LISTENING, "check"), read=_device, metavar="DEVICE"),
    _switch("no-microphone", "Listen to nobody: lines are typed.", commands=LISTENING),
    _switch("headphones", "Listen while Hektor speaks: a word cuts an answer short.",
        commands=LISTENING),
    Setting("microphone-delay", "How many milliseconds the microphone stays shut after Hektor "
        "spoke.", LISTENING, "", bounded(0, 10_000), "0-10000", "250", "MS",
        aliases={"tail": SAME}),
    Setting("model", "A Vosk model to listen with instead of the bundled one, by name or path.",
        MODEL, metavar="NAME|PATH"),
    _switch("check-voice", "If the voices of both players were learnt (hektor learn), ask about a "
        "move that sounds like the other player.", commands=GAME),
)  # fmt: skip

PAGE = (
    Setting("page", "A page in the browser for the assistant, on this computer only. Serve prints "
        "its address; open also opens it. Without a value: serve.", GAME, "",
        _named("serve", "open").__getitem__, "serve, open", metavar="serve|open",
        alone="serve"),
    _choice("page-language", _named(*LANGUAGES, *second_scripts()), "The "
        "language of the page. Default: that of the game.", commands=GAME),
    _switch("page-allowed", "The arbiter allows the page in competition.", commands=GAME),
)  # fmt: skip

RECORDS = (
    Setting("archive", "The file that keeps the games. Default: one in your user data.", ARCHIVE,
        "", Path, metavar="FILE"),
    _switch("no-recordings", "Do not keep the sound of announced moves with the game (Appendix "
        "D.2.7).", commands=GAME),
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

SETTINGS = tuple(setting for theme in THEMES.values() for setting in theme)

NAMED: Mapping[str, tuple[Setting, Mapping[str, str]]] = {
    **{alias: (each, texts) for each in SETTINGS for alias, texts in each.aliases.items()},
    **{each.name: (each, SAME) for each in SETTINGS},
}
"""Each setting by its name and its aliases, with today's texts for those of the alias."""
