# SPDX-License-Identifier: GPL-3.0-or-later
"""The base of the program at work: the inbox, the time, streams, settings."""
