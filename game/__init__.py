# SPDX-License-Identifier: GPL-3.0-or-later
"""One table: the event loop, the journal, the opponents, the command line."""
