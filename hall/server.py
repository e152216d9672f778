# SPDX-License-Identifier: GPL-3.0-or-later
"""The server of a hall: its configuration, its certificate, and the process.

All of it is in one folder that only the user may read: ``server.conf``, the key and certificate,
the tables' passwords (``tables.json``), and what JetStream keeps.
"""

import datetime
import ipaddress
import json
import re
import secrets
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from announce.errors import PlayerError
from ground import files
from hall.message import LARGEST
from hall.ticket import OF_DESK, Ticket, user_of

PORT = 4222

_VALID = datetime.timedelta(days=60)
PASSWORD = 15  # bytes: 120 bits, which nobody guesses, and which need no slow hash

_OLDEST, _OLDEST_OF_2_10 = (2, 11, 1), (2, 10, 27)
"""The first versions of nats-server in which no table can delete what others have there
(CVE-2025-30215)."""

MOST_CONNECTIONS, MOST_SUBSCRIPTIONS = 4, 32
"""The limits of a table's account at the server."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The ``name`` of a hall, the ``host`` by which its tables find the server, the passwords of
    the desk and of each table by its number, and the public keys of its arbiters."""

    name: str
    host: str
    port: int
    desk: str
    tables: Mapping[int, str]
    arbiters: Mapping[str, str]


def program(path: str | None = None) -> str:
    """The path of nats-server: the given one, else the newest of those that are installed.

    The extra ``hektor-chess[hall]`` brings one, beside Python. Raises PlayerError if there is none,
    or none that is new enough."""
    if path is not None:
        found = [one for one in [shutil.which(path)] if one]
    else:
        beside = sysconfig.get_path("scripts")
        places = (beside, None, "/usr/sbin", "/usr/local/bin")  # None: those of PATH
        found = [one for place in places if (one := shutil.which("nats-server", path=place))]
    if not found:
        raise PlayerError("hall_server")
    versions = {one: version_of(one) for one in dict.fromkeys(found)}
    newest = max(versions, key=lambda one: versions[one])
    if not is_safe(versions[newest]):
        version = ".".join(map(str, versions[newest])) or "?"
        raise PlayerError("hall_server_old", path=newest, version=version)
    return newest


