package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimePulse;
import io.jubelet.core.status.HandlerFeatures;
import io.jubelet.core.volume.ObjectLookup;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What the runtime last said that its handlers can do, found by a pod's run-time class.
///
/// Thread: any.
/// Upstream: kubelet_pods.go runtimeClassSupportsRecursiveReadOnlyMounts, kubelet_getters.go
/// HandlerSupportsUserNamespaces.
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

    /// Why a pod that is run in this way cannot have users of its own; empty if it can, or while
    /// the runtime says nothing.
    ///
    /// @param name of the handler, empty for the runtime's default
    Optional<String> noUserNamespaces(String name) {
        if (pulse.get().health().isEmpty()) {
            return Optional.empty();
        }
        var all = handlers().toList();
        var found = all.stream().filter(handler -> name.equals(handler.name())).findFirst();
        if (found.filter(RuntimeHealth.Handler::userNamespaces).isPresent()) {
            return Optional.empty();
        }
        var who = name.isEmpty() ? "runtime" : "RuntimeClass handler \"%s\"".formatted(name);
        var unknown =
                found.isEmpty() && !all.isEmpty()
                        ? ": the handler \"%s\" is not known".formatted(name)
                        : "";
        return Optional.of(
                "can't set `spec.hostUsers: false`, %s does not support user namespaces%s"
                        .formatted(who, unknown));
    }

    private Optional<RuntimeHealth.Handler> handler(DesiredPod pod) {
        var name = name(pod.pod().getSpec().getRuntimeClassName());
        return handlers().filter(handler -> name.equals(Optional.of(handler.name()))).findFirst();
    }

    private Stream<RuntimeHealth.Handler> handlers() {
        return pulse.get().health().stream().flatMap(health -> health.handlers().stream());
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
