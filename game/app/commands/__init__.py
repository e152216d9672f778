# SPDX-License-Identifier: GPL-3.0-or-later
"""One module for each subcommand: ``add_options(parser)`` and ``run(options)``, the exit status."""
