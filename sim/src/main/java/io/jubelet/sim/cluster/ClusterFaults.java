package io.jubelet.sim.cluster;

import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/// What goes wrong with calls to the simulated API server. Rules are tried in the order they were
/// made; the first that means a call decides.
///
/// Thread: any; under its own monitor, for memory only.
public final class ClusterFaults {
    private final List<Rule> rules = new ArrayList<>();

    /// What a call does.
    public enum Verb {
        GET,
        LIST,
        WATCH,
        CREATE,
        UPDATE,
        PATCH,
        DELETE;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A call as it reaches the server.
    ///
    /// @param name of the object; empty for lists and watches
    public record Call(Verb verb, ApiResource<?> resource, ObjectName name) {
        /// Every call.
        public static Predicate<Call> any() {
            return call -> true;
        }

        public static Predicate<Call> of(ApiResource<?> resource) {
            return call -> call.resource().equals(resource);
        }

        public static Predicate<Call> of(Verb verb, ApiResource<?> resource) {
            return call -> call.verb() == verb && call.resource().equals(resource);
        }
    }

    /// What becomes of a call that a rule means.
    sealed interface Fault {
        record Refused(ApiCallException why) implements Fault {}

        /// Done, and the answer never arrives.
        record AnswerLost() implements Fault {}

        /// Done after that time.
        record Slow(Duration by) implements Fault {}
    }

    private static final class Rule {
        private final Predicate<Call> calls;
        private final Fault fault;
        private int left;

        Rule(Predicate<Call> calls, Fault fault, int left) {
            this.calls = calls;
            this.fault = fault;
            this.left = left;
        }
    }

    /// Refuses the next `times` calls of that kind.
    public void refuse(Predicate<Call> calls, int times, ApiCallException why) {
        add(calls, new Fault.Refused(why), times);
    }

    /// Refuses every call of that kind until [#clear].
    public void refuse(Predicate<Call> calls, ApiCallException why) {
        refuse(calls, Integer.MAX_VALUE, why);
    }

    /// The server has too much to do for the next `times` calls.
    public void tooBusy(Predicate<Call> calls, int times, Duration retryAfter) {
        var why =
                new ApiCallException(
                        Code.TOO_MANY_REQUESTS,
                        "the server has received too many requests and has asked us to try again"
                                + " later",
                        Optional.of(retryAfter));
        refuse(calls, times, why);
    }

    /// The server fails the next `times` calls.
    public void failing(Predicate<Call> calls, int times) {
        refuse(
                calls,
                times,
                new ApiCallException(
                        Code.SERVER_ERROR, "etcdserver: request timed out, waiting for a leader"));
    }

    /// No rule lets us near that resource, until [#clear].
    public void forbid(ApiResource<?> resource) {
        refuse(Call.of(resource), ApiErrors.forbidden(resource, "use", ""));
    }

    /// The next `times` calls are done, but nobody learns of it.
    public void loseAnswers(Predicate<Call> calls, int times) {
        add(calls, new Fault.AnswerLost(), times);
    }

    /// Calls of that kind take this much longer, until [#clear].
    public void slow(Predicate<Call> calls, Duration by) {
        add(calls, new Fault.Slow(by), Integer.MAX_VALUE);
    }

    private synchronized void add(Predicate<Call> calls, Fault fault, int times) {
        rules.add(new Rule(calls, fault, times));
    }

    /// Fair weather.
    public synchronized void clear() {
        rules.clear();
    }

    synchronized Optional<Fault> of(Call call) {
        var first = rules.stream().filter(rule -> rule.calls.test(call)).findFirst();
        first.ifPresent(rule -> rule.left--);
        rules.removeIf(rule -> rule.left == 0);
        return first.map(rule -> rule.fault);
    }
}
