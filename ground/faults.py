# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors that people are told of, raised below the words for them."""


class Fault(Exception):
    """An expected error: ``name`` is that of its sentence, ``program.error`` in the lexicon, and
    ``facts`` are its fields."""

    def __init__(self, name: str, /, **facts: object) -> None:
        super().__init__(name)
        self.name = name
        self.facts = facts

    def __str__(self) -> str:
        """For logs."""
        return ", ".join([self.name, *(f"{name} {value}" for name, value in self.facts.items())])
