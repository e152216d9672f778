# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of the command line and of the user's profile, together.

The profile is ``profile.toml`` in the user's configuration folder; its ``[play]`` table takes the
settings by name: ``time = "15+10"``, ``no-speech = true``.
"""

import argparse
import getpass
import itertools
import json
import locale
import os
import re
import secrets
import sys
import tomllib
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

import chess

from announce.errors import PlayerError, UserError, bad_value
from announce.lexicon import FALLBACK, MOVES, lexicon
from announce.text.settings import LANGUAGES, Settings
from announce.words.program import message, refusal_words
from clock.control import BadTimeControl, TimeControl, allows_quickplay_finish, read_control
from game.app.console import next_line
from game.app.line_editor import hidden_line
from game.app.terminal import keyboard
from game.base.settings import COMPUTER, NAMED, SETTINGS, THEMES, Setting, telling
from ground import files, folders
from record.journal import Archive, GameSummary
from rules.editions import YEARS, edition, in_force
from rules.rights import needs_assistant
from rules.scoresheet import Keeping
from table.acts.running import nothing_to_play
from table.acts.setup import WEAKEST
from table.arbiter import pin
from table.core.alarms import COUNTDOWN, LAST_FIVE_MINUTES
from table.core.conditions import Conditions, Mode, control_at_home
from table.core.state import new_state

_NEGATIVE = re.compile(r"-\d")

_KEY = 32
"""Bytes of the key for PINs."""


def profile_path() -> Path:
    """Where the user's profile is."""
    return folders.settings() / "profile.toml"


def keep_setting(name: str, value: str | int) -> None:
    """Keep one setting in the profile, whose other lines stay. Raises OSError if it cannot be."""
    path, line = profile_path(), f"{name} = {json.dumps(value, ensure_ascii=False)}"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        files.make_folder(path.parent)
        lines = []
    if "[play]" not in lines:
        lines += ["[play]"]
    first = lines.index("[play]") + 1
    of_play = itertools.takewhile(
        lambda at: not lines[at].startswith("["), range(first, len(lines))
    )
    same = next((at for at in of_play if re.match(rf"{name}\s*=", lines[at])), None)
    lines[first if same is None else same : first if same is None else same + 1] = [line]
    files.write(path, "\n".join([*lines, ""]).encode())


