package io.jubelet.client.kubeconfig;

/// A kubeconfig that cannot be used; the message names the file and what is wrong with it, never
/// what is secret in it.
public final class KubeconfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public KubeconfigException(String message) {
        super(message);
    }

    public KubeconfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
