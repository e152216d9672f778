#!/usr/bin/env bash
# Makes .venv with Hektor in it, or does nothing where that is done. Usage: setup.sh [dev]
# Called by ./run and ./test. Says what it does in whole lines; needs no root. If it is interrupted,
# the next call goes on; what was downloaded is kept.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
kind=${1:-run}
venv="$root/.venv"
stamp="$venv/.hektor-$kind"
wanted="$root $(cat "$root/pyproject.toml" "$root"/requirements/*.txt | cksum)"

# "dev" has all that "run" has.
for done in "$stamp" "$venv/.hektor-dev"; do
    [ -x "$venv/bin/hektor" ] && [ "$(cat "$done" 2>/dev/null)" = "$wanted" ] && exit 0
done

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

echo "Setting Hektor up. This happens once and takes up to a minute." >&2
# uv is the fastest; else pip, best the system's own, for one inside has to be unpacked first. Who
# works on Hektor gets one inside.
uv=$(command -v uv) || uv=
outside=
[ "$kind" = run ] && "$python" -c 'import pip; assert int(pip.__version__.split(".")[0]) >= 23' 2>/dev/null && outside=1

# An environment that was moved, or left in the middle, is of no use.
if [ "$(cat "$venv/.place" 2>/dev/null)" != "$root" ] || ! "$venv/bin/python" -c '' 2>/dev/null; then
    rm -rf "$venv"
    if ! why=$("$python" -m venv --without-pip "$venv" 2>&1); then
        rm -rf "$venv"
        echo "Python cannot make a virtual environment. On Debian and Ubuntu install python3-venv." >&2
        echo "It says: ${why##*$'\n'}" >&2
        exit 1
    fi
    echo "$root" >"$venv/.place"
fi
if [ "$kind" = dev ] || { [ -z "$uv" ] && [ -z "$outside" ]; }; then
    if ! "$venv/bin/python" -c 'import pip' 2>/dev/null &&
        ! why=$("$venv/bin/python" -m ensurepip 2>&1); then
        echo "Python has no pip. On Debian and Ubuntu install python3-venv." >&2
        echo "It says: ${why##*$'\n'}" >&2
        exit 1
    fi
fi

log="$venv/setup.log"
: >"$log"
packages() { # What is said goes into the log; told is only what is downloaded.
    if [ -n "$uv" ]; then
        set -- "$uv" pip install --no-progress --python "$venv/bin/python" "$@"
    else
        set -- -m pip ${outside:+--python "$venv/bin/python"} install --disable-pip-version-check \
            --no-input --no-compile --progress-bar off --retries 3 "$@"
        if [ -n "$outside" ]; then set -- "$python" "$@"; else set -- "$venv/bin/python" "$@"; fi
    fi
    "$@" 2>&1 | tee -a "$log" | sed -un \
        -e 's|^ *Downloading .*/||; s|^ *Downloading ||' \
        -e 's|^\([A-Za-z0-9_]*\)-[0-9].*(\([0-9.]* [MG]B\).*|Downloading \1, \2.|p' \
        -e 's|^\([A-Za-z0-9_-]*\) (\([0-9.]*\)MiB)$|Downloading \1, \2 MB.|p' >&2
    return "${PIPESTATUS[0]}"
}
# Only files with the SHA-256 that requirements/ names are taken.
if ! { packages --require-hashes -r "$root/requirements/build.txt" &&
    packages --require-hashes --no-build-isolation -r "$root/requirements/$kind.txt" &&
    packages --no-deps --no-build-isolation -e "$root"; }; then
    grep -iE '^ *(ERROR|error)' "$log" | tail -n 2 >&2 || true
    echo "The Python packages could not be installed. Is there a network? The next time goes on from here." >&2
    exit 1
fi

# Live sound on Linux needs PortAudio; the wheels for Windows and macOS bring it along.
if ! "$venv/bin/python" -c 'import sounddevice' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null &&
        { apt-get install -y -qq libportaudio2 || { apt-get update -qq && apt-get install -y -qq libportaudio2; }; } >/dev/null 2>&1; then
        echo "Installed libportaudio2 for the microphone and the loudspeaker." >&2
    else
        echo "For microphone and loudspeaker install libportaudio2 (on Debian: sudo apt install libportaudio2); until then Hektor takes typed moves and prints." >&2
    fi
fi
echo "$wanted" >"$stamp"
echo "Hektor is set up." >&2
