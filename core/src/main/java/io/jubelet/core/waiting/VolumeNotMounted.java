package io.jubelet.core.waiting;

import java.util.Optional;

/// A volume of the pod is not there yet.
///
/// @param problem with the object that it is made of, if that is why
public record VolumeNotMounted(String volume, String detail, Optional<ObjectProblem> problem)
        implements WaitReason.OfVolume {
    @Override
    public String code() {
        return "VolumeNotMounted";
    }

    @Override
    public String message() {
        return "volume \"" + volume + "\" is not mounted: " + detail;
    }

    @Override
    public String unblockedBy() {
        return problem.map(ObjectProblem::unblockedBy).orElse("the mount");
    }
}
