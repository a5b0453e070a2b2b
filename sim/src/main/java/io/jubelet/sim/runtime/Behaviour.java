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
/// | `ask N` | ends with 42 after N seconds, the first two times; then runs until it is stopped |
/// | `fail-start` | cannot be started at all |
/// | `trap '…' TERM` | hears SIGTERM, and sleeps as long as the handler says before it ends |
/// | `while`, `until` | runs until it is stopped; without a trap it does not hear SIGTERM |
/// | anything else | runs until it is stopped |
///
/// @param lifetime after how long it ends by itself; empty for never
/// @param exitCode the code it then ends with
/// @param stopsIn how long it takes to end after SIGTERM; empty when it does not hear it
/// @param startable whether the runtime can start it
public record Behaviour(
        Optional<Duration> lifetime, int exitCode, Optional<Duration> stopsIn, boolean startable) {
    private static final Duration PROMPT = Duration.ofMillis(20);
    private static final int ASKS = 2;
    private static final int ASKING = 42;
    private static final Optional<Integer> NONE = Optional.empty();

    /// Runs until it is stopped, and stops at once when asked.
    public static final Behaviour SERVER =
            new Behaviour(Optional.empty(), 0, Optional.of(PROMPT), true);

    public static Behaviour of(ContainerSpec spec) {
        var words = new ArrayList<String>();
        spec.command().forEach(part -> words.addAll(split(part)));
        spec.args().forEach(part -> words.addAll(split(part)));
        var asks = words.size() == 2 && words.getFirst().equals("ask");
        return asks ? asking(words.getLast(), spec.attempt()) : of(words);
    }

    private static Behaviour asking(String seconds, int attempt) {
        return attempt < ASKS
                ? SERVER.livesFor(Duration.ofSeconds(number(seconds).orElse(0))).exits(ASKING)
                : SERVER;
    }

    static Behaviour of(List<String> words) {
        var result = SERVER;
        var trapped = false;
        for (var index = 0; index < words.size(); index++) {
            var word = words.get(index).toLowerCase(Locale.ROOT);
            var next = index + 1 < words.size() ? number(words.get(index + 1)) : NONE;
            switch (word) {
                case "while", "until" -> {
                    return trapped ? result : result.deaf();
                }
                case "trap" -> {
                    trapped = true;
                    index = endOfTrap(words, index);
                    result = result.stopsAfter(trappedSleep(words.subList(0, index)));
                }
                // A command line is free text: what means nothing here is what the container runs.
                default -> result = result.with(word, next);
            }
        }
        return result;
    }

    /// The trap's last word is the name of a signal.
    private static int endOfTrap(List<String> words, int from) {
        for (var index = from; index < words.size(); index++) {
            if (words.get(index).matches("(SIG)?(TERM|INT)|EXIT|15")) {
                return index;
            }
        }
        return from;
    }

    private static int trappedSleep(List<String> words) {
        var sleep = words.lastIndexOf("sleep");
        return sleep < 0 ? 0 : number(words.get(sleep + 1)).orElse(0);
    }

    private Behaviour with(String word, Optional<Integer> number) {
        return switch (word) {
            case "sleep" -> number.map(this::sleeps).orElse(this);
            case "exit" -> number.map(this::exits).orElse(this);
            case "true", "/bin/true" -> exits(0);
            case "false", "/bin/false" -> exits(1);
            case "ignore-term" -> deaf();
            case "stop-in" -> number.map(this::stopsAfter).orElse(this);
            case "fail-start" -> new Behaviour(lifetime, exitCode, stopsIn, false);
            default -> this;
        };
    }

    private Behaviour sleeps(int seconds) {
        return livesFor(Duration.ofSeconds(seconds)).deaf();
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
                lifetime, exitCode, Optional.of(PROMPT.plusSeconds(seconds)), startable);
    }

    private static List<String> split(String part) {
        return List.of(part.strip().split("[\\s;&|'\"]+"));
    }

    private static Optional<Integer> number(String word) {
        return word.matches("[0-9]{1,6}") ? Optional.of(Integer.valueOf(word)) : Optional.empty();
    }
}
