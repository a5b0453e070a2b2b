package io.jubelet.e2e.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tables, JSON, and what is called met.
final class ReportTest {
    private static final Figures FLOOR = Figures.NONE.with("bare_start_p50_ms", 300);

    private static Report report(Figures go, Figures jubelet, Bar... bars) {
        return new Report("head", new Comparison(go, jubelet, FLOOR), List.of(bars));
    }

    private static Figures figure(String name, double value) {
        return Figures.NONE.with(name, value);
    }

    @ParameterizedTest(name = "{0} s beside the Go kubelet''s {1} s, 0.6 times allowed: {2}")
    @CsvSource({"6, 10, true", "6.01, 10, false", "0, 0, true"})
    void soManyTimesTheGoKubelets(double ours, double theirs, boolean met) {
        var bar = new Bar.TimesGo("burst_wall_s", 0.6);

        var report = report(figure("burst_wall_s", theirs), figure("burst_wall_s", ours), bar);

        assertThat(report.isGood()).isEqualTo(met);
    }

    @ParameterizedTest(name = "{0} ms over 300 ms of bare calls, 50 allowed: {1}")
    @CsvSource({"350, true", "351, false", "250, true"})
    void soMuchAboveTheBareCalls(double ours, boolean met) {
        var bar = new Bar.Above("start_p50_ms", "bare_start_p50_ms", 50);

        var report = report(Figures.NONE, figure("start_p50_ms", ours), bar);

        assertThat(report.isGood()).isEqualTo(met);
        assertThat(report.text()).contains(met ? "met " : "MISSED ");
    }

    @ParameterizedTest(name = "{0} writes a second beside {1}: {2}")
    @CsvSource({"11, 10, true", "10, 10, false"})
    void asManyAreNotMore(double ours, double theirs, boolean met) {
        var report =
                report(figure("rate", theirs), figure("rate", ours), new Bar.MoreThanGo("rate"));

        assertThat(report.isGood()).isEqualTo(met);
    }

    @ParameterizedTest(name = "{0} s where {1} s are allowed: {2}")
    @CsvSource({"3, 3, true", "3.1, 3, false"})
    void noMoreThanIsAllowed(double wall, double allowed, boolean met) {
        var ours = figure("wall_s", wall).with("allowed_s", allowed);

        var report = report(Figures.NONE, ours, new Bar.AtMost("wall_s", "allowed_s"));

        assertThat(report.isGood()).isEqualTo(met);
    }

    @Test
    void oneKubeletAloneIsNotJudgedByTheOther() {
        var report = report(Figures.NONE, figure("rss_mb", 1_000), new Bar.TimesGo("rss_mb", 1.2));

        assertThat(report.isGood()).isTrue();
        assertThat(report.text()).doesNotContain("MISSED").doesNotContain("met");
    }

    @Test
    void theTableShowsBothAndTheirRatio() {
        var lines = report(figure("rss_mb", 100), figure("rss_mb", 125.5)).text().lines().toList();

        assertThat(lines.getFirst()).isEqualTo("head");
        assertThat(lines.get(2).split(" +")).containsExactly("rss_mb", "100", "125.5", "1.26");
        assertThat(lines.get(3)).contains("bare: bare_start_p50_ms").contains("300");
    }

    @Test
    void theJsonHasOneObjectForEachKubelet() {
        var report = report(figure("rss_mb", 100), figure("rss_mb", 125.555));

        var json = Json.parse(report.json());

        assertThat(json.text("go", "rss_mb")).isEqualTo("100");
        assertThat(json.text("jubelet", "rss_mb")).isEqualTo("125.56");
        assertThat(json.text("floor", "bare_start_p50_ms")).isEqualTo("300");
        assertThat(json.text("met")).isEqualTo("true");
    }
}
