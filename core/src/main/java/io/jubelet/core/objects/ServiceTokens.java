package io.jubelet.core.objects;

import io.jubelet.api.authentication.BoundObjectReference;
import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.reflection.ReflectionTimes;
import io.jubelet.core.reflection.RetryPolicy;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.waiting.ObjectProblem;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Tokens of service accounts for pods: asked for once, renewed in time, forgotten with their pod.
/// While a renewal fails, the old token serves as long as it is valid.
///
/// Owner of the tokens; bounded by the requests of registered pods. Thread: any; a request has a
/// thread `token <account>` while it is under way. The lock is held across no call.
/// Upstream: token/token_manager.go.
public final class ServiceTokens {
    private static final Log LOG = Log.of(ServiceTokens.class);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Execution execution;
    private final ClusterApi api;
    private final Consumer<Set<PodUid>> poke;
    private final Map<Key, Entry> entries = new HashMap<>();

    /// What makes two requests the same.
    private record Key(
            ObjectName account, List<String> audiences, long seconds, Bound bound, String uid) {
        static Key of(ObjectName account, TokenRequest request) {
            var spec = request.getSpec();
            return new Key(
                    account,
                    List.copyOf(spec.getAudiencesList()),
                    spec.getExpirationSeconds(),
                    Bound.of(spec.getBoundObjectRef()),
                    request.getMetadata().getUid());
        }
    }

    private record Bound(String kind, String name, String uid) {
        static Bound of(BoundObjectReference reference) {
            return new Bound(reference.getKind(), reference.getName(), reference.getUID());
        }
    }

    /// A token, and for how long it is good from then on.
    private record Granted(String token, Duration life, Tick received) {
        Duration age(Tick now) {
            return received.until(now);
        }

        /// @param coming whether a newer one has been asked for: who has this one is told when it
        ///     comes, and need not ask before
        Answer answer(boolean coming) {
            var expires = received.plus(life);
            return new Answer.Ready(
                    token, expires, coming ? expires : received.plus(TokenPolicy.refreshAge(life)));
        }

        @Override
        public String toString() {
            return "Granted[life=" + life + "]";
        }
    }

    private static final class Entry {
        private final Signal stop;
        private Optional<Granted> granted = Optional.empty();
        private Optional<String> failure = Optional.empty();
        private final List<Signal> waiting = new ArrayList<>();
        private boolean underWay;
        private boolean gone;

        Entry(Signal stop) {
            this.stop = stop;
        }
    }

    /// How far a token is.
    public sealed interface Answer {
        /// @param refreshAt from when on to ask again
        record Ready(String token, Tick expires, Tick refreshAt) implements Answer {
            @Override
            public String toString() {
                return "Ready[]";
            }
        }

        /// It has been asked for.
        record NotYet() implements Answer {}

        /// The last try failed; the next is under way.
        record Failed(String reason) implements Answer {}

        /// Why a pod has to wait for it; empty if it is here.
        default Optional<ObjectProblem> problem(ObjectName account) {
            return switch (this) {
                case Ready _ -> Optional.empty();
                case NotYet _ -> Optional.of(unread(account, "the token has been asked for"));
                case Failed(var why) -> Optional.of(unread(account, why));
            };
        }

        private static ObjectProblem unread(ObjectName account, String why) {
            return new ObjectProblem.Unread(
                    "serviceaccount", account.namespace(), account.name(), why);
        }
    }

    /// @param poke who is told whose token arrived or failed; must not block
    public ServiceTokens(Execution execution, ClusterApi api, Consumer<Set<PodUid>> poke) {
        this.execution = execution;
        this.api = api;
        this.poke = poke;
    }

    /// The token as it is known; asks for it, or for a newer one, where that is due.
    public Answer find(ObjectName account, TokenRequest request) {
        var key = Key.of(account, request);
        var now = execution.tick();
        var made = new Entry(execution.signal("token"));
        Entry entry;
        boolean ask;
        Answer answer;
        synchronized (this) {
            entry = entries.computeIfAbsent(key, absent -> made);
            ask = !entry.underWay && needsAsking(entry, now);
            entry.underWay |= ask;
            answer = answerOf(entry, now);
        }
        if (ask) {
            execution.start(
                    ThreadKind.POD, "token " + account, () -> fetch(account, request, key, entry));
        }
        return answer;
    }

