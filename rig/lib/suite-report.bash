# Reads what ginkgo wrote about a run of the suite. Sourced after common.bash.
# shellcheck shell=bash

# suite_results JUNIT-FILE — "passed|failed|skipped<TAB>name<TAB>why" for each spec that was chosen.
# Set-up and tear-down of the whole suite appear only when they failed. What the filters left out
# has the bare message "skipped" and does not appear.
suite_results() {
  awk '
    function attribute(line, key,    from, rest) {
      from = index(line, " " key "=\"")
      if (!from) return ""
      rest = substr(line, from + length(key) + 3)
      return substr(rest, 1, index(rest, "\"") - 1)
    }
    function plain(text) {
      gsub(/&#34;|&quot;/, "\"", text); gsub(/&#39;|&apos;/, "\047", text)
      gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&#x[9AD];/, " ", text)
      gsub(/&amp;/, "\\&", text)
      return text
    }
    function flush() {
      if (name == "") return
      spec = sub(/^\[It\] /, "", name)
      if (status == "passed") { if (spec) print "passed\t" name }
      else if (status == "skipped") {
        if (spec && why != "" && why != "skipped") print "skipped\t" name "\t" why
      } else if (status != "pending") print "failed\t" name "\t" substr(why, 1, 300)
      name = ""
    }
    /<testcase / {
      flush()
      name = plain(attribute($0, "name")); status = attribute($0, "status"); why = ""
    }
    /<(skipped|failure|error) / { why = plain(attribute($0, "message")) }
    END { flush() }
  ' "$1"
}

# suite_verdict RESULTS-FILE — the last line of a run.
suite_verdict() {
  awk -F '\t' '{ n[$1]++ }
    END {
      printf "%d passed, %d failed, %d skipped\n", n["passed"], n["failed"], n["skipped"]
    }' "$1"
}

# suite_progress LOG-FILE — how far a run is, from ginkgo's own output.
suite_progress() {
  awk '/^• \[[0-9]/ { good++; next } /^• \[/ { bad++ }
    END { printf "%d passed, %d failed so far", good, bad }' "$1"
}

# suite_results_of_log LOG-FILE — the same from ginkgo's own output, for a suite that was ended by
# force and wrote no report. Specs that had not ended are missing; one that was cut off has failed.
suite_results_of_log() {
  awk '
    /^• \[[0-9]/ { kind = "passed"; next }
    /^• \[/ { kind = "failed"; next }
    /^S \[SKIPPED\]/ { kind = "skipped"; next }
    kind != "" {
      if (/^\[/ && !/^\[(Synchronized|Before|After|Report)/) {
        sub(/\[It\] /, "")
        print kind "\t" $0 "\t"
      }
      kind = ""
    }
  ' "$1"
}
