# SPDX-License-Identifier: GPL-3.0-or-later
"""Every phrase that may be said or typed, as the vocabulary itself has it.

    python -m docs.phrases [LANGUAGE]

What begins with ~ is typed only. [..] may be left out, (a|b) is a choice, {..} stands for a value.
"""

import argparse
import re
from collections.abc import Iterator
from typing import Final

from voice.language import lexicon
from voice.language.lexicon import GERMAN

_TABLES: Final = {"game": "commands", "arbiter": "orders", "study": "commands"}
_PART: Final = re.compile(r"<(\w+)>")


def phrases(language: str) -> Iterator[str]:
    """The lines of the list: a heading for each vocabulary, then its acts with their phrases."""
    for file, table in _TABLES.items():
        words = lexicon.written_down(language, file)
        parts = {**lexicon.written_down(language, "game")["parts"], **words.get("parts", {})}
        yield f"# {file}"
        for key, templates in words[table].items():
            yield f"{key}: " + ", ".join(
                lexicon.TYPED * each.startswith(lexicon.TYPED)
                + lexicon.formless(_whole(each, parts))
                for each in templates
            )


def _whole(template: str, parts: dict[str, str]) -> str:
    """A template with its parts in place."""
    while _PART.search(template):
        template = _PART.sub(lambda part: parts[part[1]], template)
    return template


def main() -> None:
    """Print the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", nargs="?", default=GERMAN.name, choices=lexicon.languages())
    print("\n".join(phrases(parser.parse_args().language)))


if __name__ == "__main__":
    main()
