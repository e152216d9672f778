# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of a game: from the command line, and before that from the user's profile.

The profile is ``profile.toml`` in the user's configuration folder; its ``[play]`` table takes the
long options by name: ``time = "15+10"``, ``no-speech = true``.
"""

import argparse
import math
import re
import shutil
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import chess

from announce.settings import LANGUAGES, Profile, Script, Settings, Style, TimeStyle
from announce.speech.voices import Voice
from announce.words.time_control import refusal_words
from clock import presets
from clock.control import BadTimeControl, TimeControl
from game.app import arbiter_options, loudspeakers, scoresheet_options
from game.app.values import whole
from game.errors import PlayerError, UserError, bad_value
from game.journal import Archive, GameSummary
from game.page.opening import PageChoice
from game.speakers import Speakers
from game.speakers import load as load_speakers
from game.voice_settings import read_voice, voice_path
from rules import chess960
from table.alarms import LAST_FIVE_MINUTES, read_alarms
from table.conditions import PLAYERS, SECOND, Conditions, Mode, read_agreement, read_players
from table.state import new_state

_NEGATIVE = re.compile(r"-\d")


def profile_path() -> Path:
    """Where the user's profile is."""
    import platformdirs  # noqa: PLC0415 - not needed where options are made by hand

    return platformdirs.user_config_path("hektor") / "profile.toml"


def archive_path() -> Path:
    """Where the games are kept unless the user says otherwise."""
    import platformdirs  # noqa: PLC0415

    return platformdirs.user_data_path("hektor") / "games.sqlite"


def add_sound_options(parser: argparse.ArgumentParser, *, moves: bool = True) -> None:
    """How Hektor listens and speaks; ``moves``: of moves too."""
    add_language_option(parser)
    add = parser.add_argument
    if moves:
        _add_move_options(parser)
    else:
        parser.set_defaults(style=Style.APPENDIX_D, zwo=False, say_check=False, no_recordings=True)
    add("--profile", choices=[one.value for one in Profile], default=Profile.PLAYER.value,
        help="for whom everything is told: the assistant also hears what to do with his hands, the "
        "arbiter the articles and what concerns him alone (default: %(default)s)")  # fmt: skip
    add("--time-style", choices=[style.value for style in TimeStyle], default=TimeStyle.LONG.value,
        help="how times are told: long, neun Minuten und dreißig Sekunden; short, neun Minuten "
        "dreißig (default: %(default)s)")  # fmt: skip
    add("--rate", type=whole("--rate", 80, 450), metavar="WORDS", help="words a minute, 80 to 450 "
        f"(default: as it was last chosen by voice, at first {Voice().rate})")  # fmt: skip
    add("--no-speech", action="store_true", help="print only")
    add("--no-microphone", action="store_true", help="typed lines only")
    add("--headphones", action="store_true", help="listen while speaking: words cut answers")
    add("--tail", type=whole("--tail", 0, 10_000), default=250, metavar="MS", help="the microphone "
        "stays shut so long after Hektor spoke, milliseconds (default: %(default)s)")  # fmt: skip
    add("--model", metavar="PATH|NAME", help="another Vosk model instead of the bundled one")
    add("--microphone", metavar="DEVICE", help="name or number as the sound system lists it")
    loudspeakers.add_options(parser)


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """The language of what is told."""
    parser.add_argument("--language", choices=LANGUAGES, default="de", help="of everything but the "
        "moves, which are German (default: de)")  # fmt: skip


def _add_move_options(parser: argparse.ArgumentParser) -> None:
    """How moves are told, and whether their sound is kept."""
    add = parser.add_argument
    add("--style", choices=[style.value for style in Style], default=Style.APPENDIX_D.value,
        help="how moves are read back: appendix_d, Springer Gustav eins Felix drei; full, with "
        "from and to; short, Springer Felix drei; san, Sf3 (default: %(default)s)")  # fmt: skip
    add("--zwo", action="store_true", help='say "zwo" for "zwei" in squares')
    add("--say-check", action="store_true", help='say "Schach" after a move that gives check')
    scoresheet_options.add_recording_option(parser)


