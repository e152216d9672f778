# SPDX-License-Identifier: GPL-3.0-or-later
"""From sound to meaning: audio, recogniser, the language of moves, intents."""
