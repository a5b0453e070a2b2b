package io.jubelet.core.waiting;

/// A hook of the container was begun and is not over.
///
/// @param hook `postStart` or `preStop`
public record HookRunning(String container, String hook) implements WaitReason.OfHook {
    @Override
    public String code() {
        return "HookRunning";
    }

    @Override
    public String message() {
        return "the " + hook + " hook of container \"" + container + "\" is running";
    }

    @Override
    public String unblockedBy() {
        return "the hook's end, or the end of the pod's grace period once it is deleted";
    }
}
