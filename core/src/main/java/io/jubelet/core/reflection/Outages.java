package io.jubelet.core.reflection;

import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.waiting.ApiServerUnreachable;
import io.jubelet.core.waiting.CredentialsRefused;
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

/// Tells in the log when the API server goes away and when it is back, when it does not accept who
/// we are and when it does again: one line each, however many ask it. Any other refusal concerns
/// one asker alone and is one line of its own.
///
/// Owner of what is failing now; bounded by the number of askers. Thread: any; the lock guards the
/// fields and is held across no call but the log's.
public final class Outages {
    private static final Log LOG = Log.of(Outages.class);

    private final Execution execution;
    private final Trouble silence;
    private final Trouble refusal;
    private final Map<String, EnumSet<Code>> refused = new HashMap<>();

    /// What all askers suffer from together.
    private static final class Trouble {
        private final Set<String> askers = new LinkedHashSet<>();
        private Tick since;
        private Instant sinceThen;
        private long tries;
        private String reason = "";

        Trouble(Execution execution) {
            this.since = execution.tick();
            this.sinceThen = execution.now();
        }

        /// Answers whether it has just begun.
        boolean hit(String asker, String why, Execution execution) {
            var first = askers.isEmpty();
            if (first) {
                since = execution.tick();
                sinceThen = execution.now();
                tries = 0;
                reason = why;
            }
            askers.add(asker);
            tries++;
            return first;
        }

        /// Answers whether it is over by this.
        boolean left(String asker) {
            return askers.remove(asker) && askers.isEmpty();
        }
    }

    public Outages(Execution execution) {
        this.execution = execution;
        this.silence = new Trouble(execution);
        this.refusal = new Trouble(execution);
    }

    /// A try of `asker` failed.
    public synchronized void failed(String asker, ApiCallException failure) {
        if (failure.code() == Code.UNAUTHORIZED) {
            answered(asker);
            if (refusal.hit(asker, failure.reason(), execution)) {
                LOG.warning(
                        "The API server does not accept our credentials, trying on; what runs goes"
                                + " on running",
                        "what",
                        asker,
                        "reason",
                        failure.reason());
            }
        } else if (failure.code().passing()) {
            if (silence.hit(asker, failure.reason(), execution)) {
                LOG.warning(
                        "The API server does not answer, trying on; what runs goes on running",
                        "what",
                        asker,
                        "reason",
                        failure.reason());
            }
        } else {
            refused(asker, failure);
        }
    }

    private void refused(String asker, ApiCallException failure) {
        accepted(asker);
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
    }

    /// `asker` got what it asked for.
    public synchronized void succeeded(String asker) {
        if (refused.remove(asker) != null) {
            LOG.info("The API server refuses no more", "what", asker);
        }
        accepted(asker);
        answered(asker);
    }

    private void accepted(String asker) {
        if (refusal.left(asker)) {
            LOG.info(
                    "The API server accepts our credentials again",
                    "failedTries",
                    refusal.tries,
                    "after",
                    refusal.since.until(execution.tick()));
        }
    }

    private void answered(String asker) {
        if (silence.left(asker)) {
            LOG.info(
                    "The API server answers again",
                    "failedTries",
                    silence.tries,
                    "after",
                    silence.since.until(execution.tick()),
                    "reason",
                    silence.reason);
        }
    }

    /// `asker` asks no more.
    public synchronized void forget(String asker) {
        refused.remove(asker);
        silence.askers.remove(asker);
        refusal.askers.remove(asker);
    }

    /// What the node waits for while the server does not hear it; empty while it does.
    public synchronized Optional<Wait> current() {
        if (!refusal.askers.isEmpty()) {
            return Optional.of(
                    new Wait(
                            new CredentialsRefused(refusal.reason),
                            refusal.sinceThen,
                            Optional.empty()));
        }
        return silence.askers.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Wait(
                                new ApiServerUnreachable(silence.reason),
                                silence.sinceThen,
                                Optional.empty()));
    }

    /// For how long nobody has heard the server now; zero while it answers.
    public synchronized Duration duration() {
        return silence.askers.isEmpty() ? Duration.ZERO : silence.since.until(execution.tick());
    }
}
