package io.jubelet.core.sync;

/// What pods are made with that is the same for all pods of this node.
public record NodeFacts(String nodeName, long memoryCapacityBytes, int cpus, PodSettings pods) {
    /// Of a node whose configuration says nothing about pods.
    public NodeFacts(String nodeName, long memoryCapacityBytes, int cpus) {
        this(nodeName, memoryCapacityBytes, cpus, PodSettings.STANDARD);
    }
}
