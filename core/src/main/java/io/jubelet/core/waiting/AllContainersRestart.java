package io.jubelet.core.waiting;

/// A container asked that all of its pod start over, right after they did.
public record AllContainersRestart(String container) implements WaitReason.OfRestart {
    @Override
    public String code() {
        return "RestartingAllContainers";
    }

    @Override
    public String message() {
        return "container \""
                + container
                + "\" ended at once and asks that all containers start over";
    }

    @Override
    public String unblockedBy() {
        return "time: they start over once a second at most";
    }
}
