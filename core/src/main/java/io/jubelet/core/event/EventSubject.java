package io.jubelet.core.event;

import io.jubelet.api.core.Pod;

/// What an event is about.
///
/// @param fieldPath the part of it, such as `spec.containers{web}`; empty for the whole
public record EventSubject(
        String kind,
        String apiVersion,
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        String fieldPath) {

    public static EventSubject of(Pod pod) {
        var metadata = pod.getMetadata();
        return new EventSubject(
                "Pod",
                "v1",
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                metadata.getResourceVersion(),
                "");
    }

    /// Upstream names the node by its name where its uid is asked for, and so do all who look.
    public static EventSubject ofNode(String name) {
        return new EventSubject("Node", "", "", name, name, "", "");
    }

    /// One part of the same object.
    public EventSubject at(String path) {
        return new EventSubject(kind, apiVersion, namespace, name, uid, resourceVersion, path);
    }
}
