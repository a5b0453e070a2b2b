# One private containerd and its state folder, for the scripts that start, fill and use it.
# Source it after common.bash.
# shellcheck shell=bash disable=SC2034

RIG_STATE=$STATE
# Where the running instance wrote down what it chose; sourced by `load_instance`.
instance_file() { echo "$STATE/containerd/settings"; }

# use_state DIR — from here on, work in DIR instead of the rig's own state folder.
use_state() {
  [[ -n $1 ]] || die "--state needs a folder"
  STATE=$(realpath -m "$1")
  [[ $STATE =~ ^[A-Za-z0-9._/+-]+$ ]] || die "the path of the state folder has characters that" \
    "configuration files would need to escape: $STATE; choose a plainer one"
  # A Unix socket's path may have 107 bytes, and '.ttrpc' is added to ours.
  ((${#STATE} <= 80)) || die "the path of the state folder is too long for a socket: $STATE;" \
    "choose one with at most 80 characters"
}

is_rig() { [[ $STATE == "$RIG_STATE" ]]; }

containerd_socket() { echo "$STATE/containerd.sock"; }

# load_instance — sets BRIDGE, RANGE, GATEWAY, BIN, VERSION and SNAPSHOTTER of a running instance.
load_instance() {
  daemon_pid containerd >/dev/null ||
    die "no containerd runs in $STATE: start it with 'rig/containerd up${STATE_HINT-}'"
  # shellcheck source=/dev/null
  . "$(instance_file)"
}

# in_containerd COMMAND… — ctr of the same version as the running containerd, on its socket.
in_containerd() {
  CONTAINERD_SUPPRESS_DEPRECATION_WARNINGS=1 "$BIN/ctr" --address "$(containerd_socket)" \
    --namespace k8s.io "$@"
}
