# SPDX-License-Identifier: GPL-3.0-or-later
"""Other devices: the list of those that show the page, and the page on which one asks."""

from html import escape

from announce.page.document import document, page_words
from announce.page.markup import word
from announce.page.view import View
from announce.text.settings import Settings


def devices(view: View) -> str:
    """Which devices there are, each with a button that sends it away."""
    lines = (
        f"<li>{word(one.part, view.settings)}, {escape(one.place)} "
        f'<button type="button" data-device="{one.number}">{word("send_away", view.settings)}'
        f'<span class="hidden"> {one.number}</span></button></li>'
        for one in view.devices
    )
    listed = "".join(lines)
    return f"<ul>{listed}</ul>" if listed else f"<p>{word('no_devices', view.settings)}</p>"


def join_page(settings: Settings) -> str:
    """The page on which a device asks to be let in, and enters the code."""
    return document("join", settings, page_words(settings))
