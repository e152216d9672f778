# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's page: from what is true at the table to what stands in a browser."""
