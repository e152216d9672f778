# SPDX-License-Identifier: GPL-3.0-or-later
"""A hall with a real nats-server: many tables in few processes, and a desk."""
