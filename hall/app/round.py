# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor round``: a round of a tournament from the file of a Swiss program: who plays whom at
which table, what came of it by the records of the tables, and the same as TRF, CSV and PGN; for the
public the PGN and a page, live and late, as the arbiter wants it. `seat` gives a table its pairing
for ``hektor play``.
"""

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from announce.errors import PlayerError, bad_value
from announce.lexicon import Lexicon, lexicon
from game.app import options
from game.base.settings import SETTINGS
from ground import files
from ground.text import one_line
from hall import public, records, rounds
from hall.broadcast import Broadcast, file_of
from hall.records import Recorded
from hall.rounds import sheet, trf
from hall.rounds.facts import OPEN, Found, Pairing, conditions, result_at

_PAUSE = 5.0
"""Seconds between two looks at the records, while the round is live: lichess polls no faster."""

_READABLE, _OPEN = 0o644, 0o755
"""The public's files and their folder are for a web server, too, which is another user."""


FORMS = ("text", "trf", "csv", "pgn", "page")
"""The formats of a round."""

PUBLIC = ("pgn", "page")
"""Those that are for the public; a page is a folder, with the PGN of its games."""


def add_round_options(parser: argparse.ArgumentParser) -> None:
    """The file, the round, the records, and what to make of them."""
    add = parser.add_argument
    add("file", type=Path, help="round.file")
    add("--round", type=int, dest="number", metavar="N", help="round.number")
    add("--tables", type=Path, metavar="FOLDER", help="round.tables")
    add("--format", choices=FORMS, default="text", help="round.format")
    add("--to", type=Path, dest="output", metavar="FILE", help="round.output")
    add("--delay", type=int, default=0, metavar="MINUTES", help="round.delay")
    add("--delay-moves", type=int, default=0, metavar="N", help="round.delay_moves")
    add("--live", action="store_true", help="round.live")
    options.add_settings(parser, "round", ["language"])


def run_round(given: argparse.Namespace) -> int:
    """Write the round, once or until it is stopped."""
    for name in ("delay", "delay_moves"):
        if getattr(given, name) < 0:
            raise bad_value(f"--{name.replace('_', '-')}", getattr(given, name), "0, 1, 2…")
    form, words = given.format, lexicon(given.language)
    if form == "page" and given.output is None:
        raise PlayerError("page_needs")
    if given.live and (form not in PUBLIC or given.output is None):
        raise PlayerError("live_needs")
    found = read(given.file, given.number, given.language)
    for line in remarks(found, words):
        print(line, file=sys.stderr)
    if form in PUBLIC:
        _broadcast(given, found, words)
    else:
        text = _made(found, _look(given.tables, found, words, set()), form, words)
        if given.output is not None:
            encoding = found.encoding if form == "trf" else "utf-8"  # it returns as it came
            _put(given.output, text, private=True, encoding=encoding)
        else:
            sys.stdout.write("".join(map(_safe, text)))
    if given.output is not None:
        told = words.text("program.round.written", round=found.round.number, path=given.output)
        print(one_line(told))
    return 0


# --- What the public sees -------------------------------------------------------------------------


def _broadcast(given: argparse.Namespace, found: Found, words: Lexicon) -> None:
    """The PGN, or the page with it, once or until it is stopped."""
    to, doubts = given.output, set[str]()
    as_page, settings = given.format == "page", options.settings(given)
    file = to / "round.pgn" if as_page else to
    rests = records.rested(given.file)
    out = _out(file) if given.live else ""
    cast = Broadcast(found.round, given.delay, given.delay_moves, out)
    while True:
        games = _look(given.tables, found, words, doubts)
        cast.look(games, time.monotonic(), rests)
        texts = cast.texts(time.monotonic())
        if file is None:
            sys.stdout.write("".join(map(_safe, file_of(texts))))
            return
        if as_page:
            _put_page(to, public.page(texts, given.delay, given.delay_moves, settings))
        _put(file, file_of(texts))
        if not given.live:
            return
        time.sleep(_PAUSE)


def _out(file: Path) -> str:
    """What is public already: it stays until there is more."""
    try:
        return files.read(file).decode()
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise PlayerError("unread", path=file, reason=error) from error


def _put_page(folder: Path, html: str) -> None:
    """A folder for any web server: the page and what it needs."""
    from game.page.handler import file  # noqa: PLC0415 - few make a page

    try:
        if not folder.is_dir():
            files.make_folder(folder)
            folder.chmod(_OPEN)
    except OSError as error:
        raise PlayerError("unwritten", path=folder, reason=error) from error
    for name in public.FILES:
        _put(folder / name, file(name).text)
    _put(folder / "index.html", html)


def _safe(sign: str) -> str:
    """A sign that a terminal does not obey, in the same place: the columns of a TRF stay."""
    return sign if sign.isprintable() or sign in "\r\n" else " "


