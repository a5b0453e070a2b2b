package io.jubelet.core.cluster;

import com.google.protobuf.Message;
import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.api.authentication.TokenReview;
import io.jubelet.api.authorization.SubjectAccessReview;
import io.jubelet.api.certificates.CertificateSigningRequest;
import io.jubelet.api.coordination.Lease;
import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Event;
import io.jubelet.api.core.Node;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.Service;
import io.jubelet.api.core.ServiceAccount;
import io.jubelet.api.node.RuntimeClass;

/// A kind of object and where the API server keeps it.
///
/// @param group empty for the core group
/// @param subresource where the objects hang on another one's name; empty otherwise
/// @param apiVersion group and version that the object itself carries
/// @param blank an empty object: how to read one, and which type it is
public record ApiResource<T extends Message>(
        String group,
        String version,
        String plural,
        String subresource,
        Scope scope,
        String apiVersion,
        String kind,
        T blank) {
    /// Whether an object's name counts within a namespace.
    public enum Scope {
        NAMESPACED,
        CLUSTER
    }

    public static final ApiResource<Pod> PODS = namespaced("", "pods", Pod.getDefaultInstance());
    public static final ApiResource<Node> NODES = ofCluster("", "nodes", Node.getDefaultInstance());
    public static final ApiResource<Event> EVENTS =
            namespaced("", "events", Event.getDefaultInstance());
    public static final ApiResource<Secret> SECRETS =
            namespaced("", "secrets", Secret.getDefaultInstance());
    public static final ApiResource<ConfigMap> CONFIG_MAPS =
            namespaced("", "configmaps", ConfigMap.getDefaultInstance());
    public static final ApiResource<Service> SERVICES =
            namespaced("", "services", Service.getDefaultInstance());
    public static final ApiResource<ServiceAccount> SERVICE_ACCOUNTS =
            namespaced("", "serviceaccounts", ServiceAccount.getDefaultInstance());
    public static final ApiResource<TokenRequest> SERVICE_ACCOUNT_TOKENS =
            new ApiResource<>(
                    "",
                    "v1",
                    "serviceaccounts",
                    "token",
                    Scope.NAMESPACED,
                    "authentication.k8s.io/v1",
                    "TokenRequest",
                    TokenRequest.getDefaultInstance());
    public static final ApiResource<Lease> LEASES =
            namespaced("coordination.k8s.io", "leases", Lease.getDefaultInstance());
    public static final ApiResource<RuntimeClass> RUNTIME_CLASSES =
            ofCluster("node.k8s.io", "runtimeclasses", RuntimeClass.getDefaultInstance());
    public static final ApiResource<CertificateSigningRequest> CERTIFICATE_SIGNING_REQUESTS =
            ofCluster(
                    "certificates.k8s.io",
                    "certificatesigningrequests",
                    CertificateSigningRequest.getDefaultInstance());
    public static final ApiResource<TokenReview> TOKEN_REVIEWS =
            ofCluster("authentication.k8s.io", "tokenreviews", TokenReview.getDefaultInstance());
    public static final ApiResource<SubjectAccessReview> SUBJECT_ACCESS_REVIEWS =
            ofCluster(
                    "authorization.k8s.io",
                    "subjectaccessreviews",
                    SubjectAccessReview.getDefaultInstance());

    private static <T extends Message> ApiResource<T> namespaced(
            String group, String plural, T blank) {
        return of(group, plural, Scope.NAMESPACED, blank);
    }

    private static <T extends Message> ApiResource<T> ofCluster(
            String group, String plural, T blank) {
        return of(group, plural, Scope.CLUSTER, blank);
    }

    private static <T extends Message> ApiResource<T> of(
            String group, String plural, Scope scope, T blank) {
        var apiVersion = group.isEmpty() ? "v1" : group + "/v1";
        var kind = blank.getDescriptorForType().getName();
        return new ApiResource<>(group, "v1", plural, "", scope, apiVersion, kind, blank);
    }

    /// The object's type, as an answer to one that was read.
    @SuppressWarnings("unchecked")
    public T cast(Message object) {
        if (!blank.getClass().isInstance(object)) {
            throw new IllegalArgumentException("not a " + kind);
        }
        return (T) object;
    }

    @Override
    public String toString() {
        return subresource.isEmpty() ? plural : plural + "/" + subresource;
    }
}
