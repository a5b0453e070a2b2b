# How each image of the table is made. A recipe is a function `recipe_NAME RECORD`, dashes written
# as underscores. Source it after common.bash, debian.bash and oci.bash.
# shellcheck shell=bash

RECIPES=$RIG_DIR/images.d
WORK=''

# --- parts --------------------------------------------------------------------------------------

# compile_static SOURCE TARGET
compile_static() {
  mkdir -p "$(dirname "$2")"
  "$CC" -O2 -Wall -Wextra -Werror -static -s -o "$2" "$RECIPES/$1" ||
    die "could not compile $1: a C compiler with a static libc is needed;" \
      "run 'apt-get update && apt-get install gcc libc6-dev'"
}

find_compiler() {
  local name
  for name in gcc cc clang; do
    CC=$(command -v "$name") && return
  done
  need_command gcc gcc
  install_packages libc6-dev || true
  CC=gcc
}

is_static() { [[ -x $1 ]] && ! ldd "$1" >/dev/null 2>&1; }

# present_busybox — path of a static busybox that is already here.
present_busybox() {
  local path
  for path in "$(command -v busybox)" "$STORE"/busybox/own{,/usr}/bin/busybox; do
    is_static "$path" && echo "$path" && return
  done
  return 1
}

# newer_busybox — path of the newer release's, if it could be had.
newer_busybox() {
  local path
  for path in "$STORE"/busybox/newer{,/usr}/bin/busybox; do
    is_static "$path" && echo "$path" && return
  done
  return 1
}

# The shell of Debian 12 and 13 drops variables with odd names, which two upstream specs look for;
# a newer one keeps them. Not worth a failure: the machine's does for all else.
fetch_newer_busybox() {
  [[ ! -d $STORE/busybox/newer ]] || return 0
  say "fetching busybox-static of Debian $NEWER_SUITE, once"
  rm -rf "$STORE/busybox/.new"
  unpack_newer "$STORE/busybox/.new" busybox-static || return 0
  mv "$STORE/busybox/.new" "$STORE/busybox/newer"
}

# static_busybox — a present one; if there is none, the package is unpacked but not installed.
static_busybox() {
  local folder=$STORE/busybox/own
  present_busybox && return
  say "no static busybox here; fetching the package busybox-static"
  mkdir -p "$folder"
  (cd "$folder" && apt-get download -q busybox-static >/dev/null 2>&1 &&
    dpkg -x busybox-static_*.deb .) || true
  present_busybox ||
    die "a static busybox is needed: run 'apt-get update && apt-get install busybox-static'"
}

# install_program ROOT PROGRAM [TARGET] — copies a program of this machine and the libraries that
# it loads. TARGET is its path in the image, the same as here unless told.
install_program() {
  local root=$1 path target library
  path=$(command -v "$2") || die "$2 is missing"
  target=$root${3:-$path}
  mkdir -p "$(dirname "$target")"
  # An applet's link would otherwise be written through, onto busybox itself.
  rm -f "$target"
  cp -L "$path" "$target"
  for library in $(ldd "$path" 2>/dev/null | grep -oE '/[^ ]+'); do
    [[ -e $root$library ]] || (cd / && cp -L --parents ".$library" "$root")
  done
}

new_root() {
  local root
  root=$(mktemp -d "$WORK/root.XXXXXX")
  chmod 755 "$root" # it becomes the image's /, which every user must be able to enter
  echo "$root"
}

# tool NAME — path of a program from rig/tools, built when missing.
tool() { "$RIG_DIR/tools" "$1"; }

# --- layers that several images share -----------------------------------------------------------

base_accounts() {
  cat >"$1/etc/passwd" <<'TXT'
root:x:0:0:root:/root:/bin/sh
daemon:x:1:1:daemon:/usr/sbin:/bin/false
bin:x:2:2:bin:/bin:/bin/false
sys:x:3:3:sys:/dev:/bin/false
mail:x:8:8:mail:/var/spool/mail:/bin/false
www-data:x:33:33:www-data:/var/www:/bin/false
nobody:x:65534:65534:nobody:/home:/bin/false
TXT
  cat >"$1/etc/group" <<'TXT'
root:x:0:
daemon:x:1:
bin:x:2:
sys:x:3:
mail:x:8:
www-data:x:33:
users:x:100:
nogroup:x:65534:
TXT
}

