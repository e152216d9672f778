# SPDX-License-Identifier: GPL-3.0-or-later
"""Activities: what the one loop runs."""
