package io.jubelet.config.credential;

/// The programs that know credentials are not configured as they must be. The message is one line.
public final class CredentialProviderException extends RuntimeException {
    CredentialProviderException(String message) {
        super(message);
    }
}
