# The bridge and the address range of one containerd instance.
# Source it after common.bash and instance.bash.
# shellcheck shell=bash

BRIDGE='' RANGE='' GATEWAY='' NETWORK='' CNI_BIN=''
# Tried in this order, each cut into 32 ranges of the size /21.
RANGE_BASES=(10.88 10.188 172.29 192.168)

# The rig's bridge has a name of its own; others are named after their state folder, so that a
# later `down` finds the bridge even when all else is lost.
bridge_name() {
  if is_rig; then
    echo jbl-rig0
  else
    echo "jbl-$(sha256sum <<<"$STATE" | cut -c1-8)"
  fi
}

bridge_exists() { ip link show dev "$1" >/dev/null 2>&1; }

refuse_left_over() {
  local bridge
  bridge=$(bridge_name)
  bridge_exists "$bridge" || return 0
  die "the bridge $bridge of an earlier run is still there, and two on one range send every" \
    "probe into nothing: run 'rig/containerd down${STATE_HINT-}' first"
}

to_number() {
  local a b c d
  IFS=. read -r a b c d <<<"$1"
  echo $(((a << 24) + (b << 16) + (c << 8) + d))
}

# used_ranges — "first last" as numbers, for every route and address of this machine.
used_ranges() {
  local network bits first
  {
    ip -4 route show table all | awk '$1 ~ /^(local|broadcast)$/ { print $2; next } { print $1 }'
    ip -4 -o address show | awk '{ print $4 }'
  } | grep -E '^[0-9]+\.[0-9.]+(/[0-9]+)?$' | sort -u | while IFS=/ read -r network bits; do
    bits=${bits:-32}
    ((bits > 0)) || continue
    first=$(($(to_number "$network") & ~((1 << (32 - bits)) - 1)))
    echo "$first $((first + (1 << (32 - bits)) - 1))"
  done
}

overlaps() { # FIRST LAST — is any of the used ranges (on stdin) in between?
  awk -v a="$1" -v b="$2" '$1 <= b && $2 >= a { hit = 1 } END { exit !hit }'
}

# choose_network — sets BRIDGE, NETWORK, RANGE and GATEWAY. The rig begins its search at
# 10.88.64.0/21; others at a place that hangs on their folder, so that each tends to keep its own.
choose_network() {
  local used base try start=8 block first
  BRIDGE=$(bridge_name)
  NETWORK=jubelet-$BRIDGE
  used=$(used_ranges)
  is_rig || start=$((16#$(sha256sum <<<"$STATE" | cut -c1-4) % 32))
  for base in "${RANGE_BASES[@]}"; do
    for ((try = 0; try < 32; try++)); do
      block=$(((start + try) % 32 * 8))
      first=$(to_number "$base.$block.0")
      overlaps "$first" $((first + 2047)) <<<"$used" && continue
      RANGE=$base.$block.0/21
      GATEWAY=$base.$block.1
      return
    done
  done
  die "no free /21 in ${RANGE_BASES[*]/%/.0.0/16}: see 'ip -4 route'; remove what is left over"
}

# make_bridge — made here, not by the plugin: so the range is taken from now on for all to see,
# and the plugin, told that it is no gateway, does not switch on the machine's IP forwarding.
make_bridge() {
  ip link add name "$BRIDGE" type bridge
  ip address add "$GATEWAY/21" dev "$BRIDGE"
  ip link set dev "$BRIDGE" up
}

remove_bridge() { # NAME
  local veth
  bridge_exists "$1" || return 0
  for veth in $(ip -o link show master "$1" | awk -F': ' '{ sub(/@.*/, "", $2); print $2 }'); do
    ip link delete dev "$veth" 2>/dev/null || true
  done
  ip link delete dev "$1"
}

# The default route is given as 0.0.0.0/0 by the address manager; pods reach each other and the
# machine through the bridge alone.
write_cni_config() {
  cat >"$STATE/containerd/cni/10-$NETWORK.conflist" <<JSON
{
  "cniVersion": "1.0.0",
  "name": "$NETWORK",
  "plugins": [
    {
      "type": "bridge",
      "bridge": "$BRIDGE",
      "isGateway": false,
      "ipMasq": false,
      "hairpinMode": true,
      "ipam": {
        "type": "host-local",
        "dataDir": "$STATE/containerd/addresses",
        "ranges": [[{ "subnet": "$RANGE", "gateway": "$GATEWAY" }]],
        "routes": [{ "dst": "0.0.0.0/0", "gw": "$GATEWAY" }]
      }
    },
    { "type": "portmap", "capabilities": { "portMappings": true } }
  ]
}
JSON
}
