package io.jubelet.server.containerlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.server.http.Headers;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.ResponseStream;
import io.jubelet.server.testing.FakeLogs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LogReaderTest {
    private static final String LOG = "/logs/web/main/0.log";
    private static final String SECOND = "2020-09-27T11:18:02Z";

    private final FakeLogs logs = new FakeLogs();
    private final Collected out = new Collected();

    /// Keeps what is written, and can be waited upon.
    private static final class Collected implements ResponseStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public synchronized void write(byte[] piece, int offset, int length) {
            bytes.write(piece, offset, length);
            notifyAll();
        }

        @Override
        public void onEnd(Runnable then) {}

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        synchronized void awaitText(String wanted) throws InterruptedException {
            while (!text().endsWith(wanted)) {
                wait();
            }
        }
    }

    private static LogOptions options(String query) {
        var values = new LinkedHashMap<String, List<String>>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            var parts = pair.split("=", 2);
            values.put(parts[0], List.of(parts[1]));
        }
        var request = new Request("GET", "/", "/", values, query, Headers.NONE, List.of());
        return ((LogOptions.Parsed.Good) LogOptions.parse(request, true)).options();
    }

    private LogReader reader(String query, BooleanSupplier running) {
        var options = options(query);
        var now = Instant.parse("2020-09-27T11:18:12Z");
        return new LogReader(
                logs.open(LOG), options, new LogWriter(options, options.since(now), out), running);
    }

    private String read(String query) throws IOException {
        reader(query, () -> false).read();
        return out.text();
    }

    private static String line(int second, String stream, String tag, String text) {
        return "2020-09-27T11:18:0%d.00000000Z %s %s %s\n".formatted(second, stream, tag, text);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "default pod log options should output all lines, '', 123",
        "using TailLines 2 should output last 2 lines, tailLines=2, 23",
        "using TailLines 4 should output all lines when the log has less than 4 lines, tailLines=4, 123",
        "using TailLines 0 should output nothing, tailLines=0, ''",
        "using LimitBytes 100 should output all bytes when the log has less than 100 bytes, limitBytes=100, 123",
        "using SinceTime should output lines with a time on or after the specified time, sinceTime=2020-09-27T11:18:02Z, 23",
        "using SinceTime now should output nothing, sinceTime=2020-09-27T11:18:12Z, ''",
        "using SinceSeconds counts from now, sinceSeconds=10, 23",
        "using follow should output all log lines, follow=true, 123",
        "using follow combined with TailLines 2 should output the last 2 lines, follow=true&tailLines=2, 23",
        "using follow combined with SinceTime should output lines with a time on or after the specified time, follow=1&sinceTime=2020-09-27T11:18:02Z, 23",
        "the older name of TailLines, tail=1, 3",
        "the older name for all lines, tail=all&tailLines=1, 123",
    })
    void readLogs(String name, String query, String lines) throws IOException {
        for (int each = 1; each <= 3; each++) {
            logs.write(LOG, line(each, "stdout", "F", "line" + each));
        }

        assertThat(read(query).replaceAll("line(\\d)\n", "$1")).isEqualTo(lines);
        assertThat(logs.open).as("files left open").hasValue(0);
    }

    @Test
    void usingLimitBytes9ShouldOutputFirst9Bytes() throws IOException {
        logs.write(LOG, line(1, "stdout", "F", "line1") + line(2, "stdout", "F", "line2"));

        assertThat(read("limitBytes=9")).isEqualTo("line1\nlin");
    }

    @Test
    void timestampsStandBeforeWholeLinesAlone() throws IOException {
        logs.write(
                LOG,
                line(1, "stdout", "P", "one ")
                        + line(2, "stdout", "P:X", "two ")
                        + line(3, "stdout", "F", "three")
                        + line(4, "stderr", "F", ""));

        assertThat(read("timestamps=true"))
                .isEqualTo(
                        """
                        2020-09-27T11:18:01.000000000Z one two three
                        2020-09-27T11:18:04.000000000Z\s
                        """);
    }

    @ParameterizedTest
    @CsvSource({"All, ab", "Stdout, a", "Stderr, b"})
    void oneStreamCanBeAskedFor(String stream, String seen) throws IOException {
        logs.write(LOG, line(1, "stdout", "F", "a") + line(2, "stderr", "F", "b"));

        assertThat(read("stream=" + stream).replace("\n", "")).isEqualTo(seen);
    }

    @Test
    void aLineWithoutItsEndIsShown() throws IOException {
        logs.write(LOG, line(1, "stdout", "F", "a") + SECOND + " stdout F cut");

        assertThat(read("")).isEqualTo("a\ncut");
    }

    @Test
    void aLineThatIsNoneIsLeftOutButTheFirstIsAnError() throws IOException {
        logs.write(LOG, line(1, "stdout", "F", "a") + "garbage\n" + line(2, "stdout", "F", "b"));
        assertThat(read("")).isEqualTo("a\nb\n");

        logs.replace(LOG, "garbage\n");
        assertThatThrownBy(() -> read(""))
                .hasMessage("failed to get parse function: unsupported log format: \"garbage\n\"");
        assertThat(logs.open).hasValue(0);
    }

    @Test
    void aLineLongerThanTheFirstBufferIsWhole() throws IOException {
        var text = "x".repeat(200_000);
        logs.write(LOG, line(1, "stdout", "F", text) + line(2, "stdout", "F", "b"));

        assertThat(read("")).isEqualTo(text + "\nb\n");
    }

    @Test
    void aLineThatNobodyCanHoldIsLeftOut() throws IOException {
        var text = "x".repeat(LogReader.LONGEST_LINE + 5);
        logs.write(LOG, line(1, "stdout", "F", text) + line(2, "stdout", "F", "b"));

        assertThat(read("")).isEqualTo("b\n");
    }

    @Test
    void manyLinesAreReadFromTheEnd() throws IOException {
        for (int each = 0; each < 5000; each++) {
            logs.write(LOG, line(1, "stdout", "F", "n" + each));
        }

        assertThat(read("tailLines=1500")).startsWith("n3500\n").endsWith("n4999\n");
    }

    /// A container that runs until told.
    private static final class Life {
        private volatile boolean running = true;

        boolean running() {
            return running;
        }
    }

    private Thread follow(Life life) {
        var reader = reader("follow=true", life::running);
        return Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                reader.read();
                            } catch (IOException failure) {
                                out.write("failed".getBytes(StandardCharsets.UTF_8), 0, 6);
                            }
                        });
    }

    @Test
    void followingSeesWhatIsWrittenAndEndsWithTheContainer() throws InterruptedException {
        var life = new Life();
        logs.write(LOG, line(1, "stdout", "F", "a"));
        var following = follow(life);
        out.awaitText("a\n");

        logs.write(LOG, SECOND + " stdout F half");
        logs.write(LOG, " line\n");
        out.awaitText("half line\n");
        logs.write(LOG, line(3, "stdout", "F", "last"));
        life.running = false;
        logs.close(LOG);
        following.join();

        assertThat(out.text()).isEqualTo("a\nhalf line\nlast\n");
        assertThat(logs.open).hasValue(0);
    }

    @Test
    void followingReadsARotatedFileToItsEndBeforeTheNext() throws InterruptedException {
        var life = new Life();
        logs.write(LOG, line(1, "stdout", "F", "a"));
        var following = follow(life);
        out.awaitText("a\n");

        logs.write(LOG, line(2, "stdout", "F", "b"));
        logs.replace(LOG, line(3, "stdout", "F", "c"));
        out.awaitText("c\n");
        life.running = false;
        logs.close(LOG);
        following.join();

        assertThat(out.text()).isEqualTo("a\nb\nc\n");
        assertThat(logs.open).hasValue(0);
    }

    @Test
    void followingBeginsAgainInAFileThatWasCut() throws InterruptedException {
        var life = new Life();
        logs.write(LOG, line(1, "stdout", "F", "a long beginning"));
        var following = follow(life);
        out.awaitText("beginning\n");

        logs.cut(LOG, line(2, "stdout", "F", "b"));
        out.awaitText("b\n");
        life.running = false;
        logs.close(LOG);
        following.join();

        assertThat(out.text()).isEqualTo("a long beginning\nb\n");
    }

    @Test
    void followingStopsWhenToldAlthoughTheContainerRuns() throws InterruptedException {
        logs.write(LOG, line(1, "stdout", "F", "a"));
        var reader = reader("follow=true", () -> true);
        var done = new CountDownLatch(1);
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                reader.read();
                                done.countDown();
                            } catch (IOException failure) {
                                out.write("failed".getBytes(StandardCharsets.UTF_8), 0, 6);
                            }
                        });
        out.awaitText("a\n");

        reader.stop();
        done.await();

        assertThat(logs.open).hasValue(0);
    }
}
