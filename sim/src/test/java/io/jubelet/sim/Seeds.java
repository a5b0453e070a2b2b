package io.jubelet.sim;

import java.util.stream.LongStream;

/// Which seeds a churn goes through: some in every build, more in `./test --all`, which takes its
/// time. `-Djubelet.seeds=N` runs so many instead, `-Djubelet.first=N` begins with that one.
///
/// Thread: any.
record Seeds(long first, long count) {
    /// @param inEveryBuild how many where nothing else is asked for
    /// @param inAll how many in `./test --all`
    static Seeds of(long inEveryBuild, long inAll) {
        var usual = Boolean.getBoolean("jubelet.all") ? inAll : inEveryBuild;
        return new Seeds(Long.getLong("jubelet.first", 1), Long.getLong("jubelet.seeds", usual));
    }

    LongStream each() {
        return LongStream.range(first, first + count);
    }
}
