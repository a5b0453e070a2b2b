# Writes OCI images from folders, with tar and sha256sum alone.
# Blobs lie content-addressed in one store, so that layers shared by images are kept and imported
# once. Source it after common.bash.
# shellcheck shell=bash

STORE=$CACHE/images
# All files and images carry the same time, so that equal contents have equal digests.
EPOCH=2026-01-01T00:00:00Z

architecture() {
  case $(uname -m) in
    x86_64) echo amd64 ;;
    aarch64) echo arm64 ;;
    *) uname -m ;;
  esac
}

# keep FILE — moves a file into the store and prints its digest.
keep() {
  local digest
  digest=$(sha256sum "$1" | cut -d' ' -f1)
  mkdir -p "$STORE/blobs/sha256"
  chmod 644 "$1"
  mv -f "$1" "$STORE/blobs/sha256/$digest"
  echo "$digest"
}

blob_file() { echo "$STORE/blobs/sha256/$1"; }

blob_size() { stat -c %s "$(blob_file "$1")"; }

# make_layer FOLDER — packs the folder as a layer owned by root; prints its digest.
make_layer() {
  local file
  mkdir -p "$STORE"
  file=$(mktemp "$STORE/.layer.XXXXXX")
  tar --create --file "$file" --directory "$1" --format=gnu --sort=name --mtime=$EPOCH \
    --owner=0 --group=0 --numeric-owner .
  keep "$file"
}

# descriptor MEDIA-TYPE DIGEST — the JSON by which one blob refers to another.
descriptor() {
  printf '{"mediaType":"application/vnd.oci.image.%s","digest":"sha256:%s","size":%s}' \
    "$1" "$2" "$(blob_size "$2")"
}

comma_separated() {
  local IFS=,
  echo "$*"
}

# make_image RECORD CONFIG LAYER… — CONFIG is the JSON of what runs in the image. RECORD is
# written last: the digest of the manifest, then every blob that belongs to the image.
make_image() {
  local record=$1 config=$2 layer file manifest diffs=() descriptors=()
  shift 2
  for layer in "$@"; do
    [[ $layer =~ ^[0-9a-f]{64}$ ]] || die "a layer of $(basename "$record") could not be made"
    diffs+=("\"sha256:$layer\"")
    descriptors+=("$(descriptor layer.v1.tar "$layer")")
  done
  file=$(mktemp "$STORE/.blob.XXXXXX")
  printf '{"created":"%s","architecture":"%s","os":"linux","config":%s,%s}' \
    "$EPOCH" "$(architecture)" "$config" \
    "\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[$(comma_separated "${diffs[@]}")]}" >"$file"
  config=$(keep "$file")
  file=$(mktemp "$STORE/.blob.XXXXXX")
  printf '{"schemaVersion":2,"mediaType":"%s","config":%s,"layers":[%s]}' \
    application/vnd.oci.image.manifest.v1+json "$(descriptor config.v1+json "$config")" \
    "$(comma_separated "${descriptors[@]}")" >"$file"
  manifest=$(keep "$file")
  printf '%s\n' "$manifest" "$config" "$@" >"$record.new"
  mv "$record.new" "$record"
}

# image_archive NAME=RECORD… — an OCI archive with all these images, on stdout.
image_archive() {
  local folder pair entries=() blobs=()
  folder=$(mktemp -d)
  for pair in "$@"; do
    entries+=("$(named_descriptor "${pair%%=*}" "$(head -n 1 "${pair#*=}")")")
    mapfile -t -O "${#blobs[@]}" blobs <"${pair#*=}"
  done
  printf '{"imageLayoutVersion":"1.0.0"}' >"$folder/oci-layout"
  printf '{"schemaVersion":2,"manifests":[%s]}' "$(comma_separated "${entries[@]}")" \
    >"$folder/index.json"
  mapfile -t blobs < <(printf 'blobs/sha256/%s\n' "${blobs[@]}" | sort -u)
  tar --create --file - --directory "$folder" oci-layout index.json \
    --directory "$STORE" "${blobs[@]}"
  rm -rf "$folder"
}

named_descriptor() { # IMAGE-NAME MANIFEST-DIGEST
  local plain
  plain=$(descriptor manifest.v1+json "$2")
  printf '%s,"annotations":{"io.containerd.image.name":"%s"},%s}' "${plain%\}}" "$1" \
    "\"platform\":{\"architecture\":\"$(architecture)\",\"os\":\"linux\"}"
}
