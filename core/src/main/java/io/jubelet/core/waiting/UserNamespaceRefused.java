package io.jubelet.core.waiting;

/// The pod wants users of its own and cannot have them.
///
/// @param detail why not
public record UserNamespaceRefused(String detail) implements WaitReason.OfSandbox {
    @Override
    public String code() {
        return "FailedCreatePodSandBox";
    }

    @Override
    public String message() {
        return "failed to create pod sandbox: " + detail;
    }

    @Override
    public String unblockedBy() {
        return "a runtime with user namespaces and ids for them, or a pod with the node's users";
    }
}
