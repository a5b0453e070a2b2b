package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import java.util.LinkedHashMap;

/// Why pulls last failed, for people who look while the back-off lasts. The oldest of too many is
/// forgotten.
///
/// Thread: any; the lock is held for one change of the map.
/// Upstream: images/image_manager.go prevPullErrMsg.
final class PullFailures {
    static final int MOST = 1000;

    private final LinkedHashMap<String, String> failures = new LinkedHashMap<>();

    synchronized void remember(DesiredPod pod, String image, String failure) {
        failures.put(key(pod, image), failure);
        if (failures.size() > MOST) {
            failures.pollFirstEntry();
        }
    }

    synchronized void forget(DesiredPod pod, String image) {
        failures.remove(key(pod, image));
    }

    /// Empty when nobody remembers.
    synchronized String recall(DesiredPod pod, String image) {
        return failures.getOrDefault(key(pod, image), "");
    }

    private static String key(DesiredPod pod, String image) {
        return pod.uid() + "_" + image;
    }
}
