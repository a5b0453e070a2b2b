# Starts the JVM with the settings that docs/adr/0003-jvm-settings.md explains. Sourced by bin/*,
# with $here set to the folder of the script that was called.

# launch ARGV0 MAIN-CLASS ARGUMENTS…
launch() {
  local name=$1 main=$2 home dist java
  shift 2
  home=$(dirname "$here")
  dist=$home/dist
  if [ ! -r "$dist/classpath" ]; then
    echo "$name: not built yet; run $home/build/package" >&2
    exit 1
  fi
  java=${JUBELET_JAVA:-$(<"$dist/java")}
  if [ ! -x "$java" ]; then
    echo "$name: the JDK it was built with is gone ($java); run $home/build/package" >&2
    exit 1
  fi
  local options=(
    -XX:+UseSerialGC -Xms8m "-Xmx${JUBELET_HEAP:-160m}" -XX:NewSize=3m -XX:MaxNewSize=32m
    -XX:NewRatio=4 -XX:+UseStringDeduplication -Xss512k
    -XX:+UseCompactObjectHeaders
    -XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=0.25
    -XX:C1MaxInlineSize=24 -XX:C1MaxInlineLevel=6
    -XX:ReservedCodeCacheSize=32m -XX:SweeperThreshold=100
    -XX:MinHeapFreeRatio=5 -XX:MaxHeapFreeRatio=10 -XX:-ShrinkHeapInSteps
    -XX:MarkSweepAlwaysCompactCount=1
    -XX:TrimNativeHeapInterval=20000
    -XX:MaxDirectMemorySize=64m -XX:+ExitOnOutOfMemoryError
    -XX:-UsePerfData
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
    -Dio.netty.allocator.type=pooled -Dio.netty.allocator.maxOrder=5
    -Dio.netty.allocator.numDirectArenas=1 -Dio.netty.allocator.numHeapArenas=1
    -Dio.netty.noUnsafe=false -Dio.netty.jfr.enabled=false
    -Djdk.reflect.useNativeAccessorOnly=true -Djava.awt.headless=true
    -Duser.language=en -Duser.country=US
  )
  # Heap of one arena instead of one a core: threads here are many, allocations in C few.
  export MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-1}
  [ ! -r "$dist/jubelet.aot" ] || options+=("-XX:AOTCache=$dist/jubelet.aot" -Xlog:aot=off)
  # shellcheck disable=SC2086 # JUBELET_JVM is a list of options
  exec -a "$name" "$java" "${options[@]}" ${JUBELET_JVM:-} -cp "$(<"$dist/classpath")" \
    "-Djubelet.home=$home" "$main" "$@"
}
