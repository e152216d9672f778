# SPDX-License-Identifier: GPL-3.0-or-later
"""From sound to transcripts: audio, endpoint, engines, recogniser, second pass."""
