package io.jubelet.checks;

import static io.jubelet.checks.ProjectFiles.ROOT;
import static io.jubelet.checks.ProjectFiles.read;
import static io.jubelet.checks.ProjectFiles.sources;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The thread map of ARCHITECTURE.md is the program's.
final class ThreadMapTest {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (`[a-z].*?`) \\| (?:platform|virtual)");
    private static final Pattern NAME = Pattern.compile("`([a-z-]+)");

    /// Where a thread gets its name: a literal, or the beginning of one.
    private static final Pattern NAMED =
            Pattern.compile("(?:\\.name\\(|ThreadKind\\.\\w+,\\s*)\"([a-z-]*[a-z])");

    @Test
    void everyThreadIsOnTheMap() {
        assertThat(onTheMap()).isNotEmpty().containsAll(started());
    }

    @Test
    void everyThreadOnTheMapIsStarted() {
        var program = program();

        assertThat(onTheMap()).allMatch(name -> program.contains("\"" + name));
    }

    private static Set<String> onTheMap() {
        return ROW.matcher(read("ARCHITECTURE.md"))
                .results()
                .flatMap(row -> NAME.matcher(row.group(1)).results())
                .map(name -> withoutDash(name.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> started() {
        return NAMED.matcher(program())
                .results()
                .map(name -> withoutDash(name.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String withoutDash(String name) {
        return name.endsWith("-") ? name.substring(0, name.length() - 1) : name;
    }

    /// All that ships but for the simulation, which starts threads of its own.
    private static String program() {
        return sources()
                .filter(path -> path.toString().contains("/src/main/"))
                .filter(path -> !path.startsWith(ROOT.resolve("sim")))
                .map(ProjectFiles::read)
                .collect(Collectors.joining());
    }
}
