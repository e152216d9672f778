# SPDX-License-Identifier: GPL-3.0-or-later
"""The house: imports point down only, a room is entered by its face, and keeps to its budget."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import rooms

ROOT = rooms.ROOT
FILES = rooms.files()
ORDER = list(rooms.rooms())
BESIDE = ("training", "bench", "tools", "docs")
"""What may look into every room, and is imported by none."""

LONGEST_FUNCTION = 60


def room_of(module: str) -> str:
    return module.partition(".")[0]


def is_in(module: str, places: list[str]) -> bool:
    """True if the module is one of the places or lies in one."""
    return any(module == one or module.startswith(f"{one}.") for one in places)


@pytest.mark.parametrize("module", FILES)
def test_imports_point_down(module: str) -> None:
    own = room_of(module)
    allowed = set(ORDER[: ORDER.index(own) + 1]) - {rooms.rooms()[own].beside}
    if module == "game":  # importing voice first keeps numpy to one thread
        allowed |= {"voice"}
    wrong = {one for one in rooms.imports()[module] if room_of(one) not in allowed}
    for one in rooms.imports()[module]:
        only = rooms.rooms()[room_of(one)].only.get(own)
        if only and not is_in(one, [f"{room_of(one)}.{part}" for part in only]):
            wrong.add(one)
    assert not wrong, f"{module} reaches up, sideways or too far: {sorted(wrong)}"


def test_no_room_imports_what_stands_beside_the_house() -> None:
    for module in FILES:
        names = rooms.imported(rooms.statements(module))
        assert not [name for name in names if room_of(name) in BESIDE], module


def package(module: str) -> str:
    """The folder that a module lies in."""
    is_folder = FILES[module].name == "__init__.py"
    return module if is_folder else module.rpartition(".")[0]


@pytest.mark.parametrize("room", ORDER)
def test_folders_of_a_room_import_in_no_circle(room: str) -> None:
    needs: dict[str, set[str]] = {package(one): set() for one in FILES if room_of(one) == room}
    for module, wanted in rooms.imports().items():
        if room_of(module) == room:
            needs[package(module)] |= {package(one) for one in wanted if room_of(one) == room}
    assert not in_circles(needs)


def test_no_module_needs_itself() -> None:
    """Else it depends on who is imported first whether a command can start."""
    assert not in_circles(rooms.imports(at_once=True))


def in_circles(needs: dict[str, set[str]]) -> set[str]:
    """Those that need themselves, over however many steps, and those that need them."""
    left = {name: wanted - {name} for name, wanted in needs.items()}
    while free := [name for name, wanted in left.items() if not wanted & left.keys()]:
        for name in free:
            del left[name]
    return set(left)


def test_only_the_command_line_imports_game_app() -> None:
    """And what stands beside the house and has commands of its own."""
    users = [
        module
        for module, wanted in rooms.imports().items()
        if not is_in(module, ["game.app"])
        and not rooms.rooms()[room_of(module)].annex
        and any(is_in(one, ["game.app"]) for one in wanted)
    ]
    assert not users


def test_the_picture_of_the_rooms_is_up_to_date() -> None:
    assert rooms.PAGE.read_text(encoding="utf-8") == rooms.page(), "run: python -m docs.rooms"


@pytest.mark.parametrize("room", ORDER)
def test_a_room_is_entered_by_its_face(room: str) -> None:
    """``docs/rooms.toml`` lists what other rooms import of it, all of that and nothing else."""
    entered = {
        one.removeprefix(f"{room}.")
        for module, wanted in rooms.imports().items()
        for one in wanted
        if room_of(one) == room != room_of(module) and one != room
    }
    face = set(rooms.rooms()[room].face)
    assert not entered - face, "imported, but not in the face of the room"
    assert not face - entered, "in the face of the room, but imported by nobody"


@pytest.mark.parametrize("module", FILES)
def test_functions_stay_small(module: str) -> None:
    long = [
        node.name
        for node in rooms.statements(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    assert not long, long


@pytest.mark.parametrize("room", rooms.budgets())
def test_a_room_keeps_to_its_budget(room: str) -> None:
    """A budget rises only in a commit of its own that says what went instead."""
    has, _ = rooms.size(room)
    most = rooms.budgets()[room]
    assert has.lines <= most.lines, "lines"
    assert has.classes <= most.classes, "classes"
    assert has.members <= most.members, "members of enumerations"


def test_lowering_never_raises_a_budget() -> None:
    text = rooms.TABLE.read_text(encoding="utf-8")
    has, _ = rooms.size("clock")
    for lines, lowered in ((has.lines + 1000, has.lines), (1, 1)):
        other = re.sub(r'(name = "clock"\n(?:.*\n)*?lines = )\d+', rf"\g<1>{lines}", text)
        assert rooms.budgets(other)["clock"].lines == lines
        assert rooms.budgets(rooms.lowered(other))["clock"].lines == lowered


def members_nobody_names(modules: dict[str, ast.Module]) -> list[str]:
    """The members of enumerations that no code names, where no member is found by its value."""
    named, called = set[str](), set[str]()
    for tree in modules.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                named.add(node.attr)
            elif isinstance(node, ast.Call):
                called.add(ast.unparse(node.func).rpartition(".")[2])
    return [
        f"{module}.{node.name}.{member}"
        for module, tree in modules.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name not in called
        for member in rooms.members(node)
        if member not in named
    ]


def test_no_member_of_an_enumeration_is_dead() -> None:
    trees = {one: ast.parse(path.read_text(encoding="utf-8")) for one, path in FILES.items()}
    assert not members_nobody_names(trees)


def test_a_dead_member_is_found() -> None:
    planted = ast.parse("class Refusal(StrEnum):\n    MADE = 'made'\n    DEAD = 'dead'")
    used = ast.parse("print(Refusal.MADE)")
    assert members_nobody_names({"a": planted, "b": used}) == ["a.Refusal.DEAD"]


PRONOUNS = re.compile(
    r"(What|Who|Whom|Whose|Whoever|Whatever|Which|That|Those|This|These|It|Its|They|Them|Their|"
    r"He|She|Others|Another|Something|Somebody|Nothing|Nobody|Everything|Everybody|There|Of|"
    r"All that|All who|All of|One that|One who|From now on)\b"
)
"""How no docstring begins: a reader wants to know what a thing is or does, not which one of those
that have not been named it is."""

# Taken out one by one as their docstrings are rewritten; empty from then on.
NOT_YET_REWRITTEN: tuple[str, ...] = (
    # in hall/
    "hall",
    # in table/
    "table",
    # in tests/
    "tests",
)
PLACES = (*ORDER, "training", "bench", "tools", "docs", "tests")


def public(body: list[ast.stmt]) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """The public classes, functions and methods among statements, and in these classes."""
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def begun_with_a_pronoun(place: str) -> dict[str, str]:
    """The public docstrings of all files in a folder that begin so, by file and line."""
    found = {}
    for path in sorted((ROOT / place).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not re.search(rf'"""{PRONOUNS.pattern}', text):
            continue
        module = ast.parse(text)
        for node in (module, *public(module.body)):
            begin = (ast.get_docstring(node) or "").partition("\n")[0]
            if PRONOUNS.match(begin):
                line = getattr(node, "lineno", 1)
                found[f"{path.relative_to(ROOT).as_posix()}:{line}"] = begin
    return found


