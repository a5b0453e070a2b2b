# Counts what the test runs left in their reports. Sourced by ./test.

# layer_of REPORT: unit, simulation, contract or integration
layer_of() {
  case $1 in
    *Contract*) echo contract ;;
    ./sim/*) echo simulation ;;
    ./e2e/*) echo integration ;;
    *) echo unit ;;
  esac
}

# report CODE ALL SECONDS MUTATION SKIPPED-LAYER…: prints the counts; fails unless all is well
report() {
  local code=$1 all=$2 seconds=$3 mutation=$4 file layer numbers
  shift 4
  declare -A passed=() failed=() skipped=()
  local total_passed=0 total_failed=0 total_skipped=0
  while IFS= read -r file; do
    layer=$(layer_of "$file")
    numbers=$(grep -m1 '<testsuite ' "$file" |
      sed -E 's/.* tests="([0-9]+)".*/\1 &/; s/^([0-9]+) .* errors="([0-9]+)".*/\1 \2 &/;
        s/^([0-9]+ [0-9]+) .* skipped="([0-9]+)".*/\1 \2 &/; s/^([0-9]+ [0-9]+ [0-9]+) .* failures="([0-9]+)".*/\1 \2/')
    local tests errors ignored failures
    read -r tests errors ignored failures <<<"$numbers"
    local bad=$((errors + failures))
    passed[$layer]=$((${passed[$layer]:-0} + tests - bad - ignored))
    failed[$layer]=$((${failed[$layer]:-0} + bad))
    skipped[$layer]=$((${skipped[$layer]:-0} + ignored))
  done < <(find . -path '*/target/surefire-reports/TEST-*.xml')
  echo
  for layer in unit simulation contract integration; do
    printf '%-12s %5d passed, %d failed, %d skipped\n' "$layer" \
      "${passed[$layer]:-0}" "${failed[$layer]:-0}" "${skipped[$layer]:-0}"
    total_passed=$((total_passed + ${passed[$layer]:-0}))
    total_failed=$((total_failed + ${failed[$layer]:-0}))
    total_skipped=$((total_skipped + ${skipped[$layer]:-0}))
  done
  local reason
  for reason in "$@"; do
    echo "SKIPPED: $reason"
    total_skipped=$((total_skipped + 1))
  done
  echo "took $((seconds / 60)) min $((seconds % 60)) s"
  if [ "$code" != 0 ] && [ "$total_failed" = 0 ]; then
    echo "The build itself failed; see above."
    total_failed=1
  fi
  local summary="$total_passed passed, $total_failed failed, $total_skipped skipped"
  if [ "$all" = true ]; then
    mkdir -p docs/records
    printf 'commit %s\n%s\n%s\ntook %d s\n' "$(git rev-parse HEAD)" "$summary" "$mutation" \
      "$seconds" >docs/records/test-all.txt
  fi
  echo "$summary"
  [ "$code" = 0 ] && [ "$total_failed" = 0 ] && [ "$total_passed" -gt 0 ]
}