def add_time_options(parser: argparse.ArgumentParser) -> None:
    """The time control and its alarms."""
    parser._negative_number_matcher = _NEGATIVE  # "--time -5+3" has a value, if a bad one
    add = parser.add_argument
    add("--time", default="90+30", help="base in minutes + increment in seconds, as 15+10; or "
        "periods, as 40/5400+30,1800+30; or a name, as 'FIDE Schnellschach'; or the TimeControl "
        "line of a PGN file (default: %(default)s)")  # fmt: skip
    add("--black-time", metavar="TIME", help="if Black has another time control")
    add("--alarm", metavar="TIMES", help="tell a player when he has so much time left, as "
        "5m,1m,30s; not in competition")  # fmt: skip
    add("--last-five-minutes", action="store_true", help="tell each of a player's last five "
        "minutes; in competition only if the arbiter allows it")  # fmt: skip


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """What a new game is played under."""
    add_time_options(parser)
    arbiter_options.add_options(parser)
    scoresheet_options.add_options(parser)
    add = parser.add_argument
    add("--white", default="", help="name of the player of the white pieces")
    add("--black", default="", help="name of the player of the black pieces")
    add("--mode", choices=[mode.value for mode in Mode], default=Mode.TRAINING.value,
        help="in competition you press the clock yourself, and Hektor tells nothing unasked "
        "(default: %(default)s)")  # fmt: skip
    add("--edition", type=int, choices=(2005, 2018, 2023), default=2018,
        help="of the Laws (default: %(default)s)")  # fmt: skip
    add("--fen", help="start from this position")
    add("--chess960", metavar="N|draw", help="start position 0 to 959 of Chess960, or by lot")
    add("--press", metavar="SECONDS|hand", help="how long after the read-back Hektor presses the "
        "clock; hand: only you do (default: 2 in training, hand in competition)")  # fmt: skip
    add("--repeat", action="store_true", help="the opponent repeats each move before the clock is "
        "pressed (Appendix D.2.1)")  # fmt: skip
    add("--sighted", metavar="white|black|both|nobody", default="nobody", help="players for whom a "
        "hand on a piece is a touch (Appendix D.2.5; default: %(default)s)")  # fmt: skip
    add("--unsupervised", action="store_true", help="rapid and blitz play without an arbiter for "
        "at most three games: the opponent claims illegal moves (Article A.4)")  # fmt: skip
    add("--no-draw-before", metavar="N|never", default="0", help="players agree to no draw before "
        "each has made N moves (Article 9.1.1)")  # fmt: skip