    /// The same for who can wait for it, for a minute at most.
    ///
    /// @param wanted whether the pod that it is bound to is still there
    public Answer await(ObjectName account, TokenRequest request, BooleanSupplier wanted) {
        var key = Key.of(account, request);
        var waiter = execution.signal("token");
        var until = execution.tick().plus(LONGEST_WAIT);
        while (wanted.getAsBoolean()) {
            var answer = find(account, request);
            var left = execution.tick().until(until);
            if (!(answer instanceof Answer.NotYet) || !left.isPositive()) {
                return answer;
            }
            // Whoever forgets the pod from now on finds what was noted of it, and forgets that too.
            if (wanted.getAsBoolean()) {
                await(key, waiter, left);
            }
        }
        forget(new PodUid(key.bound().uid()));
        return new Answer.Failed("its pod is gone");
    }

    private void await(Key key, Signal waiter, Duration atMost) {
        var now = execution.tick();
        Optional<Entry> entry;
        synchronized (this) {
            entry =
                    Optional.ofNullable(entries.get(key))
                            .filter(it -> answerOf(it, now) instanceof Answer.NotYet);
            entry.ifPresent(it -> it.waiting.add(waiter));
        }
        if (entry.isPresent()) {
            waiter.await(atMost);
            synchronized (this) {
                entry.get().waiting.remove(waiter);
            }
        }
    }

    private boolean needsAsking(Entry entry, Tick now) {
        return entry.granted
                .map(it -> TokenPolicy.wantsRefresh(it.life(), it.age(now), execution.random()))
                .orElse(true);
    }

    private static Answer answerOf(Entry entry, Tick now) {
        return entry.granted
                .filter(granted -> !TokenPolicy.expired(granted.life(), granted.age(now)))
                .map(granted -> granted.answer(entry.underWay))
                .or(() -> entry.failure.map(Answer.Failed::new))
                .orElseGet(Answer.NotYet::new);
    }

    /// Asks until it is granted or nobody wants it any more.
    private void fetch(ObjectName account, TokenRequest request, Key key, Entry entry) {
        var backOff = RetryPolicy.BackOff.NONE;
        while (true) {
            try {
                var granted = api.createFor(ApiResource.SERVICE_ACCOUNT_TOKENS, account, request);
                settle(entry, Optional.of(received(granted)), Optional.empty());
                tell(key);
                return;
            } catch (ApiCallException failure) {
                LOG.v(2).info("No token yet", "account", account, "reason", failure.reason());
                var step =
                        RetryPolicy.next(
                                backOff,
                                ReflectionTimes.OF_ONE_OBJECT,
                                execution.tick().nanos(),
                                execution.random(),
                                failure);
                if (!step.soon()) {
                    settle(
                            entry,
                            Optional.empty(),
                            Optional.of("failed to fetch token: " + failure.reason()));
                    tell(key);
                }
                backOff = step.then();
                entry.stop.await(step.delay());
            }
            synchronized (this) {
                if (entry.gone) {
                    return;
                }
            }
        }
    }

    private Granted received(TokenRequest granted) {
        var life = TokenPolicy.life(granted, execution.now());
        return new Granted(granted.getStatus().getToken(), life, execution.tick());
    }

    private void settle(Entry entry, Optional<Granted> granted, Optional<String> failure) {
        List<Signal> waiting;
        synchronized (this) {
            entry.failure = failure;
            if (granted.isPresent()) {
                entry.granted = granted;
                entry.underWay = false;
            }
            waiting = List.copyOf(entry.waiting);
        }
        waiting.forEach(Signal::raise);
    }

    private void tell(Key key) {
        if (!key.bound().uid().isEmpty()) {
            poke.accept(Set.of(new PodUid(key.bound().uid())));
        }
    }

    /// The pod is gone, and its tokens with it.
    public void forget(PodUid pod) {
        List<Entry> gone;
        var waiting = new ArrayList<Signal>();
        synchronized (this) {
            var keys =
                    entries.keySet().stream()
                            .filter(key -> key.bound().uid().equals(pod.value()))
                            .toList();
            gone = keys.stream().map(entries::remove).toList();
            gone.forEach(entry -> entry.gone = true);
            gone.forEach(entry -> waiting.addAll(entry.waiting));
        }
        gone.forEach(entry -> entry.stop.raise());
        waiting.forEach(Signal::raise);
    }
}
