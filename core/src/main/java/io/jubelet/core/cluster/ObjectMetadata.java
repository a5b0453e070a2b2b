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
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.node.RuntimeClass;

/// Reads what every object has, whatever its type. By type and not by descriptor: asking a
/// generated class for its fields by name costs start-up time and memory.
///
/// Thread: any; pure.
public final class ObjectMetadata {
    private ObjectMetadata() {}

    public static ObjectMeta of(Message object) {
        return switch (object) {
            case Pod pod -> pod.getMetadata();
            case Node node -> node.getMetadata();
            case Secret secret -> secret.getMetadata();
            case ConfigMap map -> map.getMetadata();
            case Service service -> service.getMetadata();
            case RuntimeClass runtimeClass -> runtimeClass.getMetadata();
            case Lease lease -> lease.getMetadata();
            case Event event -> event.getMetadata();
            case CertificateSigningRequest request -> request.getMetadata();
            case ServiceAccount account -> account.getMetadata();
            case TokenRequest request -> request.getMetadata();
            case TokenReview review -> review.getMetadata();
            case SubjectAccessReview review -> review.getMetadata();
            default ->
                    throw new IllegalArgumentException(
                            "no object of the API: " + object.getClass().getSimpleName());
        };
    }

    public static ObjectName nameOf(Message object) {
        var metadata = of(object);
        return new ObjectName(metadata.getNamespace(), metadata.getName());
    }

    public static String versionOf(Message object) {
        return of(object).getResourceVersion();
    }
}