def add_opponent_options(parser: argparse.ArgumentParser) -> None:
    """A chess engine that plays one colour."""
    add = parser.add_argument
    add("--opponent", metavar="PROGRAM", help="a chess engine that speaks UCI, by name or "
        "path, and plays one colour")  # fmt: skip
    add("--opponent-plays", choices=("white", "black"), default="black", help="its colour "
        "(default: black)")  # fmt: skip
    add("--opponent-time", metavar="SECONDS", help="it thinks so long about each move (default: "
        "it divides the time on its clock)")  # fmt: skip


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Whether there is a page, and in which language."""
    add = parser.add_argument
    add("--page", nargs="?", const="serve", choices=("serve", "open"), help="a page in the "
        "browser for the assistant, on this computer only; its address is printed, and "
        "opened with open")  # fmt: skip
    add("--page-allowed", action="store_true", help="the arbiter allows the page in competition")
    add("--page-language", choices=(*LANGUAGES, "sr-Cyrl"), help="of the page (default: that of "
        "the game)")  # fmt: skip


def add_voice_options(parser: argparse.ArgumentParser) -> None:
    """Whether it is asked whose voice a move was said in."""
    parser.add_argument("--check-voice", action="store_true", help="where both players' voices "
        "were learnt (hektor learn), ask about a move that sounds like the other one")  # fmt: skip


def add_archive_option(parser: argparse.ArgumentParser) -> None:
    """Where games are kept."""
    parser.add_argument("--archive", type=Path, metavar="FILE", help="where the games are kept")


def read_profile(path: Path, parser: argparse.ArgumentParser, others_too: bool = False) -> None:
    """Make the profile's values the defaults of ``parser``; UserError for what it lacks.

    ``others_too``: values that ``parser`` has no option for are passed over.
    """
    try:
        with path.open("rb") as file:
            table: Any = tomllib.load(file).get("play", {})
    except FileNotFoundError:
        return
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlayerError("profile_unread", path=path, reason=error) from error
    if not isinstance(table, dict):
        raise PlayerError("profile_headless", path=path)
    known = {action.dest: action for action in parser._actions}
    for name, value in table.items():
        action = known.get(name.replace("-", "_"))
        if action is None and others_too:
            continue
        if action is None:
            raise PlayerError("profile_unknown", path=path, name=name)
        if action.choices is not None and value not in action.choices:
            choices = ", ".join(str(choice) for choice in action.choices)
            raise PlayerError("profile_value", path=path, name=name, allowed=choices)
        switch = action.nargs == 0
        if switch != isinstance(value, bool) or not isinstance(value, str | int | float):
            kind = "true, false" if switch else '"…", 1, 1.5'
            raise PlayerError("profile_value", path=path, name=name, allowed=kind)
        # argparse reads a default that is a text as it reads the command line: time = 15 is "15".
        parser.set_defaults(**{action.dest: value if switch else str(value)})


def profiled(name: str) -> object:
    """One setting of the user's profile; None where it has none or cannot be read."""
    try:
        with profile_path().open("rb") as file:
            return tomllib.load(file)["play"][name]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def time_control(text: str, language: str) -> TimeControl:
    """The time control of an option; raises UserError, in ``language``, if it is none."""
    try:
        return presets.read(text)
    except BadTimeControl as bad:
        reason = refusal_words(bad.problem, bad.example, language).text
        shown = " ".join(text.split())[:40]
        raise UserError(f"{shown}: {reason}" if shown else reason) from bad


def conditions(options: argparse.Namespace) -> Conditions:
    """The conditions of a new game; UserError or BadTimeControl for what is none."""
    mode = Mode(options.mode)
    made = Conditions(
        white=options.white,
        black=options.black,
        time_control=str(time_control(options.time, options.language)),
        black_time_control=str(time_control(options.black_time, options.language))
        if options.black_time
        else "",
        mode=mode,
        edition=options.edition,
        language=options.language,
        chess960=_chess960(options.chess960),
        press_after=_press_after(options.press, mode),
        alarms=alarms(options, mode),
        repeat=options.repeat,
        sighted=_read("--sighted", read_players, options.sighted, PLAYERS),
        supervised=not options.unsupervised,
        agreement_from=_read(
            "--no-draw-before", read_agreement, options.no_draw_before, "0, 1, 2…, never"
        ),
        **({"fen": options.fen} if options.fen else {}),
    )
    made = arbiter_options.applied(options, made)
    made = scoresheet_options.applied(options, made)
    try:
        new_state(made)
    except ValueError as error:
        raise PlayerError("bad_position", reason=error) from error
    return made


def settings(options: argparse.Namespace, language: str | None = None) -> Settings:
    """How things are said."""
    return Settings(
        language=language or options.language,
        style=Style(options.style),
        zwo=options.zwo,
        say_check=options.say_check,
        profile=Profile(options.profile),
        time_style=TimeStyle(options.time_style),
    )


