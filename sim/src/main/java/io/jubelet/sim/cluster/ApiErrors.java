package io.jubelet.sim.cluster;

import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;

/// The API server's refusals, in its words.
///
/// Thread: any; pure.
/// Upstream: apimachinery/pkg/api/errors.
final class ApiErrors {
    private ApiErrors() {}

    static ApiCallException notFound(ApiResource<?> resource, String name) {
        return new ApiCallException(
                Code.NOT_FOUND, qualified(resource) + " \"" + name + "\" not found");
    }

    static ApiCallException alreadyExists(ApiResource<?> resource, String name) {
        return new ApiCallException(
                Code.ALREADY_EXISTS, qualified(resource) + " \"" + name + "\" already exists");
    }

    static ApiCallException modified(ApiResource<?> resource, String name) {
        return conflict(
                resource,
                name,
                "the object has been modified; please apply your changes to the latest version and"
                        + " try again");
    }

    /// An object that is another than was asked for.
    record OtherUid(String wanted, String found) {}

    static ApiCallException otherUid(ApiResource<?> resource, String name, OtherUid uid) {
        return conflict(
                resource,
                name,
                "Precondition failed: UID in precondition: "
                        + uid.wanted()
                        + ", UID in object meta: "
                        + uid.found());
    }

    static ApiCallException newUid(ApiResource<?> resource, String name, OtherUid uid) {
        var kind =
                resource.group().isEmpty()
                        ? resource.kind()
                        : resource.kind() + "." + resource.group();
        return invalid(
                "%s \"%s\" is invalid: metadata.uid: Invalid value: \"%s\": field is immutable"
                        .formatted(kind, name, uid.wanted()));
    }

    static ApiCallException conflict(ApiResource<?> resource, String name, String why) {
        return new ApiCallException(
                Code.CONFLICT,
                "Operation cannot be fulfilled on "
                        + qualified(resource)
                        + " \""
                        + name
                        + "\": "
                        + why);
    }

    static ApiCallException forbidden(ApiResource<?> resource, String verb, String name) {
        return new ApiCallException(
                Code.FORBIDDEN,
                qualified(resource)
                        + (name.isEmpty() ? "" : " \"" + name + "\"")
                        + " is forbidden: User \"system:node:simulated\" cannot "
                        + verb
                        + " resource \""
                        + resource.plural()
                        + "\" in API group \""
                        + resource.group()
                        + "\"");
    }

    static ApiCallException expired(String asked, long oldest) {
        return new ApiCallException(
                Code.EXPIRED, "too old resource version: " + asked + " (" + oldest + ")");
    }

    static ApiCallException invalid(String why) {
        return new ApiCallException(Code.INVALID, why);
    }

    private static String qualified(ApiResource<?> resource) {
        return resource.group().isEmpty()
                ? resource.plural()
                : resource.plural() + "." + resource.group();
    }
}
