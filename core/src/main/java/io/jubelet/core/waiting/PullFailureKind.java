package io.jubelet.core.waiting;

/// What a runtime says of a failed pull by the first word of its message.
///
/// Upstream: images/image_manager.go evalCRIPullErr, cri-api/pkg/errors.
public enum PullFailureKind {
    REGISTRY_UNAVAILABLE("RegistryUnavailable", "the registry is unavailable"),
    SIGNATURE_VALIDATION_FAILED("SignatureValidationFailed", "the signature validation failed"),
    OTHER("ErrImagePull", "");

    private final String code;
    private final String because;

    PullFailureKind(String code, String because) {
        this.code = code;
        this.because = because;
    }

    public static PullFailureKind of(String reason) {
        if (reason.startsWith(REGISTRY_UNAVAILABLE.code)) {
            return REGISTRY_UNAVAILABLE;
        }
        return reason.startsWith(SIGNATURE_VALIDATION_FAILED.code)
                ? SIGNATURE_VALIDATION_FAILED
                : OTHER;
    }

    public String code() {
        return code;
    }

    /// The runtime's reason as the pod's status tells it.
    public String message(String image, String reason) {
        return switch (this) {
            case OTHER -> reason;
            case REGISTRY_UNAVAILABLE, SIGNATURE_VALIDATION_FAILED ->
                    "image pull failed for "
                            + image
                            + " because "
                            + because
                            + reason.substring(code.length());
        };
    }
}
