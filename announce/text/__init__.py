# SPDX-License-Identifier: GPL-3.0-or-later
"""What sentences are made of: utterances, settings of the wording, scripts."""
