# SPDX-License-Identifier: GPL-3.0-or-later
"""One table: the event loop, the journal, the opponents, the command line."""

import voice  # noqa: F401  before anything imports numpy: it keeps numpy to one thread
