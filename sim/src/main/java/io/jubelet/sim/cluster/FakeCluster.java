package io.jubelet.sim.cluster;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Fault;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// An API server in memory: [ClusterModel] behind calls that take time and fail as
/// [ClusterFaults] has it.
///
/// ```
///   agent ─▶ FakeCluster ─ way there ─▶ faults ─▶ model ─ way back ─▶ agent
///   test ──────────────────────────────────────▶ model ─▶ watches ─▶ agent
/// ```
///
/// Thread: port methods from any; the model changes in effects of the timeline, or where a test
/// changes it.
/// Upstream: kube-apiserver.
public final class FakeCluster implements ClusterApi {
    private static final int REMEMBERED_CALLS = 10_000;

    private final Timeline timeline;
    private final Seeded random;
    private final Latency latency;
    private final ClusterModel model;
    private final ClusterFaults faults = new ClusterFaults();
    private final List<FakeWatch<?>> watches = new ArrayList<>();
    private final ArrayDeque<Call> calls = new ArrayDeque<>();
    private final Map<ApiResource<?>, BinaryOperator<Message>> creations = new HashMap<>();
    private volatile boolean down;

    public FakeCluster(Timeline timeline, Seeded random, Latency latency) {
        this(timeline, random, latency, new ClusterModel(timeline::now, random));
    }

    private FakeCluster(Timeline timeline, Seeded random, Latency latency, ClusterModel model) {
        this.timeline = timeline;
        this.random = random;
        this.latency = latency;
        this.model = model;
        creations.put(
                ApiResource.SERVICE_ACCOUNT_TOKENS, new TokenIssuer(timeline::now, model)::issue);
    }

    /// What the cluster holds, for those who act on it beside the agent.
    public ClusterModel model() {
        return model;
    }

    public ClusterFaults faults() {
        return faults;
    }

    /// Another connection to the same server, with faults of its own.
    public FakeCluster connection() {
        return new FakeCluster(timeline, random, latency, model);
    }

    /// The same server on all three connections.
    public Cluster cluster() {
        return new Cluster(this, this, this);
    }

    /// Nobody answers: calls fail, watches break.
    public void goDown() {
        timeline.note("the API server goes down");
        down = true;
        cutWatches();
    }

    public void comeBack() {
        timeline.note("the API server is back");
        down = false;
    }

    /// Every open watch breaks in the middle of an object.
    public void cutWatches() {
        failWatches(new ApiCallException(Code.UNREACHABLE, "unexpected EOF"));
    }

    /// Every open watch says that its version is too old, as after a long pause of the server.
    public void expireWatches() {
        model.compact();
        failWatches(ApiErrors.expired("1", model.version()));
    }

    /// Every open watch ends in the proper way.
    public void endWatches() {
        openWatches().forEach(FakeWatch::end);
    }

    private void failWatches(ApiCallException why) {
        openWatches().forEach(watch -> watch.fail(why));
    }

    private List<FakeWatch<?>> openWatches() {
        synchronized (watches) {
            return List.copyOf(watches);
        }
    }

    /// How many watches are open.
    public int watchCount() {
        return openWatches().size();
    }

    /// What is answered to creations that store nothing: reviews, tokens.
    ///
    /// @param answer from the owner (the object itself where it has none) and the object to the
    ///     answer
    public <T extends Message> void answering(
            ApiResource<T> resource, BinaryOperator<Message> answer) {
        creations.put(resource, answer);
    }

    /// The calls that reached the server, oldest first, at most the last ten thousand.
    public List<Call> calls() {
        synchronized (calls) {
            return List.copyOf(calls);
        }
    }

    @Override
    public <T extends Message> T get(ApiResource<T> resource, ObjectName name) {
        return call(new Call(Verb.GET, resource, name), () -> model.get(resource, name));
    }

    @Override
    public <T extends Message> ObjectList<T> list(
            ApiResource<T> resource, Selection selection, Staleness staleness) {
        return call(
                new Call(Verb.LIST, resource, ObjectName.ofCluster("")),
                () -> model.list(resource, selection));
    }

