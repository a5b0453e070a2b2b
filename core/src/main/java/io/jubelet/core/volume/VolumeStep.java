package io.jubelet.core.volume;

import io.jubelet.api.core.Volume;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.VolumeFiles.Place;

/// One thing to do for a pod's volumes.
sealed interface VolumeStep {
    /// Looks what of the pod's volumes is on the disk.
    record Scan() implements VolumeStep {}

    /// Makes a volume, or brings it up to date.
    ///
    /// @param news the record's count of changes when this was planned
    record Make(DesiredPod pod, Volume volume, long news) implements VolumeStep {}

    record Remove(Place place) implements VolumeStep {}
}
