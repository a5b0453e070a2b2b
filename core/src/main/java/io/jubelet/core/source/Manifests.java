package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import java.util.List;
import java.util.Optional;

/// Turns the text of one manifest into pods.
///
/// Thread: any; pure.
@FunctionalInterface
public interface Manifests {
    Decoded decode(String path, String text);

    /// @param pods what the manifest holds; empty if it is wrong
    /// @param problem one line that says what is wrong with it
    record Decoded(List<DesiredPod> pods, Optional<String> problem) {
        public Decoded {
            pods = List.copyOf(pods);
        }

        static Decoded of(DesiredPod pod) {
            return new Decoded(List.of(pod), Optional.empty());
        }

        static Decoded wrong(String problem) {
            return new Decoded(List.of(), Optional.of(problem));
        }
    }
}
