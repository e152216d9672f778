# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's page: its server, and what it is sent."""
