package io.jubelet.core.objects;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.reflection.ReflectionTimes;
import io.jubelet.core.reflection.Reflector;
import io.jubelet.core.reflection.Reflector.Subject;
import io.jubelet.core.reflection.Snapshot;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Objects that are watched one by one for as long as a pod names them, and a while longer: where
/// one pod goes the next often comes, as of a job, and finds what it needs. One that says it never
/// changes is watched no longer once it is known.
///
/// Owner of the watches. Thread: any; each object has a thread `reflect <kind> <name>`, and one
/// `unnamed <kind> <name>` while it is kept for nobody. The lock guards references and watches and
/// is held across no call.
/// Upstream: util/manager/watch_based_manager.go. Difference: a watch that nobody asks about goes
/// on.
public final class WatchedObjects<T extends Message> implements ObjectCache<T> {
    /// More than these are not kept for nobody.
    private static final int MOST_UNNAMED = 64;

    private final Execution execution;
    private final ClusterApi api;
    private final Outages outages;
    private final ApiResource<T> resource;
    private final Predicate<T> immutable;
    private final Duration keptUnnamed;
    private final Consumer<Set<PodUid>> poke;
    private final References references = new References();
    private final Map<ObjectName, Watched> watched = new HashMap<>();

    /// @param immutable whether an object never changes
    /// @param keptUnnamed how long an object is watched on when no pod names it any more
    /// @param poke who is told whose objects changed; must not block
    public WatchedObjects(
            Execution execution,
            ClusterApi api,
            Outages outages,
            ApiResource<T> resource,
            Predicate<T> immutable,
            Duration keptUnnamed,
            Consumer<Set<PodUid>> poke) {
        this.execution = execution;
        this.api = api;
        this.outages = outages;
        this.resource = resource;
        this.immutable = immutable;
        this.keptUnnamed = keptUnnamed;
        this.poke = poke;
    }

    @Override
    public void register(PodUid pod, Set<ObjectName> names) {
        var begun = new ArrayList<Watched>();
        var unnamed = new ArrayList<Watched>();
        var ended = new ArrayList<Watched>();
        synchronized (this) {
            var change = references.replace(pod, names);
            for (var name : change.begun()) {
                var kept = watched.get(name);
                if (kept != null) {
                    kept.unnamedSince = Optional.empty();
                    continue;
                }
                var made = new Watched(name);
                watched.put(name, made);
                begun.add(made);
            }
            for (var name : change.ended()) {
                var one = watched.get(name);
                if (one != null && keeps(one)) {
                    one.unnamedSince = Optional.of(execution.tick());
                    if (!one.counted) {
                        one.counted = true;
                        unnamed.add(one);
                    }
                } else if (one != null) {
                    watched.remove(name);
                    ended.add(one);
                }
            }
        }
        begun.forEach(one -> one.reflector.start());
        unnamed.forEach(
                one ->
                        execution.start(
                                ThreadKind.POD, "unnamed " + one.what, () -> keepUnnamed(one)));
        ended.forEach(one -> one.reflector.close());
    }

    private boolean keeps(Watched one) {
        return keptUnnamed.isPositive()
                && one.answer instanceof ObjectAnswer.Found<T>
                && watched.values().stream().filter(it -> it.unnamedSince.isPresent()).count()
                        < MOST_UNNAMED;
    }

    /// However often an object is named and not, one thread counts its time.
    private void keepUnnamed(Watched one) {
        var clock = execution.signal("unnamed " + one.what);
        for (var left = timeLeft(one); left.isPresent(); left = timeLeft(one)) {
            clock.await(left.get());
            forget(one, keptUnnamed);
        }
    }

    /// For how long the object is kept yet; empty ends the count, for it is named again or gone.
    private synchronized Optional<Duration> timeLeft(Watched one) {
        var left =
                one.unnamedSince
                        .filter(_ -> watched.get(one.name) == one)
                        .map(since -> execution.tick().until(since.plus(keptUnnamed)));
        one.counted = left.isPresent();
        return left;
    }

    /// Forgets what nobody has named for so long.
    private void forget(Watched one, Duration unnamedFor) {
        synchronized (this) {
            var since = one.unnamedSince;
            if (since.isEmpty() || execution.tick().isBefore(since.get().plus(unnamedFor))) {
                return;
            }
            watched.remove(one.name, one);
        }
        one.reflector.close();
    }

    @Override
    public synchronized ObjectAnswer<T> find(ObjectName name) {
        var known = watched.get(name);
        return known == null ? new ObjectAnswer.NotHeardYet<>("") : known.answer;
    }

    /// The names that are watched or known, for whoever looks from outside.
    public synchronized List<ObjectName> names() {
        return List.copyOf(watched.keySet());
    }

    private void learn(Watched one, ObjectAnswer<T> newest) {
        Set<PodUid> pods;
        synchronized (this) {
            if (one.answer.equals(newest)) {
                return;
            }
            one.answer = newest;
            pods = references.podsOf(one.name);
        }
        poke.accept(pods);
    }

    /// One object, its watch and what that said last.
    private final class Watched implements Reflector.Listener<T> {
        private final ObjectName name;
        private final String what;
        private final Reflector<T> reflector;
        private volatile ObjectAnswer<T> answer = new ObjectAnswer.NotHeardYet<>("");
        private Optional<Tick> unnamedSince = Optional.empty();
        private boolean counted;

        Watched(ObjectName name) {
            this.name = name;
            this.what = resource.kind().toLowerCase(Locale.ROOT) + " " + name;
            this.reflector =
                    new Reflector<>(
                            execution,
                            api,
                            outages,
                            new Subject<>(
                                    resource,
                                    Selection.of(name),
                                    what,
                                    ThreadKind.POD,
                                    ReflectionTimes.OF_ONE_OBJECT),
                            this);
        }

        @Override
        public void changed(Snapshot<T> objects) {
            var found = objects.find(name);
            learn(
                    this,
                    found.<ObjectAnswer<T>>map(ObjectAnswer.Found::new)
                            .orElseGet(ObjectAnswer.Missing::new));
            if (found.filter(immutable).isPresent()) {
                reflector.close();
            }
        }

        /// What was found stays good while nobody answers.
        @Override
        public void failed(ApiCallException failure) {
            // Of what no pod names the API server tells this node nothing any more.
            forget(this, Duration.ZERO);
            if (answer instanceof ObjectAnswer.Found<T>) {
                return;
            }
            learn(
                    this,
                    failure.code() == Code.FORBIDDEN
                            ? new ObjectAnswer.Forbidden<>(failure.reason())
                            : new ObjectAnswer.NotHeardYet<>(failure.reason()));
        }
    }
}