# base_root ROOT — busybox with every applet, in the layout that small images have.
base_root() {
  local root=$1 busybox applet
  busybox=$(static_busybox)
  mkdir -p "$root"/{bin,dev,etc,home,lib,lib64,proc,root,run,sys,tmp} \
    "$root"/usr/{bin,sbin,lib} "$root"/var/{spool/mail,www}
  chmod 1777 "$root/tmp"
  chmod 700 "$root/root"
  ln -s ../run "$root/var/run"
  ln -s ../tmp "$root/var/tmp"
  cp "$busybox" "$root/bin/busybox"
  # Specs about odd variables find their shell by PATH. The newer one words an error in a way that
  # another spec does not know; that one names /bin/sh.
  ! busybox=$(newer_busybox) || install -D "$busybox" "$root/usr/local/bin/sh"
  for applet in $("$root/bin/busybox" --list); do
    [[ $applet == busybox ]] || ln -sf busybox "$root/bin/$applet"
  done
  compile_static extras.c "$root/bin/extras"
  for applet in nmeter fsync; do
    [[ -e $root/bin/$applet ]] || ln -s extras "$root/bin/$applet"
  done
  ln -s ../../bin/env "$root/usr/bin/env"
  base_accounts "$root"
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
}

# shared_layer NAME FUNCTION — the digest of a layer, made once per run of this script.
shared_layer() {
  local root
  if [[ ! -s $WORK/layer.$1 ]]; then
    root=$(new_root)
    "$2" "$root"
    make_layer "$root" >"$WORK/layer.$1"
  fi
  cat "$WORK/layer.$1"
}

base_layer() { shared_layer base base_root; }

# What upstream's image has beside agnhost itself, as far as the tests call it.
agnhost_root() {
  local root=$1 path
  path=$(tool agnhost)
  cp "$path" "$root/agnhost"
  ln -s agnhost "$root/agnhost-2"
  mkdir -p "$root/uploads" "$root/etc"
  base_accounts "$root"
  echo 'user-defined-in-image:x:1000:1000::/home/user-defined-in-image:/bin/sh' \
    >>"$root/etc/passwd"
  printf '%s\n' 'user-defined-in-image:x:1000:' \
    'group-defined-in-image:x:50000:user-defined-in-image' >>"$root/etc/group"
  printf 'NAME="stand-in for Alpine Linux"\n' >"$root/etc/os-release"
  make_certificate "$root/localhost"
  need_command curl curl
  need_command nc netcat-openbsd
  install_program "$root" bash /bin/bash
  # Debian's busybox shell prefers its own applets to programs on the PATH, so to the real nc.
  ln -s bash "$root/bin/sh"
  mkdir -p "$root/usr/local/bin"
  ln -s ../../../bin/bash "$root/usr/local/bin/sh"
  install_program "$root" curl /usr/bin/curl
  install_program "$root" nc /bin/nc
  for path in ss dig iperf ipcs; do
    ! command -v "$path" >/dev/null || install_program "$root" "$path" "/usr/bin/$path"
  done
  fake_registry "$root/var/registry/pause"
}

agnhost_layer() { shared_layer agnhost agnhost_root; }

# make_certificate PATH — PATH.crt and PATH.key for a server on localhost.
make_certificate() {
  need_command openssl openssl
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /O=Jubelet/CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1 -keyout "$1.key" -out "$1.crt" \
    2>/dev/null || die "openssl could not make a certificate"
  chmod 644 "$1.key" "$1.crt"
}

# fake_registry FOLDER — our pause image under the tag `testing`, as agnhost's
# fake-registry-server wants to find it.
fake_registry() {
  local manifest digest
  manifest=$(head -n 1 "$(record_of pause)")
  mkdir -p "$1/manifests"
  echo "sha256:$manifest" >"$1/manifests/testing"
  fake_registry_blob "$1/manifests" "$manifest"
  tail -n +2 "$(record_of pause)" | while read -r digest; do
    fake_registry_blob "$1/blobs" "$digest"
  done
}

fake_registry_blob() {
  mkdir -p "$1/sha256/${2:0:2}/$2"
  cp "$(blob_file "$2")" "$1/sha256/${2:0:2}/$2/data"
}

# --- recipes ------------------------------------------------------------------------------------

