# Packages of another Debian release, unpacked into a folder and not installed.
# Source it after common.bash.
# shellcheck shell=bash

NEWER_SUITE=${JUBELET_GUEST_SUITE:-forky}

# private_apt FOLDER COMMAND… — apt with lists of its own: the machine's stay as they are.
private_apt() {
  local folder=$1
  shift
  apt-get -qq -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$folder/lists" -o Dir::Cache="$folder/cache" \
    -o APT::Sandbox::User=root "$@"
}

# The archive that this machine already uses, whatever it is.
machine_mirror() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    grep -m1 -E '/debian/?$'
}

# unpack_newer FOLDER PACKAGE… — their files under FOLDER; 1 when they cannot be had.
unpack_newer() {
  local folder mirror package
  folder=$(mktemp -d)
  mkdir -p "$folder"/{lists,cache/archives}/partial "$1"
  if mirror=$(machine_mirror) && echo "deb $mirror $NEWER_SUITE main" >"$folder/sources.list" &&
    private_apt "$folder" update 2>"$folder/errors" &&
    (cd "$folder" && private_apt "$folder" download "${@:2}" 2>>"$folder/errors"); then
    for package in "$folder"/*.deb; do dpkg -x "$package" "$1"; done
    rm -rf "$folder"
  else
    say "could not fetch ${*:2} of Debian $NEWER_SUITE through the archive that apt uses here"
    rm -rf "$folder"
    return 1
  fi
}
