package io.jubelet.sim.cluster;

import com.google.protobuf.Message;
import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectMetadata;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import io.jubelet.sim.cluster.ApiErrors.OtherUid;
import io.jubelet.sim.schedule.Seeded;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// The store of a simulated API server: what it holds, at which version, and what happened lately.
/// Its methods take effect at once: a test uses them as the cluster's other users.
///
/// Thread: any; every method holds the model's monitor, for memory only.
public final class ClusterModel {
    /// How many changes a watch can go back.
    private static final int HISTORY = 1_000;

    private final Supplier<Instant> clock;
    private final Seeded random;
    private final Map<String, Map<ObjectName, Message>> objects = new TreeMap<>();
    private final ArrayDeque<Change> history = new ArrayDeque<>();
    private final List<Consumer<Change>> listeners = new ArrayList<>();
    private long version = 1_000;
    private long compacted = version;

    /// One write.
    record Change(
            long version, String resource, Optional<Message> before, Optional<Message> after) {
        /// What a watch of that selection tells of it.
        <T extends Message> Optional<ObjectEvent<T>> seenBy(
                ApiResource<T> kind, Selection selection) {
            if (!resource.equals(key(kind))) {
                return Optional.empty();
            }
            var was = before.filter(object -> Selectors.matches(selection, object));
            var is = after.filter(object -> Selectors.matches(selection, object));
            if (is.isPresent()) {
                var object = kind.cast(is.get());
                return Optional.of(
                        was.isPresent()
                                ? new ObjectEvent.Modified<>(object)
                                : new ObjectEvent.Added<>(object));
            }
            return was.map(object -> new ObjectEvent.Deleted<>(kind.cast(lastWord(object))));
        }

        /// What a watch is told of an object that is gone carries the version of its end.
        private Message lastWord(Message object) {
            var last = after.orElse(object);
            return Metadata.change(
                    last, metadata -> metadata.setResourceVersion(Long.toString(version)));
        }
    }

    ClusterModel(Supplier<Instant> clock, Seeded random) {
        this.clock = clock;
        this.random = random;
    }

    static String key(ApiResource<?> resource) {
        return resource.group() + "/" + resource.plural();
    }

    public synchronized <T extends Message> Optional<T> find(
            ApiResource<T> resource, ObjectName name) {
        return Optional.ofNullable(table(resource).get(name)).map(resource::cast);
    }

    public <T extends Message> T get(ApiResource<T> resource, ObjectName name) {
        return find(resource, name).orElseThrow(() -> ApiErrors.notFound(resource, name.name()));
    }

    public synchronized <T extends Message> ObjectList<T> list(
            ApiResource<T> resource, Selection selection) {
        var items =
                table(resource).values().stream()
                        .filter(object -> Selectors.matches(selection, object))
                        .map(resource::cast)
                        .toList();
        return new ObjectList<>(items, Long.toString(version));
    }

    public synchronized <T extends Message> T create(
            ApiResource<T> resource, String namespace, T object) {
        var namespaced = resource.scope() == ApiResource.Scope.NAMESPACED;
        if (namespaced == namespace.isEmpty()) {
            throw ApiErrors.invalid("namespace \"" + namespace + "\" for " + resource);
        }
        var named =
                Metadata.change(
                        object,
                        metadata -> {
                            if (namespaced) {
                                metadata.setNamespace(namespace);
                            }
                            if (metadata.getName().isEmpty()) {
                                metadata.setName(metadata.getGenerateName() + suffix());
                            }
                        });
        var name = ObjectMetadata.nameOf(named);
        if (table(resource).containsKey(name)) {
            throw ApiErrors.alreadyExists(resource, name.name());
        }
        return store(resource, Optional.empty(), ObjectRules.created(named, newUid(), clock.get()));
    }

    public synchronized <T extends Message> T update(
            ApiResource<T> resource, ObjectName name, T object) {
        var before = get(resource, name);
        checkSame(before, object, found -> ApiErrors.otherUid(resource, name.name(), found));
        return change(resource, name, object, "");
    }

    public synchronized <T extends Message> T patch(
            ApiResource<T> resource, ObjectName name, Patch patch) {
        var before = get(resource, name);
        var after = MergePatch.apply(resource, before, patch);
        checkSame(before, after, found -> ApiErrors.newUid(resource, name.name(), found));
        return change(resource, name, after, patch.subresource());
    }

    /// To replace an object by another is a conflict, to patch it into another is invalid.
    private static void checkSame(
            Message before, Message after, Function<OtherUid, ApiCallException> refusal) {
        var was = ObjectMetadata.of(before);
        var asked = ObjectMetadata.of(after);
        if (asked.hasUid() && !asked.getUid().equals(was.getUid())) {
            throw refusal.apply(new OtherUid(asked.getUid(), was.getUid()));
        }
    }