    @Override
    public <T extends Message> ObjectWatch<T> watch(
            ApiResource<T> resource, Selection selection, String fromVersion, Duration atMost) {
        return call(
                new Call(Verb.WATCH, resource, ObjectName.ofCluster("")),
                () -> open(resource, selection, fromVersion, atMost));
    }

    private <T extends Message> FakeWatch<T> open(
            ApiResource<T> resource, Selection selection, String fromVersion, Duration atMost) {
        var following = new Following();
        var watch =
                new FakeWatch<>(
                        resource,
                        selection,
                        timeline,
                        () -> latency.draw(random),
                        () -> Long.toString(model.version()),
                        closed -> forget(closed, following));
        following.change = watch::tell;
        if (fromVersion.isEmpty() || fromVersion.equals("0")) {
            model.followFromNow(resource, following);
        } else {
            model.follow(fromVersion, following);
        }
        synchronized (watches) {
            watches.add(watch);
        }
        watch.run(atMost);
        return watch;
    }

    /// A listener that can be taken away again.
    private static final class Following implements Consumer<ClusterModel.Change> {
        private Consumer<ClusterModel.Change> change = ignored -> {};

        @Override
        public void accept(ClusterModel.Change news) {
            change.accept(news);
        }
    }

    private void forget(FakeWatch<?> watch, Following following) {
        model.unfollow(following);
        synchronized (watches) {
            watches.remove(watch);
        }
    }

    @Override
    public <T extends Message> T create(ApiResource<T> resource, String namespace, T object) {
        return call(
                new Call(Verb.CREATE, resource, ObjectName.ofCluster("")),
                () ->
                        answered(resource, object, object)
                                .orElseGet(() -> model.create(resource, namespace, object)));
    }

    @Override
    public <T extends Message> T createFor(ApiResource<T> resource, ObjectName owner, T object) {
        return call(
                new Call(Verb.CREATE, resource, owner),
                () -> {
                    var parent = model.get(ApiResource.SERVICE_ACCOUNTS, owner);
                    return answered(resource, parent, object)
                            .orElseThrow(() -> ApiErrors.invalid("not simulated: " + resource));
                });
    }

    private <T extends Message> Optional<T> answered(
            ApiResource<T> resource, Message owner, T object) {
        return Optional.ofNullable(creations.get(resource))
                .map(answer -> resource.cast(answer.apply(owner, object)));
    }

    @Override
    public <T extends Message> T update(ApiResource<T> resource, ObjectName name, T object) {
        return call(
                new Call(Verb.UPDATE, resource, name), () -> model.update(resource, name, object));
    }

    @Override
    public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
        timeline.note("patch " + resource + " " + name + " " + patch.json());
        return call(new Call(Verb.PATCH, resource, name), () -> model.patch(resource, name, patch));
    }

    @Override
    public void delete(ApiResource<?> resource, ObjectName name, Deletion deletion) {
        call(
                new Call(Verb.DELETE, resource, name),
                () -> {
                    model.delete(resource, name, deletion);
                    return true;
                });
    }

    private <T> T call(Call call, Supplier<T> effect) {
        var label = call.verb().text() + " " + call.resource();
        timeline.point(label);
        var inFlight = new ApiCall<T>(label, timeline, () -> latency.draw(random));
        inFlight.send(() -> arrive(call, inFlight, effect));
        return inFlight.await();
    }

    private <T> void arrive(Call call, ApiCall<T> inFlight, Supplier<T> effect) {
        if (down) {
            inFlight.fail(
                    new ApiCallException(
                            Code.UNREACHABLE, "dial tcp: connect: connection refused"));
            return;
        }
        synchronized (calls) {
            calls.addLast(call);
            if (calls.size() > REMEMBERED_CALLS) {
                calls.removeFirst();
            }
        }
        var fault = faults.of(call);
        if (fault.isEmpty()) {
            inFlight.settle(effect);
            return;
        }
        switch (fault.get()) {
            case Fault.Refused refused -> inFlight.fail(refused.why());
            case Fault.AnswerLost _ -> inFlight.loseAnswer(effect);
            case Fault.Slow slow -> inFlight.settleAfter(slow.by(), effect);
        }
    }
}