def read(path: Path, number: int | None, language: str) -> Found:
    """The round of a file. Raises PlayerError if there is none."""
    try:
        data = files.read(path)
    except FileNotFoundError as error:
        raise PlayerError("no_file", path=path) from error
    except OSError as error:
        raise PlayerError("unread", path=path, reason=error) from error
    found = rounds.read(data, number, "sr-Latn" if language == "sr" else language)
    if found is None and number is not None:
        raise PlayerError("no_round", path=path, round=number)
    if found is None:
        raise PlayerError("no_pairings", path=path)
    return found


def remarks(found: Found, words: Lexicon) -> list[str]:
    """The lines of the file that were not understood."""
    told = [words.word("program.round.counted")] if found.counted else []
    for one in found.unread:
        reason = words.word(f"program.round.trouble {one.trouble}")
        text = one_line(one.text)[:_LONGEST]
        told.append(words.text("program.round.unread", line=one.line, reason=reason, text=text))
    return told


_LONGEST = 80
"""Signs of a line that was not understood: a screen reader would read all of them."""


def _look(
    tables: Path | None, found: Found, words: Lexicon, told: set[str]
) -> Mapping[int, Recorded]:
    """The records of the tables as they are now; a doubt that was ``told`` is not told again."""
    if tables is None:
        return {}
    if not tables.exists():
        raise PlayerError("no_folder", folder=tables)
    games, doubts = records.of_round(found.round, records.archives(tables))
    for doubt, table, path in doubts:
        line = one_line(words.text(f"program.round.doubt {doubt}", table=table, path=path))
        if line not in told:
            print(line, file=sys.stderr)
        told.add(line)
    return games


def _made(found: Found, games: Mapping[int, Recorded], form: str, words: Lexicon) -> str:
    """The round in a form."""
    results = records.results(games)
    if form == "trf":
        return trf.made(found.round, results) if found.trf is None else trf.filled(found, results)
    if form == "csv":
        return sheet.made(found.round, results)
    return "".join(f"{one_line(line)}\n" for line in _lines(found, games, words))


def _put(path: Path, text: str, *, private: bool = False, encoding: str = "utf-8") -> None:
    """Write the file, whole or not at all; one that says the same already stays."""
    data = text.encode(encoding, "replace")
    try:
        if not (path.exists() and path.read_bytes() == data):
            files.write(path, data, files.FILE if private else _READABLE)
    except OSError as error:
        raise PlayerError("unwritten", path=path, reason=error) from error


# --- The list -----------------------------------------------------------------------------------


def _lines(found: Found, games: Mapping[int, Recorded], words: Lexicon) -> list[str]:
    paired = found.round
    event = paired.event or words.word("program.round.unnamed")
    lines = [words.text("program.round.head", event=event, round=paired.number)]
    if paired.date:
        when = f"{paired.date} {paired.time}".strip()
        lines.append(words.text("program.round.starts", when=when))
    if paired.control:
        lines.append(words.text("program.round.control", control=paired.control))
    lines += [_line(one, games, words) for one in paired.pairings]
    for bye in paired.byes:
        key = f"program.round.bye {bye.code}"
        lines.append(words.text(key, name=bye.player.name))
    return lines


def _line(one: Pairing, games: Mapping[int, Recorded], words: Lexicon) -> str:
    """A table, with its result or how far it is."""
    names = {"table": one.table, "white": one.white.name, "black": one.black.name}
    line = words.text("program.round.table", **names)
    result = result_at(one, records.results(games))
    if result != OPEN:
        return f"{line} {words.word(f'game.result.{result}')}"
    if (game := games.get(one.table)) is None:
        return line
    state = game.state
    if state.adjourned is not None:
        return f"{line} {words.word('program.round.adjourned')}"
    return f"{line} {words.text('program.round.runs', move=state.position.number)}"


# --- A table takes its pairing ------------------------------------------------------------------


def seat(given: argparse.Namespace) -> None:
    """Put what the file says of this table into the options; what stands on the command line itself
    counts before it. Raises PlayerError if the file has no such table."""
    if getattr(given, "table", None) is None:
        raise PlayerError("table_needed")
    number = getattr(given, "round", "") or None
    if number is not None and not number.isdecimal():
        raise bad_value("--round", number, "1, 2, 3…")
    found = read(given.pairings, None if number is None else int(number), given.language)
    words = lexicon(given.language)
    pairing = found.round.at(given.table)
    if pairing is None:
        raise PlayerError("no_table", table=given.table, path=given.pairings)
    for line in remarks(found, words):
        print(line)
    decided = conditions(found.round, pairing)
    for setting in SETTINGS:
        if setting.field in decided and not options.gives(given, f"--{setting.name}"):
            setattr(given, setting.attribute, decided[setting.field])
    print(one_line(_line(pairing, {}, words)))
