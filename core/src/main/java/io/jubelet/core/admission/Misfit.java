package io.jubelet.core.admission;

/// Why a pod does not fit a node.
///
/// Upstream: lifecycle/predicate.go InsufficientResourceError, PredicateFailureError.
sealed interface Misfit {
    String reason();

    String message();

    /// The node has too little of something; amounts are in thousandths of a core for `cpu`.
    record Shortage(String resource, long requested, long used, long capacity) implements Misfit {
        @Override
        public String reason() {
            return "OutOf" + resource;
        }

        @Override
        public String message() {
            return "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
                    .formatted(resource, requested, used, capacity);
        }

        long missing() {
            return requested - (capacity - used);
        }
    }

    /// The node is not one that the pod may be on.
    enum Mismatch implements Misfit {
        NODE_AFFINITY("NodeAffinity", "node(s) didn't match Pod's node affinity/selector"),
        NODE_NAME("NodeName", "node(s) didn't match the requested node name"),
        NODE_PORTS("NodePorts", "node(s) didn't have free ports for the requested pod ports"),
        TAINTS("TaintToleration", "node(s) had taints that the pod didn't tolerate");

        private final String predicate;
        private final String text;

        Mismatch(String predicate, String text) {
            this.predicate = predicate;
            this.text = text;
        }

        @Override
        public String reason() {
            return predicate;
        }

        @Override
        public String message() {
            return "Predicate " + predicate + " failed: " + text;
        }
    }
}
