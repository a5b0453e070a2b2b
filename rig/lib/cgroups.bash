# Cgroups that a kubelet leaves behind, on v1 and on v2. Sourced after common.bash.
# shellcheck shell=bash

CGROUP_MOUNT=/sys/fs/cgroup

cgroup_unified() { [[ $(stat -f -c %T "$CGROUP_MOUNT") == cgroup2fs ]]; }

# cgroup_hierarchies — one folder per hierarchy.
cgroup_hierarchies() {
  local folder
  if cgroup_unified; then
    echo "$CGROUP_MOUNT"
    return
  fi
  for folder in "$CGROUP_MOUNT"/*/; do
    [[ ! -e $folder/cgroup.procs ]] || echo "${folder%/}"
  done
}

cgroup_exists() {
  local hierarchy
  while read -r hierarchy; do
    [[ ! -d $hierarchy/$1 ]] || return 0
  done < <(cgroup_hierarchies)
  return 1
}

# cgroup_remove NAME — with all below it, in every hierarchy. Processes in it go back to the root,
# whence the kubelet took them; one that forks meanwhile needs another round.
cgroup_remove() {
  local hierarchy folder round
  while read -r hierarchy; do
    for ((round = 0; round < 20; round++)); do
      [[ -d $hierarchy/$1 ]] || continue 2
      while read -r folder; do
        cgroup_empty "$hierarchy" "$folder"
        rmdir "$folder" 2>/dev/null || true
      done < <(find "$hierarchy/$1" -depth -type d 2>/dev/null)
      [[ ! -d $hierarchy/$1 ]] || sleep 0.1
    done
    say "could not remove the cgroup $hierarchy/$1"
  done < <(cgroup_hierarchies)
}

cgroup_empty() {
  local pid
  while read -r pid; do
    echo "$pid" >"$1/cgroup.procs" 2>/dev/null || true
  done < <(cat "$2/cgroup.procs" 2>/dev/null)
}
