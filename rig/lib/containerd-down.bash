# Stops one containerd instance and removes all that it made: it works from the files and the
# process table alone, so it also clears up after a containerd that crashed.
# Source it after common.bash, instance.bash and network.bash.
# shellcheck shell=bash

# our_shims — the pids of shims that were started for this instance's socket.
our_shims() {
  local file
  grep -lzxsF -- "$(containerd_socket)" /proc/[0-9]*/cmdline | while read -r file; do
    ! grep -qzs 'containerd-shim' "$file" || basename "$(dirname "$file")"
  done || true
}

# descendants PID… — every process below these, themselves not included. The list goes through
# cat, because awk gives up at the first process that has ended meanwhile.
descendants() {
  { cat /proc/[0-9]*/stat 2>/dev/null || true; } | awk -v roots="$*" '
    { pid = $1; sub(/^.*\) /, ""); parent[pid] = $2 }
    END {
      n = split(roots, r, " "); for (i = 1; i <= n; i++) below[r[i]] = 1
      do {
        grown = 0
        for (p in parent) if (!(p in below) && (parent[p] in below)) {
          below[p] = 1; grown = 1; print p
        }
      } while (grown)
    }'
}

# our_cgroups — the folders that runc wrote down for each container, innermost first. Only those
# that carry a container's id: a mount of /sys/fs/cgroup/memory in the same file is not ours.
our_cgroups() {
  { grep -rhosE '"/sys/fs/cgroup/[^"]*[0-9a-f]{64}(\.scope)?"' "$STATE/containerd/runc" \
    --include=state.json || true; } | tr -d '"' | sort -ru
}

# contained — processes that are in one of our containers' cgroups, even without a shim above them.
contained() {
  local folder
  our_cgroups | while read -r folder; do
    cat "$folder/cgroup.procs" 2>/dev/null || true
  done | sort -u
}

none_alive() {
  local pid
  for pid in "$@"; do
    [[ ! -d /proc/$pid || $(sed 's/^.*) //' "/proc/$pid/stat" 2>/dev/null) == Z* ]] || return 1
  done
}

# Containers first: a shim that dies before its container leaves it running without a parent.
kill_containers() {
  local shims children
  mapfile -t shims < <(our_shims)
  mapfile -t children < <({ contained && descendants "${shims[@]}"; } | sort -u)
  ((${#children[@]} == 0)) || kill -KILL "${children[@]}" 2>/dev/null || true
  wait_for 'the containers to die' 10 none_alive ${children[@]+"${children[@]}"} ||
    say "some containers do not die: ${children[*]}"
  ((${#shims[@]} == 0)) || kill -KILL "${shims[@]}" 2>/dev/null || true
  wait_for 'the shims to die' 10 none_alive ${shims[@]+"${shims[@]}"} ||
    say "some shims do not die: ${shims[*]}"
}

# Nobody is in them any more.
remove_cgroups() {
  local folder
  our_cgroups | while read -r folder; do rmdir "$folder" 2>/dev/null || true; done
  # The parent that containerd uses for sandboxes without one goes when it is empty.
  for folder in /sys/fs/cgroup/k8s.io /sys/fs/cgroup/*/k8s.io; do
    [[ ! -d $folder ]] || rmdir "$folder" 2>/dev/null || true
  done
}

# sandbox_ids — those that still hold an address; only they can have host ports and cached results.
sandbox_ids() {
  { grep -hsoE '^[0-9a-f]{64}' "$STATE/containerd/addresses/$NETWORK"/* || true; } | sort -u
}

nat_rules() { iptables -t nat -S 2>/dev/null || true; }

# The portmap plugin finds a sandbox's rules by its id, but does nothing without some mapping.
remove_port_mappings() {
  local id
  command -v iptables >/dev/null && [[ -x ${CNI_BIN:-/usr/lib/cni}/portmap ]] || return 0
  [[ $(nat_rules) == *CNI-HOSTPORT-* ]] || return 0
  for id in $(sandbox_ids); do
    CNI_COMMAND=DEL CNI_CONTAINERID=$id CNI_NETNS='' CNI_IFNAME=eth0 CNI_PATH=$CNI_BIN \
      "$CNI_BIN/portmap" >/dev/null 2>&1 <<JSON || true
{ "cniVersion": "1.0.0", "name": "$NETWORK", "type": "portmap", "runtimeConfig": {
  "portMappings": [{ "hostPort": 1, "containerPort": 1, "protocol": "tcp" }] } }
JSON
  done
  [[ $(nat_rules) == *'-N CNI-DN-'* || ${HAD_PORTMAP-yes} == yes ]] || remove_portmap_chains
}

# The plugin never takes its top chains away. They go with us if they came with us and are empty.
remove_portmap_chains() {
  local rule chain
  nat_rules | sed -n 's/^-A \(.* -j CNI-HOSTPORT-[A-Z]*\)$/-D \1/p' | while read -r rule; do
    xargs iptables -t nat <<<"$rule" 2>/dev/null || true
  done
  for chain in DNAT MASQ SETMARK; do
    iptables -t nat -F "CNI-HOSTPORT-$chain" 2>/dev/null || true
    iptables -t nat -X "CNI-HOSTPORT-$chain" 2>/dev/null || true
  done
}

remove_cached_results() {
  local id
  rm -f "/var/lib/cni/results/$NETWORK-"*
  for id in $(sandbox_ids); do rm -f "/var/lib/cni/results/cni-loopback-$id-lo"; done
}

# Innermost first; the octal escapes of /proc/mounts are undone by printf.
unmount_all() {
  local point
  awk -v under="$STATE/containerd/" 'index($5, under) == 1 { print $5 }' /proc/self/mountinfo |
    sort -r | while read -r point; do
    umount "$(printf '%b' "$point")" 2>/dev/null || umount -l "$(printf '%b' "$point")" || true
  done
}

remove_shim_sockets() {
  local folder=$STATE/containerd/state/io.containerd.runtime.v2.task
  { grep -rhosE '/run/containerd/s/[0-9a-f]{64}' "$folder" --include=address \
    --include=bootstrap.json || true; } | sort -u | xargs -r rm -f
}

down() {
  need_root
  # shellcheck source=/dev/null
  [[ ! -r $(instance_file) ]] || . "$(instance_file)"
  NETWORK=jubelet-$(bridge_name)
  stop_daemon containerd
  kill_containers
  [[ -z $(contained) ]] || die "processes $(contained | xargs) of $STATE do not die: see 'ps'," \
    "then run 'rig/containerd down${STATE_HINT-}' again"
  remove_cgroups
  remove_port_mappings
  remove_shim_sockets
  unmount_all
  remove_bridge "$(bridge_name)"
  remove_cached_results
  rm -rf "$STATE/containerd" "$(containerd_socket)" "$(containerd_socket).ttrpc"
  [[ ! -r $MARKER || $(cat "$MARKER") != "$STATE" ]] || rm -f "$MARKER"
  rmdir "$STATE/run" 2>/dev/null || true
  say "down: nothing of $STATE runs any more"
}
