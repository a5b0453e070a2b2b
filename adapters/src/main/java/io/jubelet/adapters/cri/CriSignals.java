package io.jubelet.adapters.cri;

import io.jubelet.cri.v1.Signal;
import java.util.Arrays;
import java.util.Optional;

/// The names of signals, which CRI writes without signs: `SIGRTMIN+1` is its SIGRTMINPLUS1.
///
/// Thread: any; pure.
///
/// Upstream: kuberuntime/helpers.go getContainerConfigStopSignal, runtimeSignalToString.
final class CriSignals {
    private CriSignals() {}

    /// The runtime's default for a name that no signal has.
    static Signal of(String name) {
        return Arrays.stream(Signal.values())
                .filter(signal -> name(signal).filter(name::equals).isPresent())
                .findFirst()
                .orElse(Signal.RUNTIME_DEFAULT);
    }

    /// Empty where the runtime does not tell, or tells of one that is new to us.
    static Optional<String> name(Signal signal) {
        return signal == Signal.RUNTIME_DEFAULT || signal == Signal.UNRECOGNIZED
                ? Optional.empty()
                : Optional.of(signal.name().replace("PLUS", "+").replace("MINUS", "-"));
    }
}