    private <T extends Message> T change(
            ApiResource<T> resource, ObjectName name, T wanted, String subresource) {
        var before = get(resource, name);
        var was = ObjectMetadata.of(before);
        var asked = ObjectMetadata.of(wanted);
        var version = asked.getResourceVersion();
        if (!version.isEmpty() && !version.equals(was.getResourceVersion())) {
            throw ApiErrors.modified(resource, name.name());
        }
        var after =
                subresource.equals("status")
                        ? ObjectRules.withNewStatus(before, wanted)
                        : ObjectRules.updated(before, wanted);
        if (Metadata.sameButForVersion(before, after)) {
            return before;
        }
        if (was.hasDeletionTimestamp()
                && was.getDeletionGracePeriodSeconds() == 0
                && ObjectMetadata.of(after).getFinalizersCount() == 0) {
            remove(resource, before);
            return after;
        }
        return store(resource, Optional.of(before), after);
    }

    public synchronized <T extends Message> void delete(
            ApiResource<T> resource, ObjectName name, Deletion deletion) {
        var before = get(resource, name);
        var uid = ObjectMetadata.of(before).getUid();
        if (deletion.uid().isPresent() && !deletion.uid().get().equals(uid)) {
            throw ApiErrors.conflict(
                    resource,
                    name.name(),
                    "the UID in the precondition ("
                            + deletion.uid().get()
                            + ") does not match the UID in record ("
                            + uid
                            + "). The object might have been deleted and then recreated");
        }
        var after = ObjectRules.deleted(before, deletion, clock.get());
        if (after.isEmpty()) {
            remove(resource, before);
        } else if (!after.get().equals(before)) {
            store(resource, Optional.of(before), after.get());
        }
    }

    private <T extends Message> T store(ApiResource<T> resource, Optional<T> before, T after) {
        version++;
        var stored =
                Metadata.change(
                        after, metadata -> metadata.setResourceVersion(Long.toString(version)));
        table(resource).put(ObjectMetadata.nameOf(stored), stored);
        tell(resource, before.map(object -> object), Optional.of(stored));
        return stored;
    }

    private void remove(ApiResource<?> resource, Message before) {
        version++;
        table(resource).remove(ObjectMetadata.nameOf(before));
        tell(resource, Optional.of(before), Optional.empty());
    }

    private void tell(ApiResource<?> resource, Optional<Message> before, Optional<Message> after) {
        var change = new Change(version, key(resource), before, after);
        history.addLast(change);
        if (history.size() > HISTORY) {
            compacted = history.removeFirst().version();
        }
        List.copyOf(listeners).forEach(listener -> listener.accept(change));
    }

    /// Forgets what happened: every watch from an older version than now's is expired.
    public synchronized void compact() {
        history.clear();
        compacted = version;
    }

    /// The newest version of anything.
    public synchronized long version() {
        return version;
    }

    /// All changes after that version, oldest first, to `listener`, and from then on each new one.
    synchronized void follow(String fromVersion, Consumer<Change> listener) {
        var from = Long.parseLong(fromVersion);
        if (from < compacted) {
            throw ApiErrors.expired(fromVersion, compacted);
        }
        history.stream().filter(change -> change.version() > from).forEach(listener);
        listeners.add(listener);
    }

    /// As [#follow], from the state of now, told as additions.
    synchronized void followFromNow(ApiResource<?> resource, Consumer<Change> listener) {
        table(resource).values().stream()
                .sorted(Comparator.comparing(ObjectMetadata::nameOf, ClusterModel::byName))
                .map(object -> Optional.of(object))
                .map(after -> new Change(version, key(resource), Optional.empty(), after))
                .forEach(listener);
        listeners.add(listener);
    }

    /// Tells each write of a pod: how it was before, and how it is then.
    public synchronized void onPods(BiConsumer<Optional<Pod>, Optional<Pod>> listener) {
        listeners.add(
                change -> {
                    if (change.resource().equals(key(ApiResource.PODS))) {
                        listener.accept(
                                change.before().map(ApiResource.PODS::cast),
                                change.after().map(ApiResource.PODS::cast));
                    }
                });
    }

    synchronized void unfollow(Consumer<Change> listener) {
        listeners.remove(listener);
    }

    private Map<ObjectName, Message> table(ApiResource<?> resource) {
        return objects.computeIfAbsent(
                key(resource), absent -> new TreeMap<>(ClusterModel::byName));
    }

    private static int byName(ObjectName one, ObjectName other) {
        return one.toString().compareTo(other.toString());
    }

    private String newUid() {
        return "%08x-%04x-4%03x-8%03x-%012x"
                .formatted(
                        random.nextLong() & 0xffffffffL,
                        random.nextLong() & 0xffff,
                        random.nextLong() & 0xfff,
                        random.nextLong() & 0xfff,
                        random.nextLong() & 0xffffffffffffL);
    }

    private String suffix() {
        var letters = "bcdfghjklmnpqrstvwxz2456789";
        var text = new StringBuilder();
        for (var i = 0; i < 5; i++) {
            text.append(letters.charAt(random.below(letters.length())));
        }
        return text.toString();
    }
}
