package io.jubelet.checks;

import static io.jubelet.checks.ProjectFiles.ROOT;
import static io.jubelet.checks.ProjectFiles.documents;
import static io.jubelet.checks.ProjectFiles.read;
import static io.jubelet.checks.ProjectFiles.sources;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// House style that no compiler checks.
final class TidyTest {
    private static final int LONGEST_SOURCE = 400;
    private static final int LONGEST_TEST = 600;
    private static final int LONGEST_LINE = 100;

    /// Sleeps and mocks make tests slow, fragile or untrue.
    private static final Pattern BANNED_IN_TESTS =
            Pattern.compile(
                    "Thread\\.sleep|TimeUnit\\.\\w+\\.sleep|org\\.mockito|org\\.easymock"
                            + "|org\\.powermock|@Disabled");

    private static final Pattern BANNED_EVERYWHERE =
            Pattern.compile(
                    "\\bTODO\\b|\\bFIXME\\b|\\bXXX\\b|catch \\(Throwable|printStackTrace\\(\\)");

    /// These files speak of the words that are banned.
    private static final Set<String> EXEMPT = Set.of("TidyTest.java");

    @Test
    void filesAreShort() {
        assertThat(
                        offenders(
                                (path, lines) -> {
                                    var limit = isTest(path) ? LONGEST_TEST : LONGEST_SOURCE;
                                    return lines.size() > limit
                                            ? List.of(lines.size() + " lines")
                                            : List.of();
                                }))
                .isEmpty();
    }

    @Test
    void linesAreShort() {
        assertThat(
                        offenders(
                                (path, lines) ->
                                        lines.stream()
                                                .filter(line -> line.length() > LONGEST_LINE)
                                                .filter(line -> !line.startsWith("import "))
                                                .filter(line -> !isTableRow(path, line))
                                                .toList()))
                .isEmpty();
    }

    @Test
    void testsNeitherSleepNorMock() {
        assertThat(
                        offenders(
                                (path, lines) ->
                                        isTest(path)
                                                ? matching(lines, BANNED_IN_TESTS)
                                                : List.of()))
                .isEmpty();
    }

    @Test
    void theBanFindsASleepingTest() {
        var sleepy = "        Thread" + ".sleep(10);";

        assertThat(matching(List.of(sleepy), BANNED_IN_TESTS)).hasSize(1);
    }

    @Test
    void nothingIsLeftForLater() {
        assertThat(offenders((_, lines) -> matching(lines, BANNED_EVERYWHERE))).isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsFor() {
        var missing =
                sources()
                        .filter(path -> !isTest(path))
                        .map(Path::getParent)
                        .distinct()
                        .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
                        .toList();

        assertThat(missing).isEmpty();
    }

    @Test
    void linksInDocumentsLeadSomewhere() {
        var link = Pattern.compile("\\]\\(([^)#: ]+)\\)");
        var dead = new ArrayList<String>();
        for (var document : documents()) {
            var matcher = link.matcher(read(document));
            while (matcher.find()) {
                if (!Files.exists(document.resolveSibling(matcher.group(1)))) {
                    dead.add(ROOT.relativize(document) + " → " + matcher.group(1));
                }
            }
        }

        assertThat(dead).isEmpty();
    }

    private interface Check {
        List<String> complaints(Path path, List<String> lines);
    }

    private static List<String> offenders(Check check) {
        return sources()
                .filter(path -> !EXEMPT.contains(path.getFileName().toString()))
                .flatMap(
                        path ->
                                check.complaints(path, read(path).lines().toList()).stream()
                                        .map(what -> ROOT.relativize(path) + ": " + what.strip()))
                .toList();
    }

    private static List<String> matching(List<String> lines, Pattern banned) {
        return lines.stream().filter(line -> banned.matcher(line).find()).toList();
    }

    /// A row of a test's table is data, and reads best on one line.
    private static boolean isTableRow(Path path, String line) {
        return isTest(path) && (line.contains("|") || line.strip().startsWith("\""));
    }

    private static boolean isTest(Path path) {
        return path.toString().contains("/src/test/");
    }
}
