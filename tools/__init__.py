# SPDX-License-Identifier: GPL-3.0-or-later
"""What is done to publish Hektor: locked versions, tried bounds, and checks for other systems."""
