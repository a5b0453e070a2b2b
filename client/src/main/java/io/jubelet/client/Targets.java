package io.jubelet.client;

import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ApiResource.Scope;
import io.jubelet.core.cluster.ClusterApi.Staleness;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Selection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Where on the server a resource, an object or a selection is found.
///
/// Thread: immutable.
///
/// @param prefix the path of the server's own address
record Targets(String prefix) {
    String object(ApiResource<?> resource, ObjectName name, String subresource) {
        var path = collection(resource, name.namespace()) + "/" + encoded(name.name());
        return subresource.isEmpty() ? path : path + "/" + subresource;
    }

    String collection(ApiResource<?> resource, String namespace) {
        var path = new StringBuilder(prefix);
        if (resource.group().isEmpty()) {
            path.append("/api/");
        } else {
            path.append("/apis/").append(resource.group()).append('/');
        }
        path.append(resource.version());
        if (resource.scope() == Scope.NAMESPACED && !namespace.isEmpty()) {
            path.append("/namespaces/").append(encoded(namespace));
        }
        return path.append('/').append(resource.plural()).toString();
    }

    String list(ApiResource<?> resource, Selection selection, Staleness staleness) {
        var query = new Query(collection(resource, selection.namespace())).and(selection);
        switch (staleness) {
            case ANY -> query.and("resourceVersion", "0");
            case NEWEST -> {}
        }
        return query.toString();
    }

    String watch(
            ApiResource<?> resource, Selection selection, String fromVersion, Duration atMost) {
        return new Query(collection(resource, selection.namespace()))
                .and("allowWatchBookmarks", "true")
                .and(selection)
                .and("resourceVersion", fromVersion)
                .and("timeoutSeconds", Long.toString(Math.max(1, atMost.toSeconds())))
                .and("watch", "true")
                .toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// A path with what follows its question mark.
    private static final class Query {
        private final StringBuilder text;
        private char separator = '?';

        Query(String path) {
            this.text = new StringBuilder(path);
        }

        Query and(Selection selection) {
            return and("fieldSelector", selection.fields())
                    .and("labelSelector", selection.labels());
        }

        Query and(String name, String value) {
            if (!value.isEmpty()) {
                text.append(separator).append(name).append('=').append(encoded(value));
                separator = '&';
            }
            return this;
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
