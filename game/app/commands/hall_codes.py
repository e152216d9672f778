# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor hall invite --spoken`` and ``hektor hall join``: a ticket for a code that is told, from
the desk's computer to that of a table."""

import argparse
import asyncio
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from announce.errors import PlayerError
from announce.words.program import message
from ground import files, folders
from hall import server, ticket
from hall.line import Cut
from hall.ticket import OF_DESK

if TYPE_CHECKING:
    from hall.codes import Admission


def give(hall: server.Hall, folder: Path, tables: Iterable[int], language: str) -> None:
    """Print a code for each table, and give the ticket to whoever has it, until no code counts any
    more. Raises PlayerError if the server does not run."""
    from hall.admitting import admit  # noqa: PLC0415 - only with the extra
    from hall.codes import LASTS, Admission, code_words, new_code  # noqa: PLC0415

    certificate = (folder / "certificate.pem").read_text(encoding="utf-8")
    codes, until = {table: new_code() for table in tables}, time.monotonic() + LASTS
    admissions = {
        table: Admission(
            table, code, ticket.written(server.ticket_of(hall, table, certificate)), until
        )
        for table, code in codes.items()
    }

    def told(table: int) -> None:
        if table != OF_DESK:
            _tell(_news(admissions[table]), language, table=str(table))
            return
        for number, code in codes.items():
            said = code_words(code)
            _tell("hall_code", language, table=str(number), words=said, code=code)
        _tell("hall_codes", language, address=f"{hall.host}:{hall.port}")

    try:
        asyncio.run(admit(server.beside(hall, certificate), admissions, told, time.monotonic))
    except Cut as error:
        raise PlayerError("hall_not_served", folder=folder) from error
    except KeyboardInterrupt:
        pass
    for table, one in admissions.items():
        if not one.given and one.tries:
            _tell("hall_code_over", language, table=str(table))


def _tell(name: str, language: str, **fields: str) -> None:
    print(message(name, language, **fields).text, flush=True)


def _news(admission: "Admission") -> str:
    if admission.given:
        return "hall_code_used"
    return "hall_code_wrong" if admission.tries else "hall_code_over"


def join(given: argparse.Namespace) -> int:
    """Ask for the number and the code of this table, and keep its ticket. Raises PlayerError if
    there is none for it."""
    from hall.admitting import ask  # noqa: PLC0415 - only with the extra
    from hall.codes import read_code  # noqa: PLC0415

    language = given.language
    number = _typed("hall_which_table", language)
    code = read_code(_typed("hall_which_code", language))
    if code is None or not (number.isascii() and number.isdecimal()):
        raise PlayerError("hall_no_code")
    path, address = folders.settings() / "hall.toml", " ".join(given.which)
    try:
        data = asyncio.run(ask(address, int(number), code))
    except (Cut, ValueError) as error:  # what is no address, too
        raise PlayerError("hall_no_server", address=address) from error
    if data is None:
        raise PlayerError("hall_no_code")
    found = ticket.of(data, path)
    files.make_folder(path.parent)
    files.write(path, data)
    print(message("hall_code_taken", language, table=found.place).text)
    return 0


def _typed(prompt: str, language: str) -> str:
    try:
        return input(message(prompt, language).text + " ").strip()
    except EOFError as error:
        raise PlayerError("nothing_typed") from error
