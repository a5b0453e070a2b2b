package io.jubelet.core.waiting;

/// The pod's cgroup could not be made, and nothing of it starts outside of that.
public record CgroupNotMade(String detail) implements WaitReason.OfCgroup {
    @Override
    public String code() {
        return "FailedToCreatePodContainer";
    }

    @Override
    public String message() {
        return "unable to ensure pod container exists: " + detail;
    }

    @Override
    public String unblockedBy() {
        return "the next try, once cgroups can be made below the configured root";
    }
}
