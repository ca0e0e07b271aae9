#!/usr/bin/env bash
# Prepares this directory for work: a suitable Python, the system libraries, .venv with all packages.
# Quick when all is there; safe to run again after an interruption. PYTHON=python3.12 chooses the interpreter.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
umask 022
unset PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV

VENV=.venv
STAMP=$VENV/.setup-done
UNFINISHED=$VENV/.setup-unfinished
OWN_PYTHON=.python # only where the system offers no suitable one
LOG=.setup.log

say() { printf 'setup: %s\n' "$*" >&2; }
die() {
    say "$*"
    exit 1
}
trap 'die "interrupted; just run it again."' INT TERM

# --- system packages ------------------------------------------------------------------------------------------------

is_debian() { command -v apt-get >/dev/null && command -v dpkg >/dev/null; }

SUDO=()
[ "$(id -u)" = 0 ] || SUDO=(sudo -n)
may_install() { is_debian && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; }

as_root() { ${SUDO[@]+"${SUDO[@]}"} env DEBIAN_FRONTEND=noninteractive "$@" </dev/null >>"$LOG" 2>&1 9<&-; }

package_lists_are_fresh=
apt_update() {
    [ -z "$package_lists_are_fresh" ] || return 0
    say "refreshing the list of system packages"
    as_root apt-get -q -o DPkg::Lock::Timeout=300 update || true # an old list may do as well
    package_lists_are_fresh=yes
}

apt_install() {
    say "installing system packages: $*"
    as_root dpkg --configure -a # finishes what an interrupted run left
    as_root apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"
}

