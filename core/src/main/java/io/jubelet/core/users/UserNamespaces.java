package io.jubelet.core.users;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.UserIdFiles;
import io.jubelet.core.runtime.IdRange;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.log.Log;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Gives each pod that wants users of its own a share of the node's ids, and remembers it in the
/// pod's folder: a container that is made after the agent's restart must get what its sandbox has.
///
/// What the folders say is read when the first pod asks. Where one of them makes no sense, nobody
/// gets a new share until that pod is gone: it could be the very share that is given out.
///
/// Thread: the pods' workers. The monitor guards what is known; no file is touched under it.
/// Upstream: userns_manager.go, which does not let the kubelet start in such a case.
public final class UserNamespaces {
    private static final Log LOG = Log.of(UserNamespaces.class);

    private final UserIdFiles files;
    private final UserIds ids;
    private final Optional<IdLedger> ledger;
    private final Map<PodUid, String> damaged = new TreeMap<>();
    private boolean read;

    public UserNamespaces(UserIdFiles files, UserIds ids) {
        this.files = files;
        this.ids = ids;
        this.ledger =
                switch (ids) {
                    case UserIds.Pool pool -> Optional.of(new IdLedger(pool));
                    case UserIds.Unusable _ -> Optional.empty();
                };
    }

    /// Whose users a pod's processes are.
    public sealed interface Users {
        /// The node's.
        record OfNode() implements Users {}

        /// The pod's own.
        record Own(IdRange range) implements Users {}

        /// It wants its own and cannot have them.
        record Refused(String why) implements Users {}
    }

    /// Whether the pod asks for users of its own.
    public static boolean wanted(DesiredPod pod) {
        var spec = pod.pod().getSpec();
        return spec.hasHostUsers() && !spec.getHostUsers();
    }

    /// Whose users the pod gets; makes its share of ids when it has none yet.
    public Users of(DesiredPod pod) {
        return wanted(pod) ? own(pod.uid()) : new Users.OfNode();
    }

    private Users own(PodUid pod) {
        if (ids instanceof UserIds.Unusable(var problem)) {
            return new Users.Refused("user namespace: " + problem);
        }
        try {
            readOnce();
        } catch (HostCallException failure) {
            return new Users.Refused("user namespace: read pods from disk: " + failure.reason());
        }
        return known(pod).orElseGet(() -> made(pod));
    }

    private void readOnce() {
        if (isRead()) {
            return;
        }
        var texts = files.readAll();
        synchronized (this) {
            if (!read) {
                texts.forEach(this::note);
                read = true;
            }
        }
    }

    private synchronized boolean isRead() {
        return read;
    }

    private void note(PodUid pod, String text) {
        // Nobody's: the Go kubelet takes an empty file for none.
        if (!text.isEmpty()) {
            problemOf(pod, text)
                    .ifPresent(
                            why -> {
                                damaged.put(pod, why);
                                LOG.warning(
                                        "Cannot tell a pod's user ids: no other pod gets ids of its"
                                                + " own until it is gone",
                                        "podUID",
                                        pod,
                                        "reason",
                                        why);
                            });
        }
    }

    private Optional<String> problemOf(PodUid pod, String text) {
        try {
            var range = MappingText.parse(text);
            return ledger.flatMap(it -> it.note(pod, range));
        } catch (IllegalArgumentException unreadable) {
            return Optional.of(String.valueOf(unreadable.getMessage()));
        }
    }

    private synchronized Optional<Users> known(PodUid pod) {
        return ledger.flatMap(it -> it.of(pod)).map(Users.Own::new);
    }

    private Users made(PodUid pod) {
        var taken = take(pod);
        if (!(taken instanceof Users.Own(var range))) {
            return taken;
        }
        try {
            files.write(pod, MappingText.of(range));
            return taken;
        } catch (HostCallException failure) {
            forget(pod);
            return new Users.Refused("create user namespace: " + failure.reason());
        }
    }

    private synchronized Users take(PodUid pod) {
        for (var other : damaged.entrySet()) {
            return new Users.Refused(
                    "user namespace: that of pod \"%s\" cannot be told: %s"
                            .formatted(other.getKey(), other.getValue()));
        }
        return ledger.flatMap(it -> it.take(pod))
                .<Users>map(Users.Own::new)
                .orElseGet(
                        () ->
                                new Users.Refused(
                                        "create user namespace: could not find an empty slot to"
                                                + " allocate a user namespace"));
    }

    /// The pod's folder is gone, and with it its share.
    public synchronized void forget(PodUid pod) {
        damaged.remove(pod);
        ledger.ifPresent(it -> it.giveBack(pod));
    }
}
