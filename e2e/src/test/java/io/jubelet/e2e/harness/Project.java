package io.jubelet.e2e.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Where the checkout's programs are, and the program under test made ready once per JVM.
///
/// Thread: any; [#bin] assembles under the class's lock.
public final class Project {
    private static final Path HOME = home();
    private static final Duration ASSEMBLY = Duration.ofMinutes(5);
    private static boolean assembled;

    private Project() {}

    public static Path file(String path) {
        return HOME.resolve(path);
    }

    /// `bin/kubelet` or `bin/jubelet`, of the classes that this very build has compiled.
    ///
    /// `-Djubelet.assemble=false` takes `dist/` as it is.
    public static synchronized Path bin(String name) {
        if (!assembled && !System.getProperty("jubelet.assemble", "true").equals("false")) {
            Command.of(file("build/package").toString(), "--assemble").within(ASSEMBLY).succeed();
        }
        assembled = true;
        return file("bin/" + name);
    }

    /// Whether the long tests were asked for as well.
    public static boolean all() {
        return Boolean.getBoolean("jubelet.all");
    }

    private static Path home() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) {
            var parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("the tests must run inside the checkout");
            }
            folder = parent;
        }
        return folder;
    }
}
