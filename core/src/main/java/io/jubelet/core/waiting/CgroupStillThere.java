package io.jubelet.core.waiting;

/// The pod ended, and something holds its cgroup.
public record CgroupStillThere(String cgroup, String detail) implements WaitReason.OfCgroup {
    @Override
    public String code() {
        return "CgroupStillThere";
    }

    @Override
    public String message() {
        return "cgroup " + cgroup + " does not go: " + detail;
    }

    @Override
    public String unblockedBy() {
        return "the end of the processes in it";
    }
}
