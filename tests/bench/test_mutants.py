# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules that are broken on purpose: a sample, and what ``docs/mutants.tsv`` says of the others."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.mutants import promises, proofs_of, try_all
from docs import laws
from docs.mutants import mutants, report

ROOT = Path(__file__).parents[2]
MUTANTS = mutants()

BROKEN = ("Article", "Appendix A", "Appendix B", "Appendix D", "Guidelines")
"""The parts of the page of which every rule that can be tested is broken."""

NOT_HERE = "Articles 1 to 3"
"""How the pieces move is python-chess's, and proven by counting."""

SAMPLE = ("III.1", "7.6")
"""Rules with one mutant and one test, which takes no time: of a part, and of the whole program."""


def test_every_rule_is_broken_in_one_way_at_least() -> None:
    wanted = {
        number
        for part in laws.parts()
        if part.title.startswith(BROKEN) and not part.title.startswith(NOT_HERE)
        for number, rule in part.rules.items()
        if rule.none is None
    }
    assert wanted <= {one.rule for one in MUTANTS}


def test_every_mutant_is_of_a_rule() -> None:
    rules = laws.rules()
    assert [one.rule for one in MUTANTS if one.rule not in rules or rules[one.rule].none] == []


def test_every_promise_is_broken_where_its_snippet_stands() -> None:
    """What an arbiter relies on. ``python -m bench.mutants --promises`` tries them all."""
    for one, tests in promises().items():
        assert one.applied((ROOT / one.file).read_text(encoding="utf-8"))
        for test in tests:
            file, _, name = test.partition("::")
            assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("file", dict.fromkeys(one.file for one in MUTANTS))
def test_every_snippet_stands_in_its_file_once(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    for one in MUTANTS:
        if one.file == file:
            assert one.applied(text) != text


def test_every_mutant_was_noticed_by_a_test_of_its_rule() -> None:
    """To be run anew where this fails: ``python -m bench.mutants``."""
    known, proofs = report(), laws.proofs()
    alive = [
        (one.rule, one.old)
        for one in MUTANTS
        if known.get((one.rule, one.key)) not in proofs[one.rule]
    ]
    assert alive == []
    assert not [test for test in known.values() if test.startswith("test_docs_")]


def test_a_sample_is_noticed_now() -> None:
    chosen = [one for one in MUTANTS if one.rule in SAMPLE]
    found = list(try_all({one: proofs_of(one.rule) for one in chosen}))
    assert [one.mutant for one in found] == chosen
    proofs = laws.proofs()
    assert all(one.test in proofs[one.mutant.rule] for one in found)


def test_what_breaks_nothing_or_everything_is_no_proof() -> None:
    last = next(one for one in MUTANTS if one.rule == SAMPLE[0])
    same = replace(last, new=f"({last.old})")
    nonsense = replace(last, new="= None")
    found = list(try_all({one: proofs_of(one.rule) for one in (same, nonsense)}))
    assert [one.test for one in found] == [None, None]
    assert not found[0].trouble
    assert found[1].trouble