PATH_VARIABLE='"Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]'

recipe_pause() {
  local root
  root=$(new_root)
  compile_static pause.c "$root/pause"
  make_image "$1" "{\"User\":\"65535:65535\",$PATH_VARIABLE,\"Entrypoint\":[\"/pause\"]}" \
    "$(make_layer "$root")"
}

recipe_busybox() { make_image "$1" "{$PATH_VARIABLE,\"Cmd\":[\"sh\"]}" "$(base_layer)"; }

# The same files, but another image: its configuration differs by a label.
recipe_busybox_old() {
  make_image "$1" "{$PATH_VARIABLE,\"Cmd\":[\"sh\"],\"Labels\":{\"version\":\"1.36.1-1\"}}" \
    "$(base_layer)"
}

recipe_nonroot() {
  make_image "$1" "{\"User\":\"1234\",$PATH_VARIABLE,\"Cmd\":[\"sh\"]}" "$(base_layer)"
}

nginx_root() { compile_static nginx.c "$1/usr/sbin/nginx"; }

nginx_image() { # RECORD VERSION
  local cmd='"Cmd":["nginx","-g","daemon off;"],"ExposedPorts":{"80/tcp":{}}'
  make_image "$1" "{$PATH_VARIABLE,$cmd,\"Labels\":{\"version\":\"$2\"}}" \
    "$(base_layer)" "$(shared_layer nginx nginx_root)"
}

recipe_nginx() { nginx_image "$1" 1.15-4; }
recipe_nginx_new() { nginx_image "$1" 1.27-0; }

recipe_glibc_dns_testing() {
  local root program
  root=$(new_root)
  install_program "$root" hostname /bin/hostname
  for program in getent dig; do
    ! command -v "$program" >/dev/null || install_program "$root" "$program" "/usr/bin/$program"
  done
  make_image "$1" "{$PATH_VARIABLE,\"Cmd\":[\"sh\"]}" "$(base_layer)" "$(make_layer "$root")"
}

recipe_ipc_utils() {
  local root program
  root=$(new_root)
  for program in ipcs ipcmk ipcrm; do install_program "$root" "$program" "/usr/bin/$program"; done
  make_image "$1" "{$PATH_VARIABLE,\"Cmd\":[\"sh\"]}" "$(base_layer)" "$(make_layer "$root")"
}

agnhost_image() { # RECORD VERSION COMMAND [LAYER]
  local ports='"80/tcp":{},"8080/tcp":{},"8081/tcp":{},"9376/tcp":{},"5000/tcp":{}' config
  config="{$PATH_VARIABLE,\"Entrypoint\":[\"/agnhost\"],\"Cmd\":[\"$3\"],\"ExposedPorts\":{$ports}"
  make_image "$1" "$config,\"Labels\":{\"version\":\"$2\"}}" "$(base_layer)" "$(agnhost_layer)" \
    ${4+"$4"}
}

recipe_agnhost() { agnhost_image "$1" 2.63.0 pause; }
recipe_agnhost_previous() { agnhost_image "$1" 2.55 pause; }

picture_image() { # RECORD NAME
  local root
  root=$(new_root)
  printf 'This stands for a picture of a %s.\n' "$2" >"$root/$2.jpg"
  printf '{"image": "%s.jpg"}\n' "$2" >"$root/data.json"
  agnhost_image "$1" "$2-1.8" test-webserver "$(make_layer "$root")"
}

recipe_kitten() { picture_image "$1" kitten; }
recipe_nautilus() { picture_image "$1" nautilus; }

recipe_nonewprivs() {
  local root
  root=$(new_root)
  mkdir -p "$root/usr/local/bin"
  cp "$(tool nnp)" "$root/usr/local/bin/nnp"
  chmod 4755 "$root/usr/local/bin/nnp"
  make_image "$1" "{$PATH_VARIABLE,\"Cmd\":[\"nnp\"]}" "$(base_layer)" "$(make_layer "$root")"
}

recipe_sample_device_plugin() {
  local root entry='"Entrypoint":["/sampledeviceplugin","-alsologtostderr"]'
  root=$(new_root)
  cp "$(tool sample-device-plugin)" "$root/sampledeviceplugin"
  make_image "$1" "{$PATH_VARIABLE,$entry}" "$(base_layer)" "$(make_layer "$root")"
}
