package io.jubelet.core.rotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.host.LogStore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Upstream: logs/container_log_manager_test.go.
class LogRotationPlannerTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.890Z");
    private static final String LIVE = "0.log";
    private static final String ASIDE = "0.log.20260304-050607";

    static Stream<Arguments> plans() {
        return Stream.of(
                row("a short log stays as it is", files(live(9)), ""),
                row("a log of just that size is put aside", files(live(10)), "put " + ASIDE),
                row("a log that has no file gets one", files(), "reopen"),
                row(
                        "a log that has no file gets one, and its old files stay as they are",
                        files("0.log.20260304-040000", "0.log.20260304-030000.tmp"),
                        "reopen"),
                row(
                        "a short log's old files stay as they are",
                        files(live(9), "0.log.20260304-040000", "0.log.20260304-030000.tmp"),
                        ""),
                row(
                        "the file put aside last time is compressed now",
                        files(live(10), "0.log.20260304-040000"),
                        "compress 0.log.20260304-040000, put " + ASIDE),
                row(
                        "what is compressed already is not compressed again",
                        files(live(10), "0.log.20260304-040000.gz", "0.log.20260304-050000"),
                        "compress 0.log.20260304-050000, put " + ASIDE),
                row(
                        "what an interrupted compression left is removed",
                        files(
                                live(10),
                                "0.log.20260304-040000",
                                "0.log.20260304-040000.tmp",
                                "0.log.20260304-030000",
                                "0.log.20260304-030000.gz"),
                        "remove 0.log.20260304-030000, remove 0.log.20260304-040000.tmp, "
                                + "compress 0.log.20260304-040000, put "
                                + ASIDE),
                row(
                        "the oldest go when there are too many",
                        files(
                                live(10),
                                "0.log.20260304-010000.gz",
                                "0.log.20260304-020000.gz",
                                "0.log.20260304-030000.gz",
                                "0.log.20260304-040000.gz",
                                "0.log.20260304-050000"),
                        "remove 0.log.20260304-010000.gz, remove 0.log.20260304-020000.gz, "
                                + "compress 0.log.20260304-050000, put "
                                + ASIDE),
                row(
                        "another instance's log is not touched",
                        files(live(10), "0.logger", "1.log", "1.log.20260304-040000"),
                        "put " + ASIDE),
                row(
                        "a name that is taken is not given again",
                        files(live(10), ASIDE),
                        "compress " + ASIDE + ", put 0.log.20260304-050608"),
                row(
                        "after the clock went back names still tell the order",
                        files(live(10), "0.log.20260304-055959.gz"),
                        "put 0.log.20260304-060000"),
                row(
                        "a file of somebody's own beside the log counts as an old one",
                        files(live(10), "0.log.keep"),
                        "compress 0.log.keep, put " + ASIDE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void plans(String name, List<LogStore.Entry> files, String expected) {
        assertThat(text(plan(files, 5, ZoneOffset.UTC))).isEqualTo(expected);
    }

    @Test
    void withTwoFilesNothingIsKeptButTheOneJustPutAside() {
        assertThat(text(plan(files(live(10), "0.log.20260304-040000"), 2, ZoneOffset.UTC)))
                .isEqualTo("remove 0.log.20260304-040000, put " + ASIDE);
    }

    @Test
    void namesTellTheMachinesTime() {
        assertThat(text(plan(files(live(10)), 5, ZoneId.of("Asia/Kolkata"))))
                .isEqualTo("put 0.log.20260304-103607");
    }

    private static List<LogStep> plan(List<LogStore.Entry> files, int maxFiles, ZoneId zone) {
        var settings = new RotationSettings(10, maxFiles, 1, Duration.ofSeconds(10), zone);
        return LogRotationPlanner.plan(LIVE, files, settings, NOW);
    }

    private static String text(List<LogStep> steps) {
        return String.join(", ", steps.stream().map(LogRotationPlannerTest::text).toList());
    }

    private static String text(LogStep step) {
        return switch (step) {
            case LogStep.Remove remove -> "remove " + remove.file();
            case LogStep.Compress compress -> "compress " + compress.file();
            case LogStep.PutAside aside -> "put " + aside.as();
            case LogStep.Reopen _ -> "reopen";
        };
    }

    private static Arguments row(String name, List<LogStore.Entry> files, String expected) {
        return arguments(name, files, expected);
    }

    private static LogStore.Entry live(long bytes) {
        return new LogStore.Entry(LIVE, bytes);
    }

    private static List<LogStore.Entry> files(String... others) {
        return Stream.of(others).map(name -> new LogStore.Entry(name, 1)).toList();
    }

    private static List<LogStore.Entry> files(LogStore.Entry live, String... others) {
        var all = new ArrayList<>(List.of(live));
        all.addAll(files(others));
        return all;
    }
}