def version_of(path: str) -> tuple[int, ...]:
    """The version of a nats-server, as in (2, 11, 1); empty if it tells none."""
    try:
        told = subprocess.run([path, "--version"], capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    found = re.search(rb"v(\d+)\.(\d+)\.(\d+)", told.stdout + told.stderr)
    return tuple(map(int, found.groups())) if found else ()


def is_safe(version: tuple[int, ...]) -> bool:
    """True if a server of this version keeps tables from what is not theirs."""
    return version >= _OLDEST or (version[:2] == (2, 10) and version >= _OLDEST_OF_2_10)


def load(folder: Path) -> Hall | None:
    """The hall that this folder has; None if it has none yet."""
    try:
        kept = json.loads((folder / "tables.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    tables = {int(number): password for number, password in kept["tables"].items()}
    return Hall(**{**kept, "tables": tables})


def keep(folder: Path, hall: Hall) -> None:
    """The hall stands in the folder, with its configuration and a certificate for its host."""
    files.make_folder(folder)
    kept = {
        "name": hall.name, "host": hall.host, "port": hall.port, "desk": hall.desk,
        "tables": dict(hall.tables), "arbiters": dict(hall.arbiters),
    }  # fmt: skip
    certify(folder, hall.host)
    files.write(folder / "server.conf", configuration(hall, folder).encode())
    # last: a desk that sees other tables starts its server anew
    files.write(folder / "tables.json", json.dumps(kept, ensure_ascii=False, indent=1).encode())


def new(name: str, host: str, arbiters: Mapping[str, str], port: int = PORT) -> Hall:
    """A hall without tables."""
    return Hall(name, host, port, secrets.token_hex(PASSWORD), {}, arbiters)


def with_tables(hall: Hall, numbers: Iterable[int]) -> Hall:
    """The hall with these tables too; one that was there keeps its password."""
    added = {number: secrets.token_hex(PASSWORD) for number in numbers}
    return Hall(hall.name, hall.host, hall.port, hall.desk, {**added, **hall.tables}, hall.arbiters)


def ticket_of(hall: Hall, table: int, certificate: str) -> Ticket:
    """The ticket of a table, or with number 0 that of another desk."""
    url = f"nats://{hall.host}:{hall.port}"
    password = hall.desk if table == OF_DESK else hall.tables[table]
    return Ticket(hall.name, table, url, password, certificate, hall.arbiters)


def beside(hall: Hall, certificate: str) -> Ticket:
    """The ticket of a desk on the server's own computer."""
    url = f"nats://127.0.0.1:{hall.port}"
    return Ticket(hall.name, OF_DESK, url, hall.desk, certificate, hall.arbiters)


# --- The configuration ----------------------------------------------------------------------------


def services(table: int) -> list[str]:
    """The only subjects to which a table may publish: its journal, its sign of life, the last of
    either, its journal from the beginning, its own orders and their acknowledgement."""
    return [
        f"hall.entry.{table}",
        f"hall.alive.{table}",
        f"$JS.API.DIRECT.GET.ENTRIES.hall.entry.{table}",
        f"$JS.API.DIRECT.GET.ALIVE.hall.alive.{table}",
        f"$JS.API.CONSUMER.MSG.NEXT.ENTRIES.table-{table}",
        f"$JS.API.CONSUMER.MSG.NEXT.ORDERS.table-{table}",
        f"$JS.ACK.ORDERS.table-{table}.>",
    ]


def configuration(hall: Hall, folder: Path) -> str:
    """nats-server's configuration. Each table has an account, out of which no answer leads, and is
    allowed to publish to its `services` and to hear what answers it, and nothing else. A file
    ``more.conf`` in the folder is a part of it, and counts where both say something."""
    store = f"store_dir: {json.dumps(str(folder / 'stream'))}"
    exports, accounts = list[str](), list[str]()
    for table, password in sorted(hall.tables.items()):
        account, imports = f"TABLE{table}", []
        for subject in services(table):
            answers = ", response_type: stream" if ".MSG.NEXT." in subject else ""
            exports.append(f'      {{service: "{subject}"{answers}, accounts: [{account}]}}')
            imports.append(f'      {{service: {{account: DESK, subject: "{subject}"}}}}')
        accounts += [
            f"  {account} {{",
            f'    users: [{{user: "{user_of(table)}", password: "{password}", permissions: {{',
            f"      publish: {{allow: {json.dumps(services(table))}}},",
            f'      subscribe: {{allow: ["_INBOX.{user_of(table)}.>"]}} }}}}]',
            f"    limits {{ max_connections: {MOST_CONNECTIONS}, "
            f"max_subscriptions: {MOST_SUBSCRIPTIONS} }}",
            "    imports: [",
            *imports,
            "    ]",
            "  }",
        ]
    return "\n".join([
        "# Made by hektor hall.",
        f"port: {hall.port}",
        f"max_payload: {LARGEST}",
        f"jetstream {{ {store} }}",
        *tls(folder),
        "accounts {",
        "  DESK {",
        "    jetstream: enabled",
        f'    users: [{{user: "{user_of(OF_DESK)}", password: "{hall.desk}"}}]',
        "    exports: [",
        *exports,
        "    ]",
        "  }",
        *accounts,
        "}",
        *(['include "more.conf"'] if (folder / "more.conf").exists() else []),
        "",
    ])  # fmt: skip


def tls(folder: Path) -> list[str]:
    """The part of a configuration that says by which certificate the server is known."""
    return [
        "tls {",
        "  timeout: 15",  # a whole hall may come back at once
        f"  cert_file: {json.dumps(str(folder / 'certificate.pem'))}",
        f"  key_file: {json.dumps(str(folder / 'key.pem'))}",
        "}",
    ]


def certify(folder: Path, host: str) -> str:
    """The certificate of the folder, in PEM, made for this host where there is none yet."""
    path = folder / "certificate.pem"
    if not path.exists():
        key, certificate = certified(host)
        files.write(folder / "key.pem", key)
        files.write(path, certificate)
    return path.read_text(encoding="utf-8")


def certified(host: str) -> tuple[bytes, bytes]:
    """A key and a certificate that it signs itself, in PEM: tables trust this one and no other."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Hektor")])
    now = datetime.datetime.now(datetime.UTC)
    try:
        named: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        named = x509.DNSName(host)
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + _VALID)
        .add_extension(x509.SubjectAlternativeName([named]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    )
    made = builder.sign(key, hashes.SHA256())
    pem = serialization.Encoding.PEM
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private, made.public_bytes(pem)


# --- The process ----------------------------------------------------------------------------------


def start(folder: Path, path: str | None = None) -> subprocess.Popen[bytes]:
    """The server of this folder as a process of ours. Raises PlayerError if there is no program."""
    command = [program(path), "-c", str(folder / "server.conf"), "-l", str(folder / "server.log")]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)


class RunningServer:
    """The server of this folder, while it is served. Raises PlayerError if there is no program."""

    def __init__(self, folder: Path, path: str | None = None) -> None:
        self._folder, self._path = folder, path
        self._process = start(folder, path)

    @property
    def runs(self) -> bool:
        """False if it has ended by itself."""
        return self._process.poll() is None

    def again(self) -> None:
        """It ends in order and starts, with its configuration as it is now. Tables are alone for a
        moment. (nats-server 2.9.10 could read its configuration anew as it ran, but then accounts
        that were new in it reached nothing.)"""
        self.stop()
        self._process = start(self._folder, self._path)

    def stop(self) -> int:
        """It ends in order; its exit status."""
        self._process.terminate()
        return self._process.wait()


def numbers(text: str) -> list[int]:
    """The tables of "1-40" or "3,7,9-12". Raises ValueError for anything else."""
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        found.update(range(int(first), int(last if dash else first) + 1))
    if not found or min(found) < 1 or max(found) > 9999:
        raise ValueError(f"{text} names no tables")
    return sorted(found)
