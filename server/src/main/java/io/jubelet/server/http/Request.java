package io.jubelet.server.http;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/// One request without its body, which no endpoint of today reads.
///
/// @param method as sent, such as `GET`
/// @param path decoded, as sent otherwise
/// @param rawPath as sent
/// @param query decoded values by name, in the order sent
/// @param rawQuery as sent, without the question mark
/// @param headers as sent
/// @param certificates what the client presented, its own first; not verified, only owned
public record Request(
        String method,
        String path,
        String rawPath,
        Map<String, List<String>> query,
        String rawQuery,
        Headers headers,
        List<X509Certificate> certificates) {

    public boolean isHead() {
        return method.equals("HEAD");
    }

    /// The first value of that name in the query; empty text where there is none.
    public String value(String name) {
        return values(name).stream().findFirst().orElse("");
    }

    public List<String> values(String name) {
        return query.getOrDefault(name, List.of());
    }
}
