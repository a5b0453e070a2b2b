package io.jubelet.adapters.cri;

import io.grpc.MethodDescriptor;
import io.grpc.Status;

/// Which of CRI's two sets of services a runtime has. Their messages are the same, with the same
/// numbers; the packages that their services are named by are not.
///
/// Upstream: kubelets up to v1.25 spoke both.
enum CriGeneration {
    V1("v1"),
    V1ALPHA2("v1alpha2");

    private final String text;

    CriGeneration(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    private String servicePrefix() {
        return "runtime." + text + ".";
    }

    CriGeneration other() {
        return switch (this) {
            case V1 -> V1ALPHA2;
            case V1ALPHA2 -> V1;
        };
    }

    /// A call of v1 by the name that it has here.
    <Q, R> MethodDescriptor<Q, R> named(MethodDescriptor<Q, R> method) {
        return switch (this) {
            case V1 -> method;
            case V1ALPHA2 -> method.toBuilder().setFullMethodName(renamed(method)).build();
        };
    }

    private String renamed(MethodDescriptor<?, ?> method) {
        return servicePrefix() + method.getFullMethodName().substring(V1.servicePrefix().length());
    }

    /// What this generation's runtimes read of a request of v1.
    <Q> Q worded(Q request) {
        return switch (this) {
            case V1 -> request;
            case V1ALPHA2 -> OlderProfiles.addedTo(request);
        };
    }

    /// Whether it says that it has no such service at all, as runtimes built on gRPC for Go do. A
    /// service that lacks just one call says so in other words.
    boolean isUnknownTo(Status answer) {
        var text = answer.getDescription();
        return answer.getCode() == Status.Code.UNIMPLEMENTED
                && text != null
                && text.startsWith("unknown service " + servicePrefix());
    }
}
