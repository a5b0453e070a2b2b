package io.jubelet.core.objects;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
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
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Objects that are read again when somebody asks and what is known is older than a time to live.
/// Until the newer answer is there, the older one serves.
///
/// Owner of what was read. Thread: any; a read has a thread `fetch <kind> <name>` while it is under
/// way. The lock is held across no call.
/// Upstream: util/manager/cache_based_manager.go and the simple managers, which read while the
/// caller waits.
public final class FetchedObjects<T extends Message> implements ObjectCache<T> {
    /// The time to live of the strategy Get: as new as two questions of one turn can tell.
    public static final Duration AT_ONCE = Duration.ofSeconds(1);

    private final Execution execution;
    private final ClusterApi api;
    private final ApiResource<T> resource;
    private final Supplier<Duration> timeToLive;
    private final Consumer<Set<PodUid>> poke;
    private final References references = new References();
    private final Map<ObjectName, Fetched<T>> fetched = new HashMap<>();

    private static final class Fetched<T> {
        private final Signal stop;
        private ObjectAnswer<T> answer = new ObjectAnswer.NotHeardYet<>("");
        private Tick goodUntil = Tick.BEGINNING;
        private boolean underWay;
        private boolean gone;

        Fetched(Signal stop) {
            this.stop = stop;
        }
    }

    public FetchedObjects(
            Execution execution,
            ClusterApi api,
            ApiResource<T> resource,
            Supplier<Duration> timeToLive,
            Consumer<Set<PodUid>> poke) {
        this.execution = execution;
        this.api = api;
        this.resource = resource;
        this.timeToLive = timeToLive;
        this.poke = poke;
    }

    @Override
    public void register(PodUid pod, Set<ObjectName> names) {
        List<Fetched<T>> ended;
        synchronized (this) {
            var change = references.replace(pod, names);
            ended = change.ended().stream().map(fetched::remove).toList();
            ended.forEach(one -> one.gone = true);
            change.begun()
                    .forEach(name -> fetched.put(name, new Fetched<>(execution.signal("fetch"))));
        }
        ended.forEach(one -> one.stop.raise());
    }

    @Override
    public ObjectAnswer<T> find(ObjectName name) {
        Fetched<T> one;
        boolean ask;
        ObjectAnswer<T> answer;
        synchronized (this) {
            var known = fetched.get(name);
            if (known == null) {
                return new ObjectAnswer.NotHeardYet<>("");
            }
            one = known;
            answer = known.answer;
            ask = !known.underWay && known.goodUntil.isBefore(execution.tick());
            known.underWay |= ask;
        }
        if (ask) {
            var what = resource.kind().toLowerCase(Locale.ROOT) + " " + name;
            execution.start(ThreadKind.POD, "fetch " + what, () -> fetch(name, one));
        }
        return answer;
    }

    /// Asks until somebody answers or nobody wants it any more.
    private void fetch(ObjectName name, Fetched<T> one) {
        var backOff = RetryPolicy.BackOff.NONE;
        while (true) {
            try {
                var object = api.get(resource, name);
                learn(name, one, new ObjectAnswer.Found<>(object), true);
                return;
            } catch (ApiCallException failure) {
                var step =
                        RetryPolicy.next(
                                backOff,
                                ReflectionTimes.OF_ONE_OBJECT,
                                execution.tick().nanos(),
                                execution.random(),
                                failure);
                if (failure.code() == Code.NOT_FOUND) {
                    learn(name, one, new ObjectAnswer.Missing<>(), false);
                } else if (failure.code() == Code.FORBIDDEN && !step.soon()) {
                    learn(name, one, new ObjectAnswer.Forbidden<>(failure.reason()), false);
                } else {
                    notHeard(name, one, failure.reason());
                }
                backOff = step.then();
                one.stop.await(step.delay());
            }
            synchronized (this) {
                if (one.gone) {
                    return;
                }
            }
        }
    }

    /// What was found stays good while nobody answers.
    private void notHeard(ObjectName name, Fetched<T> one, String reason) {
        boolean found;
        synchronized (this) {
            found = one.answer instanceof ObjectAnswer.Found<T>;
        }
        if (!found) {
            learn(name, one, new ObjectAnswer.NotHeardYet<>(reason), false);
        }
    }

    private void learn(ObjectName name, Fetched<T> one, ObjectAnswer<T> newest, boolean last) {
        Set<PodUid> pods;
        synchronized (this) {
            var same = one.answer.equals(newest);
            one.answer = newest;
            if (last) {
                one.goodUntil = execution.tick().plus(timeToLive.get());
                one.underWay = false;
            }
            pods = same ? Set.of() : references.podsOf(name);
        }
        if (!pods.isEmpty()) {
            poke.accept(pods);
        }
    }
}
