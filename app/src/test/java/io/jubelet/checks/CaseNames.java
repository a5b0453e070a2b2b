package io.jubelet.checks;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Compares the names of upstream's test cases with those of our tables.
///
/// A method of a test that answers to a test upstream says so above itself: `/// Cases of TestX.`
/// A case is here when its name is a text in such a method, alone or followed by a colon and words
/// of our own. Whatever is not here needs a reason in `docs/records/case-reasons.txt`.
///
/// Thread: any. `rig/case-names` runs it as a program.
final class CaseNames {
    static final String PAGE = "docs/parity-cases.md";
    private static final String NAMES = "docs/records/case-names.txt";
    private static final String REASONS = "docs/records/case-reasons.txt";

    /// Stands for the whole of a test whose cases have no names.
    private static final String WHOLE = "-";

    private static final Pattern MARK =
            Pattern.compile("(?m)^ +/// Cases of (Test\\w+(?:, Test\\w+)*)\\.$");
    private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern END = Pattern.compile("(?m)^ {4}(?:}|\\S.*\\{})$");

    /// A case of upstream's.
    record Case(String test, String name) {
        @Override
        public String toString() {
            return test + ": " + name;
        }
    }

    /// What explains every missing case whose test and name it matches.
    record Reason(Pattern pattern, String text) {}

    /// @param ours the texts in our tables, by the test they answer to
    /// @param tables where they stand, by the same
    record Tables(Map<String, List<String>> ours, Map<String, TreeSet<String>> tables) {
        boolean has(Case wanted) {
            var texts = ours.get(wanted.test());
            return texts != null
                    && (wanted.name().equals(WHOLE)
                            || texts.stream()
                                    .anyMatch(
                                            text ->
                                                    text.equals(wanted.name())
                                                            || text.startsWith(
                                                                    wanted.name() + ": ")));
        }
    }

    private final List<Case> cases;
    private final List<Reason> reasons;
    private final Tables tables;

    CaseNames(List<Case> cases, List<Reason> reasons, Tables tables) {
        this.cases = cases;
        this.reasons = reasons;
        this.tables = tables;
    }

    /// That of this checkout.
    static CaseNames ofProject() {
        var sources =
                ProjectFiles.sources()
                        .filter(path -> path.toString().contains("/src/test/"))
                        .filter(path -> !path.toString().contains("/checks/"))
                        .collect(
                                toMap(
                                        path -> path.getFileName().toString().replace(".java", ""),
                                        ProjectFiles::read,
                                        String::concat));
        return new CaseNames(
                cases(ProjectFiles.read(NAMES)),
                reasons(ProjectFiles.read(REASONS)),
                tables(sources));
    }

    static List<Case> cases(String text) {
        return text.lines()
                .map(line -> line.split("\t", 2))
                .map(parts -> new Case(parts[0], parts[1]))
                .toList();
    }

    static List<Reason> reasons(String text) {
        return text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", 2))
                .map(parts -> new Reason(Pattern.compile(parts[0]), parts[1]))
                .toList();
    }

    /// @param sources the text of each test class, by its name
    static Tables tables(Map<String, String> sources) {
        var ours = new HashMap<String, List<String>>();
        var tables = new TreeMap<String, TreeSet<String>>();
        sources.forEach(
                (name, source) -> {
                    var marks = MARK.matcher(source);
                    while (marks.find()) {
                        var texts = texts(source.substring(marks.end()));
                        for (var test : marks.group(1).split(", ", -1)) {
                            ours.computeIfAbsent(test, _ -> new ArrayList<>()).addAll(texts);
                            tables.computeIfAbsent(test, _ -> new TreeSet<>()).add(name);
                        }
                    }
                });
        return new Tables(ours, tables);
    }

    /// The texts of the method that comes first, those over several lines put together.
    private static List<String> texts(String source) {
        var end = END.matcher(source);
        var method = end.find() ? source.substring(0, end.start()) : source;
        return TEXT.matcher(method.replaceAll("\"\\s*\\+\\s*\"", ""))
                .results()
                .map(text -> text.group(1).replace("\\\"", "\""))
                .toList();
    }

    List<Case> missing() {
        return cases.stream().filter(each -> !tables.has(each)).toList();
    }

    List<Case> unexplained() {
        return missing().stream().filter(each -> reason(each).isEmpty()).toList();
    }

    /// Reasons that explain nothing: of what is here by now, or was never there.
    List<String> idleReasons() {
        var used = missing().stream().flatMap(each -> reason(each).stream()).toList();
        return reasons.stream()
                .filter(reason -> !used.contains(reason))
                .map(reason -> reason.pattern().pattern())
                .toList();
    }

    /// Tests that our tables claim to answer to, and upstream does not have.
    List<String> unknownTests() {
        var known = cases.stream().map(Case::test).toList();
        return tables.ours().keySet().stream().filter(test -> !known.contains(test)).toList();
    }

    private Optional<Reason> reason(Case missing) {
        return reasons.stream()
                .filter(reason -> reason.pattern().matcher(missing.toString()).find())
                .findFirst();
    }

    /// The page with the difference.
    String page() {
        var missing = missing();
        return """
        # Cases of upstream's tests

        Written by `rig/case-names`: the names of the cases in upstream's tests of the same
        functions, v1.36.4 (`docs/records/case-names.txt`), beside those in our tables. What is
        missing is explained by `docs/records/case-reasons.txt`; `CaseNamesTest` fails where it
        is not.

        **%d of %d cases are here**, %d are explained.

        | upstream | cases | here | table |
        |---|---|---|---|
        %s

        ## Not here

        | upstream | case | why |
        |---|---|---|
        %s
        """
                .formatted(
                        cases.size() - missing.size(),
                        cases.size(),
                        missing.size() - unexplained().size(),
                        testRows(missing),
                        missing.stream().map(this::missingRow).collect(joining("\n")));
    }

    private String testRows(List<Case> missing) {
        var rows = new ArrayList<String>();
        for (var test : new TreeSet<>(cases.stream().map(Case::test).toList())) {
            var all = cases.stream().filter(each -> each.test().equals(test)).count();
            var lost = missing.stream().filter(each -> each.test().equals(test)).count();
            var where =
                    tables.tables().getOrDefault(test, new TreeSet<>()).stream()
                            .map(name -> "`" + name + "`")
                            .collect(joining(", "));
            rows.add("| %s | %d | %d | %s |".formatted(test, all, all - lost, where));
        }
        return String.join("\n", rows);
    }

    private String missingRow(Case missing) {
        return "| %s | %s | %s |"
                .formatted(
                        missing.test(),
                        missing.name().replace("|", Matcher.quoteReplacement("\\|")),
                        reason(missing).map(Reason::text).orElse("not known yet"));
    }

    /// Writes the page and says what is missing; fails when something is not explained.
    static void main() throws IOException {
        var names = ofProject();
        Files.writeString(ProjectFiles.ROOT.resolve(PAGE), names.page());
        names.unexplained().forEach(each -> System.err.println("no reason: " + each));
        names.idleReasons().forEach(each -> System.err.println("explains nothing: " + each));
        System.out.printf(
                "%d of %d cases are here, %d are explained: %s%n",
                names.cases.size() - names.missing().size(),
                names.cases.size(),
                names.missing().size() - names.unexplained().size(),
                PAGE);
        if (!names.unexplained().isEmpty()) {
            System.exit(1);
        }
    }
}
