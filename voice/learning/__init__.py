# SPDX-License-Identifier: GPL-3.0-or-later
"""Learning one person's voice: what to say, whether it was said well, and what is kept of it."""
