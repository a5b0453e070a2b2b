# Shared by every script of the rig: folders, messages, locks, daemons, waiting.
# Source it; it sets strict mode and defines functions only.
# shellcheck shell=bash

set -euo pipefail

RIG_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
REPO_DIR=$(dirname "$RIG_DIR")
# Built once, kept for ever: tools and images. Lies outside any checkout.
CACHE=${JUBELET_CACHE:-/var/cache/jubelet}
# Everything that a running rig makes: sockets, logs, certificates, pid files.
STATE=${JUBELET_RIG_STATE:-/var/tmp/jubelet-rig}
# Machine-wide, whatever STATE is: two rigs would fight over bridges and ports.
LOCKS=/run/lock
NODE_ADDRESS=10.99.0.1

RIG_NAME=${RIG_NAME:-$(basename "$0")}

# say TEXT… — one progress line on stderr (stdout belongs to results).
say() { printf '%s: %s\n' "$RIG_NAME" "$*" >&2; }

# die TEXT… — one line that says what went wrong and what to do next; exit 1.
die() {
  say "error: $*"
  exit 1
}

need_root() {
  [[ $(id -u) -eq 0 ]] || die "must run as root: try 'sudo $0 …'"
}

# install_packages PACKAGE… — with apt, as root; a machine that never fetched lists gets them first.
install_packages() {
  local -x DEBIAN_FRONTEND=noninteractive
  local -a install=(apt-get -y -q -o DPkg::Lock::Timeout=120 --no-install-recommends install "$@")
  command -v apt-get >/dev/null && [[ $(id -u) -eq 0 ]] || return 1
  "${install[@]}" >/dev/null 2>&1 ||
    { apt-get -q update && "${install[@]}"; } >/dev/null 2>&1
}

# need_command COMMAND PACKAGE — installs the Debian package when the command is missing.
need_command() {
  command -v "$1" >/dev/null && return 0
  say "$1 is missing; installing $2"
  install_packages "$2" && command -v "$1" >/dev/null && return 0
  die "$1 is missing and could not be installed: run 'apt-get update && apt-get install $2'"
}

# take_lock NAME — holds a machine-wide lock until this shell ends; says who has it if not free.
# Daemons started with `spawn` do not inherit it.
LOCK_FDS=()
take_lock() {
  local file=$LOCKS/jubelet-$1.lock fd
  mkdir -p "$LOCKS"
  exec {fd}<>"$file"
  # Two seconds, for the last children of a holder that was killed.
  if ! flock -w 2 "$fd"; then
    die "the lock '$1' is held by $(cat "$file" 2>/dev/null || echo 'someone unknown');" \
      "wait for it to end, or stop it"
  fi
  lock_owner >"$file"
  LOCK_FDS+=("$fd")
}

# wait_lock NAME SECONDS — like take_lock, but waits its turn.
wait_lock() {
  local file=$LOCKS/jubelet-$1.lock fd
  mkdir -p "$LOCKS"
  exec {fd}<>"$file"
  if ! flock -n "$fd"; then
    say "waiting for the lock '$1', held by $(cat "$file" 2>/dev/null || true)"
    flock -w "$2" "$fd" || die "the lock '$1' was not free within $2 s;" \
      "it is held by $(cat "$file" 2>/dev/null || true)"
  fi
  lock_owner >"$file"
  LOCK_FDS+=("$fd")
}

lock_owner() { printf 'pid %s (%s) since %s\n' "$$" "$RIG_NAME" "$(date '+%F %T')"; }

# drop_locks — gives back everything that this shell holds.
drop_locks() {
  local fd
  for fd in ${LOCK_FDS[@]+"${LOCK_FDS[@]}"}; do exec {fd}>&-; done
  LOCK_FDS=()
}

# unlocked COMMAND… — runs it without our locks, which its daemons would hold on to after our end.
unlocked() {
  (
    drop_locks
    exec "$@"
  )
}

# wait_for DESCRIPTION SECONDS COMMAND… — polls until the command succeeds; 1 when time is up.
wait_for() {
  local what=$1 limit=$2 start=$SECONDS next=5 waited
  shift 2
  until "$@" >/dev/null 2>&1; do
    waited=$((SECONDS - start))
    if ((waited >= limit)); then
      say "gave up after ${limit} s waiting for $what"
      return 1
    fi
    if ((waited >= next)); then
      say "waiting for $what, ${waited} s so far"
      next=$((next + 5))
    fi
    sleep 0.1
  done
}

