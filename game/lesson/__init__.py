# SPDX-License-Identifier: GPL-3.0-or-later
"""A lesson in which Hektor learns a voice: the dialogue, its loop, and the learning."""
