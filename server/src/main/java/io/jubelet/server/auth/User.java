package io.jubelet.server.auth;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Whoever sends a request.
///
/// @param uid what tells them from others of that name in time; empty where it is not known
/// @param extra what else is known of them, by name
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    static final String AUTHENTICATED = "system:authenticated";

    /// Anyone who shows nothing.
    public static final User ANONYMOUS =
            new User("system:anonymous", List.of("system:unauthenticated"));

    public User {
        groups = List.copyOf(groups);
        extra = Collections.unmodifiableMap(new TreeMap<>(extra));
    }

    public User(String name, List<String> groups) {
        this(name, "", groups, Map.of());
    }

    User authenticated() {
        if (groups.contains(AUTHENTICATED)) {
            return this;
        }
        var more = new ArrayList<>(groups);
        more.add(AUTHENTICATED);
        return new User(name, uid, more, extra);
    }
}
