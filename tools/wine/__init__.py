# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the libraries that Hektor needs on Windows work: tried under Wine."""