def system_language() -> str:
    """The language of the system if Hektor speaks it, English if not; German if there is none."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), None) or locale.getlocale()[0] or "C"
    wanted = re.split(r"[_.@-]", name.lower())[0]
    if wanted in ("c", "posix"):
        return MOVES
    spoken = (one for one in LANGUAGES if wanted in (lexicon(one).own("grammar.locales") or ()))
    return next(spoken, FALLBACK)


def interface() -> str:
    """The language in which a command speaks that has no setting for it: that of the profile, else
    that of the system."""
    chosen = profiled("language")
    return next((one for one in LANGUAGES if one == chosen), None) or system_language()


def archive_path() -> Path:
    """Where the games are kept unless the user says otherwise."""
    return folders.data() / "games.sqlite"


# --- Reading the settings -------------------------------------------------------------------------


def add_settings(
    parser: argparse.ArgumentParser, command: str, offered: Collection[str] = ()
) -> None:
    """Offer the settings of ``command`` by theme, with the values of the profile as defaults. A
    command beside the house names those that it has ``offered``.

    Raises UserError if the profile cannot be read.
    """

    def has(setting: Setting) -> bool:
        return command in setting.commands or setting.name in offered

    parser._negative_number_matcher = _NEGATIVE  # "--time -5+3" has a value, if a bad one
    for title, settings in THEMES.items():
        group = parser.add_argument_group(title)
        for each in settings:
            if has(each):
                _add(group, each)
    found = dict(_profiled(profile_path(), command, has))
    if has(NAMED["language"]):
        found.setdefault("language", system_language())
    parser.set_defaults(**found)


def _add(group: argparse._ArgumentGroup, setting: Setting) -> None:
    option, help = f"--{setting.name}", f"setting.{setting.name}"
    default: Any = argparse.SUPPRESS if setting.field else None
    if setting.default:  # a text, which argparse reads, and which the help tells
        default = setting.value(setting.default) if setting.switch else setting.default
    if setting.switch:
        on = setting.value("yes")
        group.add_argument(option, dest=setting.attribute, action="store_const", const=on,
            default=default, help=help)  # fmt: skip
        return

    def read(text: str) -> Any:
        try:
            return setting.value(text)
        except ValueError as error:
            raise bad_value(option, text, setting.allowed) from error

    group.add_argument(option, dest=setting.attribute, type=read, default=default, help=help,
        metavar=setting.metavar or setting.name.upper(), const=setting.alone,
        nargs=None if setting.alone is None else "?")  # fmt: skip


def _profiled(
    path: Path, command: str, has: Callable[[Setting], bool]
) -> Iterator[tuple[str, Any]]:
    """The settings of the profile that ``command`` has, by attribute, as text but for switches.

    ``play`` knows all settings.
    """
    for name, given in _profile(path).items():
        setting = NAMED.get(name.replace("_", "-"))
        if setting is None and command == "play":
            raise PlayerError("profile_unknown", path=path, name=name)
        if setting is None or not has(setting):
            continue
        is_bool = isinstance(given, bool)
        if setting.switch != is_bool or not isinstance(given, str | int | float):
            kind = "true, false" if setting.switch else '"…", 1, 1.5'
            raise PlayerError("profile_value", path=path, name=name, allowed=kind)
        text = {True: "yes", False: "no"}[given] if isinstance(given, bool) else str(given)
        try:
            value = setting.value(text)
        except ValueError as error:
            allowed = setting.allowed
            raise PlayerError("profile_value", path=path, name=name, allowed=allowed) from error
        yield setting.attribute, value if setting.switch else text


def _profile(path: Path) -> dict[str, Any]:
    """The ``[play]`` table, empty without a profile. Raises UserError if it cannot be read."""
    try:
        with path.open("rb") as file:
            table = tomllib.load(file).get("play", {})
    except FileNotFoundError:
        return {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PlayerError("profile_unread", path=path, reason=error) from error
    if not isinstance(table, dict):
        raise PlayerError("profile_headless", path=path)
    return table


def profiled(name: str) -> object:
    """One setting as the profile has it; None without it, or if the profile cannot be read."""
    try:
        return _profile(profile_path()).get(name)
    except UserError:
        return None


# --- What they come to ----------------------------------------------------------------------------


def _fields(options: argparse.Namespace, kind: type[Any]) -> dict[str, Any]:
    """The fields of the dataclass ``kind`` that the options decide."""
    names = {each.name for each in fields(kind)}
    chosen = [each for each in SETTINGS if each.field in names and each.attribute in options]
    return {each.field: getattr(options, each.attribute) for each in chosen}


def time_control(text: str, language: str) -> TimeControl:
    """The time control of an option. Raises UserError, in ``language``, if it cannot be read."""
    try:
        return read_control(text)
    except BadTimeControl as bad:
        reason = refusal_words(bad.problem, bad.example, language).text
        shown = " ".join(text.split())[:40]
        raise UserError(f"{shown}: {reason}" if shown else reason) from bad


def control_of_home(given: Mapping[str, Any]) -> bool:
    """True if the players of these conditions have no need to hurry."""
    control = given.get("time_control", "")
    return bool(control) and TimeControl.parse(control).unhurried


def _is_time_wished(options: argparse.Namespace, given: Mapping[str, Any]) -> bool:
    """True if somebody said how long there is to play: here, in the profile or in the pairings."""
    usual = given.get("time_control") == Conditions().time_control
    there = profiled("time") is not None or getattr(options, "pairings", None) is not None
    return there or gives(options, "--time") or bool(given.get("black_time_control")) or not usual


def conditions(options: argparse.Namespace) -> Conditions:
    """The conditions of a new game. Raises UserError if nobody can play under them."""
    enter_pin(options)
    given = _fields(options, Conditions)
    competes = given.get("mode") is Mode.COMPETITION
    for name in ("fen", "black_time_control"):
        if given.get(name) == "":
            del given[name]  # as if it was not given
    for name in ("time_control", "black_time_control"):
        if name in given:
            given[name] = str(time_control(given[name], options.language))
    if competes:
        if not gives(options, "--opponent"):
            options.opponent = None  # what is usual at home is not meant here (11.3.1)
        if control_of_home(given) and not gives(options, "--time"):
            del given["time_control"]
        given.setdefault("press_after", None)
    elif "opponent" in options and not _is_time_wished(options, given):
        given["time_control"] = control_at_home(computer=_wants_computer(options))
        given["proposed"] = True
    given["alarms"] = _alarms(options, given.get("alarms", ()), competes)
    given["sign"] = competes and given.get("sign", False)
    if getattr(options, "arbiter_key", False):
        given["arbiter_key"] = new_passphrase(options.language)
    if _wants_computer(options):
        given["computer"] = options.opponent_plays
        levels = options.opponent in (None, COMPUTER)
        given["elo"] = (options.level or WEAKEST) if levels else 0
        if given["computer"] == chess.WHITE and not given.get("black"):  # the name is a person's
            given["black"], given["white"] = given.get("white", ""), ""
    made = Conditions(**given)
    _check(made)
    return made


def before_competition(
    options: argparse.Namespace, agreed: Conditions, today: date
) -> tuple[str, ...]:
    """The names of what is told before a competition begins: newer Laws, where nobody has chosen
    an edition (6.6 is too late for that), and what one microphone for two players means."""
    if not agreed.competes:
        return ()
    told = []
    newer = in_force(today.isoformat()) > agreed.edition
    if newer and not gives(options, "--edition") and profiled("edition") is None:
        told.append("newer_laws")
    own = (options.white_microphone, options.black_microphone)
    if not options.no_microphone and own == (None, None):
        told.append("one_microphone")
    return tuple(told)


def _wants_computer(options: argparse.Namespace) -> bool:
    """True if a program plays: who gives a level on the command line wants to play against it."""
    return getattr(options, "opponent", None) is not None or gives(options, "--level")


def _alarms(
    options: argparse.Namespace, chosen: tuple[int, ...], competes: bool
) -> tuple[int, ...]:
    """When a player is told their time unasked, the longest first. In competition nobody is, but
    by leave of the arbiter (D.2.6.2, D.2.10.4); what counts at home is left out there."""
    for option, wanted in (("--alarm", chosen), ("--countdown", gives(options, "--countdown"))):
        if competes and wanted:
            raise PlayerError("alarm_in_training", option=option)
    counted = COUNTDOWN if options.countdown and not competes else ()
    minutes = LAST_FIVE_MINUTES if options.last_five_minutes else ()
    return tuple(sorted({*chosen, *minutes, *counted}, reverse=True))


def gives(options: argparse.Namespace, name: str) -> bool:
    """True if an option stands on the command line, and not only in the profile."""
    return any(word.partition("=")[0] == name for word in getattr(options, "words", ()))


def _check(agreed: Conditions) -> None:
    """Raises UserError if the Laws do not allow it."""
    competes = agreed.mode is Mode.COMPETITION
    programs = Keeping.PROGRAM in (agreed.sheet_white, agreed.sheet_black)
    if competes and programs and not edition(agreed.edition).electronic_sheets:
        since = min(year for year in YEARS if edition(year).electronic_sheets)
        raise PlayerError("no_electronic_sheets", year=since)
    blind = [colour for colour in chess.COLORS if colour not in agreed.sighted]
    if needs_assistant(blind, agreed.deaf, agreed.duties):
        raise PlayerError("assistant_needed")
    if agreed.quickplay and not allows_quickplay_finish(agreed.control(), agreed.rate):
        raise PlayerError("no_quickplay")
    try:
        state = new_state(agreed)
    except ValueError as error:
        raise PlayerError("bad_position", reason=error) from error
    if (nothing := nothing_to_play(state)) is not None:
        raise PlayerError("already_over", reason=nothing[0])


def enter_pin(options: argparse.Namespace) -> None:
    """Ask for the PIN if it is wanted, and keep its hash only; it is not shown.

    Raises UserError if there is none, or if it stands on the command line, where everybody sees it.
    """
    wanted = getattr(options, "arbiter_pin", None)
    if wanted is None or pin.is_hash(wanted):
        return
    if wanted:
        raise PlayerError("pin_shown")
    options.arbiter_pin = new_pin("--arbiter-pin", options.language)


def new_pin(option: str, language: str) -> str:
    """Ask for a PIN twice, since a slip would close the arbiter out; what is kept of it. Raises
    UserError if it is no PIN, or if the two differ."""
    entered = secret("PIN: ")
    if secret("PIN: ") != entered:
        raise PlayerError("pins_differ")
    key = pin_key()
    try:
        kept = pin.hashed(entered, key)
    except ValueError as error:
        raise bad_value(option, "…", "0000-999999999999") from error
    if len(entered) < pin.ADVISED:
        print(message("short_pin", language).text)
    return kept


def secret(prompt: str) -> str:
    """A secret, typed and not shown. Raises UserError if nothing can be typed."""
    keys = keyboard()
    if keys is not None:
        if (typed := hidden_line(prompt, keys)) is None:
            raise PlayerError("nothing_typed")
        return typed
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(prompt)
    except getpass.GetPassWarning as warning:
        line = "" if sys.stdin.isatty() else next_line()  # a pipe shows nothing
        if not line:
            raise PlayerError("nothing_typed") from warning
        return line.rstrip("\n")
    except EOFError as error:
        raise PlayerError("nothing_typed") from error


def new_passphrase(language: str) -> str:
    """The key of the arbiter's passphrase, which is asked for twice: a slip would cost the
    signature."""
    from record import countersign  # noqa: PLC0415 - few games are signed

    prompt = message("arbiter_passphrase", language).text + " "
    entered = secret(prompt)
    if secret(prompt) != entered:
        raise PlayerError("passphrases_differ")
    try:
        key = countersign.new_key(entered)
    except ValueError as error:
        raise PlayerError("short_passphrase", letters=countersign.LEAST) from error
    print(message("arbiter_fingerprint", language, digits=countersign.fingerprint(key)).text)
    return key


def pin_key_path() -> Path:
    """Where the key is, if one was ever made."""
    return folders.settings() / "pin.key"


def pin_key() -> bytes:
    """The key under which the hash of a PIN is kept: in the user's configuration, not beside the
    archive, which may be given to others. It is made on its first use."""
    path = pin_key_path()
    try:
        if not path.exists():
            files.make_folder(path.parent)
            files.write(path, secrets.token_bytes(_KEY))
        key = path.read_bytes()
    except OSError as error:
        raise PlayerError("pin_key", path=path, reason=error) from error
    if len(key) != _KEY:  # with a short one a PIN would be guessed soon
        raise PlayerError("pin_key_short", path=path)
    return key


def settings(options: argparse.Namespace, agreed: Conditions | None = None) -> Settings:
    """How things are said, in a game under the conditions that were ``agreed``."""
    return telling(_fields(options, Settings), agreed)


# --- The archive ----------------------------------------------------------------------------------


def add_game(parser: argparse.ArgumentParser) -> None:
    """The number of a game in the archive, for `chosen_game`."""
    parser.add_argument("game", type=int, nargs="?", help="game.game")


def archive(options: argparse.Namespace) -> Archive:
    """The archive that was asked for, or the user's own."""
    return Archive(getattr(options, "archive", None) or archive_path())


def chosen_game(options: argparse.Namespace) -> tuple[Archive, GameSummary]:
    """The archive and the game with the number, or without one the newest that began.

    Raises UserError if there is no such game.
    """
    games, number = archive(options), options.game
    found = [one for one in games.games() if (one.begun if number is None else one.id == number)]
    if not found:
        if number is None:
            raise PlayerError("no_games", archive=games.path)
        raise PlayerError("no_game", game=number, archive=games.path)
    return games, found[0]
