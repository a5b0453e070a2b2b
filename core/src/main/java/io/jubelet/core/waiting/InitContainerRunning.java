package io.jubelet.core.waiting;

/// An init container has to end before the next one starts.
public record InitContainerRunning(String container) implements WaitReason.OfInit {
    @Override
    public String code() {
        return "PodInitializing";
    }

    @Override
    public String message() {
        return "init container \"" + container + "\" is running";
    }

    @Override
    public String unblockedBy() {
        return "its end";
    }
}
