# SPDX-License-Identifier: GPL-3.0-or-later
"""A round of a tournament: pairings from the files of Swiss programs, results back into them."""
