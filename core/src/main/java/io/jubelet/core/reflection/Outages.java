package io.jubelet.core.reflection;

import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.waiting.ApiServerUnreachable;
import io.jubelet.core.waiting.Wait;
import io.jubelet.log.Log;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Tells in the log when the API server goes away and when it is back: one line each, however many
/// ask it. A refusal that concerns one asker alone is one line of its own.
///
/// Owner of what is failing now; bounded by the number of askers. Thread: any; the lock guards the
/// fields and is held across no call but the log's.
public final class Outages {
    private static final Log LOG = Log.of(Outages.class);

    private final Execution execution;
    private final Set<String> failing = new LinkedHashSet<>();
    private final Map<String, EnumSet<Code>> refused = new HashMap<>();
    private Tick since;
    private Instant sinceThen;
    private long tries;
    private String reason = "";

    public Outages(Execution execution) {
        this.execution = execution;
        this.since = execution.tick();
        this.sinceThen = execution.now();
    }

    /// A try of `asker` failed.
    public synchronized void failed(String asker, ApiCallException failure) {
        if (!failure.code().passing()) {
            var known = refused.computeIfAbsent(asker, absent -> EnumSet.noneOf(Code.class));
            if (known.add(failure.code())) {
                LOG.warning(
                        "The API server refuses, trying on",
                        "what",
                        asker,
                        "code",
                        failure.code(),
                        "reason",
                        failure.reason());
            }
            return;
        }
        if (failing.isEmpty()) {
            since = execution.tick();
            sinceThen = execution.now();
            tries = 0;
            reason = failure.reason();
            LOG.warning(
                    "The API server does not answer, trying on; what runs goes on running",
                    "what",
                    asker,
                    "reason",
                    reason);
        }
        failing.add(asker);
        tries++;
    }

    /// `asker` got what it asked for.
    public synchronized void succeeded(String asker) {
        if (refused.remove(asker) != null) {
            LOG.info("The API server refuses no more", "what", asker);
        }
        if (failing.remove(asker) && failing.isEmpty()) {
            LOG.info(
                    "The API server answers again",
                    "failedTries",
                    tries,
                    "after",
                    since.until(execution.tick()),
                    "reason",
                    reason);
        }
    }

    /// `asker` asks no more.
    public synchronized void forget(String asker) {
        refused.remove(asker);
        failing.remove(asker);
    }

    /// What the node waits for while nobody hears the server; empty while it answers.
    public synchronized Optional<Wait> current() {
        return failing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Wait(new ApiServerUnreachable(reason), sinceThen, Optional.empty()));
    }

    /// For how long nobody has heard the server now; zero while it answers.
    public synchronized Duration duration() {
        return failing.isEmpty() ? Duration.ZERO : since.until(execution.tick());
    }
}
