# SPDX-License-Identifier: GPL-3.0-or-later
"""The program ``hektor``: one subcommand for each job. Only what a job needs is loaded."""

import argparse
import contextlib
import gc
import importlib
import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from announce.errors import PlayerError, bad_value, is_expected, told
from announce.lexicon import lexicon
from game.app.subcommands import PLAYS, Command, commands, find
from game.base import streams
from ground import folders

if TYPE_CHECKING:
    from game.app.beside import Companion


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``hektor`` and return the exit status. Errors end in one sentence on standard error.

    Without a command it is ``play``, with the options that are given.
    """
    streams.make_safe()
    os.umask(0o077)  # what is said and played here is for nobody else on this computer
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given in (["--version"], ["-V"]):
        print(f"Hektor {version()}")
        return 0
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help")):
        given = ["play", *given]
    try:
        _finish_restore(given)
        options = _parsed(given)
        status: int = options.run(options)
        sys.stdout.flush()
        return _exits(status) if arguments is None else status
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if isinstance(error, streams.OutputLost) and error.left:
            return 1
        if not is_expected(error):
            raise
        print(told(error, language(given)), file=sys.stderr)
        return 2


def _finish_restore(given: Sequence[str]) -> None:
    """Finish a restore that was broken off, before anything is read."""
    if not folders.restoring().exists():
        return
    from record import backup  # noqa: PLC0415 - hardly ever needed

    if backup.finish(folders.restoring()):
        print(lexicon(language(given)).word("program.backup.finished"), file=sys.stderr)


def version() -> str:
    """The version that is installed."""
    from importlib import metadata  # noqa: PLC0415 - it takes a while, and few ask

    try:
        return metadata.version("hektor-chess")
    except metadata.PackageNotFoundError:
        return "?"


def _exits(status: int) -> int:
    """The program ends with ``status``: libraries of sound may hang at that."""
    if "game.app.leaving" in sys.modules:
        from game.app import leaving  # noqa: PLC0415 - few commands have sound

        leaving.exit_soon(status)
    return status


_CHOICE = re.compile(r"invalid choice: '(?P<given>.*)' \(choose from (?P<allowed>.*)\)")
"""How argparse says that a value is not one of the choices."""


def help_text(action: argparse.Action) -> str:
    """The help of an option, as a template with its default."""
    return str(lexicon("en").own(f"help.{action.help}") or action.help)


class _Help(argparse.HelpFormatter):
    """Each option on a line of its own, and what it is for below: easy to follow by ear.

    The help of an option is a key of the lexicon, or a text. A ``short`` help has the options that
    are wanted most, with the first clause about each, under no headings.
    """

    def __init__(self, prog: str, *, short: bool = False) -> None:
        super().__init__(prog, indent_increment=2, max_help_position=4, width=100)
        self._short = short

    def start_section(self, heading: str | None) -> None:
        hidden = self._short and heading != "options"
        super().start_section(argparse.SUPPRESS if hidden else heading)

    def add_argument(self, action: argparse.Action) -> None:
        if not self._short or action.dest == "help" or str(action.help) in _shown():
            super().add_argument(action)

    def _get_help_string(self, action: argparse.Action) -> str:
        text = help_text(action)
        return re.split(r"[.,:;] |\.$", text)[0] + "." if self._short else text

    def format_help(self) -> str:
        text = super().format_help()
        return re.sub(r"\n\n(?=  -)", "\n", text) if self._short else text


_SHORT_FROM = 30
"""Options of a command that are too many for one screen."""


def _shown() -> set[str]:
    from game.base.settings import SHORT  # noqa: PLC0415 - only a help needs it

    return {f"setting.{name}" for name in SHORT}


class _Parser(argparse.ArgumentParser):
    """Leaves errors to `main`, which tells them in the user's language."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(exit_on_error=False, formatter_class=_Help, **settings)

    def error(self, message: str) -> NoReturn:
        """An argument is missing."""
        raise PlayerError("usage", command=self.prog)


