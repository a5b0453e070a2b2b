# The guest's kernel, from a newer Debian release: unpacked into the cache, not installed.
# Source it after common.bash and debian.bash.
# shellcheck shell=bash

GUEST_HOME=$CACHE/guest/$NEWER_SUITE
# The kernel is a program that wants the libc of its own release. Its file names the loader in 27
# bytes, so the name that replaces it must be short, wherever the cache lies.
USUAL_LOADER=/lib64/ld-linux-x86-64.so.2
GUEST_LOADER=/run/jubelet-guest-ld.so

# provide_kernel — sets GUEST_HOME to a folder with kernel, lib/ and bin/busybox.
provide_kernel() {
  [[ $(uname -m) == x86_64 ]] || die "user-mode Linux exists for x86_64 only, not $(uname -m)"
  if [[ ! -x $GUEST_HOME/kernel ]]; then
    wait_lock guest 600
    [[ -x $GUEST_HOME/kernel ]] || fetch_kernel
    drop_locks
  fi
  [[ $(readlink "$GUEST_LOADER") == "$GUEST_HOME/lib/${USUAL_LOADER##*/}" ]] ||
    ln -sfn "$GUEST_HOME/lib/${USUAL_LOADER##*/}" "$GUEST_LOADER"
}

fetch_kernel() {
  local folder=$GUEST_HOME.new start=$SECONDS
  say "fetching a user-mode Linux kernel of Debian $NEWER_SUITE, once"
  rm -rf "$folder"
  mkdir -p "$folder"
  unpack_newer "$folder/tree" user-mode-linux libc6 busybox-static ||
    die "the guest's kernel cannot be had: see the line above; JUBELET_GUEST_SUITE names the release"
  arrange_kernel "$folder/tree" "$folder/home"
  rm -rf "$GUEST_HOME"
  mv "$folder/home" "$GUEST_HOME"
  rm -rf "$folder"
  say "fetched in $((SECONDS - start)) s"
}

# arrange_kernel TREE HOME — of the unpacked packages, what a guest needs.
arrange_kernel() {
  local tree=$1 home=$2 modules release
  mkdir -p "$home"/{bin,lib/modules}
  cp -L "$tree"/usr/lib/x86_64-linux-gnu/{libc.so.6,"${USUAL_LOADER##*/}"} "$home/lib/"
  cp "$(find "$tree" -path '*bin/busybox' -type f)" "$home/bin/busybox"
  modules=$(find "$tree" -path '*/modules/*' -prune -type d)
  release=${modules##*/}
  mv "$modules" "$home/lib/modules/"
  # Only what containers use: file systems, networks, and what these need.
  find "$home/lib/modules" -name '*.ko*' |
    grep -vE '/kernel/((block|crypto|fs|lib|net)/|drivers/net/[^/]*$)' | xargs -r rm
  find "$home/lib/modules" -name '*.ko.xz' -exec xz -d {} +
  "$home/bin/busybox" depmod -b "$home" "$release"
  patch_loader "$tree/usr/bin/linux.uml" "$home/kernel"
}

# patch_loader FROM TO — writes our loader's name over the usual one, and fills up with NULs.
patch_loader() {
  local fill
  fill=$(printf '\\x00%.0s' $(seq $((${#GUEST_LOADER} + 1)) ${#USUAL_LOADER}))
  LC_ALL=C sed "s|$USUAL_LOADER|$GUEST_LOADER$fill|" "$1" >"$2"
  chmod +x "$2"
}
