package io.jubelet.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The headers of a request as they were sent. They may hold a token, so that they are never shown
/// as text.
///
/// Thread: immutable.
public final class Headers {
    public static final Headers NONE = new Headers(List.of());

    private final List<Header> all;

    /// One line.
    public record Header(String name, String value) {
        @Override
        public String toString() {
            return name;
        }
    }

    public Headers(List<Header> all) {
        this.all = List.copyOf(all);
    }

    public List<Header> all() {
        return all;
    }

    public Optional<String> first(String name) {
        return values(name).stream().findFirst();
    }

    public List<String> values(String name) {
        return all.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
    }

    /// Whether some value of the header contains the text, in any case of letters.
    public boolean mentions(String name, String text) {
        return values(name).stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(text));
    }

    /// Whether the client wants to speak something else than HTTP/1.1 from here on.
    public boolean askForUpgrade() {
        return mentions("Connection", "upgrade");
    }

    public boolean askForWebSocket() {
        return askForUpgrade() && mentions("Upgrade", "websocket");
    }
}
