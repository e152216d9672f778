#!/usr/bin/env bash
# Makes .venv with Hektor in it, or does nothing where that is done. Usage: setup.sh [dev]
# Called by ./run and ./test. Says what it does in whole lines; needs no root.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
extra=${1:-}
stamp="$root/.venv/.hektor${extra:+-$extra}"
wanted=$(cksum "$root/pyproject.toml")

[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0

python=
for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$name
        break
    fi
done
if [ -z "$python" ]; then
    echo "Hektor needs Python 3.11 or newer, and there is none here." >&2
    exit 1
fi

echo "Setting Hektor up. This happens once and takes about a minute." >&2
if ! [ -x "$root/.venv/bin/python" ] && ! "$python" -m venv "$root/.venv" >&2; then
    rm -rf "$root/.venv"
    echo "Python cannot make a virtual environment. On Debian and Ubuntu install python3-venv." >&2
    exit 1
fi
if ! "$root/.venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    -e "$root${extra:+[$extra]}" >&2; then
    echo "The Python packages could not be installed. Is there a network?" >&2
    exit 1
fi

# Live sound on Linux needs PortAudio; the wheels for Windows and macOS bring it along.
if ! "$root/.venv/bin/python" -c 'import sounddevice' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null &&
        { apt-get install -y -qq libportaudio2 || { apt-get update -qq && apt-get install -y -qq libportaudio2; }; } >/dev/null 2>&1; then
        echo "Installed libportaudio2 for the microphone and the loudspeaker." >&2
    else
        echo "For microphone and loudspeaker install libportaudio2 (on Debian: sudo apt install libportaudio2); until then Hektor takes typed moves and prints." >&2
    fi
fi
echo "$wanted" >"$stamp"
echo "Hektor is set up." >&2
