package io.jubelet.server.auth;

import java.util.ArrayList;
import java.util.List;

/// Whoever sends a request.
public record User(String name, List<String> groups) {
    static final String AUTHENTICATED = "system:authenticated";

    /// Anyone who shows nothing.
    public static final User ANONYMOUS =
            new User("system:anonymous", List.of("system:unauthenticated"));

    public User {
        groups = List.copyOf(groups);
    }

    User authenticated() {
        if (groups.contains(AUTHENTICATED)) {
            return this;
        }
        var more = new ArrayList<>(groups);
        more.add(AUTHENTICATED);
        return new User(name, more);
    }
}
