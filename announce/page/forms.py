# SPDX-License-Identifier: GPL-3.0-or-later
"""Forms of the page: the arbiter's orders with what each asks for, and the other devices.

How an order is put into words, the language of orders decides; here it is only shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from announce.page.markup import document, page_words, word
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


NUMBERS = ("minutes", "seconds", "number")
"""Fields that take a number."""


@dataclass(frozen=True, slots=True)
class Forms:
    """``slots`` are the fields of each order by its name, ``choices`` the values of a field that
    has few, each with its word."""

    slots: Mapping[str, Sequence[str]] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def access(view: View) -> str:
    """The form that the arbiter sees: of the PIN, of the orders, or of a question."""
    if view.pin_needed:
        return "pin"
    return "asks" if view.asks else "orders"


def fields(forms: Forms, settings: Settings) -> str:
    """The select element of the orders, and every field that one of them has."""
    names = "".join(
        f'<option value="{name}" data-slots="{" ".join(slots)}">'
        f"{word(f'orders.{name}', settings)}</option>"
        for name, slots in forms.slots.items()
    )
    used = dict.fromkeys(slot for slots in forms.slots.values() for slot in slots)
    label = word("order", settings)
    first = (
        f'<p><label for="order-name">{label}</label> '
        f'<select id="order-name" name="name">{names}</select></p>'
    )
    return first + "".join(_field(slot, forms, settings) for slot in used)


def _field(slot: str, forms: Forms, settings: Settings) -> str:
    name = f"order-{slot}"
    label = f'<label for="{name}">{word(f"slots.{slot}", settings)}</label>'
    if choices := forms.choices.get(slot):
        given = "".join(
            f'<option value="{escape(value, quote=True)}">{escape(text)}</option>'
            for value, text in {"": "–", **choices}.items()
        )
        control = f'<select id="{name}" name="{slot}">{given}</select>'
    else:
        kind = ' inputmode="numeric" size="4"' if slot in NUMBERS else ' size="8"'
        control = f'<input id="{name}" name="{slot}" maxlength="40" autocomplete="off"{kind}>'
    return f'<p class="slot" data-slot="{slot}">{label} {control}</p>'
