package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimePulse;
import io.jubelet.core.status.HandlerFeatures;
import io.jubelet.core.volume.ObjectLookup;
import java.util.Optional;
import java.util.function.Supplier;

/// What the runtime last said that its handlers can do, found by a pod's run-time class.
///
/// Thread: any.
/// Upstream: kubelet_pods.go runtimeClassSupportsRecursiveReadOnlyMounts.
public final class RuntimeHandlers implements HandlerFeatures {
    private final Supplier<RuntimePulse> pulse;
    private final ObjectLookup objects;

    public RuntimeHandlers(Supplier<RuntimePulse> pulse, ObjectLookup objects) {
        this.pulse = pulse;
        this.objects = objects;
    }

    @Override
    public boolean recursiveReadOnly(DesiredPod pod) {
        return handler(pod).map(RuntimeHealth.Handler::recursiveReadOnlyMounts).orElse(false);
    }

    private Optional<RuntimeHealth.Handler> handler(DesiredPod pod) {
        var name = name(pod.pod().getSpec().getRuntimeClassName());
        return pulse.get().health().stream()
                .flatMap(health -> health.handlers().stream())
                .filter(handler -> name.equals(Optional.of(handler.name())))
                .findFirst();
    }

    /// Empty where the run-time class is not known.
    private Optional<String> name(String runtimeClass) {
        if (runtimeClass.isEmpty()) {
            return Optional.of("");
        }
        return objects.runtimeHandler(runtimeClass) instanceof ObjectLookup.Answer.Found(var name)
                ? Optional.of(name)
                : Optional.empty();
    }
}
