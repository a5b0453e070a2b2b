package io.jubelet.core.waiting;

/// Why an object of the API server, or a file, that a pod names cannot be used. Holds names, never
/// contents.
public sealed interface ObjectProblem {
    /// Upstream's sentence.
    String message();

    /// What would end the wait.
    String unblockedBy();

    /// There is no such object.
    ///
    /// @param kind upstream's word in small letters: `secret`, `configmap`
    record Missing(String kind, String namespace, String name) implements ObjectProblem {
        @Override
        public String message() {
            return kind + " \"" + name + "\" not found";
        }

        @Override
        public String unblockedBy() {
            return kind + " " + namespace + "/" + name;
        }
    }

    /// The object is there and does not hold what is asked of it.
    ///
    /// @param sentence what upstream says, which differs between environment and volumes
    record KeyMissing(String kind, String namespace, String name, String key, String sentence)
            implements ObjectProblem {
        @Override
        public String message() {
            return sentence;
        }

        @Override
        public String unblockedBy() {
            return "key " + key + " of " + kind + " " + namespace + "/" + name;
        }
    }

    /// The API server does not let this node read it.
    record Forbidden(String kind, String namespace, String name, String detail)
            implements ObjectProblem {
        @Override
        public String message() {
            return detail;
        }

        @Override
        public String unblockedBy() {
            return "leave for this node to read " + kind + " " + namespace + "/" + name;
        }
    }

    /// Nobody knows yet: the API server does not answer, or was not asked before.
    record Unread(String kind, String namespace, String name, String detail)
            implements ObjectProblem {
        @Override
        public String message() {
            return detail;
        }

        @Override
        public String unblockedBy() {
            return "the API server's answer about " + kind + " " + namespace + "/" + name;
        }
    }

    /// A file of the pod's own making does not hold what is asked of it.
    ///
    /// @param path inside the volume
    record FileUnusable(String volume, String path, String sentence) implements ObjectProblem {
        @Override
        public String message() {
            return sentence;
        }

        @Override
        public String unblockedBy() {
            return "file " + path + " of volume " + volume;
        }
    }

    /// The pod itself asks for what cannot be.
    record Nonsense(String sentence) implements ObjectProblem {
        @Override
        public String message() {
            return sentence;
        }

        @Override
        public String unblockedBy() {
            return "another pod specification";
        }
    }
}