is_known() { [[ $(apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ [^\(] ]]; }

# Prints the first of the given names that apt can install; the last one if it knows none.
first_known() {
    local name
    for name in "$@"; do
        if is_known "$name"; then break; fi
    done
    printf '%s' "$name"
}

# --- Python ---------------------------------------------------------------------------------------------------------

# A name on the PATH is not enough: it may be too old, too new, the empty shim of a version manager, or lack venv.
is_suitable() {
    "$1" -c "import sys; assert (3, 11) <= sys.version_info < (3, 14); import ctypes, ssl, sqlite3, venv, ${2:-ensurepip}" \
        >/dev/null 2>&1
}

python= # what find_python found
find_python() {
    local candidates=(python3.13 python3.12 python3.11 python3 /usr/bin/python3.1{3,2,1} "$OWN_PYTHON"/*/bin/python3)
    [ -z "${PYTHON:-}" ] || candidates=("$PYTHON")
    for python in "${candidates[@]}"; do
        if is_suitable "$python"; then return 0; fi
    done
    return 1
}

# Sets `version` to the newest suitable Python that apt can install.
find_apt_version() {
    for version in 3.13 3.12 3.11; do
        if is_known "python$version-venv"; then return 0; fi
    done
    return 1
}

# For systems whose own Python is newer than Kivy knows (Ubuntu 26.04): that one fetches one of ours.
fetch_python() {
    local fetcher=$OWN_PYTHON/fetcher/bin
    say "this system offers no Python 3.11 to 3.13, fetching one into $OWN_PYTHON"
    ! may_install || apt_install python3 python3-venv || return 1
    rm -rf "$OWN_PYTHON" && python3 -m venv "${fetcher%/bin}" >>"$LOG" 2>&1 &&
        "$fetcher/python" -m pip --disable-pip-version-check --no-input install --quiet uv >>"$LOG" 2>&1 &&
        "$fetcher/uv" python install --no-bin --install-dir "$OWN_PYTHON" 3.13 </dev/null >>"$LOG" 2>&1
}

choose_python() {
    local version
    if find_python; then return 0; fi
    [ -z "${PYTHON:-}" ] || die "$PYTHON cannot be used: it must be Python 3.11, 3.12 or 3.13 with venv, sqlite3 and ssl."
    ! may_install || apt_update
    if ! find_apt_version; then
        fetch_python || true
    elif may_install; then
        apt_install "python$version" "python$version-venv" || true
    else
        die "a suitable Python with venv is missing; please run: sudo apt-get install python$version python$version-venv"
    fi
    find_python || die "no suitable Python could be installed; please install 3.11, 3.12 or 3.13 and run this again with PYTHON=its path (details: $LOG)."
}

# --- system libraries -----------------------------------------------------------------------------------------------

# Library, how much it matters, its package: the names of one package in different releases, newest first.
# Found by trying on bare machines: OpenCV loads libGL and libgthread, SDL's offscreen video loads libEGL (libGL brings
# Mesa's software renderer), pyzbar loads zbar, Kivy's touch input loads libmtdev. Kivy's own wheel brings the rest.
LIBRARIES='libGL.so.1 needed libgl1
libEGL.so.1 needed libegl1
libgthread-2.0.so.0 needed libglib2.0-0t64 libglib2.0-0
zbar wanted libzbar0t64 libzbar0
libmtdev.so.1 wanted libmtdev1t64 libmtdev1'

# Prints the lines above whose library Python cannot load. pyzbar searches by name, the others are opened directly.
missing_libraries() {
    "$python" -c '
import ctypes, ctypes.util, sys

def is_there(library):
    if ".so" not in library:
        return ctypes.util.find_library(library) is not None
    try:
        return bool(ctypes.CDLL(library))
    except OSError:
        return False

for line in sys.argv[1].splitlines():
    if not is_there(line.split()[0]):
        print(line)
' "$LIBRARIES"
}

# Reads such lines, prints the packages to install.
packages_for() {
    local names packages=()
    while read -r _ _ names; do
        # shellcheck disable=SC2086  # one word per name
        packages+=("$(first_known $names)")
    done
    printf '%s' "${packages[*]}"
}

check_libraries() {
    local missing packages advice
    missing=$(missing_libraries)
    if [ -n "$missing" ] && may_install; then
        apt_update
        packages=$(packages_for <<<"$missing")
        # shellcheck disable=SC2086  # one word per package
        apt_install $packages || die "apt-get could not install $packages; please install them and run this again (details: $LOG)."
        missing=$(missing_libraries)
    fi
    [ -n "$missing" ] || return 0
    if is_debian; then
        advice="please run: sudo apt-get install $(packages_for <<<"$missing")"
    else
        advice="please install what brings $(cut -d ' ' -f 1 <<<"$missing" | paste -s -d ' ')"
    fi
    case $missing in
    *' needed '*) die "system libraries are missing; $advice" ;;
    *) say "the companion runs, but QR codes or touch screens work less well than they could, and their tests fail; $advice" ;;
    esac
}

# --- .venv ----------------------------------------------------------------------------------------------------------

# What the set-up depends on. The path is part of it: a moved .venv does not work.
fingerprint() {
    pwd -P
    cksum pyproject.toml constraints.txt tools/setup.sh
}

version_of() { "$1" -c 'import sys; print(sys.version_info[:2])' 2>/dev/null; }

# May be used or brought up to date as it is: complete, in its place, and of the Python that was asked for.
is_usable_venv() {
    [ ! -e "$UNFINISHED" ] && is_suitable "$VENV/bin/python" pip || return 1
    [ -z "${PYTHON:-}" ] || [ "$(version_of "$PYTHON")" = "$(version_of "$VENV/bin/python")" ] || return 1
    [ ! -e "$STAMP" ] || [ "$(head -n 1 "$STAMP")" = "$(pwd -P)" ]
}

is_up_to_date() { [ -e "$STAMP" ] && [ "$(cat "$STAMP")" = "$(fingerprint)" ] && is_usable_venv; }

create_venv() {
    say "creating $VENV with $("$python" --version)"
    rm -rf "$VENV" || die "the old $VENV could not be removed; please delete it."
    mkdir "$VENV"
    touch "$UNFINISHED"
    "$python" -m venv "$VENV" >>"$LOG" 2>&1 || die "$python could not create $VENV (details: $LOG)."
}

install_packages() {
    say "installing Python packages (a minute or so)"
    touch "$UNFINISHED"
    if ! "$VENV/bin/python" -m pip --disable-pip-version-check --no-input install --quiet \
        --constraint constraints.txt --editable '.[dev,print]' </dev/null >>"$LOG" 2>&1; then
        [ ! -e "$STAMP" ] || rm -f "$UNFINISHED" # pip has put the older set back
        die "pip could not install the Python packages; is the network there? (details: $LOG)"
    fi
    fingerprint >"$STAMP.new"
    mv "$STAMP.new" "$STAMP"
    rm -f "$UNFINISHED"
}

# --------------------------------------------------------------------------------------------------------------------

prepare() {
    if is_up_to_date; then
        python=$VENV/bin/python
        [ "$(uname -s)" != Linux ] || check_libraries
        return
    fi
    [ -w . ] || die "this directory cannot be written by $(id -un)."
    rm -f "$LOG"
    choose_python
    if [ "$(uname -s)" = Linux ]; then
        check_libraries # before the packages: whoever must install something by hand learns it at once
    else
        say "please make sure that the zbar library is installed (on macOS: brew install zbar); the rest comes by itself"
    fi
    is_usable_venv || create_venv
    install_packages
    say "ready"
}

# One at a time: the lock is on this very file, so it leaves nothing behind.
if command -v flock >/dev/null; then
    exec 9<tools/setup.sh
    flock 9
fi
prepare
