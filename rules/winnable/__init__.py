# SPDX-License-Identifier: GPL-3.0-or-later
"""Can a player still win (5.2.2, 6.9, 7.5.5)? The prover behind dead positions."""
