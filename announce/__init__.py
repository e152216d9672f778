# SPDX-License-Identifier: GPL-3.0-or-later
"""From events to people: words, speech, braille, the assistant's steps."""
