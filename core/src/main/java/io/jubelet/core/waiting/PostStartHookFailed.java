package io.jubelet.core.waiting;

/// The container was started, and what it wanted done then failed.
public record PostStartHookFailed(String container, String message) implements WaitReason.OfHook {
    @Override
    public String code() {
        return "PostStartHookError";
    }

    @Override
    public String unblockedBy() {
        return "the container's restart";
    }
}
