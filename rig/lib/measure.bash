# A run that measures both kubelets in turns: settings, the Java part, clean-up, record.
# Source it after common.bash; the script sets RUN, the class that does the measuring.
# shellcheck shell=bash disable=SC2034,SC2153

. "$RIG_DIR/lib/cgroups.bash"

MEASURE_STATE=${JUBELET_RIG_STATE:-/var/tmp/jubelet-$RIG_NAME}
OUT=$MEASURE_STATE-out
ROUNDS=3 PODS=100 SERIAL=20 IDLE=60 ONLY='' JSON='' RECORD=''
MAVEN_PID='' HAD_FIXED_FOLDER=''

# parse_measure ARGUMENT… — the options that such scripts have in common.
parse_measure() {
  while (($#)); do
    case $1 in
      --rounds) ROUNDS=${2-} && shift ;;
      --pods) PODS=${2-} && shift ;;
      --only) ONLY=${2-} && shift ;;
      --json) JSON=$(realpath -m "${2?--json wants a file}") && shift ;;
      --record) RECORD=yes ;;
      --quick) ROUNDS=1 PODS=20 SERIAL=5 IDLE=15 ;;
      *) die "unknown option '$1': see 'rig/$RIG_NAME --help'" ;;
    esac
    shift || die "the last option lacks its value"
  done
  [[ $ROUNDS =~ ^[1-9][0-9]*$ ]] || die "--rounds wants a number, not '$ROUNDS'"
  [[ $PODS =~ ^[1-9][0-9]*$ ]] || die "--pods wants a number, not '$PODS'"
  ((PODS >= 8 && PODS <= 1000)) || die "--pods is a number from 8 to 1000, not $PODS"
  [[ $ONLY =~ ^(|go|jubelet)$ ]] || die "--only is 'go' or 'jubelet', not '$ONLY'"
}

commit() {
  local id
  id=$(git -C "$REPO_DIR" rev-parse --short HEAD 2>/dev/null) || id=unknown
  git -C "$REPO_DIR" diff --quiet HEAD 2>/dev/null || id+=' with local changes'
  echo "$id"
}

head_line() {
  echo "Commit $(commit), $(date '+%F %T'), load $(cut -d' ' -f1-3 /proc/loadavg)," \
    "$ROUNDS rounds of $PODS pods."
}

# The reactor builds what is measured, so that no older jar is taken for it.
run_maven() {
  (
    drop_locks
    exec "$REPO_DIR/build/mvn" -q -pl e2e -am package -Dtest="$RUN" \
      -Dsurefire.failIfNoSpecifiedTests=false -Djubelet.skip.e2e=false \
      -Djubelet.e2e.state="$MEASURE_STATE" -Dbench.out="$OUT" -Dbench.head="$(head_line)" \
      -Dbench.rounds="$ROUNDS" -Dbench.pods="$PODS" -Dbench.serial="$SERIAL" \
      -Dbench.idle="$IDLE" -Dbench.only="$ONLY" </dev/null
  ) &
  MAVEN_PID=$!
  wait "$MAVEN_PID"
}

# descendants PID — all processes below it, the deepest last.
descendants() {
  local child
  for child in $(cat "/proc/$1/task"/*/children 2>/dev/null); do
    echo "$child"
    descendants "$child"
  done
}

end_maven() {
  local pids
  [[ -n $MAVEN_PID ]] && kill -0 "$MAVEN_PID" 2>/dev/null || return 0
  mapfile -t pids < <(descendants "$MAVEN_PID")
  kill -KILL "$MAVEN_PID" ${pids[@]+"${pids[@]}"} 2>/dev/null || true
  wait "$MAVEN_PID" 2>/dev/null || true
}

# However a run ends, nothing of it stays: what it took down itself is down already.
finish_measure() {
  local status=$?
  trap '' INT TERM HUP
  trap - EXIT
  end_maven
  "$RIG_DIR/containerd" down --state "$MEASURE_STATE" >/dev/null 2>&1 ||
    say "could not stop the containerd in $MEASURE_STATE"
  JUBELET_RIG_STATE=$MEASURE_STATE-cluster "$RIG_DIR/control-plane" down >/dev/null 2>&1 ||
    say "could not stop the control plane in $MEASURE_STATE-cluster"
  unmount_tree "$MEASURE_STATE"
  # The Go kubelet has a few fixed paths there, whatever its root folder.
  [[ -n $HAD_FIXED_FOLDER ]] || { unmount_tree /var/lib/kubelet && rm -rf /var/lib/kubelet; }
  cgroup_remove "$(basename "$MEASURE_STATE")"
  exit "$status"
}

# keep_record NAME — prints what came out, and puts it where it was asked for.
keep_record() {
  cat "$OUT/record"
  [[ -z $JSON ]] || cp "$OUT/figures.json" "$JSON"
  [[ -z $RECORD ]] || cp "$OUT/record" "$REPO_DIR/docs/records/$1.txt"
  say "the record is $OUT/record, the logs are in $MEASURE_STATE/log"
  [[ $(cat "$OUT/verdict") == met ]]
}

# measure NAME ARGUMENT… — all of it; exit 1 when a bar is missed.
measure() {
  local name=$1
  shift
  parse_measure "$@"
  # Another size is another record.
  ((PODS == 100)) || name+=-$PODS
  need_root
  take_lock kubelet
  [[ ! -e /var/lib/kubelet ]] || HAD_FIXED_FOLDER=yes
  mkdir -p "$OUT"
  rm -f "$OUT"/{record,verdict,figures.json}
  trap finish_measure EXIT
  trap 'exit 130' INT TERM HUP
  run_maven || die "the run broke off: see above, and $MEASURE_STATE/log"
  keep_record "$name"
}