def _parsed(given: Sequence[str]) -> argparse.Namespace:
    """The options. Raises PlayerError if there is no such command, option or value."""
    if find(given[0]) is None and not given[0].startswith("-"):
        raise PlayerError("no_command", command=given[0])
    command = f"hektor {given[0]}"
    try:
        options, unknown = _known(given)
    except argparse.ArgumentError as error:
        choice = _CHOICE.search(str(error))
        if choice is not None:
            allowed = choice["allowed"].replace("'", "")
            raise bad_value(str(error.argument_name), choice["given"], allowed) from error
        raise PlayerError("bad_option", option=error.argument_name, command=command) from error
    if unknown:
        raise PlayerError("no_option", option=unknown[0], command=command)
    for value in vars(options).values():
        if isinstance(value, str) and not _is_text(value):  # a Path may have any bytes
            raise PlayerError("not_utf8", given=value)
    return options


def _known(given: Sequence[str]) -> tuple[argparse.Namespace, Sequence[str]]:
    """The options, and what is none: of the house, or else also of what stands beside it."""
    with_beside = given[0] in PLAYS and not {"-h", "--help", "--help-all"}.isdisjoint(given)
    if given[0] not in PLAYS or with_beside:
        return make_parser(given, with_beside=with_beside).parse_known_args(given)
    try:
        options, unknown = make_parser(given).parse_known_args(given)
    except argparse.ArgumentError:
        if not _companions():
            raise
    else:
        if not unknown or not _companions():
            return options, unknown
    return make_parser(given, with_beside=True).parse_known_args(given)


def _is_text(given: str) -> bool:
    """True if a record can keep it: a terminal may send bytes that are not UTF-8."""
    try:
        given.encode()
    except UnicodeEncodeError:
        return False
    return True


def language(given: Sequence[str]) -> str:
    """The language of errors: that of the options, of the profile, or of the system."""
    from announce.text.settings import LANGUAGES  # noqa: PLC0415 - only an error needs it
    from game.app.options import interface  # noqa: PLC0415

    if given[:1] == ["score"]:  # whose --language is that of the score
        return interface()
    found, known = argparse.ArgumentParser(add_help=False, exit_on_error=False), ""
    found.add_argument("--language", default="")
    with contextlib.suppress(argparse.ArgumentError, SystemExit):
        known = found.parse_known_args(given)[0].language
    return known if known in LANGUAGES else interface()


def make_parser(given: Sequence[str], *, with_beside: bool = False) -> argparse.ArgumentParser:
    """The subcommand that is given, with its options, and those of what stands beside the house;
    all of them by name where none is."""
    parser = _Parser(
        prog="hektor",
        description="Chess by voice for blind players: moves in the words of the FIDE Laws.",
    )
    offered = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")
    chosen = find(given[0]) if given else None
    listed = commands() if chosen is None else {given[0]: chosen}
    for name, each in listed.items():
        description = f"{each.help[0].upper()}{each.help[1:]}."
        command = offered.add_parser(name, help=each.help, description=description)
        if each is chosen:
            module = _module(each)
            getattr(module, f"add_{name}_options")(command)
            if with_beside:
                for companion in _companions():
                    companion.add_options(command, name)
                command.set_defaults(companions=_companions())
            if len(command._actions) > _SHORT_FROM:
                _shorten(command, name, given)
            command.usage = " ".join([f"hektor {name} [options]", *_arguments(command)])
            command.set_defaults(run=getattr(module, f"run_{name}"), words=tuple(given))
    return parser


def _shorten(command: argparse.ArgumentParser, name: str, given: Sequence[str]) -> None:
    """Let the help of a command fit on one screen; ``--help-all`` tells the rest."""
    command.add_argument(
        "--help-all", action="help", dest="help", help="Show the help of every option."
    )
    if "--help-all" not in given:
        command.formatter_class = partial(_Help, short=True)
        command.epilog = f"hektor {name} --help-all tells every option."


def _companions() -> "tuple[Companion, ...]":
    from game.app.beside import companions  # noqa: PLC0415 - few commands ask for them

    return companions()


@cache
def _module(command: Command) -> ModuleType:
    """The module of a command. What it loads stays: to look for garbage in it would take a tenth of
    a start."""
    gc.disable()
    try:
        return importlib.import_module(command.module)
    finally:
        gc.freeze()
        gc.enable()


def _arguments(command: argparse.ArgumentParser) -> Iterator[str]:
    """The usage after the options, which would be too long a line to listen to."""
    for each in command._actions:
        if not each.option_strings:
            name = each.dest.upper() + "…" * (each.nargs in ("*", "+"))
            yield f"[{name}]" if each.nargs in ("*", "?") else name


if __name__ == "__main__":
    sys.exit(main())
