# SPDX-License-Identifier: GPL-3.0-or-later
"""Hektor in real time, through a virtual microphone and loudspeaker."""
