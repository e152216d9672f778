# SPDX-License-Identifier: GPL-3.0-or-later
"""One module for each command: ``add_options(parser)``, and ``run(options) -> exit status``."""
