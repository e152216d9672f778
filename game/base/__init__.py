# SPDX-License-Identifier: GPL-3.0-or-later
"""What every part of the program at work needs: the inbox, the time, streams, settings."""
