# SPDX-License-Identifier: GPL-3.0-or-later
"""The devices that speak and listen, and what goes to them."""