@pytest.mark.parametrize("place", PLACES)
def test_a_docstring_begins_with_a_verb_or_a_noun(place: str) -> None:
    left = tuple(f"{one}/" for one in NOT_YET_REWRITTEN)
    found = begun_with_a_pronoun(place)
    assert not {at: begin for at, begin in found.items() if not at.startswith(left)}


@pytest.mark.parametrize("place", NOT_YET_REWRITTEN)
def test_a_place_whose_docstrings_are_rewritten_leaves_the_list(place: str) -> None:
    assert begun_with_a_pronoun(place), f"take {place!r} out of NOT_YET_REWRITTEN"


def test_a_pronoun_at_the_beginning_is_found() -> None:
    for wrong in (
        "That of a player.",
        "All that is seen.",
        "It waits.",
        "Of digits alone.",
        "Who.",
    ):
        assert PRONOUNS.match(wrong)
    for right in (
        "Italian.",
        "All clocks.",
        "One game.",
        "Thatch.",
        "Offers of a draw.",
        "A move.",
    ):
        assert not PRONOUNS.match(right)


@pytest.mark.parametrize("module", FILES)
def test_a_file_carries_its_licence(module: str) -> None:
    text = FILES[module].read_text(encoding="utf-8")
    assert text.startswith("# SPDX-License-Identifier: GPL-3.0-or-later\n")


@pytest.mark.parametrize(
    ("room", "libraries"), [("table", {"numpy", "sounddevice"}), ("study", {"sounddevice"})]
)
def test_a_pure_room_knows_no_device(room: str, libraries: set[str]) -> None:
    """And no announcer, no record, no library of sound, at whatever depth it is imported."""
    names = [module for module in FILES if room_of(module) == room]
    above = libraries | {*ORDER[ORDER.index("announce") :], "sqlite3"}
    program = f"import sys, {', '.join(names)}; print({above} & sys.modules.keys() or '')"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (ran.returncode, ran.stdout.strip(), ran.stderr) == (0, "", "")


def test_no_test_imports_another() -> None:
    """What several tests need stands in ``tests/support/``."""
    named = re.compile(r"^\s*(?:import|from)\b.*\btest_", re.MULTILINE)
    for path in Path(__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        names = rooms.imported(ast.walk(ast.parse(text))) if named.search(text) else ()
        assert not [name for name in names if name.startswith("test_")], path


def test_no_folder_is_crowded() -> None:
    """All but the tests of a room, which are flat by design."""
    folders = {path.parent for path in (*FILES.values(), *(ROOT / "bench").rglob("*.py"))}
    assert not {folder.name for folder in folders if len(list(folder.glob("*.py"))) > 30}
