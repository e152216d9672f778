# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine as a program of its own."""

from opponents.engine.uci import main

if __name__ == "__main__":
    main()
