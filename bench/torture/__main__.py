# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m bench.torture``."""

import sys

from bench.torture import main

sys.exit(main())
