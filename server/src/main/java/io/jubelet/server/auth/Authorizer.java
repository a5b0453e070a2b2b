package io.jubelet.server.auth;

/// Decides whether a user may do what a request asks.
///
/// Thread: any; it may block.
@FunctionalInterface
public interface Authorizer {
    boolean allows(Attributes attributes);

    static Authorizer alwaysAllow() {
        return _ -> true;
    }

    /// What is asked of an authorizer: a verb on a part of this node.
    record Attributes(User user, String verb, String node, String subresource, String path) {
        public static final String RESOURCE = "nodes";
    }

    /// The authorizer could not decide.
    final class UndecidedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public UndecidedException(String message) {
            super(message);
        }

        public UndecidedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
