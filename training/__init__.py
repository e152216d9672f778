# SPDX-License-Identifier: GPL-3.0-or-later
"""How the bundled acoustic model is made: `python -m training --out DIR [--speech DIR]`.

Nothing of this package is imported at run time, except by `bench/`, which borrows the
synthesiser. It needs the extra `[train]`; what needs numpy only is in `voice.acoustic`.
"""
