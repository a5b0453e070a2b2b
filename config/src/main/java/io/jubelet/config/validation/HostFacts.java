package io.jubelet.config.validation;

/// What validation must know about the machine.
///
/// Thread: any; immutable.
public record HostFacts(CgroupVersion cgroupVersion) {
    /// Which control group hierarchy the machine has at `/sys/fs/cgroup`.
    public enum CgroupVersion {
        V1,
        V2
    }
}
