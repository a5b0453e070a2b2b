package io.jubelet.sim.planted;

import com.google.protobuf.Message;
import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import io.jubelet.model.pod.PodNames;

/// The faults of what the agent tells the API server.
final class ApiFaults {
    private ApiFaults() {}

    /// A write to a pod's status is believed done as soon as it is sent, and every third is lost.
    static final class WriteLost extends ForwardingCluster {
        private int writes;

        WriteLost(ClusterApi honest) {
            super(honest);
        }

        @Override
        public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
            if (!resource.equals(ApiResource.PODS) || ++writes % 3 != 0) {
                return super.patch(resource, name, patch);
            }
            // As if the pod were gone: nobody sends it again before the pod changes.
            throw new ApiCallException(ApiCallException.Code.NOT_FOUND, "believed done");
        }
    }

    /// A pod that somebody deleted goes with its first status, not with its last.
    static final class RemovedTooEarly extends ForwardingCluster {
        RemovedTooEarly(ClusterApi honest) {
            super(honest);
        }

        @Override
        public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
            var written = super.patch(resource, name, patch);
            if (written instanceof Pod pod
                    && pod.getMetadata().hasDeletionTimestamp()
                    && !PodNames.isMirror(pod)) {
                super.delete(resource, name, Deletion.now(pod.getMetadata().getUid()));
            }
            return written;
        }
    }

    /// A pod that has ended goes, whether somebody deleted it or not.
    static final class RemovedUnasked extends ForwardingCluster {
        RemovedUnasked(ClusterApi honest) {
            super(honest);
        }

        @Override
        public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
            var written = super.patch(resource, name, patch);
            if (written instanceof Pod pod && pod.getStatus().getPhase().equals("Failed")) {
                super.delete(resource, name, Deletion.now(pod.getMetadata().getUid()));
            }
            return written;
        }
    }

    /// A deletion is answered but not done: copies of pods that are gone stay, and deleted pods.
    static final class RemovalNotDone extends ForwardingCluster {
        private final boolean ofMirrors;

        RemovalNotDone(ClusterApi honest, boolean ofMirrors) {
            super(honest);
            this.ofMirrors = ofMirrors;
        }

        @Override
        public void delete(ApiResource<?> resource, ObjectName name, Deletion deletion) {
            var pod = super.get(ApiResource.PODS, name);
            if (PodNames.isMirror(pod) != ofMirrors) {
                super.delete(resource, name, deletion);
            }
        }
    }

    /// What is final is said to run.
    static final class PhaseGoesBack extends ForwardingCluster {
        PhaseGoesBack(ClusterApi honest) {
            super(honest);
        }

        @Override
        public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
            var written = super.patch(resource, name, patch);
            if (written instanceof Pod pod && pod.getStatus().getPhase().equals("Succeeded")) {
                return super.patch(
                        resource, name, Patch.ofStatus("{\"status\":{\"phase\":\"Running\"}}"));
            }
            return written;
        }
    }

    /// Conditions of others go with each write.
    static final class ConditionsTaken extends ForwardingCluster {
        ConditionsTaken(ClusterApi honest) {
            super(honest);
        }

        @Override
        public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
            var written = super.patch(resource, name, patch);
            if (written instanceof Pod) {
                return super.patch(
                        resource,
                        name,
                        Patch.ofStatus(
                                "{\"status\":{\"conditions\":[{\"$patch\":\"delete\","
                                        + "\"type\":\"example.com/gate\"}]}}"));
            }
            return written;
        }
    }

    /// Every agent writes all that it knows once more.
    static final class WritesAgain extends ForwardingCluster {
        private boolean first = true;

        WritesAgain(ClusterApi honest) {
            super(honest);
        }

        @Override
        public <T extends Message> ObjectList<T> list(
                ApiResource<T> resource, Selection selection, Staleness staleness) {
            var list = super.list(resource, selection, staleness);
            if (first && resource.equals(ApiResource.PODS)) {
                first = false;
                for (var item : list.items()) {
                    var pod = (Pod) item;
                    var name =
                            new ObjectName(
                                    pod.getMetadata().getNamespace(), pod.getMetadata().getName());
                    super.patch(
                            ApiResource.PODS,
                            name,
                            Patch.ofStatus("{\"status\":{\"message\":\"again\"}}"));
                }
            }
            return list;
        }
    }
}
