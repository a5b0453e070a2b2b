package io.jubelet.sim.cluster;

import com.google.protobuf.Message;
import io.jubelet.api.core.Node;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectMetadata;
import io.jubelet.model.defaulting.PodDefaults;
import io.jubelet.model.pod.QosClass;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// What the API server makes of an object that is created, changed or deleted.
///
/// Thread: any; pure.
/// Upstream: registry/core/pod/strategy.go, registry/core/node/strategy.go, rest/delete.go.
final class ObjectRules {
    private static final long DEFAULT_GRACE = 30;

    private ObjectRules() {}

    /// @param object with its name, as the caller sent it
    @SuppressWarnings("unchecked") // The same type comes out as went in.
    static <T extends Message> T created(T object, String uid, Instant now) {
        var named =
                Metadata.change(
                        object,
                        metadata ->
                                metadata.setUid(uid)
                                        .setCreationTimestamp(Metadata.time(now))
                                        .clearDeletionTimestamp()
                                        .clearDeletionGracePeriodSeconds());
        return named instanceof Pod pod ? (T) newPod(pod) : named;
    }

    private static Pod newPod(Pod sent) {
        var pod = PodDefaults.apply(sent, true);
        var status = PodStatus.newBuilder().setPhase("Pending");
        status.setQosClass(QosClass.of(pod).text());
        var made = pod.toBuilder().setStatus(status);
        made.getMetadataBuilder().setGeneration(1);
        return made.build();
    }

    /// The object after a write to itself: its status and its identity are as before.
    @SuppressWarnings("unchecked")
    static <T extends Message> T updated(T before, T after) {
        var kept = keepIdentity(before, after);
        return switch (kept) {
            case Pod pod -> (T) updatedPod((Pod) before, pod);
            case Node node -> (T) node.toBuilder().setStatus(((Node) before).getStatus()).build();
            default -> kept;
        };
    }

    private static Pod updatedPod(Pod before, Pod after) {
        var made = after.toBuilder().setStatus(before.getStatus());
        if (!before.getSpec().equals(after.getSpec())) {
            made.getMetadataBuilder().setGeneration(before.getMetadata().getGeneration() + 1);
        }
        return made.build();
    }

    /// The object after a write to its status: its spec is as before.
    @SuppressWarnings("unchecked")
    static <T extends Message> T withNewStatus(T before, T after) {
        var kept = keepIdentity(before, after);
        return switch (kept) {
            case Pod pod -> {
                var made = pod.toBuilder().setSpec(((Pod) before).getSpec());
                made.getMetadataBuilder()
                        .clearOwnerReferences()
                        .addAllOwnerReferences(before(before).getOwnerReferencesList());
                yield (T) made.build();
            }
            case Node node -> (T) node.toBuilder().setSpec(((Node) before).getSpec()).build();
            default -> kept;
        };
    }

    private static ObjectMeta before(Message object) {
        return ObjectMetadata.of(object);
    }

    private static <T extends Message> T keepIdentity(T before, T after) {
        var was = before(before);
        return Metadata.change(
                after,
                metadata -> {
                    metadata.setName(was.getName()).setUid(was.getUid());
                    keep(was, metadata);
                });
    }

    private static void keep(ObjectMeta was, ObjectMeta.Builder metadata) {
        if (was.hasNamespace()) {
            metadata.setNamespace(was.getNamespace());
        }
        metadata.setCreationTimestamp(was.getCreationTimestamp());
        if (was.hasGeneration()) {
            metadata.setGeneration(was.getGeneration());
        }
        metadata.clearDeletionTimestamp().clearDeletionGracePeriodSeconds();
        if (was.hasDeletionTimestamp()) {
            metadata.setDeletionTimestamp(was.getDeletionTimestamp());
        }
        if (was.hasDeletionGracePeriodSeconds()) {
            metadata.setDeletionGracePeriodSeconds(was.getDeletionGracePeriodSeconds());
        }
    }

    /// The object as a deletion leaves it, or empty when it is gone.
    static <T extends Message> Optional<T> deleted(T object, Deletion deletion, Instant now) {
        var metadata = before(object);
        var grace = object instanceof Pod pod ? graceOf(pod, deletion.graceSeconds()) : 0;
        if (metadata.hasDeletionTimestamp()) {
            return deletedAgain(object, deletion, grace);
        }
        if (grace == 0 && metadata.getFinalizersCount() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                Metadata.change(
                        object,
                        changed -> {
                            changed.setDeletionTimestamp(Metadata.time(now.plusSeconds(grace)))
                                    .setDeletionGracePeriodSeconds(grace);
                            if (changed.hasGeneration()) {
                                changed.setGeneration(changed.getGeneration() + 1);
                            }
                        }));
    }

    /// A second deletion may shorten the grace period and never lengthens it.
    private static <T extends Message> Optional<T> deletedAgain(
            T object, Deletion deletion, long grace) {
        var metadata = before(object);
        var left = metadata.getDeletionGracePeriodSeconds();
        if (deletion.graceSeconds().isEmpty() || grace >= left) {
            return left == 0 && metadata.getFinalizersCount() == 0
                    ? Optional.empty()
                    : Optional.of(object);
        }
        if (grace == 0 && metadata.getFinalizersCount() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                Metadata.change(
                        object,
                        changed -> {
                            var end = metadata.getDeletionTimestamp().getSeconds() - left + grace;
                            changed.getDeletionTimestampBuilder().setSeconds(end);
                            changed.setDeletionGracePeriodSeconds(grace);
                        }));
    }

    private static long graceOf(Pod pod, OptionalLong asked) {
        var phase = pod.getStatus().getPhase();
        if (pod.getSpec().getNodeName().isEmpty()
                || phase.equals("Succeeded")
                || phase.equals("Failed")) {
            return 0;
        }
        var spec = pod.getSpec();
        var own =
                spec.hasTerminationGracePeriodSeconds()
                        ? spec.getTerminationGracePeriodSeconds()
                        : DEFAULT_GRACE;
        var grace = asked.orElse(own);
        return grace < 0 ? 1 : grace;
    }
}
