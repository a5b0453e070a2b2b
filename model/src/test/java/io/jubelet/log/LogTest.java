package io.jubelet.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class LogTest {
    private static final Log LOG = Log.of(LogTest.class);
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-11-15T17:04:19.123456Z"));

    private static LogCapture capture(LogSettings settings) {
        return LogCapture.start(settings, CLOCK);
    }

    private static LogSettings settings() {
        return LogSettings.defaults();
    }

    @Test
    void headerIsKlogs() {
        try (var captured = capture(settings())) {
            LOG.info("Started", "pod", ObjectRef.of("default", "web"));
            assertThat(captured.lines())
                    .singleElement()
                    .asString()
                    .matches(
                            "I1115 \\d\\d:04:19\\.123456 [ \\d]{6}\\d LogTest\\.java:\\d+\\] "
                                    + "\"Started\" pod=\"default/web\"");
        }
    }

    @Test
    void pidIsRightAlignedInSevenColumns() {
        try (var captured = capture(settings())) {
            LOG.info("x");
            String pid = String.format("%7d", ProcessHandle.current().pid());
            assertThat(captured.lines().getFirst()).contains(".123456 " + pid + " LogTest.java:");
        }
    }

    private static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of("a plain string is quoted", "v", " k=\"v\""),
                Arguments.of(
                        "quotes and control signs are escaped",
                        "a\"\t\u0007\u0001",
                        " k=\"a\\\"\\t\\a\\x01\""),
                Arguments.of(
                        "unprintable signs are escaped", "\u00a0é\u200b", " k=\"\\u00a0é\\u200b\""),
                Arguments.of("a number is bare", 42, " k=42"),
                Arguments.of("a whole double has no fraction", 5.0, " k=5"),
                Arguments.of("a boolean is bare", true, " k=true"),
                Arguments.of("null is bare", null, " k=null"),
                Arguments.of("a list is JSON", List.of("a", 1), " k=[\"a\",1]"),
                Arguments.of("an array is JSON", new int[] {1, 2}, " k=[1,2]"),
                Arguments.of("a map is JSON", Map.of("a", "b"), " k={\"a\":\"b\"}"),
                Arguments.of(
                        "a duration reads as in Go", Duration.ofMillis(90_500), " k=\"1m30.5s\""),
                Arguments.of("an optional is its value", Optional.of("x"), " k=\"x\""),
                Arguments.of("an empty optional is null", Optional.empty(), " k=null"),
                Arguments.of(
                        "a path is its text, though it iterates over itself",
                        Path.of("/a/b"),
                        " k=\"/a/b\""),
                Arguments.of("an object is its text", Severity.INFO, " k=\"INFO\""),
                Arguments.of(
                        "an object without namespace is its name",
                        ObjectRef.of("", "node-1"),
                        " k=\"node-1\""),
                Arguments.of(
                        "a secret stays secret", Secret.of("hunter2"), " k=\"--- REDACTED ---\""),
                Arguments.of(
                        "an exception is told with its kind",
                        new IOException("gone"),
                        " k=\"IOException: gone\""),
                Arguments.of("several lines are indented", "one\ntwo", " k=<\n\tone\n\ttwo\n >"),
                Arguments.of("a last line break is not doubled", "one\n", " k=<\n\tone\n >"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("values")
    void textValues(String name, @Nullable Object value, String expected) {
        try (var captured = capture(settings())) {
            LOG.info("m", "k", value);
            assertThat(captured.lines().getFirst()).as(name).endsWith("] \"m\"" + expected);
        }
    }

    @Test
    void keyWithoutValueIsMarked() {
        try (var captured = capture(settings())) {
            LOG.info("m", "a", 1, "b");
            assertThat(captured.lines().getFirst()).endsWith("\"m\" a=1 b=\"(MISSING)\"");
        }
    }

    @Test
    void errorComesFirstInText() {
        try (var captured = capture(settings())) {
            LOG.error(new IOException("gone"), "Failed", "k", 1);
            LOG.error(null, "Failed", "k", 1);
            LOG.warning("Careful");
            assertThat(captured.lines().get(0))
                    .startsWith("E1115")
                    .endsWith("\"Failed\" err=\"IOException: gone\" k=1");
            assertThat(captured.lines().get(1)).startsWith("E1115").endsWith("\"Failed\" k=1");
            assertThat(captured.lines().get(2)).startsWith("W1115").endsWith("\"Careful\"");
        }
    }

    @Test
    void bugBringsItsStackAndAnExpectedFailureDoesNot() {
        try (var captured = capture(settings())) {
            LOG.error(new IllegalStateException("broken"), "Failed");
            LOG.error(new IOException("gone"), "Failed");
            assertThat(captured.lines().get(0)).contains("stack=<\n\t").contains("LogTest");
            assertThat(captured.lines().get(1)).doesNotContain("stack=");
        }
    }

    @Test
    void jsonHasUpstreamsKeysInUpstreamsOrder() {
        try (var captured = capture(settings().withFormat(LogFormat.JSON).withVerbosity(4))) {
            LOG.v(4).info("Hi \"there\"", "pod", ObjectRef.of("ns", "web"), "n", 2);
            LOG.error(new IOException("gone"), "Failed", "d", Duration.ofSeconds(3));
            assertThat(captured.lines().get(0))
                    .matches(
                            "\\{\"ts\":1794762259123\\.456\\d?,"
                                    + "\"caller\":\"log/LogTest.java:\\d+\","
                                    + "\"msg\":\"Hi \\\\\"there\\\\\"\",\"v\":4,"
                                    + "\"pod\":\\{\"name\":\"web\",\"namespace\":\"ns\"\\},"
                                    + "\"n\":2\\}");
            assertThat(captured.lines().get(1))
                    .endsWith("\"msg\":\"Failed\",\"d\":\"3s\",\"err\":\"IOException: gone\"}");
        }
    }

    @Test
    void jsonTimeIsNeverInExponentForm() {
        assertThat(JsonEncoder.millis(Instant.ofEpochMilli(1_580_306_777_000L)))
                .isEqualTo("1580306777000");
    }

    @Test
    void levelsAboveTheVerbosityAreSilent() {
        try (var captured = capture(settings().withVerbosity(2))) {
            LOG.v(2).info("two");
            LOG.v(3).info("three", "k", 1);
            Logging.verbosity(3);
            LOG.v(3).info("three again");
            assertThat(captured.lines()).hasSize(2);
            assertThat(captured.lines().get(1)).endsWith("\"three again\"");
        }
    }

    @Test
    void levelThatIsOffIsOneSharedObject() {
        try (var _ = capture(settings())) {
            assertThat(LOG.v(5)).isSameAs(LOG.v(9));
            assertThat(LOG.v(5).enabled()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "LogTest,true",
        "Log*,true",
        "L?gTest,true",
        "[K-M]ogTest,true",
        "[^K]ogTest,true",
        "logtest,false",
        "Log,false",
        "[K,false"
    })
    void modulePatternRaisesTheLevelOfItsFile(String pattern, boolean enabled) {
        var modules = List.of(new ModuleVerbosity(pattern, 5));
        try (var _ = capture(settings().withModules(modules))) {
            assertThat(LOG.v(5).enabled()).isEqualTo(enabled);
            assertThat(LOG.v(6).enabled()).isFalse();
        }
    }

    @Test
    void contextIsCarriedAndRepetitionsMerged() {
        try (var captured = capture(settings())) {
            LogContext.ofPod(ObjectRef.of("ns", "web"), "uid-1")
                    .and("container", "app")
                    .run(() -> LOG.info("m", "podUID", "uid-1", "container", "other"));
            LOG.info("after");
            assertThat(captured.lines().get(0))
                    .endsWith("\"m\" pod=\"ns/web\" podUID=\"uid-1\" container=\"other\"");
            assertThat(captured.lines().get(1)).endsWith("\"after\"");
        }
    }

    @Test
    void contextNests() {
        try (var captured = capture(settings())) {
            LogContext.with("a", 1).run(() -> LogContext.with("b", 2).run(() -> LOG.info("m")));
            assertThat(captured.lines().getFirst()).endsWith("\"m\" a=1 b=2");
        }
    }

    @Test
    void throwingValueDoesNotThrowOut() {
        try (var captured = capture(settings())) {
            Object bad =
                    new Object() {
                        @Override
                        public String toString() {
                            throw new IllegalStateException("no text");
                        }
                    };
            LOG.info("m", "k", bad);
            assertThat(captured.lines().getFirst()).contains("<panic: IllegalStateException");
        }
    }

    @Test
    void libraryWarningsComeThroughAndKeepAliveDoesNot() {
        try (var captured = capture(settings())) {
            JulBridge.install();
            Logger netty = Logger.getLogger("io.netty.bootstrap.Bootstrap");
            netty.log(Level.WARNING, "Unknown channel option 'SO_KEEPALIVE' for channel x");
            netty.log(Level.WARNING, "Careful {0}", "there");
            netty.log(Level.INFO, "chatter");
            assertThat(captured.lines())
                    .singleElement()
                    .asString()
                    .startsWith("W1115")
                    .endsWith(
                            "Bootstrap.java:1] \"Careful there\""
                                    + " logger=\"io.netty.bootstrap.Bootstrap\"");
        } finally {
            LogManager.getLogManager().reset();
        }
    }

    @Test
    void errorLineIsWrittenBeforeTheCallReturns() {
        var stderr = new ByteArrayOutputStream();
        var stdout = new ByteArrayOutputStream();
        var split = new LogSettings(LogFormat.TEXT, 0, List.of(), Duration.ofHours(1), true, 4096);
        var sink = new StreamSink(split, stderr, stdout);
        sink.write(Severity.INFO, "info\n");
        sink.write(Severity.ERROR, "error\n");
        assertThat(stderr.toString(StandardCharsets.UTF_8)).isEqualTo("error\n");
        assertThat(stdout.toString(StandardCharsets.UTF_8)).isEmpty();
        sink.close();
        assertThat(stdout.toString(StandardCharsets.UTF_8)).isEqualTo("info\n");
    }

    @Test
    void infoLineIsWrittenByTheFlusherSoonAfter() throws InterruptedException {
        var written = new CountDownLatch(1);
        var out =
                new ByteArrayOutputStream() {
                    @Override
                    public void flush() {
                        written.countDown();
                    }
                };
        var stream = new LogStream(out, 4096, Duration.ofMillis(1));
        stream.append("line\n");
        assertThat(written.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("line\n");
        stream.close();
    }

    @Test
    void fullBufferIsWrittenByTheNextWriter() {
        var out = new ByteArrayOutputStream();
        var stream = new LogStream(out, 8, Duration.ofHours(1));
        stream.append("12345678\n");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("12345678\n");
        stream.close();
    }

    @Test
    void lineAfterCloseIsWrittenAtOnce() {
        var out = new ByteArrayOutputStream();
        var stream = new LogStream(out, 4096, Duration.ofHours(1));
        stream.close();
        stream.append("late\n");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("late\n");
    }

    @Test
    void linesOfManyThreadsStayWhole() throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var stream = new LogStream(out, 64, Duration.ofMillis(1));
        var threads =
                Stream.of("a", "b", "c", "d")
                        .map(name -> Thread.ofVirtual().start(() -> appendMany(stream, name)))
                        .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        stream.close();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(4000)
                .allMatch(line -> line.matches("([abcd])\\1{19}"));
    }

    private static void appendMany(LogStream stream, String name) {
        for (int i = 0; i < 1000; i++) {
            stream.append(name.repeat(20) + "\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,0s",
        "1,1ns",
        "1500,1.5µs",
        "1500000,1.5ms",
        "1000000000,1s",
        "90000000000,1m30s",
        "3600000000000,1h0m0s",
        "-1000000000,-1s",
        "1000000001,1.000000001s"
    })
    void durationsReadAsInGo(long nanos, String expected) {
        assertThat(GoText.duration(Duration.ofNanos(nanos))).isEqualTo(expected);
    }
}