def kept_voice(options: argparse.Namespace) -> Voice:
    """How Hektor speaks: as it was kept, at the rate of the options."""
    voice = read_voice(voice_path())
    return voice if options.rate is None else replace(voice, rate=options.rate)


def _read(option: str, read: Callable[[str], Any], text: str, allowed: str) -> Any:
    try:
        return read(text)
    except ValueError as error:
        raise bad_value(option, text, allowed) from error


def _chess960(text: str | None) -> int | None:
    if text is None:
        return None
    if text == "draw":
        return chess960.draw()
    if not text.isdecimal() or len(text) > 3 or int(text) >= chess960.POSITIONS:
        raise bad_value("--chess960", text, f"0-{chess960.POSITIONS - 1}, draw")
    return int(text)


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """The engine that was asked for; ``seconds`` for each move, or None."""

    path: str
    colour: chess.Color
    seconds: float | None


def engine(options: argparse.Namespace, mode: Mode, repeat: bool = False) -> EngineChoice | None:
    """The engine of the options, if there is one; UserError where it cannot play."""
    if options.opponent is None:
        return None
    if mode is Mode.COMPETITION:
        raise PlayerError("no_engine_in_competition")
    if repeat:
        raise PlayerError("engine_repeats_not")
    path = shutil.which(options.opponent)
    if path is None:
        raise PlayerError("no_program", program=options.opponent)
    return EngineChoice(path, options.opponent_plays == "white", _seconds(options.opponent_time))


def page(options: argparse.Namespace, mode: Mode) -> PageChoice | None:
    """The page of the options, if there is one; UserError where it may not be."""
    if options.page is None:
        return None
    if mode is Mode.COMPETITION and not options.page_allowed:
        raise PlayerError("no_page_in_competition")
    language, script = options.page_language, None
    if language == "sr-Cyrl":
        language, script = "sr", Script.CYRILLIC
    return PageChoice(options.page == "open", language, script)


def speakers(
    options: argparse.Namespace, agreed: Conditions, engine: EngineChoice | None
) -> Speakers | None:
    """What was learnt of the players' voices, unless nobody or another model listens.

    Raises UserError if the options want voices told apart that are not known.
    """
    if options.no_microphone:
        return None
    opponent = None if engine is None else engine.colour
    found = load_speakers(agreed, opponent, check=options.check_voice)
    return found if options.model is None else None


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    seconds = _number(text)
    if not 0 < seconds <= 3600:
        raise bad_value("--opponent-time", text, "0.1-3600")
    return seconds


def _number(text: str) -> float:
    """Not a number where ``text`` is none: no bound allows that."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def alarms(given: argparse.Namespace, mode: Mode) -> tuple[int, ...]:
    """The chosen alarms; in competition none but those that the regulations may allow."""
    if given.alarm and mode is Mode.COMPETITION:
        raise PlayerError("alarm_in_training")
    chosen = _read("--alarm", read_alarms, given.alarm, "5m,1m,30s") if given.alarm else ()
    last = LAST_FIVE_MINUTES if given.last_five_minutes else ()
    return tuple(sorted({*chosen, *last}, reverse=True))


def _press_after(text: str | None, mode: Mode) -> int | None:
    if text is None:
        return None if mode is Mode.COMPETITION else 2 * SECOND
    if text == "hand":
        return None
    seconds = _number(text)
    if not 0 <= seconds <= 60:
        raise bad_value("--press", text, "0-60, hand")
    return round(seconds * SECOND)


def archive(options: argparse.Namespace) -> Archive:
    """The archive that was asked for, or the user's own."""
    return Archive(options.archive or archive_path())


def chosen_game(games: Archive, number: int | None) -> GameSummary:
    """The game with that number, the newest that began for None; UserError if there is none."""
    found = [one for one in games.games() if (one.begun if number is None else one.id == number)]
    if not found:
        if number is None:
            raise PlayerError("no_games", archive=games.path)
        raise PlayerError("no_game", game=number, archive=games.path)
    return found[0]
