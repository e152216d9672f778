# SPDX-License-Identifier: GPL-3.0-or-later
"""The server's configuration lets each table reach its own subjects; tickets hold no more."""

import shutil
import sysconfig
from pathlib import Path

import pytest
from halls import ARBITERS, PASSPHRASE

from announce.errors import PlayerError
from hall import server, ticket
from hall.ticket import Ticket


@pytest.fixture
def hall(tmp_path: Path) -> server.Hall:
    made = server.with_tables(server.new("olympiad", "desk.local", ARBITERS), [7, 8])
    server.keep(tmp_path, made)
    return made


def test_a_table_gets_its_own_subjects_and_no_others() -> None:
    for subject in server.services(7):
        assert subject.rstrip(".>").endswith((".7", "table-7"))
        assert "*" not in subject


def test_each_table_is_an_account_that_imports_only_its_own(hall: server.Hall) -> None:
    text = server.configuration(hall, Path("/x"))
    for table, other in ((7, 8), (8, 7)):
        account = text.partition(f"  TABLE{table} {{")[2].partition("\n  }")[0]
        assert all(subject in account for subject in server.services(table))
        assert not any(f'"{subject}"' in account for subject in server.services(other))
        assert hall.tables[other] not in account
    assert "tls {" in text


def test_a_hall_is_kept_for_its_user_alone(hall: server.Hall, tmp_path: Path) -> None:
    assert server.load(tmp_path) == hall
    for name in ("tables.json", "server.conf", "key.pem"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0


def test_tables_that_come_later_leave_the_others_as_they_are(hall: server.Hall) -> None:
    more = server.with_tables(hall, [8, 9])
    assert {7, 8, 9} == set(more.tables)
    assert {number: more.tables[number] for number in hall.tables} == dict(hall.tables)


def test_a_ticket_is_read_as_it_was_written(hall: server.Hall, tmp_path: Path) -> None:
    certificate = (tmp_path / "certificate.pem").read_text()
    made = server.ticket_of(hall, 7, certificate)
    data = ticket.written(made)
    path = tmp_path / "table-7.toml"
    path.write_bytes(data)
    assert ticket.read(path) == made
    assert made.place == "olympiad/7"
    for secret in (hall.tables[8], hall.desk, PASSPHRASE):
        assert secret.encode() not in data
    assert hall.tables[7] not in repr(made)


def test_no_password_goes_over_an_open_network() -> None:
    ticket.checked(Ticket("olympiad", 7, "nats://127.0.0.1:4222", "secret"))
    with pytest.raises(PlayerError, match="certificate"):
        ticket.checked(Ticket("olympiad", 7, "nats://192.168.1.5:4222", "secret"))


@pytest.mark.parametrize("text", ["", "hall = 3", "[", "table = 'x'"])
def test_what_is_no_ticket_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ticket.toml"
    path.write_text(text)
    with pytest.raises(PlayerError):
        ticket.read(path)
    with pytest.raises(PlayerError):
        ticket.read(tmp_path / "none.toml")


def test_tables_are_numbered() -> None:
    assert server.numbers("1-3,7") == [1, 2, 3, 7]
    for wrong in ("", "0", "3-1", "x", "1-99999"):
        with pytest.raises(ValueError):
            server.numbers(wrong)


def test_without_a_server_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(PlayerError, match="nats-server"):
        server.program()
    with pytest.raises(PlayerError, match="nats-server"):
        server.program("elsewhere/nats-server")


@pytest.mark.parametrize("version", ["2.9.10", "2.10.26", "2.11.0", "1.4.1"])
def test_a_server_with_which_a_table_can_delete_everything_is_refused(
    version: str, tmp_path: Path
) -> None:
    """CVE-2025-30215."""
    old = tmp_path / "nats-server"
    old.write_text(f"#!/bin/sh\necho nats-server: v{version}\n")
    old.chmod(0o755)
    with pytest.raises(PlayerError, match=version.replace(".", r"\.")):
        server.program(str(old))
    with pytest.raises(PlayerError, match=r"2\.11\.1"):
        server.RunningServer(tmp_path, str(old))


def test_what_tells_no_version_is_no_server(tmp_path: Path) -> None:
    strange = tmp_path / "nats-server"
    strange.write_text("#!/bin/sh\nexit 1\n")
    strange.chmod(0o755)
    with pytest.raises(PlayerError):
        server.program(str(strange))


@pytest.mark.parametrize("version", [(2, 10, 27), (2, 10, 29), (2, 11, 1), (2, 15, 1), (3, 0, 0)])
def test_a_server_in_which_that_is_mended_is_taken(version: tuple[int, ...]) -> None:
    assert server.is_safe(version)


def test_the_server_of_the_extra_is_found_first_though_it_is_not_on_the_path(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    assert Path(server.program()).parent == Path(sysconfig.get_path("scripts"))
