# The configuration file of one containerd instance, for 1.6, 1.7 and 2.x.
# Source it after common.bash and instance.bash.
# shellcheck shell=bash

REGISTRY_PORT=5001
PASSWORD_REGISTRY_PORT=5002

# Without CAP_SYS_RESOURCE nobody can lower an oom_score_adj, and runc dies in the attempt with
# "can't get final child's PID from pipe: EOF". Everywhere else upstream's behaviour is kept.
lacks_sys_resource() {
  local effective
  effective=$(awk '$1 == "CapEff:" { print $2 }' /proc/self/status)
  (((16#$effective >> 24 & 1) == 0))
}

write_containerd_config() {
  local restrict=false folder=$STATE/containerd
  ! lacks_sys_resource || restrict=true
  {
    if [[ $VERSION == 1.* ]]; then
      config_head 2
      config_cri_1 "$restrict"
    else
      config_head 3
      config_cri_2 "$restrict"
    fi
  } >"$folder/config.toml"
}

config_head() {
  cat <<TOML
version = $1
root = '$folder/root'
state = '$folder/state'
# Snapshotters that are never used only slow the start down.
disabled_plugins = ['io.containerd.snapshotter.v1.btrfs', 'io.containerd.snapshotter.v1.zfs',
  'io.containerd.snapshotter.v1.devmapper', 'io.containerd.snapshotter.v1.aufs',
  'io.containerd.nri.v1.nri']
[grpc]
  address = '$(containerd_socket)'
[ttrpc]
  address = '$(containerd_socket).ttrpc'
[plugins.'io.containerd.internal.v1.opt']
  path = '$folder/opt'
TOML
}

config_cri_1() {
  cat <<TOML
[plugins.'io.containerd.grpc.v1.cri']
  sandbox_image = '$SANDBOX_IMAGE'
  restrict_oom_score_adj = $1
  netns_mounts_under_state_dir = true
  stream_server_address = '127.0.0.1'
  [plugins.'io.containerd.grpc.v1.cri'.cni]
    bin_dir = '$CNI_BIN'
    conf_dir = '$folder/cni'
  [plugins.'io.containerd.grpc.v1.cri'.registry]
    config_path = '$folder/hosts'
  [plugins.'io.containerd.grpc.v1.cri'.containerd]
    snapshotter = '$SNAPSHOTTER'
    default_runtime_name = '$HANDLER'
TOML
  config_runtimes io.containerd.grpc.v1.cri
}

config_cri_2() {
  cat <<TOML
[plugins.'io.containerd.grpc.v1.cri']
  stream_server_address = '127.0.0.1'
[plugins.'io.containerd.cri.v1.images']
  snapshotter = '$SNAPSHOTTER'
  [plugins.'io.containerd.cri.v1.images'.pinned_images]
    sandbox = '$SANDBOX_IMAGE'
  [plugins.'io.containerd.cri.v1.images'.registry]
    config_path = '$folder/hosts'
[plugins.'io.containerd.cri.v1.runtime']
  restrict_oom_score_adj = $1
  netns_mounts_under_state_dir = true
  [plugins.'io.containerd.cri.v1.runtime'.cni]
    bin_dirs = ['$CNI_BIN']
    conf_dir = '$folder/cni'
  [plugins.'io.containerd.cri.v1.runtime'.containerd]
    default_runtime_name = '$HANDLER'
TOML
  config_runtimes io.containerd.cri.v1.runtime
  config_runtime io.containerd.cri.v1.runtime idmap "$NEW_RUNC"
}

# test-handler is what the upstream suite's RuntimeClass specs ask for.
config_runtimes() {
  local handler
  for handler in runc test-handler; do config_runtime "$1" "$handler" "$(command -v runc)"; done
}

# config_runtime PLUGIN HANDLER PROGRAM
config_runtime() {
  cat <<TOML
  [plugins.'$1'.containerd.runtimes.$2]
    runtime_type = 'io.containerd.runc.v2'
    [plugins.'$1'.containerd.runtimes.$2.options]
      BinaryName = '$3'
      Root = '$folder/runc'
TOML
}

# write_registry_hosts — registry.k8s.io is the local registry from now on, so that no pull of the
# rig ever leaves the machine. containerd reads these files at every pull.
write_registry_hosts() {
  local folder=$STATE/containerd/hosts port name
  mkdir -p "$folder/registry.k8s.io"
  cat >"$folder/registry.k8s.io/hosts.toml" <<TOML
server = "http://127.0.0.1:$REGISTRY_PORT"
[host."http://127.0.0.1:$REGISTRY_PORT"]
  capabilities = ["pull", "resolve"]
TOML
  for port in "$REGISTRY_PORT" "$PASSWORD_REGISTRY_PORT"; do
    for name in localhost 127.0.0.1; do
      mkdir -p "$folder/$name:$port"
      printf 'server = "http://127.0.0.1:%s"\n' "$port" >"$folder/$name:$port/hosts.toml"
    done
  done
}
