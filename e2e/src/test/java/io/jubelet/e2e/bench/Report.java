package io.jubelet.e2e.bench;

import io.jubelet.e2e.bench.Comparison.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/// What a run came to, as a table for people and as JSON for programs.
///
/// Thread: immutable.
///
/// @param head what was run: commit, time, sizes
record Report(String head, Comparison comparison, List<Bar> bars) {
    private static final String ROW = "%-30s %12s %12s %8s%n";

    Report {
        bars = List.copyOf(bars);
    }

    boolean isGood() {
        return verdicts().stream().allMatch(Verdict::met);
    }

    private List<Verdict> verdicts() {
        return comparison.verdicts(bars);
    }

    String text() {
        var text = new StringBuilder(head).append('\n');
        text.append(ROW.formatted("", "go", "jubelet", "ratio"));
        for (var name : names(comparison.go(), comparison.jubelet())) {
            text.append(row(name, comparison.go().find(name), comparison.jubelet().find(name)));
        }
        comparison
                .floor()
                .byName()
                .forEach((name, value) -> text.append(floorRow(name, Numbers.text(value))));
        verdicts().forEach(verdict -> text.append(verdict.text()).append('\n'));
        return text.toString();
    }

    private static Set<String> names(Figures... all) {
        var names = new LinkedHashSet<String>();
        for (var figures : all) {
            names.addAll(figures.byName().keySet());
        }
        return names;
    }

    private static String row(String name, OptionalDouble go, OptionalDouble jubelet) {
        var both = go.isPresent() && jubelet.isPresent();
        return ROW.formatted(
                name,
                shown(go),
                shown(jubelet),
                both ? Numbers.ratio(jubelet.getAsDouble(), go.getAsDouble()) : "");
    }

    private static String floorRow(String name, String value) {
        return "%-30s %12s%n".formatted("bare: " + name, value);
    }

    private static String shown(OptionalDouble figure) {
        return figure.isPresent() ? Numbers.text(figure.getAsDouble()) : "";
    }

    String json() {
        return "{\"go\": %s,%n \"jubelet\": %s,%n \"floor\": %s,%n \"met\": %s}%n"
                .formatted(
                        json(comparison.go()),
                        json(comparison.jubelet()),
                        json(comparison.floor()),
                        isGood());
    }

    private static String json(Figures figures) {
        return figures.byName().entrySet().stream()
                .map(Report::json)
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String json(Map.Entry<String, Double> figure) {
        return "\"" + figure.getKey() + "\": " + Numbers.text(figure.getValue());
    }
}