listening_ports() {
  awk '$4 == "0A" { n = split($2, a, ":"); print a[n] }' /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    while read -r hex; do echo $((16#$hex)); done
}

port_is_free() { ! listening_ports | grep -qx "$1"; }

# free_port — prints a TCP port nobody listens on, below the kernel's range for outgoing calls.
free_port() {
  local used port try
  used=$(listening_ports)
  for ((try = 0; try < 200; try++)); do
    port=$((20000 + RANDOM % 12000))
    grep -qx "$port" <<<"$used" || {
      echo "$port"
      return
    }
  done
  die "found no free TCP port between 20000 and 32000"
}

# Daemons. A pid file holds "pid starttime", so that a reused pid is never taken for ours.
process_start_time() { sed 's/^.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }

# spawn NAME COMMAND… — starts a daemon; log in STATE/log/NAME.log, pid in STATE/run/NAME.pid.
# What one of that name said before is kept as NAME.log.1: a daemon that died tells why there.
spawn() {
  local name=$1 pid
  shift
  mkdir -p "$STATE/log" "$STATE/run"
  [[ ! -s $STATE/log/$name.log ]] || mv "$STATE/log/$name.log" "$STATE/log/$name.log.1"
  (
    drop_locks
    exec setsid "$@" >"$STATE/log/$name.log" 2>&1 </dev/null
  ) &
  pid=$!
  disown "$pid"
  printf '%s %s\n' "$pid" "$(process_start_time "$pid")" >"$STATE/run/$name.pid"
}

# daemon_pid NAME — prints the pid if that very process still lives.
daemon_pid() {
  local pid started
  [[ -r $STATE/run/$1.pid ]] || return 1
  read -r pid started <"$STATE/run/$1.pid" || return 1
  [[ -n $started && $(process_start_time "$pid") == "$started" ]] || return 1
  [[ $(sed 's/^.*) //' "/proc/$pid/stat" 2>/dev/null | cut -c1) != Z ]] || return 1
  echo "$pid"
}

daemon_gone() { ! daemon_pid "$1" >/dev/null; }

# stop_daemon NAME [SECONDS] — SIGTERM, then SIGKILL after the wait; nothing if it is not running.
stop_daemon() {
  local name=$1 pid
  if pid=$(daemon_pid "$name"); then
    kill -TERM "$pid" 2>/dev/null || true
    if ! wait_for "$name to end" "${2:-10}" daemon_gone "$name"; then
      kill -KILL "$pid" 2>/dev/null || true
      wait_for "$name to die" 5 daemon_gone "$name" || return 1
    fi
  fi
  rm -f "$STATE/run/$name.pid"
}

# last_words NAME — the end of a daemon's log, for error reports.
last_words() { tail -n "${2:-5}" "$STATE/log/$1.log" 2>/dev/null | cut -c1-300 >&2 || true; }

# The node's address on lo: 127.0.0.1 is refused as a node IP, and nothing must leave the machine.
# Each user leaves a mark, and the last one takes the address away if the rig had added it.
add_node_address() {
  mkdir -p "$STATE/address"
  if ! ip -4 -o address show dev lo | grep -q " $NODE_ADDRESS/"; then
    ip address add "$NODE_ADDRESS/32" dev lo
    touch "$STATE/address/.ours"
  fi
  touch "$STATE/address/$1"
}

remove_node_address() {
  rm -f "$STATE/address/$1"
  [[ -e $STATE/address/.ours ]] || return 0
  [[ -z $(ls "$STATE/address") ]] || return 0
  ip address del "$NODE_ADDRESS/32" dev lo 2>/dev/null || true
  rm -rf "$STATE/address"
}

# unmount_tree FOLDER — unmounts the folder and all below it; a kubelet binds its root to itself.
unmount_tree() {
  local target
  awk -v r="$1" '$5 == r || index($5, r "/") == 1 { print $5 }' /proc/self/mountinfo | sort -r |
    while read -r target; do umount "$(printf '%b' "$target")" 2>/dev/null || true; done
}
