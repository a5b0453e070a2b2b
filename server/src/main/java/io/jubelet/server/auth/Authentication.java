package io.jubelet.server.auth;

/// What an authenticator finds out about a request.
public sealed interface Authentication {
    /// This user sends it.
    record Known(User user) implements Authentication {}

    /// It shows nothing that this authenticator looks at; ask the next.
    record NotShown() implements Authentication {}

    /// It shows something that does not hold; unless another one knows the user, nobody is let in.
    record Wrong(String reason) implements Authentication {}
}
