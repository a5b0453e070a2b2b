package io.jubelet.core.sync;

import io.jubelet.core.cgroup.ResourceSettings;
import io.jubelet.core.users.UserIds;

/// What pods are made with that is the same for all pods of this node.
public record NodeFacts(
        String nodeName,
        long memoryCapacityBytes,
        int cpus,
        PodSettings pods,
        ResourceSettings resources,
        UserIds userIds) {
    /// Of a node that holds pods to their resources in the usual way.
    public NodeFacts(String nodeName, long memoryCapacityBytes, int cpus, PodSettings pods) {
        this(
                nodeName,
                memoryCapacityBytes,
                cpus,
                pods,
                ResourceSettings.STANDARD,
                UserIds.STANDARD);
    }

    /// Of a node whose configuration says nothing about pods.
    public NodeFacts(String nodeName, long memoryCapacityBytes, int cpus) {
        this(nodeName, memoryCapacityBytes, cpus, PodSettings.STANDARD);
    }
}
