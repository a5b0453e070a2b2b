package io.jubelet.sim.host;

import io.jubelet.core.host.PodMemory;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the agent remembers across its restarts, in memory. A text is written whole or not at all;
/// it may get lost or come back as nonsense.
///
/// Thread: any; the map is under its own monitor, for demos on the real clock.
public final class FakePodMemory implements PodMemory {
    private final Timeline timeline;
    private final Seeded random;
    private final Map<PodUid, Map<String, String>> texts = new TreeMap<>();
    private volatile int lostOneIn;
    private volatile boolean everUnreliable;

    public FakePodMemory(Timeline timeline, Seeded random) {
        this.timeline = timeline;
        this.random = random;
    }

    /// From now on texts are lost or spoilt so often; zero for never.
    public void faults(int lostOneIn) {
        this.lostOneIn = lostOneIn;
        everUnreliable |= lostOneIn != 0;
    }

    public boolean reliable() {
        return lostOneIn == 0;
    }

    /// Whether nothing that was to be remembered can have been lost.
    public boolean alwaysReliable() {
        return !everUnreliable;
    }

    @Override
    public Optional<String> recall(PodUid pod, String topic) {
        timeline.point("recall");
        if (random.oneIn(lostOneIn)) {
            return random.oneIn(2) ? Optional.empty() : Optional.of("\0 nonsense = = \n{");
        }
        return find(pod, topic);
    }

    @Override
    public void remember(PodUid pod, String topic, String text) {
        timeline.point("remember");
        if (!random.oneIn(lostOneIn)) {
            put(pod, topic, text);
        }
    }

    @Override
    public void forget(PodUid pod) {
        timeline.point("forget");
        remove(pod);
    }

    /// The pods that something is remembered of.
    public synchronized Set<PodUid> pods() {
        return new TreeSet<>(texts.keySet());
    }

    private synchronized Optional<String> find(PodUid pod, String topic) {
        return Optional.ofNullable(texts.get(pod)).map(topics -> topics.get(topic));
    }

    private synchronized void put(PodUid pod, String topic, String text) {
        texts.computeIfAbsent(pod, _ -> new TreeMap<>()).put(topic, text);
    }

    private synchronized void remove(PodUid pod) {
        texts.remove(pod);
    }
}
