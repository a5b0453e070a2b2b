package io.jubelet.checks;

import static io.jubelet.checks.ProjectFiles.ROOT;
import static io.jubelet.checks.ProjectFiles.read;
import static io.jubelet.checks.ProjectFiles.sources;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Keeps the tables of `docs/parity*.md` from naming what is gone and from leaving out what is
/// there. Whether a state is true no test can say.
final class ParityTest {
    private static final String PARITY = read("docs/parity.md");
    private static final String CONFIG = read("docs/parity-config.md");

    /// A row of a table whose second and third columns name classes and tests.
    private static final Pattern ROW =
            Pattern.compile(
                    "^\\| ([^|]+) \\| ([^|]*)\\| ([^|]*)\\| ([^|]+) \\|$", Pattern.MULTILINE);

    private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z0-9]+)`");
    private static final Pattern FLAG_ROW =
            Pattern.compile("^\\| `--([a-z-]+)` \\| .+ \\|$", Pattern.MULTILINE);
    private static final Pattern OWN_FLAG =
            Pattern.compile(
                    "(?:own|ownDeprecated|kept|new Flag<>)\\(\\s*(?:table, )?\"([a-z-]+)\"");

    /// What `UnsupportedFields` can name: whole paths, and what it appends to one.
    private static final Pattern UNSUPPORTED =
            Pattern.compile("\"(spec\\.[A-Za-z]+)\"\\)|path \\+ \"([A-Za-z.]+)");

    private static final Pattern CONFIG_ROW =
            Pattern.compile("^\\| `(\\w+)` \\| .+ \\| (.+) \\|$", Pattern.MULTILINE);

    @Test
    void everyClassAndTestThatIsNamedExists() {
        var sources = sourceNames();

        assertThat(named(2)).isNotEmpty().isSubsetOf(sources);
        assertThat(named(3)).isNotEmpty().isSubsetOf(sources);
        assertThat(named(3)).allMatch(name -> name.endsWith("Test") || name.endsWith("IT"));
    }

    @Test
    void everyRowOfTheAreasHasAState() {
        var states = Set.of("works", "partly", "accepted", "not", "refused", "our");

        assertThat(areaRows().map(row -> row.group(4)).toList())
                .hasSizeGreaterThan(80)
                .allMatch(state -> states.contains(state.split("[ ,:;(]", 2)[0]));
    }

    @Test
    void everyFlagWithoutAFieldHasItsRow() {
        var flags = read("config/src/main/java/io/jubelet/config/flag/OwnFlags.java");

        assertThat(all(FLAG_ROW, PARITY)).hasSizeGreaterThan(40).isEqualTo(all(OWN_FLAG, flags));
    }

    @Test
    void everyFieldThatAPodMayNotHaveYetIsListed() {
        var fields =
                UNSUPPORTED
                        .matcher(
                                read(
                                        "core/src/main/java/io/jubelet/core/sync/UnsupportedFields.java"))
                        .results()
                        .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                        .toList();

        assertThat(fields).hasSizeGreaterThan(3).allMatch(ParityTest::isListed);
    }

    @Test
    void noFieldIsListedThatAPodMayHaveByNow() {
        var source = read("core/src/main/java/io/jubelet/core/sync/UnsupportedFields.java");
        var listed = Pattern.compile("`spec\\.[A-Za-z.\\[\\]*]*?([A-Za-z]+)(?:\\[NAME\\].*?)?`");

        assertThat(all(listed, PARITY)).hasSizeGreaterThan(3).allMatch(source::contains);
    }

    /// The program reads a field only to act upon it.
    @Test
    void noConfigurationFieldThatTheProgramReadsIsSaidToBeWithoutEffect() {
        var program = program("app/src/main");

        assertThat(configFields("accepted"))
                .hasSizeGreaterThan(30)
                .noneMatch(field -> touches(program, field));
    }

    @Test
    void everyConfigurationFieldThatIsSaidToHaveAnEffectIsRead() {
        var program = program("app/src/main", "config/src/main");

        assertThat(Stream.of("acted upon", "partly").flatMap(s -> configFields(s).stream()))
                .hasSizeGreaterThan(20)
                .allMatch(field -> touches(program, field));
    }

    private static boolean isListed(String field) {
        return Pattern.compile("[`.]" + Pattern.quote(field) + "[`\\[]").matcher(PARITY).find();
    }

    private static boolean touches(String program, String field) {
        var name = Character.toUpperCase(field.charAt(0)) + field.substring(1);
        return Pattern.compile("[gs]et" + name + "(List|Map)?\\(").matcher(program).find();
    }

    private static List<String> configFields(String status) {
        return CONFIG_ROW
                .matcher(CONFIG)
                .results()
                .filter(row -> row.group(2).startsWith(status))
                .map(row -> row.group(1))
                .toList();
    }

    private static Set<String> named(int column) {
        return areaRows()
                .flatMap(row -> CLASS.matcher(row.group(column)).results())
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The rows of sections 1 to 13, without heads and rulers.
    private static Stream<MatchResult> areaRows() {
        var areas = PARITY.substring(0, PARITY.indexOf("\n## Fields of a pod"));
        return ROW.matcher(areas)
                .results()
                .filter(row -> !row.group(1).equals("upstream") && !row.group(1).startsWith("--"));
    }

    private static Set<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> sourceNames() {
        return sources()
                .map(path -> path.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
    }

    /// The text of all sources in these folders.
    private static String program(String... folders) {
        return sources()
                .filter(
                        path ->
                                Stream.of(folders)
                                        .anyMatch(each -> path.startsWith(ROOT.resolve(each))))
                .map(ProjectFiles::read)
                .collect(Collectors.joining());
    }
}
