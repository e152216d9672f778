# SPDX-License-Identifier: GPL-3.0-or-later
"""No test depends on how fast the machine is: an example of hypothesis has no deadline."""

from hypothesis import settings

settings.register_profile("hektor", deadline=None)
settings.load_profile("hektor")
