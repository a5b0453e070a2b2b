package io.jubelet.core.waiting;

/// A sidecar has to have started before the next container starts.
public record SidecarStarting(String container) implements WaitReason.OfInit {
    @Override
    public String code() {
        return "PodInitializing";
    }

    @Override
    public String message() {
        return "sidecar \"" + container + "\" has not started yet";
    }

    @Override
    public String unblockedBy() {
        return "its startup probe's success";
    }
}
