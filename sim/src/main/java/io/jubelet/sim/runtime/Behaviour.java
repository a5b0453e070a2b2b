package io.jubelet.sim.runtime;

import io.jubelet.core.runtime.ContainerSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the processes of a simulated container do, read from its command line:
///
/// | words | meaning |
/// |---|---|
/// | `sleep N` | ends with 0 after N seconds; as process 1 it does not hear SIGTERM |
/// | `exit N` | ends with code N, at once or after the sleep before it |
/// | `true`, `false` | ends at once with 0 or 1 |
/// | `ignore-term` | does not hear SIGTERM |
/// | `stop-in N` | takes N seconds to end after SIGTERM |
/// | `fail-start` | cannot be started at all |
/// | anything else | runs until it is stopped |
///
/// @param lifetime after how long it ends by itself; empty for never
/// @param exitCode the code it then ends with
/// @param stopsIn how long it takes to end after SIGTERM; empty when it does not hear it
/// @param startable whether the runtime can start it
public record Behaviour(
        Optional<Duration> lifetime, int exitCode, Optional<Duration> stopsIn, boolean startable) {
    private static final Duration PROMPT = Duration.ofMillis(20);

    /// Runs until it is stopped, and stops at once when asked.
    public static final Behaviour SERVER =
            new Behaviour(Optional.empty(), 0, Optional.of(PROMPT), true);

    public static Behaviour of(ContainerSpec spec) {
        var words = new ArrayList<String>();
        spec.command().forEach(part -> words.addAll(split(part)));
        spec.args().forEach(part -> words.addAll(split(part)));
        return of(words);
    }

    static Behaviour of(List<String> words) {
        var result = SERVER;
        for (var index = 0; index < words.size(); index++) {
            var number = index + 1 < words.size() ? number(words.get(index + 1)) : Optional.empty();
            result = result.with(words.get(index).toLowerCase(Locale.ROOT), number);
        }
        return result;
    }

    private Behaviour with(String word, Optional<?> next) {
        var number = next.map(Integer.class::cast);
        return switch (word) {
            case "sleep" -> number.map(n -> livesFor(Duration.ofSeconds(n)).deaf()).orElse(this);
            case "exit" -> number.map(this::exits).orElse(this);
            case "true", "/bin/true" -> exits(0);
            case "false", "/bin/false" -> exits(1);
            case "ignore-term" -> deaf();
            case "stop-in" -> number.map(this::stopsAfter).orElse(this);
            case "fail-start" -> new Behaviour(lifetime, exitCode, stopsIn, false);
            // A command line is free text: what means nothing here is what the container runs.
            default -> this;
        };
    }

    private Behaviour livesFor(Duration time) {
        return new Behaviour(Optional.of(time), exitCode, stopsIn, startable);
    }

    private Behaviour exits(int code) {
        return new Behaviour(Optional.of(lifetime.orElse(Duration.ZERO)), code, stopsIn, startable);
    }

    private Behaviour deaf() {
        return new Behaviour(lifetime, exitCode, Optional.empty(), startable);
    }

    private Behaviour stopsAfter(int seconds) {
        return new Behaviour(
                lifetime, exitCode, Optional.of(Duration.ofSeconds(seconds)), startable);
    }

    private static List<String> split(String part) {
        return List.of(part.strip().split("[\\s;&|'\"]+"));
    }

    private static Optional<Integer> number(String word) {
        return word.matches("[0-9]{1,6}") ? Optional.of(Integer.valueOf(word)) : Optional.empty();
    }
}
