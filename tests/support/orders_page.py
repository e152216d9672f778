# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's orders of ``docs/orders.md``, each in German and in the other languages."""

from pathlib import Path

LANGUAGES = ("en", "sr", "sl", "cs")
PAGE = Path(__file__).parents[2] / "docs" / "orders.md"
ROWS = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")][1:]
TYPED = {
    german: others
    for german, *others in ([cell.strip() for cell in row.strip("|").split("|")] for row in ROWS)
}
"""The same orders in German and in these languages; one that is not translated is empty."""

WRITTEN = [
    (german, language, said)
    for german, others in TYPED.items()
    for language, said in zip(LANGUAGES, others, strict=True)
    if said or language == "en"
]
"""Each order with a language in which it stands there."""
