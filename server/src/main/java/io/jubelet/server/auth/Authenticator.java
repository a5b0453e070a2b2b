package io.jubelet.server.auth;

import io.jubelet.server.http.Request;

/// Finds out who sends a request, by one kind of evidence.
///
/// Thread: any.
@FunctionalInterface
public interface Authenticator {
    Authentication authenticate(Request request);
}
