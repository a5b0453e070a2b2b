package io.jubelet.e2e.harness;

import java.time.Duration;

/// Programs that the rig builds.
///
/// Thread: any; waits while one is built.
public final class Tools {
    private static final Duration COLD_BUILD = Duration.ofMinutes(30);

    private Tools() {}

    /// The program's path; builds it where it is missing.
    public static String path(String name) {
        return Command.of(Project.file("rig/tools").toString(), name)
                .within(COLD_BUILD)
                .succeed()
                .out()
                .strip();
    }
}
