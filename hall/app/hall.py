# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor hall``: makes the tickets of a hall, runs its server, and is the desk of its arbiters.

``hektor hall invite 1-40`` makes a file for each table, and one for further desks; ``hektor hall
serve`` starts the server, and is a desk; ``hektor hall desk FILE`` is another one elsewhere;
``hektor hall verify`` checks what the server has.
"""

import argparse
import importlib.util
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from announce.errors import PlayerError, bad_value
from announce.text.utterance import Utterance
from announce.words.program import message
from announce.words.study import message as study_message
from game.app import leaving, options
from game.app.audio import Sound
from game.app.console import console
from game.base.inbox import Inbox
from game.play.loop import Loop
from game.sound.presenter import Presenter
from ground import files, folders
from hall import server, ticket, words
from hall.app.keeping import keep_records
from hall.app.verifying import verify
from hall.arbiter_desk import ArbiterDesk
from hall.following import Follower
from hall.ticket import OF_DESK, Ticket
from record import countersign

SETTINGS = ("language", "speech", "rate", "no-speech", "loudspeaker", "white-loudspeaker",
    "black-loudspeaker", "white-side", "black-side", "microphone", "no-microphone", "headphones",
    "talk-over", "microphone-delay", "model", "page")  # fmt: skip
"""The settings of a desk."""

if TYPE_CHECKING:
    from hall.served import HallPage


def add_hall_options(parser: argparse.ArgumentParser) -> None:
    """The task, and its hall."""
    tasks = ("invite", "serve", "desk", "records", "verify")
    parser.add_argument("what", choices=tasks, help="hall.what")
    parser.add_argument("which", nargs="?", default="", help="hall.which")
    parser.add_argument("--name", default="", help="hall.name", metavar="NAME")
    parser.add_argument("--host", default="", help="hall.host", metavar="HOST")
    parser.add_argument("--arbiter", action="append", default=[], help="hall.arbiter",
        metavar="NAME")  # fmt: skip
    parser.add_argument("--folder", type=Path, default=None, help="hall.folder", metavar="FOLDER")
    parser.add_argument("--server", default=None, help="hall.server", metavar="PROGRAM")
    options.add_settings(parser, "hall", SETTINGS)


def run_hall(given: argparse.Namespace) -> int:
    """Tickets, or a desk until it is left."""
    folder = (given.folder or folders.data() / "hall").absolute()
    try:
        match given.what:
            case "invite":
                return _invite(given, folder)
            case "serve":
                return _serve(given, folder)
            case "records":
                hall = _hall(folder)
                _needs_nats()
                certificate = (folder / "certificate.pem").read_text(encoding="utf-8")
                to = Path(given.which) if given.which else folder / "records"
                return keep_records(hall, certificate, to, given.language)
            case "verify":
                hall = _hall(folder)
                _needs_nats()
                return verify(hall, folder, given.language)
            case _:
                return _desk(given, ticket.read(Path(given.which)), lambda: ())
    except OSError as error:
        raise PlayerError("hall_folder", path=folder, reason=error) from error


def _invite(given: argparse.Namespace, folder: Path) -> int:
    """Tables that have a ticket keep it; arbiters are asked for their passphrase, and what is kept
    is a public key."""
    try:
        tables = server.numbers(given.which)
    except ValueError as error:
        raise bad_value("invite", given.which, "1-40, 3,7…") from error
    hall = server.load(folder)
    if hall is None:
        if not (given.name and given.host and given.arbiter) or "/" in given.name:
            raise PlayerError("hall_new")
        arbiters = {name: options.new_passphrase(given.language) for name in given.arbiter}
        hall = server.new(given.name, given.host, arbiters)
    hall = server.with_tables(hall, tables)
    files.make_folder(folder / "tickets")
    server.keep(folder, hall)
    certificate = (folder / "certificate.pem").read_text(encoding="utf-8")
    for table in (OF_DESK, *tables):
        path = folder / "tickets" / (f"table-{table}.toml" if table else "desk.toml")
        files.write(path, ticket.written(server.ticket_of(hall, table, certificate)))
    print(message("hall_tickets", given.language, path=str(folder / "tickets")).text)
    for name, key in hall.arbiters.items():
        print(f"{name}: {countersign.fingerprint(key)}")
    return 0


def _hall(folder: Path) -> server.Hall:
    hall = server.load(folder)
    if hall is None:
        raise PlayerError("hall_new")
    return hall


def _serve(given: argparse.Namespace, folder: Path) -> int:
    """The server, and a desk beside it, until somebody leaves it, or the server ends by itself."""
    program, hall = given.server, _hall(folder)
    certificate = (folder / "certificate.pem").read_text(encoding="utf-8")
    own = server.beside(hall, certificate)
    served = server.RunningServer(folder, program)
    print(message("hall_serves", given.language, path=str(folder / "server.log")).text, flush=True)
    try:
        status = _desk(given, own, lambda: (server.load(folder) or hall).tables, served)
        return status if served.runs else served.stop()
    finally:
        served.stop()


def _desk(
    given: argparse.Namespace,
    own: Ticket,
    tables: Callable[[], Iterable[int]],
    served: server.RunningServer | None = None,
) -> int:
    """A desk until it is left. One beside its server, ``served``, stays when nothing more can be
    typed."""
    if own.table != OF_DESK:
        raise PlayerError("hall_desk")
    settings = options.settings(given)
    with ExitStack() as closing, leaving.by_signals():
        lines = closing.enter_context(console())
        sound = Sound(given, settings, lines.write, closing)
        inbox, presenter, listener = sound.inbox, sound.presenter, sound.listener
        _needs_nats()
        from hall.nats import NatsDesk  # noqa: PLC0415 - only with the extra

        follower = Follower(lambda: NatsDesk(own), tables, inbox.put_in_turn, served)
        page = _page(given, own, presenter, inbox, closing)
        desk = ArbiterDesk(
            own, follower, tables(), presenter,
            clock=inbox.clock, page=page, stays=served is not None, echo=lines.echo,
        )  # fmt: skip
        if listener is not None:
            listener.start()
        read = lines.read
        threading.Thread(target=read, args=(inbox,), name="keyboard", daemon=True).start()
        try:
            Loop(inbox, presenter, desk, listener).run()
            presenter.say([words.note("left", settings)])
            presenter.drain()
        except KeyboardInterrupt as interrupt:
            presenter.cancel()
            return interrupt.status if isinstance(interrupt, leaving.Ended) else 0
    return 0


def _needs_nats() -> None:
    if importlib.util.find_spec("nats") is None:
        raise PlayerError("hall_extra")


def _page(
    given: argparse.Namespace,
    own: Ticket,
    presenter: Presenter,
    inbox: Inbox,
    closing: ExitStack,
) -> "HallPage | None":
    """The page, where one is wanted: it is served until ``closing``, and its address printed."""
    if given.page is None:
        return None
    from game.page.content import Hub  # noqa: PLC0415
    from game.page.server import PageServer, open_browser  # noqa: PLC0415
    from hall import served as content  # noqa: PLC0415 - few have a page

    settings = presenter.settings
    page = content.HallPage(settings, Hub(), own.hall, own.arbiters)
    page.show((), (), "", inbox.clock())
    server = PageServer(page.hub, inbox.put_in_turn, inbox.clock, content=content)
    server.start()
    closing.callback(server.close)
    if given.page == "open":
        once = server.address_once
        threading.Thread(target=open_browser, args=(once,), name="open", daemon=True).start()
    line = study_message("page", settings, address=server.address).segments
    presenter.say([Utterance((), eye=line)])  # nothing for the ear
    return page
